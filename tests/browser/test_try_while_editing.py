"""A task in a lab is checked while the lab is being changed: by pointer and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.lab_page import LabPage
from tests.browser.static_site import StaticSite
from tests.browser.test_late_steps import FRAMES


@pytest.fixture
def lab(visit: Visit, site: StaticSite) -> LabPage:
    kept = gates_open(site)
    for origin in kept["origins"]:
        origin["localStorage"] = [
            one for one in origin["localStorage"] if not one["name"].endswith(":masks-apart")
        ]
    lab = LabPage(visit(storage_state=kept), "mask")
    lab.setting("scores").select_option("typed")
    # What is drawn late would move what is pressed.
    lab.settle()
    lab.page.evaluate(FRAMES)
    return lab


def task(lab: LabPage) -> Locator:
    return lab.page.locator("try-task[data-id=masks-apart]")


def test_a_verdict_goes_when_the_lab_is_changed_and_comes_with_the_state_that_is_asked_for(
    lab: LabPage,
) -> None:
    task(lab).get_by_role("button", name="Check").press("Enter")
    expect(task(lab)).to_have_attribute("data-verdict", "wrong")
    expect(task(lab)).to_contain_text("Causal mask is on")
    lab.setting("causal").uncheck()
    expect(task(lab).locator(".feedback")).to_be_empty()
    lab.lab.locator('[data-act=pad][data-place="3"]').click()
    expect(task(lab).locator(".feedback")).to_be_empty()
    lab.lab.locator('[data-act=pad][data-place="4"]').click()
    expect(task(lab)).to_have_attribute("data-verdict", "right")
    expect(lab.lab.locator('[data-act=pad][data-place="4"]')).to_be_focused()
    lab.setting("causal").check()
    expect(task(lab)).to_have_attribute("data-state", "passed")


@pytest.mark.parametrize(("typed", "kept", "notice"), [("7", "7", ""), ("abc", "0.0", "is not a number")])
def test_a_press_on_check_takes_in_what_is_being_typed(
    lab: LabPage, typed: str, kept: str, notice: str
) -> None:
    check, mouse = task(lab).get_by_role("button", name="Check"), lab.page.mouse
    field = lab.cell("scores", 1, 1).locator("input")
    field.fill(typed)
    check.scroll_into_view_if_needed()
    box = check.bounding_box()
    assert box
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    lab.page.wait_for_timeout(150)
    mouse.up()
    expect(task(lab)).to_have_attribute("data-verdict", "wrong")
    assert lab.text("scores", 1, 1).startswith(kept)
    expect(lab.notice).to_contain_text(notice)


def test_by_keyboard_what_is_typed_is_kept_and_then_checked(lab: LabPage) -> None:
    field = lab.cell("scores", 1, 1).locator("input")
    field.fill("2.5")
    check = task(lab).get_by_role("button", name="Check")
    check.focus()
    lab.page.keyboard.press("Enter")
    expect(task(lab)).to_have_attribute("data-verdict", "wrong")
    assert lab.text("scores", 1, 1) == "2.5"
    expect(check).to_be_focused()
