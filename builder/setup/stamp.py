"""Stamps: a small file written last, which says that a step was finished and from what."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_stamp(path: Path) -> dict[str, str]:
    """What a stamp says; empty when there is none or it cannot be read."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_stamp(path: Path, content: dict[str, str]) -> None:
    """Write a stamp in one move, so that a half-written one cannot be found."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    unfinished.replace(path)
