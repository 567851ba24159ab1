"""Puts values, places and arguments into words. Backticks mark code."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.forms import Encoded

_MAX_INLINE = 12
_KINDS = {
    "generator": "a generator",
    "function": "a function",
    "builtin_function_or_method": "a function",
    "method": "a function",
    "coroutine": "a coroutine",
    "set": "a set",
    "dict": "a dictionary",
    "map": "a `map` object",
    "zip": "a `zip` object",
    "type": "a class",
}


def number(value: Any) -> str:
    """A number as a learner would write it."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, str):
        return value
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    value = float(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == int(value) and abs(value) < 1e6:
        return str(int(value))
    return f"{value:.4g}"


def pair(one: Any, other: Any) -> tuple[str, str]:
    """Two different numbers, with as many digits as it takes to see that they differ."""
    if number(one) != number(other) or not all(map(math.isfinite, (one, other))):
        return number(one), number(other)
    digits = next((n for n in range(5, 17) if f"{one:.{n}g}" != f"{other:.{n}g}"), 17)
    return f"{one:.{digits}g}", f"{other:.{digits}g}"


def value(form: Encoded) -> str:
    """A value in a few words: in full when it is small, by its shape when not."""
    if "none" in form:
        return "`None`"
    if "text" in form:
        return f'the text `"{form["text"][:40].replace("`", "")}"`'
    if "callable" in form:
        return f"`{form['callable']}`"
    if "shape" in form:
        shape = tuple(form["shape"])
        if "data" in form and math.prod(shape) <= _MAX_INLINE and len(shape) <= 2:
            return f"`{_literal(form['data'])}`"
        return f"an array of shape `{shape}`"
    parts = form.get("tuple", form.get("list"))
    if parts is not None:
        kind = "tuple" if "tuple" in form else "list"
        if len(parts) <= 3:
            return f"a {kind} of {listed([value(part) for part in parts])}" if parts else f"an empty {kind}"
        return f"a {kind} of {len(parts)} values"
    name = form.get("other", "something unknown").replace("`", "")
    if name in _KINDS or " " in name:
        return _KINDS.get(name) or f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
    return f"an object of type `{name}`"


def quoted(text: str) -> str:
    """A text of somebody else in backticks, cut short."""
    return f"`{text[:80].replace('`', '')}`"


def given(arguments: Mapping[str, Encoded]) -> str:
    """``Given `L = 3` `` or ``Given `X` of shape `(4, 3)` and …``."""
    words: list[str] = []
    for name, form in arguments.items():
        if form.get("shape"):
            if math.prod(form["shape"]) <= _MAX_INLINE and len(arguments) <= 2 and len(form["shape"]) <= 2:
                words.append(f"`{name} = {_literal(form['data'])}`")
            else:
                words.append(f"`{name}` of shape `{tuple(form['shape'])}`")
        elif "shape" in form:
            words.append(f"`{name} = {number(form['data'])}`")
        elif "none" in form:
            words.append(f"`{name} = None`")
        elif "text" in form:
            words.append(f'`{name} = "{form["text"]}"`')
        elif "callable" in form:
            words.append(f"`{name} = {form['callable']}`")
        else:
            words.append(f"`{name}`: {value(form)}")
    return f"Given {listed(words)}" if words else "In this case"


def subject(source: str, name: str) -> str:
    """What the docstring of the function ``name`` says, in one paragraph; empty without one."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return " ".join((ast.get_docstring(node) or "").split())
    return ""


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def place(index: Sequence[int]) -> str:
    """Where a cell is: counted from 0, as NumPy does."""
    if len(index) == 2:
        return f"row {index[0]}, column {index[1]}"
    return f"place `[{', '.join(map(str, index))}]`"


def count(number_of: int, noun: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{number_of} {noun}{'' if number_of == 1 else 's'}"


def sentences(*parts: str | None) -> str:
    """The parts that say something, joined, each with a full stop."""
    return " ".join(part if part.endswith((".", "?")) else f"{part}." for part in parts if part)


def _literal(data: Any) -> str:
    if isinstance(data, list):
        return f"[{', '.join(map(_literal, data))}]"
    return number(data)
