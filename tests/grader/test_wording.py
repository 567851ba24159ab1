"""Numbers, values and arguments in words."""

from __future__ import annotations

import numpy as np
import pytest

from grader.encode import encode
from grader.wording import given, number, pair, place, value

NUMBERS = {
    3: "3",
    0.1234567: "0.1235",
    1e-9: "1e-09",
    2.5e8: "2.5e+08",
    True: "True",
    -np.inf: "-inf",
    "12": "12",
}


@pytest.mark.parametrize("one", NUMBERS)
def test_a_number_is_short(one):
    assert number(one) == NUMBERS[one]
    assert number(float("nan")) == "nan" and number(3.0) == "3"


def test_two_numbers_that_look_alike_get_the_digits_that_tell_them_apart():
    assert pair(1.0, 2.0) == ("1", "2")
    assert pair(-1.2, -1.2001) == ("-1.2", "-1.2001")
    assert pair(0.123456789, 0.123456788) == ("0.123456789", "0.123456788")
    assert pair(1.0, np.nextafter(1.0, 2.0))[0] != pair(1.0, np.nextafter(1.0, 2.0))[1]


VALUES = (
    (None, "`None`"),
    (3, "`3`"),
    (np.float64(0.5), "`0.5`"),
    ([[1, 0], [0, 1]], "`[[1, 0], [0, 1]]`"),
    (np.zeros((4, 5)), "an array of shape `(4, 5)`"),
    (np.zeros(0), "`[]`"),
    ((np.zeros((4, 5)), None), "a tuple of an array of shape `(4, 5)` and `None`"),
    ("a", 'the text `"a"`'),
    ((i for i in ()), "a generator"),
    (len, "a function"),
    (object(), "an object of type `object`"),
    (np.ma.masked_array([1.0, 2.0], [0, 1]), "a masked array with 1 hidden cell"),
)


@pytest.mark.parametrize(("one", "words"), VALUES, ids=[words for _, words in VALUES])
def test_a_value_is_told_in_full_when_small_and_by_its_shape_when_not(one, words):
    assert value(encode(one)) == words


def test_arguments_are_told_by_name():
    assert given({"L": encode(3)}) == "Given `L = 3`"
    assert given({"x": encode([1, 2]), "H": encode(2)}) == "Given `x = [1, 2]` and `H = 2`"
    large = {name: encode(np.zeros((2, 3))) for name in "XYZ"}
    assert given(large) == "Given `X` of shape `(2, 3)`, `Y` of shape `(2, 3)` and `Z` of shape `(2, 3)`"
    assert (
        given({"mask": encode(None), "kind": encode("allowed")})
        == 'Given `mask = None` and `kind = "allowed"`'
    )
    assert given({"attend": {"callable": "x"}}) == "Given `attend = x`"


def test_places_count_from_zero():
    assert place((0, 2)) == "row 0, column 2"
    assert place((1,)) == "place `[1]`"
    assert place((0, 1, 2)) == "place `[0, 1, 2]`"
