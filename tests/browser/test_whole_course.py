"""The whole course as a learner does it: each level from start to end, and then the map shows it cleared.

Right answers come from the sources and their proofs, code from the model answers, tries from the state that
is wanted. On the way every wrong answer is given once, and told what this very answer would mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from builder.layout import graded
from builder.model import ChooseQuestion, Exercise, Level, NumberQuestion, ShapeQuestion, Try
from builder.source import read_course
from tests.browser.course_answers import ROOT, Question, right
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

LEVELS = {level.slug: level for level in read_course(ROOT)[0].levels}
QUESTIONS = (ChooseQuestion, NumberQuestion, ShapeQuestion)

# Gives answers to one question, one after the other, and tells what the page said to each.
GIVE = """([anchor, answers]) => {
  const item = document.getElementById(anchor);
  return answers.map((answer) => {
    if (typeof answer === "string") item.querySelector(".field").value = answer;
    else item.querySelectorAll("fieldset input").forEach((box, at) => (box.checked = answer.includes(at)));
    const form = item.querySelector("form");
    form.dispatchEvent(new Event("input", { bubbles: true }));
    form.requestSubmit();
    const said = item.querySelector(".feedback").textContent;
    return { verdict: item.dataset.verdict, said, seen: item.checkVisibility() };
  });
}"""
PLAIN = """(htmls) => htmls.map((html) => {
  const place = document.createElement("div");
  place.innerHTML = html;
  return place.textContent;
})"""


class Journey:
    """One learner on the way through the course; ``cleared`` holds the levels that are done."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.cleared: set[str] = set()

    def clear(self, level: Level) -> None:
        """Do every item of a level, first each wrong way and then the right one."""
        if level.slug in self.cleared:
            return
        page = self.learner.page
        self.learner.open(f"levels/{level.slug}/")
        for item in graded(level.blocks, skip=False):
            place = self.learner.item(item.id)
            if isinstance(item, Exercise | Try):
                self.learner.answer_right(place, item)
            else:
                self._try_all(f"item-{item.id}", item)
                [told] = self._give(f"item-{item.id}", [right(item)])
                assert told["verdict"] == "right", f"{item.id}: {told}"
        expect(page.locator("level-gate:not([data-open])")).to_have_count(0)
        expect(page.locator("#recap").get_by_role("heading", name="You can now")).to_be_visible()
        expect(page.locator("#recap-state")).to_have_text("Cleared, every answer your own.")
        page.locator("#skip-test > details > summary").click()
        for item in graded(level.blocks, skip=True):
            if isinstance(item, QUESTIONS):
                self._try_all(f"test-{item.id}", item)
        self.cleared.add(level.slug)

    def _try_all(self, anchor: str, item: Question) -> None:
        listed = item.answers if isinstance(item, ChooseQuestion) else item.wrong
        wrong = [(place, answer) for place, answer in enumerate(listed) if not answer.right]
        one_by_one = isinstance(item, ChooseQuestion)
        told = self._give(anchor, [[place] if one_by_one else answer.value for place, answer in wrong])
        meant = self.learner.page.evaluate(PLAIN, [answer.feedback_html for _, answer in wrong])
        for (_, answer), shown, words in zip(wrong, told, meant, strict=True):
            assert shown["verdict"] == "wrong", f"{item.id}, {answer.value}: {shown}"
            assert _line(words) in _line(shown["said"]), f"{item.id}, {answer.value}: {shown}"

    def _give(self, anchor: str, answers: list[Any]) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = self.learner.page.evaluate(GIVE, [anchor, answers])
        assert all(one["seen"] for one in told), f"{anchor} is not to be seen yet"
        return told


@pytest.fixture(scope="module")
def journey(browser: Browser, site: StaticSite) -> Iterator[Journey]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield Journey(Learner(context, site))
    context.close()


@pytest.mark.parametrize("slug", LEVELS)
def test_a_level_is_cleared_from_start_to_end_and_each_wrong_answer_is_told_what_it_means(
    journey: Journey, slug: str
) -> None:
    journey.learner.complaints.clear()
    journey.clear(LEVELS[slug])
    assert journey.learner.faults() == []


def test_the_map_then_shows_all_of_it_cleared_and_recaps_stay_open(journey: Journey) -> None:
    for level in LEVELS.values():
        journey.clear(level)
    page = journey.learner.page
    journey.learner.open("")
    expect(page.locator("#course-words")).to_have_text(f"All {len(LEVELS)} levels are cleared.")
    expect(page.locator(".stop[data-progress=cleared]")).to_have_count(len(LEVELS))
    expect(page.locator(".stop [data-state]")).to_have_text(["cleared"] * len(LEVELS))
    page.locator(".stop a").last.click()
    expect(page.locator("#recap").get_by_role("heading", name="You can now")).to_be_visible()
    assert journey.learner.faults() == []


def _line(text: str) -> str:
    return " ".join(text.split())
