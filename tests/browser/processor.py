"""How much processor time the browsers of this test run have used."""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


def seconds() -> dict[int, float]:
    """Processor time of each process that runs below this one, by its id, as Linux tells it."""
    found = {int(place.name): fields for place in PROC.iterdir() if (fields := _fields(place))}
    parents = {process: int(fields[1]) for process, fields in found.items()}
    ours = [process for process in found if _is_ours(process, parents)]
    return {process: (int(found[process][11]) + int(found[process][12])) / TICKS for process in ours}


def _fields(place: Path) -> list[str]:
    if not place.name.isdigit():
        return []
    try:
        return (place / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []  # it has ended meanwhile


def _is_ours(process: int, parents: dict[int, int]) -> bool:
    while process := parents.get(process, 0):
        if process == os.getpid():
            return True
    return False
