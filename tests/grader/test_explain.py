"""Errors a learner meets, in one sentence. The messages come from Python and NumPy themselves."""

from __future__ import annotations

import json

import numpy as np
import pytest

import grader

A, B = "np.ones((3, 4))", "np.ones((3, 5))"

SENTENCES = {
    f"{A} @ {B}": "lengths 4 and 3 meet",
    f"np.dot({A}, {B})": "Shapes `(3,4)` and `(3,5)` do not fit in a product",
    f"{A} + {B}": "Shapes `(3,4)` and `(3,5)` do not fit",
    f"{A}.sum(axis=2)": "There is no axis 2: the array has 2 axes",
    "np.ones(3).sum(axis=1)": "There is no axis 1: the array has 1 axis,",
    "-(np.ones(3) > 0)": "to flip it write `~`",
    "(np.ones(3) > 0) - (np.ones(3) > 1)": "True and False cannot be subtracted",
    "~np.ones(3)": "it cannot flip floats",
    "-[1, 2]": "Is it still a list?",
    "np.array([np.nan, 1]).astype(int) + int(np.nan)": "cannot hold nan or inf",
    "int(np.inf)": "cannot hold inf",
    "1 if np.ones(3) else 2": "An array is not simply true or false",
    "np.ones(3) > 0 and np.ones(3) > 1": "An array is not simply true or false",
    "np.ones((2, 3, 4)).transpose(1, 0)": "every axis of the array exactly once",
    "np.ones(6).reshape(4, 2)": "6 values cannot be cut into shape `(4,2)`",
    "g(1)": "There is no `g` here",
    "x1": "There is no `x1` here",
    "exp(1)": "Did you mean `np.exp`?",
    "softmax(1)": "There is no `softmax` here",
    "torch.ones(3)": "NumPy is, under the name `np`",
    "np.sofmax(1)": "NumPy has no `np.sofmax`",
    "np.zeroes(3)": "Did you mean `np.zeros`?",
    "np.ones(3).size()": "this is a whole number",
    "np.ones(3)(1)": "this is an array",
    "np.zeros(2, 3)": "The shape must be one tuple",
    "np.ones(3)[5]": "There is no index 5 on axis 0: its length is 3",
    "np.ones(3)[1, 2]": "The array has 1 axis, and 2 indices",
    "np.ones(3)[np.ones(2) > 0]": "axis 0 of the array has length 3, of the mask 2",
    "np.ones(3)[np.ones(3)]": "this one holds floats",
    "np.ones(3)[1.5]": "An index must be a whole number",
    "[1, 2][0, 1]": "takes one index at a time",
    "[1, 2].T": "`np.asarray` makes an array of it",
    "np.ones(3).tranpose()": "Did you mean `.transpose`?",
    "print(1).T": "Something there is `None`",
    "print(1)[0]": "Something there is `None`",
    "np.ones(2.5)": "`//` stays whole",
    "range(3.0)": "`//` stays whole",
    "np.array([[1, 2], [3]])": "different lengths",
    "np.add(np.ones(3, int), 0.5, out=np.ones(3, int))": "An array of whole numbers cannot hold floats",
    "(lambda a, b: a)(1)": "without 'b'",
    "(lambda a: a)(1, 2)": "more arguments than it accepts",
    "np.sum(np.ones(3), axes=1)": "no argument named `axes`",
    "np.ones(3) + 'a'": "",
    "1 + 'a'": "`+` does not work between a whole number and a text",
    "1 + None": "a whole number and `None`",
    "1 / 0": "divided by zero",
    "(lambda f: f(f))(lambda f: f(f))": "calls itself again and again",
    "input()": "nobody to answer",
    "__import__('scipy')": "`scipy` is not there",
    "(lambda a, b: 1)(*np.ones((3, 2)))": "more arguments",
    "np.concatenate([np.ones((2, 3)), np.ones((3, 4))])": "other axes have equal lengths",
    "float(np.ones(3))": "One number is needed",
    "{}['a']": "KeyError",
}  # fmt: skip

LINES = {
    "a, b = np.ones(3)": "The left side has 2 names, and the right side has more values",
    "a, b, c = np.ones(2)": "The left side has 3 names, and the right side has fewer values",
    "np.ones((2, 3))[0] = np.ones(2)": "shape `(2,)` cannot be written into a place of shape `(3,)`",
    "x = np.ones(3, int); x += 0.5": "An array of whole numbers cannot hold floats",
    "y = y + 1": "used before it has a value",
    "assert L == 0, 'L is not zero'": "An `assert` of yours did not hold: L is not zero",
    "raise ValueError('my own words')": "my own words",
    "raise ValueError": "Python stopped with `ValueError`.",
    "import torch": "`torch` is not there",
    "import pyodide_js": "the web page around Python",
    "from js import document": "the web page around Python",
    "import jsonschema": "`jsonschema` is not there",
    "import sys; sys.exit()": "Your code ended the program there",
}


def message_of(body, judged, mask_exercise):
    verdict = judged(f"def f(L):\n    {body}\n", mask_exercise)
    assert verdict["kind"] == "raised", verdict
    return verdict["message"]


@pytest.mark.parametrize("expression", SENTENCES)
def test_an_error_is_explained(expression, judged, mask_exercise):
    message = message_of(f"return {expression}", judged, mask_exercise)
    assert SENTENCES[expression].lower() in message.lower(), message
    assert f"Line 2, `return {expression}`" in message


@pytest.mark.parametrize("line", LINES)
def test_an_error_of_a_statement_is_explained(line, judged, mask_exercise):
    message = message_of(line, judged, mask_exercise)
    assert LINES[line] in message, message
    assert "Line 2" in message and "Traceback" not in message


