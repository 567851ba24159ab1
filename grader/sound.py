"""Tells what a run may give from what code wrote in its place: the judge looks at nothing else."""

from __future__ import annotations

import functools
import math
import re
from typing import Any

import numpy as np

from grader.encode import MAX_DEPTH

_STAGES = ("ran", "empty", "syntax", "raised", "missing", "timeout", "memory", "died", "broken")
_DEEPEST = 2 * MAX_DEPTH + 2
_NUMBER = re.compile(r"nan|-?inf|-?\d{1,400}")


def is_sound(ran: Any, calls: int) -> bool:
    """Whether ``ran`` has the form of a ``Ran`` of that many calls, down to each number."""
    return (
        isinstance(ran, dict)
        and isinstance(ran.get("stage"), str)
        and ran["stage"] in _STAGES
        and isinstance(ran.get("printed", ""), str)
        and all(_is_count(ran.get(name, 0)) for name in ("seconds", "limit"))
        and _is_list(ran.get("python", []), lambda part: type(part) is int)
        and _is_list(ran.get("outcomes", []), _is_outcome)
        and _fits_stage(ran, calls)
    )


def _fits_stage(ran: dict[str, Any], calls: int) -> bool:
    stage, error = ran["stage"], ran.get("error")
    if stage == "ran":
        return len(ran.get("outcomes", [])) == calls
    if stage == "missing":
        return isinstance(error, dict) and all(
            name in error and isinstance(error[name], str | None) for name in ("near", "inside", "found")
        )
    if stage in ("syntax", "raised"):
        return _is_error(error)
    if stage == "broken":
        return isinstance(error, dict) and all(isinstance(error.get(k), str) for k in ("type", "message"))
    if stage == "memory":
        return error is None or _is_error(error)
    return error is None or (isinstance(error, dict) and isinstance(error.get("message"), str))


def _is_outcome(outcome: Any) -> bool:
    if not isinstance(outcome, dict) or ("value" in outcome) == ("raised" in outcome):
        return False
    named = all(_is_list(outcome.get(key, []), _is_text) for key in ("mutated", "shared", "warned"))
    return named and (_is_form(outcome["value"]) if "value" in outcome else _is_error(outcome["raised"]))


def _is_error(error: Any) -> bool:
    return (
        isinstance(error, dict)
        and all(_is_text(error.get(key)) for key in ("type", "message", "source"))
        and isinstance(error.get("line"), int | None)
        and _is_list(error.get("bases"), _is_text)
        and isinstance(error.get("near"), str | None)
        and isinstance(error.get("shapes", {}), dict)
        and all(_is_shape(shape) for shape in error.get("shapes", {}).values())
    )


def _is_form(form: Any, depth: int = 0) -> bool:
    if not isinstance(form, dict) or depth > _DEEPEST:
        return False
    if "shape" in form:
        python = form.get("python", "int")
        return (
            python in ("int", "float", "bool", "list", "tuple")
            and _is_shape(form["shape"])
            and _is_dtype(form.get("dtype"))
            and (form.get("large") is True or _fills(form.get("data"), form["shape"]))
        )
    if "none" in form:
        return form["none"] is True
    for key in ("list", "tuple"):
        if key in form:
            return _is_list(form[key], lambda part: _is_form(part, depth + 1))
    return any(_is_text(form.get(key)) for key in ("text", "other", "callable"))


def _is_shape(shape: Any) -> bool:
    return _is_list(shape, lambda length: type(length) is int and length >= 0) and len(shape) <= 64


@functools.cache
def _is_number_type(name: str) -> bool:
    try:
        return name == "object" or np.dtype(name).kind in "biufc"
    except TypeError:
        return False


def _is_dtype(name: Any) -> bool:
    return isinstance(name, str) and len(name) < 20 and _is_number_type(name)


def _fills(data: Any, shape: list[int]) -> bool:
    """Whether nested lists of numbers have that shape."""
    if shape:
        return _is_list(data, lambda part: _fills(part, shape[1:])) and len(data) == shape[0]
    if isinstance(data, float):
        return math.isfinite(data)
    return type(data) in (int, bool) or (isinstance(data, str) and _NUMBER.fullmatch(data) is not None)


def _is_list(value: Any, fits: Any) -> bool:
    return isinstance(value, list) and all(map(fits, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 1e9
