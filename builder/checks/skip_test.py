"""What a skip test needs: few items, of several kinds, that are new, with code, and cannot be guessed."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator

from builder.checks.guessing import guess_chance
from builder.checks.lesson import FEWEST_KINDS
from builder.checks.report import kind_of
from builder.errors import Problem, counted
from builder.layout import Graded, graded
from builder.model import ChooseQuestion, Exercise, Level, NumberQuestion, ShapeQuestion, SkipTest

ITEMS = (4, 6)
ALIKE = 0.8
"""Share of words in order from which on two prompts are taken for one with other numbers."""
GUESSED = 0.05


def skip_test_notes(level: Level) -> Iterator[Problem]:
    """What the skip test of a level that was read whole is short of; of an empty one others tell."""
    test = next((block for block in level.blocks if isinstance(block, SkipTest)), None)
    if test and test.blocks and level.complete and not level.unread:
        for line, said in _notes(level, test):
            yield Problem(level.path, line, said, advice=True)


def _notes(level: Level, test: SkipTest) -> Iterator[tuple[int, str]]:
    asked, before = graded(level.blocks, skip=True), graded(level.blocks, skip=False)
    if not ITEMS[0] <= len(asked) <= ITEMS[1]:
        yield test.line, f"the skip test has {counted(len(asked), 'item')}, wanted {ITEMS[0]} to {ITEMS[1]}"
    kinds = sorted({kind_of(item) for item in asked})
    if asked and len(kinds) < FEWEST_KINDS:
        got = f"{counted(len(kinds), 'kind')} of item ({', '.join(kinds)})"
        yield test.line, f"the skip test has {got}, wanted {FEWEST_KINDS} or more"
    last = [item.id for item in before if isinstance(item, Exercise)][-1:]
    code = [item.id for item in asked if isinstance(item, Exercise)]
    if last and code != last:
        got = f"has the exercises {', '.join(code)}" if code else "has no exercise"
        yield test.line, f"the skip test {got}; wanted the last one of the level, '{last[0]}', alone"
    chance = float(math.prod(guess_chance(item) for item in asked))
    if chance >= GUESSED:
        said = f"the questions of the skip test can be guessed with a chance of {chance:.0%}"
        yield test.line, f"{said}, wanted less than {GUESSED:.0%}; add questions or foreseen wrong answers"
    for item in asked:
        yield from _copied(item, before)


def _copied(item: Graded, before: list[Graded]) -> Iterator[tuple[int, str]]:
    for other in before:
        same = isinstance(item, NumberQuestion | ShapeQuestion) and type(other) is type(item)
        if same and item.answer == other.answer:  # type: ignore[union-attr]
            said = f"'{item.id}' in the skip test has the answer of '{other.id}' (line {other.line})"
            yield item.line, f"{said}; ask with other numbers"
        elif _alike(item, other):
            said = f"'{item.id}' in the skip test asks almost what '{other.id}' (line {other.line}) asks"
            yield item.line, f"{said}; other numbers alone are not enough"


def _alike(item: Graded, other: Graded) -> bool:
    """The same sentence with new figures is a copy too."""
    one, two = _words(item), _words(other)
    return bool(one) and difflib.SequenceMatcher(None, one, two).ratio() >= ALIKE


def _words(item: Graded) -> list[str]:
    if isinstance(item, ChooseQuestion | NumberQuestion | ShapeQuestion):
        return re.findall(r"[^\W\d_]+", re.sub(r"<[^>]+>", " ", item.prompt_html.lower()))
    return []
