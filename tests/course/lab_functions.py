"""Calls the pure functions of the labs under Node, with NumPy arrays in and out."""

from __future__ import annotations

import functools
import json
import math
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader import stages

CALL = Path(__file__).with_name("call_labs.js")
WORDS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}

EXACT = {"rtol": 0, "atol": 1e-12}
Call = tuple[str, str, Sequence[Any]]


def softmax(scores: Any, blocked: Any) -> Any:
    """The weights by the grader's stages; every row must have an open cell."""
    masked = stages.hide(np.asarray(scores, dtype=float), np.asarray(blocked).astype(bool))
    powers = stages.lift(masked, stages.peak(masked, -1))
    return stages.normalise(powers, stages.total(powers, -1))


def call_labs(calls: Sequence[Call]) -> list[Any]:
    """What each call ``(module, function, arguments)`` gives."""
    asked = [
        {"module": module, "function": name, "arguments": [_plain(one) for one in given]}
        for module, name, given in calls
    ]
    node = _node()
    assert node.stdin is not None and node.stdout is not None
    print(json.dumps(asked, allow_nan=False), file=node.stdin, flush=True)
    told = node.stdout.readline()
    if not told:
        _node.cache_clear()
        raise ValueError(f"node ended with status {node.wait()} at {calls}; what it said stands above")
    results: list[Any] = _numbers(json.loads(told))
    return results


@functools.cache
def _node() -> subprocess.Popen[str]:
    """One start of Node for the calls of all tests; it ends with its input, as this process does."""
    pipe = subprocess.PIPE
    return subprocess.Popen(["node", CALL], stdin=pipe, stdout=pipe, text=True, encoding="utf-8")


def lab_start(lab: str) -> dict[str, Any]:
    """The first state of a lab where a page gives no other."""
    [start] = call_labs([(f"{lab}-view.js", "lab.start", [])])
    assert isinstance(start, dict)
    return start


def _plain(value: Any) -> Any:
    """JSON without the numbers that JSON lacks."""
    if isinstance(value, np.ndarray | np.generic):
        value = (value.astype(int) if value.dtype == bool else value).tolist()
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbers(one) for one in value]
    return WORDS.get(value, value) if isinstance(value, str) else value
