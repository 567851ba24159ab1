"""Runs and judges a small answer of our own, so that a learner's first run finds everything loaded."""

from __future__ import annotations

import numpy as np

from grader.encode import encode
from grader.fingerprint import fingerprint, pack
from grader.forms import Bundle, CallForm
from grader.judge import judge
from grader.plain_code import is_plain
from grader.run import run
from grader.show import show

_WRONG = """
import numpy as np

def answer(x):
    print(x.shape)
    return np.where(x > 1, x, 0.0)
"""
_RAISES = "def answer(x):\n    return x @ x.nothing\n"


def warm() -> None:
    """Go once through what running, judging and showing an answer needs; nothing of it stays."""
    table = np.arange(6.0).reshape(2, 3)
    given = encode(table)
    call: CallForm = {"name": "warm", "arguments": {"x": given}}
    known = fingerprint([{"value": encode(np.zeros((3, 2))), "mutated": []}])
    bundle: Bundle = {
        "schema": 1,
        "id": "warm",
        "title": "",
        "function": "answer",
        "starter": "",
        "time_limit": 1.0,
        "returns": "array",
        "parameters": [],
        "cases": [{"name": "warm", "shown": True, "arguments": {"x": given}, "expected": encode(table + 1)}],
        "mistakes": {},
        "fingerprints": pack([((), known)]),
    }
    for code in (_WRONG, _RAISES):
        ran = run({"code": code, "function": "answer", "cases": [call], "starter": ""})
        is_plain(code)
        judge(bundle, ran, code)
        show(bundle, ran, code)
