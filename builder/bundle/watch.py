"""Watches over code of an exercise in a process apart: how long it runs, what it was at when it ended."""

from __future__ import annotations

import contextlib
import faulthandler
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

MOST_SECONDS = 30.0
"""What one file may take to load, or one answer for all cases."""

_MEMORY = 3 * 2**30
_folder: Path | None = None
_trace: IO[str] | None = None


def begin(folder: Path, seconds: float) -> None:
    """From now on this process tells in ``folder`` what it does; a step past ``seconds`` ends it."""
    global _folder, _trace, MOST_SECONDS
    _folder, _trace, MOST_SECONDS = folder, (folder / "trace").open("w"), seconds
    faulthandler.enable(_trace)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # Windows has none

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)


def at(file: str) -> None:
    """Note which file of the exercise the next steps are about."""
    if _folder is not None:
        (_folder / "at").write_text(file, "utf-8")


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """One step: where it is watched, it may take ``MOST_SECONDS``."""
    if _trace is None:
        yield
        return
    # A thread of its own, without Python: whatever the code does, it cannot hold this back.
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True, file=_trace)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
