"""Runs another program quietly: its output goes to a log, its news to the progress line."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TICK = 0.5


@dataclass(frozen=True)
class Ended:
    """How a program ended and everything it printed."""

    status: int
    output: str


def run_quietly(
    command: Sequence[str | Path],
    *,
    cwd: Path,
    log: Path,
    news: Callable[[str], None],
    env: Mapping[str, str] | None = None,
) -> Ended:
    """Run ``command``; ``news`` gets each line as it comes, and an empty one while nothing comes."""
    log.parent.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **env} if env else None,
        close_fds=os.name == "nt",  # so that the program holds the folder's lock too
    )
    lines: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
    reader.start()
    printed: list[str] = []
    try:
        with log.open("w", encoding="utf-8") as file:
            while True:
                try:
                    line = lines.get(timeout=TICK)
                except queue.Empty:
                    news("")
                    continue
                if line is None:
                    break
                printed.append(line)
                file.write(line)
                news(line.rstrip())
        status = process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        # A program that the stopped one had started may still hold the pipe open: no waiting for that.
        reader.join(timeout=2)
        if process.stdout is not None and not reader.is_alive():
            process.stdout.close()
    return Ended(status, "".join(printed))


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)
