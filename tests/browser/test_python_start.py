"""How Python starts on hosts that are slow or odd, and what code may import once it has."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, exercises
from tests.browser.learner import BOOT_MS, Learner
from tests.browser.static_site import SiteHandler, StaticSite, serving

IMPORTS = """
import collections, dataclasses, decimal, fractions, functools, itertools, json, math, random, re, statistics
import time, typing
import numpy.fft, numpy.linalg, numpy.ma, numpy.polynomial, numpy.random, numpy.testing

print(fractions.Fraction(1, 3) + decimal.Decimal(0).__int__(), statistics.median([3, 1, 2]))
print(numpy.linalg.det(numpy.eye(2)), abs(numpy.fft.fft([1.0, 1.0])), numpy.random.default_rng(0).integers(1))
numpy.testing.assert_allclose(math.pi, 3.14159265, rtol=1e-6)
"""


# After a reload in its midst a busy page is told in one call that an exercise was far and that it is near.
TOLD_LATE = """
window.IntersectionObserver = class extends IntersectionObserver {
  constructor(tell, options) {
    super((seen, self) => tell([{ target: seen[0].target, isIntersecting: false }, ...seen], self), options);
  }
};
"""


class WrongType(SiteHandler):
    """Knows no WebAssembly."""

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        return "application/octet-stream" if path.endswith(".wasm") else str(super().guess_type(path))


@pytest.fixture
def odd_site(request: pytest.FixtureRequest, site: StaticSite) -> Iterator[StaticSite]:
    """The same files on a host of another kind."""
    del site
    with serving(ROOT / "dist", request.param) as served:
        yield served


@pytest.mark.parametrize("odd_site", [WrongType], indirect=True)
def test_webassembly_under_the_wrong_type_starts_all_the_same_and_the_console_says_so(
    odd_site: StaticSite, visit: Visit
) -> None:
    learner = visit("404.html", host=odd_site, storage_state=gates_open(odd_site))
    said: list[str] = []
    learner.page.on("console", lambda message: said.append(message.text))
    learner.open()
    verdict = learner.judge(learner.item("causal-mask"), exercises()["causal-mask"].texts["solution.py"])
    assert verdict["passed"]
    told = [text for text in said if "is not served as application/wasm" in text]
    assert sorted(text.partition(" is ")[0].rpartition("/")[2].partition("-")[0] for text in told) == [
        "linalg",
        "multiarray",
        "pyodide.asm.wasm",
    ]


def test_while_a_file_is_late_its_bytes_are_told_and_nothing_else_waits(
    own_site: StaticSite, visit: Visit
) -> None:
    late = Event()
    own_site.faults = {"/snapshot-": late}
    learner = visit(host=own_site, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    words = mask.locator("[data-loading-words]")
    expect(words).to_contain_text("MB", timeout=BOOT_MS)
    expect(mask.locator(".cm-content")).to_be_visible(timeout=BOOT_MS)
    learner.give(learner.item("mask-shape"), "(6, 6)")
    expect(learner.item("mask-shape")).to_have_attribute("data-verdict", "right")
    expect(mask.locator("[data-loading]")).to_be_visible()
    late.set()
    assert learner.judge(mask, exercises()["causal-mask"].texts["solution.py"])["passed"]


def test_an_exercise_that_is_near_comes_alive_though_it_was_far_a_moment_before(
    visit: Visit, site: StaticSite
) -> None:
    learner = visit("404.html", storage_state=gates_open(site))
    learner.page.add_init_script(TOLD_LATE)
    learner.open()
    learner.ready(learner.item("causal-mask"))


def test_code_imports_what_learners_use(student: Learner) -> None:
    code = IMPORTS + exercises()["causal-mask"].texts["solution.py"]
    printed = student.run(student.item("causal-mask"), code).locator(".run-printed")
    expect(printed).to_have_text("1/3 2\n1.0 [2. 0.] 0\n")


def test_a_module_that_no_page_can_use_is_told_as_missing(student: Learner) -> None:
    verdict = student.judge(
        student.item("causal-mask"), "import multiprocessing\n\ndef causal_mask(L):\n    return L\n"
    )
    assert verdict["kind"] == "raised"
    assert "multiprocessing" in verdict["message"]
