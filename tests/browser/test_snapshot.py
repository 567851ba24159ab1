"""A Python that starts from the memory kept at the build: on what it does not start, and what follows it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from builder.bundle import bundle
from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, exercises
from tests.browser.static_site import SiteHandler, StaticSite, serving
from tests.browser.tabs import Tab, until
from tests.browser.unhurried import unhurried

PROVED = "() => performance.getEntriesByName('python-proved').length"
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

ON_ITS_WAY = re.compile("A part of Python .* is on its way")


def solution() -> str:
    return exercises()["causal-mask"].texts["solution.py"]


class Held(SiteHandler):
    """Keeps the parts of Python that follow until the test lets them go."""

    free = threading.Event()

    def do_GET(self) -> None:
        if any(part in self.path for part in ("/stdlib-", "/numpy-", "/grader-")):
            self.free.wait()
        super().do_GET()


@pytest.fixture
def held_site(site: StaticSite) -> Iterator[StaticSite]:
    """The site on a host that sends what follows late."""
    del site
    Held.free.clear()
    with serving(ROOT / "dist", Held) as served:
        yield served
    Held.free.set()


def test_python_starts_from_its_snapshot_in_every_engine_and_says_nothing(
    tab: Tab, grading_site: StaticSite
) -> None:
    tab.open(f"{grading_site.base}grade/")
    until(tab, "() => 'grading' in globalThis")
    exercise = exercises()["causal-mask"]
    tab.call("(bundle) => grading.use(bundle)", bundle(exercise).data)
    assert tab.call("async (code) => (await grading.judge(code)).passed", solution())
    assert tab.call(PROVED) >= 1


def test_an_import_that_code_guards_is_no_import_that_failed(held_site: StaticSite, visit: Visit) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.item("causal-mask")
    learner.ready(mask)
    learner.write(mask, CODEC + "print(TEXT)\n" + solution())
    mask.locator("[data-run]").click()
    expect(mask.locator("[data-loading-words]")).to_have_text(ON_ITS_WAY)
    Held.free.set()
    expect(mask.locator(".run-printed")).to_have_text("mask\n", timeout=20_000)


def test_code_that_outlives_a_late_import_does_not_wait_for_it_without_an_end(
    held_site: StaticSite, visit: Visit
) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.item("causal-mask")
    learner.ready(mask)
    learner.write(mask, RETRIED + solution())
    mask.locator("[data-check]").click()
    expect(mask.locator("[data-loading-words]")).to_have_text(ON_ITS_WAY)
    Held.free.set()
    learner.until(lambda: bool(learner.verdicts()), "a verdict")
    (verdict,) = learner.verdicts()
    assert verdict["passed"], verdict


def test_what_was_printed_before_a_late_import_is_shown_once(held_site: StaticSite, visit: Visit) -> None:
    learner = visit(host=held_site, storage_state=gates_open(held_site))
    mask = learner.ready(learner.item("causal-mask"))
    # Else the loop might come to its end before it is stopped.
    another = unhurried(held_site, "causal-mask")
    mask.evaluate("(exercise, address) => (exercise.dataset.bundle = address)", another)
    learner.write(mask, "print('one')\nimport unittest\nprint('two')\nwhile True:\n    pass\n")
    mask.locator("[data-run]").click()
    expect(mask.locator(".run-printed")).to_have_text("one\n")
    expect(mask.locator("[data-loading-words]")).to_be_visible()
    expect(mask.locator("[data-loading-words]")).to_have_text(ON_ITS_WAY)
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
