"""Relations in which the numbers are the right ones and stand in other places."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import numpy as np

from grader.related_values import is_mask, same, varies

_MAX_AXES = 4
_MAX_SLICES = 10


def is_square(array: np.ndarray) -> bool:
    """Whether rows and columns can be exchanged without another shape."""
    return array.ndim >= 2 and array.shape[-1] == array.shape[-2]


def orders(axes: int) -> Iterator[tuple[int, ...]]:
    """Every other order of that many axes, where they are few."""
    if 2 <= axes <= _MAX_AXES:
        yield from (order for order in itertools.permutations(range(axes)) if order != tuple(range(axes)))


def transposed(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Rows and columns exchanged; a table equal to its own transpose is right and never comes here."""
    if is_square(got) and same(got, expected.swapaxes(-1, -2)):
        return "Rows and columns are exchanged: your result is the transpose of the right one."
    return None


def turned(got: np.ndarray, expected: np.ndarray) -> str | None:
    """A mask both inverted and transposed."""
    if is_mask(expected) and varies(expected) and is_square(got) and same(got, 1 - expected.swapaxes(-1, -2)):
        return "The mask is inverted and transposed."
    return None


def permuted_axes(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Axes in another order, of equal lengths."""
    for order in orders(expected.ndim):
        if expected.transpose(order).shape == got.shape and same(got, expected.transpose(order)):
            return f"The axes are in another order: your result is the right one after `transpose{order}`."
    return None


def reversed_axis(got: np.ndarray, expected: np.ndarray) -> str | None:
    """One axis from its end to its start."""
    for axis in range(expected.ndim):
        if same(got, np.flip(expected, axis)):
            return f"{_axis_name(axis, expected.ndim).capitalize()} are in reverse order."
    return None


def permuted(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Rows, columns or slices in another order."""
    for axis in range(expected.ndim):
        if not 2 <= expected.shape[axis] <= _MAX_SLICES:
            continue
        mine, right = list(np.moveaxis(got, axis, 0)), list(np.moveaxis(expected, axis, 0))
        order: list[int] = []
        for one in mine:
            free = [k for k in range(len(right)) if k not in order and same(one, right[k])]
            if not free:
                break
            order.append(free[0])
        if len(order) == len(right) and order != sorted(order):
            return f"{_axis_name(axis, expected.ndim).capitalize()} are right but in another order: {order}."
    return None


def reshaped(got: np.ndarray, expected: np.ndarray, sizes: Iterable[int]) -> str | None:
    """What `reshape` gives without moving an axis first, or `transpose` with the wrong cuts."""
    if is_mask(expected):
        return None
    flat = got.reshape(-1)
    for whole in _cut_further(expected, sizes):
        for order in orders(whole.ndim):
            if same(flat, whole.transpose(order).reshape(-1)):
                return (
                    "The numbers are right, but `reshape` alone has put them there: it keeps their order in "
                    "memory, so axes must be moved (`transpose`, `swapaxes`) before or after it."
                )
    return None


def _cut_further(array: np.ndarray, sizes: Iterable[int]) -> Iterator[np.ndarray]:
    """The array, and the array with its last axis cut in two, as where heads are joined."""
    yield array
    if not array.ndim or array.ndim >= _MAX_AXES:
        return
    width = array.shape[-1]
    for size in sorted(set(sizes)):
        if 1 < size < width and width % size == 0:
            yield array.reshape(*array.shape[:-1], size, width // size)


def same_numbers(got: np.ndarray, expected: np.ndarray) -> str | None:
    """The right numbers in no order that has a name."""
    alike = same(np.sort(got, axis=None), np.sort(expected, axis=None))
    if expected.size > 2 and not is_mask(expected) and not same(got, expected) and alike:
        return "The numbers are the right ones, but in the wrong places."
    return None


def _axis_name(axis: int, axes: int) -> str:
    if axes == 2:
        return ("the rows", "the columns")[axis]
    return "the values" if axes == 1 else f"the slices along axis {axis}"
