"""Arguments arrive as they were written, and a change of one is seen."""

from __future__ import annotations

import json

import numpy as np
import pytest

import grader
from grader.encode import encode

ARGUMENTS = (
    np.arange(6.0).reshape(2, 3),
    np.array([1, 2], dtype=np.int32),
    np.array([[True, False]]),
    np.zeros((0, 3)),
    np.array(2.5, dtype=np.float32),
    np.array([np.nan, np.inf, -np.inf]),
    np.array([2**62], dtype=np.int64),
    3,
    2.0,
    True,
    None,
    "allowed",
    [1, 2, 3],
    (2, 0, 1),
    [[1, 2], [3]],
    [],
    (),
    2**70,
)


@pytest.mark.parametrize("argument", ARGUMENTS, ids=repr)
def test_an_argument_arrives_exactly_as_it_was(argument, ran):
    shown = ran("def f(a):\n    return repr(a) + type(a).__name__ + str(getattr(a, 'dtype', ''))", argument)
    assert shown["value"]["text"] == repr(argument) + type(argument).__name__ + str(
        getattr(argument, "dtype", "")
    )
    assert shown["mutated"] == []


CHANGES = {
    "X += 1": np.ones(3),
    "X[0] = np.nan": np.ones(3),
    "X.shape = (3, 1)": np.ones(3),
    "X.dtype = 'int64'": np.ones(3),
    "X.sort()": np.array([2, 1]),
    "X[0] = -0.0": np.zeros(3),
    "X.append(1)": [1],
    "X[0] = True": [1],
    "X[0].append(2)": [[1], [2, 3]],
    "X.clear()": [1.5],
    "np.exp(X, out=X)": np.ones(2),
    "X[0] = X": [1, 2],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_an_argument_is_seen(change, ran):
    assert ran(f"def f(X):\n    {change}\n    return 1", CHANGES[change])["mutated"] == ["a0"]


def test_a_change_that_an_error_ended_is_seen_too(ran):
    outcome = ran("def f(X):\n    X += 1\n    raise ValueError", np.ones(3))
    assert outcome["mutated"] == ["a0"] and outcome["raised"]["type"] == "ValueError"


@pytest.mark.parametrize(
    "harmless", ["X = X + 1", "X = X.T", "X = X.copy(); X += 1", "del X", "X = X[0]; X = 2"]
)
def test_a_copy_may_be_changed(harmless, ran):
    assert ran(f"def f(X):\n    {harmless}\n    return 1", np.array([1.0, np.nan]))["mutated"] == []


def test_each_case_gets_arguments_of_its_own():
    form = encode(np.zeros(2))
    cases = [{"name": str(k), "arguments": {"X": form}} for k in range(3)]
    answer = json.loads(
        grader.run_json(
            json.dumps({"code": "def f(X):\n    X += 1\n    return X", "function": "f", "cases": cases})
        )
    )
    assert [outcome["value"]["data"] for outcome in answer["outcomes"]] == [[1.0, 1.0]] * 3


def test_arguments_are_passed_by_position_in_the_declared_order(ran):
    assert ran("def f(first, second):\n    return first - second", 5, 3)["value"]["data"] == 2


def test_a_function_may_be_an_argument(ran):
    subjects = (
        "def leaky(X):\n    '''Looks ahead.'''\n    return X.sum() + helper()\ndef helper():\n    return 1\n"
    )
    form = {"callable": "leaky"}
    request = {
        "code": "",
        "function": "f",
        "subjects": subjects,
        "cases": [{"name": "a", "arguments": {"attend": form}}],
    }
    request["code"] = "def f(attend):\n    return attend(np.ones(2))"
    assert json.loads(grader.run_json(json.dumps(request)))["outcomes"][0]["value"]["data"] == 3.0
    request["code"] = (
        "def f(a):\n    return f'{a.__name__} {a.__qualname__} {a.__doc__} {a.__code__.co_name}'"
    )
    assert (
        json.loads(grader.run_json(json.dumps(request)))["outcomes"][0]["value"]["text"]
        == "attend attend None attend"
    )
