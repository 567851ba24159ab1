"""Proves that code which answers nothing fails: the starter, constants, an argument handed back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from builder.bundle.outcomes import outcomes
from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial
from grader.forms import Encoded

if TYPE_CHECKING:
    from builder.bundle.prove import Findings

STARTER = "the starter"


def prove_starter(findings: Findings, trial: Trial) -> bool:
    """Whether the starter does not pass; it also tells an answer that was not begun."""
    exercise = findings.exercise
    verdict = trial.judge(_started(exercise))
    findings.refused.append(f"{STARTER}: {verdict['kind']}")
    line = line_of(exercise.texts["starter.py"], exercise.function)
    if verdict["kind"] == "unjudged":
        findings.fault("starter.py", line, f"{STARTER} cannot be judged ({verdict['message']})")
    elif verdict["passed"]:
        findings.fault("starter.py", line, f"{STARTER} passes: leave something to write")
    return not verdict["passed"]


def _started(exercise: ExerciseSource) -> str:
    # With one line more, or it would count as not begun, whatever it gives.
    return f"{exercise.texts['starter.py']}\n_ = None\n"


def line_of(text: str, function: str) -> int:
    """Where a function of a file is defined; 1 where it is not."""
    found = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return next((node.lineno for node in found if node.name == function), 1)


def prove_wrong(findings: Findings, trial: Trial) -> None:
    """None of the answers that answer nothing passes."""
    for what, code in nothing(findings.exercise):
        if what == STARTER:
            continue  # proved before: see prove_starter
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
        (STARTER, _started(exercise)),
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
