"""Runs the page's own pure functions at build: JSON in, JSON out, one start of Node a call."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builder.errors import SetupError


def ask_node(script: Path, questions: Sequence[Any], failed: str) -> list[Any]:
    """What ``script`` answers to each question; ``failed`` says what could not be done if it stops."""
    if not questions:
        return []
    try:
        ended = subprocess.run(
            ["node", str(script)],
            input=json.dumps(list(questions), allow_nan=False),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    except FileNotFoundError as error:
        raise SetupError("Node is not installed. Install Node 20 or newer and run this again.") from error
    if ended.returncode:
        raise RuntimeError(f"{failed}: {ended.stderr.strip()}")
    answers: list[Any] = json.loads(ended.stdout)
    return answers
