"""The cost lab, by keyboard alone, by touch and by pointer, on its own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/cost/"), "cost")


def size(lab: LabPage, name: str) -> Locator:
    return lab.lab.locator(f"[data-act=size][data-size={name}]")


def test_by_pointer_twice_the_words_are_four_times_the_scores(lab: LabPage) -> None:
    assert lab.numbers("cost")[2] == ["18", "144"]
    lab.lab.get_by_role("button", name="T, words × 2").click()
    expect(lab.said).to_have_text(
        "Words T: 6. 72 scores take 576 bytes; 64 parameters take 512 bytes, whatever H = 2 is."
    )
    assert lab.numbers("cost")[2] == ["72", "576"]
    parameters = lab.numbers("cost")[3]
    lab.lab.get_by_role("button", name="H, heads × 2").click()
    assert lab.numbers("cost")[2] == ["144", "1152"]
    assert lab.numbers("cost")[3] == parameters
    lab.cell("growth", 2, 1).click()
    expect(size(lab, "T")).to_have_value("4")
    lab.cell("cost", 2, 0).hover()
    expect(lab.story).to_contain_text("scores: B · H · T · T = 1 · 4 · 4 · 4 = 64 numbers.")
    expect(lab.cell("growth", 2, 1)).to_have_attribute("data-lit", "cell")


def test_by_keyboard_alone(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-cost [data-tool=reset]").focus()
    tab_to(lab.learner, "#lab-cost [data-act=size][data-size=T]")
    keys.press("ControlOrMeta+a")
    keys.type("9")
    keys.press("Enter")
    assert [row[0] for row in lab.numbers("takeovers")] == ["7", "6", "9"]
    expect(lab.lab.get_by_text("At T = 9 the scores outweigh Q, K and V")).to_be_visible()
    tab_to(lab.learner, '#lab-cost [data-act=example][data-example="model"]')
    keys.press("Enter")
    assert [row[0] for row in lab.numbers("takeovers")] == ["193", "444", "1537"]
    expect(lab.lab.get_by_role("img")).to_have_attribute("aria-label", lab_label(193, 444))
    assert problems(lab.learner) == []


def lab_label(projected: int, parameters: int) -> str:
    return (
        "Numbers against words, from 1 to 4096 words. The parameters stay level, Q, K and V rise with T, "
        f"the scores rise twice as steeply: they pass Q, K and V at T = {projected} and the parameters at "
        f"T = {parameters}. The table beside has the numbers."
    )


def test_by_touch(visit: Visit) -> None:
    lab = LabPage(
        visit("labs/cost/", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True), "cost"
    )
    lab.lab.get_by_role("button", name="a long text").tap()
    expect(size(lab, "T")).to_have_value("32768")
    lab.cell("cost", 2, 1).tap()
    expect(lab.story).to_contain_text("of 2 bytes take 25.8 GB.")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "was empty"),
        ("abc", "is not a whole number"),
        ("1e999", "is not a whole number"),
        ("-0", "is less than 1"),
        ("0,5", "is not whole"),
        ("65537", "goes up to 65536"),
    ],
)
def test_a_malformed_size_is_refused_with_a_word(lab: LabPage, typed: str, why: str) -> None:
    kept = lab.numbers("cost")
    field = size(lab, "T")
    field.fill(typed)
    field.press("Enter")
    expect(lab.notice).to_contain_text(why)
    expect(lab.notice).to_contain_text("T stays at 3.")
    expect(field).to_have_value("3")
    assert lab.numbers("cost") == kept


def test_a_link_brings_the_state_back(visit: Visit) -> None:
    lab = LabPage(visit("labs/cost/"), "cost")
    for name, value in (("C", "6"), ("H", "3"), ("B", "5")):
        size(lab, name).fill(value)
        size(lab, name).press("Enter")
    expect(lab.notice).to_be_empty()
    lab.lab.locator("[data-field=bytes]").select_option("2")
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "cost")
    expect(there.notice).to_be_empty()
    for table in ("cost", "work", "takeovers", "growth"):
        assert there.numbers(table) == lab.numbers(table)
