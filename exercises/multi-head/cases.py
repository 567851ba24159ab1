import numpy as np

from grader.case import Case


def _layer(seed, B, T, C, H, blocked=None):
    """Random tables with one decimal; the seeds are chosen so that the scores stay within 2.5 of zero."""
    random = np.random.default_rng(seed)
    X = random.normal(0, 1, (B, T, C)).round(1)
    W_Q, W_K = (random.normal(0, (0.9 / C) ** 0.5, (C, C)).round(1) for _ in range(2))
    W_V, W_O = (random.normal(0, 0.7, (C, C)).round(1) for _ in range(2))
    given = {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O, "H": H}
    return given if blocked is None else given | {"blocked": blocked}


def _mask(*rows):
    return np.array([[cell == "x" for cell in row] for row in rows])


def _floats(**tables):
    return {name: np.array(rows, dtype=float) for name, rows in tables.items()}


CASES = [
    Case(
        "two heads, three words",
        _layer(405, B=1, T=3, C=4, H=2),
        "Small enough to follow by hand. Nothing is blocked.",
        shown=True,
    ),
    Case(
        "one head, one sentence",
        _layer(1407, B=1, T=3, C=2, H=1, blocked=_mask(".xx", "..x", "...")[None]),
        "With one head nothing is split: what goes wrong here goes wrong inside the attention.",
    ),
    Case(
        "one word",
        _layer(1852, B=2, T=1, C=6, H=3),
        "A single word mixes only its own values. Axes of length 1 must survive.",
    ),
    Case(
        "as many heads as columns",
        _layer(188, B=4, T=2, C=3, H=3),
        "Heads of width 1: √d_k is 1.",
    ),
    Case(
        "a mask for both heads",
        _layer(16, B=1, T=5, C=8, H=2, blocked=np.array([np.tri(5, k=k) == 0 for k in (0, 2)])),
        "A mask of shape (H, T, T): the first axis is the head. Wide heads make every wrong scale show.",
    ),
    Case(
        "padding at the left",
        _layer(2242, B=2, T=4, C=6, H=3, blocked=_mask("x...", "xx..")[:, None, None, :]),
        "A mask of shape (B, 1, 1, T): another one for each sentence, the same for every word that looks.",
    ),
    Case(
        "a mask of 0 and 1",
        _layer(1381, B=1, T=5, C=4, H=2, blocked=np.triu(np.ones((5, 5), dtype=int), k=1)),
        "Whole numbers in the mask: `~` turns 0 into −1 and 1 into −2, and as an index they count rows.",
        needed_for=("tilde-on-whole-numbers", "mask-as-index"),
    ),
    Case(
        "a mask for each head",
        _layer(
            1653, B=2, T=3, C=4, H=4,
            blocked=np.array(
                [
                    [_mask("..x", "x..", "..."), _mask(".xx", "..x", "x.."), _mask("...", "xx.", ".x."),
                     _mask("x..", ".x.", "..x")],
                    [_mask("x.x", "...", ".xx"), _mask("...", ".xx", "x.."), _mask(".x.", "x..", "x.x"),
                     _mask("..x", "x.x", "...")],
                ]
            ),
        ),
        "A mask of the full shape (B, H, T, T): heads and sentences must not change places.",
    ),
    Case(
        "large scores",
        _floats(
            X=[[[-5, -4, 6], [-5, -9, 6], [-3, -4, 9], [8, -4, 6]]],
            W_Q=[[-3, -2, -2], [-5, 3, 5], [-4, 1, 4]],
            W_K=[[-4, -1, 0], [0, -1, 4], [4, -4, -5]],
            W_V=[[1, -2, 0], [0, 1, -1], [2, 0, 1]],
            W_O=[[1, 0, 2], [-1, 2, 0], [0, 1, -2]],
        )
        | {"H": 3},
        "One row reaches 1728, another at most −1012: e to the score overflows, or is 0 everywhere.",
    ),
    Case(
        "a blocked score far above",
        _floats(
            X=[[[-1, 2, -6, -8], [8, 0, 4, 3], [3, 5, -1, 9]]],
            W_Q=[[6, -3, 6, -3], [-6, -2, 4, -2], [-2, 2, -1, -3], [-1, 5, 2, -2]],
            W_K=[[1, -5, -6, -1], [3, 6, 4, 5], [1, 3, 4, 5], [-2, -4, -3, -4]],
            W_V=[[2, -1, 1, 0], [1, 0, -2, 1], [0, 1, 1, -1], [-1, 2, 0, 1]],
            W_O=[[0, 1, -1, 2], [1, -2, 0, 1], [2, 0, 1, -1], [1, 1, 0, -2]],
        )
        | {"H": 4, "blocked": np.triu(np.ones((3, 3), dtype=bool), k=1)},
        "A blocked score lies 3700 above the open one: it must neither set the maximum nor win.",
        needed_for=("blocked-words-set-the-maximum", "fill-not-low-enough"),
    ),
    Case(
        "the lowest number there is",
        _floats(
            X=[[[2.0**512, 0], [0, 1]]],
            W_Q=[[1, 0], [0, 1]],
            W_K=[[2.0**-53 - 1, 0], [0, 1]],
            W_V=[[2.0**-512, 2.0**-511], [2, -1]],
            W_O=[[1, 2], [-1, 1]],
        )
        | {"H": 2, "blocked": np.array([[False, True], [False, False]])},
        "The open score is the lowest float: only −∞ is lower.",
        probe="Where an open score is the lowest float there is, your result is another one. Either a "
        "blocked score is a finite number in your code, not −∞, or your floats have 32 bits.",
    ),
    Case(
        "a mask of 0. and 1.",
        _layer(893, B=1, T=3, C=4, H=2, blocked=np.triu(np.ones((3, 3)), k=1)),
        "A mask made with `np.ones` holds floats, and `~`, `^` and indexing do not take them.",
        probe="With a mask of floats, 0. and 1., your function gives another result, or an error. "
        "`np.triu(np.ones((L, L)), k=1)` makes such a mask.",
    ),
]  # fmt: skip
