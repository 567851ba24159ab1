"""Whatever learner code makes and hands back, a verdict comes, and in time."""

# ruff: noqa: E501 (tables of expressions)

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.isolate import Isolated
from tests.grader.conftest import bundle, case, judge_answer

START = """
import itertools

def _raise(*given, **named):
    raise RuntimeError("mine")

def _wait(*given, **named):
    while True:
        pass

def _all(way, *bases):
    special = (
        "eq ne lt le gt ge hash repr str bool len iter getitem contains float int index complex array add radd neg "
        "format getattr getattribute class_getitem array_ufunc array_function array_interface buffer reduce_ex "
        "sizeof dir instancecheck next call"
    ).split()
    return type("Odd", bases, {f"__{name}__": way for name in special if name != "getattribute"})

Raises, Waits = _all(_raise), _all(_wait)

def ragged():
    yield [1, 2]
    yield [3]

def itself():
    found = [1]
    found.append(found)
    return found

def deep():
    found = 1
    for _ in range(3000):
        found = [found]
    return found
"""
ODD = [
    "Raises()", "Raises", "Waits()", "Waits", "_all(_raise, list)()", "_all(_wait, tuple)((1, 2))",
    "_all(_wait, dict)()", "_all(_raise, float)(1.5)", "_all(_wait, int)(3)", "_all(_raise, str)('a')",
    "np.zeros(3).view(_all(_raise, np.ndarray))", "np.zeros(3).view(_all(_wait, np.ndarray))",
    "ragged()", "list(ragged())", "itertools.count()", "(x for x in itertools.count())", "itself()", "deep()",
    "{1, 2}", "frozenset()", "{'a': 1}", "range(10**12)", "10**400", "-(10**400)", "10**5000", "'x' * 10**6", "b'ab'",
    "np.broadcast_to(1.0, (10**6, 10**6))", "np.zeros(10**6)", "np.zeros((0, 5))", "np.array(2.0)", "np.float32(1)",
    "np.array(['a', None], dtype=object)", "np.array([[1, 2], [3, 4]], dtype=object)", "np.array('2020', 'M8[D]')",
    "np.ma.masked", "np.ma.array([1.0, 2.0], mask=[True, False])", "np.matrix('1 2; 3 4')", "np.nan", "-0.0", "np.inf",
    "np.array([np.nan, -np.inf, -0.0, 1e308])", "np.longdouble(1)", "1 + 2j", "np.array([1j])", "None", "...",
    "NotImplemented", "ValueError('x')", "np", "np.sum", "lambda: 1", "memoryview(b'ab')", "np.zeros(2, 'i4,f8')",
    "np.zeros(2, 'U3')", "type('E', (), {})()", "X", "[X, X]", "iter([1])", "map(abs, [1])", "zip([1], [2])", "slice(3)",
]  # fmt: skip
EXPRESSIONS = st.recursive(
    st.sampled_from(ODD),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({', '.join(parts)},)"),
        inner.map(lambda part: f"_box({part})"),
    ),
    max_leaves=5,
)
BOX = "def _box(value):\n    box = np.empty(1, dtype=object)\n    box[0] = value\n    return box\n"
KINDS = {"passed", "type", "shape", "dtype", "value", "raised", "memory"}
TABLE = np.array([[1.0, 2.5], [3.0, 4.0]])
BUSY = 15.0  # what a busy machine may take beside a limit of time
LIMIT = 5.0  # of processor time, which other processes take nothing of


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(EXPRESSIONS, st.sampled_from(["array", "mask", "number", "whole", "truth", ["array", "array"]]))
def test_every_result_gets_a_verdict_in_time(expression, returns):
    right = {"mask": TABLE > 2, "number": 2.5, "whole": 3, "truth": True}.get(str(returns), TABLE)
    asked = bundle([case("c", {"X": TABLE}, (right, right) if isinstance(returns, list) else right)], returns)
    start = time.process_time()
    verdict = judge_answer(f"{START}\n{BOX}\ndef f(X):\n    return {expression}\n", asked)
    assert time.process_time() - start < LIMIT
    assert verdict["kind"] in KINDS, verdict
    assert verdict["passed"] == (verdict["kind"] == "passed")
    assert verdict["title"] and verdict["message"].count("`") % 2 == 0


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(EXPRESSIONS)
def test_every_exception_gets_a_verdict_in_time(expression):
    code = (
        f"{START}\n{BOX}\nclass Own(_all(_raise, Exception)):\n    pass\n\n"
        f"def f(X):\n    raise (Own if len(X) > 5 else ValueError)({expression})\n"
    )
    asked = bundle([case("c", {"X": np.ones((rows, 2))}, TABLE) for rows in (2, 9)])
    start = time.process_time()
    # Our own words call str() on what was raised, so a message that never ends is for the limit to stop.
    verdict = judge_answer(code.replace("while True:\n        pass", "raise KeyError"), asked)
    assert time.process_time() - start < LIMIT
    assert verdict["kind"] in ("raised", "memory"), verdict


ENDLESS = {
    "a loop": "while True: pass",
    "a list that grows": "list(itertools.count())",
    "a message": "raise ValueError(Waits())",
    "a sort of everything": "sorted(itertools.count(), key=str)",
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_never_ends_is_stopped_at_the_limit(what):
    code = f"{START}\ndef f(X):\n    {ENDLESS[what]}\n"
    asked = bundle([case("c", {"X": TABLE}, TABLE)])
    request = {
        "code": code,
        "function": "f",
        "cases": [{"name": "c", "arguments": asked["cases"][0]["arguments"]}],
    }
    with Isolated(memory=2**29) as place:
        place.run({**request, "code": "def f(X): return X"}, 30)
        start = time.monotonic()
        ran = place.run(request, 1)
    assert ran["stage"] in ("timeout", "died") or "MemoryError" in str(ran), ran
    assert time.monotonic() - start < 1 + BUSY
