"""N10, Axes: what it says of places, shapes and orders, tried with arrays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "axes")


def state_of(item):
    return dict(part.split("=") for part in item.state.split())


def test_the_followed_number_is_the_one_that_reshape_alone_puts_there(items):
    state = state_of(items["follow-a-number"])
    B, T, H, d = (int(state[name]) for name in ("B", "T", "H", "d"))
    places = np.arange(B * T * H * d)
    assert places.reshape(B, H, T, d)[0, 1, 0, 0] == int(state["follow"])
    right = places.reshape(B, T, H, d).transpose(0, 2, 1, 3)
    assert right[0, 1, 0, 0] != int(state["follow"])


def test_a_wrong_round_trip_is_perfect(printed):
    X = np.arange(12).reshape(1, 3, 4)
    assert (X.reshape(1, 2, 3, 2).reshape(1, 3, 4) == X).all()
    assert f"True\n{X.reshape(1, 2, 3, 2)[0, 0]}" in printed


def test_a_changed_word_gives_reshape_away():
    """What a right answer of `what-notices` claims."""
    X, other = np.zeros((1, 3, 4)), np.zeros((1, 3, 4))
    other[:, 0] = 1
    moved = (X.reshape(1, 2, 3, 2) != other.reshape(1, 2, 3, 2)).any(axis=-1)
    assert moved[0].tolist() == [[True, True, False], [False, False, False]]


def test_with_as_many_sentences_as_columns_all_axes_reversed_has_the_right_shape():
    split = np.arange(2 * 5 * 3 * 2).reshape(2, 5, 3, 2)
    assert split.T.shape == split.transpose(0, 2, 1, 3).shape
    assert (split.transpose(0, 2, 1, 3) != split.T).any()


def test_a_relation_without_its_axis_is_silent_only_where_sizes_agree(items):
    state = state_of(items["silent-mask"])
    assert state["relation"] == "BTT"
    assert state["B"] == state["H"]
    relation = np.arange(2 * 3 * 3).reshape(2, 3, 3)
    seen = np.broadcast_to(relation, (2, 2, 3, 3))
    assert (seen[0, 1] == relation[1]).all(), "sentence 0, head 1 gets the relation of sentence 1"
    with pytest.raises(ValueError, match="broadcast"):
        np.broadcast_to(np.zeros((4, 3, 3)), (4, 2, 3, 3))
    assert np.broadcast_to(np.zeros((1, 3, 3)), (1, 4, 3, 3)).shape == (1, 4, 3, 3)


def test_heads_in_another_order_are_those_of_the_facts(printed):
    two = FACTS["two_heads_of_width_1"]
    joined, W_O = np.array(two["concat"]), np.array(two["W_O"])
    assert f"head 0 first {np.array([1, 0]) @ W_O}" in printed
    assert f"head 1 first {np.array([0, 1]) @ W_O}" in printed
    assert (joined[0] @ W_O).tolist() == two["output"][0]
    assert (joined[0, ::-1] @ W_O).tolist() == two["output_heads_swapped"][0]
    assert np.allclose(joined[:, ::-1] @ W_O[::-1], two["output"])
