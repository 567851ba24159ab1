"""Turns whatever a function returned into plain JSON, without asking the value anything.

A learner's object may lie about its type, its length or its equality. So types are read from the type
slots, arrays are viewed as the base class, and no method of the object itself is called.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from grader.forms import Encoded

MAX_CELLS = 50_000
MAX_TEXT = 400
MAX_DEPTH = 32
MAX_EXACT_INT = 2**53  # beyond it a JSON number is no longer exact in a browser
MAX_BITS = 1024
_DTYPES = {"bool": "bool", "int": "int64", "float": "float64"}

# Learner code may replace names in numpy and builtins, never the slots of built-in types.
_array = np.array
_view = np.ndarray.view
_ndarray = np.ndarray
_generic = np.generic
_scalar_dtype = np.generic.__dict__["dtype"].__get__
_scalar_item: Any = np.generic.item
_mro = type.__dict__["__mro__"].__get__
_name = type.__dict__["__name__"].__get__
_float = float.__pos__
_int = int.__pos__


class _TooBig(Exception):
    """More cells than are worth keeping."""


def encode(value: object) -> Encoded:
    """The value as an ``Encoded``; never raises, whatever the value is."""
    try:
        return _encode(value, 0)
    except _TooBig:
        return {"other": f"{type_name(value)} with more than {MAX_CELLS} values"}
    except RecursionError:
        return {"other": f"{type_name(value)} nested too deeply"}
    except BaseException:  # a learner's own __array__ may raise anything
        return {"other": type_name(value)}


def type_name(value: object) -> str:
    """The name of the value's true type."""
    return str(_name(type(value)))[:60]


def is_a(value: object, *kinds: type) -> bool:
    """Whether the value's true type is or derives from one of ``kinds``, whatever ``__class__`` says."""
    for base in _mro(type(value)):
        for kind in kinds:
            if base is kind:
                return True
    return False


def _encode(value: object, depth: int) -> Encoded:
    if value is None:
        return {"none": True}
    if depth > MAX_DEPTH:
        raise RecursionError
    if is_a(value, _ndarray):
        return _encode_array(value)
    if is_a(value, str):
        return {"text": str.__str__(cast(str, value))[:MAX_TEXT].encode("utf-8", "replace").decode()}
    if is_a(value, _generic):
        return _encode_scalar(value)
    if is_a(value, bool, int, float, complex):
        return _encode_number(value)
    if is_a(value, list):
        return _encode_sequence(list.__getitem__(cast(list[object], value), slice(None)), "list", depth)
    if is_a(value, tuple):
        return _encode_sequence(
            tuple.__getitem__(cast(tuple[object, ...], value), slice(None)), "tuple", depth
        )
    if is_a(value, range):
        return _encode_sequence(list(cast(range, value)[: MAX_CELLS + 1]), "list", depth)
    return {"other": type_name(value)}


def _encode_scalar(value: object) -> Encoded:
    dtype = _scalar_dtype(value)
    if dtype.kind in "OVSUMm":
        return {"other": str(dtype.name)}
    return _encode_plain(_array(_scalar_item(value), dtype=dtype))


def _encode_number(value: object) -> Encoded:
    if value is True or value is False:
        return {"shape": [], "dtype": "bool", "data": value, "python": "bool"}
    if is_a(value, int):
        number = _int(cast(int, value))
        if number.bit_length() > MAX_BITS:
            return {"other": "whole number of more than 300 digits"}
        dtype = "int64" if -(2**63) <= number < 2**63 else "object"
        return {"shape": [], "dtype": dtype, "data": _json_int(number), "python": "int"}
    if is_a(value, float):
        return {
            "shape": [],
            "dtype": "float64",
            "data": _json_float(_float(cast(float, value))),
            "python": "float",
        }
    return _encode_plain(_array(complex.__pos__(cast(complex, value))))


def _encode_array(value: object) -> Encoded:
    hidden = _hidden_cells(value)
    if hidden:
        return {"other": f"masked array with {hidden} hidden cell{'s' if hidden > 1 else ''}"}
    plain = _view(cast(np.ndarray, value), _ndarray)
    if plain.dtype.kind == "O":
        return _encode_objects(plain)
    if plain.dtype.kind not in "biufc":
        return {"other": "array of text" if plain.dtype.kind in "SUT" else f"array of {plain.dtype.name}"}
    return _encode_plain(plain)


