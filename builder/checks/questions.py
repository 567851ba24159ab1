"""What a question needs to teach: wrong answers worth picking, and something said about every one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.errors import Problem, counted
from builder.layout import Graded, graded
from builder.model import Answer, ChooseQuestion, Level, NumberQuestion, ShapeQuestion

FEWEST_WRONG = 2
FEWEST_WORDS = 4

Question = ChooseQuestion | NumberQuestion | ShapeQuestion


def question_notes(level: Level) -> Iterator[Problem]:
    """Too few wrong answers, feedback that says little or the same twice, answers unexplained or unproved."""
    for skip in (False, True):
        for item in graded(level.blocks, skip=skip):
            for line, said in _notes(item):
                yield Problem(level.path, line, said, advice=True)


def _notes(item: Graded) -> Iterator[tuple[int, str]]:
    if not isinstance(item, Question):
        return
    name = f"{type(item).__name__.removesuffix('Question').lower()} '{item.id}'"
    if isinstance(item, ChooseQuestion):
        wrong = [answer for answer in item.answers if not answer.right]
        fewest, noun = 1 if item.multiple else FEWEST_WRONG, "wrong answer"
        known = len(item.answers) > 1  # A single answer is a fault, and has been told.
    else:
        wrong, fewest, noun, known = list(item.wrong), FEWEST_WRONG, "foreseen wrong answer", True
    if known and len(wrong) < fewest:
        yield item.line, f"{name} has {counted(len(wrong), noun)}, wanted {fewest} or more"
    yield from _feedback(name, wrong)
    if isinstance(item, ChooseQuestion):
        return
    if not item.explanation_html:
        where = "the list of foreseen wrong answers" if wrong else "a list of foreseen wrong answers"
        yield item.line, f"{name} does not explain its answer; say why in a paragraph below {where}"
    if not item.proof:
        yield item.line, f"{name} has no ':proof:': nothing computes its answer"


def _feedback(name: str, wrong: list[Answer]) -> Iterator[tuple[int, str]]:
    first: dict[str, Answer] = {}
    for answer in wrong:
        shown = answer.value[:40]
        if not (words := re.sub(r"<[^>]+>", " ", answer.feedback_html).split()):
            continue  # That is a fault, and has been told.
        if len(words) < FEWEST_WORDS:
            said = f"has feedback of {counted(len(words), 'word')}, wanted {FEWEST_WORDS} or more"
            yield answer.line, f"wrong answer '{shown}' of {name} {said}"
        before = first.setdefault(answer.feedback_html, answer)
        if before is not answer:
            said = f"has the feedback of the one in line {before.line}; say what is wrong with this one"
            yield answer.line, f"wrong answer '{shown}' of {name} {said}"
