"""Answers that try to look right, by accident or on purpose."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import pytest

LIARS = {
    "equal to everything": "class A:\n    def __eq__(self, o):\n        return True\n    __hash__ = None\ndef f(L):\n    return A()",
    "array interface of its own": (
        "class A:\n    def __array__(self, *a, **k):\n        return np.triu(np.ones((3, 3)), k=1)\ndef f(L):\n    return A()"
    ),
    "claims to be an array": (
        "class A:\n    @property\n    def __class__(self):\n        return np.ndarray\ndef f(L):\n    return A()"
    ),
    "a class with a lying metaclass": (
        "class M(type):\n    def __eq__(self, o):\n        return True\n    __hash__ = type.__hash__\n"
        "    def __instancecheck__(self, o):\n        return True\nclass A(metaclass=M):\n    pass\ndef f(L):\n    return A()"
    ),
    "raises when looked at": (
        "class A:\n    def __getattribute__(self, n):\n        raise SystemExit\ndef f(L):\n    return A()"
    ),
    "generator": "def f(L):\n    yield np.triu(np.ones((L, L)), k=1)",
    "generator expression": "def f(L):\n    return ([j > i for j in range(L)] for i in range(L))",
    "coroutine": "async def f(L):\n    return np.triu(np.ones((L, L)), k=1)",
    "set": "def f(L):\n    return {0, 1}",
    "dictionary": "def f(L):\n    return {i: [j > i for j in range(L)] for i in range(L)}",
    "text": "def f(L):\n    return str(np.triu(np.ones((L, L)), k=1))",
    "bytes": "def f(L):\n    return np.triu(np.ones((L, L)), k=1).tobytes()",
    "array of text": "def f(L):\n    return np.triu(np.ones((L, L)), k=1).astype(str)",
    "structured array": "def f(L):\n    return np.zeros((L, L), dtype=[('a', bool)])",
    "dates": "def f(L):\n    return np.zeros((L, L), dtype='M8[s]')",
    "ragged list": "def f(L):\n    return [[j > i for j in range(i)] for i in range(L)]",
    "the function itself": "def f(L):\n    return f",
    "a class": "def f(L):\n    return int",
    "nothing": "def f(L):\n    np.triu(np.ones((L, L)), k=1)",
    "not implemented": "def f(L):\n    return NotImplemented",
    "a list that holds itself": "def f(L):\n    a = []\n    a.append(a)\n    return a",
    "a very deep list": "def f(L):\n    a = []\n    for _ in range(100_000):\n        a = [a]\n    return a",
    "cells hidden by a masked array": (
        "def f(L):\n    m = np.triu(np.ones((L, L)), k=1)\n    return np.ma.masked_array(m, m == 0 if L > 1 else m == m)"
    ),
    "objects that are no numbers": "def f(L):\n    return np.full((L, L), None)",
    "arrays within an object array": (
        "def f(L):\n    a = np.empty((L, L), dtype=object)\n    a[:] = [[np.ones(1)] * L] * L\n    return a"
    ),
    "imaginary": "def f(L):\n    return np.triu(np.ones((L, L)), k=1) + 1j",
    "an error that is returned": "def f(L):\n    return ValueError('x')",
}  # fmt: skip


@pytest.mark.parametrize("liar", LIARS)
def test_what_is_no_plain_value_is_of_the_wrong_type(liar, judged, mask_exercise):
    verdict = judged(LIARS[liar], mask_exercise)
    assert not verdict["passed"]
    assert verdict["kind"] == "type", verdict
    assert verdict["case"]["name"] == "L = 3"
    assert verdict["case"]["differs"] is None


JUDGED_BY_VALUE = {
    "ndarray subclass that lies": (
        "class A(np.ndarray):\n    def __eq__(self, o):\n        return True\n"
        "    @property\n    def shape(self):\n        return (L, L)\n"
        "    def __array_ufunc__(self, *a, **k):\n        return True\n    def tolist(self):\n        return 1\n"
        "def f(L):\n    return np.zeros((L, L)).view(A)"
    ),
    "list subclass that lies": (
        "class A(list):\n    def __iter__(self):\n        return iter([[False, True], [False, False]])\n"
        "def f(L):\n    return A([[False] * L] * L)"
    ),
    "length that raises": (
        "class A(list):\n    def __len__(self):\n        raise KeyboardInterrupt\n    __iter__ = __getitem__ = __len__\n"
        "def f(L):\n    return A([A([False] * L)] * L)"
    ),
    "float subclass that lies": (
        "class A(float):\n    def __eq__(self, o):\n        return True\n    def __float__(self):\n        return 1.0\n"
        "def f(L):\n    return [[A(0)] * L] * L"
    ),
    "patched comparisons": (
        "np.allclose = np.array_equal = np.isclose = lambda *a, **k: True\ndef f(L):\n    return np.zeros((L, L))"
    ),
    "patched builtins": (
        "import builtins\nbuiltins.all = builtins.any = lambda *a: True\nbuiltins.isinstance = lambda *a: True\n"
        "builtins.len = lambda x: 3\nbuiltins.zip = lambda *a, **k: []\ndef f(L):\n    return np.zeros((L, L))"
    ),
    "patched numpy": "np.array = np.asarray = np.isfinite = np.stack = None\ndel np.empty\ndef f(L):\n    return np.zeros((L, L))",
    "patched json": "import json\njson.dumps = lambda *a, **k: '{}'\ndef f(L):\n    return np.zeros((L, L))",
}  # fmt: skip


@pytest.mark.parametrize("liar", JUDGED_BY_VALUE)
def test_a_wrong_value_stays_wrong_whatever_it_says_of_itself(liar, judged, mask_exercise):
    verdict = judged(JUDGED_BY_VALUE[liar], mask_exercise)
    assert verdict["kind"] == "value", verdict
    assert verdict["checked"] == 1  # one word: nothing is blocked


def test_a_right_value_stays_right_whatever_is_patched(judged, mask_exercise):
    patches = JUDGED_BY_VALUE["patched builtins"].split("def f")[0]
    verdict = judged(f"{patches}def f(L):\n    return np.triu(np.ones((L, L)), k=1)", mask_exercise)
    assert verdict["passed"]


def test_a_subclass_is_seen_as_the_plain_array_it_holds(judged, mask_exercise):
    code = (
        "class A(np.ndarray):\n    def __eq__(self, o):\n        raise ValueError\n    shape = None\n"
        "def f(L):\n    return np.triu(np.ones((L, L)), k=1).view(A)"
    )
    assert judged(code, mask_exercise)["passed"]


@pytest.mark.parametrize("size", [10**5, 10**7])
def test_a_huge_result_is_not_kept(size, judged, mask_exercise):
    verdict = judged(f"def f(L):\n    return np.broadcast_to(0.0, ({size},))", mask_exercise)
    assert verdict["kind"] == "shape"
    assert verdict["case"]["got"] == {"shape": [size], "dtype": "float64", "large": True}


def test_a_huge_list_is_of_the_wrong_type(judged, mask_exercise):
    assert judged("def f(L):\n    return [0] * 10**6", mask_exercise)["kind"] == "type"
    assert judged("def f(L):\n    return [[0] * 1000] * 10**5", mask_exercise)["kind"] == "type"


WRONG_MASKS = {
    "all blocked": "np.ones((L, L))",
    "nothing blocked": "np.zeros((L, L))",
    "halves": "np.triu(np.ones((L, L)), k=1) / 2",
    "twos": "np.triu(np.ones((L, L)), k=1) * 2",
    "additive": "np.where(np.triu(np.ones((L, L)), k=1), -np.inf, 0.0)",
    "nan": "np.full((L, L), np.nan)",
    "nearly one": "np.triu(np.ones((L, L)), k=1) * (1 - 1e-7)",
    "a row too many": "np.triu(np.ones((L + 1, L)), k=1)",
    "an axis too many": "np.triu(np.ones((1, L, L)), k=1)",
    "a scalar": "0",
    "empty": "np.zeros((0, 0))",
    "empty list": "[]",
}


@pytest.mark.parametrize("wrong", WRONG_MASKS)
def test_a_wrong_mask_does_not_pass(wrong, judged, mask_exercise):
    verdict = judged(f"def f(L):\n    return {WRONG_MASKS[wrong]}", mask_exercise)
    assert not verdict["passed"]
    assert verdict["kind"] in ("value", "shape", "dtype")
    assert verdict["title"] and verdict["message"] and verdict["case"]


def test_an_additive_table_has_the_wrong_dtype_for_a_mask(judged, mask_exercise):
    verdict = judged(f"def f(L):\n    return {WRONG_MASKS['additive']}", mask_exercise)
    assert verdict["kind"] == "dtype"
    assert "-inf" in verdict["message"]
