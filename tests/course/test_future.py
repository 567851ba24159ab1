"""No causal answer looks ahead: when only future words change, the results before them stay the same.

The same test finds every mistake that lets a word look ahead, and lets pass the mistakes that do not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builder.bundle import ExerciseSource, read_exercise

ROOT = Path(__file__).parents[2]
T, C, H = 6, 8, 2
Answer = Callable[[np.ndarray], Any]


def read(id: str) -> ExerciseSource:
    exercise, faults = read_exercise(ROOT / "exercises" / id, f"exercises/{id}")
    assert exercise is not None, faults
    return exercise


def looks_ahead(answer: Answer, width: int = C) -> bool:
    """Change the words from each place on, by a little and by a lot, and compare all that comes before."""
    generator = np.random.default_rng(5)
    X = generator.normal(size=(T, width))
    before = np.array(answer(X.copy()))
    for place in range(1, T):
        for size in (0.1, 10.0):
            changed = X.copy()
            changed[place:] += size * generator.normal(size=(T - place, width))
            after = np.array(answer(changed))
            if not np.allclose(after[:place], before[:place], rtol=1e-9, atol=1e-12, equal_nan=True):
                return True
    return False


W = [table / 3 for table in np.random.default_rng(6).normal(size=(4, C, C))]
BLOCKED = np.triu(np.ones((T, T), dtype=bool), k=1)


def one_head(function: Callable[..., Any]) -> Answer:
    return lambda X: function(X, *W[:3])


def many_heads(function: Callable[..., Any]) -> Answer:
    return lambda X: np.asarray(function(X[None], *W, H, BLOCKED))[0]


def by_allowed(function: Callable[..., Any]) -> Answer:
    return lambda X: function(X @ W[0], X @ W[1], X @ W[2], ~BLOCKED)[0]


def by_weights(function: Callable[..., Any]) -> Answer:
    return lambda X: function((X @ W[0]) @ (X @ W[1]).T, BLOCKED) @ X


def by_visible(function: Callable[..., Any]) -> Answer:
    return lambda X: function((X @ W[0]) @ (X @ W[1]).T, ~BLOCKED, np.ones(T, dtype=bool)) @ X


CAUSAL = {
    "causal-head": one_head,
    "multi-head": many_heads,
    "attention": by_allowed,
    "masked-softmax": by_weights,
    "visible-softmax": by_visible,
}
LEAKY = {
    "causal-head": (
        "no-mask", "one-step-leak", "mask-transposed", "blocked-score-zero", "masked-after-softmax",
        "softmax-over-columns", "mask-inverted",
    ),
    "multi-head": (
        "no-mask", "mask-inverted", "mask-transposed", "blocked-score-zero", "masked-after-softmax",
        "softmax-over-columns", "split-by-reshape", "merge-by-reshape",
    ),
    "attention": ("blocked-score-zero", "softmax-over-columns"),
    "masked-softmax": ("blocked-score-zero", "masked-after-softmax", "softmax-over-columns", "mask-inverted"),
}  # fmt: skip
# A query of one head shares its softmax with the same query of the others: no later word comes in.
TIGHT = {
    "causal-head": (
        "no-scale", "divided-by-d-k", "root-of-d-model", "multiplied-by-the-root",
        "mixes-words", "mixes-keys", "query-and-key-swapped",
    ),
    "multi-head": (
        "softmax-over-heads", "no-scale", "no-w-o", "w-o-transposed", "heads-in-reverse", "divided-by-d-k",
    ),
}  # fmt: skip


def members(id: str, names: tuple[str, ...]) -> list[tuple[str, Answer]]:
    by_id = {mistake.id: mistake for mistake in read(id).mistakes}
    return [
        (f"{name} ({member.label})", CAUSAL[id](member.call))
        for name in names
        for member in by_id[name].members
    ]


@pytest.mark.parametrize("id", CAUSAL)
def test_no_right_answer_looks_ahead(id: str) -> None:
    exercise = read(id)
    answers = {"the solution": exercise.solution}
    for each in exercise.alternatives:
        names: dict[str, Any] = {}
        exec(each.code, names)
        answers[each.name] = names[exercise.function]
    with np.errstate(all="ignore"):
        ahead = [name for name, answer in answers.items() if looks_ahead(CAUSAL[id](answer))]
    assert ahead == []


@pytest.mark.parametrize("id", LEAKY)
def test_every_leaky_mistake_looks_ahead(id: str) -> None:
    with np.errstate(all="ignore"):
        assert [name for name, answer in members(id, LEAKY[id]) if not looks_ahead(answer)] == []


@pytest.mark.parametrize("id", TIGHT)
def test_other_mistakes_do_not(id: str) -> None:
    with np.errstate(all="ignore"):
        assert [name for name, answer in members(id, TIGHT[id]) if looks_ahead(answer)] == []


def test_the_subjects_of_leak_test_are_what_the_model_answer_says() -> None:
    exercise = read("leak-test")
    words = np.asarray(exercise.cases[0].arguments["X"])
    with np.errstate(all="ignore"):
        said = {name: bool(exercise.solution(attend, words)) for name, attend in exercise.subjects.items()}
        ahead = {name: looks_ahead(attend, words.shape[1]) for name, attend in exercise.subjects.items()}
    assert said == ahead
    assert len(set(said.values())) == 2
