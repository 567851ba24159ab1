"""Labs at build: what a lab makes of its options, of a try's state, and its first state as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.model import Course, Lab
from builder.node import ask_node

LABS = Path(__file__).resolve().parent.parent / "site" / "scripts" / "labs"
ASK = Path(__file__).with_name("labs.js")


@dataclass(frozen=True)
class Fault:
    """A setting that a lab does not take.

    ``wanted`` is None where it has no setting of that name. ``made`` is what the other settings make of a
    value that does not fit them.
    """

    name: str
    value: str
    wanted: str | None
    made: str | None = None


@dataclass(frozen=True)
class LabRead:
    """A lab in a state: ``fields`` are its settings as text, ``before`` those it started from."""

    title: str
    about: str
    look: tuple[str, ...]
    faults: tuple[Fault, ...]
    fields: Mapping[str, str]
    before: Mapping[str, str]
    html: str


@dataclass(frozen=True)
class LabAsked:
    """A lab by name with settings on top of ``base``; it is drawn where it has an id."""

    lab: str
    settings: Mapping[str, str]
    base: Mapping[str, str]
    id: str = ""


def lab_names() -> list[str]:
    """The labs the site has."""
    return sorted(file.stem.removesuffix("-lab") for file in LABS.glob("*-lab.js"))


def read_labs(asked: Sequence[LabAsked]) -> list[LabRead]:
    """What each lab makes of its settings, by the page's own functions."""
    questions = [
        {"lab": a.lab, "id": a.id, "settings": list(a.settings.items()), "base": list(a.base.items())}
        for a in asked
    ]
    return [_read(told) for told in ask_node(ASK, questions, "the labs could not be drawn")]


def draw_labs(course: Course) -> dict[str, LabRead]:
    """Every lab of the course by its id, and every lab of the site in its own first state by its name."""
    known = lab_names()
    asked = {f"labs/{name}": LabAsked(name, {}, {}, name) for name in known}
    asked |= {
        lab.id: LabAsked(lab.name, lab.options, {}, lab.id) for lab in labs_of(course) if lab.name in known
    }
    return dict(zip(asked, read_labs(list(asked.values())), strict=True))


def labs_of(course: Course) -> Iterable[Lab]:
    """The labs of all levels; they stand outside asides and tests."""
    return [block for level in course.levels for block in level.blocks if isinstance(block, Lab)]


def settings_of(state: str) -> dict[str, str]:
    """The settings of a ``:state:``; parts that are not ``NAME=VALUE`` were reported when it was read."""
    parts = (part.partition("=") for part in state.split())
    return {name: value for name, _, value in parts if name and value}


def _read(told: dict[str, Any]) -> LabRead:
    faults = tuple(
        Fault(*(fault.get(key) for key in ("name", "value", "wanted", "made")))
        for fault in told.pop("faults")
    )
    return LabRead(faults=faults, look=tuple(told.pop("look")), **told)
