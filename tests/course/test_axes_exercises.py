"""What is special about the exercises on axes and on looking ahead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builder.bundle import bundle, read_exercises
from builder.bundle.trial import judged

EXERCISES, _ = read_exercises(Path(__file__).parents[2])
FACTS = json.loads((Path(__file__).parent / "facts.json").read_text("utf-8"))
SUBJECTS = EXERCISES["leak-test"].subjects
CLEAN = {
    "causal_head", "wrong_scale", "one_mean_for_all", "one_maximum_for_all", "strict_triangle",
    "strict_triangle_with_nan", "word_by_word", "mean_of_the_past", "window_of_two", "centred_over_the_past",
    "every_word_for_itself",
}  # fmt: skip
FAINT = "faint_leak"
# These leak, but one of the changes below is nothing to them: adding 1 to a whole word, or doubling it.
BLIND_TO = {"no_mask_after_layer_norm": 0, "no_mask_after_unit_length": 2}


def tables() -> list[np.ndarray]:
    """The tables with a future that are handed in, each once."""
    found = {case.arguments["X"].tobytes(): case.arguments["X"] for case in EXERCISES["leak-test"].cases}
    return [X for X in found.values() if len(X) > 2]


def moves(name: str, X: np.ndarray, cut: int, future: Any) -> float:
    """How far rows before the cut move when the future changes."""
    before, after = (np.nan_to_num(SUBJECTS[name](Y)[:cut]) for Y in (X, np.vstack([X[:cut], future])))
    return float(np.abs(after - before).max())


def test_splitting_and_merging_undo_each_other_but_neither_is_a_reshape() -> None:
    X = np.arange(2 * 3 * 8.0).reshape(2, 3, 8)
    heads = EXERCISES["split-heads"].solution(X, 4)
    assert heads.shape == (2, 4, 3, 2) and (EXERCISES["merge-heads"].solution(heads) == X).all()
    assert (heads != X.reshape(2, 4, 3, 2)).any()


@pytest.mark.parametrize("order", [[1, 2, 0], (2, 0, 1), np.array([0, 2, 1])])
def test_a_layer_with_heads_in_another_order_gives_the_same_output(order: Any) -> None:
    random = np.random.default_rng(4)
    X, W_O = random.normal(size=(2, 5, 6)), random.normal(size=(6, 6))
    tables = [random.normal(size=(6, 6)) for _ in range(3)]
    moved = [table.reshape(6, 3, 2)[:, list(order)].reshape(6, 6) for table in tables]
    layer, swap = EXERCISES["multi-head"].solution, EXERCISES["swap-heads"].solution
    assert np.allclose(layer(X, *moved, swap(W_O, 3, order), 3), layer(X, *tables, W_O, 3))


def test_swap_heads_gives_the_figures_of_the_text() -> None:
    two = FACTS["two_heads_of_width_1"]
    joined, W_O, output = (np.array(two[name]) for name in ("concat", "W_O", "output"))
    swapped = EXERCISES["swap-heads"].solution(W_O, 2, [1, 0])
    assert np.allclose(joined[:, ::-1] @ swapped, output, atol=1e-11)
    assert np.allclose(joined[:, ::-1] @ W_O, two["output_heads_swapped"], atol=1e-11)


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_an_implementation_leaks_or_not_whatever_the_future_becomes(name: str) -> None:
    random = np.random.default_rng(1)
    for X in tables():
        found = [
            max(moves(name, X, cut, future(X[cut:])) for cut in range(1, len(X)))
            for future in (
                lambda rows: rows + 1, lambda rows: -rows, lambda rows: 2 * rows, lambda rows: 0 * rows,
                lambda rows: rows + 1e6, lambda rows: random.normal(size=rows.shape),
            )
        ]  # fmt: skip
        if name in CLEAN:
            assert max(found) < 1e-12
        elif name != FAINT:
            assert found[-1] > 0.03
            if name in BLIND_TO:
                assert found[BLIND_TO[name]] < 1e-12
            elif X[1:].any():
                assert min(found) > 0.03


@pytest.mark.parametrize("name", ["one_maximum_for_all", "one_mean_for_all"])
def test_rounding_shows_at_every_cut(name: str) -> None:
    for X in tables():
        assert all(moves(name, X, cut, X[cut:] + 1) > 0 for cut in range(1, len(X)))


def test_an_implementation_gives_each_prefix_what_it_gives_the_whole_unless_it_leaks() -> None:
    for X in tables():
        for name in CLEAN:
            whole = SUBJECTS[name](X)
            for count in range(len(X)):
                assert np.allclose(SUBJECTS[name](X[:count]), whole[:count], equal_nan=True), name


def test_every_implementation_is_tried_and_says_what_it_does() -> None:
    tried = {case.arguments["attend"].name for case in EXERCISES["leak-test"].cases}
    assert tried == set(SUBJECTS)
    assert all((subject.__doc__ or "").rstrip().endswith(".") for subject in SUBJECTS.values())


def test_a_wrong_leak_test_is_told_which_implementation_it_misjudged() -> None:
    verdict = judged(
        bundle(EXERCISES["leak-test"]).data, "def leaks_future(attend, X):\n    return len(X) > 4"
    )
    assert (
        "your test says that `no_mask` does not leak, but it leaks. Every word looks at all"
        in verdict["message"]
    )
