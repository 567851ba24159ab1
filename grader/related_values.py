"""Relations in which every value is changed the same way and stays in its place."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from grader.wording import number


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays agree, a little more generously than a verdict asks for."""
    return one.shape == other.shape and bool(
        np.isclose(one, other, rtol=1e-5, atol=1e-8, equal_nan=True).all()
    )


def is_mask(array: np.ndarray) -> bool:
    """Whether there is nothing in it but 0 and 1."""
    return bool(((array == 0) | (array == 1)).all())


def varies(array: np.ndarray) -> bool:
    """Whether it holds two different numbers: of equal ones nothing can be read off."""
    cells = array[np.isfinite(array)]
    return bool(cells.size > 1 and cells.min() < cells.max())


def inverted(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Zeros and ones exchanged."""
    if is_mask(got) and is_mask(expected) and varies(expected) and same(got, 1 - expected):
        return "Everything is inverted: 1 (True) where 0 (False) is due, and the other way round."
    return None


def negated(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Plus and minus exchanged."""
    if not same(got, -expected):
        return None
    return "Every value has the opposite sign." if expected.ndim else "It has the opposite sign."


def near(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Almost equal, but not near enough to pass."""
    most = float(np.abs(got - expected).max()) if got.size else 0.0
    if not 0 < most < np.inf or not np.allclose(got, expected, rtol=1e-3, atol=1e-6):
        return None
    why = "Something small is added, or digits are lost."
    return f"It is near, but not near enough: the largest difference is {number(most)}. {why}"


def factor(got: np.ndarray, expected: np.ndarray, sizes: Iterable[int]) -> str | None:
    """Everything multiplied by one number, named where it is a size or the root of one."""
    use = np.isfinite(expected) & (np.abs(expected) > 1e-9)
    if not use.any() or (expected.ndim and not varies(expected)):
        return None
    ratio = float(got[use][0] / expected[use][0])
    if not math.isfinite(ratio) or ratio == 0 or number(ratio) == "1":
        return None
    if not same(got, np.where(use, expected * ratio, expected)):
        return None
    named = _named(ratio, sizes)
    if expected.ndim:
        return f"Every value is {named} times what it should be."
    # Any two numbers have a ratio; only a plain one says something.
    plain = "=" in named or any(abs(r - round(r)) < 1e-9 and abs(r) < 1000 for r in (ratio, 1 / ratio))
    return f"It is {named} times what it should be." if plain else None


def _named(ratio: float, sizes: Iterable[int]) -> str:
    for size in sorted(set(sizes) - {0, 1}):
        for name, value in ((f"√{size}", math.sqrt(size)), (f"{size}", float(size))):
            if math.isclose(ratio, value, rel_tol=1e-5) and ratio != round(ratio):
                return f"{number(ratio)} (= {name})"
            if math.isclose(ratio, 1 / value, rel_tol=1e-5):
                return f"{number(ratio)} (= 1/{name})"
    return number(ratio)


def shifted(got: np.ndarray, expected: np.ndarray) -> str | None:
    """One number added to everything."""
    use = np.isfinite(expected)
    if not varies(expected):
        return None
    step = float(got[use][0] - expected[use][0])
    if abs(step) > 1e-6 and same(got, expected + step):
        return f"Every value is too {'large' if step > 0 else 'small'} by {number(abs(step))}."
    return None


def cut(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Whole numbers where fractions are due, in an array of floats."""
    if not got.any() or same(got, expected):
        return None
    if same(got, np.trunc(expected)):
        return (
            "Every fraction is cut off, as happens where floats are written into an array of whole numbers."
        )
    if same(got, np.rint(expected)):
        return "Every value is rounded to a whole number."
    return None


def row_sums(got: np.ndarray, expected: np.ndarray) -> str | None:
    """Rows that should sum to 1."""
    if not expected.ndim or not np.isfinite(got).all() or expected.shape[-1] < 2:
        return None
    if not np.allclose(expected.sum(axis=-1), 1) or (expected < 0).any() or is_mask(expected):
        return None
    sums = got.sum(axis=-1)
    if np.allclose(sums, 1):
        return None
    if np.isclose(got.sum(), 1):
        return "The whole table sums to 1; each row should."
    if got.ndim >= 2 and np.allclose(got.sum(axis=-2), 1):
        return "Your columns sum to 1; the rows should."
    off = int(np.flatnonzero(~np.isclose(sums.ravel(), 1))[0])
    mine = number(sums.ravel()[off])
    if got.ndim == 1:
        return f"The values should sum to 1; yours sum to {mine}."
    if sums.size > 1 and np.allclose(sums, sums.ravel()[0]):
        return f"Each row should sum to 1; each of yours sums to {mine}."
    row = np.unravel_index(off, sums.shape)
    name = f"Row {row[0]}" if got.ndim == 2 else f"The row at `[{', '.join(str(int(k)) for k in row)}]`"
    return f"{name} should sum to 1; yours sums to {mine}."
