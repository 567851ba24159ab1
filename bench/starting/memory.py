"""How much memory the browsers hold that this benchmark started."""

from __future__ import annotations

import os
import re
from pathlib import Path

PROC = Path("/proc")


def megabytes() -> float | None:
    """The proportional share of every process below this one, where the system tells it (Linux)."""
    if not (PROC / "self" / "smaps_rollup").is_file():
        return None
    parents = {int(place.name): _parent(place) for place in PROC.iterdir() if place.name.isdigit()}
    return sum(_share(PROC / str(process)) for process in parents if _is_ours(process, parents)) / 1e6


def _is_ours(process: int, parents: dict[int, int]) -> bool:
    while process := parents.get(process, 0):
        if process == os.getpid():
            return True
    return False


def _parent(place: Path) -> int:
    try:
        return int((place / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, ValueError):
        return 0  # it has ended meanwhile


def _share(place: Path) -> float:
    try:
        found = re.search(r"^Pss:\s+(\d+) kB", (place / "smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0.0
    return int(found[1]) * 1024.0 if found else 0.0
