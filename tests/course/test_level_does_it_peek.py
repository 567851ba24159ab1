"""N9, Does it peek?: every figure it asks for or prints is the course's, computed again here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from builder.model import Try

ROOT = Path(__file__).parents[2]
FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "does-it-peek")


def test_the_oracle_is_that_of_the_facts(level, items, printed):
    oracle = FACTS["future_copy_oracle"]
    strong, weak = oracle["future_visible"]
    assert items["peek-with-nine"].answer == weak["p_correct"]
    assert str(round(weak["loss"], 6)) in items["peek-with-nine"].explanation_html
    assert f"loss              {round(strong['loss'], 6)}" in printed
    text = (ROOT / level.path).read_text(encoding="utf-8")
    assert f"{round(strong['loss'], 6)} in place of {round(oracle['causal']['loss'], 6)}" in text


def test_the_oracle_follows_from_its_weights():
    for model in FACTS["future_copy_oracle"]["future_visible"]:
        scores = np.array([0, np.log(model["ratio"])])
        weights = np.exp(scores) / np.exp(scores).sum()
        assert_allclose(weights, model["weights"], rtol=1e-12)
        p = (weights @ np.array([[0.5, 0.5], [1, 0]]))[0]
        assert_allclose([p, -np.log(p)], [model["p_correct"], model["loss"]], rtol=1e-9)


def test_the_task_changes_one_word_and_one_earlier_output_moves(items):
    """The state that solves it is the one that the lab's own buttons make."""
    state = dict(part.split("=") for part in items["one-step-too-far"].state.split())
    changed = np.array([[float(number) for number in row.split(",")] for row in state["changed"].split(";")])
    X = np.array([[0.5, 1.0], [1.2, -0.3], [-0.4, 0.8], [0.9, 0.6], [0.2, 1.5]])
    assert state["mask"] == "onestep"
    assert (changed != X).any(axis=1).tolist() == [False, False, False, True, False]

    def attend(words):
        scores = np.where(np.triu(np.ones((5, 5)), k=2) == 1, -np.inf, words @ words.T / np.sqrt(2))
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True) @ words

    moved = (~np.isclose(attend(X), attend(changed))).any(axis=1)[:3]
    assert moved.tolist() == [False, False, True]
    assert items["moved-by-a"].answer == moved.sum()
    assert isinstance(items["one-step-too-far"], Try)


def test_what_is_said_of_bad_changes_is_so():
    def mean_of_all(words):
        return np.tile(words.mean(axis=0), (len(words), 1))

    def causal(words):
        scores = np.where(np.triu(np.ones((len(words),) * 2), k=1) == 1, -np.inf, 0.0)
        weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        return weights @ words

    X = np.array([[0.5, 1.0], [1.2, -0.3], [-0.4, 0.8]])
    assert_allclose(mean_of_all(X), mean_of_all(X[[0, 2, 1]]), err_msg="shuffled: nothing moves")
    probed = X.copy()
    probed[2] = np.nan
    assert np.isnan(causal(probed)[0]).all(), "nan spreads although nothing leaks"
    assert np.isclose(0.5, 0.5 + 0.02 * 0.00005), "too small to be seen"


def test_the_record_guesses_its_next_words():
    record = FACTS["record_with_pad"]
    assert record["tokens"][1:3] == record["targets"][:2]
    assert record["scored"] == [target is not None for target in record["targets"]]
