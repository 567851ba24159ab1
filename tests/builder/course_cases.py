"""Reads cases of course content from fixture files and lays one out as a course on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file

from builder.checks import check_course
from builder.execute import run_course
from builder.source import read_course

FIXTURES = Path(__file__).parent / "fixtures"
LEVEL = "15-masks.md"
HEADER = "---\ntitle: Masks\n---\n"
MISTAKES = {
    "causal-mask": {"diagonal-blocked": "diagonal-blocked", "inverted": "inverted"},
    "causal-head": {"no-mask": "no-mask"},
}
COURSE = 'id = "test"\ntitle = "Test"\nlevels = [{levels}]\n'


@dataclass(frozen=True)
class Case:
    """What stands between the dots of a fixture file: content and what is expected of it."""

    content: str
    expected: str


def cases(folder: str) -> list[pytest.ParameterSet]:
    """Every case of every file in a folder of fixtures."""
    found = []
    for file in sorted((FIXTURES / folder).glob("*.md")):
        for _, title, content, expected in read_fixture_file(file):
            found.append(pytest.param(Case(content, expected), id=f"{file.stem}: {title.strip()}"))
    assert found
    return found


def write_course(root: Path, content: str) -> bool:
    """Write a case's files; tells whether the level was given a front matter that the case leaves out.

    Content is the level's text, or several files, each below a line ``=== NAME``. A case without
    ``course.toml`` gets one that lists its levels.
    """
    files = _files(content)
    headed = not content.lstrip().startswith(("---", "=== "))
    if headed:
        files[LEVEL] = HEADER + files[LEVEL]
    names = ", ".join(f'"{name}"' for name in files if name.endswith(".md"))
    files.setdefault("course.toml", COURSE.format(levels=names))
    (root / "levels/images").mkdir(parents=True)
    (root / "levels/images/plot.png").touch()
    for name, text in files.items():
        (root / "levels" / name).write_text(text, "utf-8")
    return headed


def messages(root: Path, headed: bool, notes: bool) -> str:
    """What ``check`` says about a course written by ``write_course``, without the part every line shares.

    The course's exercises have no files here, so nothing is said about them.
    """
    course, problems = read_course(root)
    outputs = run_course(course, root / "cache")
    problems += check_course(course, MISTAKES, dict.fromkeys(MISTAKES, 2), outputs, root)
    lines = []
    for problem in sorted(problems):
        if problem.path.startswith("exercises/"):
            continue
        name = problem.path.removeprefix("levels/")
        line = problem.line - (HEADER.count("\n") if headed else 0)
        where = str(line) if name == LEVEL else f"{name}:{line}"
        if notes or not problem.advice:
            lines.append(f"{where}: {'note: ' if problem.advice else ''}{problem.message}\n")
    return "".join(lines)


def _files(content: str) -> dict[str, str]:
    files: dict[str, str] = {}
    name = LEVEL
    for line in content.splitlines(keepends=True):
        if line.startswith("=== "):
            name = line[4:].strip()
            files[name] = ""
        else:
            files[name] = files.get(name, "") + line
    return files
