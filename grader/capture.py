"""Keeps what learner code prints, up to a limit, and answers nothing where it asks for input."""

from __future__ import annotations

import io

LIMIT = 20_000
_END = "\n… more was printed than is kept here\n"


class Printed(io.TextIOBase):
    """A standard output that keeps the first ``LIMIT`` characters and cannot be closed."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._left = LIMIT

    def write(self, text: str, /) -> int:
        """Keep the text while there is room."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._left > 0:
            self._parts.append(text[: self._left])
            self._left -= len(text)
            if self._left < 0:
                self._parts.append(_END)
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


def no_input() -> io.StringIO:
    """A standard input at its end."""
    return io.StringIO("")
