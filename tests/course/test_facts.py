"""The figures the course is built on, computed again from their inputs; levels quote them rounded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))


def softmax(scores):
    """Softmax over the last axis; a row without any open score gives nan, as in the level."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def causal(length):
    return np.arange(length)[None, :] > np.arange(length)[:, None]


def same(got, wanted):
    assert_allclose(got, np.array(wanted, dtype=float), rtol=0, atol=6e-13)


@pytest.fixture
def one_head():
    facts = FACTS["one_head"]
    X, W_Q, W_K, W_V = (np.array(facts[name], dtype=float) for name in ("X", "W_Q", "W_K", "W_V"))
    scores = (X @ W_Q) @ (X @ W_K).T / np.sqrt(2)
    return facts, scores, X @ W_V


def test_one_head_without_a_mask(one_head):
    facts, scores, V = one_head
    same(scores, facts["scores"])
    same(softmax(scores), facts["weights_unmasked"])
    same(softmax(scores) @ V, facts["output_unmasked"])


def test_one_head_under_the_causal_mask(one_head):
    facts, scores, V = one_head
    weights = softmax(np.where(causal(3), -np.inf, scores))
    same(weights, facts["weights_causal"])
    same(weights @ V, facts["output_causal"])
    same(weights @ V, [V[0], V[:2].mean(axis=0), facts["output_causal"][2]])


def test_a_masked_row_is_the_row_cut_short(one_head):
    facts, scores, _ = one_head
    for row in range(3):
        same(facts["weights_causal"][row][: row + 1], softmax(scores[row, : row + 1]))


def test_masking_after_softmax_loses_weight(one_head):
    facts, scores, _ = one_head
    left = np.where(causal(3), 0, softmax(scores))[0].sum()
    same(left, facts["row_0_masked_after_softmax"])


def test_a_blocked_score_of_zero_gets_29_percent():
    facts = FACTS["blocked_score_zero"]
    same(softmax(np.array([*facts["scores"], 0.0])), facts["weights_if_zero"])
    same(softmax(np.array([*facts["scores"], -np.inf])), facts["weights_if_minus_inf"])
    assert round(100 * facts["weights_if_zero"][2]) == 29


def test_a_blocked_score_of_zero_wins_among_negative_scores():
    open_1, open_2, blocked = softmax(np.array([-1.0, -2.0, 0.0]))
    assert blocked > open_1 + open_2
    same([open_1, open_2, blocked], [0.244728471055, 0.090030573170, 0.665240955775])


def test_a_finite_fill_leaks_where_minus_infinity_does_not():
    same(softmax(np.full(3, -1e9)), np.full(3, 1 / 3))
    same(softmax(np.array([-2e9, -1e9])), [0, 1])
    same(softmax(np.array([-2e9, -np.inf])), [1, 0])
    with np.errstate(invalid="ignore"):
        assert np.isnan(softmax(np.full(3, -np.inf))).all()


def test_padding_at_the_end():
    facts = FACTS["padding_at_the_end"]
    padding = np.array([[word == "PAD" for word in facts["words"]]])
    combined = causal(5) | padding
    assert combined.astype(int).tolist() == facts["combined"]
    assert (~combined).sum() == facts["open_cells"]
    same(softmax(np.where(combined, -np.inf, 0.0)), facts["weights_of_equal_scores"])
    changed = (combined != causal(5)).any(axis=1)
    assert changed.tolist() == [False, False, False, True, True], "only PAD rows change"


def test_padding_on_the_left_changes_rows_of_real_words():
    combined = causal(5) | np.array([[1, 1, 0, 0, 0]], dtype=bool)
    assert (~combined).sum(axis=1).tolist() == [0, 0, 1, 2, 3]


def test_two_heads_of_width_2():
    facts = FACTS["two_heads_of_width_2"]
    Q = np.array(facts["X"], dtype=float)
    K = Q @ np.array(facts["W_K"])
    for head, wanted in enumerate(facts["weights"]):
        mine = slice(2 * head, 2 * head + 2)
        same(softmax(Q[:, mine] @ K[:, mine].T / np.sqrt(2)), wanted)


