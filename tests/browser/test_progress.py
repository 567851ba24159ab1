"""What was done is kept: over a reload, to the end of the level, and on the list of levels."""

from __future__ import annotations

from playwright.sync_api import expect

from builder.model import Exercise
from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import SLUG, gates, graded, question, test_items
from tests.browser.static_site import StaticSite

PRINTS = 'print("I ran by myself")\n\ndef causal_mask(L):\n    print("I ran")\n    return L\n'
STOP = f".stop[data-level={SLUG}]"


def test_a_reload_keeps_answers_progress_and_code_and_runs_nothing(visit: Visit, site: StaticSite) -> None:
    learner = visit(storage_state=gates_open(site))
    learner.give(learner.item("mask-shape"), "(6,)")
    learner.give(learner.item("left-padding"), "2")
    learner.give(learner.item("padding-at-the-end"), [3, 4])
    mask = learner.ready(learner.item("causal-mask"))
    learner.write(mask, PRINTS)
    # At once: what was typed a moment ago must be kept too.
    learner.page.reload()
    shape = learner.item("mask-shape")
    expect(shape.locator(".field")).to_have_value("(6,)")
    expect(shape.locator(".feedback")).to_contain_text("each asking word needs its own row")
    expect(learner.item("left-padding")).to_have_attribute("data-verdict", "right")
    several = learner.item("padding-at-the-end").locator("fieldset input")
    assert [box.is_checked() for box in several.all()] == [False, False, False, True, True]
    learner.ready(mask)
    assert learner.page.evaluate("document.querySelector('#item-causal-mask').code") == PRINTS
    expect(mask.locator(".cm-content")).to_contain_text("I ran by myself")
    expect(mask.locator("[data-results]")).to_be_hidden()
    expect(mask.locator("[data-verdict-card]")).to_be_hidden()
    expect(mask.locator("[data-status]")).to_be_empty()
    assert learner.verdicts() == []


def test_answering_everything_opens_each_gate_clears_the_level_and_opens_the_recap(visit: Visit) -> None:
    learner = visit()
    recap = learner.page.locator("#recap")
    expect(recap.get_by_text("You can now")).to_be_hidden()
    expect(learner.page.locator("#recap-words")).to_contain_text(
        f"{len(graded())} of {len(graded())} still to do"
    )
    for number, asked in enumerate(graded()):
        if number == 3:
            contents = learner.context.new_page()
            contents.goto(learner.site.base)
            stop = contents.locator(STOP)
            expect(stop.locator("[data-state]")).to_have_text(f"3 of {len(graded())} done")
            expect(stop).to_have_attribute("data-progress", "begun")
            learner.page.bring_to_front()  # behind another tab, a page draws once a second
        learner.answer_right(learner.item(asked.id), asked)
    expect(learner.page.locator("level-gate[data-open]")).to_have_count(len(gates()))
    expect(recap.get_by_text("You can now")).to_be_visible()
    expect(recap).to_contain_text("Cleared, every answer your own.")
    expect(learner.page.locator("#announcer")).to_contain_text("The level is cleared.")
    # The map of levels, open in another tab, has followed.
    expect(stop.locator("[data-state]")).to_have_text("cleared")
    expect(stop).to_have_attribute("data-progress", "cleared")
    learner.page.reload()
    expect(recap.get_by_text("You can now")).to_be_visible()


def test_the_levels_test_clears_it_and_opens_its_gates(visit: Visit) -> None:
    learner = visit()
    learner.page.locator("#skip-test > details > summary").click()
    *questions, exercise = test_items()
    assert isinstance(exercise, Exercise)
    for asked in questions:
        learner.answer_right(learner.test_item(asked.id), asked)
    expect(learner.page.locator("#skip-state")).to_be_empty()
    expect(learner.item("causal-mask")).to_be_hidden()
    learner.answer_right(learner.test_item(exercise.id), exercise)
    expect(learner.page.locator("#skip-state")).to_have_text("Passed. The level counts as cleared.")
    expect(learner.page.locator("#recap").get_by_text("You can now")).to_be_visible()
    expect(learner.page.locator("level-gate:not([data-open])")).to_have_count(0)
    expect(learner.item("causal-mask").locator(".question-label")).to_contain_text("skipped")
    # What was skipped can still be done.
    learner.answer_right(learner.item("diagonal-open"), question("diagonal-open"))
    assert learner.kept("progress:diagonal-open") == "passed"
    assert learner.kept("progress:mask-shape") == "skipped"
    learner.open("")
    expect(learner.page.locator(f"{STOP} [data-state]")).to_have_text("cleared by the test")


def test_an_exercise_that_stands_twice_keeps_two_drafts(visit: Visit, site: StaticSite) -> None:
    learner = visit(storage_state=gates_open(site))
    learner.page.locator("#skip-test > details > summary").click()
    first, second = (learner.ready(place("causal-head")) for place in (learner.item, learner.test_item))
    learner.write(first, "# in the text\n")
    learner.write(second, "# in the test\n")
    learner.page.reload()
    learner.ready(first)
    expect(first.locator(".cm-content")).to_contain_text("in the text")
    learner.page.locator("#skip-test > details > summary").click()
    learner.ready(second)
    expect(second.locator(".cm-content")).to_contain_text("in the test")
