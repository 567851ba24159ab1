import numpy as np

from grader import stages
from grader.case import alone, family, replaces
from grader.pipeline import Pipeline, stage


def _read(lengths):
    return np.asarray(lengths)


def _width(L):
    return L


def _column(counts):
    return counts[:, None]


def _compare(column, width):
    return np.arange(width)[None, :] >= column


def _padding(late):
    return late


def _place(padding):
    return padding[:, None, :]


PIPELINE = Pipeline(
    "lengths L",
    stage(_read, "counts", name="read"),
    stage(_width, "width", name="width"),
    stage(_column, "column", name="column"),
    stage(_compare, "late", name="compare"),
    stage(_padding, "padding", name="meaning"),
    stage(_place, "output", name="place"),
    stage(stages.hand_back, "result"),
)


# ---- where the padding begins


def _fill_slices(begin):
    """Rows filled by a slice, where a negative begin counts from the end."""

    def compare(counts, width):
        late = np.zeros((len(counts), width), dtype=bool)
        for row, n in zip(late, counts, strict=True):
            row[begin(n, width) :] = True
        return late

    return compare


@replaces("compare")
def first_padding_open(column, width):
    """The first place of the padding stays open.

    Look at the place right after the last real word. Places are counted from 0, so a sentence of 2 words
    fills the places 0 and 1.

    A sentence of 2 words in 3 places: its row should be `[0, 0, 1]`. Yours is `[0, 0, 0]`.
    """
    return np.arange(width)[None, :] > column


@replaces("compare")
@replaces(compare=_fill_slices(lambda n, width: n - 1))
def last_word_blocked(column, width):
    """The last real word is marked as padding.

    Look at the last real word of a sentence. Places are counted from 0, so a sentence of 2 words fills the
    places 0 and 1.

    A sentence of 2 words in 3 places: its row should be `[0, 0, 1]`. Yours is `[0, 1, 1]`.
    """
    return np.arange(width)[None, :] >= column - 1


@replaces("compare")
@replaces(compare=lambda column, width: np.arange(width)[None, :] <= width - column)
def padding_on_the_left(column, width):
    """The padding is marked at the beginning of the row, but it stands at the end.

    Look at which places your code fills. The real words come first.

    A sentence of 2 words in 3 places: its row should be `[0, 0, 1]`. With the padding in front it is
    `[1, 0, 0]`.
    """
    return np.arange(width)[None, :] < width - column


@replaces(compare=_fill_slices(lambda n, width: -(width - n)))
def full_sentence_blocked():
    """A sentence without padding is blocked as a whole.

    Look at what your code does when there is nothing to fill. What is `row[-0:]`?

    A sentence of 3 words in 3 places: its row should be `[0, 0, 0]`. `-0` is 0, so `row[-0:]` is the whole
    row.
    """


# ---- what a 1 means


@replaces("meaning")
def inverted(late):
    """The table is inverted: it marks the real words.

    Ask what a 1 in your table means. In this course `True` (or 1) says *blocked*, and here that is padding.

    A sentence of 2 words in 3 places: its row should be `[0, 0, 1]`. Yours is `[1, 1, 0]`.
    """
    return ~late


@replaces("meaning")
def nothing_blocked(late):
    """Nothing is marked as padding.

    Look at the places after the last real word. They should be 1.

    A sentence of 2 words in 3 places: its row should be `[0, 0, 1]`. Yours is `[0, 0, 0]`.
    """
    return np.zeros_like(late)


@replaces("meaning")
def everything_blocked(late):
    """Everything is marked as padding.

    Look at the places of the real words. They should be 0.

    A sentence of 2 words in 3 places: its row should be `[0, 0, 1]`. Yours is `[1, 1, 1]`.
    """
    return np.ones_like(late)


def _filled(fill):
    return lambda blocked: np.where(blocked, fill, 0.0)


@alone
@replaces("meaning")
@family(
    table=[
        *map(_filled, [-np.inf, -1e9, -1e4, np.finfo(float).min, np.finfo(np.float32).min]),
        lambda blocked: blocked * -np.inf,  # 0 * -inf is NaN
    ]
)
def additive_table(late, table):
    """This is a table to add to the scores, not a mask of True and False.

    Look at the values in your table. The mask only says which places are padding. The large negative number
    comes later, when the mask is applied to scores.

    A sentence of 2 words in 3 places: the row of the mask is `[0, 0, 1]`. Yours holds a large negative number
    where the 1 belongs.
    """
    return table(late)


# ---- sizes


