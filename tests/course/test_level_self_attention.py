"""The figures of the level on self-attention: what it prints, asks and tells of its lab."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from builder.labs import settings_of
from builder.model import GRADED, Lab, Try
from tests.course.lab_functions import call_labs, lab_start

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))["one_head"]
SATURATED = 0.99


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "self-attention")


def test_the_page_prints_the_course_figures(printed):
    X, W_Q, W_K, W_V = (np.array(FACTS[name], dtype=float) for name in ("X", "W_Q", "W_K", "W_V"))
    for name, W in (("Q", W_Q), ("K", W_K), ("V", W_V)):
        assert f"{name}\n{X @ W}" in printed
    assert str(np.array(FACTS["scores"]) * np.sqrt(2)) in printed, "the scores before they are divided"
    assert str(np.array(FACTS["weights_unmasked"]).round(3)) in printed
    assert str(np.array(FACTS["output_unmasked"][0]).round(3)) in printed


def test_moving_words_moves_rows_and_columns(printed):
    order = [2, 0, 1]
    raw = np.array(FACTS["scores"]) * np.sqrt(2)
    assert str(raw[order][:, order].round(9)) in printed


def test_random_scores_spread_like_the_root_of_the_width(printed):
    table = printed[printed.index("d_k  spread") :].splitlines()[1:5]
    rows = [[float(number) for number in line.split()] for line in table]
    assert [row[0] for row in rows] == [1, 4, 16, 64]
    for width, spread, divided in rows:
        assert spread == pytest.approx(np.sqrt(width), rel=0.02)
        assert divided == pytest.approx(1, abs=0.02)


def test_every_asked_figure_is_a_course_figure(level):
    answers = {
        item.id: item.answer for item in level.blocks if isinstance(item, GRADED) and hasattr(item, "answer")
    }
    assert answers["score-by-hand"] == pytest.approx(FACTS["scores"][1][2] * np.sqrt(2))
    assert answers["output-by-hand"] == round(FACTS["output_unmasked"][1][0], 3)


def lab_shows(level, task):
    """What the lab of a task has worked out once the task is done."""
    [solved] = [block for block in level.blocks if isinstance(block, Try) and block.id == task]
    [lab] = [block for block in level.blocks if isinstance(block, Lab) and block.id == solved.lab]
    assert lab.name == "scores"
    state = lab_start("scores")
    for name, text in settings_of(solved.state).items():
        [parsed] = call_labs([("scores-view.js", f"lab.fields.{name}.parse", [text])])
        state[name] = parsed["value"]
    [shown] = call_labs([("scores-state.js", "workOut", [state])])
    return state, shown


def test_wide_keys_saturate_two_rows_and_the_division_leaves_none(level):
    state, shown = lab_shows(level, "wide-keys")
    assert len(shown["saturated"]) == 2
    [divided] = call_labs([("scores-state.js", "workOut", [{**state, "scale": True}])])
    assert divided["saturated"] == []
    assert np.max(divided["weights"]) < SATURATED


def test_two_equal_words_get_equal_rows(level):
    _, shown = lab_shows(level, "same-word")
    for table in ("Q", "K", "V", "raw", "weights", "output"):
        assert shown[table][1] == shown[table][2], table
