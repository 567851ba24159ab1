"""The leak lab, by keyboard alone, by touch and by pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/leak/"), "leak")


def word(lab: LabPage, place: int) -> Locator:
    return lab.lab.locator(f'[data-act=change][data-place="{place}"]')


def moved(lab: LabPage) -> list[str]:
    """What stands beside each word of the outputs after the change."""
    lab.settle()
    return lab.lab.locator('[data-table="after"] tbody th').all_text_contents()


def test_by_pointer_the_causal_mask_keeps_earlier_outputs_still(lab: LabPage) -> None:
    assert moved(lab) == ["the · ✗ moved", "cat · ✗ moved", "saw · ✗ moved", "a · ✗ moved", "dog · changed"]
    lab.lab.get_by_role("combobox", name="Mask", exact=True).select_option("onestep")
    assert moved(lab) == ["the · ✓ still", "cat · ✓ still", "saw · ✓ still", "a · ✗ moved", "dog · changed"]
    assert lab.lab.locator('[data-table="after"] .differs').count() == 2
    expect(lab.said).to_have_text(
        "Mask: one step too far: k = 2. dog changed; 1 of 4 earlier outputs moved: a looked ahead. "
        "Loss of the guess: 0.005013."
    )
    lab.cell("weights", 3, 4).hover()
    expect(lab.story).to_contain_text("this is how the change gets in.")
    expect(lab.cell("blocked", 3, 4)).to_have_attribute("data-lit", "cell")
    lab.lab.get_by_role("combobox", name="Mask", exact=True).select_option("causal")
    assert [text[-5:] for text in moved(lab)[:4]] == ["still"] * 4
    assert lab.numbers("before")[:4] == lab.numbers("after")[:4]
    assert lab.numbers("losses") == [["0.500000", "0.693147"]] * 2
    assert problems(lab.learner) == []


def test_by_keyboard_alone(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-leak [data-tool=reset]").focus()
    tab_to(lab.learner, '#lab-leak [data-act=change][data-place="4"]')
    keys.press("Space")
    expect(lab.said).to_contain_text("Changed: none. No word is changed.")
    keys.press("Shift+Tab")
    keys.press("Enter")
    expect(lab.said).to_contain_text(
        "a changed; 3 of 3 earlier outputs moved: the, cat and saw looked ahead."
    )
    tab_to(lab.learner, '#lab-leak [data-table="changed"] input[tabindex="0"]')
    for _ in range(2):
        keys.press("ArrowDown")
    keys.press("ArrowRight")
    assert lab.focused_cell() == "changed 2,1"
    keys.type("-1.5")
    keys.press("Enter")
    expect(lab.said).to_contain_text(
        "saw and a changed; 2 of 2 earlier outputs moved: the and cat looked ahead."
    )
    tab_to(lab.learner, '#lab-leak [data-table="after"] [tabindex="0"]')
    expect(lab.story).to_contain_text("It looked ahead.")
    keys.press("ControlOrMeta+z")
    keys.press("ControlOrMeta+z")
    expect(lab.said).to_contain_text("Undone. Changed: none. No word is changed.")


def test_by_touch(visit: Visit) -> None:
    options = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    lab = LabPage(visit("labs/leak/", **options), "leak")
    word(lab, 2).tap()
    expect(word(lab, 2)).to_have_attribute("aria-pressed", "true")
    expect(lab.said).to_contain_text("saw and dog changed; 2 of 2 earlier outputs moved")
    lab.cell("blocked", 0, 3).tap()
    expect(lab.story).to_have_text("the may look at a, which comes later. This cell should be closed.")
    lab.lab.get_by_label("Next word").select_option("blue")
    lab.lab.get_by_label("BOS gives the answer weight,").select_option("9")
    assert lab.numbers("oracle-p") == [["0.05", "0.95"]]
    assert lab.numbers("losses")[0] == ["0.950000", "0.051293"]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("abc", "is not a number"),
        ("", "was empty"),
        ("1e999", "is too large"),
        ("-0", "is just 0"),
        ("0,5", "Write a point: 0.5"),
    ],
)
def test_a_malformed_number_is_refused_with_a_word(lab: LabPage, typed: str, why: str) -> None:
    kept = lab.numbers("after")
    field = lab.cell("changed", 1, 0).locator("input")
    field.fill(typed)
    field.press("Enter")
    expect(lab.notice).to_contain_text(why)
    expect(lab.notice).to_contain_text("The cell keeps 1.2.")
    expect(field).to_have_value("1.2")
    assert lab.numbers("after") == kept


def test_a_link_brings_the_state_back(visit: Visit, lab: LabPage) -> None:
    word(lab, 2).click()
    lab.lab.get_by_role("combobox", name="Mask", exact=True).select_option("onestep")
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "leak")
    assert there.numbers("after") == lab.numbers("after")
    expect(there.notice).to_be_empty()
