"""A child process that runs course code, killed when a step takes too long."""

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
from pathlib import Path
from types import TracebackType
from typing import Any

START_SECONDS = 60.0


class Child:
    """Runs steps one after the other; a context manager that leaves no process behind."""

    ended = False
    """Did the code end the process by itself?"""

    def __enter__(self) -> Child:
        self._folder = tempfile.TemporaryDirectory(prefix="course-code-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", str(Path(__file__).with_name("child.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            encoding="utf-8",
            start_new_session=True,
            # The same text on every machine and at every build.
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        if self._next(START_SECONDS) != "ready\n":
            self.__exit__(None, None, None)
            raise OSError("the process that runs course code did not start")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The whole group, so that nothing a block started stays.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._folder.cleanup()

    def step(self, kind: str, code: str, seconds: float) -> dict[str, Any] | None:
        """The result of one step, or None when it took too long or ended the process; then close it."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps({"kind": kind, "code": code}) + "\n")
            self._process.stdin.flush()
        except OSError:
            self.ended = True
            return None
        line = self._next(seconds)
        if line is None:
            return None
        try:
            result: dict[str, Any] = json.loads(line)
        except ValueError:
            # The end of the pipe, or code that found it and spoiled what comes out of it.
            self.ended = True
            return None
        return result

    def _listen(self) -> None:
        assert self._process.stdout
        with contextlib.suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put("")

    def _next(self, seconds: float) -> str | None:
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
