"""Reads and proves exercises in processes apart: their code may end Python, hang it or change it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from builder.bundle import watch
from builder.bundle.prove import prove
from builder.bundle.read import read_exercise
from builder.errors import Problem
from grader.raised import FILENAME as ANSWER

_ROOT = str(Path(__file__).resolve().parents[2])
_START = f"import sys; sys.path.insert(0, {_ROOT!r}); from builder.bundle.apart import main; main()"
_LONGEST = 1800.0
# What is judged as an answer while the files on the left are proved.
_JUDGED_AS = {"cases.py": "mistakes.py"} | {
    name: name for name in ("mistakes.py", "also_correct.py", "starter.py")
}
_running: set[subprocess.Popen[bytes]] = set()


def apart(task: str, root: Path, paths: Sequence[str]) -> dict[str, list[Problem]]:
    """Every fault of the folders ``paths``, read or proved (``task``) one after the other.

    Where the process comes to a bad end, that is the fault of the folder it was at; a new one goes on.
    """
    found: dict[str, list[Problem]] = {}
    while left := [path for path in paths if path not in found]:
        with tempfile.TemporaryDirectory(prefix="exercises-", ignore_cleanup_errors=True) as told:
            ending = _in_process(task, root, left, Path(told))
            for line in _text(Path(told) / "answers").splitlines():
                path, problems = json.loads(line)
                found[path] = [Problem(**each) for each in problems]
            guilty = next((path for path in left if path not in found), None)
            if guilty is not None:
                found[guilty] = [_bad_end(root, guilty, Path(told), ending)]
    return found


def end_all() -> None:
    """End every process that is still at work, whichever thread waits for it."""
    for process in list(_running):
        _kill(process)


def _in_process(task: str, root: Path, paths: Sequence[str], told: Path) -> int | None:
    """How the process ended: its status, or None when it had to be ended."""
    places = {"root": str(root), "paths": list(paths), "told": str(told)}
    asked = json.dumps({"task": task, **places, "seconds": watch.MOST_SECONDS})
    process = subprocess.Popen(
        [sys.executable, "-P", "-s", "-B", "-c", _START, asked],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
    )
    _running.add(process)
    try:
        return process.wait(_LONGEST)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _running.discard(process)
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    if process.stdin:
        process.stdin.close()


def _bad_end(root: Path, path: str, told: Path, status: int | None) -> Problem:
    trace = _text(told / "trace")
    file, line, name = _text(told / "at") or "mistakes.py", 1, ""
    for frame in re.finditer(r'File "([^"]+)", line (\d+) in (.+)', trace):
        if Path(frame[1]).parent == root / path:
            file, line, name = Path(frame[1]).name, int(frame[2]), frame[3].strip()
            break
        if frame[1] == ANSWER and file in _JUDGED_AS:
            # As an answer it is judged with its whole file, line by line.
            file, line, name = _JUDGED_AS[file], int(frame[2]), frame[3].strip()
            break
    where = f"'{name}' " if name and name != "<module>" else ""
    if status is None or trace.startswith("Timeout"):
        limit = _LONGEST if status is None else watch.MOST_SECONDS
        what = f"is still running after {limit:g} s: what makes it end?"
    elif "stack overflow" in trace.lower() or "Segmentation fault" in trace:
        what = "makes Python crash, most likely because calls are nested too deeply"
    else:
        what = f"ends Python ({f'signal {-status}' if status < 0 else f'exit status {status}'})"
    return Problem(f"{path}/{file}", line, where + what)


def _text(place: Path) -> str:
    try:
        return place.read_text("utf-8", "replace")
    except OSError:
        return ""


def main() -> None:
    """What such a process does: a line of JSON, ``[path, problems]``, for each folder that it finished."""
    asked = json.loads(sys.argv[1])
    root, told = Path(asked["root"]), Path(asked["told"])
    _end_with_the_parent()
    watch.begin(told, asked["seconds"])
    answers = os.open(told / "answers", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    dumps, write, leave = json.dumps, os.write, os._exit
    for path in asked["paths"]:
        watch.at("exercise.toml")
        exercise, problems = read_exercise(root / path, path)
        if asked["task"] == "prove" and exercise is not None:
            problems = prove(exercise)
        write(answers, dumps([path, [asdict(each) for each in problems]]).encode() + b"\n")
    leave(0)


def _end_with_the_parent() -> None:
    def wait() -> None:
        with contextlib.suppress(OSError):
            os.read(0, 1)  # it holds the other end, and writes nothing
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
