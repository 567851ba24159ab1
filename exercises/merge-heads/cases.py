import numpy as np

from grader.case import Case


def _counted(B, H, T, d):
    """A number tells where it was: hundreds for the sentence, tens for the head, ones for the word; columns
    count down."""
    b, h, t, k = np.ogrid[1 : B + 1, 0:H, 0:T, 0:d]
    return {"Z": b * 100.0 + h * 10 + t - k / 8}


CASES = [
    Case(
        "two heads, two words",
        {"Z": np.array([[[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]]])},
        "Small enough to follow by hand: word 0 has 1, 2 in head 0 and 3, 4 in head 1.",
        shown=True,
    ),
    Case(
        "two sentences",
        _counted(2, 3, 5, 4),
        "All lengths differ, so no two axes can be taken for each other.",
    ),
    Case("more heads than words", _counted(3, 5, 2, 4), "Five heads for two words."),
    Case("one head", _counted(2, 1, 3, 4), "Nothing to join: only the axis of the heads goes."),
    Case("heads of width 1", _counted(2, 4, 3, 1), "Each head gives one column."),
    Case("one word", _counted(4, 3, 1, 2), "The axis of the words has length 1, and stays."),
    Case(
        "as many heads as words",
        _counted(2, 3, 3, 4),
        "A square of heads and words: shapes alone say nothing.",
        repeats="Heads and words change places without a change of shape in a second setting.",
    ),
    Case(
        "whole numbers",
        {"Z": np.arange(1, 25).reshape(1, 2, 3, 4)},
        "An array of whole numbers: they are only moved.",
        shown=True,
    ),
]
