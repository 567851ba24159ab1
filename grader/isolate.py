"""Runs learner code under CPython in a process of its own, with limits of time and memory."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import cast

from grader.forms import Ran, RunRequest
from grader.zygote import as_printed

MEMORY = 2 * 2**30
_ROOT = str(Path(__file__).resolve().parent.parent)
_START = "import sys; sys.path.insert(0, {root!r}); {what}"
_SERVE = "import gc, grader.zygote as z; gc.collect(); gc.freeze(); z.serve()"
_ONCE = "import grader.zygote as z; z.once()"
_START_SECONDS = 60.0
_SILENCE = 20.0  # after the time of a run: the zygote is stopped, or the machine very busy
_SPARE = 5.0  # what a start of Python may take beyond the limit of the exercise


class Isolated:
    """A place to run learner code in; as a context manager. One request at a time: two places run two."""

    def __init__(self, memory: int = MEMORY, fork: bool = hasattr(os, "fork")) -> None:
        self._memory = memory
        self._fork = fork
        self._folder = tempfile.TemporaryDirectory(prefix="answer-", ignore_cleanup_errors=True)
        self._zygote: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def __enter__(self) -> Isolated:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def run(self, request: RunRequest, seconds: float) -> Ran:
        """What ``grader.run`` gives, or ``timeout`` or ``died`` in its place."""
        token = os.urandom(8).hex()
        asked = {"token": token, "request": request, "seconds": seconds, "memory": self._memory}
        line = json.dumps(asked).encode() + b"\n"
        return self._ask(line, token.encode(), seconds) if self._fork else self._run_once(line, seconds)

    def close(self) -> None:
        """End the process and remove its folder."""
        self._end()
        self._folder.cleanup()

    def _ask(self, line: bytes, token: bytes, seconds: float) -> Ran:
        zygote = self._zygote or self._start()
        assert zygote.stdin is not None
        answer: bytes | None = b""
        try:
            zygote.stdin.write(line)
            zygote.stdin.flush()
            deadline = time.monotonic() + seconds + _SILENCE
            while answer := self._next_line(deadline):
                if answer.startswith(token + b" "):
                    return cast(Ran, json.loads(answer[len(token) :]))
        except (OSError, ValueError, RecursionError):
            answer = b""
        self._end()
        return _died() if answer is not None else _silent()

    def _next_line(self, deadline: float) -> bytes | None:
        """One line of the zygote, empty when it has ended, None when the time is up."""
        try:
            return self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None

    def _start(self) -> subprocess.Popen[bytes]:
        self._zygote = subprocess.Popen(
            self._command(_SERVE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._folder.name,
            env=_environment(),
            start_new_session=True,
        )
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._zygote, self._lines), daemon=True).start()
        if self._next_line(time.monotonic() + _START_SECONDS) != b"ready\n":
            self._end()
            raise OSError("the process that runs answers did not start")
        return self._zygote

    def _end(self) -> None:
        zygote, self._zygote = self._zygote, None
        if zygote is None:
            return
        for group in [zygote.pid, *_children(zygote.pid)]:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        # Writing into a dead process fails, also when the pipe is flushed to be closed.
        with contextlib.suppress(OSError):
            zygote.stdin.close()  # type: ignore[union-attr]
        zygote.wait()

    def _run_once(self, line: bytes, seconds: float) -> Ran:
        try:
            done = subprocess.run(
                self._command(_ONCE),
                input=line,
                capture_output=True,
                timeout=seconds + _SPARE,
                cwd=self._folder.name,
                env=_environment(),
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            heard = as_printed(late.stderr or b"")
            return {"stage": "timeout", "limit": seconds, "outcomes": [], "printed": heard}
        answer = done.stdout.split(b"\n", 1)[0]
        return cast(Ran, json.loads(answer)) if answer.startswith(b"{") else _died(as_printed(done.stderr))

    @staticmethod
    def _command(what: str) -> list[str]:
        return [sys.executable, "-P", "-s", "-c", _START.format(root=_ROOT, what=what)]


def _died(printed: str = "") -> Ran:
    error = {"message": "something in it closed Python"}
    return {"stage": "died", "error": error, "outcomes": [], "printed": printed}


def _silent() -> Ran:
    error = {"type": "TimeoutError", "message": "the process that runs answers was silent"}
    return {"stage": "broken", "error": error, "outcomes": []}


def _listen(zygote: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    assert zygote.stdout is not None
    with contextlib.suppress(ValueError, OSError), zygote.stdout:
        for line in zygote.stdout:
            lines.put(line)
    lines.put(b"")


def _children(parent: int) -> list[int]:
    """The processes it has forked; each leads a group of its own."""
    try:
        return [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []  # a system without it: the limit of processor time ends them


def _environment() -> dict[str, str]:
    # One thread: a child made by fork has only one. A fixed seed: sets come in the same order every time.
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
