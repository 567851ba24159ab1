"""The exercises of the course: proven, small, and right about answers that real learners write."""

from __future__ import annotations

import gzip
import itertools
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builder.bundle import Bundle, ExerciseSource, bundle, prove, read_exercises
from builder.bundle.trial import Trial, judged
from grader.case import Mistake

ROOT = Path(__file__).parents[2]
EXERCISES, PROBLEMS = read_exercises(ROOT)
FACTS = json.loads((Path(__file__).parent / "facts.json").read_text("utf-8"))
ANSWERS = {path.stem: path for path in sorted((Path(__file__).parent / "answers").glob("*.txt"))}
MOST_BYTES = 15 * 1024

# What the course promises to name.
NAMED = {
    "softmax": {
        "softmax-over-columns", "no-axis", "keepdims-missing", "no-maximum-subtracted", "one-global-maximum",
        "not-normalised", "axis-counted-from-the-left", "cut-to-whole-numbers", "changed-in-place",
    },
    "self-attention": {
        "no-scale", "divided-by-d-k", "root-of-d-model", "multiplied-by-the-root", "scaled-after-softmax",
        "softmax-over-columns", "no-axis", "keepdims-missing", "no-maximum-subtracted", "one-global-maximum",
        "returns-the-weights", "mixes-words", "mixes-keys", "query-and-key-swapped",
    },
    "apply-mask": {
        "blocked-score-zero", "mask-inverted", "mask-added", "finite-fill", "mask-times-infinity",
        "changed-in-place", "minus-infinity-into-whole-numbers", "tilde-on-whole-numbers",
    },
    "masked-softmax": {
        "blocked-score-zero", "masked-after-softmax", "renormalised-after-softmax", "no-maximum-subtracted",
        "one-global-maximum", "softmax-over-columns", "no-axis", "keepdims-missing", "mask-inverted",
        "finite-fill", "changed-in-place",
    },
    "visible-softmax": {
        "nan-for-a-padded-query", "silent-uniform-row", "silent-zero-row", "raises-for-a-padded-query",
        "padded-query-not-zeroed", "visible-inverted", "query-valid-inverted",
    },
    "padding-mask": {
        "first-padding-open", "last-word-blocked", "inverted", "padding-on-the-query-axis",
        "middle-axis-missing", "longest-length-for-l", "new-axis-forgotten", "padded-rows-blocked-too",
    },
    "combine-masks": {
        "and-for-or", "padding-on-the-query-axis", "no-axis-added", "sum-gives-two", "only-causal",
        "only-padding", "inverted", "tilde-on-whole-numbers",
    },
    "convert-mask": {
        "not-flipped", "tilde-on-whole-numbers", "one-minus-additive", "mask-times-infinity",
        "additive-as-zero-and-one", "finite-fill", "additive-inverted",
    },
    "score-bytes": {"words-counted-once", "heads-forgotten", "bits-for-bytes", "width-counted-in"},
    "masked-loss": {
        "padding-counted", "divided-by-all-positions", "mean-of-an-empty-set", "targets-shifted-twice",
        "no-maximum-subtracted", "one-global-maximum", "softmax-over-columns", "no-axis", "keepdims-missing",
    },
    "causal-mask": {
        "diagonal-blocked", "one-step-ahead-open", "inverted", "words-before-blocked", "additive-table",
        "fixed-size", "nothing-blocked", "nothing-returned",
    },
    "causal-head": {
        "no-mask", "diagonal-blocked", "one-step-leak", "mask-transposed", "blocked-score-zero",
        "masked-after-softmax", "mask-times-infinity", "no-scale", "divided-by-d-k", "root-of-d-model",
        "multiplied-by-the-root", "softmax-over-columns", "keepdims-missing", "no-maximum-subtracted",
        "returns-the-weights", "mixes-words", "mixes-keys", "query-and-key-swapped",
    },
    "attention": {
        "no-scale", "multiplied-by-the-root", "divided-by-d-k", "scaled-after-softmax", "all-axes-reversed",
        "softmax-over-columns", "allowed-inverted", "nan-for-an-empty-row", "silent-uniform-row",
        "blocked-score-zero", "returns-only-the-output", "query-and-key-swapped", "no-validation",
        "tilde-on-whole-numbers",
    },
    "cross-attention": {
        "queries-from-the-source", "keys-and-values-from-the-target", "sequences-swapped", "causal-mask-used",
        "padding-on-the-queries", "pad-inverted", "no-mask", "no-scale", "divided-by-d-k", "root-of-d-model",
        "blocked-score-zero", "masked-after-softmax", "softmax-over-columns", "nan-for-nothing-but-padding",
        "silent-uniform-row",
    },
    "multi-head": {
        "split-by-reshape", "merge-by-reshape", "root-of-d-model", "no-scale", "no-w-o", "tables-transposed",
        "w-o-transposed", "heads-in-reverse", "heads-interleaved", "one-head", "words-cut-before-projecting",
        "softmax-over-heads", "softmax-over-columns", "mask-inverted", "no-mask", "blocked-score-zero",
        "returns-the-weights",
    },
    "split-heads": {
        "split-by-reshape", "heads-behind-the-words", "columns-interleaved", "heads-first", "words-cut",
        "all-axes-reversed", "last-axes-swapped", "width-and-count-swapped", "columns-left-over",
    },
    "merge-heads": {
        "merge-by-reshape", "heads-added", "heads-interleaved", "heads-in-reverse", "words-joined",
        "not-joined", "all-axes-reversed", "one-head-only",
    },
    "swap-heads": {
        "order-inverted", "columns-moved", "rows-and-columns-moved", "single-rows-moved", "rows-interleaved",
        "nothing-moved", "w-o-transposed", "tuple-as-an-index", "order-not-checked", "rows-left-over",
        "changed-in-place",
    },
    "leak-test": {
        "never-finds-a-leak", "change-too-small", "only-the-last-word", "one-cut-only", "permutes-the-future",
        "finds-a-leak-everywhere", "nan-probe", "prefix-one-too-long", "answer-inverted", "exact-comparison",
        "nan-counts-as-a-change", "change-too-uniform", "zeros-stay-zeros", "one-column-only",
    },
}  # fmt: skip


