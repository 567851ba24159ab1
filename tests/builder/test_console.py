"""How far a command is: one renewing line on a terminal, few plain lines elsewhere."""

import io
import os
import shutil

import pytest

from builder import console
from builder.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_elsewhere_a_step_is_said_once_and_then_now_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(console.time, "monotonic", lambda: now)
    stream = io.StringIO()
    progress = Console(stream)
    for second in range(12):
        now = float(second)
        progress(f"Downloading: {second} MB")
    progress("Building")
    assert stream.getvalue().splitlines() == [
        "Downloading: 0 MB",
        "Downloading: 5 MB",
        "Downloading: 10 MB",
        "Building",
    ]


def test_on_a_terminal_the_line_renews_itself_and_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((20, 5)))
    stream = Terminal()
    progress = Console(stream)
    progress("Downloading: 1 MB of a very large file")
    progress("Downloading: 2 MB")
    progress.line("Done")
    progress.clear()
    assert stream.getvalue() == "\r\x1b[KDownloading: 1 MB o\r\x1b[KDownloading: 2 MB\r\x1b[KDone\n"
