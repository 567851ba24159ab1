"""Compares one result with the expected one, by plain values and the policy of the exercise.

The policies an ``exercise.toml`` may name in ``returns``:
``mask`` (true or false cells, as bool, 0/1 or 0./1.; where a case expects floats, compared as ``array``),
``array`` and ``number`` (a scalar) within tolerance, ``weights`` like ``array`` but exactly 0 where 0 is
wanted, ``whole`` and ``truth`` (exact scalars).
A list of them means a tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.decode import Plain, plain
from grader.encode import encode
from grader.forms import Encoded

POLICIES = ("array", "weights", "mask", "number", "whole", "truth")
RTOL, ATOL = 1e-6, 1e-8
# Numbers computed in float32 come back as float64 as soon as NumPy scalars meet them: a small cell then
# carries the rounding of its larger neighbours. A cell that should be exactly 0 gets no such allowance.
ATOL_BESIDE_LARGER = 1e-6
RTOL_32, ATOL_32 = 1e-5, 1e-6
RTOL_16 = 2e-2

# Bound before any learner code ran in this process.
_abs, _isfinite, _isnan, _isclose = np.abs, np.isfinite, np.isnan, np.isclose
_array, _errstate, _trunc, _rint, _where = np.array, np.errstate, np.trunc, np.rint, np.where


@dataclass(frozen=True)
class Difference:
    """Why a result is not the expected one; ``part`` counts within a tuple."""

    kind: str
    reason: str
    differs: Any = None
    part: int | None = None
    got: np.ndarray | None = None
    expected: np.ndarray | None = None


def compare(
    got: Encoded, expected: Encoded, returns: str | Sequence[str], underflows: bool = False
) -> Difference | None:
    """The first difference that matters, or None when the result is right.

    ``underflows``: some 0 of ``weights`` is only a weight too small for a float, so none need be exact.
    """
    if not isinstance(returns, str):
        return _compare_tuple(got, expected, returns, underflows)
    if returns not in POLICIES:
        raise ValueError(
            f"returns names no known policy: got {returns!r}, wanted one of {', '.join(POLICIES)}"
        )
    wanted = plain(expected)
    if wanted is None or wanted.values is None:
        raise ValueError("the expected value of a case is not made of numbers")
    result = plain(got)
    if result is None:
        return Difference("type", "")
    if result.shape != wanted.shape:
        return Difference("shape", "", got=_floats(result), expected=_floats(wanted))
    if result.values is None:
        return Difference("shape", "")
    exact = returns == "weights" and not underflows
    differs, kind, reason = _cells(result, wanted, returns, exact)
    if not differs.any():
        return None
    return Difference(kind, reason, differs.tolist(), None, _floats(result), _floats(wanted))


def parts_of(form: Encoded, count: int) -> list[Encoded] | None:
    """The members of a returned tuple, list or array of results; None where there are not ``count``."""
    parts = form.get("tuple", form.get("list"))
    if parts is not None:
        return list(parts) if len(parts) == count else None
    if "shape" in form and form["shape"][:1] == [count] and not form.get("large"):
        whole = plain(form)
        if whole is not None and whole.values is not None:
            return [encode(part) for part in whole.values]
    return None


def _compare_tuple(
    got: Encoded, expected: Encoded, returns: Sequence[str], underflows: bool
) -> Difference | None:
    wanted = parts_of(expected, len(returns))
    if wanted is None:
        raise ValueError(f"the expected value of a case is no tuple of {len(returns)}")
    parts = parts_of(got, len(returns))
    if parts is None:
        return Difference("type", "tuple")
    if "shape" in got and any(
        part.get("shape") != due.get("shape") for part, due in zip(parts, wanted, strict=True)
    ):
        return Difference(
            "type", "tuple"
        )  # one result alone, whose first axis only happens to have that length
    found = [compare(*each, underflows) for each in zip(parts, wanted, returns, strict=True)]
    worst = None
    for number, difference in enumerate(found):
        if difference and (worst is None or _ORDER.index(difference.kind) < _ORDER.index(worst[1].kind)):
            worst = number, difference
    if worst is None:
        return None
    number, one = worst
    differs = [each.differs if each else _nothing(part) for each, part in zip(found, parts, strict=True)]
    return Difference(one.kind, one.reason, differs, number, one.got, one.expected)


_ORDER = ("type", "shape", "dtype", "value")


def _nothing(part: Encoded) -> Any:
    """No cell differs."""
    return np.zeros(tuple(part.get("shape", ())), dtype=bool).tolist()


def _floats(value: Plain) -> np.ndarray | None:
    return None if value.values is None else _array(value.values, dtype=np.float64)


def _cells(result: Plain, wanted: Plain, returns: str, exact: bool) -> tuple[np.ndarray, str, str]:
    assert result.values is not None and wanted.values is not None
    if returns == "whole":
        pairs = zip(result.values.ravel().tolist(), wanted.values.ravel().tolist(), strict=True)
        # Python compares whole numbers of any size, and whole floats, exactly.
        return _array([one != other for one, other in pairs], dtype=bool).reshape(wanted.shape), "value", ""
    got, right = _array(result.values, dtype=np.float64), _array(wanted.values, dtype=np.float64)
    if returns == "truth" or (returns == "mask" and not wanted.dtype.startswith("float")):
        differs = got != right
        strange = (got != 0) & (got != 1)
        if strange.any():
            return differs, "dtype" if not _isfinite(got).all() else "value", "no mask"
        return differs, "value", ""
    differs, kind, reason = _numbers(got, right, result.dtype)
    if exact and not differs.any():
        return (right == 0) & (got != 0), "value", "nearly zero"
    return differs, kind, reason


def _numbers(got: np.ndarray, right: np.ndarray, dtype: str) -> tuple[np.ndarray, str, str]:
    rtol: float = RTOL
    atol = _where(right == 0, ATOL, ATOL_BESIDE_LARGER)
    scale = max(1.0, float(_abs(right[_isfinite(right)]).max(initial=0.0)))
    if dtype in ("float32", "complex64"):
        rtol, atol = RTOL_32, _array(ATOL_32 * scale)
    differs = ~_near(got, right, rtol, atol)
    if not differs.any():
        return differs, "", ""
    if dtype == "float16" and _near(got, right, RTOL_16, _array(RTOL_16 * scale)).all():
        return differs, "dtype", "float16"
    if dtype.startswith(("int", "uint")) and (_isfinite(right).all()):
        for name, cut in (("cut", _trunc), ("rounded", _rint)):
            if (got == cut(right)).all():
                return differs, "dtype", name
    return differs, "value", ""


def _near(got: np.ndarray, right: np.ndarray, rtol: float, atol: np.ndarray) -> np.ndarray:
    with _errstate(all="ignore"):
        return _array(_isclose(got, right, rtol=rtol, atol=atol, equal_nan=True), dtype=bool)
