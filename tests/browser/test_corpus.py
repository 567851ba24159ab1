"""Every answer of every exercise is judged in every browser as it is in CPython."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from builder.bundle import ExerciseSource, bundle
from builder.bundle.prove_tricks import changed_inputs, wrong_values
from builder.bundle.prove_wrong import nothing
from builder.grade import judge_in_python
from grader.plain_code import is_plain
from tests.browser.course_answers import exercises, placed
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite
from tests.browser.tabs import Tab, until

USE = "(bundle) => grading.use(bundle)"
# Whether it has been used, and what of a start from files stands among the page's marks.
FROM_SNAPSHOT = """() => [
  performance.getEntriesByName("python-proved").length > 0,
  ["python-python", "python-unpacked"].filter((step) => performance.getEntriesByName(step).length),
]"""
JUDGE = """async (codes) => {
  const told = [];
  for (const code of codes) {
    const { passed, kind, mistakes, message } = await grading.judge(code);
    told.push([passed, kind, mistakes, message]);
  }
  return told;
}"""


def answers(exercise: ExerciseSource) -> dict[str, str]:
    """Code by what it is: the solution, each alternative, and the first member of each mistake."""
    found = {"solution": exercise.texts["solution.py"], "starter": exercise.texts["starter.py"]}
    found |= {alternative.name: alternative.code for alternative in exercise.alternatives}
    return found | {mistake.id: exercise.mistake_code(mistake, 0) for mistake in exercise.mistakes}


def corpus(exercise: ExerciseSource) -> dict[str, str]:
    """What `check` judges, by what it is: the answers, every member of every mistake, and the tricks.

    After a trick that is not plain the page takes another process. Such tricks depend on the result policy
    alone, so one exercise of each policy has them.
    """
    found = {
        f"{mistake.id} ({number}) {member.label}": exercise.mistake_code(mistake, number)
        for mistake in exercise.mistakes
        for number, member in enumerate(mistake.members)
    } | answers(exercise)
    tricks = dict([*nothing(exercise), *wrong_values(exercise), *changed_inputs(exercise)])
    if exercise.id not in {each.returns: each.id for each in exercises().values()}.values():
        tricks = {what: code for what, code in tricks.items() if is_plain(code)}
    # Each code once: the first member of a mistake is an answer already.
    return {what: code for code, what in {code: what for what, code in (found | tricks).items()}.items()}


@functools.cache
def in_python(id: str, whole: bool) -> list[Any]:
    """What CPython says of the answers or of the whole corpus: asked once for all engines."""
    exercise = exercises()[id]
    codes = corpus(exercise) if whole else answers(exercise)
    with judge_in_python(bundle(exercise)) as judge:
        verdicts = [judge(code) for code in codes.values()]
    return list(map(what_is_told, verdicts))


@pytest.fixture(scope="module")
def grading(tab: Tab, grading_site: StaticSite) -> Tab:
    """A tab of each engine at the page that judges files of answers: one Python for many exercises."""
    open_grading(tab, grading_site)
    return tab


def open_grading(tab: Tab, site: StaticSite) -> None:
    """Open that page anew. On a busy machine WebKit says that it is there before its script has run."""
    tab.open(f"{site.base}grade/")
    until(tab, "() => 'grading' in globalThis")


@pytest.mark.parametrize("id", exercises())
def test_every_answer_is_judged_in_every_engine_as_in_cpython(
    grading: Tab, grading_site: StaticSite, id: str
) -> None:
    codes = corpus(exercises()[id])
    grading.call(USE, bundle(exercises()[id]).data)
    # A call must end within a time, on a slow machine too.
    told = [each for part in batched(codes.values(), 40) for each in grading.call(JUDGE, part)]
    assert grading.call(FROM_SNAPSHOT) == [True, []]
    if not all(map(is_plain, codes.values())):
        # What became of the processes that were ended is the page's: a new one starts without them.
        open_grading(grading, grading_site)
    assert differences(codes, told, in_python(id, True)) == []


# Every exercise goes through the same editor; which one it is makes no difference there.
@pytest.mark.parametrize("id", [placed()[0], placed()[-1]])
def test_the_editor_and_its_check_button_give_the_same(student: Learner, id: str) -> None:
    codes = answers(exercises()[id])
    place = student.item(id)
    verdicts = [student.judge(place, code) for code in codes.values()]
    told = list(map(what_is_told, verdicts))
    assert differences(codes, told, in_python(id, False)) == []


def what_is_told(verdict: Any) -> list[Any]:
    """What is compared of a verdict, and its words, which may give places and numbers of their own."""
    return [verdict[name] for name in ("passed", "kind", "mistakes", "message")]


def batched(codes: Iterable[str], size: int) -> Iterator[list[str]]:
    """The codes in their order, at most so many at once."""
    left = iter(codes)
    while part := list(itertools.islice(left, size)):
        yield part


def differences(codes: dict[str, str], page: list[list[Any]], python: list[list[Any]]) -> list[str]:
    """A line for each answer that the page and CPython do not agree on."""
    return [
        f"{what}: {here} in the page, {there} in CPython"
        for what, here, there in zip(codes, page, python, strict=True)
        if here[:-1] != there[:-1]
    ]
