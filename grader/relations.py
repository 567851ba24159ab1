"""Says how a wrong result is related to the expected one, where the relation is a plain one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from grader import related_cells, related_places, related_values
from grader.related_places import orders
from grader.related_values import same
from grader.wording import count

Finder = Callable[[np.ndarray, np.ndarray], str | None]

# In a small or regular table several of these can fit at once. Then none of them is known to be the one.
_ONE_OF: tuple[Finder, ...] = (
    related_values.inverted,
    related_places.transposed,
    related_values.negated,
    related_places.reversed_axis,
)


def relation(got: np.ndarray, expected: np.ndarray, sizes: Iterable[int] = ()) -> str | None:
    """One sentence for two arrays of one shape that differ, or None; a factor may come from ``sizes``."""
    finders: tuple[Finder, ...] = (
        related_values.near, _one_of_several, related_cells.diagonal, related_places.turned,
        lambda g, e: related_values.factor(g, e, sizes), related_values.shifted, related_values.cut,
        related_places.permuted_axes, related_places.permuted, related_cells.nan,
        related_cells.except_one_slice, related_values.row_sums, related_cells.infinite,
        lambda g, e: related_places.reshaped(g, e, sizes), related_places.same_numbers,
    )  # fmt: skip
    with np.errstate(all="ignore"):
        for find in finders:
            if sentence := find(got, expected):
                return sentence
    return None


def _one_of_several(got: np.ndarray, expected: np.ndarray) -> str | None:
    found = [sentence for find in _ONE_OF if (sentence := find(got, expected))]
    if len(found) < 2:
        return found[0] if found else None
    return f"This case fits several readings. {' Or: '.join(found)}"


def shape_relation(got: np.ndarray | None, expected: np.ndarray | None) -> str | None:
    """One sentence for two arrays of different shapes, or None."""
    if got is None or expected is None or not expected.size:
        return None
    a, b = got.shape, expected.shape
    for axes in orders(got.ndim):
        moved = got.transpose(axes)
        if moved.shape == b:
            return (
                f"Your values are right, but the axes are in another order: `transpose{axes}` would mend it."
                if same(moved, expected)
                else "The sizes are right, but the axes are in another order."
            )
    if got.squeeze().shape == expected.squeeze().shape:
        return f"An axis of length 1 is {'missing' if got.ndim < expected.ndim else 'too many'}."
    if got.size == expected.size:
        inside = (
            "The values are right, but they are"
            if same(got.reshape(b), expected)
            else "They are as many, but"
        )
        return f"{inside} cut into another shape."
    if len(a) == len(b):
        wrong = [axis for axis in range(len(a)) if a[axis] != b[axis]]
        if len(wrong) == 1:
            return f"Only axis {wrong[0]} has the wrong length: {a[wrong[0]]} instead of {b[wrong[0]]}."
        return None
    return f"It has {count(len(a), 'axis').replace('axiss', 'axes')}; wanted {len(b)}."
