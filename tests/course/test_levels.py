"""Every level as a piece of teaching: no note of ``check``, and what this course asks beyond them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.bundle import ExerciseSource
from builder.checks import check_course
from builder.errors import Problem
from builder.execute import Outputs
from builder.model import Course, Level
from builder.source import read_course

ROOT = Path(__file__).parents[2]
SLUGS = [level.slug for level in read_course(ROOT)[0].levels]


@pytest.fixture(params=SLUGS)
def level(request: pytest.FixtureRequest, course: Course) -> Level:
    return next(level for level in course.levels if level.slug == request.param)


@pytest.fixture(scope="module")
def found(course: Course, outputs: Outputs, exercises: dict[str, ExerciseSource]) -> list[Problem]:
    mistakes = {name: exercise.told_as() for name, exercise in exercises.items()}
    lines = {name: exercise.answer_lines() for name, exercise in exercises.items()}
    return check_course(course, mistakes, lines, outputs, ROOT)


def test_it_passes_every_check_without_a_note(level: Level, found: list[Problem]) -> None:
    said = [str(problem) for problem in found if problem.path == level.path]
    if said:
        pytest.fail(
            "\n".join([f"{level.path} is not ready; docs/authoring.md has the rules:", *said]), pytrace=False
        )


def test_its_kind_goes_with_its_number(level: Level) -> None:
    """Side trips of this course are numbered N1, N2, …, and the main road 1, 2, …."""
    wanted = "Side trip" if level.number.startswith("N") else "Theory"
    if level.kind != wanted:
        line = level.key_lines.get("kind", 1)
        said = f"kind is '{level.kind}', wanted '{wanted}' with the number {level.number}"
        pytest.fail(f"{level.path}:{line}: {said}", pytrace=False)
