import numpy as np

from grader import stages
from grader.case import alone, family, replaces
from grader.pipeline import Pipeline, stage


def _place(pad):
    return np.asarray(pad)[:, None, :]


def _relation(causal):
    return np.asarray(causal)


def _combine(keys, relation):
    return np.logical_or(keys, relation)


def _meaning(either):
    return either


PIPELINE = Pipeline(
    "pad causal",
    stage(_place, "keys", name="place"),
    stage(_relation, "relation", name="relation"),
    stage(_combine, "either", name="combine"),
    stage(_meaning, "output", name="meaning"),
    stage(stages.hand_back, "result"),
)


# ---- how the two are joined


@replaces("combine")
def and_for_or(keys, relation):
    """A cell is blocked only where both masks block it.

    Look at how the two masks are joined. One reason is enough to block a cell.

    Padding `[0, 1]` and a causal row `[0, 0]`: the row should be `[0, 1]`. Yours is `[0, 0]`.
    """
    return keys * relation


@replaces("combine")
@replaces(combine=lambda keys, relation: 1 * keys + 1 * relation)
def sum_gives_two(keys, relation):
    """Where both masks block a cell, it holds 2.

    Look at what your function does with two ones. A mask holds 0 and 1, or `False` and `True`.

    Padding `[0, 1]` and a causal row `[0, 1]`: the row should be `[0, 1]`. Their sum is `[0, 2]`.
    """
    return keys + relation


@replaces("combine")
def either_but_not_both(keys, relation):
    """A cell that both masks block is open.

    Look at a padded word that also comes later. There are two reasons to block it.

    Padding `[0, 1]` and a causal row `[0, 1]`: the row should be `[0, 1]`. Yours is `[0, 0]`.
    """
    return keys ^ relation


@replaces("combine")
def only_causal(keys, relation):
    """The padding is forgotten: the result only knows the causal mask.

    Look for the step where `pad` reaches your result.

    Padding `[0, 1]` and a causal row `[0, 0]`: the row should be `[0, 1]`. Yours is `[0, 0]`.
    """
    return np.broadcast_to(relation, (keys.shape[0], *relation.shape))


@replaces("combine")
def only_padding(keys, relation):
    """The causal mask is forgotten: the result only knows the padding.

    Look for the step where `causal` reaches your result.

    Padding `[0, 0]` and a causal row `[0, 1]`: the row should be `[0, 1]`. Yours is `[0, 0]`.
    """
    return np.broadcast_to(keys, (keys.shape[0], *relation.shape))


@alone
@replaces("combine")
@replaces(combine=lambda keys, relation: keys + relation - (keys & relation))
@replaces(combine=lambda keys, relation: np.abs(keys - relation) + keys * relation)
def minus_on_true_and_false(keys, relation):
    """It stops with an error when both masks hold `True` and `False`: NumPy does not subtract those.

    Look for a minus between two masks. `or` and `not` have functions of their own.

    `np.array([True]) - np.array([True])` is an error. `np.array([1]) - np.array([1])` is `[0]`.
    """
    return keys + relation - keys * relation


# ---- axes


@replaces("place")
def padding_on_the_query_axis(pad):
    """The padding lies along the queries: it says who may not look, not what may not be looked at.

    Look at the new axis of `pad`. In each table a padded word is a column, since it is looked at.

    Two words, the second is padding. Its column should be blocked, `[[0, 1], [0, 1]]`. Yours blocks its row,
    `[[0, 0], [1, 1]]`.
    """
    return np.asarray(pad)[:, :, None]


@replaces("place")
def padded_rows_blocked_too(pad):
    """The rows of the padding are blocked as well.

    Look at what your mask says about the words that look. Padding blocks columns only: a row that belongs to
    padding is never used.

    Two words, the second is padding: `[[0, 1], [0, 1]]`. With its row blocked too it is `[[0, 1], [1, 1]]`.
    """
    pad = np.asarray(pad)
    return pad[:, None, :] | pad[:, :, None]


@replaces("place")
@replaces(place=lambda pad: np.asarray(pad)[None])
def no_axis_added(pad):
    """`pad` meets `causal` without a new axis.

    Look at the shapes of the two masks. `pad` has one row for each sentence, `causal` one row for each query.
    They need an axis each.

    Shapes `(2, 3)` and `(3, 3)` do not fit. `(2, 1, 3)` and `(3, 3)` give `(2, 3, 3)`.
    """
    return np.asarray(pad)


