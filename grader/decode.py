"""Turns plain JSON back into values: arguments for a call, and arrays for a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.forms import Encoded

_NON_FINITE = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


@dataclass(frozen=True)
class Plain:
    """The numbers of a value; ``values`` is None where they were too many to keep."""

    shape: tuple[int, ...]
    dtype: str
    values: np.ndarray | None


def decode(form: Encoded, callables: Mapping[str, object] | None = None) -> object:
    """A fresh argument: the exact dtype, or the Python type it was made from."""
    if "none" in form:
        return None
    if "text" in form:
        return form["text"]
    if "callable" in form:
        return (callables or {})[form["callable"]]
    if "list" in form:
        return [decode(part, callables) for part in form["list"]]
    if "tuple" in form:
        return tuple(decode(part, callables) for part in form["tuple"])
    if "data" not in form:
        raise ValueError(f"an argument needs data, got {sorted(form)}")
    python = form.get("python")
    if python in ("int", "bool", "float", "list", "tuple"):
        return _as_python(form["data"], form["dtype"], python)
    return _as_array(form)


def plain(form: Encoded) -> Plain | None:
    """The numbers in the value, sequences of equal shapes stacked; None where it is not made of numbers."""
    if "shape" in form:
        values = None if form.get("large") else _as_array(form)
        return Plain(tuple(form["shape"]), form["dtype"], values)
    parts = form.get("list", form.get("tuple"))
    if parts is None:
        return None
    inner = [plain(part) for part in parts]
    stacked: list[np.ndarray] = []
    for part in inner:
        if part is None or part.values is None or part.shape != inner[0].shape:  # type: ignore[union-attr]
            return None
        stacked.append(part.values)
    values = np.stack(stacked)
    return Plain(values.shape, values.dtype.name, values)


def _as_array(form: Encoded) -> np.ndarray:
    dtype, shape, data = form["dtype"], tuple(form["shape"]), form["data"]
    if dtype == "object":
        dtype = _dtype_of_objects(data)
    if dtype.startswith(("complex", "longdouble", "float128", "float96")):
        dtype = "float64"  # no wider number survives JSON
    if dtype.startswith("float"):
        return np.array(data, dtype=dtype).reshape(shape)
    cells = np.empty(shape, dtype=object)
    cells.reshape(-1)[:] = [_number(cell, dtype) for cell in _flat(data)]
    return cells if dtype == "object" else cells.astype(dtype)


def _dtype_of_objects(data: Any) -> str:
    kinds = {type(_number(cell, "object")) for cell in _flat(data)}
    if float in kinds or not kinds:
        return "float64"
    if kinds == {bool}:
        return "bool"
    fits = all(-(2**63) <= int(_number(cell, "object")) < 2**63 for cell in _flat(data))
    return "int64" if fits else "object"


def _flat(data: Any) -> list[Any]:
    if not isinstance(data, list):
        return [data]
    cells: list[Any] = []
    for item in data:
        cells.extend(_flat(item))
    return cells


def _number(cell: Any, dtype: str) -> Any:
    if isinstance(cell, str):
        return _NON_FINITE[cell] if cell in _NON_FINITE else int(cell)
    # A browser writes 1.0 as 1, so a float column may hold whole numbers.
    return float(cell) if dtype.startswith("float") else cell


def _as_python(data: Any, dtype: str, python: str) -> Any:
    if isinstance(data, list):
        items = [_as_python(item, dtype, python) for item in data]
        return tuple(items) if python == "tuple" else items
    return _number(data, dtype)
