"""Run blocks and proofs in their own process: what is shown, what is stopped, what is kept."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import builder.execute
from builder.execute import Outputs, run_course
from builder.execute.process import Child
from builder.model import Course
from builder.source.level import read_level

HEAD = "---\ntitle: Masks\n---\n"
PATH = "levels/15-masks.md"


def course(*blocks: str) -> Course:
    """A course of one level whose blocks begin in lines 4, 14, 24, ..."""
    text = HEAD + "".join(block + "\n" * (10 - block.count("\n")) for block in blocks)
    level, problems = read_level(PATH, text)
    assert problems == []
    return Course("test", "Test", "en", "", False, (level,), {})


def block(code: str, marks: str = "run") -> str:
    return f"```python {marks}\n{code}\n```\n"


def number(proof: str) -> str:
    return f":::{{number}} q{abs(hash(proof))}\n:answer: 1\n:proof: {proof}\n\nHow?\n:::\n"


def printed(outputs: Outputs) -> list[str]:
    return [outputs.printed[place] for place in sorted(outputs.printed)]


def test_blocks_share_their_names_and_np(tmp_path: Path) -> None:
    outputs = run_course(
        course(block("x = np.arange(3)\nprint(x)"), block("print(x.sum(), end='')")), tmp_path
    )
    assert outputs.printed == {(PATH, 4): "[0 1 2]\n", (PATH, 14): "3\n"}
    assert outputs.problems == []


def test_a_wanted_error_shows_what_was_printed_and_its_last_line(tmp_path: Path) -> None:
    code = "print('before')\nnp.ones((2, 3)) @ np.ones((2, 3))"
    outputs = run_course(course(block(code, "run error"), block("x = (", "run error")), tmp_path)
    first, second = printed(outputs)
    assert first.startswith("before\nValueError: matmul: Input operand 1 has a mismatch")
    assert first.count("\n") == 2
    assert second == "SyntaxError: '(' was never closed\n"
    assert outputs.problems == []


def test_warnings_are_shown_without_a_path(tmp_path: Path) -> None:
    outputs = run_course(course(block("np.zeros(1) / 0")), tmp_path)
    assert printed(outputs) == ["RuntimeWarning: invalid value encountered in divide\n"]


def test_an_endless_block_is_stopped_and_the_other_blocks_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder.execute, "BLOCK_SECONDS", 1.5)
    begun = time.monotonic()
    blocks = [block("x = 3\nprint(1)"), block("while True: pass"), block("print(x)"), block("while 1: pass")]
    outputs = run_course(course(*blocks), tmp_path)
    # Had a stopped block been run once more, it would have had so long.
    assert time.monotonic() - begun < builder.execute.REPEAT_SECONDS
    assert printed(outputs) == ["1\n", "3\n"]
    said = "run block ran longer than 1.5 s and was stopped"
    assert [(p.line, p.message) for p in outputs.problems] == [(14, said), (34, said)]


def test_a_stopped_block_takes_its_own_processes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder.execute, "BLOCK_SECONDS", 3)
    beats = tmp_path / "beats"
    inner = (
        f"import time\nfor _ in range(400):\n    open({str(beats)!r}, 'a').write('.')\n    time.sleep(0.05)"
    )
    code = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {inner!r}]).wait()"
    run_course(course(block(code)), tmp_path)
    ended = beats.stat().st_size
    time.sleep(1)
    assert beats.stat().st_size == ended > 0


def test_code_can_neither_speak_into_the_pipes_nor_read_from_them(tmp_path: Path) -> None:
    speak = "import os, sys\nos.write(1, b'{}\\n')\nsys.__stdout__.write('x')\n"
    code = speak + "print(repr(sys.stdin.read()), os.read(0, 9))"
    outputs = run_course(course(block(code), block("print(2)")), tmp_path)
    assert printed(outputs) == ["'' b''\n", "2\n"]
    assert outputs.problems == []


def test_proofs_give_numbers_and_shapes_and_survive_a_stopped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder.execute, "PROOF_SECONDS", 1.5)
    proofs = ["np.float32(0.5)", "max(iter(int, 1))", "np.array(3)", "np.ones((2, 3)).shape", "__import__"]
    outputs = run_course(course(*map(number, proofs)), tmp_path)
    found = [outputs.proofs[place] for place in sorted(outputs.proofs)]
    assert [proof.value for proof in found] == [0.5, None, 3.0, (2, 3), None]
    assert found[1].fault == "ran longer than 1.5 s"
    assert found[4].fault == "imports; it may use np and plain builtins only"


def test_unchanged_code_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = course(block("print(1)"), block("1 / 0"), number("1"))
    first = run_course(made, tmp_path)
    monkeypatch.setattr(Child, "__enter__", lambda self: pytest.fail("a process was started"))
    again = run_course(made, tmp_path)
    assert (again.printed, again.proofs, again.problems) == (first.printed, first.proofs, first.problems)
    assert len(first.problems) == 1


def test_changed_code_is_run_again(tmp_path: Path) -> None:
    run_course(course(block("x = 1"), block("print(x)")), tmp_path)
    assert printed(run_course(course(block("x = 2"), block("print(x)")), tmp_path)) == ["", "2\n"]


def test_a_damaged_cache_is_not_believed(tmp_path: Path) -> None:
    made = course(block("print(1)"), number("1"))
    run_course(made, tmp_path)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) == 2
    for file, text in zip(files, ["[", "[]"], strict=True):
        file.write_text(text)
    assert printed(run_course(made, tmp_path)) == ["1\n"]


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "execute").write_text("a file where the folder should be")
    assert printed(run_course(course(block("print(1)")), tmp_path)) == ["1\n"]
