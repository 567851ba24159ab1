"""What a level needs as a lesson: one level without a note, and every rule broken in it, one at a time.

A case of ``fixtures/lesson-rules/`` replaces lines of ``fixtures/lesson.md``: those above ``=>`` by those
below.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.checks.advice import MINUTES, weak_spots
from builder.source import read_course
from tests.builder.course_cases import FIXTURES, Case, cases, messages, write_course

LESSON = (FIXTURES / "lesson.md").read_text("utf-8")
TWELVE_MINUTES = "Five words make a sentence. " * (12 * 230 // 5)
FIRST = "=== 14-self-attention.md\n---\ntitle: Self\n---\n"


def notes(root: Path, level: str, first: str = "") -> str:
    """The notes on a level with twelve minutes of text, alone in its course or below another."""
    write_course(root, f"{first}=== 15-masks.md\n{level.replace('LONG TEXT', TWELVE_MINUTES)}")
    found = weak_spots(read_course(root)[0], {"causal-mask": 2}, frozenset({"causal-mask", "causal-head"}))
    here = sorted(note for note in found if note.path == "levels/15-masks.md")
    assert all(note.advice for note in here)
    return "".join(f"{note.line}: {note.message}\n" for note in here)


def test_the_lesson_has_no_note(tmp_path: Path) -> None:
    assert notes(tmp_path / "1", LESSON) == ""
    headed = write_course(tmp_path / "2", LESSON.replace("LONG TEXT", TWELVE_MINUTES))
    assert messages(tmp_path / "2", headed, notes=True) == ""


@pytest.mark.parametrize("case", cases("lesson-rules"))
def test_a_broken_rule_is_a_note_at_its_line(case: Case, tmp_path: Path) -> None:
    old, new = case.content.split("=>\n")
    assert LESSON.count(old) == 1
    assert notes(tmp_path, LESSON.replace(old, new)) == case.expected


def test_a_level_below_the_first_builds_on_something(tmp_path: Path) -> None:
    wanted = "front matter has no 'needs', and this is not the first level; name what it builds on"
    assert notes(tmp_path / "1", LESSON, FIRST) == f"1: {wanted}\n"
    built = LESSON.replace("minutes: ", "needs: [self-attention]\nminutes: ")
    assert notes(tmp_path / "2", built, FIRST) == ""


def test_a_level_of_too_many_minutes_is_told(tmp_path: Path) -> None:
    said = notes(
        tmp_path, LESSON.replace("LONG TEXT", "LONG TEXT\n" * 3).replace("minutes: 22", "minutes: 45")
    )
    wanted = (
        f"by the count in docs/authoring.md the level takes 45 minutes, wanted {MINUTES[0]} to {MINUTES[1]}"
    )
    assert said == f"1: {wanted}\n"


@pytest.mark.parametrize("fault", [":::\n", ":::{number} broken\nHow many?\n:::\n"])
def test_what_a_level_lacks_is_not_said_where_part_of_it_could_not_be_read(
    fault: str, tmp_path: Path
) -> None:
    cut = LESSON.index(":::{lab}")
    assert "wanted" in notes(tmp_path / "1", LESSON[:cut])
    said = notes(tmp_path / "2", LESSON[:cut] + fault)
    assert "wanted" not in said and "no gate needs" not in said


def test_a_short_level_is_read_whole_all_the_same(tmp_path: Path) -> None:
    write_course(tmp_path, "Text.\n")
    course, problems = read_course(tmp_path)
    assert problems == [] and len(course.levels[0].blocks) == 1
