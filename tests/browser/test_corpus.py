"""Every answer of every exercise is judged in the browser as it is in CPython."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from builder.bundle import ExerciseSource, bundle
from builder.grade import judge_in_python
from tests.browser.course_answers import exercises, placed
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite
from tests.browser.tabs import PlaywrightTab, Tab

USE = "(bundle) => grading.use(bundle)"
JUDGE = """async (codes) => {
  const told = [];
  for (const code of codes) {
    const { passed, kind, mistakes } = await grading.judge(code);
    told.push([passed, kind, mistakes]);
  }
  return told;
}"""


def answers(exercise: ExerciseSource, every_member: bool) -> dict[str, str]:
    """Code by what it is: the solution, each alternative, each mistake, and the starter."""
    found = {"solution": exercise.texts["solution.py"], "starter": exercise.texts["starter.py"]}
    found |= {alternative.name: alternative.code for alternative in exercise.alternatives}
    for mistake in exercise.mistakes:
        for number, member in enumerate(mistake.members if every_member else mistake.members[:1]):
            found[f"{mistake.id} ({number}) {member.label}"] = exercise.mistake_code(mistake, number)
    return found


def judged_in_python(exercise: ExerciseSource, codes: dict[str, str]) -> list[list[Any]]:
    with judge_in_python(bundle(exercise)) as judge:
        verdicts = [judge(code) for code in codes.values()]
    return [[verdict["passed"], verdict["kind"], verdict["mistakes"]] for verdict in verdicts]


@pytest.fixture(scope="module")
def chromium(browser: Browser, site: StaticSite) -> Iterator[Tab]:
    """Chromium at the page that judges files of answers, with one Python for all exercises."""
    context = browser.new_context()
    tab = PlaywrightTab(context.new_page())
    tab.open(f"{site.base}grade/")
    yield tab
    context.close()


@pytest.mark.parametrize("id", exercises())
def test_every_answer_is_judged_in_the_page_as_in_cpython(chromium: Tab, id: str) -> None:
    codes = answers(exercises()[id], every_member=True)
    assert (
        differences(codes, judged_in_page(chromium, id, codes), judged_in_python(exercises()[id], codes))
        == []
    )


@pytest.mark.parametrize("id", placed())
def test_the_editor_and_its_check_button_give_the_same(student: Learner, id: str) -> None:
    codes = answers(exercises()[id], every_member=False)
    place = student.item(id)
    verdicts = [student.judge(place, code) for code in codes.values()]
    told = [[verdict["passed"], verdict["kind"], verdict["mistakes"]] for verdict in verdicts]
    assert differences(codes, told, judged_in_python(exercises()[id], codes)) == []


def test_every_engine_judges_alike(tab: Tab, site: StaticSite) -> None:
    tab.open(f"{site.base}grade/")
    for id in placed():
        codes = answers(exercises()[id], every_member=False)
        told = judged_in_page(tab, id, codes)
        assert differences(codes, told, judged_in_python(exercises()[id], codes)) == [], id


def judged_in_page(tab: Tab, id: str, codes: dict[str, str]) -> list[list[Any]]:
    tab.call(USE, bundle(exercises()[id]).data)
    return tab.call(JUDGE, list(codes.values()))  # type: ignore[no-any-return]


def differences(codes: dict[str, str], page: list[list[Any]], python: list[list[Any]]) -> list[str]:
    """A line for each answer that the page and CPython do not agree on."""
    return [
        f"{what}: {here} in the page, {there} in CPython"
        for what, here, there in zip(codes, page, python, strict=True)
        if here != there
    ]
