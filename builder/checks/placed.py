"""Everything with an id, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.errors import LIKE_ENOUGH, near_miss
from builder.model import GRADED, Aside, Block, Course, Exercise, Lab, Level, SkipTest


@dataclass(frozen=True)
class Placed:
    """Something with an id; ``graded`` things can pass, ``in_test`` ones stand in the skip test."""

    id: str
    path: str
    line: int
    exercise: bool
    graded: bool
    in_test: bool

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks with those in asides and in the skip test."""
    for block in blocks:
        yield block
        if isinstance(block, Aside | SkipTest):
            yield from flat(block.blocks)


def placed_in(level: Level) -> list[Placed]:
    """Everything with an id in a level, in order; what could not be read too, if its kind is known."""
    test = next((block.line for block in level.blocks if isinstance(block, SkipTest)), float("inf"))
    found = [
        Placed(
            block.id,
            level.path,
            block.line,
            isinstance(block, Exercise),
            not isinstance(block, Lab),
            block.line > test,
        )
        for block in flat(level.blocks)
        if isinstance(block, (*GRADED, Lab)) and block.id
    ]
    found += [
        Placed(lost.id, level.path, lost.line, lost.kind == "exercise", True, lost.line > test)
        for lost in level.unread
        if lost.kind and lost.id
    ]
    return sorted(found, key=lambda thing: thing.line)


def unknown_ids(level: Level) -> set[str]:
    """What stands behind directives that nobody knows: perhaps the ids of something graded, or of a lab."""
    return {lost.id for lost in level.unread if not lost.kind}


def meant_exercises(level: Level, known: frozenset[str]) -> set[str]:
    """The exercises that a level's misspelt ones stand for; what names them is right."""
    lost = [thing.id for thing in placed_in(level) if thing.exercise and thing.id not in known]
    return {meant for name in lost if (meant := near_miss(name, known, LIKE_ENOUGH))}


def placed(course: Course) -> list[Placed]:
    """Everything with an id in the course, in order."""
    return [thing for level in course.levels for thing in placed_in(level)]
