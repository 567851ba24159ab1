"""What counts as the right result: the plain values, whatever they come in."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import numpy as np
import pytest

MASKS = {
    "bool array": "np.triu(np.ones((L, L), dtype=bool), k=1)",
    "whole numbers": "np.triu(np.ones((L, L), dtype=int), k=1)",
    "unsigned bytes": "np.triu(np.ones((L, L), dtype=np.uint8), k=1)",
    "floats": "np.triu(np.ones((L, L)), k=1)",
    "half floats": "np.triu(np.ones((L, L), dtype=np.float16), k=1)",
    "nested lists of bools": "[[j > i for j in range(L)] for i in range(L)]",
    "nested lists of numbers": "[[int(j > i) for j in range(L)] for i in range(L)]",
    "nested tuples": "tuple(tuple(j > i for j in range(L)) for i in range(L))",
    "a tuple of lists": "tuple([j > i for j in range(L)] for i in range(L))",
    "a list of arrays": "[np.arange(L) > i for i in range(L)]",
    "a list of lists of numpy bools": "[[np.bool_(j > i) for j in range(L)] for i in range(L)]",
    "matrix": "np.asmatrix(np.triu(np.ones((L, L)), k=1))",
    "unmasked masked array": "np.ma.masked_array(np.triu(np.ones((L, L)), k=1))",
    "masked array with a mask of False": "np.ma.masked_array(np.triu(np.ones((L, L)), k=1), np.zeros((L, L)))",
    "object array": "np.triu(np.ones((L, L), dtype=bool), k=1).astype(object)",
    "object array of numpy scalars": "np.array([[np.int8(j > i) for j in range(L)] for i in range(L)], dtype=object)",
    "complex with no imaginary part": "np.triu(np.ones((L, L), dtype=complex), k=1)",
    "a view with strides": "np.tril(np.ones((L, L)), k=-1).T",
    "a broadcast view": "np.broadcast_to(np.arange(L), (L, L)) > np.arange(L)[:, None]",
    "Fortran order": "np.asfortranarray(np.triu(np.ones((L, L)), k=1))",
    "big-endian": "np.triu(np.ones((L, L)), k=1).astype('>f8')",
    "minus zero": "np.where(np.triu(np.ones((L, L)), k=1) == 1, 1.0, -0.0)",
}


@pytest.mark.parametrize("form", MASKS)
def test_a_right_mask_passes_in_every_form(form, judged, mask_exercise):
    verdict = judged(f"def f(L):\n    return {MASKS[form]}\n", mask_exercise)
    assert verdict["passed"] and verdict["kind"] == "passed", verdict
    assert verdict["checked"] == verdict["of"] == 3


FUNCTIONS = {
    "lambda": "f = lambda L: np.triu(np.ones((L, L)), k=1)",
    "object with __call__": (
        "class Maker:\n    def __call__(self, L):\n        return np.triu(np.ones((L, L)), k=1)\nf = Maker()"
    ),
    "functools.partial": (
        "import functools\ndef g(k, L):\n    return np.triu(np.ones((L, L)), k=k)\nf = functools.partial(g, 1)"
    ),
    "bound method": "class A:\n    def g(self, L):\n        return np.triu(np.ones((L, L)), k=1)\nf = A().g",
    "nested function": "def outer():\n    def f(L):\n        return np.triu(np.ones((L, L)), k=1)\n    return f\nf = outer()",
    "other parameter name": "def f(n):\n    return np.triu(np.ones((n, n)), k=1)",
    "extra optional parameter": "def f(L, k=1):\n    return np.triu(np.ones((L, L)), k=k)",
    "star arguments": "def f(*args):\n    return np.triu(np.ones((args[0], args[0])), k=1)",
    "decorated and cached": (
        "import functools\n@functools.lru_cache\ndef f(L):\n    return np.triu(np.ones((L, L)), k=1)"
    ),
    "dataclass helper": (
        "from dataclasses import dataclass\n@dataclass\nclass S:\n    L: int\n"
        "def f(L):\n    return np.triu(np.ones((S(L).L,) * 2), k=1)"
    ),
    "under a main guard": (
        "def f(L):\n    return np.triu(np.ones((L, L)), k=1)\nif __name__ == '__main__':\n    print(f(3))"
    ),
    "windows line ends": "def f(L):\r\n    return np.triu(np.ones((L, L)), k=1)\r\n",
    "byte order mark": "\ufeffdef f(L):\n    return np.triu(np.ones((L, L)), k=1)",
    "future import": "from __future__ import annotations\ndef f(L: int) -> Nope:\n    return np.triu(np.ones((L, L)), k=1)",
}  # fmt: skip


@pytest.mark.parametrize("form", FUNCTIONS)
def test_anything_that_can_be_called_is_a_function(form, judged, mask_exercise):
    verdict = judged(FUNCTIONS[form], mask_exercise)
    assert verdict["passed"], verdict


WHOLE = (
    "a * b",
    "np.int64(a) * b",
    "np.array(a * b)",
    "float(a) * b",
    "np.prod(np.array([a, b], dtype='int64'))",
)


@pytest.mark.parametrize("expression", WHOLE)
def test_a_whole_number_passes_as_python_or_numpy_number(expression, judged, number_exercise):
    assert judged(f"def f(a, b):\n    return {expression}", number_exercise)["passed"]


@pytest.mark.parametrize(
    "expression", ["a * b + 1e-9 * a", "[a * b]", "np.array([a * b])", "str(a * b)", "a * b + 1"]
)
def test_a_whole_number_is_exact_and_a_scalar(expression, judged, number_exercise):
    assert not judged(f"def f(a, b):\n    return {expression}", number_exercise)["passed"]


def test_whole_numbers_beyond_the_exact_floats_are_compared_exactly(judged, make_bundle, make_case):
    asked = make_bundle([make_case("big", {"a": 2**60 + 1}, 2**60 + 1)], "whole")
    assert judged("def f(a):\n    return a", asked)["passed"]
    assert not judged("def f(a):\n    return a - 1", asked)["passed"]
    assert not judged("def f(a):\n    return float(a)", asked)["passed"]


@pytest.mark.parametrize("value", ["True", "np.bool_(True)", "1", "1.0", "np.array(True)"])
def test_a_truth_value_passes_as_bool_or_one(value, judged, make_bundle, make_case):
    asked = make_bundle([make_case("yes", {"a": 1}, True)], "truth")
    assert judged(f"def f(a):\n    return {value}", asked)["passed"]


@pytest.mark.parametrize("value", ["False", "2", "'yes'", "None", "[True]", "np.nan", "object()"])
def test_only_the_right_truth_value_passes(value, judged, make_bundle, make_case):
    asked = make_bundle([make_case("yes", {"a": 1}, True)], "truth")
    assert not judged(f"def f(a):\n    return {value}", asked)["passed"]


TABLES = (
    "X * 2",
    "(X * 2).tolist()",
    "(X * 2).astype(np.float32)",
    "(X * 2).astype(np.longdouble)",
    "X * 2 * (1 + 1e-9)",
)


@pytest.mark.parametrize("expression", TABLES)
def test_floats_pass_within_rounding(expression, judged, table_exercise):
    assert judged(f"def f(X):\n    return {expression}", table_exercise)["passed"]


@pytest.mark.parametrize(
    "expression", ["X * 2 * (1 + 1e-5)", "X * 2 + 1e-5", "(X * 2.001).astype(np.float32)"]
)
def test_floats_beyond_rounding_do_not_pass(expression, judged, table_exercise):
    assert not judged(f"def f(X):\n    return {expression}", table_exercise)["passed"]


def test_small_cells_may_carry_the_float32_rounding_of_larger_ones(judged, make_bundle, make_case):
    asked = make_bundle([make_case("mixed", {"n": 3}, np.array([4.0, 0.01, 0.0]))])
    assert judged("def f(n):\n    return [4.0000002, 0.0100003, 1e-9]", asked)["passed"]
    assert not judged("def f(n):\n    return [4.0, 0.01001, 0.0]", asked)["passed"]
    assert not judged("def f(n):\n    return [4.0, 0.01, 1e-7]", asked)["passed"]


def test_whole_numbers_pass_where_floats_are_equal_to_them(judged, make_bundle, make_case):
    asked = make_bundle([make_case("round", {"n": 3}, np.arange(3.0))])
    assert judged("def f(n):\n    return np.arange(n)", asked)["passed"]


def test_infinity_and_nan_are_right_only_where_they_are_expected(judged, make_bundle, make_case):
    asked = make_bundle([make_case("odd", {"n": 3}, np.array([0.0, -np.inf, np.nan]))])
    assert judged("def f(n):\n    return [0.0, -np.inf, np.nan]", asked)["passed"]
    for wrong in ("[0.0, np.inf, np.nan]", "[0.0, -1e9, np.nan]", "[np.nan] * 3", "[0.0, -np.inf, 0.0]"):
        assert not judged(f"def f(n):\n    return {wrong}", asked)["passed"]


PAIRS = ("(X, X.sum(axis=1))", "[X, X.sum(axis=1)]", "(X.tolist(), list(X.sum(axis=1)))")


@pytest.mark.parametrize("expression", PAIRS)
def test_a_tuple_of_results_passes_as_tuple_or_list(expression, judged, make_bundle, make_case):
    table = np.arange(6.0).reshape(2, 3)
    asked = make_bundle([make_case("two", {"X": table}, (table, table.sum(axis=1)))], ["array", "array"])
    assert judged(f"def f(X):\n    return {expression}", asked)["passed"]


def test_two_results_of_one_shape_pass_as_one_array(judged, make_bundle, make_case):
    table = np.arange(6.0).reshape(2, 3)
    asked = make_bundle([make_case("two", {"X": table}, (table, table + 1))], ["array", "array"])
    for expression in ("np.array([X, X + 1])", "[X, X + 1]", "(X.tolist(), (X + 1).tolist())"):
        assert judged(f"def f(X):\n    return {expression}", asked)["passed"]
    assert judged("def f(X):\n    return X", asked)["kind"] == "type"
    assert judged("def f(X):\n    return X, X, X", asked)["kind"] == "type"


def test_a_mask_of_floats_is_compared_as_numbers(judged, make_bundle, make_case):
    asked = make_bundle([make_case("additive", {"n": 2}, np.array([0.0, -np.inf]))], "mask")
    assert judged("def f(n):\n    return [0, -np.inf]", asked)["passed"]
    assert not judged("def f(n):\n    return [False, True]", asked)["passed"]
