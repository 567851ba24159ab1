"""What labs show first, the figures of the course in them, and what else no random input proves."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from tests.course.lab_functions import EXACT, call_labs, lab_start, softmax

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text("utf-8"))


@pytest.mark.parametrize("answer", [0, 1])
def test_the_oracle_of_the_leak_lab_is_the_one_of_the_course(answer: int) -> None:
    facts = FACTS["future_copy_oracle"]
    asked = [[one["ratio"], answer, True] for one in facts["future_visible"]] + [[99, answer, False]]
    *peeking, honest = call_labs([("leak-math.js", "oracle", given) for given in asked])
    for got, wanted in zip(peeking, facts["future_visible"], strict=True):
        assert_allclose(got["weights"], [wanted["weights"]], rtol=0, atol=6e-13)
        assert_allclose(got["correct"], wanted["p_correct"], rtol=0, atol=6e-13)
        assert_allclose(got["loss"], wanted["loss"], rtol=0, atol=6e-13)
    assert_allclose(honest["correct"], facts["causal"]["p_correct"], rtol=0, atol=6e-13)
    assert_allclose(honest["loss"], facts["causal"]["loss"], rtol=0, atol=6e-13)


def test_float16_of_the_convention_lab_is_numpys() -> None:
    random = np.random.default_rng(16)
    many = np.concatenate(
        [random.normal(0, size, 400) for size in (1e-8, 1e-5, 1, 300, 3e4)]
        + [np.arange(2040, 2060) + 0.5, [65504, 65519, 65520, -65504, -65536, 2.0**-24, 2.0**-25, -1e9]]
    )
    with np.errstate(over="ignore", under="ignore"):
        wanted = many.astype(np.float16).astype(float)
    got = call_labs([("convention-math.js", "toHalf", [one]) for one in many])
    assert [float(one) for one in got] == wanted.tolist()


def test_the_convention_lab_reads_masks_as_the_course_says() -> None:
    facts = FACTS["conventions"]
    blocked = np.array([[0, 1], [0, 0]])
    for readers, form in ((facts["blocked_is_true"], "blocked"), (facts["allowed_is_true"], "allowed")):
        for reader in readers:
            for handed in ("blocked", "allowed"):
                [mask] = call_labs([("convention-math.js", "written", [blocked, handed])])
                [adds] = call_labs([("convention-math.js", "added", [reader, handed, mask])])
                [wrong] = call_labs([("convention-math.js", "wrongCells", [blocked, adds])])
                assert wrong == (0 if handed == form else 4), (reader, handed)


def test_a_row_without_an_open_cell_has_no_weights() -> None:
    [rows] = call_labs([("mask-math.js", "softmaxRows", [np.array([[-np.inf, -np.inf], [1.0, -np.inf]])])])
    assert rows == [None, [1.0, 0.0]]


def test_random_scores_are_the_same_ones_again_and_spread_like_normal_numbers() -> None:
    one, again, other = call_labs([("mask-math.js", "randomScores", [8, seed]) for seed in (7, 7, 8)])
    assert one == again != other
    many = np.array(call_labs([("mask-math.js", "randomScores", [8, seed]) for seed in range(1, 40)]))
    assert abs(many.mean()) < 0.1
    assert 0.9 < many.std() < 1.1


def test_the_first_state_of_the_mask_lab_is_the_one_of_the_course() -> None:
    facts = FACTS["mask_lab_default"]
    state = lab_start("mask")
    [worked] = call_labs([("mask-state.js", "workOut", [state])])
    shown = ["PAD" if place in state["pad"] else word for place, word in enumerate(state["words"])]
    assert shown == facts["tokens"]
    assert (state["causal"], state["keys"], state["window"], state["scores"]) == (True, True, 0, "equal")
    assert worked["padding"] == facts["padding_mask"]
    assert worked["causal"] == facts["causal_mask"]
    assert worked["blocked"] == facts["combined"]
    assert worked["open"] == facts["open_cells"]
    assert_allclose(worked["weights"], facts["weights"], rtol=0, atol=6e-13)


def test_the_heads_lab_is_multi_head_attention() -> None:
    random = np.random.default_rng(4)
    start = lab_start("heads")
    for count, causal in itertools.product((1, 2, 4), (False, True)):
        tables = {
            name: random.normal(0, 1, np.shape(start[name])) for name in ("X", "W_Q", "W_K", "W_V", "W_O")
        }
        state = start | {"heads": count, "causal": causal} | tables
        swaps = ("none", "heads", "both") if count > 1 else ("none",) * 3
        none, heads, both = call_labs(
            [("heads-state.js", "workOut", [state | {"swap": swap}]) for swap in swaps]
        )
        X, W_Q, W_K, W_V, W_O = tables.values()
        parts = [np.split(X @ W, count, axis=1) for W in (W_Q, W_K, W_V)]
        ahead = np.triu(np.ones((3, 3), dtype=bool), k=1) & causal
        made = [softmax(Q @ K.T / np.sqrt(4 // count), ahead) @ V for Q, K, V in zip(*parts, strict=True)]
        wanted = np.concatenate(made, axis=1) @ W_O
        assert_allclose(none["output"], wanted, **EXACT)
        assert_allclose(both["output"], wanted, **EXACT)
        assert_allclose(both["before"], wanted, **EXACT)
        if count > 1:
            swapped = np.concatenate([made[1], made[0], *made[2:]], axis=1)
            assert_allclose(heads["concat"], swapped, **EXACT)
            assert_allclose(both["concat"], swapped, **EXACT)
            assert_allclose(heads["output"], swapped @ W_O, **EXACT)
            assert not np.allclose(heads["output"], wanted)


def test_the_first_state_of_the_heads_lab_is_the_one_of_the_course() -> None:
    facts = FACTS["heads_lab_default"]
    state = lab_start("heads")
    [worked] = call_labs([("heads-state.js", "workOut", [state])])
    [words] = call_labs([("heads-state.js", "WORDS", [])])
    assert (words, state["X"], state["W_K"], worked["K"]) == (
        facts["words"],
        facts["X"],
        facts["W_K"],
        facts["K"],
    )
    assert state["W_Q"] == state["W_V"] == state["W_O"] == np.eye(4).tolist()
    assert_allclose([head["weights"] for head in worked["heads"]], facts["weights"], rtol=0, atol=6e-13)
    assert_allclose(worked["concat"], facts["concat"], rtol=0, atol=6e-13)
    assert_allclose(worked["output"], facts["output"], rtol=0, atol=6e-13)


def test_the_first_state_of_the_axes_lab_has_the_sizes_of_the_course() -> None:
    [worked] = call_labs([("axes-state.js", "workOut", [lab_start("axes")])])
    words, columns = np.shape(worked["tables"]["Q"][0]["values"])
    assert [words, columns] == FACTS["counts"]["concat_3_words_2_heads_of_2"]
    assert worked["tables"]["heads"][1]["ids"][0][0] == FACTS["counts"]["head_1_first_column"]


def test_the_cost_lab_begins_with_the_numbers_of_the_course() -> None:
    state, facts = lab_start("cost"), FACTS["counts"]
    worked = call_labs([("cost-state.js", "workOut", [state | {"T": T}]) for T in (3, 6)])
    assert (state["B"], state["H"], state["T"], state["bytes"]) == (1, 2, 3, 8)
    for T, one in zip((3, 6), worked, strict=True):
        counted = [facts[f"score_numbers_B1_H2_T{T}"], facts[f"score_bytes_float64_B1_H2_T{T}"]]
        assert one["cost"][2] == counted


def test_the_first_state_of_the_scores_lab_is_the_one_of_the_course() -> None:
    facts = FACTS["one_head"]
    state = lab_start("scores")
    [worked] = call_labs([("scores-state.js", "workOut", [state])])
    [weights] = call_labs([("scores-state.js", "WEIGHTS", [])])
    assert state["X"] == facts["X"]
    assert weights == {name: facts[name] for name in ("W_Q", "W_K", "W_V")}
    assert_allclose(worked["scores"], facts["scores"], rtol=0, atol=6e-13)
    assert_allclose(worked["weights"], facts["weights_unmasked"], rtol=0, atol=6e-13)
    assert_allclose(worked["output"], facts["output_unmasked"], rtol=0, atol=6e-13)


def test_random_scores_spread_with_the_root_of_the_width_and_the_divisor_takes_it_back() -> None:
    start = lab_start("scores") | {"source": "random"}
    made = {}
    for width, scale in itertools.product((4, 64), (False, True)):
        states = [start | {"dk": width, "scale": scale, "seed": seed} for seed in range(1, 121)]
        worked = call_labs([("scores-state.js", "workOut", [state]) for state in states])
        made[width, scale] = np.std([one["scores"] for one in worked])
    assert abs(made[64, False] / made[4, False] - 4) < 0.8
    assert abs(made[64, True] - 1) < 0.15
    assert abs(made[4, True] - 1) < 0.15
