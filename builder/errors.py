"""What can be wrong with a course or a machine, said in one line each."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

LIKE_ENOUGH = 0.6
"""Likeness from which a name is worth asking after."""


@dataclass(frozen=True, order=True)
class Problem:
    """One fault in a source file; ``advice`` marks a weak spot that does not fail the course."""

    path: str
    line: int
    message: str
    advice: bool = False

    def __str__(self) -> str:
        note = "note: " if self.advice else ""
        return f"{self.path}:{self.line}: {note}{self.message}"


class CourseError(Exception):
    """A course that cannot be built; carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class SetupError(Exception):
    """Something missing on this machine; the message says what it is and what to do, in one line."""


def told_apart(problems: Iterable[Problem]) -> tuple[list[str], list[str]]:
    """The lines for notes, and those for errors: labelled so, and to be said last, where the eye ends."""
    notes, errors = [], []
    for problem in sorted(problems):
        if problem.advice:
            notes.append(str(problem))
        else:
            errors.append(f"{problem.path}:{problem.line}: error: {problem.message}")
    return notes, errors


def near_miss(name: str, known: Iterable[str], likeness: float = 0.75) -> str:
    """The known name that was surely meant, a letter or two apart; else an empty text."""
    return next(iter(difflib.get_close_matches(name, sorted(known), n=1, cutoff=likeness)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``"; did you mean 'gate'?"`` for a near miss, else a list of what is known."""
    known = sorted(known)
    asked = ask_after(near_miss(name, known, LIKE_ENOUGH))
    return asked or (f"; known: {', '.join(known)}" if known else "")


def ask_after(near: str) -> str:
    """``"; did you mean 'gate'?"`` where there is such a name, else an empty text."""
    return f"; did you mean '{near}'?" if near else ""


def counted(count: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
