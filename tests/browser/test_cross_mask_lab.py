"""The cross-mask lab, by keyboard alone, by touch and by pointer, on its own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/cross-mask/"), "cross-mask")


def test_by_pointer_a_block_is_chosen_and_sizes_follow(lab: LabPage) -> None:
    expect(lab.lab.get_by_text("16 of 20 cells are open.").first).to_be_visible()
    lab.cell("who", 6, 7).click()
    expect(lab.said).to_have_text(
        "Attention: decoder self-attention. In decoder self-attention the scores are (4, 4): "
        "9 of 16 cells are open."
    )
    assert len(lab.numbers("blocked")) == len(lab.numbers("blocked")[0]) == 4
    lab.cell("who", 0, 8).click()
    expect(lab.notice).to_have_text("No attention has this block: the source never sees the target.")
    lab.cell("sizes", 2, 0).click()
    lab.lab.get_by_role("button", name="Remove the last word of the target").click()
    assert [len(lab.numbers("blocked")), len(lab.numbers("blocked")[0])] == [3, 5]
    lab.cell("weights", 1, 2).hover()
    expect(lab.story).to_have_text("the gives est a weight of 0.25.")
    expect(lab.cell("who", 6, 2)).to_have_attribute("data-lit", "cell")


def test_by_keyboard_alone(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-cross-mask [data-tool=reset]").focus()
    tab_to(lab.learner, '#lab-cross-mask [data-side=source][data-act=pad][data-place="0"]')
    keys.press("Space")
    assert [row[0] for row in lab.numbers("blocked")] == ["1"] * 4
    tab_to(lab.learner, '[data-table="who"] [data-cell="0,0"]')
    keys.press("Enter")
    expect(lab.lab.locator("[data-field=attention]")).to_have_value("encoder")
    tab_to(lab.learner, '[data-table="sizes"] [data-cell="0,0"]')
    for _ in range(3):
        keys.press("ArrowDown")
    expect(lab.story).to_contain_text("In prefix-LM the queries are made of source and target in one row")
    keys.press("Space")
    assert len(lab.numbers("weights")) == 9


def test_by_touch(visit: Visit) -> None:
    lab = LabPage(
        visit("labs/cross-mask/", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True),
        "cross-mask",
    )
    lab.cell("padding", 0, 0).tap()
    expect(lab.said).to_contain_text("Padding in the source: le (0) and là (4).")
    lab.cell("who", 1, 1).tap()
    expect(lab.setting("attention")).to_have_value("encoder")
    assert len(lab.numbers("weights")) == 5
    lab.cell("weights", 1, 0).tap()
    expect(lab.story).to_have_text("chat gives PAD (source 0) a weight of exactly 0: it is padding.")


def test_the_wrong_padding_mask_stops_or_slips_through(lab: LabPage) -> None:
    lab.lab.get_by_label("Beside it, a mistake").select_option("padding")
    expect(lab.lab.get_by_text("4 columns do not fit 5 keys")).to_be_visible()
    lab.lab.get_by_role("button", name="Remove the last word of the source").click()
    wrong, right = lab.numbers("mistake-blocked"), lab.numbers("right-blocked")
    assert [row[3] for row in wrong] == ["1"] * 4
    assert [row[3] for row in right] == ["0"] * 4
    expect(lab.lab.locator('[data-table="mistake-weights"] td.differs')).to_have_count(16)
    assert problems(lab.learner) == []


def test_a_malformed_word_is_refused_and_a_link_brings_the_state_back(visit: Visit) -> None:
    lab = LabPage(visit("labs/cross-mask/"), "cross-mask")
    text = lab.lab.get_by_label("Text of target word 2")
    for nonsense, why in [("", "cannot be empty"), ("two words", "no blanks"), ("a" * 13, "12 letters")]:
        text.fill(nonsense)
        text.press("Enter")
        expect(lab.notice).to_contain_text(why)
        expect(text).to_have_value("cat")
    text.fill("dog")
    text.press("Enter")
    lab.lab.locator("[data-field=attention]").select_option("decoder")
    lab.lab.locator("[data-field=scores]").select_option("random")
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "cross-mask")
    expect(there.notice).to_be_empty()
    for table in ("who", "hidden", "weights"):
        assert there.numbers(table) == lab.numbers(table)
