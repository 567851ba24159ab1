"""The mistakes that a recap says its text prepares for are mistakes that exercises name."""

from __future__ import annotations

from collections.abc import Mapping

from builder.errors import Problem, did_you_mean
from builder.model import Course, Level, Recap

Mistakes = Mapping[str, Mapping[str, str]]
"""The mistakes of each exercise by id, and the id under which a learner is told of each."""


def check_mistakes(course: Course, mistakes: Mistakes, known: frozenset[str]) -> list[Problem]:
    """Quotes under 'Common mistakes' lines that name an exercise or a mistake that is not there.

    ``known`` has every exercise; which mistakes one has that could not be read nobody knows.
    """
    return [
        Problem(level.path, line, f"recap line quotes '{name}', but {said}")
        for level in course.levels
        for line, name in prepared(level)
        if (said := _fault(name, mistakes, known))
    ]


def prepared(level: Level) -> list[tuple[int, str]]:
    """What a level's text prepares for, as (line, ``exercise/mistake``), in order."""
    return [
        (line.line, name)
        for block in level.blocks
        if isinstance(block, Recap)
        for line in block.common_mistakes
        for name in line.prepares_for
    ]


def _fault(name: str, mistakes: Mistakes, known: frozenset[str]) -> str:
    exercise, _, mistake = name.partition("/")
    if exercise not in known:
        return f"there is no exercise '{exercise}'{did_you_mean(exercise, known)}"
    if exercise in mistakes and mistake not in mistakes[exercise]:
        hint = did_you_mean(mistake, mistakes[exercise])
        return f"exercise '{exercise}' has no mistake '{mistake}'{hint}"
    return ""
