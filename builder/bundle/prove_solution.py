"""Proves what all else rests on: in each case the model answer gives a result that can be asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from builder.bundle.fits import unfit
from builder.bundle.outcomes import outcomes
from grader.decode import plain
from grader.forms import Encoded, Outcome

if TYPE_CHECKING:
    from builder.bundle.prove import Findings
    from builder.bundle.source import ExerciseSource
    from grader.case import Case


def prove_solution(findings: Findings) -> bool:
    """Whether the solution gives what each case asks for; where not, whatever else fails follows from it."""
    exercise = findings.exercise
    right = outcomes(exercise.solution, exercise.cases, exercise.subjects)
    found = [
        (case, said)
        for case, outcome in zip(exercise.cases, right, strict=True)
        if (said := _amiss(exercise, case, outcome))
    ]
    # Only sizes differ where one cause shows in each case.
    if len(found) == len(exercise.cases) > 1 and len({re.sub(r"\d+", "", said) for _, said in found}) == 1:
        (case, said), line = found[0], exercise.solution.__code__.co_firstlineno
        findings.fault("solution.py", line, f"in every case, such as '{case.name}', {said}")
        return False
    for case, said in found:
        findings.fault("cases.py", exercise.case_lines.get(case.name, 1), f"case '{case.name}': {said}")
    return not found


def _amiss(exercise: ExerciseSource, case: Case, outcome: Outcome) -> str:
    wanted = case.raises.__name__ if case.raises else None
    if "raised" in outcome:
        raised = outcome["raised"]
        if wanted not in raised["bases"]:
            got = f"{raised['type']}: {raised['message']}"
            return f"the solution raises {got}; wanted {wanted or 'a result'}"
        if case.message not in ("", raised["message"]):
            return f"the solution says {raised['message']!r}; wanted {case.message!r}"
        return ""
    result = outcome["value"]
    if wanted:
        return f"the solution returns a value; wanted {wanted}"
    if _has_nan(result):
        return "the expected value holds nan"
    if not exercise.infinities and _has_infinity(result):
        return "the expected value is infinite; say `infinities = true` in exercise.toml if it should be"
    said = unfit(exercise.returns, result)
    return f"the solution returns {said}" if said else ""


def _numbers(form: Encoded) -> list[np.ndarray]:
    found = plain(form)
    if found is not None:
        return [] if found.values is None else [np.asarray(found.values, dtype=float)]
    return [cells for part in form.get("tuple", form.get("list", [])) for cells in _numbers(part)]


def _has_nan(form: Encoded) -> bool:
    return any(np.isnan(cells).any() for cells in _numbers(form))


def _has_infinity(form: Encoded) -> bool:
    return any(np.isinf(cells).any() for cells in _numbers(form))
