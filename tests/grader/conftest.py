"""A small exercise to judge answers on, so that a test says only what it is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import grader
from grader.encode import encode
from grader.forms import Bundle, CaseForm

Answer = Callable[..., dict[str, Any]]


def case(
    name: str,
    arguments: Mapping[str, Any],
    expected: Any = None,
    *,
    raises: str | None = None,
    shown: bool = False,
    probe: str | None = None,
) -> CaseForm:
    form: dict[str, Any] = {"name": name, "shown": shown}
    form["arguments"] = {key: encode(value) for key, value in arguments.items()}
    if raises:
        form["raises"] = raises
    else:
        form["expected"] = encode(expected)
    if probe:
        form["probe"] = {"remark": probe}
    return json.loads(json.dumps(form))  # as it comes from a file


def bundle(cases: Sequence[CaseForm], returns: Any = "array", **more: Any) -> Bundle:
    return {
        "schema": 1,
        "id": "toy",
        "title": "A toy",
        "function": "f",
        "starter": "",
        "time_limit": 5,
        "returns": returns,
        "parameters": [],
        "cases": list(cases),
        "mistakes": {},
        **more,
    }


def judge_answer(code: str, asked: Bundle) -> dict[str, Any]:
    request = {
        "code": code,
        "function": asked["function"],
        "starter": asked["starter"],
        "cases": [{"name": each["name"], "arguments": each["arguments"]} for each in asked["cases"]],
        "subjects": asked.get("subjects"),
    }
    ran = json.loads(grader.run_json(json.dumps(request)))
    verdict = json.loads(grader.judge_json(json.dumps({"bundle": asked, "ran": ran, "code": code})))
    assert isinstance(verdict, dict)
    return verdict


def outcome_of(code: str, *arguments: Any, function: str = "f", **more: Any) -> dict[str, Any]:
    """What the first case gave, with the whole run under ``"ran"``."""
    given = {f"a{number}": encode(value) for number, value in enumerate(arguments)}
    request = {"code": code, "function": function, "cases": [{"name": "one", "arguments": given}], **more}
    ran = json.loads(grader.run_json(json.dumps(request)))
    return {**(ran["outcomes"] or [{}])[0], "ran": ran}


@pytest.fixture
def make_case() -> Callable[..., CaseForm]:
    """Builds one case from plain Python values."""
    return case


@pytest.fixture
def make_bundle() -> Callable[..., Bundle]:
    """Builds a bundle of cases for a function ``f``."""
    return bundle


@pytest.fixture
def judged() -> Callable[[str, Bundle], dict[str, Any]]:
    """Runs and judges code as the page does, through JSON text."""
    return judge_answer


@pytest.fixture
def ran() -> Callable[..., dict[str, Any]]:
    """Runs code on one case and gives its outcome."""
    return outcome_of


@pytest.fixture
def mask_exercise() -> Bundle:
    """Blocked above the diagonal: two sizes, the smaller one shown."""
    cases = [
        case(f"L = {size}", {"L": size}, np.triu(np.ones((size, size), dtype=bool), k=1), shown=size == 3)
        for size in (5, 3, 1)
    ]
    return bundle(cases, "mask")


@pytest.fixture
def table_exercise() -> Bundle:
    """Doubles a table of floats; one case has a 2 x 3 table, the other 4 x 2."""
    tables = [np.random.default_rng(seed).normal(size=shape) for seed, shape in ((1, (4, 2)), (2, (2, 3)))]
    return bundle([case(f"table {table.shape}", {"X": table}, table * 2) for table in tables])


@pytest.fixture
def number_exercise() -> Bundle:
    """Multiplies two whole numbers."""
    return bundle(
        [case("small", {"a": 2, "b": 3}, 6), case("large", {"a": 10**9, "b": 10**9}, 10**18)], "whole"
    )
