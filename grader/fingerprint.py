"""Recognises a known mistake by what it computes: every outcome of an answer in a few small numbers.

A fingerprint has two parts. The *pattern* says for each case what kind of outcome it was: a shape with its
count of nan and infinities, the type of an exception, nothing. The *point* is a fixed projection of all
finite values of all cases onto two numbers. Values pass through arcsinh first, so that one huge case does
not drown the others. Two answers agree when their patterns agree and their points are near.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

# Bound at import: learner code that patches NumPy afterwards does not change a verdict.
from numpy import arange, arcsinh, array, errstate, float64, isfinite, isnan, uint64, where, zeros
from numpy.typing import NDArray

from grader.decode import Plain, plain
from grader.forms import Encoded, Outcome

Floats = NDArray[float64]

QUANTUM = 1e-4
# A coordinate is a whole multiple of QUANTUM, counted round a circle, and stored as digits of base 64. An
# answer of another kind falls on one of 500 known points in about five of a million cases.
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {letter: value for value, letter in enumerate(_DIGITS)}
_WIDTHS = {"group": 2, "pattern": 2, "x": 3, "y": 2}
_AXES = ("x", "y")
_CIRCLES = [int(64 ** _WIDTHS[axis]) for axis in _AXES]
# Float32 answers stray by some 1e-6 a value; distinct mistakes lie at least twice this far apart (proved).
REACH = 2e-4

# What a value that is not finite adds to the projection, so that its place counts too.
_NAN, _INFINITE = 3.0, 5.0


def fingerprint(outcomes: Sequence[Outcome]) -> tuple[str, list[int]]:
    """The pattern of an answer's outcomes, and its point."""
    point = array([0.0] * len(_AXES))
    patterns = []
    for number, outcome in enumerate(outcomes):
        patterns.append(_pattern(outcome))
        for part, values in enumerate(_arrays(outcome.get("value"))):
            point += _weights(number * 8 + part, values.size) @ _squash(values)
    steps = [round(float(x) / QUANTUM) % circle for x, circle in zip(point, _CIRCLES, strict=True)]
    return " ".join(patterns), steps


def distance(one: Sequence[int], other: Sequence[int]) -> float:
    """How far apart two points are, in the units of ``REACH``: 1 or less counts as near."""
    apart = [((a - b) % circle, circle) for a, b, circle in zip(one, other, _CIRCLES, strict=True)]
    return float(max(min(steps, circle - steps) for steps, circle in apart)) * QUANTUM / REACH


def match(bundle: Mapping[str, Any], outcomes: Sequence[Outcome]) -> list[str]:
    """The ids of the mistake, or of the mistakes made together, that these outcomes are those of; else empty.

    ``outcomes`` are those of the cases that are not probes, in order. An answer that passes must not be asked
    about. One mistake goes before two; the same type of exception before another type.
    """
    wanted = due(bundle)
    pattern, point = fingerprint(outcomes)
    words = pattern.split(" ")
    for number, (type_name, outcome) in enumerate(zip(wanted, outcomes, strict=False)):
        if type_name and "raised" in outcome and type_name in outcome["raised"]["bases"]:
            words[number] = "!" + type_name
    return nearest(bundle["fingerprints"], " ".join(words), point, wanted)


def due(bundle: Mapping[str, Any]) -> list[str | None]:
    """The exception that each case asks for, None where it asks for a value; without the probes."""
    return [case.get("raises") for case in bundle.get("cases", []) if not case.get("probe")]


def nearest(
    prints: Mapping[str, Any], pattern: str, point: Sequence[int], wanted: Sequence[str | None] = ()
) -> list[str]:
    """The ids of the packed fingerprint that agrees best with a pattern and a point, or an empty list.

    One type of exception may stand for another, but not for the one that a case asks for (``wanted``).
    """
    loose = _any_error(pattern, wanted)
    best: tuple[bool, int, float] | None = None
    found: list[str] = []
    for which, numbers, *known in zip(
        *(_unpacked(prints[key], _WIDTHS[key]) for key in ("pattern", "group", *_AXES)), strict=True
    ):
        other, ids = prints["patterns"][which], prints["groups"][numbers]
        if other != pattern and _any_error(other, wanted) != loose:
            continue
        away = distance(point, known)
        rank = (other != pattern, len(ids), away)
        if away <= 1 and (best is None or rank < best):
            best, found = rank, [prints["names"][number] for number in ids]
    return found


