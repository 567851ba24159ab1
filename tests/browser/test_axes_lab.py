"""The axes lab, by keyboard alone, by touch and by pointer, on its own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.learner import PUT
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/axes/"), "axes")


def followed(lab: LabPage) -> list[tuple[str | None, str | None]]:
    """The table and the place of each followed number."""
    lab.settle()
    cells = lab.lab.locator("td.followed").all()
    return [
        (cell.locator("xpath=ancestor::table").get_attribute("data-table"), cell.get_attribute("data-cell"))
        for cell in cells
    ]


def test_by_pointer_a_number_is_followed_through_every_table(lab: LabPage) -> None:
    lab.cell("heads-0-1", 1, 0).click()
    expect(lab.said).to_contain_text("The followed number 12 is word 1, column 2: head 1.")
    assert followed(lab) == [
        ("Q-0", "1,2"),
        ("split-0-1", "1,0"),
        ("heads-0-1", "1,0"),
        ("wrong-heads-0-1", "0,0"),
        ("merged-0", "1,2"),
        ("wrong-merged-0", "2,0"),
    ]
    codes = lab.lab.locator(".axes-trail code").all_text_contents()
    assert codes == ["Q[0, 1, 2]", "[0, 1, 1, 0]", "heads[0, 1, 1, 0]", "[0, 1, 2]"]
    lab.cell("wrong-heads-0-1", 1, 1).hover()
    expect(lab.story).to_contain_text("Here head 1 has it, though it belongs to head 0")
    expect(lab.cell("Q-0", 2, 1)).to_have_attribute("data-lit", "cell")
    expect(lab.cell("W", 0, 1)).to_have_attribute("data-lit", "cell")
    assert problems(lab.learner) == []


def test_a_task_puts_the_number_that_it_asks_for_though_the_sizes_change(lab: LabPage) -> None:
    lab.page.evaluate(PUT, {"lab": "axes", "state": "d=3 follow=6"})
    expect(lab.said).to_contain_text("is word 1, column 0: head 0.")
    lab.page.evaluate(PUT, {"lab": "axes", "state": "B=1 T=3 H=2 d=2 follow=6"})
    expect(lab.said).to_contain_text("The followed number 12 is word 1, column 2: head 1.")


def test_by_keyboard_alone(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-axes [data-tool=reset]").focus()
    tab_to(lab.learner, "#lab-axes [data-field=B]")
    keys.press("ArrowRight")
    expect(lab.lab.locator("[data-table^=heads]")).to_have_count(4)
    tab_to(lab.learner, '[data-table="Q-1"] [data-cell="0,0"]')
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        keys.press(key)
    expect(lab.said).to_contain_text("The followed number 111 is word 1, column 1")
    expect(lab.lab.locator(".axes-trail code").first).to_have_text("Q[1, 1, 1]")


def test_by_touch_sizes_change_and_the_number_stays(visit: Visit) -> None:
    lab = LabPage(
        visit("labs/axes/", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True), "axes"
    )
    lab.cell("Q-0", 1, 3).tap()
    expect(lab.story).to_contain_text("13 is word 1, column 3")
    lab.lab.locator("[data-field=H]").select_option("4")
    assert followed(lab)[0] == ("Q-0", "1,3")
    lab.lab.locator("[data-field=H]").select_option("1")
    expect(lab.lab.get_by_text("Here both ways give the same: with one head")).to_be_visible()
    expect(lab.lab.locator("td.differs")).to_have_count(0)


def test_a_link_brings_the_state_back_and_open_in_editor_has_the_line(visit: Visit) -> None:
    lab = LabPage(visit("labs/axes/"), "axes")
    lab.lab.locator("[data-field=d]").fill("3")
    lab.cell("merged-0", 0, 4).click()
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "axes")
    expect(there.notice).to_be_empty()
    assert followed(there) == followed(lab)
    assert there.numbers("merged-0") == lab.numbers("merged-0")
    there.cell("wrong-heads-0-1", 0, 0).click()
    there.tool("Open in editor").click()
    expect(there.page.locator("scratch-cell .cm-content")).to_contain_text(
        "wrong_heads_0_1 = Q.reshape(B, H, T, d)[0, 1]"
    )
