"""The fingerprints of an exercise: every member of every mistake, and two mistakes made together."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from builder.bundle.keep import keep, kept
from builder.bundle.outcomes import outcomes
from builder.bundle.source import ExerciseSource
from grader.case import Case
from grader.fingerprint import distance, fingerprint, pack
from grader.forms import Outcome
from grader.pipeline import Function, together

Print = tuple[str, list[int]]

# How many members of a mistake, from its first on, are tried together with another mistake.
PAIRED = 3


@dataclass(frozen=True)
class Known:
    """An answer known to be wrong: the mistakes in it and its fingerprint."""

    ids: tuple[str, ...]
    label: str
    call: Function
    mark: Print


def judged_cases(exercise: ExerciseSource) -> list[Case]:
    """The cases that decide: all but the probes."""
    return [case for case in exercise.cases if not case.probe]


def mark(exercise: ExerciseSource, answer: Function, cases: Sequence[Case] | None = None) -> Print:
    """The fingerprint of one answer, over all cases that decide or over the given ones."""
    if cases is None:
        return _whole_mark(exercise, answer)
    by_case = dict(zip(judged_cases(exercise), _outcomes(exercise, answer), strict=True))
    return fingerprint([by_case[case] for case in cases])


@functools.lru_cache(maxsize=2048)
def _whole_mark(exercise: ExerciseSource, answer: Function) -> Print:
    return fingerprint(_outcomes(exercise, answer))


@functools.lru_cache(maxsize=2048)
def _outcomes(exercise: ExerciseSource, answer: Function) -> list[Outcome]:
    return outcomes(answer, judged_cases(exercise), exercise.subjects)


def singles(exercise: ExerciseSource) -> list[Known]:
    """Every member of every mistake; one that is ``same_as`` another goes under the other's name."""
    return [
        Known((mistake.same_as or mistake.id,), member.label, member.call, mark(exercise, member.call))
        for mistake in exercise.mistakes
        if not mistake.changes_input
        for member in mistake.members
    ]


@functools.lru_cache(maxsize=2)
def pairs(exercise: ExerciseSource) -> tuple[Known, ...]:
    """Two mistakes made together, unless both do something at one stage; the likelier ones first.

    Likelier are the first members of mistakes, and the mistakes written first in their file.
    """
    pipeline = exercise.pipeline
    if pipeline is None:
        return ()
    found = []
    paired = [mistake for mistake in exercise.mistakes if not mistake.alone and not mistake.changes_input]
    tried = [
        ((i + j, b, a), (one, first), (other, second))
        for (a, one), (b, other) in itertools.combinations(enumerate(paired), 2)
        for i, first in enumerate(one.members[:PAIRED])
        for j, second in enumerate(other.members[:PAIRED])
    ]
    for _, (one, first), (other, second) in sorted(tried, key=lambda each: each[0]):
        ids = (one.same_as or one.id, other.same_as or other.id)
        stages = first.stages and second.stages and together(first.stages, second.stages)
        if not stages or ids[0] == ids[1]:
            continue
        both = pipeline.replace(stages)
        outcome = mark(exercise, both)
        if not raises_everywhere(outcome):
            found.append(Known(ids, f"{first.label} | {second.label}", both, outcome))
    return tuple(found)


def raises_everywhere(found: Print) -> bool:
    """Whether every case ended in an exception: then nothing tells it from any other broken answer."""
    return all(word.startswith("!") for word in found[0].split(" "))


def same(one: Print, other: Print) -> bool:
    """Whether two fingerprints are of one outcome."""
    return one[0] == other[0] and distance(one[1], other[1]) <= 0.5


def distinct(exercise: ExerciseSource) -> list[Known]:
    """What is worth storing: no two alike, none that passes; one mistake goes before two."""
    right = mark(exercise, exercise.solution)
    kept: list[Known] = []
    by_pattern: dict[str, list[Known]] = {}
    for known in itertools.chain(singles(exercise), pairs(exercise)):
        alike = by_pattern.setdefault(known.mark[0], [])
        if same(known.mark, right) or any(same(known.mark, other.mark) for other in alike):
            continue
        alike.append(known)
        kept.append(known)
    return kept


def fingerprints(exercise: ExerciseSource) -> dict[str, Any]:
    """The ``fingerprints`` of the exercise's bundle."""
    known: dict[str, Any] | None = kept(exercise, "fingerprints")
    if known is None:
        known = pack([(each.ids, each.mark) for each in distinct(exercise)])
        keep(exercise, "fingerprints", known)
    return known
