"""Steps of a lab that are off the screen: drawn a moment later, and never seen as they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage

# Presses the first word and tells what stands in two tables before any timer can run.
PRESS = """() => {
  const lab = document.querySelector(".lab");
  lab.querySelector('[data-act=pad][data-place="0"]').click();
  const look = (table) => {
    const cell = lab.querySelector(`[data-table="${table}"] [data-cell="1,0"]`);
    return [cell.textContent, cell.closest("section").ariaBusy];
  };
  return [look("copied"), look("weights")];
}"""

# Goes into the weights and tells whether each step is late, before the page can scroll.
ENTER = """() => {
  const lab = document.querySelector(".lab");
  lab.querySelector('[data-table="weights"] [data-cell="1,0"]').focus({ preventScroll: true });
  return [...lab.querySelectorAll(".lab-step")].map((step) => step.ariaBusy);
}"""

# What is off the screen is told to the page after a frame.
FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    """The mask lab with its weights far below the screen."""
    lab = LabPage(visit("labs/mask/", viewport={"width": 1280, "height": 700}), "mask")
    lab.cell("copied", 1, 0).evaluate("(cell) => cell.scrollIntoView({ block: 'end' })")
    lab.page.evaluate(FRAMES)
    lab.page.clock.install(time=0)
    lab.page.clock.pause_at(60_000)
    return lab


def test_what_is_on_the_screen_changes_at_once_and_the_rest_when_the_lab_is_left_alone(lab: LabPage) -> None:
    assert lab.page.evaluate(PRESS) == [["1", None], ["0.500", "true"]]
    lab.page.clock.run_for(99)
    expect(lab.cell("weights", 1, 0)).to_have_text("0.500")
    lab.page.clock.run_for(2)
    expect(lab.cell("weights", 1, 0)).to_have_text("0")
    expect(lab.lab.locator("[aria-busy]")).to_have_count(0)
    expect(lab.cell("weights", 1, 0)).to_have_attribute("data-changed", "")
    lab.page.clock.run_for(500)
    expect(lab.lab.locator("[data-changed]")).to_have_count(0)


def test_what_comes_into_view_is_drawn_though_no_time_has_passed(lab: LabPage) -> None:
    assert lab.page.evaluate(PRESS)[1] == ["0.500", "true"]
    lab.cell("weights", 1, 0).scroll_into_view_if_needed()
    expect(lab.cell("weights", 1, 0)).to_have_text("0")
    expect(lab.lab.locator("[aria-busy]")).to_have_count(0)


def test_changes_in_a_row_leave_the_last_one(lab: LabPage) -> None:
    assert lab.page.evaluate(PRESS)[1] == ["0.500", "true"]
    assert lab.page.evaluate(PRESS)[0] == ["0", None], "a word again"
    lab.setting("mistake").select_option("k0")
    lab.page.clock.run_for(101)
    expect(lab.cell("weights", 1, 0)).to_have_text("0.500")
    expect(lab.cell("mistake-weights", 1, 0)).to_have_text("1.000 (differs)")
    lab.setting("mistake").select_option("none")
    expect(lab.lab.locator('[data-table="mistake-weights"]')).to_have_count(0)


def test_paper_gets_every_step(lab: LabPage) -> None:
    assert lab.page.evaluate(PRESS)[1] == ["0.500", "true"]
    lab.page.pdf()
    expect(lab.cell("weights", 1, 0)).to_have_text("0")


def test_what_the_focus_enters_is_drawn_before_anything_can_be_read_there(lab: LabPage) -> None:
    lab.setting("mistake").select_option("k0")
    lab.page.clock.run_for(101)
    late = lab.page.evaluate(f"() => [({PRESS})(), ({ENTER})()]")
    assert late == [[["1", None], ["0.500", "true"]], [None, None, "true"]]
    expect(lab.cell("weights", 1, 0)).to_have_text("0")
    expect(lab.story).to_have_text("cat gives PAD (0) a weight of exactly 0: it is padding.")


def test_words_are_found_in_what_is_right(lab: LabPage) -> None:
    assert lab.page.evaluate(PRESS)[1] == ["0.500", "true"]
    # The window loses the focus when its browser opens a field to find words.
    lab.page.evaluate("() => window.dispatchEvent(new Event('blur'))")
    expect(lab.cell("weights", 1, 0)).to_have_text("0")
    expect(lab.lab.locator("[aria-busy]")).to_have_count(0)


def test_a_lab_that_left_the_page_draws_no_more(lab: LabPage) -> None:
    gone = """() => {
      const lab = document.querySelector(".lab");
      lab.remove();
      window.dispatchEvent(new Event("beforeprint"));
      return lab.querySelector('[data-table="weights"] [data-cell="1,0"]').textContent;
    }"""
    assert lab.page.evaluate(f"() => [({PRESS})()[1], ({gone})()]") == [["0.500", "true"], "0.500"]


def test_nothing_is_told_of_a_cell_that_the_change_takes_away(lab: LabPage) -> None:
    lab.cell("weights", 4, 4).dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
    expect(lab.story).to_contain_text("PAD (4)")
    lab.lab.locator("[data-act=fewer]").dispatch_event("click")
    assert lab.story.text_content() == "9 of 16 cells are open."
    expect(lab.cell("weights", 4, 4)).to_have_count(0)
