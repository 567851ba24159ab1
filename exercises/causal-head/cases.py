import numpy as np

from grader.case import Case


def _tables(seed, T, C, d_k, d_v):
    """Random tables with one decimal; the seeds are chosen so that the scores stay within 3 of zero."""
    random = np.random.default_rng(seed)
    X = random.normal(0, 1, (T, C)).round(1)
    W_Q, W_K, W_V = (random.normal(0, 0.7, (C, width)).round(1) for width in (d_k, d_k, d_v))
    return {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V}


def _floats(**tables):
    return {name: np.array(rows, dtype=float) for name, rows in tables.items()}


CASES = [
    Case(
        "three words",
        _tables(3, T=3, C=4, d_k=2, d_v=5),
        "Small enough to follow by hand; every axis has another length.",
        shown=True,
    ),
    Case(
        "two words",
        _tables(3, T=2, C=1, d_k=3, d_v=4),
        "The smallest table with a blocked cell: the first counterexample a learner sees. X has one column.",
    ),
    Case(
        "one word",
        _tables(0, T=1, C=3, d_k=4, d_v=2),
        "A single word mixes only its own value. An axis of length 1 must survive.",
        needed_for=("axis-dropped",),
    ),
    Case(
        "four words, narrow values",
        _tables(8, T=4, C=3, d_k=5, d_v=2),
        "Values narrower than keys and words.",
        repeats="Another order of the four sizes.",
    ),
    Case(
        "five words, wide keys",
        _tables(2, T=5, C=3, d_k=8, d_v=2),
        "A wide key makes every wrong scale show.",
    ),
    Case(
        "four words, wide values",
        _tables(15, T=4, C=2, d_k=3, d_v=6),
        "Values wider than anything else.",
    ),
    Case(
        "scores below zero",
        _tables(738, T=4, C=2, d_k=3, d_v=5),
        "Every score a word may use is negative, so a blocked 0 would win.",
        repeats="Shows a blocked 0 most clearly; elsewhere negative scores turn up by chance.",
    ),
    Case(
        "nine words",
        _tables(10, T=9, C=4, d_k=3, d_v=2),
        "Longer than a mask of fixed size that happens to fit the other cases.",
        repeats="A second length beyond the other small ones, should a table of eight be built in.",
    ),
    Case(
        "sixty-seven words",
        _floats(
            X=[[number, 1] for number in range(67)],
            W_Q=[[0], [0.125]],
            W_K=[[1], [0]],
            W_V=[[2, 0, 0], [1, 3, 5]],
        ),
        "Longer than a mask or a window of fixed size. Weights far below 0.001 add up, so they count too.",
        needed_for=("mask-of-fixed-size",),
    ),
    Case(
        "more columns than words",
        _tables(5, T=2, C=7, d_k=5, d_v=3),
        "A wide X: the width of the model must not be taken for the width of a key.",
    ),
    Case(
        "large scores",
        _floats(
            X=[[-1, -4, 0, 9, -4], [-8, 2, 6, 2, 0], [6, 5, 4, -5, -5]],
            W_Q=[[-2, -2, -6, 1], [-5, 3, -3, -3], [6, -1, 1, 1], [-5, 5, 4, 2], [-2, 4, -4, -1]],
            W_K=[[0, -4, -2, 2], [3, -1, -6, -5], [-5, -5, -6, -5], [1, -1, -6, -6], [-5, 0, 2, 1]],
            W_V=[[1, -2], [3, 1], [-1, 2], [0, 1], [2, -1]],
        ),
        "One row reaches 2298, another has only −2057: e to the score, even halved, overflows or is 0.",
        needed_for=("no-maximum-subtracted", "fill-not-low-enough", "mean-subtracted", "one-global-maximum"),
    ),
    Case(
        "a blocked score far above",
        _floats(
            X=[[-7, -7], [6, 0], [2, 2]],
            W_Q=[[2, -4, 0, -3], [-1, 4, 0, -4]],
            W_K=[[0, -3, 2, 4], [4, 1, 3, -1]],
            W_V=[[1, -2, 3, 0, 2], [2, 1, -1, 3, 1]],
        ),
        "A blocked score lies 1000 above the open ones: it must neither set the maximum nor win.",
        needed_for=("blocked-words-set-the-maximum", "fill-not-low-enough"),
    ),
    Case(
        "the lowest number there is",
        _floats(
            X=[[2.0**512, 0], [0, 1]],
            W_Q=[[1], [1]],
            W_K=[[2.0**-53 - 1], [1]],
            W_V=[[2.0**-512, 2.0**-511, -(2.0**-512)], [2, -1, 1]],
        ),
        "The open score is the lowest float: only −∞ is lower.",
        probe="Where an open score is the lowest float there is, your result is another one. Either a "
        "blocked score is a finite number in your code, not −∞, or your floats have 32 bits.",
    ),
    Case(
        "whole numbers",
        {
            "X": np.array([[1, 0], [0, 1], [1, 1]]),
            "W_Q": np.array([[1, 0, 1, 0, 1], [1, 1, 0, 1, 0]]),
            "W_K": np.array([[0, 1, 0, 1, 1], [1, 0, 1, 1, 0]]),
            "W_V": np.array([[1, 0, 3, 2], [2, 1, 0, 4]]),
        },
        "The contract speaks of tables of floats; whole numbers are a common trap of NumPy.",
        probe="With tables of whole numbers your function gives another result, or an error: an array of "
        "whole numbers cuts off decimals and cannot hold −∞.",
    ),
]
