"""Reads exercises after a process apart has seen that reading them does no harm."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from builder.bundle.apart import apart
from builder.bundle.read import read_exercise
from builder.bundle.source import ExerciseSource
from builder.errors import Problem


def read_exercises(root: Path) -> tuple[dict[str, ExerciseSource], list[Problem]]:
    """Every exercise under ``root/exercises`` by id, and every problem of every folder."""
    folder = root / "exercises"
    places = sorted(folder.iterdir()) if folder.is_dir() else []
    return read_folders(
        root,
        [
            place.relative_to(root).as_posix()
            for place in places
            if place.is_dir() and not place.name.startswith((".", "_"))
        ],
    )


def read_folders(root: Path, paths: Sequence[str]) -> tuple[dict[str, ExerciseSource], list[Problem]]:
    """The exercises in the folders ``paths`` of ``root`` by id, and every problem of each."""
    exercises: dict[str, ExerciseSource] = {}
    problems: list[Problem] = []
    for path, faults in apart("read", root, paths).items():
        problems += faults
        if not faults:
            exercise, found = read_exercise(root / path, path)
            problems += found
            if exercise is not None:
                exercises[exercise.id] = exercise
    return exercises, problems
