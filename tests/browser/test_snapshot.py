"""A Python that starts from the memory kept at the build: on what it does not start, and what follows it."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from builder.bundle import bundle
from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, SLUG, exercises
from tests.browser.learner import Learner
from tests.browser.static_site import SiteHandler, StaticSite, serving
from tests.browser.tabs import Tab

ASSETS = ROOT / "dist" / "assets"
PROVED = "() => performance.getEntriesByName('python-proved').length"
DRAWN = """
import random
import secrets
import uuid

import numpy as np

print(random.random(), np.random.rand(), np.random.default_rng().random(), secrets.token_hex(), uuid.uuid4())
"""
LATE = """
def causal_mask(L):
    from fractions import Fraction
    import numpy.polynomial
    return np.triu(np.ones((L, L), dtype=bool), k=int(Fraction(1)))
"""
CODEC = """
TEXT = "mask".encode("utf-16").decode("utf-16")
try:
    import unittest
except ImportError:
    TEXT = ""
"""

RETRIED = """
while True:
    try:
        import unittest
        break
    except:
        pass
"""


def solution() -> str:
    return exercises()["causal-mask"].texts["solution.py"]


def hear(learner: Learner) -> list[str]:
    """What the console says from now on."""
    said: list[str] = []
    learner.page.on("console", lambda message: said.append(message.text))
    return said


def shipped(stem: str) -> tuple[str, bytes]:
    (path,) = ASSETS.glob(f"{stem}-*.bin.txt")
    return path.name, path.read_bytes()


def offered(other: bytes) -> dict[str, int | bytes]:
    """Another snapshot, and the page that asks for just that one: whole by its hash."""
    name, content = shipped("snapshot")
    assert len(other) == len(content) and other != content
    page = (ROOT / "dist" / "levels" / SLUG / "index.html").read_bytes()
    hashes = [hashlib.sha256(part).hexdigest().encode() for part in (content, other)]
    assert page.count(hashes[0]) == 1
    return {name: other, f"levels/{SLUG}/index.html": page.replace(*hashes)}


def with_another_sum() -> dict[str, int | bytes]:
    """The snapshot of another memory: whole by its hash, and yet not of this one."""
    _, content = shipped("snapshot")
    about, rest = content[12:].split(b'"slots"', 1)
    before = next(part for part in about.split(b",") if part.startswith(b'"sum":'))
    digit = b"1" if before[-1:] != b"1" else b"2"
    return offered(content[:12] + about.replace(before, before[:-1] + digit) + b'"slots"' + rest)


def that_computed_something_else() -> dict[str, int | bytes]:
    """The snapshot of a Python that came to another result at the build than it does here."""
    _, content = shipped("snapshot")
    third = b"np.float64(0.3333333333333333) float64"
    assert third in content
    return offered(content.replace(third, third.replace(b"0.33", b"0.34")))


class Held(SiteHandler):
    """Keeps the parts of Python that follow until the test lets them go."""

    free = threading.Event()

    def do_GET(self) -> None:
        if any(part in self.path for part in ("/stdlib-", "/numpy-", "/grader-")):
            self.free.wait(20)
        super().do_GET()


@pytest.fixture
def held_site(site: StaticSite) -> Iterator[StaticSite]:
    """The site on a host that sends what follows late."""
    del site
    Held.free.clear()
    with serving(ROOT / "dist", Held) as served:
        yield served
    Held.free.set()


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
    own_site: StaticSite, visit: Visit, fault: str, told: str
) -> None:
    name, content = shipped("snapshot")
    damaged = content[:-1] + bytes([content[-1] ^ 1])
    faults: dict[str, dict[str, int | bytes]] = {
        "missing": {name: 404},
        "damaged": {name: damaged},
        "of another memory": with_another_sum(),
        "of another engine": that_computed_something_else(),
    }
    own_site.faults = faults[fault]
    # The browser's own line on a missing file is no fault of the page.
    learner = visit("404.html", host=own_site, faulty=True, storage_state=gates_open(own_site))
    said = hear(learner)
    learner.open(f"levels/{SLUG}/index.html")
    mask = learner.item("causal-mask")
    assert learner.judge(mask, solution())["passed"]
    assert learner.page.evaluate(PROVED) == 0
    (line,) = {text for text in said if text.startswith("Python starts without its snapshot: ")}
    assert told in line
    expect(
        learner.run(mask, "import numpy.fft\nprint(len(np.fft.fft([1.0])))\n" + solution())
    ).to_contain_text("1")


def test_python_starts_from_its_snapshot_in_every_engine_and_says_nothing(
    tab: Tab, grading_site: StaticSite
) -> None:
    tab.open(f"{grading_site.base}grade/")
    exercise = exercises()["causal-mask"]
    tab.call("(bundle) => grading.use(bundle)", bundle(exercise).data)
    assert tab.call("async (code) => (await grading.judge(code)).passed", solution())
    assert tab.call(PROVED) >= 1


def test_what_is_imported_before_it_has_come_is_waited_for(held_site: StaticSite, visit: Visit) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.item("causal-mask")
    # What the snapshot holds runs at once.
    assert learner.judge(mask, solution())["passed"]
    # The time limit is the code's own: this waits for longer than that.
    threading.Timer(7, Held.free.set).start()
    verdict = learner.judge(mask, LATE)
    assert Held.free.is_set()
    assert verdict["passed"], verdict
    missing = learner.judge(mask, "import nunpy\n" + solution())
    assert missing["kind"] == "raised"
    assert "nunpy" in missing["message"]


def test_an_import_that_code_guards_is_no_import_that_failed(held_site: StaticSite, visit: Visit) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.item("causal-mask")
    learner.ready(mask)
    threading.Timer(1, Held.free.set).start()
    printed = learner.run(mask, CODEC + "print(TEXT)\n" + solution()).locator(".run-printed")
    expect(printed).to_have_text("mask\n", timeout=20_000)


def test_code_that_outlives_a_late_import_does_not_wait_for_it_without_an_end(
    held_site: StaticSite, visit: Visit
) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.item("causal-mask")
    learner.ready(mask)
    threading.Timer(1, Held.free.set).start()
    verdict = learner.judge(mask, RETRIED + solution())
    assert verdict["passed"], verdict


def test_what_was_printed_before_a_late_import_is_shown_once(held_site: StaticSite, visit: Visit) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.ready(learner.item("causal-mask"))
    learner.write(mask, "print('one')\nimport unittest\nprint('two')\nwhile True:\n    pass\n")
    mask.locator("[data-run]").click()
    expect(mask.locator(".run-printed")).to_have_text("one\n")
    expect(mask.locator("[data-loading-words]")).to_be_visible()
    expect(mask.locator("[data-loading-words]")).to_have_text(re.compile("A part of Python .* is on its way"))
    Held.free.set()
    expect(mask.locator(".run-printed")).to_have_text("one\ntwo\n")
    expect(mask.locator("[data-loading-words]")).to_be_hidden()
    mask.get_by_role("button", name="Stop").click()
    expect(mask.locator("[data-status]")).to_contain_text("Stopped.")
    expect(mask.locator(".run-printed")).to_have_text("one\ntwo\n")


def test_a_part_that_cannot_be_fetched_is_said_and_comes_with_the_next_try(
    own_site: StaticSite, visit: Visit
) -> None:
    own_site.faults = {"/numpy-": 404}
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    assert learner.judge(mask, solution())["passed"]
    learner.write(mask, LATE)
    mask.locator("[data-check]").click()
    expect(mask.locator("[data-status]")).to_have_text(
        "A part of Python that the code imports could not be fetched. Try again.", timeout=20_000
    )
    own_site.faults = {}
    assert learner.check(mask)["passed"]


def test_two_starts_do_not_draw_the_same_random_numbers(visit: Visit, site: StaticSite) -> None:
    drawn: list[list[str]] = []
    for _ in range(2):
        learner = visit(storage_state=gates_open(site))
        printed = learner.run(learner.item("causal-mask"), DRAWN + solution()).locator(".run-printed")
        expect(printed).to_be_visible(timeout=30_000)
        drawn.append(printed.inner_text().split())
        assert learner.page.evaluate(PROVED) >= 1
    assert [len(numbers) for numbers in drawn] == [5, 5]
    assert not set(drawn[0]) & set(drawn[1])
