"""Gates: what follows waits, and says what for."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.course_answers import gates, question
from tests.browser.test_late_steps import FRAMES


def test_a_gate_opens_when_everything_it_needs_is_done(visit: Visit) -> None:
    learner = visit()
    gate = learner.page.locator("level-gate").first
    exercise = learner.item("causal-mask")
    needs = gates()[0].needs
    for id in needs:
        expect(gate).to_be_visible()
        expect(gate.locator("a:not(.done)")).to_have_count(len(needs) - needs.index(id))
        expect(exercise).to_be_hidden()
        learner.answer_right(learner.item(id), question(id))
    expect(exercise).to_be_visible()
    expect(gate).to_be_hidden()
    expect(learner.page.locator("#announcer")).to_have_text("The next part is open.")
    # The next part has a gate of its own.
    expect(learner.page.locator("level-gate:not([data-open])").first).to_be_visible()
    expect(learner.item("zero-is-not-nothing")).to_be_hidden()
    # Nothing was announced by opening what was open before.
    learner.page.reload()
    expect(exercise).to_be_visible()
    expect(learner.page.locator("#announcer")).to_be_empty()


def test_a_link_into_a_closed_part_leads_to_its_gate_and_says_so(visit: Visit) -> None:
    learner = visit()
    gate = learner.page.locator("level-gate").first
    learner.page.get_by_role("link", name="Section 3").click()
    expect(gate).to_be_focused()
    expect(gate).to_be_in_viewport()
    expect(learner.page.locator("#announcer")).to_have_text("That part is still closed.")
    # The same link once more says it once more, though the address stays.
    learner.page.evaluate("document.activeElement.blur()")
    learner.page.get_by_role("link", name="Section 3").click()
    expect(gate).to_be_focused()
    # The links of the gate lead to what is still to do.
    gate.locator("a").last.click()
    expect(learner.item(gates()[0].needs[-1])).to_be_in_viewport()


def test_a_page_opened_at_a_closed_part_shows_its_gate(visit: Visit) -> None:
    learner = visit("levels/masks-and-heads/#item-causal-head")
    expect(learner.page.locator("level-gate").first).to_be_focused()
    expect(learner.page.locator("level-gate").first).to_be_in_viewport()


def test_an_address_cut_short_breaks_nothing(visit: Visit) -> None:
    learner = visit("levels/masks-and-heads/#%")
    expect(learner.page.locator("#recap-words")).to_contain_text("still to do")
    # The address is looked at after the first frame; an error of the page fails this test.
    learner.page.evaluate(FRAMES)
