"""The one form in which every judgement leaves the grader."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Shown:
    """The case a verdict shows; ``differs`` is True at each wrong cell, None where shapes disagree."""

    name: str
    arguments: dict[str, Any]
    expected: Any
    got: Any
    differs: Any = None


@dataclass
class Verdict:
    """What a learner is told; ``checked`` of ``of`` deciding cases came out right."""

    exercise: str
    passed: bool
    kind: str
    title: str
    message: str
    mistakes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    case: Shown | None = None
    checked: int = 0
    of: int = 0
    printed: str = ""
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain JSON data."""
        return asdict(self)
