"""Errors are explained in the page, by another Python, in the words that are used in CPython here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

import grader
from tests.browser.static_site import StaticSite
from tests.browser.tabs import PlaywrightTab
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


@pytest.fixture
def judge(browser: Browser, grading_site: StaticSite) -> Iterator[Callable[[str], dict[str, Any]]]:
    context = browser.new_context()
    tab = PlaywrightTab(context.new_page())
    tab.open(f"{grading_site.base}grade/")
    tab.call("(bundle) => grading.use(bundle)", dict(ASKED))
    yield lambda code: tab.call("(code) => grading.judge(code)", code)
    context.close()


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
