"""The page as a text: without scripts, and on a narrow screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from builder.source import read_course
from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, graded, level, test_items
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

HEAD = "import numpy as np\n\ndef causal_head(X, W_Q, W_K, W_V):\n"

# What has words of its own and cannot be seen, outside of what unfolds and of what only scripts could do.
UNSEEN = """() => [...document.querySelectorAll("main :not(option, scratch-cell *)")].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && !one.closest("details:not([open]), button, noscript, annotation, .exercise-tools, .recap-closed")
  && !one.checkVisibility({ visibilityProperty: true })
).map((one) => `${one.localName}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)"""

SIDEWAYS = """() => {
  const wide = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll("body *")].filter((one) =>
    one.getBoundingClientRect().right > wide + 1 && !hasScroller(one));
  function hasScroller(one) {
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  }
  const scrolls = document.scrollingElement.scrollWidth - wide;
  return { scrolls, out: out.slice(0, 5).map((one) => one.outerHTML.slice(0, 120)) };
}"""


def test_without_scripts_the_whole_level_is_there_to_read(browser: Browser, site: StaticSite) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.base}levels/masks-and-heads/")
    assert page.evaluate(UNSEEN) == []
    for heading in level().headings:
        expect(page.locator(f"#{heading.id}")).to_be_visible()
    for block in graded():
        expect(page.locator(f"#item-{block.id} .question-label")).to_be_visible()
    # Answers, asides and the test unfold without scripts too.
    key = page.locator("#item-open-cells .answer-key")
    expect(key.get_by_text("Row 0 has 1 open cell, row 1")).to_be_hidden()
    key.locator("summary").click()
    expect(key.get_by_text("Row 0 has 1 open cell, row 1")).to_be_visible()
    page.locator("#skip-test > details > summary").click()
    for block in test_items():
        expect(page.locator(f"#test-{block.id} .question-label")).to_be_visible()
    expect(page.locator("#recap").get_by_text("You can now")).to_be_visible()
    expect(page.locator("#item-causal-head noscript p")).to_be_visible()
    expect(page.locator("#item-causal-head .starter")).to_contain_text("def causal_head")
    expect(page.get_by_role("button", name="Check")).to_have_count(0)
    context.close()


def test_every_root_is_drawn(visit: Visit, site: StaticSite) -> None:
    """A root without its sign is as wide as what stands under it."""
    roots = visit(storage_state=gates_open(site)).page.locator("math msqrt")
    widths = roots.evaluate_all(
        """all => all.filter((one) => one.checkVisibility()).map((one) =>
          [one, one.firstElementChild].map((part) => part.getBoundingClientRect().width))"""
    )
    assert widths
    assert all(whole > 1.2 * under for whole, under in widths), widths


@pytest.mark.parametrize("width", [320, 390])
def test_a_narrow_page_never_scrolls_sideways(visit: Visit, site: StaticSite, width: int) -> None:
    learner = visit(viewport={"width": width, "height": 800}, storage_state=gates_open(site))
    unfold(learner)
    learner.give(learner.item("mask-shape"), "(6,)")
    found = learner.page.evaluate(SIDEWAYS)
    assert found["scrolls"] <= 0, found
    learner.open("")
    found = learner.page.evaluate(SIDEWAYS)
    assert found["scrolls"] <= 0, found


def test_no_level_scrolls_sideways_though_all_of_it_is_open(browser: Browser, site: StaticSite) -> None:
    # Without scripts no gate is closed.
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 800})
    page = context.new_page()
    for entry in read_course(ROOT)[0].levels:
        page.goto(f"{site.base}levels/{entry.slug}/")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        found = page.evaluate(SIDEWAYS)
        assert found["scrolls"] <= 0, (entry.slug, found)
    context.close()


def test_a_verdict_with_its_matrices_fits_a_narrow_page(student: Learner) -> None:
    size = student.page.viewport_size
    assert size is not None
    student.page.set_viewport_size({"width": 320, "height": 800})
    try:
        head = student.item("causal-head")
        student.judge(head, HEAD + "    return X @ W_V * 1.5\n")
        student.run(head, HEAD + "    print('x' * 300)\n    return X @ W_V\n")
        unfold(student)
        found = student.page.evaluate(SIDEWAYS)
        assert found["scrolls"] <= 0, found
    finally:
        student.page.set_viewport_size(size)


def unfold(learner: Learner) -> None:
    learner.page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
