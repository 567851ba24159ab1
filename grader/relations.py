"""Says how a wrong result is related to the expected one, where the relation is a plain one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from grader.wording import count, number

Finder = Callable[[np.ndarray, np.ndarray], str | None]
_MAX_AXES = 4
_MAX_SLICES = 10


def relation(got: np.ndarray, expected: np.ndarray, sizes: Iterable[int] = ()) -> str | None:
    """One sentence for two arrays of one shape that differ, or None; a factor may come from ``sizes``."""
    with np.errstate(all="ignore"):
        finders: tuple[Finder, ...] = (
            _inverted, _diagonal, _turned, _transposed, _negated, lambda g, e: _factor(g, e, sizes), _shifted,
            _permuted_axes, _reversed, _permuted, _except_one_slice, _nan, _row_sums, _infinite,
            _same_numbers,
        )  # fmt: skip
        for find in finders:
            if sentence := find(got, expected):
                return sentence
    return None


def shape_relation(got: np.ndarray | None, expected: np.ndarray | None) -> str | None:
    """One sentence for two arrays of different shapes, or None."""
    if got is None or expected is None or not expected.size:
        return None
    a, b = got.shape, expected.shape
    for axes in _orders(got.ndim):
        moved = got.transpose(axes)
        if moved.shape == b:
            same = _same(moved, expected)
            return (
                f"Your values are right, but the axes are in another order: `transpose{axes}` would mend it."
                if same
                else "The sizes are right, but the axes are in another order."
            )
    if got.squeeze().shape == expected.squeeze().shape:
        return f"An axis of length 1 is {'missing' if got.ndim < expected.ndim else 'too many'}."
    if got.size == expected.size:
        inside = (
            "The values are right, but they are"
            if _same(got.reshape(b), expected)
            else "They are as many, but"
        )
        return f"{inside} cut into another shape."
    if len(a) == len(b):
        wrong = [axis for axis in range(len(a)) if a[axis] != b[axis]]
        if len(wrong) == 1:
            return f"Only axis {wrong[0]} has the wrong length: {a[wrong[0]]} instead of {b[wrong[0]]}."
        return None
    return f"It has {count(len(a), 'axis').replace('axiss', 'axes')}; wanted {len(b)}."


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and bool(
        np.isclose(one, other, rtol=1e-5, atol=1e-8, equal_nan=True).all()
    )


def _is_mask(array: np.ndarray) -> bool:
    return bool(((array == 0) | (array == 1)).all())


def _orders(axes: int) -> Iterator[tuple[int, ...]]:
    if 2 <= axes <= _MAX_AXES:
        yield from (order for order in itertools.permutations(range(axes)) if order != tuple(range(axes)))


def _inverted(got: np.ndarray, expected: np.ndarray) -> str | None:
    if not (_is_mask(got) and _is_mask(expected)):
        return None
    if _same(got, 1 - expected):
        return "Every cell is the opposite of what it should be: the mask is inverted."
    return None


def _turned(got: np.ndarray, expected: np.ndarray) -> str | None:
    if _is_mask(expected) and _square(got) and _same(got, 1 - expected.swapaxes(-1, -2)):
        return "The mask is inverted and transposed."
    return None


def _transposed(got: np.ndarray, expected: np.ndarray) -> str | None:
    if _square(got) and _same(got, expected.swapaxes(-1, -2)):
        return "Rows and columns are exchanged: your result is the transpose of the right one."
    return None


def _square(array: np.ndarray) -> bool:
    return array.ndim >= 2 and array.shape[-1] == array.shape[-2]


def _negated(got: np.ndarray, expected: np.ndarray) -> str | None:
    return "Every value has the opposite sign." if _same(got, -expected) else None


def _factor(got: np.ndarray, expected: np.ndarray, sizes: Iterable[int]) -> str | None:
    use = np.isfinite(expected) & (np.abs(expected) > 1e-9)
    if not use.any() or (use.sum() < 2 and expected.ndim):
        return None
    ratio = float(got[use][0] / expected[use][0])
    if (
        not math.isfinite(ratio)
        or ratio == 0
        or number(ratio) == "1"
        or not _same(got, np.where(use, expected * ratio, expected))
    ):
        return None
    return f"Every value is {_named(ratio, sizes)} times what it should be."


def _named(ratio: float, sizes: Iterable[int]) -> str:
    for size in sorted(set(sizes) - {0, 1}):
        for name, factor in ((f"√{size}", math.sqrt(size)), (f"{size}", float(size))):
            if math.isclose(ratio, factor, rel_tol=1e-5) and ratio != round(ratio):
                return f"{number(ratio)} (= {name})"
            if math.isclose(ratio, 1 / factor, rel_tol=1e-5):
                return f"{number(ratio)} (= 1/{name})"
    return number(ratio)


def _shifted(got: np.ndarray, expected: np.ndarray) -> str | None:
    use = np.isfinite(expected)
    if use.sum() < 2:
        return None
    step = float(got[use][0] - expected[use][0])
    if abs(step) > 1e-6 and _same(got, expected + step):
        return f"Every value is too {'large' if step > 0 else 'small'} by {number(abs(step))}."
    return None


def _permuted_axes(got: np.ndarray, expected: np.ndarray) -> str | None:
    for order in _orders(expected.ndim):
        if expected.transpose(order).shape == got.shape and _same(got, expected.transpose(order)):
            return f"The axes are in another order: your result is the right one after `transpose{order}`."
    return None


def _reversed(got: np.ndarray, expected: np.ndarray) -> str | None:
    for axis in range(expected.ndim):
        if _same(got, np.flip(expected, axis)):
            return f"{_axis_name(axis, expected.ndim).capitalize()} are in reverse order."
    return None


def _axis_name(axis: int, axes: int) -> str:
    if axes == 2:
        return ("the rows", "the columns")[axis]
    return "the values" if axes == 1 else f"the slices along axis {axis}"


def _permuted(got: np.ndarray, expected: np.ndarray) -> str | None:
    for axis in range(expected.ndim):
        if not 2 <= expected.shape[axis] <= _MAX_SLICES:
            continue
        mine, right = list(np.moveaxis(got, axis, 0)), list(np.moveaxis(expected, axis, 0))
        order: list[int] = []
        for one in mine:
            free = [k for k in range(len(right)) if k not in order and _same(one, right[k])]
            if not free:
                break
            order.append(free[0])
        if len(order) == len(right):
            return f"{_axis_name(axis, expected.ndim).capitalize()} are right but in another order: {order}."
    return None


def _except_one_slice(got: np.ndarray, expected: np.ndarray) -> str | None:
    wrong = ~np.isclose(got, expected, rtol=1e-5, atol=1e-8, equal_nan=True)
    for axis in range(max(0, expected.ndim - 2), expected.ndim):
        length = expected.shape[axis]
        if length < 2:
            continue
        hit = np.flatnonzero(wrong.any(axis=tuple(k for k in range(expected.ndim) if k != axis)))
        if len(hit) == 1:
            where = {0: "the first", length - 1: "the last"}.get(int(hit[0]), f"number {hit[0]} of the")
            noun = "value" if expected.ndim == 1 else ("row", "column")[axis - (expected.ndim - 2)]
            noun += "s" if where.startswith("number") else ""
            return f"Only {where} {noun} is wrong; everything else is right."
    return None


def _diagonal(got: np.ndarray, expected: np.ndarray) -> str | None:
    if not _square(got) or got.shape[-1] < 2:
        return None
    wrong = ~np.isclose(got, expected, rtol=1e-5, atol=1e-8, equal_nan=True)
    size = got.shape[-1]
    for offset in (0, 1, -1):
        band = np.eye(size, k=offset, dtype=bool)
        if wrong.any() and not (wrong & ~band).any():
            where = {
                0: "on the diagonal",
                1: "one step above the diagonal",
                -1: "one step below the diagonal",
            }
            return f"The wrong cells all lie {where[offset]}."
    return None


def _nan(got: np.ndarray, expected: np.ndarray) -> str | None:
    lost = np.isnan(got) & ~np.isnan(expected)
    if not lost.any():
        return None
    if lost.all():
        return "Every value is nan (not a number)."
    where = "some cells"
    if got.ndim >= 2:
        whole = np.flatnonzero(lost.all(axis=-1).any(axis=tuple(range(got.ndim - 2))))
        if len(whole):
            where = f"row{'s' if len(whole) > 1 else ''} {', '.join(map(str, whole[:6].tolist()))}"
    return f"There is nan (not a number) in {where}: a 0/0, an inf - inf or a 0 * inf happened on the way."


def _row_sums(got: np.ndarray, expected: np.ndarray) -> str | None:
    if not expected.ndim or not np.isfinite(got).all() or expected.shape[-1] < 2:
        return None
    if not np.allclose(expected.sum(axis=-1), 1) or (expected < 0).any() or _is_mask(expected):
        return None
    sums = got.sum(axis=-1)
    if np.allclose(sums, 1):
        return None
    if np.isclose(got.sum(), 1):
        return "The whole table sums to 1; each row should."
    if got.ndim >= 2 and np.allclose(got.sum(axis=-2), 1):
        return "Your columns sum to 1; the rows should."
    off = int(np.flatnonzero(~np.isclose(sums.ravel(), 1))[0])
    if got.ndim == 1:
        return f"The values should sum to 1; yours sum to {number(sums)}."
    row = np.unravel_index(off, sums.shape)
    name = f"Row {row[0]}" if got.ndim == 2 else f"The row at `[{', '.join(str(int(k)) for k in row)}]`"
    return f"{name} should sum to 1; yours sums to {number(sums.ravel()[off])}."


def _infinite(got: np.ndarray, expected: np.ndarray) -> str | None:
    mine, right = np.isinf(got), np.isinf(expected)
    if (mine & ~right).any():
        return f"{count(int((mine & ~right).sum()), 'cell')} of yours should be finite and is infinite."
    if (right & ~mine).any():
        return f"{count(int((right & ~mine).sum()), 'cell')} should be -inf and is finite in yours."
    return None


def _same_numbers(got: np.ndarray, expected: np.ndarray) -> str | None:
    if (
        expected.size > 2
        and not _is_mask(expected)
        and _same(np.sort(got, axis=None), np.sort(expected, axis=None))
    ):
        return "The numbers are the right ones, but in the wrong places."
    return None
