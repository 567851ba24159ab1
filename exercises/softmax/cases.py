import numpy as np

from grader.case import Case


def _random(seed, *shape):
    """Scores with one decimal, within about 2 of zero."""
    return np.random.default_rng(seed).normal(0, 1, shape).round(1)


CASES = [
    Case(
        "two rows, three scores",
        {"scores": np.array([[0.5, -1.2, 0.8], [1.5, 0.0, -0.7]])},
        "Small enough to follow by hand.",
        shown=True,
    ),
    Case(
        "a single row", {"scores": np.array([0.3, -1.1])}, "One axis, no table around it: the smallest case."
    ),
    Case(
        "three rows, three scores",
        {"scores": _random(1, 3, 3)},
        "A square table: there a maximum or a sum that lost its axis raises no error.",
        repeats="Most axis mistakes give numbers here where they raise elsewhere.",
    ),
    Case(
        "one score in each row",
        {"scores": np.array([[0.7], [-1.1], [0.2]])},
        "A single score takes the whole weight, and the axis of length 1 must survive.",
    ),
    Case(
        "whole numbers",
        {"scores": np.array([[2, 0, -1, 1, -2], [1, -1, 2, 0, 1]])},
        "An array made like the scores would cut every weight down to 0.",
        needed_for=("cut-to-whole-numbers",),
    ),
    Case(
        "a batch of tables",
        {"scores": _random(2, 2, 3, 4)},
        "Three axes of different lengths: only the last one sums to 1.",
    ),
    Case(
        "heads",
        {"scores": _random(5, 2, 1, 4, 3)},
        "Four axes, one of length 1.",
    ),
    Case(
        "five axes",
        {"scores": _random(6, 1, 2, 1, 3, 2)},
        "Any number of axes: a limit, or a list of the ranks one has thought of, shows here.",
    ),
    Case(
        "large scores",
        {
            "scores": np.array(
                [
                    [1000.0, 998.0, -1000.0, -1000.0],
                    [-1000.0, -1003.0, -1001.0, -1002.0],
                    [0.5, -0.5, 1.0, -1.5],
                    [1.2, 0.3, -8.3, 0.1],
                ]
            )
        },
        "One row runs from −1000 to 1000, another nothing above −1000: e to the score overflows, or is 0. "
        "The mean of the first row lies 1000 below its highest scores. The last row has a "
        "small weight that is not 0.",
        underflows=True,
        needed_for=("no-maximum-subtracted", "one-global-maximum", "scores-cut-off"),
    ),
    Case(
        "minus infinity among the scores",
        {"scores": np.array([[0.5, -np.inf, -0.3], [-np.inf, -np.inf, 1.2]])},
        "A blocked score is −∞, and its weight is 0.",
    ),
]
