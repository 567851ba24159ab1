import numpy as np

from grader.case import Case


def _tables(seed, L, S, C, d_k, d_v, pad=None):
    """Random tables with one decimal; the seeds are chosen so that the scores stay within 2.5 of zero."""
    random = np.random.default_rng(seed)
    Y = random.normal(0, 1, (L, C)).round(1)
    X = random.normal(0, 1, (S, C)).round(1)
    W_Q, W_K = (random.normal(0, (0.9 / C) ** 0.5, (C, d_k)).round(1) for _ in range(2))
    given = {"Y": Y, "X": X, "W_Q": W_Q, "W_K": W_K, "W_V": random.normal(0, 0.7, (C, d_v)).round(1)}
    return given if pad is None else given | {"pad": pad}


def _pad(row):
    """Padding where there is an x."""
    return np.array([cell == "x" for cell in row])


def _floats(**tables):
    return {name: np.array(rows, dtype=float) for name, rows in tables.items()}


CASES = [
    Case(
        "two words look at four",
        _tables(5751, L=2, S=4, C=3, d_k=5, d_v=1, pad=_pad(".x..")),
        "Small enough to follow by hand; every axis has another length. The padding lies inside.",
        shown=True,
    ),
    Case(
        "no padding",
        _tables(5954, L=4, S=2, C=3, d_k=5, d_v=6),
        "Without `pad` every word sees the whole source. The target is longer than the source.",
    ),
    Case(
        "as many words in both",
        _tables(61, L=3, S=3, C=5, d_k=2, d_v=4, pad=_pad("x..")),
        "Target and source have the same length: there a mix-up of the two raises no error.",
    ),
    Case(
        "one word looks",
        _tables(1006, L=1, S=3, C=2, d_k=4, d_v=5, pad=_pad("..x")),
        "A single query. An axis of length 1 must survive.",
    ),
    Case(
        "one word to look at",
        _tables(0, L=3, S=1, C=4, d_k=2, d_v=5),
        "A single key takes the whole weight.",
    ),
    Case(
        "padding as 0 and 1",
        _tables(1272, L=2, S=5, C=4, d_k=3, d_v=1, pad=np.array([0, 1, 1, 0, 1])),
        "Whole numbers in the mask: `~` turns 0 into −1 and 1 into −2, and as an index they count columns.",
        needed_for=("tilde-on-whole-numbers", "mask-as-index"),
    ),
    Case(
        "wide words",
        _tables(5463, L=3, S=4, C=7, d_k=2, d_v=5, pad=_pad("x..x")),
        "A wide X: the width of the model must not be taken for the width of a key.",
    ),
    Case(
        "a long target",
        _tables(1617, L=5, S=3, C=2, d_k=4, d_v=1, pad=_pad(".x.")),
        "More words look than there are to look at.",
    ),
    Case(
        "small weights, large values",
        _floats(
            Y=[[0, 1], [0, 0.5], [0, 0], [0, -1]],
            X=[[number, 1] for number in range(3)],
            W_Q=[[0], [-9]],
            W_K=[[1], [0]],
            W_V=[[10000, 0, 0, 1, 0], [1, 3, 5, 0, 2]],
        ),
        "Weights of 0.0001 and less still count where their values are large.",
    ),
    Case(
        "large scores",
        _floats(
            Y=[[0, 8], [-4, -7], [-9, 9], [-8, 0]],
            X=[[-2, -9], [-4, -3], [-6, 7]],
            W_Q=[[-3, 5, 5, -2], [-2, 4, -5, -3]],
            W_K=[[4, -4, -4, 4], [0, 1, -1, -2]],
            W_V=[[1, -2, 0, 2, 3], [3, 1, -1, 0, 2]],
        ),
        "One row reaches 804, another at most −841: e to the score overflows, or is 0 everywhere.",
    ),
    Case(
        "a padded score far above",
        _floats(
            Y=[[-6, -6], [1, 1], [0, 7], [6, 9]],
            X=[[9, 5], [-1, -6], [8, -1]],
            W_Q=[[-1, -5, -2, -1], [0, 1, 5, -4]],
            W_K=[[2, 4, -2, 4], [-5, 3, -3, 5]],
            W_V=[[2, -1, 1, 0, 3], [1, 0, -2, 1, -1]],
        )
        | {"pad": _pad(".x.")},
        "A padded score lies 2300 above the open ones: it must neither set the maximum nor win.",
        needed_for=("blocked-words-set-the-maximum", "fill-not-low-enough"),
    ),
    Case(
        "nothing but padding",
        _tables(31, L=3, S=2, C=1, d_k=4, d_v=5, pad=_pad("xx")),
        "There is no word to look at: an error of whoever made the batch.",
        shown=True,
        raises=ValueError,
    ),
    Case(
        "nothing but ones",
        _tables(32, L=2, S=3, C=1, d_k=4, d_v=1, pad=np.array([1, 1, 1])),
        "The same with whole numbers.",
        raises=ValueError,
    ),
    Case(
        "the lowest number there is",
        _floats(
            Y=[[2.0**512], [0]],
            X=[[2.0**459 - 2.0**512], [1]],
            W_Q=[[1]],
            W_K=[[1]],
            W_V=[[2.0**-512, 2.0**-511]],
        )
        | {"pad": _pad(".x")},
        "The open score is the lowest float: only −∞ is lower.",
        probe="Where an open score is the lowest float there is, your result is another one. Either a "
        "blocked score is a finite number in your code, not −∞, or your floats have 32 bits.",
    ),
    Case(
        "padding as 0. and 1.",
        _tables(891, L=2, S=3, C=4, d_k=5, d_v=1, pad=np.array([1.0, 0.0, 0.0])),
        "A mask made with `np.zeros` holds floats, and `~`, `^` and indexing do not take them.",
        probe="With a mask of floats, 0. and 1., your function gives another result, or an error. "
        "`np.zeros(S)` makes such a mask.",
    ),
]
