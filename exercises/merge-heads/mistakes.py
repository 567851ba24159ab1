import numpy as np

from grader.case import alone, replaces
from grader.pipeline import Pipeline, stage

PIPELINE = Pipeline(
    "Z",
    stage(lambda Z: Z, "heads", name="order"),
    stage(lambda heads: heads.transpose(0, 2, 1, 3), "words", name="move"),
    stage(lambda words: words.reshape(*words.shape[:2], -1), "joined", name="join"),
)


def _leave(words):
    return words


@replaces(move=lambda heads: heads.reshape(len(heads), heads.shape[2], -1), join=_leave)
def merge_by_reshape():
    """The heads are joined by a reshape only: the row of a word is filled from one head alone.

    Look at the order of the axes before your last reshape. The heads of one word should be neighbours.

    Two words, two heads of width 1: head 0 gives 1 and 3, head 1 gives 2 and 4. Joined, the words are
    `[[1, 2], [3, 4]]`. A reshape alone gives `[[1, 3], [2, 4]]`.
    """


@replaces(move=lambda heads: heads.sum(axis=1), join=_leave)
@replaces(move=lambda heads: heads.mean(axis=1), join=_leave)
def heads_added():
    """The heads are added or averaged; they should stand side by side.

    Look at the last axis of your result. It holds the columns of all heads.

    Head 0 gives `[1, 2]`, head 1 gives `[3, 4]`. Joined they are `[1, 2, 3, 4]`. Added they are `[4, 6]`.
    """


@replaces(move=lambda heads: heads.transpose(0, 2, 3, 1))
def heads_interleaved():
    """The heads are interleaved: one column of each head in turn.

    Look at the order of the axes before your last reshape. The last axis should be the columns of one head.

    Head 0 gives `[1, 2]`, head 1 gives `[3, 4]`. Joined they are `[1, 2, 3, 4]`, not `[1, 3, 2, 4]`.
    """


@replaces(order=lambda Z: Z[:, ::-1])
def heads_in_reverse():
    """The heads are joined in reverse: the last one comes first.

    Look at the order in which the heads stand side by side. Head 0 comes first.

    Head 0 gives `[1, 2]`, head 1 gives `[3, 4]`. Joined they are `[1, 2, 3, 4]`, not `[3, 4, 1, 2]`.
    """


@replaces(move=lambda heads: heads.reshape(len(heads), -1, heads.shape[3]), join=_leave)
@replaces(move=lambda heads: heads.swapaxes(1, 2).reshape(len(heads), -1, heads.shape[3]), join=_leave)
def words_joined():
    """The heads stand one below the other: the sentence grows longer, and no word grows wider.

    Look at the axis along which you join. A word keeps its row, and the row grows.

    Two heads, three words, width 4: the result should have 3 rows of 8 columns. Yours has 6 rows of 4
    columns.
    """


@replaces(move=lambda heads: heads.reshape(*heads.shape[:2], -1), join=_leave)
def words_side_by_side():
    """The words of a head stand side by side: there is one long row for each head.

    Look at which two axes become one. A row of the result belongs to a word, and holds all its heads.

    Two heads, three words, width 4: the result should have 3 rows of 8 columns. Yours has 2 rows of 12
    columns.
    """


@replaces(join=_leave)
def not_joined():
    """The axes are in the right order, but the heads are not joined yet.

    Look at the number of axes of your result. Heads and columns become one axis.

    `B` = 1, `T` = 3, two heads of width 4: the result should have the shape `(1, 3, 8)`. Yours has
    `(1, 3, 2, 4)`.
    """


@replaces(move=lambda heads: heads.T.reshape(len(heads), heads.shape[2], -1), join=_leave)
@replaces(move=lambda heads: heads.T)
@replaces(move=lambda heads: heads.T, join=_leave)
@replaces(move=lambda heads: np.swapaxes(heads, 1, 2).T, join=_leave)
@replaces(move=lambda heads: np.swapaxes(heads, 1, 2).T.reshape(len(heads), heads.shape[2], -1), join=_leave)
def all_axes_reversed():
    """`.T` reverses all axes, not only two of them.

    Look at what `.T` does with more than two axes. `transpose` takes the order that you want.

    An array of shape `(3, 2, 5, 4)` has a `.T` of shape `(4, 5, 2, 3)`. Before joining, the shape
    `(3, 5, 2, 4)` is wanted.
    """


@replaces(move=lambda heads: heads[:, 0], join=_leave)
@replaces(move=lambda heads: heads[:, -1], join=_leave)
def one_head_only():
    """Only one head is handed on; the others are lost.

    Look at the last axis of your result. It holds the columns of all heads.

    Head 0 gives `[1, 2]`, head 1 gives `[3, 4]`. The joined row has four numbers, not two.
    """


@replaces(move=lambda heads: heads.swapaxes(0, 1).reshape(-1, *heads.shape[2:]), join=_leave)
@replaces(move=lambda heads: heads.reshape(-1, *heads.shape[2:]), join=_leave)
def sentences_joined():
    """The heads stand one after the other like further sentences.

    Look at the first axis of your result. There are as many sentences as before.

    Two sentences, three heads, five words, width 4: the result should have the shape `(2, 5, 12)`. Yours has
    `(6, 5, 4)`.
    """


@alone
@replaces(move=lambda heads: heads.transpose(0, 3, 1, 2).reshape(len(heads), heads.shape[2], -1), join=_leave)
@replaces(move=lambda heads: heads.swapaxes(2, 3).reshape(len(heads), heads.shape[2], -1), join=_leave)
@replaces(move=lambda heads: heads.swapaxes(2, 3))
@replaces(move=lambda heads: heads.transpose(0, 3, 1, 2))
@replaces(move=lambda heads: heads.transpose(2, 0, 1, 3))
@replaces(move=lambda heads: heads.transpose(2, 0, 1, 3).reshape(len(heads), heads.shape[2], -1), join=_leave)
def other_order_of_axes():
    """The axes stand in another order before you join the last two.

    Look at the numbers you give to `transpose` or `swapaxes`. Name the four axes, and write down the order
    that you want.

    At first the axes are (sentences, heads, words, columns) with the numbers 0, 1, 2, 3. Before joining,
    sentences, words, heads, columns are wanted.
    """


@alone
@replaces(join=lambda words: words.reshape(words.shape[0] * words.shape[1], -1))
def sentences_lost():
    """The sentences have become one: the words of all of them stand in one table.

    Look at the number of axes of your result. The axis of the sentences stays.

    Two sentences of five words, three heads of width 4: the result should have the shape `(2, 5, 12)`. Yours
    has `(10, 12)`.
    """
