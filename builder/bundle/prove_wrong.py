"""Proves that code which answers nothing fails: the starter, constants, an argument handed back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.bundle.outcomes import outcomes
from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial
from grader.forms import Encoded

if TYPE_CHECKING:
    from builder.bundle.prove import Findings


def prove_wrong(findings: Findings, trial: Trial) -> None:
    """None of the answers that answer nothing passes."""
    for what, code in nothing(findings.exercise):
        verdict = trial.judge(code)
        findings.refused.append(f"{what}: {verdict['kind']}")
        if verdict["passed"] or verdict["kind"] == "unjudged":
            state = "passes" if verdict["passed"] else f"cannot be judged ({verdict['message']})"
            findings.fault("cases.py", 1, f"{what} {state}")


def nothing(exercise: ExerciseSource) -> list[tuple[str, str]]:
    """Answers that answer nothing, each as (what, code)."""
    head = f"def {exercise.function}({', '.join(p.name for p in exercise.parameters)}):"
    any_call = f"def {exercise.function}(*given):"
    found = [
        # With one line more, or it would count as not begun, whatever it gives.
        ("the starter", f"{exercise.texts['starter.py']}\n_ = None\n"),
        ("empty code", ""),
        ("a comment", "# nothing yet\n"),
        ("a body of pass", f"{head}\n    pass\n"),
        ("a function that returns None", f"{head}\n    return None\n"),
    ]
    for parameter in exercise.parameters:
        found.append((f"returning `{parameter.name}`", f"{head}\n    return {parameter.name}\n"))
    right = outcomes(exercise.solution, exercise.cases, exercise.subjects)
    for case, outcome in zip(exercise.cases, right, strict=True):
        if case.shown and "value" in outcome:
            code = f"import numpy as np\n\n\n{any_call}\n    return {_literal(outcome['value'])}\n"
            found.append((f"the expected value of '{case.name}' for everything", code))
    return found


def _literal(form: Encoded) -> str:
    """Python that gives the value of a result, as a learner would write it."""
    if "tuple" in form:
        return f"({', '.join(map(_literal, form['tuple']))},)"
    # NumPy reads the "inf" and "nan" of encoded numbers too.
    array = f"np.array({form['data']!r}, dtype={form['dtype']!r})"
    return array if form.get("python") is None else f"{array}.tolist()"
