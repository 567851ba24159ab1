import numpy as np

from grader.case import alone, family, replaces
from grader.pipeline import Pipeline, stage


def _check(X, H):
    if X.shape[-1] % H:
        raise ValueError("H must divide C")


def _cut(X, H):
    """As many whole columns as there are: where the check is missing, the rest is left over."""
    d = X.shape[2] // H
    return X[:, :, : H * d].reshape(*X.shape[:2], H, d)


def _move(parts):
    return parts.transpose(0, 2, 1, 3)


PIPELINE = Pipeline(
    "X H",
    stage(_check, "checked", name="check"),
    stage(_cut, "parts", name="cut"),
    stage(_move, "heads", name="move"),
)


def _no_check():
    return None


# ---- where two explanations fit, the earlier mistake is the one that is named


@replaces(cut=lambda X, H: X.reshape(len(X), H, X.shape[1], X.shape[2] // H), move=lambda parts: parts)
@replaces(cut=lambda X, H: X.reshape(H, len(X), X.shape[1], X.shape[2] // H), move=lambda parts: parts)
@replaces(
    cut=lambda X, H: X.reshape(H, len(X), X.shape[1], X.shape[2] // H).swapaxes(0, 1),
    move=lambda parts: parts,
)
@replaces(cut=lambda X, H: X.reshape(len(X), H, X.shape[2] // H, X.shape[1]), move=lambda parts: parts)
def split_by_reshape():
    """The split is only a reshape: a head gets some of the words, not some columns of every word.

    Look at the order of the axes after your reshape. A reshape keeps the order of the numbers; only a
    transpose moves them.

    `[[1, 2], [3, 4]]` is two words of two columns. With two heads, head 0 should hold 1 and 3. A reshape to
    `(H, T, 1)` gives it 1 and 2, which is the whole first word.
    """


@replaces(move=lambda parts: parts)
def heads_behind_the_words():
    """The heads are cut, but their axis still stands behind the words.

    Look at the shape of your result. The axis of the heads comes before the axis of the words.

    `B` = 1, `T` = 5, two heads of width 4: the result should have the shape `(1, 2, 5, 4)`. Yours has
    `(1, 5, 2, 4)`.
    """


@replaces(cut=lambda X, H: _cut(X, H).reshape(*X.shape[:2], -1, H).swapaxes(2, 3))
def columns_interleaved():
    """The columns are dealt out to the heads one by one, like cards.

    Look at the two axes into which you split the columns. Which comes first, the head or the column in it?

    With two heads and the columns `[1, 2, 3, 4]`, head 0 should hold `[1, 2]`. Yours holds `[1, 3]`.
    """


@replaces(move=lambda parts: parts.transpose(2, 0, 1, 3))
def heads_first():
    """The heads come first, before the sentences.

    Look at the first axis of your result. It counts the sentences; the heads are the second axis.

    Three sentences of five words, two heads of width 4: the result should have the shape `(3, 2, 5, 4)`.
    Yours has `(2, 3, 5, 4)`.
    """


@replaces(move=lambda parts: parts.T)
@replaces(move=lambda parts: parts.swapaxes(1, 2).T)
@replaces(cut=lambda X, H: X.T.reshape(-1, H, X.shape[1], len(X)), move=lambda parts: parts)
@replaces(cut=lambda X, H: X.T.reshape(H, -1, X.shape[1], len(X)), move=lambda parts: parts)
@replaces(cut=lambda X, H: X.T.reshape(len(X), X.shape[1], H, -1))
@replaces(cut=lambda X, H: X.T.reshape(len(X), H, X.shape[1], -1), move=lambda parts: parts)
def all_axes_reversed():
    """`.T` reverses all axes, not only two of them.

    Look at what `.T` does with more than two axes. `transpose` takes the order that you want.

    An array of shape `(3, 5, 2, 4)` has a `.T` of shape `(4, 2, 5, 3)`. Here the shape `(3, 2, 5, 4)` is
    wanted.
    """


def _words_by_reshape(X, H):
    B, T, C = X.shape
    return X.reshape(B, H, T // H, C)


def _words_in_a_row(X, H):
    B, T, C = X.shape
    return X.reshape(B, T // H, H, C).swapaxes(1, 2)


def _slices_of_words(X, H):
    own = X.shape[1] // H
    return np.stack([X[:, h * own : (h + 1) * own] for h in range(H)], axis=1)


@alone
@replaces("cut", move=lambda parts: parts)
@family(cut=[_words_by_reshape, _words_in_a_row, _slices_of_words])
@replaces("cut", move=lambda parts: parts, check=_no_check)
def words_cut(X, H, cut):
    """The words are shared out to the heads instead of the columns.

    Look at the axis that you cut. Every head keeps all words; it gets only some of their columns.

    6 words of 4 columns and two heads: each head should hold 6 words of 2 columns. Yours holds 3 words of 4
    columns.
    """
    return cut(X, H)


@replaces(move=lambda parts: parts.transpose(0, 2, 3, 1))
@replaces(cut=lambda X, H: X.swapaxes(1, 2).reshape(len(X), H, -1, X.shape[1]), move=lambda parts: parts)
def last_axes_swapped():
    """The last two axes have changed places: the words come last.

    Look at the last axis of your result. It should be the columns of one head.

    Five words, two heads of width 4: in each head the result should have the shape `(5, 4)`. Yours has
    `(4, 5)`.
    """


@replaces(cut=lambda X, H: X.reshape(*X.shape[:2], X.shape[2] // H, H))
def width_and_count_swapped():
    """H is taken for the width of a head, but it is the number of heads.

    Look at the two lengths into which you cut the columns. There should be `H` parts of width `C // H`.

    8 columns and `H` = 2: two heads of width 4. Yours are four heads of width 2.
    """


@replaces(move=lambda parts: parts.transpose(0, 2, 1, 3)[:, ::-1])
def heads_cut_in_reverse():
    """The heads take their columns in reverse: head 0 gets the last ones.

    Look at which columns belong to head 0.

    With two heads and the columns `[1, 2, 3, 4]`, head 0 should hold `[1, 2]`. Yours holds `[3, 4]`.
    """


def _some_of_it(X, H):
    d = -(-X.shape[2] // H)
    wide = np.zeros((*X.shape[:2], H * d))
    wide[:, :, : X.shape[2]] = X
    return wide.reshape(*X.shape[:2], H, d)


@replaces(check=_no_check)
@replaces(check=_no_check, cut=_some_of_it)
@replaces(check=_no_check, cut=lambda X, H: X.reshape(-1, X.shape[1], H, X.shape[2] // H))
@replaces(check=_no_check, cut=lambda X, H: X.reshape(len(X), -1, H, X.shape[2] // H))
def columns_left_over():
    """When H does not divide C, it goes on without an error, and the result is wrong.

    Look at what happens to the columns that are left over.

    6 columns and 4 heads: `6 // 4` is 1, so four heads of width 1 hold only 4 of the 6 columns. A
    `ValueError` is due.
    """


@alone
@replaces(move=lambda parts: parts.swapaxes(2, 3))
@replaces(move=lambda parts: parts.transpose(0, 3, 1, 2))
@replaces(move=lambda parts: parts.transpose(0, 3, 2, 1))
def other_order_of_axes():
    """The columns are cut well, but the axes end in another order.

    Look at the numbers you give to `transpose` or `swapaxes`. Name the four axes, and write down the order
    that you want.

    After the cut the axes are (sentences, words, heads, columns) with the numbers 0, 1, 2, 3. Wanted are
    sentences, heads, words, columns.
    """
