"""The practice module: its stages give the course's figures, do not peek, and refuse what does not fit."""

from __future__ import annotations

import importlib.util
import inspect
import json
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.bundle import read_exercises
from builder.source import read_course

ROOT = Path(__file__).parents[2]
FILE = ROOT / "exercises" / "mechanisms.py"
FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mechanisms", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


m = load()
STAGES = {name: one for name, one in inspect.getmembers(m, inspect.isfunction) if not name.startswith("_")}


def near(got: object, fact: object) -> None:
    np.testing.assert_allclose(got, np.array(fact, dtype=float), rtol=0, atol=1e-12)


def table(fact: object) -> np.ndarray:
    return np.array(fact, dtype=float)


# ---- figures


def test_one_head_stage_by_stage() -> None:
    facts = FACTS["one_head"]
    X = table(facts["X"])
    Q, K, V = (m.project(X, table(facts[name])) for name in ("W_Q", "W_K", "W_V"))
    scores = m.scaled_scores(Q, K)
    near(scores, facts["scores"])
    near(m.softmax(scores), facts["weights_unmasked"])
    near(m.mix(m.softmax(scores), V), facts["output_unmasked"])
    weights = m.softmax(m.apply_mask(scores, m.causal_mask(3)))
    near(weights, facts["weights_causal"])
    near(m.mix(weights, V), facts["output_causal"])
    assert (weights[~np.tri(3, dtype=bool)] == 0).all()


def test_masks_of_the_mask_lab() -> None:
    facts = FACTS["mask_lab_default"]
    causal, padding = m.causal_mask(5), m.padding_mask([3], 5)
    assert causal.tolist() == table(facts["causal_mask"]).astype(bool).tolist()
    assert padding.tolist() == [table(facts["padding_mask"]).astype(bool).tolist()]
    combined = m.combine_masks(causal, padding)
    assert combined.tolist() == [table(facts["combined"]).astype(bool).tolist()]
    assert (~combined).sum() == facts["open_cells"]
    near(m.softmax(m.apply_mask(np.zeros((1, 5, 5)), combined))[0], facts["weights"])


def test_two_heads_of_the_heads_lab() -> None:
    facts = FACTS["heads_lab_default"]
    X, one = table(facts["X"])[None], np.eye(4)
    W_K = table(facts["W_K"])
    Q, K, V = (m.split_heads(m.project(X, W), 2) for W in (one, W_K, one))
    weights = m.softmax(m.scaled_scores(Q, K))
    near(weights[0], facts["weights"])
    near(m.merge_heads(m.mix(weights, V))[0], facts["concat"])
    near(m.multi_head_attention(X, one, W_K, one, one, heads=2)[0], facts["output"])


def test_two_heads_of_width_1_and_their_output_table() -> None:
    facts = FACTS["two_heads_of_width_1"]
    X, one = np.array([[1.0, 0], [0, 1], [1, 1]])[None], np.eye(2)
    causal = m.causal_mask(3)
    near(m.multi_head_attention(X, one, one, one, one, 2, causal)[0], facts["concat"])
    near(m.multi_head_attention(X, one, one, one, table(facts["W_O"]), 2, causal)[0], facts["output"])


def test_counts() -> None:
    facts = FACTS["counts"]
    assert list(m.merge_heads(np.zeros((1, 2, 3, 2))).shape[1:]) == facts["concat_3_words_2_heads_of_2"]
    split = m.split_heads(np.arange(12.0).reshape(1, 3, 4), 2)
    assert split[0, 1, 0, 0] == facts["head_1_first_column"]
    scores = m.scaled_scores(split, split)
    assert (scores.size, scores.nbytes) == (
        facts["score_numbers_B1_H2_T3"],
        facts["score_bytes_float64_B1_H2_T3"],
    )


# ---- invariants

SIZES = st.tuples(st.integers(1, 3), st.integers(2, 7), st.integers(1, 3), st.integers(1, 3))


@settings(max_examples=60, deadline=None)
@given(SIZES, st.data())
def test_changing_a_later_word_leaves_earlier_outputs_exactly_as_they_were(sizes, data) -> None:
    B, T, H, d = sizes
    cut = data.draw(st.integers(1, T - 1), label="the first word that changes")
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1), label="seed"))
    X, tables = random.normal(size=(B, T, H * d)), random.normal(size=(4, H * d, H * d))
    changed = X.copy()
    changed[:, cut:] = 100 * random.normal(size=changed[:, cut:].shape)
    causal = m.causal_mask(T)
    before = m.multi_head_attention(X, *tables, H, causal)
    after = m.multi_head_attention(changed, *tables, H, causal)
    assert np.array_equal(before[:, :cut], after[:, :cut])
    assert not np.array_equal(before[:, cut:], after[:, cut:])


