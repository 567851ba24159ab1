"""Questions: what a learner is told for a right, a wrong and an unreadable answer."""

from __future__ import annotations

import html
import re

import pytest
from playwright.sync_api import Locator, expect

from builder.model import Answer, ChooseQuestion, Exercise, Try
from tests.browser.conftest import Visit
from tests.browser.course_answers import Question, graded, question, right, test_items, wrong
from tests.browser.learner import Learner, words


def plain(source: str) -> str:
    """HTML as a reader sees it, for texts without formulas."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", source))).strip()


def test_a_wrong_choice_is_told_why_it_is_wrong_and_a_right_one_why_it_is_right(student: Learner) -> None:
    asked, item = question("diagonal-open"), student.item("diagonal-open")
    student.give(item, [1])
    expect(item).to_have_attribute("data-verdict", "wrong")
    expect(item.locator(".feedback")).to_contain_text("Not yet")
    expect(item.locator(".feedback")).to_contain_text(plain(asked.answers[1].feedback_html))
    student.give(item, [0])
    expect(item).to_have_attribute("data-verdict", "right")
    expect(item.locator(".feedback")).to_contain_text(plain(asked.answers[0].feedback_html))


def test_a_changed_answer_has_no_verdict_until_it_is_checked(student: Learner) -> None:
    item = student.item("diagonal-open")
    student.give(item, [1])
    item.locator("fieldset input").nth(2).check()
    expect(item.locator(".feedback")).to_be_empty()


def test_several_right_choices_must_all_be_picked_and_no_wrong_one(student: Learner) -> None:
    asked, item = question("padding-at-the-end"), student.item("padding-at-the-end")
    every = right(asked)
    assert len(every) == 2
    student.give(item, every[:1])
    expect(item.locator(".feedback")).to_contain_text("So far right, not complete")
    expect(item.locator(".feedback")).to_contain_text("1 more is right.")
    student.give(item, [0, *every])
    expect(item.locator(".feedback")).to_contain_text(plain(asked.answers[0].feedback_html))
    student.give(item, every)
    expect(item).to_have_attribute("data-verdict", "right")


def test_a_known_wrong_number_gets_the_authors_words_and_another_one_a_direction(student: Learner) -> None:
    asked, item = question("open-cells"), student.item("open-cells")
    student.give(item, "6")
    expect(item.locator(".feedback")).to_contain_text(plain(asked.wrong[0].feedback_html))
    student.give(item, "99")
    expect(item.locator(".feedback")).to_contain_text("That is too large.")
    student.give(item, " 10.0 ")
    expect(item).to_have_attribute("data-verdict", "right")
    expect(item.locator(".feedback")).to_contain_text(plain(asked.explanation_html))


def test_a_shape_is_read_in_every_usual_form_and_reversed_axes_are_named(student: Learner) -> None:
    item = student.test_item("skip-padding-shape")
    unfold_test_of(student, item)
    student.give(item, "(7, 1, 3)")
    expect(item.locator(".feedback")).to_contain_text("in reverse order")
    for text in ("(3, 1, 7)", "3,1,7", "[3, 1, 7]", "3 x 1 x 7", "3×1×7"):
        student.give(item, "(3, 7)")
        expect(item).to_have_attribute("data-verdict", "wrong")
        student.give(item, text)
        expect(item).to_have_attribute("data-verdict", "right")


def test_every_foreseen_answer_of_the_level_gets_its_own_feedback(student: Learner) -> None:
    for places, blocks in ((student.item, graded()), (student.test_item, test_items())):
        for asked in blocks:
            if isinstance(asked, Exercise | Try):
                continue
            item = places(asked.id)
            unfold_test_of(student, item)
            told = set()
            for answer in wrong(asked):
                student.give(item, answer)
                expect(item).to_have_attribute("data-verdict", "wrong")
                told.add(words(item.locator(".feedback")))
            assert len(told) == len({answer.feedback_html for answer in listed_wrong(asked)})
            assert all(len(text) > len("Not yet") + 10 for text in told), told
            student.give(item, right(asked))
            expect(item).to_have_attribute("data-verdict", "right")


def unfold_test_of(student: Learner, item: Locator) -> None:
    """Has the level's test open where the item stands in it; another test may have opened it before."""
    if not item.is_visible():
        student.page.locator("#skip-test > details > summary").click()


def listed_wrong(asked: Question) -> list[Answer]:
    if isinstance(asked, ChooseQuestion):
        return [answer for answer in asked.answers if not answer.right]
    return list(asked.wrong)


@pytest.mark.parametrize(("text", "title"), [("", "Nothing typed"), ("ten", "Not a number")])
def test_what_cannot_be_read_is_no_try(student: Learner, text: str, title: str) -> None:
    item = student.item("left-padding")
    before = student.kept("answer:left-padding")
    student.give(item, text)
    expect(item).to_have_attribute("data-verdict", "neutral")
    expect(item.locator(".feedback")).to_contain_text(title)
    assert student.kept("answer:left-padding") == before


def test_after_three_different_tries_the_answer_may_be_shown_and_is_kept_as_shown(visit: Visit) -> None:
    learner = visit()
    item = learner.item("open-cells")
    show = item.get_by_role("button", name="Show me")
    for text in ("6", "ten", "16", "16"):
        learner.give(item, text)
        expect(show).to_be_hidden()
    learner.give(item, "12")
    show.click()
    expect(item).to_have_attribute("data-verdict", "shown")
    expect(item.locator(".field")).to_have_value("10")
    expect(item.locator(".feedback")).to_contain_text("The answer")
    expect(item.locator(".feedback")).to_be_focused()
    expect(item.locator(".question-label")).to_contain_text("answer shown")
    expect(learner.page.locator("#level-count")).to_contain_text("1 of them shown")
    assert learner.kept("progress:open-cells") == "shown"
    learner.give(item, "10")
    assert learner.kept("progress:open-cells") == "shown"
    learner.page.reload()
    expect(item.locator(".question-label")).to_contain_text("answer shown")
    expect(show).to_be_hidden()
