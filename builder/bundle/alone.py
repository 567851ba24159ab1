"""Finds what a case decides alone: what would get through if it were taken away."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from builder.bundle.prints import Print, judged_cases, mark, same, singles
from builder.bundle.source import ExerciseSource
from grader.case import Case, Subject
from grader.pipeline import Function


@dataclass
class Alone:
    """What one case decides alone: mistakes, pairs of mistakes, and kinds of input that only it has."""

    rejects: set[str] = field(default_factory=set)
    separates: set[tuple[str, str]] = field(default_factory=set)
    only_here: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.rejects or self.separates or self.only_here)


def alone(exercise: ExerciseSource) -> dict[str, Alone]:
    """By the name of each case that decides: what it alone rejects, tells apart and tries.

    An answer that is right but for one kind of input fails in the cases that have it and in no other. So
    where a kind of input is in one case only, that answer passes without the case.
    """
    cases = judged_cases(exercise)
    found = {case.name: Alone() for case in cases}
    known = singles(exercise)
    table = _classes(exercise, [exercise.solution, *(each.call for each in known)], cases)
    ids = ["", *(each.ids[0] for each in known)]
    for row, one in enumerate(ids):
        apart = table[row + 1 :] != table[row]
        for other in np.flatnonzero(apart.sum(axis=1) == 1):
            case, second = cases[int(apart[other].argmax())], ids[row + 1 + other]
            if not one:
                found[case.name].rejects.add(second)
            elif one != second:
                found[case.name].separates.add((one, second))
    kinds = {case.name: set(_kinds(exercise, case)) for case in cases}
    for name, longest in _longest({case.name: _lengths(exercise, case) for case in cases}):
        kinds[name].add(longest)
    count = Counter(itertools.chain.from_iterable(kinds.values()))
    for name, own in kinds.items():
        found[name].only_here = sorted(kind for kind in own if count[kind] == 1)
    return found


def _classes(
    exercise: ExerciseSource, answers: Sequence[Function], cases: Sequence[Case]
) -> np.ndarray[Any, Any]:
    """A row for each answer and a column for each case: the same number where answers give the same."""
    table = np.zeros((len(answers), len(cases)), dtype=int)
    for column, case in enumerate(cases):
        seen: list[Print] = []
        for row, answer in enumerate(answers):
            found = mark(exercise, answer, [case])
            number = next((number for number, other in enumerate(seen) if same(found, other)), len(seen))
            if number == len(seen):
                seen.append(found)
            table[row, column] = number
    return table


def _kinds(exercise: ExerciseSource, case: Case) -> Iterator[str]:
    """The kinds of input that a case is of, each a phrase for the report."""
    if case.raises:
        yield f"wants {case.raises.__name__} {case.message}".rstrip()
    for parameter in exercise.parameters:
        name = f"`{parameter.name}`"
        if parameter.name not in case.arguments:
            yield f"{name} is left out"
            continue
        value = case.arguments[parameter.name]
        if isinstance(value, Subject):
            yield f"{name} is {value.name}"
            continue
        if value is None:
            yield f"{name} is None"
            continue
        cells = np.asarray(value)
        yield f"{name} has {cells.ndim} {'axis' if cells.ndim == 1 else 'axes'}"
        yield f"{name} is a {type(value).__name__} of {cells.dtype}"
        yield from (
            f"axis {axis - cells.ndim} of {name} is 1" for axis, n in enumerate(cells.shape) if n == 1
        )
        yield from (f"{name} {kind}" for kind in _kinds_of_values(cells))
    lengths = _lengths(exercise, case)
    yield from (f"`{axis}` is {length}" for axis, length in lengths.items() if length < 2)
    for (one, length), (other, second) in itertools.combinations(lengths.items(), 2):
        relation = (
            "equals" if length == second else "is longer than" if length > second else "is shorter than"
        )
        yield f"`{one}` {relation} `{other}`"


def _kinds_of_values(cells: np.ndarray[Any, Any]) -> Iterator[str]:
    if not cells.ndim or not cells.size or cells.dtype.kind not in "biuf":
        return
    if np.isin(cells, (0, 1)).all():
        if cells.all():
            yield "is true everywhere"
        if not cells.any():
            yield "is true nowhere"
    if np.isinf(cells).any():
        yield "holds an infinity"


def _lengths(exercise: ExerciseSource, case: Case) -> dict[str, int]:
    """How long each axis is that the parameters name, where an argument has the axes named."""
    found: dict[str, int] = {}
    for parameter in exercise.parameters:
        names = [name.strip() for name in parameter.shape.split(",") if name.strip()]
        value = case.arguments.get(parameter.name)
        if value is None or isinstance(value, Subject):
            continue
        shape = np.shape(value)
        if len(shape) == len(names):
            found |= {name: length for name, length in zip(names, shape, strict=True) if name.isidentifier()}
        if not names and not shape and isinstance(value, int):
            found[parameter.name] = value
    return found


def _longest(lengths: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, str]]:
    """For each axis the case, where it is one alone, in which it is longer than in all others."""
    for axis in sorted({axis for each in lengths.values() for axis in each}):
        most = max(each.get(axis, 0) for each in lengths.values())
        where = [name for name, each in lengths.items() if each.get(axis) == most]
        if len(where) == 1:
            yield where[0], f"`{axis}` is longest, {most}"
