import numpy as np

from grader.case import Case


def _tables(seed, L, C, d_k, d_v):
    """Random tables with one decimal whose scores lie within about 2 of zero."""
    random = np.random.default_rng(seed)
    X = random.normal(0, 1, (L, C)).round(1)
    W_Q, W_K, W_V = (random.normal(0, 0.8, (C, width)).round(1) for width in (d_k, d_k, d_v))
    return {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V}


def _floats(**tables):
    return {name: np.array(rows, dtype=float) for name, rows in tables.items()}


CASES = [
    Case(
        "three words",
        _tables(8, L=3, C=4, d_k=2, d_v=5),
        "Small enough to follow by hand; every axis has another length.",
        shown=True,
    ),
    Case(
        "two words",
        _tables(28, L=2, C=5, d_k=3, d_v=4),
        "The smallest table of scores: the first counterexample a learner sees.",
        repeats="The smallest case that goes wrong is the one shown.",
    ),
    Case(
        "one word",
        _tables(5, L=1, C=3, d_k=4, d_v=2),
        "A single word takes only its own value. An axis of length 1 must survive.",
        needed_for=("axis-dropped",),
    ),
    Case(
        "five words, wide keys",
        _tables(27, L=5, C=3, d_k=8, d_v=2),
        "A wide key makes every wrong scale show.",
    ),
    Case(
        "four words, wide values",
        _tables(35, L=4, C=2, d_k=3, d_v=6),
        "Values wider than anything else.",
    ),
    Case(
        "more columns than words",
        _tables(32, L=2, C=7, d_k=5, d_v=3),
        "A wide X: the width of the model must not be taken for the width of a key.",
    ),
    Case(
        "small weights, large values",
        _floats(
            X=[[number, 1] for number in range(3)],
            W_Q=[[0], [-9]],
            W_K=[[1], [0]],
            W_V=[[10000, 0, 0, 1], [1, 3, 5, 0]],
        ),
        "Weights of 0.0001 and less still count where their values are large.",
    ),
    Case(
        "large scores",
        _floats(
            X=[[9, 5], [4, -6], [6, 0], [3, -8]],
            W_Q=[[-3, -3, 3, 2, -1], [4, 1, 3, 5, 0]],
            W_K=[[1, 2, -5, -2, 1], [-5, -1, 5, -5, -3]],
            W_V=[[1, -2, 0], [3, 1, -1]],
        ),
        "A row runs from −1079 to 991, another has nothing above −760: e to the score overflows, or is 0.",
        needed_for=("no-maximum-subtracted", "one-global-maximum", "scores-cut-off"),
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
        "whole numbers cuts off decimals.",
    ),
]
