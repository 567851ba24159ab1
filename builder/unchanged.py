"""Knows whether anything changed since the site was last built."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from builder.errors import Problem
from builder.setup.stamp import digest

PROJECT = Path(__file__).resolve().parents[1]
COURSE = ("levels", "exercises")
CODE = ("site", "grader", "builder", "package-lock.json", "requirements/run.txt")


class BuildRecord:
    """What the last finished build was made from, what it wrote and what it found."""

    def __init__(self, root: Path, dist: Path) -> None:
        self._dist = dist
        self._file = root / ".cache" / "site.json"
        self._inputs = _digest([root / name for name in COURSE] + [PROJECT / name for name in CODE])

    def problems(self, compress: bool) -> list[Problem] | None:
        """The problems of the last build when building again would change nothing, else None.

        Compressed copies that nobody asked for this time are no reason to build again.
        """
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            if kept["dist"] != str(self._dist) or kept["inputs"] != self._inputs:
                return None
            if compress and not kept["compressed"]:
                return None
            if any((self._dist / name).stat().st_size != size for name, size in kept["files"].items()):
                return None
            return [Problem(**problem) for problem in kept["problems"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, files: Iterable[str], problems: Iterable[Problem], compressed: bool) -> None:
        """Remember a finished build."""
        content = {
            "dist": str(self._dist),
            "inputs": self._inputs,
            "compressed": compressed,
            "files": {name: (self._dist / name).stat().st_size for name in sorted(files)},
            "problems": [asdict(problem) for problem in problems],
        }
        self._file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._file.with_suffix(".new")
        unfinished.write_text(json.dumps(content), "utf-8")
        unfinished.replace(self._file)


def _digest(places: Iterable[Path]) -> str:
    total = hashlib.sha256(sys.version.encode())
    for place in places:
        for path in [place] if place.is_file() else _files(place):
            total.update(f"{path.relative_to(place.parent).as_posix()}\0{digest(path)}\0".encode())
    return total.hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(
        Path(where, name)
        for where, _, names in os.walk(folder)
        for name in names
        if not where.endswith("__pycache__") and not name.endswith(".pyc")
    )
