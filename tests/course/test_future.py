"""No causal answer looks ahead: when only future words change, the results before them stay the same.

The same look at every mistake must give what ``looks_ahead.py`` lists it under, and every one is listed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builder.bundle import ExerciseSource, read_exercise
from grader.case import Mistake
from tests.course.looks_ahead import LISTED

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


def by_pad(function: Callable[..., Any]) -> Answer:
    """Each word is asked for alone, with all that comes after it as padding."""
    return lambda X: np.stack([np.asarray(function(X, X, *W[:3], BLOCKED[t]))[t] for t in range(T)])


CAUSAL = {
    "causal-head": one_head,
    "multi-head": many_heads,
    "attention": by_allowed,
    "masked-softmax": by_weights,
    "visible-softmax": by_visible,
    "cross-attention": by_pad,
}


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


def kind(id: str, mistake: Mistake) -> str:
    """How a mistake is to be listed in ``looks_ahead.py``, from what its members do."""
    found = set()
    for member in mistake.members:
        answer = CAUSAL[id](member.call)
        try:
            words = len(np.asarray(answer(np.random.default_rng(7).normal(size=(T, C)))))
            if words == T:
                found.add(looks_ahead(answer))
        except (ValueError, IndexError, TypeError):
            continue
    return {(): "nothing", (True,): "ahead", (False,): "behind"}.get(tuple(found), "partly")


@pytest.mark.parametrize("id", CAUSAL)
def test_every_mistake_is_listed_by_whether_it_looks_ahead(id: str) -> None:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {mistake.id: kind(id, mistake) for mistake in read(id).mistakes}
    listed = [(name, listed_as) for listed_as, names in LISTED[id].items() for name in names.split()]
    wrong = [
        f"'{name}' is listed under '{listed_as}', is '{found.get(name, 'no mistake')}'"
        for name, listed_as in listed
        if found.get(name) != listed_as
    ]
    missing = [f"'{name}' is not listed, is '{found[name]}'" for name in found if name not in dict(listed)]
    assert not wrong + missing, "\n".join(wrong + missing)


def test_the_subjects_of_leak_test_are_what_the_model_answer_says() -> None:
    exercise = read("leak-test")
    words = np.asarray(exercise.cases[0].arguments["X"])
    with np.errstate(all="ignore"):
        said = {name: bool(exercise.solution(attend, words)) for name, attend in exercise.subjects.items()}
        ahead = {name: looks_ahead(attend, words.shape[1]) for name, attend in exercise.subjects.items()}
    assert said == ahead
    assert len(set(said.values())) == 2
