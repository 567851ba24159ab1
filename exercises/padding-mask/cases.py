import numpy as np

from grader.case import Case

CASES = [
    Case(
        "two sentences",
        {"lengths": [3, 1], "L": 4},
        "Small enough to follow by hand; even the longer sentence has padding.",
        shown=True,
    ),
    Case("one sentence", {"lengths": [2], "L": 3}, "A batch of one keeps all three axes."),
    Case(
        "an array of lengths",
        {"lengths": np.array([2, 0, 4]), "L": 5},
        "The lengths in an array. One sentence has no word at all, so its row is all padding.",
        repeats="Lengths come as lists and as arrays; either may be taken for granted.",
    ),
    Case(
        "two full sentences",
        {"lengths": [6, 2, 6, 5], "L": 6},
        "A sentence without padding has a row of zeros.",
        repeats="Shows alone that nothing is padding where a sentence is full.",
    ),
    Case("one place", {"lengths": [0, 1], "L": 1}, "The shortest row: either a word or padding."),
    Case(
        "as many sentences as places",
        {"lengths": np.array([1, 3, 2]), "L": 3},
        "Where both sizes are the same, mixed up axes raise no error.",
    ),
    Case(
        "five sentences",
        {"lengths": np.array([6, 1, 4, 7, 3]), "L": 8},
        "A size that no example in the text uses.",
    ),
    Case(
        "a long row",
        {"lengths": [70, 9], "L": 131},
        "Longer than any row that a table of fixed size has room for.",
    ),
]
