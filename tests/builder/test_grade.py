"""The grade command: one line a file, whatever the files are."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from builder.grade import grade
from tests.builder.small_exercise import ID, change, write_example

RIGHT = "def last_row(X):\n    return X[-1]\n"
WRONG = "def last_row(X):\n    return X[:, -1]\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(root: Path, *paths: str, exercise: str = ID, as_json: bool = True) -> int:
    return grade(exercise, paths, as_json, "python", root)


def verdicts(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_verdict_a_file_in_order_with_the_name_as_typed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "answers").mkdir()
    (root / "answers" / "b.py").write_text(WRONG)
    (root / "answers" / "a.py").write_text(RIGHT)
    (root / "answers" / "notes.txt").write_text("no answer")
    (root / "alone.py").write_text(RIGHT)
    typed = ["./alone.py", "answers/", str(root / "alone.py"), "answers/../answers/b.py"]
    assert run(root, *typed) == 0
    found = verdicts(capsys)
    assert [verdict["file"] for verdict in found] == [
        "./alone.py",
        "answers/a.py",
        "answers/b.py",
        str(root / "alone.py"),
        "answers/../answers/b.py",
    ]
    assert [verdict["passed"] for verdict in found] == [True, True, False, True, False]
    assert found[2]["kind"] == "mistake" and found[2]["mistakes"] == ["last-column"]
    assert set(found[2]) >= {
        "exercise", "passed", "kind", "mistakes", "title", "message", "remarks",
        "case", "checked", "of", "printed", "seconds",
    }  # fmt: skip


def test_lines_for_people(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(RIGHT)
    Path("b.py").write_text(WRONG)
    Path("c.py").write_text("def last_row(X):\n    return 5\n")
    assert run(root, "a.py", "b.py", "c.py", "nowhere.py", as_json=False) == 1
    out, err = capsys.readouterr()
    given = "Given `X = [[7, 8]]`"
    lines = out.splitlines()
    assert lines[2].startswith(f"c.py: shape in case 'one row': Shape () instead of (2,). {given}, ")
    assert [*lines[:2], *lines[3:]] == [
        "a.py: passed",
        "b.py: mistake [last-column] in case 'one row': This is the last column, not the last row.",
        "nowhere.py: unjudged: Could not be read. The file cannot be read: No such file or directory.",
    ]
    assert err == "1 of 4 passed, 1 could not be judged\n"


def test_nothing_but_verdicts_comes_out(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    noisy = "import os, sys\nprint('one')\nos.write(1, b'two')\nsys.__stdout__.write('three')\n"
    Path("noisy.py").write_text(noisy + RIGHT)
    assert run(root, "noisy.py") == 0
    out = capfd.readouterr().out
    found = [json.loads(line) for line in out.splitlines()]
    assert [verdict["passed"] for verdict in found] == [True]
    assert found[0]["seconds"] == round(found[0]["seconds"], 3)


def test_an_unreadable_file_is_unjudged_and_the_others_are_judged(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("latin.py").write_bytes(RIGHT.encode() + b"# \xe9\n")
    Path("a.py").write_text(RIGHT)
    Path("folder.py").mkdir()
    (root / "folder.py" / "inside.py").write_text(RIGHT)
    assert run(root, "nowhere.py", "latin.py", "a.py", "folder.py") == 1
    found = verdicts(capsys)
    assert [verdict["kind"] for verdict in found] == ["unjudged", "unjudged", "passed", "passed"]
    assert found[0]["message"] == "The file cannot be read: No such file or directory."
    assert found[1]["message"] == "The file is not UTF-8 text: byte 36 is no part of it."
    assert found[3]["file"] == "folder.py/inside.py"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_and_a_huge_file_are_not_read(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.py")
    Path("huge.py").write_text(RIGHT + "#" * 1_000_000)
    Path("a.py").write_text(RIGHT)
    assert run(root, "pipe.py", "huge.py", "a.py") == 1
    found = verdicts(capsys)
    assert [verdict["kind"] for verdict in found] == ["unjudged", "unjudged", "passed"]
    assert found[0]["message"] == "This is no regular file, so it is not opened."
    assert found[1]["message"] == "The file has 1.0 MB; an answer has at most 1 MB."


def test_a_byte_order_mark_and_windows_lines_are_read(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_bytes(b"\xef\xbb\xbf" + RIGHT.replace("\n", "\r\n").encode())
    assert run(root, "a.py") == 0 and verdicts(capsys)[0]["passed"]


def test_endless_dying_and_empty_files_get_their_lines(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(root / "exercises" / ID, "exercise.toml", "time_limit = 5", "time_limit = 2")
    Path("loop.py").write_text("def last_row(X):\n    while True:\n        pass\n")
    Path("dies.py").write_text("import os\ndef last_row(X):\n    os._exit(3)\n")
    Path("empty.py").write_text("")
    Path("a.py").write_text(RIGHT)
    assert run(root, "loop.py", "dies.py", "empty.py", "a.py") == 0
    assert [verdict["kind"] for verdict in verdicts(capsys)] == ["timeout", "raised", "empty", "passed"]


def test_a_syntax_error_may_only_be_one_for_an_older_python(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("syntax.py").write_text("def last_row(X)\n    return X[-1]\n")
    older = sys.version_info[:2] < (3, 14)
    assert run(root, "syntax.py") == (1 if older else 0)
    (verdict,) = verdicts(capsys)
    assert verdict["kind"] == ("unjudged" if older else "syntax")
    assert not older or "--in browser" in verdict["message"]


def test_a_broken_exercise_says_what_is_wrong_with_it(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(root / "exercises" / ID, "exercise.toml", '"array"', '"aray"')
    assert run(root, "a.py") == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"exercises/{ID}/exercise.toml:3: unknown result policy 'aray'")


def test_an_empty_folder_is_an_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("none").mkdir()
    assert run(root, "none") == 1
    assert capsys.readouterr() == ("", "no *.py in none\n")