def pack(entries: Iterable[tuple[Sequence[str], tuple[str, Sequence[int]]]]) -> dict[str, Any]:
    """The ``fingerprints`` of a bundle from (mistake ids, fingerprint) pairs.

    ``names``, ``patterns`` and ``groups`` (lists of numbers of names) hold each thing once; the other four
    are columns with one entry for each pair, packed into a text.
    """
    names: dict[str, int] = {}
    patterns: dict[str, int] = {}
    groups: dict[tuple[int, ...], int] = {}
    rows = []
    for ids, (pattern, point) in entries:
        group = tuple(names.setdefault(id, len(names)) for id in ids)
        rows.append(
            (groups.setdefault(group, len(groups)), patterns.setdefault(pattern, len(patterns)), *point)
        )
    columns = zip(*sorted(rows), strict=True) if rows else [()] * len(_WIDTHS)
    return {
        "names": list(names),
        "patterns": list(patterns),
        "groups": [list(group) for group in groups],
        **{
            key: _packed(column, width) for (key, width), column in zip(_WIDTHS.items(), columns, strict=True)
        },
    }


def _packed(column: Iterable[int], width: int) -> str:
    places = [6 * place for place in reversed(range(width))]
    return "".join(_DIGITS[number >> place & 63] for number in column for place in places)


def _unpacked(text: str, width: int) -> list[int]:
    digits = [_VALUES[letter] for letter in text]
    parts = [[digit << 6 * (width - 1 - place) for digit in digits[place::width]] for place in range(width)]
    return [sum(number) for number in zip(*parts, strict=True)]


def _any_error(pattern: str, wanted: Sequence[str | None]) -> str:
    words = zip_longest(pattern.split(" "), wanted)
    return " ".join("!" if word.startswith("!") and word != f"!{name}" else word for word, name in words)


def _pattern(outcome: Outcome) -> str:
    if "raised" in outcome:
        return "!" + str(outcome["raised"]["type"])
    return _kind(outcome["value"])


def _kind(form: Encoded) -> str:
    values = plain(form)
    if values is None:
        parts = form.get("tuple", form.get("list"))
        if parts is None:
            return next((kind for kind in ("none", "text") if kind in form), "other")
        return "(" + ",".join(_kind(part) for part in parts) + ")"
    shape = "x".join(map(str, values.shape))
    cells = _cells(values)
    lost = int(isnan(cells).sum())
    infinite = int(cells.size - isfinite(cells).sum()) - lost
    return (shape or "1") + (f"n{lost}" if lost else "") + (f"i{infinite}" if infinite else "")


def _arrays(form: Encoded | None) -> Iterator[Floats]:
    if form is None:
        return
    values = plain(form)
    if values is not None:
        yield _cells(values)
    else:
        for part in form.get("tuple", form.get("list", [])):
            yield from _arrays(part)


def _cells(values: Plain) -> Floats:
    if values.values is None:
        return zeros(0)
    return array(values.values, dtype=float64).reshape(-1)


def _squash(values: Floats) -> Floats:
    with errstate(all="ignore"):
        finite = where(isfinite(values), values, 0.0)
        signs = where(values > 0, _INFINITE, -_INFINITE)
        special = where(isnan(values), _NAN, where(isfinite(values), 0.0, signs))
        return array(arcsinh(finite) + special, dtype=float64)


def _weights(case: int, count: int) -> Floats:
    """Fixed numbers between -1 and 1, the same on every machine: a mixing of whole numbers, no generator."""
    with errstate(all="ignore"):
        rows = arange(1, len(_AXES) + 1, dtype=uint64)[:, None] * uint64(0x9E3779B97F4A7C15)
        mixed = (
            rows
            + arange(1, count + 1, dtype=uint64) * uint64(0xBF58476D1CE4E5B9)
            + uint64(case + 1) * uint64(0x94D049BB133111EB)
        )
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> uint64(shift))) * uint64(factor)
        mixed = mixed ^ (mixed >> uint64(31))
        return array(mixed >> uint64(11), dtype=float64) / 2.0**52 - 1.0