@settings(max_examples=60, deadline=None)
@given(SIZES, st.data())
def test_padding_moves_nothing_and_an_unused_row_is_zero(sizes, data) -> None:
    B, T, H, d = sizes
    lengths = data.draw(st.lists(st.integers(1, T), min_size=B, max_size=B), label="lengths")
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1), label="seed"))
    X, tables = random.normal(size=(B, T, H * d)), random.normal(size=(4, H * d, H * d))
    padding = m.padding_mask(lengths, T)
    unused = padding[:, 0]
    changed = np.where(unused[..., None], 100 * random.normal(size=X.shape), X)
    outputs = [m.multi_head_attention(one, *tables, H, padding, unused) for one in (X, changed)]
    assert np.array_equal(*outputs)
    assert (outputs[0][unused] == 0).all()
    alone = m.multi_head_attention(X[:1, : lengths[0]], *tables, H)
    np.testing.assert_allclose(outputs[0][0, : lengths[0]], alone[0], atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(SIZES)
def test_split_and_merge_undo_each_other_and_nothing_is_changed(sizes) -> None:
    B, T, H, d = sizes
    X = np.arange(float(B * T * H * d)).reshape(B, T, H * d)
    assert np.array_equal(m.merge_heads(m.split_heads(X, H)), X)
    arguments = [X, *np.ones((4, H * d, H * d))]
    copies = [one.copy() for one in arguments]
    m.multi_head_attention(*arguments, H, m.causal_mask(T), np.zeros((B, T), dtype=bool))
    assert all(map(np.array_equal, arguments, copies))


def test_large_scores_give_finite_weights() -> None:
    scores = np.array([[1000.0, 999.0, 5000.0]])
    weights = m.softmax(m.apply_mask(scores, np.array([[False, False, True]])))
    near(weights, [[1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1)), 0]])


# ---- errors

