"""Keeps what learner code prints, up to a limit, and answers nothing where it asks for input."""

from __future__ import annotations

import io
import os
from collections.abc import Callable

LIMIT = 20_000
_END = "\n… more was printed than is kept here\n"
_write = os.write


class Printed(io.TextIOBase):
    """A standard output that keeps the first ``LIMIT`` characters and cannot be closed.

    ``also`` is given what is kept, at once: nobody can ask a run that is stopped.
    """

    def __init__(self, also: Callable[[str], object] | None = None) -> None:
        self._parts: list[str] = []
        self._also = also
        self._left = LIMIT

    def write(self, text: str, /) -> int:
        """Keep the text while there is room."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._left >= 0 and text:
            kept = text[: self._left] + (_END if len(text) > self._left else "")
            self._parts.append(kept)
            self._left -= len(text)
            if self._also:
                self._also(kept)
        return len(text)

    def writable(self) -> bool:
        """Always: it is an output."""
        return True

    def close(self) -> None:
        """Nothing: code run later still prints here."""

    @property
    def text(self) -> str:
        """Everything kept, with characters that are no text replaced."""
        return "".join(self._parts).encode("utf-8", "replace").decode("utf-8")


def aloud(text: str) -> None:
    """Write text to the process's own standard output; one that was closed gets nothing."""
    try:
        _write(1, text.encode("utf-8", "replace"))
    except OSError:
        return


def no_input() -> io.StringIO:
    """A standard input at its end."""
    return io.StringIO("")
