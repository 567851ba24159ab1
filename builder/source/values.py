"""Plain numbers and shapes as authors write them."""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_SHAPE = re.compile(r"\(\s*(?P<axes>(\d{1,18}\s*,\s*)*(\d{1,18}\s*)?)\)", re.ASCII)


def parse_number(text: str) -> float | None:
    """A finite decimal number, typographic minus allowed; None for anything else."""
    text = text.strip().replace("−", "-")
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def show_number(value: float) -> str:
    """A number as it would be typed: ``64``, ``0.1``."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def parse_shape(text: str) -> tuple[int, ...] | None:
    """A tuple as Python writes it, ``(2, 3)``, ``(3,)`` or ``()``; None for anything else, ``(3)`` too."""
    match = _SHAPE.fullmatch(text.strip())
    if not match:
        return None
    axes = match["axes"].strip()
    numbers = [int(axis) for axis in axes.split(",") if axis.strip()]
    return None if len(numbers) == 1 and "," not in axes else tuple(numbers)
