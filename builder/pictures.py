"""Pictures of numbers for the pages, drawn at build by the page's own functions under Node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from builder.node import ask_node

DRAW = Path(__file__).with_name("draw.js")


def draw(pictures: Sequence[Mapping[str, Any]]) -> list[str]:
    """The HTML of each picture, ``{"picture": name, ...}``, in order; one start of Node for all of them."""
    return ask_node(DRAW, pictures, "the pictures could not be drawn")
