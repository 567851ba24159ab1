"""Errors are explained in the page, by another Python, in the words that are used in CPython here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import grader
from builder.bundle import Bundle, bundle, read_exercise
from builder.grade import GRADING
from builder.grade_in_browser import judge_in_browser
from builder.site import build_grading_page
from tests.browser.course_answers import ROOT
from tests.grader.conftest import bundle as toy
from tests.grader.conftest import case, judge_answer
from tests.grader.test_explain import LINES, SENTENCES, SYNTAX

PAGE_PYTHON = [3, 14]
ASKED = toy([case("L = 3", {"L": 3}, np.triu(np.ones((3, 3), dtype=bool), k=1), shown=True)], "mask")
CODES = [
    *(f"def f(L):\n    return {expression}\n" for expression in SENTENCES),
    *(f"def f(L):\n    {line}\n" for line in LINES),
    *SYNTAX,
]


@pytest.fixture(scope="module")
def judge() -> Iterator[Callable[[str], dict[str, Any]]]:
    build_grading_page(ROOT, ROOT / GRADING, lambda text: None)
    source, _ = read_exercise(ROOT / "exercises" / "causal-mask", "exercises/causal-mask")
    assert source is not None
    with judge_in_browser(Bundle(source, dict(ASKED), bundle(source).answer), ROOT / GRADING) as ask:
        yield ask


def here(code: str) -> dict[str, Any]:
    """The verdict of this Python, which counts as the page's where it cannot read the code."""
    verdict = judge_answer(code, ASKED)
    if verdict["kind"] != "unjudged":
        return verdict
    ran = json.loads(grader.run_json(json.dumps({"code": code, "function": "f", "cases": []})))
    request = {"bundle": ASKED, "ran": {**ran, "python": PAGE_PYTHON}, "code": code}
    verdict = json.loads(grader.judge_json(json.dumps(request)))
    assert isinstance(verdict, dict)
    return verdict


def test_every_explanation_has_the_same_words(judge: Callable[[str], dict[str, Any]]) -> None:
    others = {}
    for code in CODES:
        told = [
            [verdict[key] for key in ("kind", "title", "message")] for verdict in (judge(code), here(code))
        ]
        if told[0] != told[1]:
            others[code] = told
    assert others == {}
