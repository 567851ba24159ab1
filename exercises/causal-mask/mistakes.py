import numpy as np

from grader.case import family


@family(
    table=[
        lambda L: np.triu(np.ones((L, L))),
        lambda L: 1 - np.tril(np.ones((L, L)), k=-1),
    ]
)
def diagonal_blocked(L, table):
    """The diagonal is blocked too.

    Look at the cells where the row number and the column number are the same. Each word should be allowed
    to look at itself.

    With 2 words the diagonal stays open:

    `[[0, 1], [0, 0]]`, but your table is `[[1, 1], [0, 1]]`. Word 0 has nothing left to look at.
    """
    return table(L)


@family(k=[2, 3])
def one_step_ahead_open(L, k):
    """Each word can still see the next word.

    Look at the cells directly to the right of the diagonal. The word there is the very next one, the one
    the model has to guess.

    With 2 words, row 0 should be `[0, 1]`: word 0 may not see word 1. Your row 0 is `[0, 0]`.
    """
    return np.triu(np.ones((L, L)), k=k)


def inverted(L):
    """The table is inverted: it marks what is allowed.

    Ask what a 1 in your table means. In this course `True` (or 1) says *blocked*.

    With 2 words, word 0 may see itself and not word 1, so row 0 is `[0, 1]`. Yours is `[1, 0]`.
    """
    return np.tril(np.ones((L, L)))


def words_before_blocked(L):
    """The words before are blocked, and the later ones are open.

    Look at which side of the diagonal holds the ones. Row `i` belongs to the word that looks, column `j` to
    the word that is looked at.

    With 2 words, row 0 looks ahead to word 1, so the 1 belongs in row 0: `[[0, 1], [0, 0]]`. Yours is
    `[[0, 0], [1, 0]]`.
    """
    return np.tril(np.ones((L, L)), k=-1)


def _filled(fill):
    return lambda blocked: np.where(blocked == 1, fill, 0.0)


@family(
    table=[
        *map(_filled, [-np.inf, -1e9, -1e4, np.finfo(float).min, np.finfo(np.float32).min]),
        lambda blocked: blocked * -np.inf,  # 0 * -inf is NaN
    ]
)
def additive_table(L, table):
    """This is a table to add to the scores, not a mask of True and False.

    Look at the values in your table. The mask only says which cells are blocked. The large negative number
    comes later, when the mask is applied to scores.

    With 2 words the mask is `[[0, 1], [0, 0]]`. Yours holds a large negative number where the 1 belongs.
    """
    return table(np.triu(np.ones((L, L)), k=1))


@family(size=[2, 3, 4, 5, 6, 7, 8, 10])
def fixed_size(L, size):
    """The table always has the same size.

    Look at where the size of your table comes from. It should follow `L`, whatever `L` is.

    `causal_mask(2)` should have 2 rows and 2 columns, `causal_mask(5)` 5 rows and 5 columns.
    """
    return np.triu(np.ones((size, size)), k=1)


@family(size=[8, 10, 16, 32, 64])
def cut_from_a_fixed_size(L, size):
    """The table is cut out of one of a fixed size, so it cannot be larger than that.

    Look at where the size of the large table comes from. It should follow `L`, whatever `L` is.

    A table of 8 rows and columns has a part for `causal_mask(5)`, but none for `causal_mask(9)`.
    """
    return np.triu(np.ones((size, size)), k=1)[:L, :L]


def nothing_blocked(L):
    """Nothing is blocked.

    Look at the cells right of the diagonal: they all stay open, so every word still sees the words after it.

    With 2 words, word 0 may not see word 1, so row 0 is `[0, 1]`. Yours is `[0, 0]`.
    """
    return np.zeros((L, L))


def everything_blocked(L):
    """Everything is blocked.

    Look at the cells on and left of the diagonal. A word may look at itself and at the words before it.

    With 2 words the table is `[[0, 1], [0, 0]]`. In yours no word may look at anything.
    """
    return np.ones((L, L))


def nothing_returned(L):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    `causal_mask(2)` should give back `[[0, 1], [0, 0]]`. It gives back `None`.
    """
    np.triu(np.ones((L, L)), k=1)
