"""The level under test and its right answers, read from its source as an author wrote it."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

from builder.bundle import ExerciseSource, read_exercises
from builder.model import (
    GRADED,
    Aside,
    Block,
    ChooseQuestion,
    Exercise,
    Gate,
    Level,
    NumberQuestion,
    ShapeQuestion,
    SkipTest,
)
from builder.source import read_course

ROOT = Path(__file__).parents[2]
SLUG = "masks-and-heads"

Question = ChooseQuestion | NumberQuestion | ShapeQuestion


@functools.cache
def level() -> Level:
    """Level 15."""
    return next(level for level in read_course(ROOT)[0].levels if level.slug == SLUG)


@functools.cache
def exercises() -> dict[str, ExerciseSource]:
    """Every exercise of the course by id."""
    found, problems = read_exercises(ROOT)
    assert not problems
    return found


def graded() -> list[Block]:
    """What the level grades outside its test, in order."""
    return [block for block in _flat(level().blocks) if isinstance(block, GRADED)]


def test_items() -> list[Block]:
    """What the level's test grades."""
    test = next(block for block in level().blocks if isinstance(block, SkipTest))
    return [block for block in _flat(test.blocks) if isinstance(block, GRADED)]


test_items.__test__ = False  # type: ignore[attr-defined]


def placed() -> list[str]:
    """The exercises that stand in the level."""
    return [block.id for block in graded() if isinstance(block, Exercise)]


def gates() -> list[Gate]:
    """The level's gates in order."""
    return [block for block in level().blocks if isinstance(block, Gate)]


def question(id: str) -> Question:
    """The question of that id, in the text or in the test."""
    return next(
        block for block in [*graded(), *test_items()] if not isinstance(block, Exercise) and block.id == id
    )  # type: ignore[union-attr, return-value]


def right(asked: Question) -> list[int] | str:
    """The right answer as a learner gives it: the indices to pick, or what to type."""
    if isinstance(asked, ChooseQuestion):
        return [index for index, answer in enumerate(asked.answers) if answer.right]
    return str(asked.answer)


def wrong(asked: Question) -> list[list[int] | str]:
    """Wrong answers, each different from the others."""
    if isinstance(asked, ChooseQuestion):
        return [[index] for index, answer in enumerate(asked.answers) if not answer.right]
    return [answer.value for answer in asked.wrong]


def _flat(blocks: Iterable[Block]) -> Iterable[Block]:
    for block in blocks:
        if isinstance(block, Aside):
            yield from _flat(block.blocks)
        else:
            yield block
