"""The convention lab, by keyboard alone, by touch and by pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/convention/"), "convention")


def select(lab: LabPage, name: str) -> Locator:
    return lab.lab.get_by_role("combobox", name=name, exact=True)


def test_by_pointer_the_same_mask_is_read_in_two_ways(lab: LabPage) -> None:
    assert lab.numbers("wrong") == [
        ["0", "9", "0", "0"],
        ["9", "0", "9", "9"],
        ["9", "0", "0", "3"],
        ["0", "9", "0", "3"],
    ]
    assert lab.numbers("weights") == [["0.000", "0.500", "0.500"], ["0.000", "0.000", "1.000"], ["–"] * 3]
    lab.cell("adds", 0, 0).hover()
    expect(lab.story).to_have_text("−∞ is added, so the cell is closed. It should be open.")
    expect(lab.cell("blocked", 0, 0)).to_have_attribute("data-lit", "cell")
    select(lab, "to").select_option("mha")
    expect(lab.said).to_have_text(
        "Function: torch MHA: True = blocked. torch MHA handed blocked: every cell is read as meant. "
        "A fill of −10: 6 weights differ."
    )
    assert lab.numbers("weights") == lab.numbers("wanted")
    assert lab.lab.locator('[data-table="weights"] .differs').count() == 0
    lab.cell("wrong", 2, 3).click()
    expect(select(lab, "to")).to_have_value("sdpa")
    expect(select(lab, "Hand over")).to_have_value("floats")
    expect(lab.lab.get_by_text("a 1 closes nothing.")).to_be_visible()
    assert lab.numbers("adds") == [["0", "1", "1"], ["0", "0", "1"], ["0", "0", "0"]]
    assert problems(lab.learner) == []


def test_by_keyboard_alone(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-convention [data-tool=reset]").focus()
    tab_to(lab.learner, '#lab-convention [data-act=relation][data-name="open"]')
    keys.press("Space")
    expect(lab.said).to_contain_text("Blocked: 0 of 9 cells.")
    tab_to(lab.learner, '#lab-convention [data-table="additive"] [tabindex="0"]')
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    expect(lab.story).to_have_text("met may look at met: additive says 0. Press to close it.")
    keys.press("Enter")
    for table, text in {"blocked": "True", "allowed": "False", "additive": "−∞"}.items():
        expect(lab.cell(table, 1, 1)).to_have_text(text)
    assert lab.focused_cell() == "additive 1,1"
    tab_to(lab.learner, '#lab-convention [data-table="wrong"] [tabindex="0"]')
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        keys.press(key)
    expect(lab.said).to_contain_text("torch MHA handed blocked: every cell is read as meant.")
    keys.press("ControlOrMeta+z")
    expect(lab.said).to_contain_text("Undone. Function: torch SDPA: True = may look.")


def test_by_touch_a_finite_fill_hides_an_empty_row(visit: Visit) -> None:
    options = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    lab = LabPage(visit("labs/convention/", **options), "convention")
    lab.lab.get_by_label("float16").tap()
    expect(lab.lab.get_by_label("float16")).to_be_checked()
    select(lab, "In place of −∞").select_option("-65504")
    for column in range(3):
        if lab.text("blocked", 0, column) == "False":
            lab.cell("blocked", 0, column).tap()
            expect(lab.cell("blocked", 0, column)).to_have_text("True")
    assert lab.numbers("finite")[0] == ["0.333"] * 3
    assert lab.numbers("infinite")[0] == ["–"] * 3
    expect(lab.lab.get_by_text("✗ Ann may look nowhere.", exact=True)).to_be_visible()
    select(lab, "In place of −∞").select_option("-1e9")
    expect(lab.lab.get_by_text("−1e9 does not fit and becomes −∞.")).to_be_visible()
    assert lab.numbers("finite") == lab.numbers("infinite")
    assert lab.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_link_brings_the_state_back(visit: Visit, lab: LabPage) -> None:
    select(lab, "to").select_option("mha")
    lab.lab.get_by_label("float16").check()
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "convention")
    expect(there.notice).to_be_empty()
    expect(there.lab.get_by_label("float16")).to_be_checked()
    assert there.numbers("weights") == lab.numbers("weights")


def test_a_link_with_a_relation_that_is_none_gives_the_first_state(visit: Visit) -> None:
    lab = LabPage(visit("labs/convention/?lab-convention=blocked=0,2,1"), "convention")
    expect(lab.notice).to_contain_text("'0,2,1' is no value of blocked. This is the first state.")
    assert lab.numbers("blocked")[0] == ["False", "True", "True"]
