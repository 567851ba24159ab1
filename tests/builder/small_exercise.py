"""The worked example of docs/exercises.md as a folder, to be changed by tests."""

from __future__ import annotations

import re
from pathlib import Path

from builder.bundle import ExerciseSource, prove
from builder.bundle.read import read_exercise

DOCS = Path(__file__).parents[2] / "docs" / "exercises.md"
ID = "last-row"
PATH = f"exercises/{ID}"


def write_example(root: Path) -> Path:
    """The files of the example, each under the name that stands before its code."""
    folder = root / "exercises" / ID
    folder.mkdir(parents=True)
    section = DOCS.read_text("utf-8").split("## Add an exercise")[1].split("\n## ")[0]
    for name, code in re.findall(r"^`([\w.]+)`.*?\n```\w+\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        (folder / name).write_text(code, "utf-8")
    return folder


def read(folder: Path) -> tuple[ExerciseSource | None, list[str]]:
    """The exercise and its problems as text."""
    exercise, problems = read_exercise(folder, PATH)
    return exercise, [str(problem) for problem in problems]


def faults(folder: Path) -> list[str]:
    """The problems of reading and proving it."""
    exercise, problems = read(folder)
    return problems if exercise is None else [str(problem) for problem in prove(exercise)]


def change(folder: Path, name: str, old: str, new: str) -> int:
    """Replace text in a file; the number of the line where it begins."""
    text = (folder / name).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    (folder / name).write_text(text.replace(old, new), "utf-8")
    return text[: text.index(old)].count("\n") + 1
