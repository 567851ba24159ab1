"""How a wrong result is related to the right one, said only where it is plainly so."""

from __future__ import annotations

import numpy as np
import pytest

from grader.relations import relation, shape_relation

RANDOM = np.random.default_rng(7)
TABLE = RANDOM.normal(size=(3, 3))
LONG = RANDOM.normal(size=(4, 3))
CUBE = RANDOM.normal(size=(3, 3, 3))
MASK = np.triu(np.ones((4, 4)), k=1)
BANDS = np.triu(np.ones((4, 4)), k=2)
WEIGHTS = np.exp(TABLE) / np.exp(TABLE).sum(axis=-1, keepdims=True)

RELATIONS = {
    "inverted": (1 - MASK, MASK, "inverted"),
    "transposed mask": (MASK.T, MASK, "transpose"),
    "transposed": (TABLE.T, TABLE, "transpose"),
    "transposed last axes": (CUBE.swapaxes(1, 2), CUBE, "transpose"),
    "negated": (-LONG, LONG, "opposite sign"),
    "twice": (LONG * 2, LONG, "2 times"),
    "a root of a size": (LONG * np.sqrt(3), LONG, "√3"),
    "one over a root": (LONG / np.sqrt(3), LONG, "1/√3"),
    "one over a size": (LONG / 3, LONG, "1/3"),
    "shifted": (LONG + 0.25, LONG, "too large by 0.25"),
    "shifted down": (LONG - 1, LONG, "too small by 1"),
    "axes turned": (CUBE.transpose(1, 2, 0), CUBE, "axes are in another order"),
    "rows reversed": (LONG[::-1], LONG, "The rows are in reverse order"),
    "columns reversed": (LONG[:, ::-1], LONG, "The columns are in reverse order"),
    "rows permuted": (LONG[[1, 3, 0, 2]], LONG, "The rows are right but in another order"),
    "columns permuted": (LONG[:, [1, 2, 0]], LONG, "The columns are right but in another order"),
    "last row": (np.vstack([LONG[:-1], LONG[:1]]), LONG, "Only the last row is wrong"),
    "first value": (np.array([9.0, 2.0, 7.0]), np.array([1.0, 2.0, 7.0]), "Only the first value is wrong"),
    "row in the middle": (
        LONG + np.array([[0], [1], [0], [0]]) * [0.1, 0.2, 0.4],
        LONG,
        "Only number 1 of the rows",
    ),
    "diagonal blocked": (np.triu(np.ones((4, 4))), MASK, "on the diagonal"),
    "one step ahead": (np.triu(np.ones((4, 4)), k=2), MASK, "one step above the diagonal"),
    "all nan": (LONG * np.nan, LONG, "Every value is nan"),
    "rows of nan": (
        np.where(np.isin(np.arange(4), [1, 2])[:, None], np.nan, LONG + LONG**2),
        LONG,
        "rows 1, 2",
    ),
    "row sums": (WEIGHTS * np.array([[1, 0.5, 0.3]]), WEIGHTS, "Row 0 should sum to 1"),
    "column sums": (
        np.exp(LONG) / np.exp(LONG).sum(axis=0),
        np.exp(LONG) / np.exp(LONG).sum(axis=1, keepdims=True),
        "columns sum to 1",
    ),
    "table sum": (
        np.exp(LONG) / np.exp(LONG).sum(),
        np.exp(LONG) / np.exp(LONG).sum(axis=1, keepdims=True),
        "whole table sums to 1",
    ),
    "open cells closed": (
        np.where(TABLE > 0, -np.inf, TABLE * 3 + 1),
        TABLE,
        "infinite in yours and should be finite",
    ),
    "closed cells open": (
        np.where(MASK > 0, -1e9, LONG[:, :1] + 1),
        np.where(MASK > 0, -np.inf, LONG[:, :1]),
        "should be -inf",
    ),
    "same numbers": (
        LONG.ravel()[[5, 1, 8, 3, 4, 0, 6, 7, 2, 11, 10, 9]].reshape(4, 3),
        LONG,
        "wrong places",
    ),
    "a scalar": (np.array(2.0), np.array(4.0), "0.5 (= 1/2)"),
    "a negated scalar": (np.array(-3.0), np.array(3.0), "opposite sign"),
    "inverted and transposed": (1 - BANDS.T, BANDS, "inverted and transposed"),
    "cut off": (np.trunc(LONG * 4), LONG * 4, "fraction is cut off"),
    "rounded": (np.rint(LONG * 4), LONG * 4, "rounded to a whole number"),
    "near": (WEIGHTS + 1e-5, WEIGHTS, "near, but not near enough: the largest difference is 1e-05"),
    "last row of each": (
        np.concatenate([CUBE[:, :-1], CUBE[:, -1:] ** 2 + 5], axis=1),
        CUBE,
        "Only the last row of each table",
    ),
    "a slice": (
        np.concatenate([CUBE[:1], CUBE[1:2] ** 2 + 5, CUBE[2:]]),
        CUBE,
        "number 1 of the slices along axis 0",
    ),
    "rows sum alike": (np.ones((4, 3)), np.full((4, 3), 1 / 3), "each of yours sums to 3"),
    "blocked cells nan": (
        np.where(MASK > 0, np.nan, LONG[:, :1]),
        np.where(MASK > 0, -np.inf, LONG[:, :1]),
        "exactly in the cells that should be -inf",
    ),
    "open cells nan": (
        np.where(MASK > 0, -np.inf, np.nan),
        np.where(MASK > 0, -np.inf, LONG[:, :1]),
        "should stay open: `0 * -inf` is nan",
    ),
    "one cell nan": (
        np.where(np.arange(12).reshape(4, 3) == 7, np.nan, LONG),
        LONG,
        "in 1 cell, the first at row 2, column 1",
    ),
    "open and blocked exchanged": (
        np.where(MASK > 0, LONG[:, :1], -np.inf),
        np.where(MASK > 0, -np.inf, LONG[:, :1]),
        "open and blocked are exchanged",
    ),
    "one cell infinite": (
        np.where(np.arange(12).reshape(4, 3) == 7, -np.inf, LONG + LONG**2),
        LONG,
        "1 cell is infinite in yours and should be finite.",
    ),
    "plus infinity": (np.array([np.inf, 2.0, 7.0]), np.array([-np.inf, 3.0, 9.5]), "wrong sign"),
    "split by reshape alone": (
        np.arange(24.0).reshape(2, 3, 4),
        np.arange(24.0).reshape(3, 2, 4).swapaxes(0, 1),
        "`reshape` alone",
    ),
    "merged by reshape alone": (
        np.arange(24.0).reshape(1, 2, 3, 4).reshape(1, 3, 8),
        np.arange(24.0).reshape(1, 2, 3, 4).swapaxes(1, 2).reshape(1, 3, 8),
        "`reshape` alone",
    ),
}


