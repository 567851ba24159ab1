"""What a command says while it works.

On a terminal that is one line which renews itself; elsewhere a plain line now and then.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import TextIO

Progress = Callable[[str], None]
"""Told what is being done as ``"What: how far"``; called as often as there is news."""

SECONDS_BETWEEN_LINES = 5.0


class Console:
    """A ``Progress`` that writes to a stream, standard error unless told otherwise."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._open = False
        self._step = ""
        self._written = 0.0

    def __call__(self, text: str) -> None:
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            self._write(f"\r\x1b[K{text[:width]}")
            self._open = True
            return
        step, now = text.partition(":")[0], time.monotonic()
        if step != self._step or now - self._written >= SECONDS_BETWEEN_LINES:
            self._step, self._written = step, now
            self._write(text + "\n")

    def line(self, text: str) -> None:
        """Write a line that stays."""
        self.clear()
        self._write(text + "\n")

    def clear(self) -> None:
        """Take the renewing line away, so that something else can be written there."""
        if self._open:
            self._write("\r\x1b[K")
            self._open = False

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def megabytes(count: int) -> str:
    """``"12.3 MB"``."""
    return f"{count / 1e6:.1f} MB"
