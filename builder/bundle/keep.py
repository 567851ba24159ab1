"""Keeps what was worked out about an exercise until one of the files it came from changes."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from builder.bundle.source import ExerciseSource
from builder.errors import Problem
from builder.whole_file import write_whole

_HERE = Path(__file__).resolve().parent
_CODE = (_HERE, _HERE.parents[1] / "grader")


def kept(exercise: ExerciseSource, what: str) -> Any:
    """What was kept of this very exercise under the name ``what``, else None."""
    try:
        found = json.loads(_place(exercise, what).read_text("utf-8"))
        return found["content"] if found["key"] == _key(exercise) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(exercise: ExerciseSource, what: str, content: Any) -> None:
    """Keep something that follows from the files of the exercise, of the grader and of this package alone."""
    text = json.dumps({"key": _key(exercise), "content": content})
    write_whole(_place(exercise, what), text.encode())


def kept_proof(exercise: ExerciseSource) -> list[Problem] | None:
    """The problems found when this very exercise was proved, else None."""
    found = kept(exercise, "proof")
    return None if found is None else [Problem(**problem) for problem in found]


def keep_proof(exercise: ExerciseSource, problems: list[Problem]) -> None:
    """Keep the outcome of a proof."""
    keep(exercise, "proof", [asdict(problem) for problem in problems])


def _place(exercise: ExerciseSource, what: str) -> Path:
    return exercise.root / ".cache" / "exercises" / f"{exercise.id}.{what}.json"


def _key(exercise: ExerciseSource) -> str:
    total = hashlib.sha256(f"{sys.version}\0{np.__version__}\0{exercise.path}".encode())
    for name, text in sorted(exercise.texts.items()):
        total.update(f"\0{name}\0{text}".encode())
    for folder in _CODE:
        for path in sorted(folder.glob("*.py")):
            total.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return total.hexdigest()
