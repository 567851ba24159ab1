import numpy as np

from grader.case import Case


def _counted(B, T, C, H):
    """A number tells where it was: hundreds for the sentence, tens for the word, quarters for the column."""
    b, t, c = np.ogrid[1 : B + 1, 0:T, 0:C]
    return {"X": b * 100.0 + t * 10 + c / 4, "H": H}


CASES = [
    Case(
        "two words, two heads",
        {"X": np.array([[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]]), "H": 2},
        "Small enough to follow by hand: head 0 gets 1, 2 and 5, 6.",
        shown=True,
    ),
    Case(
        "three sentences",
        _counted(3, 5, 8, 2),
        "All four lengths of the result differ, so no two axes can be taken for each other.",
        repeats="The plain case: what goes wrong here is not due to a special size.",
    ),
    Case(
        "five narrow heads",
        _counted(2, 4, 15, 5),
        "Five heads of width 3: number and width of the heads must not be exchanged.",
    ),
    Case(
        "as many words as two heads can share",
        _counted(1, 6, 4, 2),
        "Here the words could be cut into two halves as well, without an error.",
    ),
    Case("one head", _counted(2, 3, 4, 1), "Nothing is cut, but the axis of the heads is there."),
    Case("heads of width 1", _counted(2, 5, 3, 3), "Each head gets one column, and the last axis stays."),
    Case("one word", _counted(3, 1, 8, 2), "The axis of the words has length 1."),
    Case(
        "whole numbers",
        {"X": np.arange(1, 25).reshape(1, 4, 6), "H": 2},
        "An array of whole numbers: they are only moved.",
        shown=True,
    ),
    Case(
        "four heads for six columns",
        _counted(2, 4, 6, 4),
        "6 columns cannot be shared by 4 heads. The size of X would allow a reshape with another B or T.",
        raises=ValueError,
        needed_for=("columns-left-over",),
    ),
    Case(
        "more heads than columns",
        _counted(2, 3, 2, 4),
        "A head of width 0 is no head.",
        raises=ValueError,
    ),
]
