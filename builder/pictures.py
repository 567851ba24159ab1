"""Pictures of numbers for the pages, drawn at build by the page's own functions under Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from builder.errors import SetupError

DRAW = Path(__file__).with_name("draw.js")


def draw(pictures: Sequence[Mapping[str, Any]]) -> list[str]:
    """The HTML of each picture, ``{"picture": name, ...}``, in order; one start of Node for all of them."""
    if not pictures:
        return []
    try:
        ended = subprocess.run(
            ["node", str(DRAW)],
            input=json.dumps(list(pictures), allow_nan=False),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    except FileNotFoundError as error:
        raise SetupError("Node is not installed. Install Node 20 or newer and run this again.") from error
    if ended.returncode:
        raise RuntimeError(f"the pictures could not be drawn: {ended.stderr.strip()}")
    made: list[str] = json.loads(ended.stdout)
    return made
