"""Relations in which part of the cells is wrong: one row, the diagonal, cells that are nan or infinite."""

from __future__ import annotations

import numpy as np

from grader.related_places import is_square
from grader.wording import count, place


def _wrong(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    return np.asarray(~np.isclose(got, expected, rtol=1e-5, atol=1e-8, equal_nan=True))


def diagonal(got: np.ndarray, expected: np.ndarray) -> str | None:
    """The whole diagonal, or the whole line beside it, and nothing else."""
    if not is_square(got) or got.shape[-1] < 2:
        return None
    wrong = _wrong(got, expected)
    for offset, where in (
        (0, "on the diagonal"),
        (1, "one step above the diagonal"),
        (-1, "one step below the diagonal"),
    ):
        band = np.eye(got.shape[-1], k=offset, dtype=bool)
        if (wrong == band).all():
            return f"The wrong cells all lie {where}."
    return None


def except_one_slice(got: np.ndarray, expected: np.ndarray) -> str | None:
    """One row, column or slice."""
    wrong = _wrong(got, expected)
    axes = expected.ndim
    for axis in (*range(max(0, axes - 2), axes), *range(max(0, axes - 2))):
        length = expected.shape[axis]
        if length < 2:
            continue
        hit = np.flatnonzero(wrong.any(axis=tuple(k for k in range(axes) if k != axis)))
        if len(hit) == 1:
            return f"Only {_ordinal(int(hit[0]), length, axis, axes)} is wrong; everything else is right."
    return None


def _ordinal(index: int, length: int, axis: int, axes: int) -> str:
    if axes == 1:
        noun = "value"
    elif axis >= axes - 2:
        noun = ("row", "column")[axis - (axes - 2)] + (" of each table" if axes > 2 else "")
    else:
        noun = f"slice along axis {axis}"
    if index in (0, length - 1):
        return f"the {'last' if index else 'first'} {noun}"
    return f"number {index} of the {noun.replace(' ', 's ', 1) if ' ' in noun else noun + 's'}"


def nan(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Cells that became nan: which, and what in such cells does it.

    A result alone does not tell the step at which it happened, but which cells are hit often does.
    """
    lost = np.isnan(got) & ~np.isnan(expected)
    if not lost.any():
        return None
    if lost.all():
        return "Every value is nan (not a number)."
    start = "There is nan (not a number)"
    closed = (expected == 0) | np.isneginf(expected)
    if closed.any() and not closed.all():
        if (lost == closed).all():
            due = "-inf" if np.isneginf(expected).any() else "0"
            return f"{start} exactly in the cells that should be {due}: `0 * inf` and `inf - inf` are nan."
        if (lost == ~closed).all():
            return f"{start} exactly in the cells that should stay open: `0 * -inf` is nan, not 0."
    if got.ndim >= 2:
        whole = np.flatnonzero(lost.all(axis=-1).any(axis=tuple(range(got.ndim - 2))))
        if len(whole) and (lost == lost.all(axis=-1, keepdims=True)).all():
            where = f"row{'s' if len(whole) > 1 else ''} {', '.join(map(str, whole[:6].tolist()))}"
            why = "the sum it is divided by is 0 or infinite, or its largest score is infinite"
            return f"{start} in all of {where}: a whole row is lost when {why}."
    first = place([int(k) for k in np.argwhere(lost)[0]])
    cells = count(int(lost.sum()), "cell")
    return f"{start} in {cells}, the first at {first}: a 0/0, an inf - inf or a 0 * inf happened."


def infinite(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Cells that are infinite where they should be finite, or the other way round."""
    mine, right = np.isinf(got), np.isinf(expected)
    if right.any() and not right.all() and (mine == ~right).all():
        return "The infinite cells are exactly the wrong ones: open and blocked are exchanged."
    for odd, said in (
        (
            mine & ~right,
            ("is infinite in yours and should be finite", "are infinite in yours and should be finite"),
        ),
        (right & ~mine, ("should be {} and is finite in yours", "should be {} and are finite in yours")),
    ):
        if odd.any():
            index = tuple(int(k) for k in np.argwhere(odd)[0])
            number_of = int(odd.sum())
            due = "inf" if expected[index] > 0 else "-inf"
            where = f", the first at {place(index)}" if number_of > 1 and index else ""
            return f"{count(number_of, 'cell')} {said[number_of > 1].format(due)}{where}."
    both = mine & right & (got != expected)
    return "An infinite cell has the wrong sign." if both.any() else None
