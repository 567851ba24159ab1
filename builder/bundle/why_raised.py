"""Finds out why a mistake raises on every case: its author sees no traceback."""

from __future__ import annotations

import functools
import inspect
import traceback
from pathlib import Path

import numpy as np

from builder.bundle import watch
from builder.bundle.outcomes import encoded_arguments
from builder.bundle.prints import judged_cases
from builder.bundle.source import ExerciseSource, Function
from builder.errors import did_you_mean
from grader.case import Member
from grader.decode import decode


def why_raised(exercise: ExerciseSource, member: Member) -> str:
    """What to change, or the exception with its line: the end of a sentence about the mistake."""
    called = list((member.stages or {"": member.call}).values())
    for function in called:
        if isinstance(function, functools.partial):
            known = inspect.signature(function.func).parameters
            for name in function.keywords:
                if name not in known:
                    return f"it has no parameter '{name}' for its family{did_you_mean(name, known)}"
    said = _stage_asks(exercise, member) if member.stages else _takes(exercise, member.call)
    return said or _raises(exercise, member.call)


def _takes(exercise: ExerciseSource, function: Function) -> str:
    """The parameters of a whole answer that cannot be called as the exercise calls it."""
    bound = function.keywords if isinstance(function, functools.partial) else {}
    signature = inspect.signature(function)
    try:
        signature.bind(**dict.fromkeys(judged_cases(exercise)[0].arguments))
    except TypeError:
        takes = ", ".join(name for name in signature.parameters if name not in bound)
        wanted = ", ".join(each.name for each in exercise.parameters)
        return f"it takes ({takes}), wanted ({wanted})"
    return ""


def _stage_asks(exercise: ExerciseSource, member: Member) -> str:
    """A value that a replaced stage asks for, and that does not exist by then."""
    assert exercise.pipeline is not None
    there = list(exercise.pipeline.inputs)
    for stage in exercise.pipeline.stages:
        function = (member.stages or {}).get(stage.name)
        if function is not None:
            bound = function.keywords if isinstance(function, functools.partial) else {}
            for name in inspect.signature(function).parameters:
                if name not in there and name not in bound:
                    asks = f"it asks for '{name}', which is not there at stage '{stage.name}'"
                    return f"{asks}{did_you_mean(name, there)}"
        there += stage.gives
    return ""


def _raises(exercise: ExerciseSource, function: Function) -> str:
    case = judged_cases(exercise)[0]
    arguments = {name: decode(form, exercise.subjects) for name, form in encoded_arguments(case).items()}
    try:
        with watch.limited(), np.errstate(all="ignore"):
            function(**arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        place = exercise.root / exercise.path / "mistakes.py"
        steps = traceback.extract_tb(error.__traceback__)
        lines = [step.lineno for step in steps if Path(step.filename) == place]
        where = f" (line {lines[-1]})" if lines else ""
        return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"
    return "an exception"
