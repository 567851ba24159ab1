import numpy as np

from grader.case import Case


def _random(seed, *shape):
    """Scores with one decimal, within about 2 of zero."""
    return np.random.default_rng(seed).normal(0, 1, shape).round(1)


def _mask(*rows):
    return np.array([[cell == "x" for cell in row] for row in rows])


CASES = [
    Case(
        "two words, three keys",
        {"scores": np.array([[0.5, -1.2, 0.8], [1.5, 0.0, -0.7]]), "blocked": _mask(".x.", "..x")},
        "Small enough to follow by hand.",
        shown=True,
    ),
    Case(
        "one word",
        {"scores": np.array([[-0.4, -1.3]]), "blocked": _mask(".x")},
        "The smallest table with a blocked cell. Both scores are negative, so a blocked 0 would win.",
    ),
    Case(
        "three words, three keys",
        {"scores": _random(3, 3, 3), "blocked": _mask(".xx", "..x", "...")},
        "A square table under a causal mask: there a maximum or a sum that lost its axis raises no error.",
        repeats="The only square table of small scores: axes mixed up raise no error here.",
    ),
    Case(
        "one key",
        {"scores": np.array([[0.7], [-1.1], [0.2]]), "blocked": _mask(".", ".", ".")},
        "With a single key every weight is 1, and the axis of length 1 must survive.",
    ),
    Case(
        "scores below zero",
        {
            "scores": np.array(
                [[-0.5, -1.9, -1.2, -0.8], [-1.4, -0.3, -2.0, -1.1], [-0.9, -1.6, -0.2, -0.7]]
            ),
            "blocked": _mask("x..x", "....", ".xx."),
        },
        "Every score is negative. One row has nothing blocked.",
        repeats="With it a fill of −100, masked again after softmax, is not taken for two other mistakes.",
    ),
    Case(
        "a mask of 0 and 1",
        {"scores": _random(8, 4, 2), "blocked": np.array([[0, 1], [0, 0], [1, 0], [0, 1]])},
        "Whole numbers in the mask: `~` turns 0 into −1 and 1 into −2, and as an index they count rows.",
        needed_for=("tilde-on-whole-numbers", "mask-as-index"),
    ),
    Case(
        "whole-number scores",
        {"scores": np.array([[2, 0, -1, 1, -2], [1, -1, 0, 2, 0]]), "blocked": _mask(".x..x", "x....")},
        "An array of whole numbers cannot hold −∞. Two open scores of a row are equal.",
        needed_for=("minus-infinity-into-whole-numbers", "cut-to-whole-numbers"),
    ),
    Case(
        "large scores",
        {
            "scores": np.array(
                [
                    [1000.0, 998.0, -1000.0, 990.0],
                    [-1000.0, -1003.0, -1002.0, -1001.0],
                    [5.0, -2.0, 4.0, -900.0],
                    [1000.0, 900.0, -1000.0, -1000.0],
                    [-1000.0, 1000.0, -1000.0, -1000.0],
                ]
            ),
            "blocked": _mask("...x", "..x.", "...x", ".x..", "...."),
        },
        "One row reaches 1000, another only −1000 and less: e to the score overflows, or is 0 everywhere. In "
        "the last rows one open score stands high above the mean.",
        underflows=True,
        needed_for=("no-maximum-subtracted",),
    ),
    Case(
        "a blocked score far above",
        {"scores": np.array([[-400.0, 600.0], [800.0, 798.0]]), "blocked": _mask(".x", "..")},
        "A blocked score lies 1000 above the open one: it must neither set the maximum nor win.",
    ),
    Case(
        "scores below a finite fill",
        {"scores": np.array([[-1e38, 0.5], [0.3, -2e38]]), "blocked": _mask(".x", "x.")},
        "Open scores of −1e38 and −2e38: lower than the numbers that often stand in for −∞.",
        needed_for=("finite-fill",),
    ),
    Case(
        "the lowest number there is",
        {"scores": np.array([[0.0, -1.7976931348623157e308]]), "blocked": _mask("x.")},
        "The open score is the lowest float: only −∞ is lower.",
        probe="Where an open score is the lowest float there is, your result is another one. Either a "
        "blocked score is a finite number in your code, not −∞, or your floats have 32 bits.",
    ),
    Case(
        "a mask of 0. and 1.",
        {"scores": _random(14, 2, 4), "blocked": np.array([[0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]])},
        "A mask made with `np.ones` holds floats, and `~`, `^` and indexing do not take them.",
        probe="With a mask of floats, 0. and 1., your function gives another result, or an error. "
        "`np.triu(np.ones((L, L)), k=1)` makes such a mask.",
    ),
    Case(
        "one mask row for all",
        {"scores": _random(15, 3, 4), "blocked": _mask(".x.x")},
        "A padding mask has one row, which is the same for every word that looks.",
        probe="Your function needs a mask as large as the scores. With `np.where` a padding mask of one row "
        "is repeated for every row of scores.",
    ),
    Case(
        "a batch of tables",
        {
            "scores": _random(16, 2, 3, 4),
            "blocked": np.array([_mask(".x..", "..xx", "...."), _mask("...x", "x..x", ".xx.")]),
        },
        "Several tables at once: the keys are the last axis, not the second.",
        probe="Your function is right for one table, but not for a batch of tables, shape `(B, L, S)`. "
        "Counted from the end the keys are always axis −1, and NumPy needs no loop over the rows.",
    ),
]
