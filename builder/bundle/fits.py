"""Sees whether a result of the model answer is what the result policy of its exercise asks for."""

from __future__ import annotations

import numpy as np

from grader.compare import parts_of
from grader.decode import plain
from grader.forms import Encoded

_SINGLE = ("number", "whole", "truth")
_WANTED = {
    "array": "an array of numbers",
    "weights": "an array of numbers",
    "mask": "an array of 0 and 1",
    "number": "one number",
    "whole": "one whole number",
    "truth": "true or false",
}


def unfit(returns: str | tuple[str, ...], result: Encoded) -> str:
    """What is returned instead of what is wanted, as the end of a sentence; empty where the result fits."""
    if isinstance(returns, str):
        return _unfit(returns, result)
    parts = parts_of(result, len(returns))
    if parts is None or ("shape" in result and "python" not in result):
        return f"{_noun(result)}; wanted {len(returns)} results, by 'returns' in exercise.toml"
    found = (_unfit(kind, part) for kind, part in zip(returns, parts, strict=True))
    return next((f"as result {number} {said}" for number, said in enumerate(found, 1) if said), "")


def _unfit(kind: str, result: Encoded) -> str:
    numbers = plain(result) if "shape" in result else None
    if numbers is None or numbers.values is None or (kind in _SINGLE and numbers.shape):
        got = _noun(result)
    elif strange := _strange(kind, numbers.values.ravel()):
        got = f"{strange[0]:g}"
    else:
        return ""
    return f"{got}; wanted {_WANTED[kind]}, by '{kind}' under 'returns' in exercise.toml"


def _strange(kind: str, values: np.ndarray) -> list[float]:
    """The values that the policy has no use for; an additive mask, which holds −∞, may hold any."""
    if kind == "whole":
        return [value for value in values.tolist() if isinstance(value, float) and not value.is_integer()]
    if kind == "truth" or (kind == "mask" and not np.isinf(values).any()):
        return [value for value in values.tolist() if value not in (0, 1)]
    return []


def _noun(result: Encoded) -> str:
    if "none" in result:
        return "None"
    if "text" in result:
        return f"the text {result['text']!r}"
    if "tuple" in result or "list" in result:
        kind = "tuple" if "tuple" in result else "list"
        return f"a {kind} of {len(result.get('tuple', result.get('list', [])))}"
    if "shape" in result:
        return f"an array of shape {tuple(result['shape'])}" if result["shape"] else "one number"
    return f"an object of type {result.get('other', 'unknown')}"
