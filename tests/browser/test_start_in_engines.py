"""In every engine: what keeps Python from its quick start, or from starting at all, and what follows it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator

import pytest

from tests.browser.course_answers import ROOT, SLUG, graded
from tests.browser.static_site import Fault, StaticSite, serving
from tests.browser.tabs import Tab, until
from tests.browser.test_engines import ALIVE, LISTEN, RIGHT, SEED, judged, write
from tests.browser.test_python_start import WrongType
from tests.browser.test_snapshot import PROVED
from tests.browser.unhurried import unhurried

ASSETS = ROOT / "dist" / "assets"
FOLLOWS = ("/stdlib-", "/numpy-", "/grader-")
STATUS = "() => document.querySelector('#item-causal-mask [data-status]').textContent"
SAYS = f"(words) => ({STATUS})().includes(words)"
TRY_AGAIN = """() => {
  const again = [...document.querySelectorAll("#item-causal-mask button")].find(
    (button) => button.textContent.trim() === "Try again" && button.checkVisibility(),
  );
  again?.click();
  return !!again;
}"""
HEAR = """() => {
  window.told = [];
  const info = console.info.bind(console);
  console.info = (...words) => (told.push(words.join(" ")), info(...words));
}"""
ANOTHER_FILE = "(address) => (document.querySelector('#item-causal-mask').dataset.bundle = address)"
# A download that halts is given up after ten seconds, which a busy machine may need before the code runs.
PATIENT = """() => {
  const later = setTimeout;
  window.setTimeout = (tell, ms, ...given) => later(tell, ms === 10_000 ? 100_000 : ms, ...given);
}"""
REFUSED = "Python starts without its snapshot: "
PRINTED = "() => document.querySelector('#item-causal-mask .run-printed')?.textContent"
DRAW = (
    "import random, secrets, uuid; import numpy as np; "
    "print(random.random(), np.random.rand(), np.random.default_rng().random()); "
    "print(secrets.token_hex(), uuid.uuid4())"
)
FROM_WHAT_FOLLOWS = (
    "import colorsys; "
    "causal_mask = lambda L: np.triu(np.ones((L, L), dtype=bool), k=round(3 * colorsys.ONE_THIRD))"
)


def shipped(stem: str) -> tuple[str, bytes]:
    (path,) = ASSETS.glob(f"{stem}-*.bin.txt")
    return path.name, path.read_bytes()


def offered(other: bytes) -> dict[str, Fault]:
    """Another snapshot, and the page that asks for just that one: whole by its hash."""
    name, content = shipped("snapshot")
    assert len(other) == len(content) and other != content
    page = (ROOT / "dist" / "levels" / SLUG / "index.html").read_bytes()
    hashes = [hashlib.sha256(part).hexdigest().encode() for part in (content, other)]
    assert page.count(hashes[0]) == 1
    return {name: other, f"levels/{SLUG}/index.html": page.replace(*hashes)}


def with_another_sum() -> dict[str, Fault]:
    """The snapshot of another memory: whole by its hash, and yet not of this one."""
    _, content = shipped("snapshot")
    about, rest = content[12:].split(b'"slots"', 1)
    before = next(part for part in about.split(b",") if part.startswith(b'"sum":'))
    digit = b"1" if before[-1:] != b"1" else b"2"
    return offered(content[:12] + about.replace(before, before[:-1] + digit) + b'"slots"' + rest)


def that_computed_something_else() -> dict[str, Fault]:
    """The snapshot of a Python that came to another result at the build than it does here."""
    _, content = shipped("snapshot")
    third = b"np.float64(0.3333333333333333) float64"
    assert third in content
    return offered(content.replace(third, third.replace(b"0.33", b"0.34")))


@pytest.fixture
def free(own_site: StaticSite) -> Iterator[threading.Event]:
    """Until this is set, nothing comes of what follows a start."""
    event = threading.Event()
    own_site.faults = dict.fromkeys(FOLLOWS, event)
    yield event
    event.set()


def begun(tab: Tab, host: StaticSite) -> None:
    """The level with every gate open, whose exercise is not near yet."""
    # A page without scripts, where nothing is alive.
    tab.open(f"{host.base}404.html")
    tab.call(SEED, [block.id for block in graded() if block.id != "causal-mask"])
    tab.open(f"{host.base}levels/{SLUG}/index.html")
    until(tab, ALIVE)
    tab.call(LISTEN)
    tab.call(HEAR)


def printed(tab: Tab, host: StaticSite, code: str) -> str:
    """What typed code prints, however slow the machine; nothing has printed on this page before."""
    write(tab, "causal-mask", code)
    tab.call(ANOTHER_FILE, unhurried(host, "causal-mask"))
    tab.click("#item-causal-mask [data-run]")
    return until(tab, PRINTED)  # type: ignore[no-any-return]


def test_each_kind_of_failure_is_told_and_a_new_try_works(tab: Tab, own_site: StaticSite) -> None:
    (linalg,) = (ROOT / "dist" / "assets").glob("linalg-*.wasm")
    kinds: list[tuple[str, Fault, str]] = [
        # With the snapshot, Python starts without it.
        ("/numpy-", 404, "The site did not have one of its files."),
        ("/multiarray-", 404, "The site did not have one of its files."),
        ("/linalg-", linalg.read_bytes()[:-1], "arrived damaged"),
        ("/linalg-", b"x" * linalg.stat().st_size, "arrived damaged"),
        ("/runtime-", 0, "The connection was lost"),
    ]
    own_site.faults = {"/numpy-": 404, "/snapshot-": 404}
    begun(tab, own_site)
    tab.call("() => document.querySelector('#item-causal-mask').scrollIntoView()")
    for number, (part, fault, told) in enumerate(kinds):
        if number:
            own_site.faults = {part: fault}
            own_site.asked.clear()
            until(tab, TRY_AGAIN)
        own_site.wait_for(part)
        until(tab, SAYS, told)
    own_site.faults = {}
    until(tab, TRY_AGAIN)
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    assert tab.call(STATUS) == ""


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("missing", "HTTP status 404"),
        ("damaged", "SHA-256"),
        ("of another memory", "has the sum"),
        ("of another engine", "does not compute as it did"),
    ],
)
def test_without_its_snapshot_python_starts_from_its_files_and_the_console_says_so(
    tab: Tab, own_site: StaticSite, fault: str, told: str
) -> None:
    name, content = shipped("snapshot")
    damaged = content[:-1] + bytes([content[-1] ^ 1])
    faults: dict[str, dict[str, Fault]] = {
        "missing": {name: 404},
        "damaged": {name: damaged},
        "of another memory": with_another_sum(),
        "of another engine": that_computed_something_else(),
    }
    own_site.faults = faults[fault]
    begun(tab, own_site)
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    assert tab.call(PROVED) == 0
    (line,) = [line for line in tab.call("() => told") if line.startswith(REFUSED)]
    assert told in line
    assert printed(tab, own_site, "import numpy as np, numpy.fft; print(len(np.fft.fft([1.0])))") == "1\n"


def test_webassembly_under_the_wrong_type_starts_all_the_same(tab: Tab, site: StaticSite) -> None:
    del site
    with serving(ROOT / "dist", WrongType) as host:
        begun(tab, host)
        assert judged(tab, "causal-mask", RIGHT)["passed"]


def test_what_is_imported_before_it_has_come_is_waited_for(
    tab: Tab, own_site: StaticSite, free: threading.Event
) -> None:
    begun(tab, own_site)
    tab.call(PATIENT)
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    assert tab.call(PROVED) >= 1
    # Longer than code may take: that limit is the code's own.
    threading.Timer(7, free.set).start()
    assert judged(tab, "causal-mask", FROM_WHAT_FOLLOWS)["passed"]
    assert free.is_set()
    missing = judged(tab, "causal-mask", "import nunpy; causal_mask = np.eye")
    assert missing["kind"] == "raised"
    assert "nunpy" in missing["message"]


def test_two_starts_do_not_draw_the_same_random_numbers(tab: Tab, own_site: StaticSite) -> None:
    drawn: list[list[str]] = []
    for _ in range(2):
        begun(tab, own_site)
        drawn.append(printed(tab, own_site, DRAW).split())
        assert tab.call(PROVED) >= 1
    assert [len(numbers) for numbers in drawn] == [5, 5]
    assert not set(drawn[0]) & set(drawn[1])
