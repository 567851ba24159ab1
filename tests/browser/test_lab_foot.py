"""What a lab takes back, and what it says at its foot: shown with the mask lab, the same for all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage

FIRST_WORD = '[data-act=pad][data-place="0"]'

# Whether the cell that has the focus is what a finger would touch, from its top to its bottom.
SEEN = """() => {
  const cell = document.activeElement.closest("[data-cell]");
  const { left, width, top, bottom } = cell.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) => cell.contains(document.elementFromPoint(left + width / 2, y)));
}"""


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/mask/"), "mask")


def test_undo_redo_and_reset(lab: LabPage) -> None:
    first = lab.html()
    lab.lab.locator(FIRST_WORD).click()
    lab.setting("causal").uncheck()
    changed = lab.html()
    lab.tool("Undo").click()
    lab.tool("Undo").click()
    assert lab.html() == first
    expect(lab.tool("Undo")).to_be_disabled()
    lab.tool("Redo").click()
    lab.tool("Redo").click()
    assert lab.html() == changed
    expect(lab.setting("causal")).not_to_be_checked()
    lab.tool("Reset").click()
    assert lab.html() == first
    expect(lab.said).to_contain_text("Back to the first state.")
    lab.page.keyboard.press("ControlOrMeta+z")
    assert lab.html() == changed
    lab.tool("Undo").click()
    expect(lab.said).to_contain_text("Undone. Causal mask: on.")


@pytest.mark.parametrize("after", ["Undo", "Redo", "Reset", "the same number", "the same word"])
def test_a_notice_goes_with_what_it_was_about(lab: LabPage, after: str) -> None:
    lab.setting("scores").select_option("typed")
    lab.lab.locator(FIRST_WORD).click()
    if after == "Redo":
        lab.tool("Undo").click()
    field = lab.cell("scores", 1, 0).locator("input")
    field.fill("abc")
    field.press("Enter")
    expect(lab.notice).to_contain_text("is not a number")
    if after == "the same number":
        field.fill("0 ")
        field.press("Enter")
    elif after == "the same word":
        lab.lab.get_by_label("Text of word 1").fill("cat")
        lab.lab.get_by_label("Text of word 1").press("Enter")
    else:
        lab.tool(after).click()
    expect(lab.notice).to_be_empty()
    expect(lab.lab.locator("[aria-invalid]")).to_have_count(0)


# Where the foot is, once its place lies below the screen's edge.
FOOT = """() => {
  const { top } = document.querySelector(".lab").getBoundingClientRect();
  scrollBy(0, top - innerHeight / 2);
  return Math.round(document.querySelector("[data-foot]").getBoundingClientRect().bottom - innerHeight);
}"""


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_the_story_covers_nothing_before_the_learner_is_at_the_lab(
    visit: Visit, width: int, height: int, scripts: bool
) -> None:
    learner = visit(
        "labs/mask/",
        viewport={"width": width, "height": height},
        java_script_enabled=scripts,
        faulty=not scripts,
    )
    learner.page.mouse.move(0, 0)
    assert learner.page.evaluate(FOOT) > 200
    if scripts:
        expect(learner.page.locator("#lab-mask [data-tools]").first).to_be_visible()
        learner.page.locator("#lab-mask [data-act=pad]").first.press("Enter")
        learner.page.locator("h1").click()
        learner.until(lambda: learner.page.evaluate(FOOT) == 0, "what was done to be told in sight of it")


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_the_story_covers_no_cell_that_has_the_focus(visit: Visit, width: int, height: int) -> None:
    lab = LabPage(visit("labs/mask/", viewport={"width": width, "height": height}), "mask")
    lab.setting("scores").select_option("typed")
    for _ in range(3):
        lab.lab.get_by_role("button", name="Add a word").click()
    for table in ("copied", "scores", "weights"):
        for key in ("ArrowDown", "ArrowUp"):
            first = lab.cell(table, 0 if key == "ArrowDown" else 7, 1)
            place_first = """(cell) => {
              const to = innerHeight - document.querySelector("[data-foot]").offsetHeight - 20;
              scrollBy(0, cell.getBoundingClientRect().bottom - to);
            }"""
            first.evaluate(place_first)
            first.evaluate("(cell) => (cell.querySelector('input') ?? cell).focus({ preventScroll: true })")
            for _ in range(7):
                lab.page.keyboard.press(key)
                assert lab.page.evaluate(SEEN), f"{lab.focused_cell()} is covered"