@pytest.mark.parametrize("name", RELATIONS)
def test_a_plain_relation_is_said(name):
    got, expected, words = RELATIONS[name]
    said = relation(got, expected, {2, 3})
    assert said and words in said, said


def test_nothing_is_said_of_results_that_have_nothing_in_common():
    for shape in ((4, 3), (3, 3), (2, 3, 4), (5,)):
        one, other = RANDOM.normal(size=shape), RANDOM.normal(size=shape)
        assert relation(one, other) is None


SYMMETRIC = TABLE + TABLE.T

CLAIMS = {
    "one cell is no inversion": ([[1.0]], [[0.0]], None),
    "a mask of one kind is not inverted": (np.ones((3, 3)), np.zeros((3, 3)), None),
    "equal numbers have no factor": (np.full((3, 3), 2.0), np.full((3, 3), 5.0), None),
    "equal numbers are not shifted": (np.full((3, 3), 2.0), np.full((3, 3), 5.0), None),
    "zeros are not cut fractions": (np.zeros((3, 3)), WEIGHTS / 3, None),
    "zeros are no negation": (np.zeros((3, 3)), TABLE, None),
    "two numbers always have a ratio": (np.array(5.0), np.array(7.0), None),
    "one wrong cell of the diagonal": (np.diag([1.0, 0, 0]) + TABLE, TABLE, "Only the first row is wrong"),
    "near is no new order": (LONG * (1 + 3e-6), LONG, "near, but not near enough"),
    "two readings": ([[0.0, 0, 1, 1]], [[1.0, 1, 0, 0]], "fits several readings"),
    "a symmetric table twice": (SYMMETRIC * 2, SYMMETRIC, "2 times"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_nothing_is_claimed_that_the_numbers_do_not_show(name):
    got, expected, words = CLAIMS[name]
    said = relation(np.asarray(got), np.asarray(expected), {2, 3})
    assert said is None if words is None else said and words in said, said


def test_what_is_said_of_a_symmetric_table_is_never_that_it_is_transposed():
    for change in (
        SYMMETRIC + 1,
        -SYMMETRIC,
        SYMMETRIC / 3,
        SYMMETRIC[::-1],
        SYMMETRIC**2,
        np.trunc(SYMMETRIC),
    ):
        said = relation(change, SYMMETRIC, {3})
        assert said is None or ("transpose" not in said and "exchanged" not in said), said


def test_a_factor_of_half_is_not_called_a_root_of_four_when_no_size_is_four():
    assert relation(LONG / 2, LONG, {3}) == "Every value is 0.5 times what it should be."


SHAPES = {
    "rows and columns": (LONG.T, LONG, "axes are in another order"),
    "right values turned": (LONG.T, LONG, "Your values are right"),
    "sizes turned": (LONG.T + 1, LONG, "sizes are right"),
    "axis too many": (LONG[None], LONG, "too many"),
    "axis missing": (LONG, LONG[:, None], "missing"),
    "axis out of place": (LONG[None], LONG[:, None], "axes are in another order"),
    "reshaped": (LONG.reshape(2, 6), LONG, "values are right, but they are cut"),
    "as many": (LONG.reshape(2, 6) + 1, LONG, "as many"),
    "one length": (LONG[:2], LONG, "Only axis 0 has the wrong length: 2 instead of 4"),
    "one axis": (LONG[0], LONG, "It has 1 axis; wanted 2"),
    "many axes": (np.ones((2, 2, 2)), LONG, "It has 3 axes; wanted 2"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_plain_relation_of_shapes_is_said(name):
    got, expected, words = SHAPES[name]
    said = shape_relation(got, expected)
    assert said and words in said, said


def test_shapes_with_nothing_in_common_are_left_alone():
    assert shape_relation(np.ones((2, 5)), LONG) is None
    assert shape_relation(None, LONG) is None
    assert shape_relation(np.ones((0, 3)), np.ones((0, 4))) is None
