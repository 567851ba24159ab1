"""Whatever a function returns or raises, there is a verdict, and it passes only what is right."""

# ruff: noqa: E501 (tables of strategies)

from __future__ import annotations

import json
import math

import hypothesis.extra.numpy as arrays
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grader
from grader.compare import POLICIES, compare
from grader.decode import decode, plain
from grader.encode import MAX_CELLS, encode
from grader.relations import relation, shape_relation

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SHAPES = arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
DTYPES = st.one_of(
    arrays.boolean_dtypes(), arrays.integer_dtypes(endianness="?"), arrays.unsigned_integer_dtypes(endianness="?"),
    arrays.floating_dtypes(endianness="?"), arrays.complex_number_dtypes(),
)  # fmt: skip
ARRAYS = arrays.arrays(dtype=DTYPES, shape=SHAPES)
NUMBERS = st.one_of(st.booleans(), st.integers(), st.floats(), st.complex_numbers())
ODD = st.one_of(
    st.none(), st.text(max_size=5), st.binary(max_size=5), st.sets(st.integers(), max_size=3), st.functions(),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2), st.builds(object), st.builds(iter, st.just([1])),
    st.just(ValueError("x")), st.just(int), st.just(np), st.just(...), st.just(NotImplemented),
    arrays.arrays(dtype="O", shape=SHAPES, elements=st.one_of(NUMBERS, st.none())),
    arrays.arrays(dtype="U3", shape=SHAPES), arrays.arrays(dtype="M8[s]", shape=SHAPES),
    arrays.scalar_dtypes().flatmap(lambda dtype: arrays.from_dtype(dtype)),
)  # fmt: skip
VALUES = st.recursive(
    st.one_of(ARRAYS, NUMBERS, ODD),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=8,
)
RETURNS = st.one_of(st.sampled_from(POLICIES), st.lists(st.sampled_from(POLICIES), min_size=1, max_size=3))


@QUICK
@given(VALUES)
def test_everything_can_be_encoded_as_json_for_a_browser(value):
    form = encode(value)
    assert json.loads(json.dumps(form, allow_nan=False)) == form
    plain(form)


@QUICK
@given(
    arrays.arrays(
        dtype=st.one_of(arrays.boolean_dtypes(), arrays.integer_dtypes(), arrays.floating_dtypes()),
        shape=SHAPES,
    )
)
def test_an_array_argument_arrives_with_every_bit_that_counts(array):
    arrived = decode(json.loads(json.dumps(encode(array))))
    assert isinstance(arrived, np.ndarray)
    assert (arrived.dtype.kind, arrived.dtype.itemsize) == (array.dtype.kind, array.dtype.itemsize)
    np.testing.assert_array_equal(arrived, array)
    if array.dtype.kind == "f":
        known = ~np.isnan(array)
        np.testing.assert_array_equal(np.signbit(arrived[known]), np.signbit(array[known]))


PLAIN = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**20), 10**20),
        st.floats(allow_nan=False),
        st.text(max_size=5),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=8,
)


def same(one, other):
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


@QUICK
@given(PLAIN)
def test_a_python_argument_arrives_as_it_was(value):
    assert same(decode(json.loads(json.dumps(encode(value)))), value)


@QUICK
@given(VALUES, st.one_of(ARRAYS, NUMBERS), RETURNS)
def test_every_result_gets_a_verdict(result, expected, returns):
    right = encode(expected)
    if isinstance(returns, list):
        right = {"tuple": [right] * len(returns)}
    case = {"name": "c", "shown": True, "arguments": {"x": encode(1)}, "expected": right}
    bundle = {
        "schema": 1, "id": "toy", "title": "", "function": "f", "starter": "", "time_limit": 5, "returns": returns,
        "parameters": [], "cases": [case], "mistakes": {},
    }  # fmt: skip
    ran = {
        "stage": "ran",
        "outcomes": [{"value": encode(result), "mutated": []}],
        "printed": "",
        "seconds": 0.0,
    }
    verdict = json.loads(grader.judge_json(json.dumps({"bundle": bundle, "ran": ran})))
    if plain(encode(expected)) is None:
        assert not verdict["passed"]  # an exercise that expects no number is broken; nobody passes it
        return
    assert verdict["kind"] in ("passed", "type", "shape", "dtype", "value"), verdict
    assert verdict["passed"] == (verdict["kind"] == "passed")
    assert verdict["passed"] or (verdict["message"] and verdict["title"] and verdict["case"])
    assert verdict["message"].count("`") % 2 == 0


@QUICK
@given(ARRAYS.filter(lambda array: array.dtype.kind != "c"), st.sampled_from(["array", "mask"]))
def test_the_right_array_always_passes_in_any_number_type_that_holds_it(array, returns):
    expected = encode(array)
    if returns == "mask":
        array = array != 0
        expected = encode(array)
    assert compare(encode(array), expected, returns) is None
    assert compare(encode(array.astype(object)), expected, returns) is None
    wider = array.astype(np.float64)
    if array.dtype.kind != "f" and (np.abs(wider) < 2**53).all():
        assert compare(encode(wider), expected, returns) is None
    if array.size:
        assert compare(encode(array.tolist()), expected, returns) is None


FINITE = arrays.arrays(
    dtype=np.float64, shape=arrays.array_shapes(max_dims=3, max_side=4), elements=st.floats(-1e3, 1e3)
)


@QUICK
@given(FINITE, st.data())
def test_one_wrong_cell_never_passes(array, data):
    place = data.draw(st.integers(0, array.size - 1))
    step = data.draw(st.sampled_from([0.01, -1.0, 1e6, np.inf, -np.inf, np.nan]))
    wrong = array.copy()
    wrong.flat[place] += step
    for one, other in ((wrong, array), (array, wrong)):
        difference = compare(encode(one), encode(other), "array")
        assert difference is not None and difference.kind == "value"
        assert np.array(difference.differs).sum() == 1
        assert np.array(difference.differs).flat[place]


@QUICK
@given(FINITE)
def test_a_float32_result_of_right_values_always_passes(array):
    assert compare(encode(array.astype(np.float32)), encode(array), "array") is None


@QUICK
@given(ARRAYS, ARRAYS)
def test_looking_for_a_relation_never_fails(one, other):
    with np.errstate(all="ignore"):
        one, other = (np.asarray(np.real(each), dtype=np.float64) for each in (one, other))
    shape_relation(one, other)
    if one.shape == other.shape:
        relation(one, other, {2, 3})
    relation(one, one.copy() + 1, {2, 3})


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["", "def f(x):\n    ", "def f(x):\n    return ", "f = "]))
def test_any_text_at_all_is_answered(text, start):
    if any(word in text for word in ("exit", "open", "import", "while")):
        return
    cases = [{"name": "c", "arguments": {"x": encode(1)}}]
    ran = json.loads(grader.run_json(json.dumps({"code": start + text, "function": "f", "cases": cases})))
    assert ran["stage"] in ("ran", "empty", "syntax", "raised", "missing", "memory")


def test_the_limit_of_cells_is_where_it_says():
    assert "data" in encode(np.zeros(MAX_CELLS)) and "large" in encode(np.zeros(MAX_CELLS + 1))
    assert "data" in encode([0.0] * MAX_CELLS) and "other" in encode([0.0] * (MAX_CELLS + 1))
    assert math.prod(encode(np.zeros((1000, 1000, 1000), dtype="u1"))["shape"]) == 10**9
