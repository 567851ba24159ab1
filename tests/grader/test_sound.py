"""A run has one form; whatever else code writes in its place is not judged, and is said to be its doing."""

from __future__ import annotations

import json

import numpy as np
import pytest

from grader import judge_json, run_json, show_json
from grader.encode import encode
from grader.sound import is_sound

VALUES = [
    np.eye(3), np.float32(3), np.array([1, 2**60]), np.array([np.nan, -np.inf]), np.zeros((0, 3)), True, 3,
    10**30, None, "text", (1, np.eye(2)), [[1, 2], [3]], {}, np.array([1, None]), np.array(["a"]), [], 1 + 0j,
    np.ones((300, 300)), range(4), [10**30, 1],
]  # fmt: skip

FORGED = [
    None, 5, [], {}, {"stage": ["x"]}, {"stage": "nonsense"}, {"stage": "raised"}, {"stage": "missing"},
    {"stage": "syntax", "error": {"type": 3}}, {"stage": "broken"}, {"stage": "memory", "error": {}},
    {"stage": "died", "error": 3}, {"stage": "ran"}, {"stage": "ran", "outcomes": []},
    {"stage": "ran", "outcomes": "a"}, {"stage": "ran", "outcomes": [{}]},
    {"stage": "ran", "outcomes": [{"value": {"shape": [-1], "dtype": "zzz", "data": {}}}]},
    {"stage": "ran", "outcomes": [{"value": {"shape": [1], "dtype": "float64", "data": ["evil"]}}]},
    {"stage": "ran", "outcomes": [{"value": {"shape": [2], "dtype": "float64", "data": [1.0]}}]},
    {"stage": "ran", "outcomes": [{"value": {"shape": [], "dtype": "V8", "data": 1}}]},
    {"stage": "ran", "outcomes": [{"value": {"list": [{"none": 3}]}}]},
    {"stage": "ran", "outcomes": [{"raised": {"type": "ValueError"}}]},
    {"stage": "ran", "outcomes": [{"value": {"none": True}, "mutated": 3}]},
    {"stage": "ran", "outcomes": [{"value": {"none": True}}], "printed": 5},
    {"stage": "ran", "outcomes": [{"value": {"none": True}}], "seconds": "x"},
    {"stage": "timeout", "limit": "long"},
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_whatever_a_function_returns_is_sound(value):
    assert is_sound({"stage": "ran", "outcomes": [{"value": encode(value), "mutated": []}]}, 1)


@pytest.mark.parametrize(
    "code",
    ["def f(x)", "x = 1", "1 / 0", "def g(x):\n    return 3", "f = 3", "def f(x):\n    return x.nothing"],
)
def test_whatever_a_run_gives_is_sound(code):
    case = {"name": "one", "arguments": {"x": encode(np.eye(2))}}
    assert is_sound(json.loads(run_json(json.dumps({"code": code, "function": "f", "cases": [case]}))), 1)


@pytest.mark.parametrize("ran", FORGED, ids=str)
def test_what_is_written_in_place_of_a_run_is_not_judged(ran, make_bundle, make_case):
    asked = {"bundle": make_bundle([make_case("one", {"x": 1}, 1.0, shown=True)], "number"), "ran": ran}
    for judge in (judge_json, show_json):
        told = json.loads(judge(json.dumps({**asked, "code": "import os\nos.write(5, b'')"})))
        assert (told["kind"], told["title"]) == ("unjudged", "Could not be judged")
        assert told["message"].startswith("Your code seems to interfere with the grading")
        ours = json.loads(judge(json.dumps({**asked, "code": "def f(x):\n    return 1.0"})))
        assert ours["kind"] == "unjudged" and "not in your code" in ours["message"]