def _hidden_cells(value: object) -> int:
    # numpy.ma is loaded only when somebody uses it, so there is no class to compare with before that.
    for base in _mro(type(value)):
        if _name(base) == "MaskedArray" and type.__getattribute__(base, "__module__").startswith("numpy.ma"):
            mask = object.__getattribute__(value, "_mask")
            return int(_view(_array(mask), _ndarray).sum())
    return 0


def _encode_plain(plain: np.ndarray) -> Encoded:
    form: Encoded = {"shape": list(plain.shape), "dtype": str(plain.dtype.name)}
    if plain.size > MAX_CELLS:
        form["large"] = True
        return form
    if plain.dtype.kind == "c":
        if plain.imag.any():
            return {"other": "array of complex numbers" if plain.ndim else "complex number"}
        plain = plain.real
    if plain.dtype.kind == "f":
        plain = plain.astype(np.float64)
        finite = bool(np.isfinite(plain).all())
        form["data"] = plain.tolist() if finite else _map_cells(plain.tolist(), _json_float)
    elif plain.dtype.kind in "iu" and plain.dtype.itemsize == 8:
        form["data"] = _map_cells(plain.tolist(), _json_int)
    else:
        form["data"] = plain.tolist()
    return form


def _encode_objects(plain: np.ndarray) -> Encoded:
    """An array of objects counts when every object is a plain number."""
    if plain.size > MAX_CELLS:
        return {"shape": list(plain.shape), "dtype": "object", "large": True}
    cells = [_encode(cell, MAX_DEPTH - 1) for cell in plain.ravel().tolist()]
    for cell in cells:
        if cell.get("shape") != []:
            what = "None" if "none" in cell else cell.get("other", "something that is no number")
            return {"other": f"array of objects that holds {what}"}
    numbers = [cell["data"] for cell in cells]
    dtypes = {cell["dtype"] for cell in cells}
    box = np.empty(plain.shape, dtype=object)
    box.ravel()[:] = numbers
    form: Encoded = {"shape": list(plain.shape), "dtype": "object", "data": box.tolist()}
    if dtypes == {"bool"}:
        form["dtype"] = "bool"
    return form


def _encode_sequence(items: Sequence[object], kind: str, depth: int) -> Encoded:
    numbers, count = _rectangle(items, kind, depth, [0])
    if numbers is not None:
        data, shape, kinds = numbers
        dtype = "object" if "big" in kinds else _DTYPES[next(iter(kinds), "float")]
        return {"shape": shape, "dtype": dtype, "data": data, "python": kind}
    if count > MAX_CELLS or len(items) > MAX_CELLS:
        raise _TooBig
    parts = [_encode(item, depth + 1) for item in items]
    return {"list": parts} if kind == "list" else {"tuple": parts}


def _rectangle(
    items: Sequence[object], kind: str, depth: int, seen: list[int]
) -> tuple[tuple[list[Any], list[int], set[str]] | None, int]:
    """Nested sequences of one kind as one block of numbers (None where they are none), and cells seen."""
    if depth > MAX_DEPTH:
        raise RecursionError
    seen[0] += len(items)
    if seen[0] > MAX_CELLS:
        raise _TooBig
    data: list[Any] = []
    kinds: set[str] = set()
    inner: list[int] | None = None
    for item in items:
        exact = type(item)
        if exact is bool or exact is int or exact is float:
            if inner not in (None, []):
                return None, seen[0]
            inner = []
            form = _encode_number(item)
            if "other" in form:
                return None, seen[0]
            data.append(form["data"])
            kinds.add("big" if form["dtype"] == "object" else form["python"])
        elif (exact is list and kind == "list") or (exact is tuple and kind == "tuple"):
            block, _ = _rectangle(cast(Sequence[object], item), kind, depth + 1, seen)
            if block is None or inner not in (None, block[1]):
                return None, seen[0]
            inner = block[1]
            data.append(block[0])
            kinds |= block[2]
        else:
            return None, seen[0]
    if len(kinds - {"big"}) > 1 or ("big" in kinds and not kinds <= {"int", "big"}):
        return None, seen[0]  # one dtype for all would make 1 into 1.0 and False into 0
    return (data, [len(items), *(inner or [])], kinds), seen[0]


def _map_cells(data: Any, change: Any) -> Any:
    return [_map_cells(item, change) for item in data] if type(data) is list else change(data)


def _json_float(number: float) -> float | str:
    if math.isfinite(number):
        return number
    return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"


def _json_int(number: int) -> int | str:
    return number if -MAX_EXACT_INT <= number <= MAX_EXACT_INT else str(number)
