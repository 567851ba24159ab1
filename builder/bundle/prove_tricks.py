"""Proves that no trick passes: right answers that change their input, and wrong values in other clothes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from builder.bundle.outcomes import outcomes
from builder.bundle.prints import judged_cases
from builder.bundle.prove_right import forms
from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial

if TYPE_CHECKING:
    from builder.bundle.prove import Findings

# Each makes a right result `r` wrong.
_WRONG = {
    "array": "np.asarray(r) + 1.0",
    "weights": "np.asarray(r) + 1e-9",
    "mask": "1.0 - np.asarray(r, dtype=float)",
    "number": "r + 1",
    "whole": "r + 1",
    "truth": "not r",
}
_LIAR = """
import numpy as np

class Liar(np.ndarray):
    def __eq__(self, other): return np.array(True)
    def __ne__(self, other): return np.array(False)
    def __array_function__(self, function, types, given, named): return True
    def __array_ufunc__(self, function, method, *given, **named): return True
    def tolist(self): return True
    shape = dtype = size = property(lambda self: True)

class Equal:
    def __init__(self, value): self.value = value
    def __eq__(self, other): return True
    def __array__(self, dtype=None, copy=None): return np.asarray(self.value)
    def __float__(self): return 0.0
"""
_PATCH = """
import builtins, json
import numpy as np

def _true(*given, **named): return np.bool_(True)
for _name in ("allclose", "array_equal", "isclose", "equal", "all", "array_equiv"):
    setattr(np, _name, _true)
np.testing.assert_allclose = np.testing.assert_array_equal = _true
builtins.all = builtins.any = _true
json.dumps = lambda *given, **named: '{"passed": true}'
"""
_CHANGE = """
def _change(value):
    if isinstance(value, list):
        value.append(0)
    elif isinstance(value, np.ndarray) and value.size:
        value[...] = ~value if value.dtype == bool else value + 1
"""


def prove_tricks(findings: Findings, trial: Trial) -> None:
    """Wrong values fail in every form, and a right answer that changes an argument is told so."""
    exercise = findings.exercise
    for what, code in wrong_values(exercise):
        verdict = trial.judge(code)
        findings.refused.append(f"{what}: {verdict['kind']}")
        if verdict["passed"] or verdict["kind"] == "unjudged":
            state = "passes" if verdict["passed"] else f"cannot be judged ({verdict['message']})"
            findings.fault("cases.py", 1, f"{what} {state}")
    for parameter, code in changed_inputs(exercise):
        verdict = trial.judge(code)
        what = f"the solution, changing its input `{parameter}`"
        findings.refused.append(f"{what}: {verdict['kind']}")
        if verdict["kind"] != "mutated":
            findings.fault("cases.py", 1, f"{what}, is not told so but '{verdict['kind']}'")


def wrong_values(exercise: ExerciseSource) -> list[tuple[str, str]]:
    """Answers with a wrong value in every cell, each as (what, code)."""
    returns = exercise.returns
    if isinstance(returns, tuple):
        parts = (f"(lambda r: {_WRONG[kind]})(r[{number}])" for number, kind in enumerate(returns))
        wrong = f"({', '.join(parts)},)"
    else:
        wrong = _WRONG[returns]
    code = _returning(exercise, exercise.texts["solution.py"], wrong)
    found = [("a wrong value", code), ("a wrong value with NumPy and builtins patched", _PATCH + code)]
    found += [(f"a wrong value {form}", text) for form, text in forms(exercise, code)]
    dressed = {
        "in an array that lies": "np.asarray(r).view(Liar)",
        "in an object that equals all": "Equal(r)",
    }
    found += [
        (f"a wrong value {what}", _LIAR + _returning(exercise, code, clothes))
        for what, clothes in dressed.items()
    ]
    right = exercise.texts["solution.py"]
    if returns in ("array", "weights", "mask"):
        found.append(
            ("an array with every cell hidden", _returning(exercise, right, "np.ma.array(r, mask=True)"))
        )
    if returns in ("array", "weights") and not _is_whole(exercise):
        found.append(
            ("an array of whole numbers", _returning(exercise, right, "np.nan_to_num(r).astype(int)"))
        )
    return found


def changed_inputs(exercise: ExerciseSource) -> list[tuple[str, str]]:
    """The solution, but one argument that is an array or a list is changed: each as (parameter, code)."""
    found = []
    for number, parameter in enumerate(exercise.parameters):
        given = [case.arguments.get(parameter.name) for case in judged_cases(exercise) if not case.raises]
        if any(isinstance(value, list) or (isinstance(value, np.ndarray) and value.size) for value in given):
            change = f"(_change(given[{number}]) if len(given) > {number} else None, r)[1]"
            found.append(
                (parameter.name, _returning(exercise, exercise.texts["solution.py"] + _CHANGE, change))
            )
    return found


def _returning(exercise: ExerciseSource, code: str, expression: str) -> str:
    """The same answer with another result, made of the result `r`."""
    name = exercise.function
    return (
        f"{code}\nimport numpy as np\n\n\ndef {name}(*given, _answer={name}):\n"
        f"    r = _answer(*given)\n    return {expression}\n"
    )


def _is_whole(exercise: ExerciseSource) -> bool:
    """Whether all expected values are whole numbers, so that nothing is lost by cutting."""
    right = outcomes(exercise.solution, judged_cases(exercise), exercise.subjects)
    values = [np.array(each["value"]["data"], dtype=float) for each in right if "value" in each]
    return all((np.trunc(cells) == cells).all() for cells in values)
