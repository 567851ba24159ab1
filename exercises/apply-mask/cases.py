import numpy as np

from grader.case import Case

CASES = [
    Case(
        "two words, three keys",
        {
            "scores": np.array([[0.5, -1.2, 0.8], [1.5, 0.0, -0.7]]),
            "blocked": np.array([[False, True, False], [False, False, True]]),
        },
        "Small enough to follow by hand. One blocked score is negative, an open one is 0.",
        shown=True,
    ),
    Case(
        "one row",
        {"scores": np.array([1.4, -0.6]), "blocked": np.array([False, True])},
        "The smallest case: one axis, one blocked cell.",
    ),
    Case(
        "a mask of 0 and 1",
        {
            "scores": np.array([[0.3, -1.1], [1.2, 0.9], [-0.4, 2.0], [0.7, -1.8]]),
            "blocked": np.array([[0, 1], [0, 0], [1, 1], [1, 0]]),
        },
        "Whole numbers in the mask: `~` turns 0 into −1 and 1 into −2, and as an index they count rows. "
        "One row is blocked altogether.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "whole-number scores",
        {
            "scores": np.array([[2, 0, -1, 1], [1, -2, 2, 0]]),
            "blocked": np.array([[False, True, True, False], [True, False, False, False]]),
        },
        "An array of whole numbers cannot hold −∞.",
        needed_for=("minus-infinity-into-whole-numbers",),
    ),
    Case(
        "one mask row for each sentence",
        {
            "scores": np.random.default_rng(4).normal(0, 1, (2, 3, 4)).round(1),
            "blocked": np.array([[[True, False, False, True]], [[False, False, True, True]]]),
        },
        "A padding mask of shape (2, 1, 4) is repeated over the queries of scores of shape (2, 3, 4).",
    ),
    Case(
        "one table for all heads",
        {
            "scores": np.random.default_rng(5).normal(0, 1, (2, 3, 2, 5)).round(1),
            "blocked": np.array([[False, False, True, False, True], [False, False, False, True, False]]),
        },
        "Four axes, and a mask that has only the last two.",
    ),
    Case(
        "five axes",
        {
            "scores": np.random.default_rng(6).normal(0, 1, (2, 1, 3, 1, 2)).round(1),
            "blocked": np.array([[[True, False]], [[False, False]], [[False, True]]]),
        },
        "Any number of axes: a limit, or a list of the ranks one has thought of, shows here.",
    ),
    Case(
        "nothing blocked",
        {"scores": np.array([[0.2, -0.9, 1.1]]), "blocked": np.zeros((1, 3), dtype=bool)},
        "Every score stays as it is.",
    ),
    Case(
        "a mask of 0. and 1.",
        {
            "scores": np.array([[0.3, -1.1, 0.6], [1.2, 0.9, -0.2]]),
            "blocked": np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
        },
        "A mask made with `np.ones` holds floats, and `~`, `^` and indexing do not take them.",
        probe="With a mask of floats, 0. and 1., your function gives another result, or an error. "
        "`np.triu(np.ones((L, L)), k=1)` makes such a mask.",
    ),
]
