import numpy as np

from grader.case import Case


def _table(seed, C):
    """A random table with one decimal, not symmetric."""
    return np.random.default_rng(seed).normal(0, 1, (C, C)).round(1)


def _call(seed, C, order, H=None):
    return {"W_O": _table(seed, C), "H": len(order) if H is None else H, "order": order}


CASES = [
    Case(
        "two heads change places",
        _call(1, 4, [1, 0]),
        "Small enough to follow by hand: the two upper rows go below the two lower ones.",
        shown=True,
    ),
    Case(
        "three heads in a round",
        _call(2, 6, [1, 2, 0]),
        "An order that is not its own reverse: from which place, or to which place, makes a difference.",
        shown=True,
    ),
    Case(
        "wide heads",
        _call(3, 8, [1, 0]),
        "Two heads of width 4: number and width of the heads differ.",
        repeats="Two heads of another width than in the shown case.",
    ),
    Case("four heads", _call(4, 12, [2, 0, 3, 1]), "Nobody stays, and no two simply change places."),
    Case(
        "one head stays",
        _call(5, 9, [2, 1, 0]),
        "The head in the middle keeps its rows.",
        repeats="An order that is its own way back, easier to follow than a round.",
    ),
    Case("heads of width 1", _call(6, 3, [2, 0, 1]), "Each head has one row."),
    Case("one head", _call(7, 2, [0]), "There is no other order for one head."),
    Case(
        "an order as a tuple",
        _call(8, 6, (2, 0, 1)),
        "NumPy reads a tuple in square brackets as one index for each axis.",
        needed_for=("tuple-as-an-index",),
    ),
    Case(
        "an order as an array",
        _call(9, 8, np.array([3, 1, 0, 2])),
        "NumPy arrays compare cell by cell.",
        repeats="An order may come as any kind of list; this one compares cell by cell.",
    ),
    Case(
        "whole numbers",
        {"W_O": np.arange(16).reshape(4, 4), "H": 2, "order": [1, 0]},
        "A table of whole numbers: its rows are only moved.",
    ),
    Case(
        "one head everywhere",
        _call(10, 6, [1, 1, 1]),
        "The sum is right.",
        raises=ValueError,
        needed_for=("order-not-checked",),
    ),
    Case(
        "a head is missing",
        _call(11, 6, [2, 0], H=3),
        "Head 1 has no place.",
        raises=ValueError,
        needed_for=("order-not-checked",),
    ),
    Case(
        "a head too many",
        _call(12, 6, [1, 0, 2, 1], H=3),
        "All are there, one twice.",
        raises=ValueError,
        needed_for=("order-not-checked",),
    ),
    Case(
        "a head that is not there",
        _call(13, 6, [0, 3, 1]),
        "Heads are 0, 1, 2.",
        raises=ValueError,
        repeats="The plainest wrong order; NumPy raises another error here by itself.",
    ),
    Case(
        "a head below zero",
        _call(14, 6, np.array([0, -1, 1])),
        "NumPy would take −1 as the last head, and nothing would show.",
        raises=ValueError,
        needed_for=("order-not-checked",),
    ),
    Case(
        "four heads for six columns",
        _call(15, 6, [2, 0, 3, 1]),
        "6 columns cannot be shared by 4 heads.",
        raises=ValueError,
        needed_for=("rows-left-over",),
    ),
]
