"""N11, What it costs: every figure that it asks for or names is counted again, from arrays where small."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))["counts"]


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "what-it-costs")


def test_the_scores_are_those_of_the_facts(items):
    assert items["count-scores"].answer == FACTS["score_numbers_B1_H2_T3"]
    assert items["count-bytes"].answer == FACTS["score_bytes_float64_B1_H2_T3"]
    assert items["double-text"].answer == FACTS["score_bytes_float64_B1_H2_T6"]
    assert str(FACTS["score_numbers_B1_H2_T6"]) in items["double-text"].explanation_html


def multiplications(left, right):
    """Of `left @ right`: every result sums up as many products as the tables share."""
    return (left @ right).size * left.shape[-1]


def test_multiplications_are_those_of_the_products_themselves(items):
    T, C, H = 5, 6, 2
    X, W = np.ones((T, C)), np.ones((C, C))
    assert items["multiply-projections"].answer == 4 * multiplications(X, W)
    heads = np.ones((H, T, C // H))
    tables = multiplications(heads, heads.swapaxes(1, 2)) + multiplications(np.ones((H, T, T)), heads)
    assert items["multiply-tables"].answer == tables


def test_heads_change_the_scores_and_not_the_work():
    T, C = 5, 8
    for H in (1, 2, 4):
        heads = np.ones((H, T, C // H))
        assert multiplications(heads, heads.swapaxes(1, 2)) == T * T * C
        assert (heads @ heads.swapaxes(1, 2)).size == H * T * T


def test_the_square_takes_over_where_the_level_says(items):
    state = dict(part.split("=") for part in items["square-takes-over"].state.split())
    T, C, H = int(state["T"]), int(state["C"]), int(state["H"])
    assert 2 * T**2 * C > 4 * T * C**2
    assert not 2 * (T - 1) ** 2 * C > 4 * (T - 1) * C**2
    assert items["where-equal"].answer == 2 * 512
    assert H * 192 == 3 * C, "at 192 words the scores are as many as Q, K and V, from 193 on more"


def test_a_causal_mask_with_a_window_leaves_as_many_cells_open_as_asked(items):
    row, column = np.arange(10)[:, None], np.arange(10)
    assert items["window-cells"].answer == ((column <= row) & (row - column <= 3)).sum()
    reach = (column <= row) & (row - column <= 3)
    layers, seen = 1, reach
    while not seen[9, 0]:
        layers, seen = layers + 1, seen @ reach
    assert items["layers-to-reach"].answer == layers


def test_the_printed_figures(printed):
    in_pieces, at_once = (line for line in printed.splitlines() if line.startswith(("in pieces", "at once")))
    assert in_pieces.split()[-1] == at_once.split()[-1]
    assert "T =  4608: 50% on T x T tables" in printed
    assert round(12 * 8192**2 / (3 * 8192 * 768)) == 43
    assert f"{3 * 192 * 768:,}" in printed
    assert round(2 * 12 * 1024**2 / 1e6, 1) == 25.2
    assert round(2 * 4 * 768**2 / 1e6, 2) == 4.72
