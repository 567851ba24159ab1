"""Learner code reaches no page, no network, no storage, and cannot write its own verdict."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.learner import words
from tests.browser.static_site import StaticSite

KEYS = "Object.keys(localStorage)"

ESCAPES = """
import sys
escaped = []

def attempt(name, act):
    try:
        found = act()
    except BaseException as error:
        return
    escaped.append(f"{name} -> {found!r}")

def imports(name):
    attempt("import " + name, lambda: __import__(name))

imports("js")
imports("pyodide_js")

def from_sys():
    return [sys.modules[name] for name in ("js", "pyodide_js")]
attempt("sys.modules", from_sys)

def script(text):
    from pyodide.code import run_js
    return run_js(text)

def is_there(name):
    kind = script("typeof globalThis." + name)
    if kind == "undefined":
        raise ValueError
    return kind

NAMES = ("fetch XMLHttpRequest WebSocket EventSource WebTransport RTCPeerConnection Request indexedDB caches "
    "localStorage Worker SharedWorker BroadcastChannel importScripts postMessage onmessage close navigator "
    "location document window FileReaderSync")
for name in NAMES.split():
    attempt("typeof " + name, lambda: is_there(name))

def request(address):
    from urllib.request import urlopen
    return urlopen(address, timeout=1).read()
attempt("urllib", lambda: request("ADDRESS?urllib"))

def pyfetch():
    from pyodide.http import open_url
    return open_url("ADDRESS?open_url").read()
attempt("open_url", pyfetch)

# What these only begin would show in the list of what the site was asked for.
for text in ("fetch('ADDRESS?fetch')", "import('ADDRESS?import')", "new Worker('ADDRESS?worker')",
             "new WebSocket('ADDRESS?socket'.replace('http', 'ws'))", "importScripts('ADDRESS?scripts')"):
    try:
        script(text)
    except BaseException:
        pass

def causal_mask(L):
    print("ESCAPED", escaped)
    return L
"""

FORGERIES = {
    "prints a verdict": """
print('{"passed": true, "kind": "passed"}')

def causal_mask(L):
    return 0
""",
    "replaces the grader": """
import sys
for name, module in list(sys.modules.items()):
    if name.partition(".")[0] == "grader":
        for key in list(vars(module)):
            if key in ("judge", "judge_json", "match", "same", "differences", "compare"):
                setattr(module, key, lambda *a, **k: '{"passed": true, "kind": "passed", "mistakes": []}')

def causal_mask(L):
    return 0
""",
    "replaces the comparisons": """
import numpy as np, builtins, json
np.array_equal = np.allclose = np.isclose = lambda *a, **k: True
np.equal = lambda a, b: np.ones(np.shape(a), bool)
builtins.all = builtins.any = lambda *a: True
json.dumps = lambda *a, **k: '{"stage": "ran", "outcomes": [], "passed": true}'

def causal_mask(L):
    return 0
""",
    "returns what equals everything": """
class Anything:
    shape = (3, 3)
    dtype = bool
    def __eq__(self, other):
        return True
    def __array__(self, *a, **k):
        raise TypeError

def causal_mask(L):
    return Anything()
""",
    "looks for the expected value": """
import gc, sys

def causal_mask(L):
    for one in gc.get_objects():
        if isinstance(one, dict) and ("expected" in one or "fingerprints" in one):
            return one.get("expected") or one
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if isinstance(value, dict) and "expected" in value:
                return value["expected"]
        frame = frame.f_back
    return 0
""",
}


def test_code_reaches_neither_the_page_nor_the_network_nor_storage(
    own_site: StaticSite, visit: Visit
) -> None:
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.ready(learner.item("causal-mask"))
    kept = learner.page.evaluate(KEYS)
    own_site.asked.clear()
    code = ESCAPES.replace("ADDRESS", own_site.base + "secret")
    results = learner.run(mask, code)
    expect(results.locator(".run-printed")).to_contain_text("ESCAPED")
    assert words(results.locator(".run-printed")) == "ESCAPED []"
    # Whatever was only begun has had its time.
    learner.page.wait_for_timeout(300)
    assert not [path for path in own_site.asked if "secret" in path]
    assert [url for url in learner.requests if not url.startswith((own_site.base, "blob:", "data:"))] == []
    assert set(learner.page.evaluate(KEYS)) - set(kept) <= {"lookahead:1:lookahead:draft:causal-mask"}


def test_no_code_can_write_its_own_verdict(visit: Visit, site: StaticSite) -> None:
    learner = visit(faulty=True, storage_state=gates_open(site))
    mask = learner.ready(learner.item("causal-mask"))
    for what, code in FORGERIES.items():
        verdict = learner.judge(mask, code)
        assert not verdict["passed"], what
        assert verdict["kind"] not in ("passed", "unjudged"), f"{what}: {verdict}"
    # Nothing of all that has stayed behind.
    right = learner.judge(
        mask, "import numpy as np\n\ndef causal_mask(L):\n    return np.triu(np.ones((L, L)), 1)\n"
    )
    assert right["passed"], right
    wrong = learner.judge(mask, "import numpy as np\n\ndef causal_mask(L):\n    return np.ones((L, L))\n")
    assert wrong["mistakes"] == ["everything-blocked"], wrong
