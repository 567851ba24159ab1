import numpy as np

from grader.case import Case


def _tables(seed, *, batch=(), L, S, d, d_v, batches=None, allowed=None, keys=None, values=None):
    """Random tables with one decimal; the seeds are chosen so that the scores stay within 2.5 of zero.

    ``batches`` gives Q, K and V batch axes of their own, ``keys`` the width of K, ``values`` the length of V.
    """
    random = np.random.default_rng(seed)
    Q_axes, K_axes, V_axes = batches or (batch, batch, batch)
    given = {
        "Q": random.normal(0, 1, (*Q_axes, L, d)).round(1),
        "K": random.normal(0, 1, (*K_axes, S, d if keys is None else keys)).round(1),
        "V": random.normal(0, 2, (*V_axes, S if values is None else values, d_v)).round(1),
    }
    return given if allowed is None else given | {"allowed": allowed}


def _seen(*rows):
    """Allowed where there is an o."""
    return np.array([[cell == "o" for cell in row] for row in rows])


def _floats(**tables):
    return {name: np.array(rows, dtype=float) for name, rows in tables.items()}


CASES = [
    Case(
        "two queries, three keys",
        _tables(2058, L=2, S=3, d=4, d_v=5, allowed=_seen("o.o", "oo.")),
        "Small enough to follow by hand; every axis has another length.",
        shown=True,
    ),
    Case(
        "a causal mask",
        _tables(1551, L=3, S=3, d=5, d_v=2, allowed=_seen("o..", "oo.", "ooo")),
        "As many queries as keys: there a swap of queries and keys raises no error.",
        repeats="The only square table of small scores outside a batch.",
    ),
    Case(
        "one sentence, one key of width 1",
        _tables(0, batch=(1,), L=3, S=1, d=1, d_v=2),
        "A batch of one, and a single key, which takes the whole weight: axes of length 1 must survive.",
    ),
    Case(
        "a batch",
        _tables(2737, batch=(2,), L=3, S=4, d=5, d_v=1, allowed=_seen("o", "o", "o")),
        "Two sentences: the keys are the last axis, not the second. One column of the mask stands for all.",
    ),
    Case(
        "as many sentences as words",
        _tables(3809, batch=(3,), L=3, S=3, d=2, d_v=4, allowed=np.array([True, False, True])),
        "Three sentences of three words: what mixes up their axes raises no error here. One row of the mask "
        "stands for all.",
    ),
    Case(
        "two batch axes, padding at the left",
        _tables(
            2306, batch=(3, 2), L=1, S=4, d=2, d_v=3,
            allowed=_seen("ooo.", ".ooo", "..oo")[:, None, None, :],
        ),
        "A mask of shape (3, 1, 1, 4): another one for each sentence, the same for both heads.",
    ),
    Case(
        "three batch axes",
        _tables(7, batch=(1, 2, 1), L=1, S=2, d=3, d_v=1),
        "Any number of batch axes: a list of the ranks one has thought of shows here.",
    ),
    Case(
        "a mask of 0 and 1",
        _tables(
            2001, batch=(2,), L=3, S=5, d=4, d_v=2, allowed=np.array([[[0, 1, 1, 0, 1]], [[1, 1, 0, 0, 0]]])
        ),
        "Whole numbers in the mask: `~` turns 0 into −1 and 1 into −2. One key is allowed to nobody.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "large scores",
        _floats(
            Q=[[0, 0, 1, 3], [-36, -30, -9, -38], [1, -19, -29, 36], [1, 32, 20, 32]],
            K=[[-1, -32, 16, -30], [-9, -34, 26, -38], [25, -23, -38, -6]],
            V=[[1, -2], [0, 2], [3, -1]],
        ),
        "One row reaches 1277, another at most −831: e to the score overflows, or is 0 everywhere. In row 0 "
        "small weights stay above 0.",
        underflows=True,
    ),
    Case(
        "a blocked score far above",
        _floats(
            Q=[[-28, -36, 3, 40], [34, 28, -26, 33], [19, 29, -4, -9]],
            K=[[23, 35, 1, -39], [-19, 34, 32, 34], [27, -18, -28, 37]],
            V=[[1, -2], [0, 2], [3, -1]],
        )
        | {"allowed": _seen("o..", "oo.", "ooo")},
        "A blocked score lies 2300 above the open one: it must neither set the maximum nor win.",
        underflows=True,
    ),
    Case(
        "a query that may look nowhere",
        _tables(10, L=2, S=3, d=4, d_v=1, allowed=_seen("oo.", "...")),
        "Row 1 allows nothing: 0/0 is no weight.",
        shown=True,
        raises=ValueError,
    ),
    Case(
        "nothing allowed at all",
        _tables(22, L=1, S=2, d=3, d_v=1, allowed=_seen("..")),
        "A mask without a single allowed cell.",
        raises=ValueError,
        needed_for=(("some-empty-rows-overlooked", "nan-for-an-empty-row"),),
    ),
    Case(
        "a sentence without any key",
        _tables(11, batch=(2,), L=3, S=4, d=2, d_v=1, allowed=np.array([[[1, 1, 0, 1]], [[0, 0, 0, 0]]])),
        "The mask of one sentence allows nothing. It has one row, which stands for all queries.",
        raises=ValueError,
    ),
    Case(
        "one sentence of queries, two of keys",
        _tables(12, batches=((1,), (2,), (2,)), L=2, S=4, d=3, d_v=5),
        "NumPy would repeat the queries for both sentences.",
        raises=ValueError,
    ),
    Case(
        "one sentence of values, two of keys",
        _tables(13, batches=((2,), (2,), (1,)), L=3, S=2, d=4, d_v=1),
        "Queries and keys fit; NumPy would repeat the values.",
        raises=ValueError,
    ),
    Case(
        "one sentence of keys, two of values",
        _tables(14, batches=((2,), (1,), (2,)), L=1, S=3, d=2, d_v=4),
        "Queries and values fit; NumPy would repeat the keys.",
        raises=ValueError,
    ),
    Case(
        "queries without a batch",
        _tables(15, batches=((), (2,), (2,)), L=2, S=3, d=4, d_v=1),
        "Q has no batch axis, and as many words as there are sentences.",
        raises=ValueError,
    ),
    Case(
        "another number of heads",
        _tables(16, batches=((2, 3), (2, 1), (2, 1)), L=2, S=4, d=1, d_v=1),
        "The first batch axis is the same, the second is not.",
        raises=ValueError,
    ),
    Case(
        "keys of width 1",
        _tables(17, L=2, S=4, d=3, d_v=1, keys=1),
        "Widths of 3 and 1 do not fit; multiplied cell by cell, the 1 would be repeated.",
        raises=ValueError,
    ),
    Case(
        "a single value",
        _tables(18, L=2, S=4, d=3, d_v=2, values=1),
        "Four keys and one value do not fit; multiplied cell by cell, the value would be repeated.",
        raises=ValueError,
    ),
    Case(
        "no keys",
        _tables(19, L=2, S=0, d=3, d_v=1),
        "There is nothing to look at.",
        raises=ValueError,
    ),
    Case(
        "width 0",
        _tables(20, L=2, S=3, d=0, d_v=1),
        "Queries and keys without columns: every score is 0/0.",
        raises=ValueError,
    ),
    Case(
        "the lowest number there is",
        _floats(Q=[[2.0**512], [1]], K=[[2.0**459 - 2.0**512], [1]], V=[[1, 2], [2, -1]])
        | {"allowed": _seen("o.", "oo")},
        "The allowed score is the lowest float: only −∞ is lower.",
        probe="Where an allowed score is the lowest float there is, your result is another one. Either a "
        "blocked score is a finite number in your code, not −∞, or your floats have 32 bits.",
    ),
    Case(
        "a mask of 0. and 1.",
        _tables(1063, L=3, S=3, d=2, d_v=1, allowed=np.tril(np.ones((3, 3)))),
        "A mask made with `np.ones` holds floats, and `~`, `^` and indexing do not take them.",
        probe="With a mask of floats, 0. and 1., your function gives another result, or an error. "
        "`np.tril(np.ones((L, L)))` makes such a mask.",
    ),
]  # fmt: skip
