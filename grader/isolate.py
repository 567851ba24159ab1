"""Runs learner code under CPython in a process of its own, with limits of time and memory."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import cast

from grader.forms import Ran, RunRequest

MEMORY = 2 * 2**30
_ROOT = str(Path(__file__).resolve().parent.parent)
_START = "import sys; sys.path.insert(0, {root!r}); {what}"
_SERVE = "import gc, grader.zygote as z; gc.collect(); gc.freeze(); z.serve()"
_ONCE = "import grader.zygote as z; z.once()"
_SPARE = 5.0  # what a start of Python may take beyond the limit of the exercise


class Isolated:
    """A place to run learner code in; as a context manager. One request at a time: two places run two."""

    def __init__(self, memory: int = MEMORY, fork: bool = hasattr(os, "fork")) -> None:
        self._memory = memory
        self._fork = fork
        self._folder = tempfile.TemporaryDirectory(prefix="answer-", ignore_cleanup_errors=True)
        self._zygote: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Isolated:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def run(self, request: RunRequest, seconds: float) -> Ran:
        """What ``grader.run`` gives, or ``timeout`` or ``died`` in its place."""
        line = json.dumps({"request": request, "seconds": seconds, "memory": self._memory}).encode() + b"\n"
        return self._ask(line) if self._fork else self._run_once(line, seconds)

    def close(self) -> None:
        """End the process and remove its folder."""
        self._end()
        self._folder.cleanup()

    def _ask(self, line: bytes) -> Ran:
        zygote = self._zygote or self._start()
        assert zygote.stdin is not None and zygote.stdout is not None
        try:
            zygote.stdin.write(line)
            zygote.stdin.flush()
            answer = zygote.stdout.readline()
        except OSError:
            answer = b""
        if answer:
            return cast(Ran, json.loads(answer))
        self._end()
        return _died()

    def _start(self) -> subprocess.Popen[bytes]:
        self._zygote = subprocess.Popen(
            self._command(_SERVE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._folder.name,
            env=_environment(),
        )
        return self._zygote

    def _end(self) -> None:
        zygote, self._zygote = self._zygote, None
        if zygote is None:
            return
        zygote.kill()
        # Writing into a dead process fails, also when the pipe is flushed to be closed.
        with contextlib.suppress(OSError):
            zygote.communicate()

    def _run_once(self, line: bytes, seconds: float) -> Ran:
        try:
            done = subprocess.run(
                self._command(_ONCE),
                input=line,
                stdout=subprocess.PIPE,
                timeout=seconds + _SPARE,
                cwd=self._folder.name,
                env=_environment(),
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"stage": "timeout", "limit": seconds, "outcomes": []}
        answer = done.stdout.split(b"\n", 1)[0]
        return cast(Ran, json.loads(answer)) if answer.startswith(b"{") else _died()

    @staticmethod
    def _command(what: str) -> list[str]:
        return [sys.executable, "-P", "-s", "-c", _START.format(root=_ROOT, what=what)]


def _died() -> Ran:
    return {"stage": "died", "error": {"message": "something in it closed Python"}, "outcomes": []}


def _environment() -> dict[str, str]:
    # One thread: a child made by fork has only one. A fixed seed: sets come in the same order every time.
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
