import numpy as np

from grader.case import Case


def _random(seed, *shape):
    """Logits with one decimal, within about 2 of zero."""
    return np.random.default_rng(seed).normal(0, 1, shape).round(1)


def _call(logits, targets, scored):
    """A call in which x marks a position that is not scored."""
    return {
        "logits": np.array(logits),
        "targets": np.array(targets),
        "scored": np.array([mark == "o" for mark in scored]),
    }


def _whole(call):
    return {**call, "scored": call["scored"].astype(int)}


CASES = [
    Case(
        "two words and padding",
        _call([[0.5, -1.2, 0.8, 0.0], [1.5, 0.3, -0.7, -0.4], [0.2, 0.9, 1.1, -1.6]], [2, 1, -100], "oox"),
        "Small enough to follow by hand: the last position is padding.",
        shown=True,
    ),
    Case("one position", _call([[0.4, -1.3]], [1], "o"), "A single loss is its own mean."),
    Case(
        "nothing is scored",
        _call([[0.1, -0.6, 0.9], [1.3, 0.2, -0.8]], [-100, -100], "xx"),
        "The mean of no losses does not exist.",
        shown=True,
        raises=ValueError,
        needed_for=("error-not-raised", "mean-of-an-empty-set", "other-exception", "zero-for-an-empty-set"),
    ),
    Case(
        "everything is scored",
        _call(_random(2, 2, 5), [3, 0], "oo"),
        "Every position counts.",
        repeats="The plain mean, easier to follow than one with positions left out.",
    ),
    Case(
        "1 and 0",
        _whole(_call(_random(4, 5, 3), [-100, 2, 0, -100, 1], "xooxo")),
        "Whole numbers in `scored`: as an index they count positions, and `~` turns 0 into −1.",
        repeats="Small enough to be the case shown where whole numbers go wrong.",
    ),
    Case(
        "ones only",
        _whole(_call(_random(3, 4, 6), [5, 0, 3, 1], "oooo")),
        "Every position counts, in whole numbers: as an index they all pick position 1.",
        repeats="Whole numbers as an index, with nothing else that could go wrong.",
    ),
    Case(
        "four positions, four words",
        _call(_random(5, 4, 4), [2, -100, 0, 3], "oxoo"),
        "A square table: there a maximum or a sum that lost its axis raises no error.",
    ),
    Case(
        "padding on both sides",
        _call(_random(6, 7, 5), [-100, -100, 4, 1, 1, 2, -100], "xxoooox"),
        "Padding in front and at the end; one word comes twice.",
    ),
    Case(
        "more than a hundred words",
        _call(_random(7, 3, 103), [99, -100, 6], "oxo"),
        "With 103 columns the index −100 exists: it means column 3, and no error tells.",
        needed_for=(("padding-counted", "padding-target-as-index"),),
    ),
    Case(
        "large logits",
        _call(
            [
                [1000.0, 998.0, -1000.0],
                [-1002.0, -1000.0, -1001.0],
                [3.0, -900.0, 2.0],
                [700.0, 5.0, 710.0],
                [-1000.0, 1000.0, -1000.0],
            ],
            [1, 2, 2, 0, 1],
            "ooooo",
        ),
        "One row reaches 1000, another nothing above −1000: e to the logit overflows, or is 0. In the last "
        "row one logit stands high above the mean.",
        needed_for=("no-maximum-subtracted",),
    ),
    Case(
        "rows far apart",
        _call([[400.0, 398.0, 399.0], [-461.0, -460.0, -462.0]], [2, 0], "oo"),
        "Each row is harmless alone; with one maximum for both, nothing is left of the lower one.",
        needed_for=(("no-maximum-subtracted", "one-global-maximum"),),
    ),
    Case(
        "a target far below",
        _call([[2.0, -798.0], [0.5, 1.5], [-0.5, 0.3]], [1, 0, 1], "ooo"),
        "The probability of the target is so small that it is 0 on a computer. Its logarithm is not.",
        needed_for=("logarithm-of-zero", "small-number-added"),
    ),
    Case(
        "a known word that is not scored",
        _call([[0.6, -0.3, 1.2], [-0.9, 0.4, 0.1]], [1, 2], "xo"),
        "The contract says that a target is −100 where nothing is scored; data of others may keep the word.",
        probe="Your function goes by the −100 in `targets` and does not look at `scored`. Here both say the "
        "same. In other data a target may be known and still not count, such as the words of a question.",
    ),
    Case(
        "scored as 0. and 1.",
        {**_call(_random(9, 4, 3), [2, -100, 1, 0], "oxoo"), "scored": np.array([1.0, 0.0, 1.0, 1.0])},
        "The contract speaks of True and False, 1 and 0; `&`, `~` and an index do not take floats.",
        probe="With floats, 0. and 1., in `scored` your function gives another result, or an error: `&`, `~` "
        "and an index do not take them.",
    ),
]
