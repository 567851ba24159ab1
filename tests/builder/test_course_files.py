"""Files as editors and systems leave them: byte order marks, other encodings, folders that lack something."""

from __future__ import annotations

from pathlib import Path

from builder.checks.ids import check_ids
from builder.errors import Problem
from builder.source import read_course

COURSE = b'id = "test"\ntitle = "Test"\nlevels = ["15-masks.md"]\n'
LEVEL = b"---\ntitle: Masks\n---\nText.\n"


def read(root: Path, level: bytes, course: bytes = COURSE) -> tuple[list[str], list[Problem]]:
    (root / "levels").mkdir()
    (root / "levels/course.toml").write_bytes(course)
    (root / "levels/15-masks.md").write_bytes(level)
    made, problems = read_course(root)
    return [level.title for level in made.levels], problems


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    assert read(tmp_path, mark + LEVEL, mark + COURSE) == (["Masks"], [])


def test_carriage_returns_are_line_ends(tmp_path: Path) -> None:
    crlf = b"\r\n"
    titles, problems = read(
        tmp_path, LEVEL.replace(b"\n", crlf) + crlf + b":::" + crlf, COURSE.replace(b"\n", crlf)
    )
    assert titles == ["Masks"]
    assert [(p.line, p.message) for p in problems] == [(6, "':::' closes nothing: no directive is open here")]


def test_another_encoding_is_reported_with_its_line_and_the_rest_is_read(tmp_path: Path) -> None:
    titles, problems = read(tmp_path, LEVEL + "Größe\n\n:::\n".encode("latin-1"))
    assert titles == ["Masks"]
    assert [(p.line, p.message) for p in problems] == [
        (5, "is not UTF-8: byte 0xF6; save the file as UTF-8"),
        (7, "':::' closes nothing: no directive is open here"),
    ]


def test_utf16_is_no_utf8(tmp_path: Path) -> None:
    _, problems = read(tmp_path, LEVEL.decode().encode("utf-16"))
    assert "levels/15-masks.md:1: is not UTF-8: byte 0xFF; save the file as UTF-8" in map(str, problems)


def test_a_null_byte_is_harmless(tmp_path: Path) -> None:
    assert read(tmp_path, LEVEL + b"a\x00b\n") == (["Masks"], [])


def test_a_course_without_files(tmp_path: Path) -> None:
    made, problems = read_course(tmp_path)
    assert made.levels == ()
    assert [str(problem) for problem in problems] == ["levels/course.toml:1: is missing"]


def test_a_folder_in_place_of_a_level(tmp_path: Path) -> None:
    (tmp_path / "levels/15-masks.md").mkdir(parents=True)
    (tmp_path / "levels/course.toml").write_bytes(COURSE)
    _, problems = read_course(tmp_path)
    assert [problem.message for problem in problems] == ["cannot be read: Is a directory"]


def test_an_exercise_that_no_level_shows_gets_a_note(tmp_path: Path) -> None:
    shown = LEVEL + b"\n:::{exercise} causal-mask\n:::\n"
    assert read(tmp_path, shown) == (["Masks"], [])
    course, _ = read_course(tmp_path)
    known = frozenset({"causal-mask", "split-heads"})
    path = "exercises/split-heads/exercise.toml"
    note = Problem(path, 1, "no level shows the exercise 'split-heads'", advice=True)
    assert check_ids(course, known, tmp_path) == [note]