def made(name: str) -> Bundle:
    return bundle(EXERCISES[name])


def answers(name: str) -> list[tuple[str, bool, list[str], str]]:
    """What a file of answers holds: what each is, whether it is right, the mistakes to be told, its code."""
    found = []
    for part in re.split(r"^#= ", ANSWERS[name].read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, code = part.split("\n", 1)
        kind, _, about = head.partition(": ")
        word, _, mistakes = kind.partition(" ")
        assert word in ("right", "wrong"), head
        found.append((about, word == "right", [each for each in mistakes.split(", ") if each], code))
    return found


def test_every_folder_can_be_read() -> None:
    assert PROBLEMS == [] and set(NAMED) <= set(EXERCISES) and set(ANSWERS) <= set(EXERCISES)


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_proven(name: str) -> None:
    assert [str(problem) for problem in prove(EXERCISES[name])] == []


@pytest.mark.parametrize("name", EXERCISES)
def test_what_the_page_fetches_is_small(name: str) -> None:
    assert len(gzip.compress(made(name).data_json.encode(), 9)) <= MOST_BYTES


@pytest.mark.parametrize("name", EXERCISES)
def test_a_starter_fits_the_text_column(name: str) -> None:
    assert [line for line in EXERCISES[name].texts["starter.py"].splitlines() if len(line) > 66] == []


@pytest.mark.parametrize("name", NAMED)
def test_the_promised_mistakes_are_there_with_four_right_answers(name: str) -> None:
    assert NAMED[name] <= {mistake.id for mistake in EXERCISES[name].mistakes}
    assert sum(not each.risks for each in EXERCISES[name].alternatives) >= 4


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_learners_are_judged_right_and_their_mistakes_named(name: str) -> None:
    data, misjudged = made(name).data, []
    listed = answers(name)
    assert len(listed) >= 40
    for about, right, mistakes, code in listed:
        verdict = judged(data, code)
        judgement = (verdict["passed"], sorted(verdict["mistakes"]))
        if judgement != (right, sorted(mistakes)) or verdict["kind"] == "unjudged":
            misjudged.append((about, verdict["kind"], judgement, verdict["message"]))
    assert misjudged == []


@pytest.mark.parametrize("name", ["causal-head", "multi-head", "attention", "cross-attention"])
@pytest.mark.parametrize("fill", ["1e9", "1e30", "1e300", "np.finfo(float).max"])
def test_a_finite_fill_however_low_earns_its_remark(name: str, fill: str) -> None:
    exercise = EXERCISES[name]
    (code,) = [each.code for each in exercise.alternatives if each.name == "finite_fill"]
    (probe,) = [case.probe for case in exercise.cases if case.name == "the lowest number there is"]
    verdict = judged(made(name).data, code.replace("1e9", fill))
    assert verdict["passed"] and verdict["remarks"] == [probe]


def head_cases() -> list[Any]:
    return [case for case in EXERCISES["causal-head"].cases if not case.probe]


def scores(case: Any) -> np.ndarray:
    X, W_Q, W_K = (case.arguments[name] for name in ("X", "W_Q", "W_K"))
    return np.asarray(X @ W_Q @ (X @ W_K).T / np.sqrt(W_Q.shape[1]))


def test_the_cases_of_causal_head_are_chosen_well() -> None:
    cases = head_cases()
    large = {"large scores", "a blocked score far above", "sixty-seven words"}
    assert len(cases) >= 10
    assert any(len(case.arguments["X"]) == 1 for case in cases)
    for case in cases:
        T, C = case.arguments["X"].shape
        sizes = {T, C, case.arguments["W_Q"].shape[1], case.arguments["W_V"].shape[1]}
        assert len(sizes) == 4, case.name
        assert (np.abs(scores(case)).max() <= 3) == (case.name not in large), case.name
    (below,) = [case for case in cases if case.name == "scores below zero"]
    found = scores(below)
    assert found[np.tri(len(found), dtype=bool)].max() < 0


def test_causal_head_gives_the_figures_of_the_text() -> None:
    one = FACTS["one_head"]
    given = [np.array(one[name]) for name in ("X", "W_Q", "W_K", "W_V")]
    assert np.allclose(EXERCISES["causal-head"].solution(*given), one["output_causal"], atol=1e-11)
    # With queries and keys of zeros every word takes the mean of what it may see.
    none = np.zeros((3, 2))
    means = EXERCISES["causal-head"].solution(np.eye(3), none, none, np.array([[2.0], [4.0], [8.0]]))
    assert np.allclose(means, [[2], [3], [14 / 3]])


def changed_future(exercise: ExerciseSource, answer: Any) -> bool:
    """Whether the first rows of the output move when the last word does."""
    (case,) = [case for case in exercise.cases if case.name == "nine words"]
    given = list(case.arguments.values())
    moved = [given[0].copy(), *given[1:]]
    moved[0][-1] += 5
    before, after = np.asarray(answer(*given)), np.asarray(answer(*moved))
    return not np.allclose(before[:-1], after[:-1], equal_nan=True)


def test_no_right_causal_head_looks_ahead_and_every_leaky_mistake_does() -> None:
    exercise = EXERCISES["causal-head"]
    assert not changed_future(exercise, exercise.solution)
    for each in exercise.alternatives:
        namespace: dict[str, Any] = {}
        exec(each.code, namespace)
        assert not changed_future(exercise, namespace["causal_head"]), each.name
    leaky = {"no-mask", "one-step-leak", "mask-transposed", "masked-after-softmax", "softmax-over-columns"}
    for mistake in exercise.mistakes:
        if mistake.id in leaky:
            assert changed_future(exercise, mistake.members[0].call), mistake.id


Told = list[tuple[set[str], set[str]]]


def two_at_once(name: str) -> tuple[int, Told, Told]:
    """How many pairs of promised mistakes are both named, those where one shows, and those told otherwise."""
    exercise, trial = EXERCISES[name], Trial(made(name))
    promised = [mistake for mistake in exercise.mistakes if mistake.id in NAMED[name]]
    both, hidden, other = 0, [], []
    for pair in itertools.combinations(promised, 2):
        code = together(exercise, *pair)
        if code is None:
            continue
        verdict = trial.judge(code)
        ids, told = {mistake.id for mistake in pair}, set(verdict["mistakes"])
        assert not verdict["passed"]
        if told == ids:
            both += 1
        else:
            (hidden if told and told < ids else other).append((ids, told))
    return both, hidden, other


def test_two_mistakes_in_causal_head_are_both_named_unless_one_hides_the_other() -> None:
    both, hidden, other = two_at_once("causal-head")
    assert both == 117
    # What is nan in every cell has one name; there is nothing else to see in it.
    everywhere = "mask-times-infinity"
    assert [ids for ids, _ in hidden if everywhere not in ids] == [
        {"no-mask", "blocked-score-zero"},
        {"no-mask", "masked-after-softmax"},
        {"softmax-over-columns", "keepdims-missing"},
    ]
    assert [told for _, told in other] == [{everywhere}] * 2


def test_two_mistakes_in_multi_head_are_both_named_unless_one_hides_the_other() -> None:
    both, hidden, other = two_at_once("multi-head")
    assert both == 116
    # What comes after the weights does not show when the weights are handed back.
    weights = "returns-the-weights"
    assert all(told == {weights} for ids, told in hidden if weights in ids)
    # One head is as wide as the model, so both roots are the same; no mask leaves nothing to become 0.
    assert [ids for ids, _ in hidden if weights not in ids] == [
        {"one-head", "root-of-d-model"},
        {"no-mask", "blocked-score-zero"},
    ]
    # Axis 1 of the scores of a single head without a head axis is the queries.
    assert other == [({"one-head", "softmax-over-heads"}, {"one-head", "softmax-over-columns"})]


def together(exercise: ExerciseSource, one: Mistake, other: Mistake) -> str | None:
    """Code with the first members of both mistakes, or None where they are in the same stage."""
    stages = [mistake.members[0].stages or {} for mistake in (one, other)]
    if set(stages[0]) & set(stages[1]):
        return None
    return (
        f"{exercise.texts['mistakes.py']}\n\nfrom grader.case import mistakes_in\n"
        "_first = {mistake.id: mistake.members[0].stages for mistake in mistakes_in(globals())}\n"
        f"{exercise.function} = PIPELINE.replace({{**_first[{one.id!r}], **_first[{other.id!r}]}})\n"
    )
