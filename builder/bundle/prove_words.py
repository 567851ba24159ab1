"""Proves what is written about mistakes: a title, where to look, a tiny worked case, each a paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.errors import did_you_mean

if TYPE_CHECKING:
    from builder.bundle.prove import Findings


def prove_words(findings: Findings) -> bool:
    """Every mistake can be told to a learner; whether there are mistakes and each ``same_as`` names one."""
    exercise = findings.exercise
    leaders = [mistake.id for mistake in exercise.mistakes if not mistake.same_as]
    if not leaders:
        findings.fault("mistakes.py", 1, "defines no mistake")
    for mistake in exercise.mistakes:

        def fault(message: str, line: int = mistake.line) -> None:
            findings.fault("mistakes.py", line, message)

        for part, text in (
            ("a title", mistake.title),
            ("where to look", mistake.where),
            ("a tiny worked case", mistake.example),
        ):
            if not text:
                fault(f"'{mistake.id}': its docstring needs {part} (title, where to look, example)")
        if mistake.title and not mistake.title.endswith("."):
            fault(f"'{mistake.id}': the title must be one sentence and end with a full stop")
        if mistake.same_as and mistake.same_as not in leaders:
            near = did_you_mean(mistake.same_as, leaders)
            fault(f"'{mistake.id}': same_as names no mistake '{mistake.same_as}'{near}")
    return bool(leaders) and all(one.same_as in ("", *leaders) for one in exercise.mistakes)
