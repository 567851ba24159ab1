"""The scores lab, by keyboard alone, by touch and by pointer, on its own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/scores/"), "scores")


def control(lab: LabPage, name: str) -> Locator:
    return lab.lab.locator(f"[data-field={name}]")


def test_by_pointer_random_keys_saturate_and_the_divisor_helps(lab: LabPage) -> None:
    assert lab.numbers("weights")[0] == ["0.401", "0.198", "0.401"]
    assert lab.numbers("output")[2] == ["1.576", "1.432"]
    control(lab, "source").select_option("random")
    control(lab, "dk").fill("64")
    control(lab, "scale").uncheck()
    expect(lab.said).to_contain_text("Saturated: cat and sat.")
    expect(lab.lab.locator('[data-table="weights"] th').filter(has_text="cat · saturated")).to_be_visible()
    assert problems(lab.learner) == []
    control(lab, "scale").check()
    expect(lab.said).to_contain_text("No row is saturated.")
    lab.cell("weights", 1, 0).hover()
    expect(lab.story).to_contain_text("cat gives the a weight of")
    expect(lab.cell("scores", 1, 0)).to_have_attribute("data-lit", "cell")


def test_by_keyboard_alone_one_score_is_typed(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-scores [data-tool=reset]").focus()
    tab_to(lab.learner, "#lab-scores [data-field=source]")
    keys.press("End")
    expect(control(lab, "source")).to_have_value("typed")
    before = lab.numbers("weights")
    tab_to(lab.learner, '[data-table="raw"] [data-cell="0,0"] input')
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    keys.type("5")
    keys.press("Enter")
    assert lab.text("raw", 1, 1) == "5"
    now = lab.numbers("weights")
    assert (now[0], now[2]) == (before[0], before[2])
    assert float(now[1][1]) > 0.9
    lab.page.locator("#lab-scores [data-field=temperature]").focus()
    keys.press("End")
    expect(control(lab, "temperature")).to_have_value("10")
    assert all(float(weight) < 0.6 for row in lab.numbers("weights") for weight in row)


def test_by_touch_on_a_narrow_page(visit: Visit) -> None:
    small = {"width": 320, "height": 700}
    lab = LabPage(visit("labs/scores/", viewport=small, has_touch=True, is_mobile=True), "scores")
    control(lab, "scale").tap()
    # The browser makes a click of a tap a moment after it.
    expect(control(lab, "scale")).not_to_be_checked()
    assert lab.numbers("scores") == lab.numbers("raw")
    lab.cell("slopes", 1, 2).tap()
    expect(lab.story).to_contain_text("Were its score a little higher")
    lab.cell("output", 0, 1).tap()
    expect(lab.lab.locator('[data-part="numpy"]')).to_have_text("output = weights @ V")
    assert lab.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_malformed_number_is_refused_and_a_link_brings_the_state_back(visit: Visit) -> None:
    lab = LabPage(visit("labs/scores/", color_scheme="dark"), "scores")
    number, kept = lab.cell("X", 0, 0).locator("input"), lab.html()
    refusals = [
        ("abc", "not a number"),
        ("", "empty"),
        ("1e999", "too large"),
        ("-0", "just 0"),
        ("0,5", "0.5"),
    ]
    for typed, why in refusals:
        number.fill(typed)
        number.press("Enter")
        expect(lab.notice).to_contain_text(why)
        expect(number).to_have_value("1")
        assert lab.html() == kept
    number.fill("2.5")
    number.press("Enter")
    control(lab, "temperature").fill("0.3")
    assert problems(lab.learner) == []
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "scores")
    expect(there.notice).to_be_empty()
    assert there.text("X", 0, 0) == "2.5"
    assert there.numbers("output") == lab.numbers("output")
    broken = LabPage(visit("labs/scores/?lab-scores=dk=900"), "scores")
    expect(broken.notice).to_contain_text("This is the first state.")
    assert broken.numbers("weights")[0] == ["0.401", "0.198", "0.401"]


def test_without_scripts_it_shows_its_first_state(visit: Visit) -> None:
    lab = visit("labs/scores/", java_script_enabled=False).page.locator("#lab-scores")
    expect(lab.locator('[data-table="weights"] [data-cell="0,0"]')).to_have_text("0.401")
    expect(lab).to_contain_text("Moving things in it needs scripts.")
