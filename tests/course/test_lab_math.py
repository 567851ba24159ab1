"""The arithmetic of the labs against NumPy and the grader's stages, on random inputs."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from grader import stages
from tests.course.lab_functions import Call, call_labs, lab_start

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text("utf-8"))
EXACT = {"rtol": 0, "atol": 1e-12}


def softmax(scores: Any, blocked: Any) -> Any:
    """The weights by the grader's stages; every row must have an open cell."""
    masked = stages.hide(np.asarray(scores, dtype=float), np.asarray(blocked).astype(bool))
    powers = stages.lift(masked, stages.peak(masked, -1))
    return stages.normalise(powers, stages.total(powers, -1))


def mask_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the mask lab's arithmetic with what NumPy makes of the same arguments."""
    length = int(random.integers(2, 9))
    width = int(random.integers(1, 5))
    k = int(random.integers(-2, 4))
    pad = np.flatnonzero(random.random(length) < 0.4)
    padding = np.isin(np.arange(length), pad)[None, :]
    scores = random.normal(0, 3, (length, length)) * random.choice([1, 100])
    free = random.random((length, length)) < 0.4
    causal = stages.causal_relation(scores)
    shown = free & ~np.eye(length, dtype=bool)
    row, column = np.indices((length, length))
    module = "mask-math.js"
    return [
        ((module, "paddingMask", [pad, length]), padding),
        ((module, "causalMask", [length]), causal),
        ((module, "causalMask", [length, k]), np.triu(np.ones((length, length)), k=k)),
        ((module, "windowMask", [length, width]), abs(row - column) >= width),
        ((module, "copiedDown", [padding, length]), np.broadcast_to(padding, (length, length))),
        ((module, "either", [[padding, causal, free], length]), padding | causal | free),
        ((module, "both", [[padding, causal], length]), padding & causal),
        ((module, "transposed", [free]), free.T),
        ((module, "hidden", [scores, free]), stages.hide(scores, free)),
        ((module, "hidden", [scores, free, 0]), np.where(free, 0, scores)),
        ((module, "softmaxRows", [stages.hide(scores, shown)]), softmax(scores, shown)),
        ((module, "openCells", [free]), (~free).sum()),
    ]


def cross_mask_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the arithmetic of masks between two sequences."""
    source, target = (int(size) for size in random.integers(1, 7, 2))
    size = source + target
    padding = random.random(size) < 0.4
    free = random.random((target, source)) < 0.4
    ahead = np.triu(np.ones((size, size), dtype=bool), k=1)
    open_prefix = ahead & (np.arange(size) >= source)
    stop = int(random.integers(1, size + 1))
    module = "cross-mask-math.js"
    return [
        ((module, "whoMask", [padding, source]), open_prefix | padding[None, :]),
        ((module, "prefixMask", [size, source]), open_prefix),
        ((module, "causalTable", [target, source]), np.triu(np.ones((target, source)), k=1)),
        (
            (module, "combined", [[padding[None, :source], free], target, source]),
            padding[None, :source] | free,
        ),
        ((module, "combined", [[], target, source]), np.zeros((target, source))),
        ((module, "part", [ahead, [source, size], [0, stop]]), ahead[source:, :stop]),
    ]


def heads_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the heads lab's arithmetic with what NumPy makes of the same arguments."""
    length, count = int(random.integers(2, 7)), int(random.choice([1, 2, 4]))
    width = count * int(random.integers(1, 4))
    d_k = width // count
    Q, K, V = random.normal(0, 2, (3, length, width))
    W = random.normal(0, 2, (width, width + 1))
    head = int(random.integers(count))
    mine = slice(head * d_k, (head + 1) * d_k)
    order = random.permutation(count)
    columns = np.arange(width)
    module = "heads-math.js"
    return [
        ((module, "product", [Q, W]), Q @ W),
        ((module, "headColumns", [head, count, width]), columns[mine]),
        ((module, "columnsOf", [V, columns[mine]]), V[:, mine]),
        ((module, "headScores", [Q, K, columns[mine]]), stages.scale(Q[:, mine] @ K[:, mine].T, Q[:, mine])),
        ((module, "sideBySide", [[Q, V, K]]), np.concatenate([Q, V, K], axis=1)),
        ((module, "columnOrder", [order, width]), columns.reshape(count, d_k)[order].ravel()),
    ]


def leak_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the leak lab's arithmetic with what NumPy makes of the same arguments."""
    length, width = int(random.integers(2, 7)), int(random.integers(1, 4))
    words = random.normal(0, 1, (length, width))
    free = (random.random((length, length)) < 0.4) & ~np.eye(length, dtype=bool)
    weights = softmax(words @ words.T / np.sqrt(width), free)
    ones = np.ones((length, length))
    changed = np.where(random.random(words.shape) < 0.2, words + 1, words)
    rows = np.flatnonzero((words != changed).any(axis=1))
    module = "leak-math.js"
    return [
        ((module, "leakMask", ["none", length]), 0 * ones),
        ((module, "leakMask", ["reversed", length]), np.tril(ones, k=-1)),
        ((module, "leakMask", ["onestep", length]), np.triu(ones, k=2)),
        ((module, "leakMask", ["causal", length]), np.triu(ones, k=1)),
        ((module, "weightsOf", [words, free]), weights),
        ((module, "attend", [words, free]), weights @ words),
        ((module, "mixed", [weights, changed]), weights @ changed),
        ((module, "firstChanged", [words, changed]), rows[0] if len(rows) else length),
        ((module, "moved", [words, changed]), words != changed),
    ]