def test_two_heads_of_width_1_and_the_rows_of_their_output_table():
    facts = FACTS["two_heads_of_width_1"]
    X = np.array(FACTS["one_head"]["X"], dtype=float)
    weights = [softmax(np.where(causal(3), -np.inf, X[:, [h]] @ X[:, [h]].T)) for h in (0, 1)]
    same([w[2] for w in weights], facts["weights_of_row_2"])
    concat = np.stack([w @ X[:, h] for h, w in enumerate(weights)], axis=1)
    same(concat, facts["concat"])
    W_O = np.array(facts["W_O"], dtype=float)
    same(concat @ W_O, facts["output"])
    same(concat[:, ::-1] @ W_O, facts["output_heads_swapped"])
    same(concat[:, ::-1] @ W_O[::-1], facts["output"])
    assert concat[2, 0] == pytest.approx(concat[2, 1]), "equal outputs"
    assert not np.allclose(weights[0][2], weights[1][2]), "different looks"


def test_one_sequence_looks_at_another():
    facts = FACTS["two_sequences"]
    Q, K, V = (np.array(facts[name], dtype=float) for name in "QKV")
    scores = Q @ K.T / np.sqrt(K.shape[1])
    S, L = len(facts["source"]), len(facts["target"])
    assert facts["scores"] == {
        "encoder": [S, S],
        "decoder": [L, L],
        "cross": list(scores.shape),
        "prefix": [S + L, S + L],
    }
    cat = facts["target"].index("cat")
    same(softmax(scores)[cat], facts["weights_of_cat"])
    same(softmax(scores)[cat] @ V, facts["output_of_cat"])
    assert softmax(scores)[cat].argmax() == facts["source"].index("chat")


def prefix_lm(source, target):
    size = source + target
    return causal(size) & (np.arange(size) >= source)


def test_a_prefix_is_open_to_all_and_the_rest_is_causal():
    facts = FACTS["two_sequences"]
    assert prefix_lm(3, 2).astype(int).tolist() == facts["prefix_of_3_and_2_words"]
    assert (~prefix_lm(4, 2)).sum() == facts["open_cells"]["prefix_of_4_and_2_words"]
    lost = causal(5) & ~prefix_lm(3, 2)
    assert np.argwhere(lost).tolist() == [[0, 1], [0, 2], [1, 2]], "only source words at later source words"


def test_the_padding_of_the_source_closes_columns_for_every_query():
    facts = FACTS["two_sequences"]
    assert np.ones(facts["scores"]["cross"]).sum() == facts["open_cells"]["cross"]
    pad = np.array([0, 0, 0, 0, 1, 1], dtype=bool)
    left = np.broadcast_to(~pad, (3, 6)).sum()
    assert left == facts["open_cells"]["cross_3_with_6_of_which_2_are_padding"]


def test_shares_of_equal_scores_tell_which_mask_was_used():
    facts = FACTS["two_sequences"]["equal_scores"]
    source_pad, target_pad = np.array([0, 0, 0, 0, 1]), np.array([0, 0, 0, 1, 1])
    for pad, wanted in (
        (source_pad, facts["le_under_its_own_mask"]),
        (target_pad, facts["le_under_the_targets_mask"]),
    ):
        same(softmax(np.where(pad == 1, -np.inf, 0.0))[0], wanted)
    cat = prefix_lm(5, 4)[7]
    same(softmax(np.where(cat, -np.inf, 0.0))[1], facts["chat_in_one_row"])


def test_a_blocked_mask_read_as_allowed_opens_what_is_ahead():
    facts = FACTS["whose_true"]
    same(softmax(np.where(causal(3), -np.inf, 0.0)), facts["weights_of_3_words"])
    same(softmax(np.where(causal(3)[:1], 0.0, -np.inf))[0], facts["row_0_inside_out"])
    assert not causal(3)[2].any(), "read as allowed, the last row is empty"


def test_a_one_that_is_added_favours_its_cell():
    open_cell, marked = softmax(np.array([0.0, 1.0]))
    same(marked / open_cell, FACTS["whose_true"]["a_one_that_is_added"])


def test_a_finite_fill_is_a_number_in_float16_too():
    facts = FACTS["whose_true"]
    assert np.finfo(np.float16).min == facts["lowest_float16"]
    with np.errstate(over="ignore"):
        assert np.float16(-1e9) == -np.inf
    quiet = np.full(4, facts["lowest_float16"], dtype=np.float16)
    same(softmax(quiet), np.full(4, facts["weight_in_a_quiet_row_of_4"]))
