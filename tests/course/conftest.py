"""The course as it is read and run once for all tests of its levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.bundle import ExerciseSource, read_exercises
from builder.execute import Outputs, run_course
from builder.model import GRADED, Block, Course, Level
from builder.source import read_course

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def course() -> Course:
    """Every level, without a fault in its file."""
    made, problems = read_course(ROOT)
    assert not [str(problem) for problem in problems]
    return made


@pytest.fixture(scope="session")
def outputs(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    """Run afresh, not from the cache, so that a figure in the text is a figure of today."""
    made = run_course(course, tmp_path_factory.mktemp("cache"))
    assert not [str(problem) for problem in made.problems]
    return made


@pytest.fixture(scope="session")
def exercises() -> dict[str, ExerciseSource]:
    """Every exercise by id, without a fault in its folder."""
    found, problems = read_exercises(ROOT)
    assert not [str(problem) for problem in problems]
    return found


@pytest.fixture(scope="module")
def printed(level: Level, outputs: Outputs) -> str:
    """What the run blocks of the level under test print."""
    return "\n".join(text for (path, _), text in outputs.printed.items() if path == level.path)


@pytest.fixture(scope="module")
def items(level: Level) -> dict[str, Block]:
    """What the level under test grades outside its skip test, by id."""
    return {block.id: block for block in level.blocks if isinstance(block, GRADED)}