TWO_SENTENCES = np.ones((2, 3, 4)), *np.ones((4, 4, 4))
BLOCKED = np.array([[True, True], [False, True]])
ERRORS = {
    "project: widths": (ValueError, lambda: m.project(np.ones((2, 3)), np.ones((4, 3)))),
    "project: one word": (ValueError, lambda: m.project(np.ones(4), np.ones((4, 3)))),
    "split_heads: half a head": (TypeError, lambda: m.split_heads(np.ones((1, 2, 4)), 2.0)),
    "split_heads: axes": (ValueError, lambda: m.split_heads(np.ones((2, 4)), 2)),
    "split_heads: heads": (ValueError, lambda: m.split_heads(np.ones((1, 2, 4)), 3)),
    "split_heads: no heads": (ValueError, lambda: m.split_heads(np.ones((1, 2, 4)), 0)),
    "merge_heads: axes": (ValueError, lambda: m.merge_heads(np.ones((2, 4, 4)))),
    "scaled_scores: widths": (ValueError, lambda: m.scaled_scores(np.ones((2, 3)), np.ones((2, 4)))),
    "scaled_scores: no width": (ValueError, lambda: m.scaled_scores(np.ones((2, 0)), np.ones((2, 0)))),
    "scaled_scores: no keys": (ValueError, lambda: m.scaled_scores(np.ones((2, 3)), np.ones((0, 3)))),
    "scaled_scores: one query": (ValueError, lambda: m.scaled_scores(np.ones(3), np.ones((2, 3)))),
    "scaled_scores: one key": (ValueError, lambda: m.scaled_scores(np.ones((2, 3)), np.ones(3))),
    "scaled_scores: batches": (
        ValueError,
        lambda: m.scaled_scores(np.ones((2, 4, 3)), np.ones((3, 4, 3))),
    ),
    "causal_mask: half a word": (TypeError, lambda: m.causal_mask(2.5)),
    "causal_mask: text": (TypeError, lambda: m.causal_mask("3")),
    "causal_mask: length": (ValueError, lambda: m.causal_mask(0)),
    "padding_mask: too long": (ValueError, lambda: m.padding_mask([2, 6], 5)),
    "padding_mask: empty": (ValueError, lambda: m.padding_mask([0], 5)),
    "padding_mask: nan": (TypeError, lambda: m.padding_mask([np.nan], 5)),
    "padding_mask: half a word": (TypeError, lambda: m.padding_mask([2.5], 5)),
    "padding_mask: marks": (TypeError, lambda: m.padding_mask([True, True], 5)),
    "padding_mask: half a longest": (TypeError, lambda: m.padding_mask([2], 4.5)),
    "padding_mask: no row": (ValueError, lambda: m.padding_mask(3, 5)),
    "combine_masks: none": (ValueError, lambda: m.combine_masks()),
    "combine_masks: shapes": (ValueError, lambda: m.combine_masks(BLOCKED, m.causal_mask(3))),
    "combine_masks: numbers": (TypeError, lambda: m.combine_masks(BLOCKED, np.ones((2, 2)))),
    "apply_mask: numbers": (TypeError, lambda: m.apply_mask(np.ones((2, 2)), [[0, 1], [0, 0]])),
    "apply_mask: shape": (ValueError, lambda: m.apply_mask(np.ones((2, 2)), m.causal_mask(3))),
    "apply_mask: larger": (ValueError, lambda: m.apply_mask(np.ones((2, 2)), np.zeros((3, 2, 2), bool))),
    "softmax: empty row": (ValueError, lambda: m.softmax(m.apply_mask(np.ones((2, 2)), BLOCKED))),
    "softmax: no score": (ValueError, lambda: m.softmax(np.ones((2, 0)))),
    "softmax: a number": (ValueError, lambda: m.softmax(np.float64(1))),
    "softmax: lengths for unused": (TypeError, lambda: m.softmax(np.ones((2, 3)), [3, 1])),
    "softmax: unused columns": (ValueError, lambda: m.softmax(np.ones((2, 3)), [True, False, False])),
    "mix: one column": (ValueError, lambda: m.mix(np.ones((2, 3)), np.ones(3))),
    "mix: batches": (ValueError, lambda: m.mix(np.ones((2, 4, 3)), np.ones((3, 3, 4)))),
    "mix: values": (ValueError, lambda: m.mix(np.ones((2, 3)), np.ones((2, 4)))),
    "multi_head_attention: empty row": (
        ValueError,
        lambda: m.multi_head_attention(np.ones((1, 2, 2)), *np.ones((4, 2, 2)), 1, BLOCKED),
    ),
    "multi_head_attention: lengths for unused": (
        TypeError,
        lambda: m.multi_head_attention(*TWO_SENTENCES, 2, None, [3, 2]),
    ),
    # One mark a sentence would be laid over the heads without a word: as many heads as sentences.
    "multi_head_attention: a mark a sentence": (
        ValueError,
        lambda: m.multi_head_attention(*TWO_SENTENCES, 2, None, [True, False]),
    ),
    "multi_head_attention: a padding mask for unused": (
        ValueError,
        lambda: m.multi_head_attention(*TWO_SENTENCES, 2, None, m.padding_mask([3, 2], 3)),
    ),
    "multi_head_attention: numbers": (
        TypeError,
        lambda: m.multi_head_attention(np.ones((1, 2, 2)), *np.ones((4, 2, 2)), 1, BLOCKED * 1.0),
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_does_not_fit_is_refused(name: str) -> None:
    error, call = ERRORS[name]
    with pytest.raises(error) as raised:
        call()
    # By the stage itself, in words of its own, and not by NumPy in the middle of it.
    said = str(raised.value)
    assert not re.search(r"operands|matmul|broadcast|tuple index|dimension|reduction|interpreted", said), said


def test_an_empty_row_that_is_unused_is_no_error() -> None:
    weights = m.softmax(m.apply_mask(np.ones((2, 2)), BLOCKED), np.array([True, False]))
    assert weights.tolist() == [[0, 0], [1, 0]]
    with pytest.raises(ValueError, match=re.escape("row (0,) may look nowhere")):
        m.softmax(m.apply_mask(np.ones((2, 2)), BLOCKED))


# ---- the file


@pytest.mark.parametrize("name", STAGES)
def test_every_stage_tells_its_shapes_errors_and_source(name: str) -> None:
    said = inspect.getdoc(STAGES[name]) or ""
    source = re.search(r"^Source: (.*)", said, re.MULTILINE | re.DOTALL)
    assert re.search(r"^Shapes: ", said, re.MULTILINE) and re.search(r"^Errors: ", said, re.MULTILINE)
    assert source
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", source[1]))
    levels, exercises = {level.slug for level in read_course(ROOT)[0].levels}, set(read_exercises(ROOT)[0])
    assert words & levels, "it names no level"
    for exercise in re.findall(r"exercises? ([a-z-]+)(?: and ([a-z-]+))?", source[1]):
        assert {one for one in exercise if one} <= exercises
    assert {failing.partition(":")[0] for failing in ERRORS} >= {name}
    assert len(inspect.getsource(STAGES[name]).splitlines()) <= 30


def test_its_example_runs_and_it_is_no_exercise(capsys) -> None:
    example = re.search(r"(?s)    import numpy.*?\n\n(?=The letters)", m.__doc__)
    code = "\n".join(line[4:] for line in example[0].splitlines() if "import mechanisms" not in line)
    exec(code, {"m": m})
    assert capsys.readouterr().out == "(2, 5, 8)\n"
    found, problems = read_exercises(ROOT)
    assert "mechanisms" not in found
    assert not problems