@alone
@replaces(place=lambda pad: np.asarray(pad)[0], combine=lambda keys, relation: np.logical_or(keys, relation))
@replaces(place=lambda pad: np.asarray(pad)[:1, None, :])
@replaces(place=lambda pad: np.asarray(pad).any(axis=0))
@replaces(place=lambda pad: np.asarray(pad).all(axis=0))
def one_table_for_all():
    """There is one table for the whole batch, but each sentence has its own padding.

    Look at the first axis of your result. It counts the sentences.

    `pad` of shape `(2, 3)`: the result should have the shape `(2, 3, 3)`.
    """


@alone
@replaces(meaning=lambda either: either[:, None])
@replaces(meaning=lambda either: either.swapaxes(0, 1))
@replaces(meaning=lambda either: np.moveaxis(either, 0, -1))
def axes_in_other_order():
    """The axes are not in the order that was asked for.

    Look at the shape of your result, axis by axis: sentences, queries, keys.

    `pad` of shape `(2, 3)` and `causal` of shape `(3, 3)`: the result should have the shape `(2, 3, 3)`.
    """


@replaces("relation")
def mask_transposed(causal):
    """The causal mask is transposed: the words before are blocked, and the later ones are open.

    Look at the rows and columns of `causal`. Row `i` belongs to the word that looks.

    The causal row of word 0 is `[0, 1]`: it may not see word 1. In yours it is `[0, 0]`.
    """
    return np.asarray(causal).swapaxes(0, 1)


@replaces("relation")
def causal_made_anew(causal):
    """The table `causal` is not used: a new causal mask is built instead.

    Look at where your causal mask comes from. Somebody may hand in another table, one that also blocks words
    far back.

    A row `[1, 0, 0]` in `causal` blocks word 0 for word 2. In a new causal mask that row is `[0, 0, 0]`.
    """
    return np.triu(np.ones(np.shape(causal), dtype=bool), k=1)


# ---- what a 1 means


@replaces("meaning")
@replaces(combine=lambda keys, relation: ~keys & ~relation)
@replaces(combine=lambda keys, relation: ~(keys | relation))
def inverted(either):
    """The result is inverted: it marks what is open.

    Ask what a 1 in your table means. In this course `True` (or 1) says *blocked*.

    Padding `[0, 1]` and a causal row `[0, 0]`: the row should be `[0, 1]`. Yours is `[1, 0]`.
    """
    return np.logical_not(either)


@replaces(place=lambda pad: np.logical_not(np.asarray(pad)[:, None, :]))
def padding_inverted():
    """The padding is inverted: real words are blocked and padding is open.

    Look at what a 1 in `pad` means. It is padding already; nothing has to be turned around.

    Padding `[0, 1]` and a causal row `[0, 0]`: the row should be `[0, 1]`. Yours is `[1, 0]`.
    """


@replaces(relation=lambda causal: np.logical_not(causal))
def causal_inverted():
    """The causal mask is inverted: what it blocks is open, and what it leaves open is blocked.

    Look at what a 1 in `causal` means. It blocks already; nothing has to be turned around.

    Padding `[0, 0]` and a causal row `[0, 1]`: the row should be `[0, 1]`. Yours is `[1, 0]`.
    """


@alone
@replaces(combine=lambda keys, relation: np.logical_not(np.logical_and(~keys, ~relation)))
@replaces(combine=lambda keys, relation: np.where(~keys & ~relation, 0, 1))
@replaces(combine=lambda keys, relation: np.where(~keys, relation, 1))
@replaces(combine=lambda keys, relation: np.where(~relation, keys, 1))
@replaces(combine=lambda keys, relation: 1 - (~keys & ~relation))
@replaces(combine=lambda keys, relation: 1 - (~keys * ~relation))
@replaces(combine=lambda keys, relation: 1 - (~keys).astype(int) * (~relation).astype(int))
@replaces(combine=lambda keys, relation: ~(~keys * ~relation))
@replaces(combine=lambda keys, relation: ~(~keys & ~relation))
def tilde_on_whole_numbers():
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """


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
def additive_table(either, table):
    """This is a table to add to the scores, not a mask of True and False.

    Look at the values in your table. The mask only says which cells are blocked. The large negative number
    comes later, when the mask is applied to scores.

    Padding `[0, 1]` and a causal row `[0, 0]`: the row should be `[0, 1]`. Yours holds a large negative
    number where the 1 belongs.
    """
    return table(either)


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    Padding `[[0, 1]]` and a causal mask `[[0, 1], [0, 0]]` should give back `[[[0, 1], [0, 1]]]`. The
    function gives back `None`.
    """
