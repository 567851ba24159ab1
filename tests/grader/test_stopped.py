"""Runs that never came to the cases, requests that make no sense, and runs that are only shown."""

from __future__ import annotations

import json

import numpy as np
import pytest

import grader

STOPPED = {
    "empty": {"stage": "empty"},
    "timeout": {"stage": "timeout", "limit": 5},
    "memory": {"stage": "memory"},
    "raised": {"stage": "died"},
    "unjudged": {"stage": "broken", "error": {"type": "ValueError", "message": "x"}},
}


@pytest.mark.parametrize("kind", STOPPED)
def test_a_run_that_was_stopped_has_a_verdict(kind, mask_exercise):
    verdict = json.loads(grader.judge_json(json.dumps({"bundle": mask_exercise, "ran": STOPPED[kind]})))
    assert (verdict["kind"], verdict["passed"], verdict["of"]) == (kind, False, 3)
    assert verdict["title"] and verdict["message"]


def test_an_endless_loop_is_pointed_at(mask_exercise):
    code = "def f(L):\n    i = 0\n    while i < L:\n        j = i\n    return j"
    request = {"bundle": mask_exercise, "ran": {"stage": "timeout", "limit": 5}, "code": code}
    verdict = json.loads(grader.judge_json(json.dumps(request)))
    assert "5 seconds" in verdict["message"] and "`while` on line 3" in verdict["message"]


def test_out_of_memory_in_a_call_is_its_own_verdict(judged, mask_exercise):
    verdict = judged("def f(L):\n    return np.ones((10**6, 10**6, 10**6))", mask_exercise)
    assert verdict["kind"] == "memory" and "line 2" in verdict["message"].lower()


def test_a_syntax_error_under_an_older_python_is_not_judged(mask_exercise, ran):
    answer = ran("def f(L) return", 1)["ran"]
    for python, kind in (([3, 11], "unjudged"), ([3, 14], "syntax")):
        request = {"bundle": mask_exercise, "ran": {**answer, "python": python}}
        assert json.loads(grader.judge_json(json.dumps(request)))["kind"] == kind


def test_a_fault_of_the_exercise_is_never_called_wrong(judged, mask_exercise):
    code = "def f(L):\n    return np.zeros((L, L))"
    for broken in (
        {"returns": "matrix"},
        {"cases": [{**mask_exercise["cases"][0], "expected": {"other": "x"}}]},
    ):
        verdict = judged(code, {**mask_exercise, **broken})
        assert (verdict["kind"], verdict["passed"]) == ("unjudged", False)
        assert "not in your code" in verdict["message"]


@pytest.mark.parametrize(
    "request_text", ["", "[]", "{}", '{"bundle": 3}', '{"bundle": {"id": "x"}, "ran": {"stage": "new"}}']
)
def test_a_request_that_makes_no_sense_is_not_judged(request_text):
    for answer in (grader.judge_json, grader.show_json):
        assert json.loads(answer(request_text))["kind"] == "unjudged"


def test_a_run_with_too_few_outcomes_is_not_judged(mask_exercise):
    request = {"bundle": mask_exercise, "ran": {"stage": "ran", "outcomes": []}}
    assert json.loads(grader.judge_json(json.dumps(request)))["kind"] == "unjudged"


def test_a_verdict_is_json_that_a_browser_can_read(judged, make_bundle, make_case):
    odd = np.array([np.nan, np.inf, -np.inf])
    asked = make_bundle([make_case("odd", {"x": odd}, odd)])
    for code in (
        "def f(x):\n    return -x",
        "def f(x):\n    raise ValueError(float('nan'))",
        "def f(x):\n    return x[0]",
    ):
        text = json.dumps(judged(code, asked))
        assert not {"NaN", "Infinity"} & set(
            text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        )


def test_run_shows_each_call_without_judging_it(mask_exercise, ran):
    shown = [case for case in mask_exercise["cases"] if case["shown"]]
    for code, words in (
        ("def f(L):\n    return np.eye(L)", "returned `[[1, 0, 0], [0, 1, 0], [0, 0, 1]]`"),
        ("def f(L):\n    return Q", "There is no `Q` here"),
    ):
        request = json.dumps({"code": code, "function": "f", "cases": shown})
        asked = {"bundle": mask_exercise, "ran": json.loads(grader.run_json(request))}
        told = json.loads(grader.show_json(json.dumps(asked)))
        assert told["kind"] == "ran"
        assert [call["name"] for call in told["calls"]] == ["L = 3"]
        assert (
            "Given `L = 3`, your function" in told["calls"][0]["message"]
            and words in told["calls"][0]["message"]
        )
        assert "expected" not in told["calls"][0] and "passed" not in told


def test_run_says_why_nothing_ran(mask_exercise, ran):
    asked = {"bundle": mask_exercise, "ran": ran("x = 1", 1)["ran"]}
    told = json.loads(grader.show_json(json.dumps(asked)))
    assert (told["kind"], told["calls"]) == ("missing", [])
    assert told["title"] == "There is no function `f`"