def test_a_near_local_name_is_suggested(judged, mask_exercise):
    verdict = judged("def f(L):\n    scores = 1\n    return score", mask_exercise)
    assert "Did you mean `scores`?" in verdict["message"]


def test_too_few_parameters_are_told_without_a_line(judged, mask_exercise):
    message = judged("def f():\n    return 1", mask_exercise)["message"]
    assert "`f` was called with more arguments than it accepts" in message and "Line" not in message
    message = judged("def f(L, M):\n    return 1", mask_exercise)["message"]
    assert "without 'M'" in message


SYNTAX = {
    "def f(L):\n    return “L”": "curly quotes",
    "def f(L):\n    return ‘L’": "curly quotes",
    "def f(L):\n    return L − 1": "long dash",
    "def f(L):\n    return L × 2": "multiplies with `*`",
    "def f(L):\n    return\u00a0L": "a character in it that Python does not know",
    "def f(L):\n    x = 1\n\treturn x": "",
    "def f(L):\n\tif L:\n        return 1": "",
    "def f(L):\nreturn L": "must be moved in by four spaces",
    "def f(L):\n    for i in range(L):\n    return i": "must be moved in by four spaces",
    "def f(L):\n    x = 1\n      return x": "further in than the one above",
    "def f(L):\n    if L:\n        x = 1\n      return x": "further out than the block",
    "def f(L)\n    return L": "colon `:` is missing",
    "def f(L):\n    return (L + 1": "`(` is opened and never closed",
    "def f(L):\n    return L)": "`)` is closed and was never opened",
    "def f(L):\n    return (L]": "`(` is closed by `]`",
    "def f(L):\n    return 'L": "no closing quote",
    "def f(L):\n    if L = 1:\n        return L": "To compare, write `==`",
    "return 1": "outside any function",
    "def f(L):\n    3 = L": "left side of `=`",
    "def f(L):\n    return [1 2]": "comma is probably missing",
    "def f(L):\n    break": "outside any loop",
    "def f(L):\n    print 1": "round brackets",
    "def f(L):\n    return 1 +": "missing bracket, comma or colon",
}


@pytest.mark.parametrize("code", SYNTAX)
def test_a_syntax_error_is_explained(code, ran, mask_exercise):
    answer = {**ran(code, 1)["ran"], "python": [3, 14]}
    assert answer["stage"] == "syntax"
    verdict = json.loads(grader.judge_json(json.dumps({"bundle": mask_exercise, "ran": answer})))
    assert verdict["kind"] == "syntax"
    assert SYNTAX[code] in verdict["message"], verdict["message"]
    assert f"line {answer['error']['line']}" in verdict["title"]


def test_the_line_of_an_error_outside_the_function_is_told(judged, mask_exercise):
    verdict = judged("def f(L):\n    return L\n\nprint(f(1)[0])", mask_exercise)
    assert verdict["kind"] == "raised" and verdict["title"] == "`TypeError` on line 4"
    assert "outside your function" in verdict["message"]


def test_backticks_always_come_in_pairs(judged, mask_exercise):
    code = "def f(L):\n    raise ValueError('a ` b')  # ` tick"
    assert judged(code, mask_exercise)["message"].count("`") % 2 == 0
    assert judged("def f(L):\n    return 'a`b'", mask_exercise)["message"].count("`") % 2 == 0


def test_a_product_of_batches_names_the_lengths_that_meet(judged, make_bundle, make_case):
    asked = make_bundle([make_case("c", {"K": np.ones((2, 3, 4))}, np.ones((2, 3, 3)))])
    assert "lengths 4 and 3 meet" in judged("def f(K):\n    return K @ K", asked)["message"]


BATCH = {"K": np.ones((2, 3, 4))}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return K @ K.T", ["`.T` turns round all axes", "`K` has shape `(2, 3, 4)`"]),
        (
            "return K[:, :, :3] @ K[:, :, :3].T[:, :, :2]",
            ["The batch axes", "`(2,3,3)` and `(3,3,2)`", "`.T` turns"],
        ),
        ("W = np.ones(5); return K + W", ["Here `W` has shape `(5,)` and `K` has shape `(2, 3, 4)`"]),
        ("return K.sum(axis=3)", ["There is no axis 3", "`K` has shape `(2, 3, 4)`"]),
        ("return K[:, 5]", ["There is no index 5", "`K` has shape `(2, 3, 4)`"]),
        ("n = [K]; return np.concatenate(n, axis=7)", ["There is no axis 7"]),
    ],
)
def test_the_shapes_of_what_the_line_names_are_told(line, said, judged, make_bundle, make_case):
    asked = make_bundle([make_case("c", BATCH, np.ones((2, 3, 3)))])
    message = judged(f"def f(K):\n    {line}", asked)["message"]
    assert all(words in message for words in said), message


def test_an_array_that_lies_about_its_shape_changes_nothing(judged, make_bundle, make_case):
    code = (
        "class Odd(np.ndarray):\n    shape = property(lambda self: 1 / 0)\n\n"
        "def f(K):\n    K = K.view(Odd)\n    return K @ np.ones((7, 7))"
    )
    asked = make_bundle([make_case("c", BATCH, np.ones((2, 3, 3)))])
    assert "`K` has shape `(2, 3, 4)`" in judged(code, asked)["message"]


def test_a_product_of_tables_says_nothing_of_batches(judged, make_bundle, make_case):
    asked = make_bundle([make_case("c", {"K": np.ones((3, 4))}, np.ones((3, 3)))])
    message = judged("def f(K):\n    return K.T @ np.ones((2, 2)).T", asked)["message"]
    assert "lengths 3 and 2 meet" in message and "`.T` turns" not in message