@replaces("width")
def longest_length_for_l(counts):
    """The rows are as long as the longest sentence, not `L`.

    Look at where the size of your table comes from. All rows of a batch have `L` places, even when no
    sentence fills them.

    Lengths `[2, 1]` with `L = 4`: the shape should be `(2, 1, 4)`. Yours is `(2, 1, 2)`.
    """
    return counts.max()


@alone
@replaces("width")
@family(size=[2, 3, 4, 5, 6, 7, 8, 10])
def fixed_size(size):
    """The rows always have the same number of places.

    Look at where the size of your table comes from. It should follow `L`, whatever `L` is.

    `padding_mask([1], 2)` should have the shape `(1, 1, 2)`, `padding_mask([1], 5)` the shape `(1, 1, 5)`.
    """
    return size


@alone
@replaces(place=lambda padding: padding[:1, None, :])
@replaces(place=lambda padding: padding[-1:, None, :])
def one_sentence_only():
    """The mask holds a single sentence, whatever the batch.

    Look at what happens to the other lengths. Each of them needs a row of its own.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`. Yours is `(1, 1, 3)`.
    """


# ---- axes


@replaces("place")
def padding_on_the_query_axis(padding):
    """The padding lies along the queries: it says who may not look, not what may not be looked at.

    Look at the axis that has length `L` in your result. The keys are the last axis.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`. Yours is `(2, 3, 1)`.
    """
    return padding[:, :, None]


@replaces("place")
def middle_axis_missing(padding):
    """The axis in the middle is missing.

    Look at the number of axes of your result. An axis of length 1 in the middle lets the row count for every
    query.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`. Yours is `(2, 3)`.
    """
    return padding


@alone
@replaces("place")
@replaces(place=lambda padding: padding[:, None, None, :])
@replaces(place=lambda padding: padding.T[:, None, :])
@replaces(place=lambda padding: padding.T[None])
@replaces(place=lambda padding: padding.T)
def axes_in_other_order(padding):
    """The axes are not in the order that was asked for.

    Look at the shape of your result, axis by axis: sentences, then one place for the queries, then the keys.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`.
    """
    return padding[None]


@replaces("place")
def padded_rows_blocked_too(padding):
    """The rows of the padding are blocked as well.

    Look at what your mask says about the words that look. It should only say which keys are padding. A row
    that belongs to padding is never used.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`, one row for all queries. Yours is
    `(2, 3, 3)`.
    """
    return padding[:, None, :] | padding[:, :, None]


@alone
@replaces("place")
def row_repeated(padding):
    """The row of each sentence is repeated for every query.

    Look at the axis in the middle. Broadcasting will repeat the row later, so here it has length 1.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`. Yours is `(2, 3, 3)`.
    """
    return np.repeat(padding[:, None, :], padding.shape[-1], axis=1)


@alone
@replaces("place")
def causal_mask_added(padding):
    """A causal mask is mixed in.

    Look at what your mask says about later words. Here only padding counts; the two masks are combined in a
    later exercise.

    Lengths `[2, 1]` with `L = 3`: the shape should be `(2, 1, 3)`. Yours is `(2, 3, 3)`.
    """
    return padding[:, None, :] | np.triu(np.ones((padding.shape[-1],) * 2, dtype=bool), k=1)


def _no_new_axis(place):
    return {
        "column": lambda counts: counts,
        "compare": lambda column, width: np.arange(width) >= column,
        "place": place,
    }


@alone
@replaces(**_no_new_axis(lambda padding: padding))
@replaces(**_no_new_axis(lambda padding: padding[:, None]))
@replaces(**_no_new_axis(lambda padding: padding[None]))
@replaces(**_no_new_axis(lambda padding: padding[None, None]))
@replaces(**_no_new_axis(lambda padding: padding.reshape(-1, 1, padding.shape[-1])))
def new_axis_forgotten():
    """The places and the lengths lie along the same axis, so each place meets one length only.

    Look at the shapes of the two things you compare. Every place must meet every length, so one of them needs
    a new axis.

    Shapes `(3,)` and `(2,)` do not fit: NumPy stops with an error. `(1, 3)` and `(2, 1)` give `(2, 3)`.
    """


@replaces("read")
def list_used_as_an_array(lengths):
    """It works when the lengths are an array, but not when they are a list.

    Look at what you do with `lengths`. A list has no shape, and no new axis.

    `[2, 1][:, None]` stops with an error. `np.array([2, 1])[:, None]` has the shape `(2, 1)`.
    """
    return lengths


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    `padding_mask([1], 2)` should give back `[[[0, 1]]]`. It gives back `None`.
    """