def axes_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the arithmetic of axes, for arrays of up to four of them."""
    shape = [int(size) for size in random.integers(1, 5, random.integers(1, 5))]
    axes = random.permutation(len(shape))
    data = random.normal(0, 1, shape)
    place = int(random.integers(data.size))
    index = np.unravel_index(place, shape)
    X, W = random.normal(0, 3, (3, 2)), random.normal(0, 3, (2, 4))
    module = "axes-math.js"
    moved = data.transpose(axes)
    return [
        ((module, "product", [X, W]), X @ W),
        ((module, "indexOf", [place, shape]), index),
        ((module, "placeOf", [[int(at) for at in index], shape]), place),
        ((module, "moved", [data.ravel(), shape, axes]), moved.ravel()),
        ((module, "movedShape", [shape, axes]), moved.shape),
        ((module, "nested", [data.ravel(), shape]), data),
    ]


def cost_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the cost lab's arithmetic, counted by making the arrays where that says something."""
    B, T, H, d = (int(size) for size in random.integers(1, 9, 4))
    C = H * d
    sizes = {"B": B, "T": T, "C": C, "H": H}
    Q = np.zeros((B, T, C))
    heads = Q.reshape(B, T, H, d).transpose(0, 2, 1, 3)
    scores = heads @ heads.swapaxes(2, 3)
    kept = [Q.size, np.stack([Q, Q, Q]).size, scores.size, np.zeros((4, C, C)).size]
    lengths = np.sort(random.integers(1, 5000, 5))
    module = "cost-math.js"
    return [
        ((module, "numbers", [sizes]), kept),
        ((module, "multiplications", [sizes]), [4 * Q.size * C, scores.size * d, scores.size * d]),
        (
            (module, "growth", [sizes, lengths]),
            np.stack([3 * B * lengths * C, B * H * lengths**2, 4 * C * C + 0 * lengths], axis=1),
        ),
        ((module, "takeovers", [sizes]), [3 * C // H + 1, math.isqrt(4 * C * C // (B * H)) + 1, 2 * C + 1]),
        ((module, "sharedBy", [C, H + 1]), max(count for count in range(1, H + 2) if C % count == 0)),
    ]


def convention_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the convention lab's arithmetic with what NumPy makes of the same arguments."""
    length = int(random.integers(2, 7))
    blocked = random.random((length, length)) < 0.4
    additive = np.where(blocked, -np.inf, 0.0)
    forms = {"blocked": blocked, "allowed": ~blocked, "additive": additive, "floats": blocked.astype(float)}
    scores = random.normal(0, 1, (length, length)) * random.choice([1, 100, 20000])
    fill = float(random.choice([-10, -1e4, -65504, -1e9]))
    with np.errstate(over="ignore"):
        halves = np.where(blocked, np.float16(fill), scores.astype(np.float16))
    module = "convention-math.js"
    calls: list[tuple[Call, Any]] = [
        ((module, "filled", [scores, blocked, fill, False]), np.where(blocked, fill, scores)),
        ((module, "filled", [scores, blocked, fill, True]), halves),
    ]
    for form, mask in forms.items():
        calls.append(((module, "written", [blocked, form]), mask))
        adds = {
            "course": np.where(mask, -np.inf, 0.0),
            "visible": np.where(mask, 0.0, -np.inf),
            "sdpa": np.where(mask, 0.0, -np.inf) if mask.dtype == bool else mask,
            "mha": np.where(mask, -np.inf, 0.0) if mask.dtype == bool else mask,
        }
        for reader, wanted in adds.items():
            calls.append(((module, "added", [reader, form, mask]), wanted))
            wrong = (np.isneginf(wanted) != blocked).sum()
            calls.append(((module, "wrongCells", [blocked, wanted]), wrong))
    return calls


def scores_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the scores lab's arithmetic with what NumPy makes of the same arguments."""
    length, width = (int(size) for size in random.integers(1, 7, 2))
    Q, K = random.normal(0, 2, (2, length, width))
    weights = softmax(Q @ K.T, np.zeros((length, length)))
    by = float(random.uniform(0.1, 10))
    module = "scores-math.js"
    return [
        ((module, "dotProducts", [Q, K]), Q @ K.T),
        ((module, "divided", [Q, by]), Q / by),
        ((module, "slopes", [weights]), weights * (1 - weights)),
    ]


@pytest.mark.parametrize(
    "makes",
    [
        scores_calls,
        convention_calls,
        cost_calls,
        axes_calls,
        leak_calls,
        heads_calls,
        mask_calls,
        cross_mask_calls,
    ],
)
def test_arithmetic_equals_numpy(makes: Any) -> None:
    random = np.random.default_rng(15)
    cases = [case for _ in range(40) for case in makes(random)]
    got = call_labs([call for call, _ in cases])
    for (call, wanted), result in zip(cases, got, strict=True):
        assert np.shape(result) == np.shape(wanted), call
        assert_allclose(
            np.array(result, dtype=float), np.asarray(wanted, dtype=float), **EXACT, err_msg=str(call)
        )


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
