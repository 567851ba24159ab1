import numpy as np

from grader import stages
from grader.case import alone, family, replaces, same_as
from grader.pipeline import Pipeline, left_out, stage


def _check_batch(Q, K, V):
    if not Q.shape[:-2] == K.shape[:-2] == V.shape[:-2]:
        raise ValueError("batch axes differ")


def _check_sizes(Q, K, V):
    if Q.shape[-1] != K.shape[-1] or K.shape[-2] != V.shape[-2] or 0 in K.shape[-2:]:
        raise ValueError("widths or lengths do not fit")


def _seen(allowed):
    return np.asarray(True if allowed is None else allowed).astype(bool)


def _check_rows(allowed):
    if _seen(allowed).ndim and not _seen(allowed).any(axis=-1).all():
        raise ValueError("a query may look nowhere")


def _both(output, weights):
    return output, weights


PIPELINE = Pipeline(
    "Q K V allowed",
    stage(_check_batch, "same_batch", name="check_batch"),
    stage(_check_sizes, "fitting", name="check_sizes"),
    stage(stages.score, "scores"),
    stage(stages.scale, "scores"),
    stage(_check_rows, "open_rows", name="check_rows"),
    stage(stages.allowed_relation, "blocked", name="relation"),
    stage(stages.hide, "masked"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(stages.settle, "weights"),
    stage(stages.mix, "output"),
    stage(_both, "result", name="hand_back"),
)


def _no_check():
    return None


def _fill_with(number):
    return lambda scores, blocked: np.where(blocked, number, scores)


def _add(number):
    return lambda scores, blocked: scores + np.where(blocked, number, 0.0)


@left_out
def _leave(scores):
    return scores


def _nan_to_zero(weights):
    return np.nan_to_num(weights)


def _cell_by_cell(Q, K):
    return (
        np.einsum("...ld,...sd->...ls", *np.broadcast_arrays(Q, K))
        if Q.shape == K.shape
        else (Q[..., :, None, :] * K[..., None, :, :]).sum(-1)
    )


# ---- what is checked: where two explanations fit, the earlier mistake is the one that is named


@replaces(check_batch=_no_check, check_sizes=_no_check)
@replaces(
    check_batch=_no_check,
    check_sizes=_no_check,
    peak=lambda masked: masked.max(-1, keepdims=True, initial=-np.inf),
)
@replaces(check_batch=_no_check, check_sizes=_no_check, score=_cell_by_cell)
def no_validation():
    """Tables that do not fit together go through: nothing is checked.

    Look at what NumPy does without an error. It repeats a batch axis of 1, and it divides 0 by 0.

    One sentence of queries and two of keys: NumPy uses the same queries twice. Queries of width 0: every
    score is 0/0, which is `nan`. The function should raise a `ValueError`.
    """


def _only(one, other):
    def check(Q, K, V):
        tables = {"Q": Q, "K": K, "V": V}
        if tables[one].shape[:-2] != tables[other].shape[:-2]:
            raise ValueError

    return check


def _count_axes(Q, K, V):
    if not Q.ndim == K.ndim == V.ndim:
        raise ValueError


def _first_axis(Q, K, V):
    if not Q.ndim == K.ndim == V.ndim or (Q.ndim > 2 and not len(Q) == len(K) == len(V)):
        raise ValueError


def _size_of_the_batch(Q, K, V):
    if not Q.shape[0] == K.shape[0] == V.shape[0] and Q.ndim > 2:
        raise ValueError


@replaces(check_batch=_no_check)
@replaces(check_batch=_count_axes)
@replaces(check_batch=_only("Q", "K"))
@replaces(check_batch=_only("K", "V"))
@replaces(check_batch=_only("Q", "V"))
@replaces(check_batch=_first_axis)
@replaces(check_batch=_size_of_the_batch)
def batch_axes_not_checked():
    """Different batch axes go through: NumPy repeats the shorter ones.

    Look at the axes in front of the last two. All of them should be the same in Q, K and V.

    Q of shape `(1, 2, 3)` with K of shape `(2, 4, 3)`: NumPy uses the queries of the one sentence for both.
    The function should raise a `ValueError`.
    """


def _sizes_but_width(Q, K, V):
    if Q.shape[-1] != K.shape[-1] or K.shape[-2] != V.shape[-2] or K.shape[-2] == 0:
        raise ValueError


@alone
@replaces(check_sizes=_sizes_but_width)
def empty_width_not_checked():
    """A width of 0 goes through.

    Look at queries and keys without any column. What are their scores divided by?

    Every dot product is 0, and √0 is 0. So every score is 0/0, which is `nan`. The function should raise a
    `ValueError`.
    """


def _sizes_but_source(Q, K, V):
    if Q.shape[-1] != K.shape[-1] or K.shape[-2] != V.shape[-2] or K.shape[-1] == 0:
        raise ValueError


@alone
@replaces(check_sizes=_sizes_but_source, peak=lambda masked: masked.max(-1, keepdims=True, initial=-np.inf))
@replaces(check_sizes=_no_check, peak=lambda masked: masked.max(-1, keepdims=True, initial=-np.inf))
def empty_source_not_checked():
    """An empty source goes through: there are no keys, and nobody is told.

    Look at K and V with 0 rows. What could a query take from them?

    The sum of no powers is 0, so the output is a row of zeros that looks like a result. The function should
    raise a `ValueError`.
    """


def _mix_cell_by_cell(weights, V):
    return (weights[..., None] * V[..., None, :, :]).sum(-2)


def _only_empty(K):
    if 0 in K.shape[-2:]:
        raise ValueError


@alone
@replaces(check_sizes=_only_empty, score=_cell_by_cell, mix=_mix_cell_by_cell)
@replaces(check_sizes=_only_empty, score=_cell_by_cell)
@replaces(check_sizes=_only_empty, mix=_mix_cell_by_cell)
@replaces(check_batch=_no_check, check_sizes=_only_empty, score=_cell_by_cell, mix=_mix_cell_by_cell)
def size_of_one_repeated():
    """Another width or length goes through where it is 1: it is repeated.

    Look at how you multiply. `@` compares the sizes; `einsum` and a product cell by cell repeat a size of 1.

    Queries of width 3 and keys of width 1 have no dot product. The function should raise a `ValueError`.
    """


@replaces(check_rows=_no_check)
def nan_for_an_empty_row():
    """A query that may look nowhere gets a row of `nan`, not an error.

    Look at what your function does before softmax. May every query look somewhere?

    With nothing allowed every power is 0, and 0/0 is `nan`. The function should raise a `ValueError` instead.
    """


@replaces(check_rows=_no_check, hide=_fill_with(-1e9))
@replaces(check_rows=_no_check, hide=_add(-1e9))
@replaces(check_rows=_no_check, hide=_fill_with(-1e4))
@replaces(check_rows=_no_check, hide=_add(-1e4))
@replaces(check_rows=_no_check, hide=_add(-1e30))
@replaces(check_rows=_no_check, hide=_add(-1e10))
@replaces(check_rows=_no_check, hide=_add(-1e5))
@replaces(check_rows=_no_check, hide=_add(-1e6))
@replaces(check_rows=_no_check, hide=_add(-1e8))
@replaces(check_rows=_no_check, hide=_add(-1e12))
@replaces(check_rows=_no_check, hide=_add(-9999.0))
@replaces(check_rows=_no_check, hide=_add(-99999.0))
def silent_uniform_row():
    """A query that may look nowhere gets weights all the same, and nobody is told.

    Look at a row in which nothing is allowed. If every score is the same large negative number, softmax
    shares out the weight as if nothing was hidden.

    The scores `[0, 0]`, neither allowed: with −1e9 in both cells the weights are `[0.5, 0.5]`. The function
    should raise a `ValueError`.
    """


@alone
@replaces(check_rows=_no_check, settle=_nan_to_zero)
@replaces(
    check_rows=_no_check,
    total=lambda powers, axis: powers.sum(axis=axis, keepdims=True) + 1e-12,
    settle=_nan_to_zero,
)
def silent_zero_row():
    """A query that may look nowhere gets a row of zeros, and nobody is told.

    Look at what happens to a row in which nothing is allowed. Weights of 0 do not sum to 1.

    A query without any key would pass on nothing, and no number would show it. The function should raise a
    `ValueError`.
    """


def _nothing_at_all(allowed):
    if not _seen(allowed).any():
        raise ValueError


def _empty_tables(allowed):
    if _seen(allowed).ndim > 2 and not _seen(allowed).any(axis=(-2, -1)).all():
        raise ValueError


def _full_mask_only(scores, allowed):
    if _seen(allowed).shape == scores.shape:
        _check_rows(allowed)


@alone
@replaces(check_rows=_nothing_at_all)
@replaces(check_rows=_empty_tables)
@replaces(check_rows=_full_mask_only)
def some_empty_rows_overlooked():
    """A query that may look nowhere is noticed only sometimes.

    Look at what your check counts. Each row of the mask needs an allowed cell of its own.

    The mask `[[1, 1], [0, 0]]` allows something, but its row 1 allows nothing. The function should raise a
    `ValueError`.
    """


def _empty_columns(allowed):
    if _seen(allowed).ndim > 1 and not _seen(allowed).any(axis=-2).all():
        raise ValueError


def _empty_second_last_axis(allowed):
    if allowed is not None and not _seen(allowed).any(axis=-2).all():
        raise ValueError


@alone
@replaces(check_rows=_empty_columns)
@replaces(check_rows=lambda allowed: _empty_columns(allowed) or _check_rows(allowed))
@replaces(check_rows=_empty_second_last_axis)
def keys_checked_instead_of_queries():
    """A key that nobody may look at raises an error, but that is what padding looks like.

    Look at the axis in your check. It is a query that needs an allowed cell: a row, not a column.

    The mask `[[1, 0], [1, 0]]` is fine: the last key is padding. `[[1, 1], [0, 0]]` is not: its row 1 allows
    nothing.
    """


def _raise(kind):
    def check_batch(Q, K, V):
        try:
            _check_batch(Q, K, V)
        except ValueError:
            raise kind from None

    def check_sizes(Q, K, V):
        try:
            _check_sizes(Q, K, V)
        except ValueError:
            raise kind from None

    def check_rows(allowed):
        try:
            _check_rows(allowed)
        except ValueError:
            raise kind from None

    return {"check_batch": check_batch, "check_sizes": check_sizes, "check_rows": check_rows}


def _some(kind, *names):
    return {name: check for name, check in _raise(kind).items() if name in names}


@alone
@replaces(**_raise(AssertionError))
@replaces(**_raise(Exception))
@replaces(**_raise(TypeError))
@replaces(**_some(AssertionError, "check_rows"))
@replaces(**_some(AssertionError, "check_batch", "check_sizes"))
@replaces(**_some(Exception, "check_rows"))
@replaces(**_some(RuntimeError, "check_rows"))
@replaces(**_raise(RuntimeError))
@replaces(**_some(IndexError, "check_batch", "check_sizes"))
def other_exception():
    """An error that is raised is not a `ValueError`.

    Look at the lines with `raise` or `assert`. The caller waits for one type of error only.

    `assert` raises an `AssertionError`, and `raise Exception` is too general. The contract asks for
    `ValueError`.
    """


@alone
@family(
    value=[None, "a query may look nowhere", ValueError("a query may look nowhere")], everywhere=[False, True]
)
def error_not_raised(Q, K, V, allowed=None, *, value, everywhere):
    """The error is returned or printed, not raised.

    Look at what happens where tables do not fit, or a query may look nowhere. An error that is
    returned looks like a result.

    `return ValueError("…")` hands the error back as a value. `raise ValueError("…")` stops the program there.
    """
    try:
        return PIPELINE(Q, K, V, allowed)
    except ValueError:
        if everywhere:
            return value
        _check_batch(Q, K, V)
        _check_sizes(Q, K, V)
        return value


# ---- the scale


@replaces("scale")
def no_scale(scores):
    """The scores are not scaled: they should be divided by √d.

    Look at the step right after the dot products. Wide keys give large scores.

    A dot product of 4 with `d` = 4 gives the score 4 / 2 = 2. Yours stays 4.
    """
    return scores


@alone
@replaces("scale")
def multiplied_by_the_root(scores, Q):
    """The scores are multiplied by √d instead of divided.

    Look at which way your scale works. Wide keys already give large scores; the scale makes them smaller.

    A dot product of 4 with `d` = 4 gives the score 4 / 2 = 2. Yours is 4 · 2 = 8.
    """
    return scores * np.sqrt(Q.shape[-1])


@replaces("scale")
def divided_by_d_k(scores, Q):
    """The scores are divided by d instead of its root, or scaled twice.

    Look at the number you divide by, and count how often you divide.

    A dot product of 4 with `d` = 4 gives the score 4 / 2 = 2. Yours is 4 / 4 = 1.
    """
    return scores / Q.shape[-1]


@replaces(scale=lambda scores: scores, settle=lambda weights, Q: weights / np.sqrt(Q.shape[-1]))
@replaces(
    scale=lambda scores: scores, hand_back=lambda output, weights, Q: (output / np.sqrt(Q.shape[-1]), weights)
)
def scaled_after_softmax():
    """The weights are scaled instead of the scores.

    Look at where your scale stands. After softmax each row sums to 1, and it should stay so.

    `d` = 4 and two equal scores: the weights should be `[0.5, 0.5]`. Yours are `[0.25, 0.25]`.
    """


@alone
@replaces("scale")
def root_of_the_length(scores):
    """The scores are divided by the root of the number of keys instead of √d.

    Look at which axis you take the width from. It should not change when the sentence grows.

    9 keys and `d` = 4: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(scores.shape[-1])


@alone
@replaces("scale")
def root_of_d_v(scores, V):
    """The scores are divided by √d_v, the width of a value, instead of √d.

    Look at which table you take the width from. Scores come from queries and keys.

    `d` = 4 and `d_v` = 9: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(V.shape[-1])


@alone
@replaces("scale")
@family(how=[lambda s, d: s / (d**1 / 2), lambda s, d: s / d**1 / 2])
def root_precedence(scores, Q, how):
    """You divide by half of d, or by its double, where the root should be.

    Look at your power. Python reads `d ** 1 / 2` from the left, with the power first.

    With `d` = 16 the divisor is the root, 4. `16 ** 1 / 2` is 8.
    """
    return how(scores, Q.shape[-1])


# ---- the axes


@replaces("score")
def all_axes_reversed(Q, K):
    """`K.T` reverses all axes of a batch, not only the last two.

    Look at how you turn the keys. `.T` means "the other way round": the batch goes to the end.

    K of shape `(2, 3, 4)`: `K.T` has the shape `(4, 3, 2)`. With only the last two axes swapped it is
    `(2, 4, 3)`.
    """
    return Q @ K.T


def _swapped(Q, K):
    return K @ Q.swapaxes(-1, -2)


def _always_blocked(Q, K, allowed):
    """A mask of its own where none is given: it has the shape that the scores should have."""
    if allowed is None:
        return np.zeros((Q.shape[-2], K.shape[-2]), dtype=bool)
    return stages.allowed_relation(allowed)


def _spread(scores, Q, K, allowed):
    return np.broadcast_to(_always_blocked(Q, K, allowed), scores.shape)


def _spread_if_given(scores, allowed):
    return np.broadcast_to(stages.allowed_relation(allowed), scores.shape)


def _mix_by_einsum(weights, V):
    return np.einsum("...ls,...sd->...ld", weights, V)


@alone
@replaces("score")
@replaces(score=_swapped, relation=_always_blocked)
@replaces(score=_swapped, relation=_spread)
@replaces(score=_swapped, relation=_spread_if_given)
@replaces(score=_swapped, relation=_always_blocked, mix=_mix_by_einsum)
@replaces(score=_swapped, mix=_mix_by_einsum)
def query_and_key_swapped(Q, K):
    """Queries and keys are swapped.

    Look at whose question each row of your scores answers. Row `i` should be the query of word `i` with
    every key.

    The score of word 1 looking at word 0 is the query of word 1 times the key of word 0. You have the query
    of word 0 times the key of word 1.
    """
    return K @ Q.swapaxes(-1, -2)


@alone
@replaces(score=lambda Q, K: np.dot(Q, K.swapaxes(-1, -2)))
@replaces(score=lambda Q, K: np.tensordot(Q, K.swapaxes(-1, -2), axes=1))
@replaces(score=lambda Q, K: np.dot(Q, K.T))
def dot_on_a_batch():
    """`np.dot` puts every sentence together with every other one.

    Look at the product that makes the scores. For more than two axes `np.dot` and `@` are not the same.

    Shapes `(2, 3, 5)` and `(2, 5, 4)`: `@` gives `(2, 3, 4)`, `np.dot` gives `(2, 3, 2, 4)`.
    """


def _tables_only(Q, K, V):
    if Q.ndim != 2:
        raise ValueError
    _check_batch(Q, K, V)


def _one_batch_axis_only(Q, K, V):
    if Q.ndim != 3:
        raise ValueError
    _check_batch(Q, K, V)


def _at_most_one_batch_axis(Q, K, V):
    if Q.ndim > 3:
        raise ValueError
    _check_batch(Q, K, V)


@alone
@replaces(check_batch=_tables_only)
@replaces(check_batch=_one_batch_axis_only)
@replaces(check_batch=_at_most_one_batch_axis)
def one_number_of_axes_only():
    """The function works for one number of axes only.

    Look at what you expect of the shape. The dots in `(…, L, d)` stand for any number of batch axes.

    `L, d = Q.shape` fails for a batch. `Q.shape[-2]` and `Q.shape[-1]` are right for both.
    """


def _open_powers(masked, peak, blocked):
    return np.where(blocked, 0.0, np.exp(masked - peak))


@replaces(axis=lambda: -2)
@replaces(total=lambda powers: powers.sum(axis=-2, keepdims=True))
@replaces(axis=lambda: 0)
@replaces(axis=lambda: -2, hide=_leave, lift=_open_powers)
@replaces(axis=lambda: 0, hide=_leave, lift=_open_powers)
@replaces(hide=_leave, lift=_open_powers, total=lambda powers: powers.sum(axis=-2, keepdims=True))
@replaces(axis=lambda: -2, hide=_fill_with(-1e9))
@replaces(axis=lambda: -2, hide=_add(-1e9))
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows: over the queries, not over the keys.

    Look at the axis in your softmax. For each query the weights of all keys should sum to 1.

    Two words, all scores 0, word 0 may not see word 1. The weights should be `[[1, 0], [0.5, 0.5]]`. Yours
    are `[[0.5, 0], [0.5, 1]]`: the columns sum to 1, the rows do not.
    """


@alone
@replaces(axis=lambda: 1)
@replaces(scale=lambda scores, Q: scores / np.sqrt(Q.shape[1]))
@replaces(axis=lambda: 1, scale=lambda scores, Q: scores / np.sqrt(Q.shape[1]))
@replaces(axis=lambda: 2)
@replaces(scale=lambda scores, Q: scores / np.sqrt(Q.shape[2]))
def axis_counted_from_the_left():
    """An axis is counted from the left, which is right for one number of axes only.

    Look at the numbers of your axes. In front of the last two there may be any number of batch axes.

    The keys are axis 1 of `(L, S)` and axis 2 of `(B, L, S)`. Counted from the end they are −1 in both.
    """


@alone
@replaces(axis=lambda: None)
@replaces(total=lambda powers: powers.sum())
def no_axis():
    """Softmax takes the whole table as one: no axis is given.

    Look at the sum in your softmax. Each row needs a sum of its own.

    Two words, all scores 0, nothing blocked: each of the four cells gets 1/4. The weights should be
    `[[0.5, 0.5], [0.5, 0.5]]`.
    """


@alone
@replaces(peak=lambda masked, axis: masked.max(axis=axis))
@replaces(total=lambda powers, axis: powers.sum(axis=axis))
@replaces(peak=lambda masked, axis: masked.max(axis=axis), total=lambda powers, axis: powers.sum(axis=axis))
def keepdims_missing():
    """The maximum or the sum has lost its axis, so row `i` is divided by the numbers of other rows.

    Look at the shape of the maximum and of the sum. `(L,)` lines up with the columns, `(L, 1)` with the
    rows.

    Powers `[[1, 0], [1, 1]]` have the row sums 1 and 2. The weights should be `[[1, 0], [0.5, 0.5]]`.
    Without the axis they are `[[1, 0], [1, 0.5]]`.
    """


# ---- who may look


def _check_blocked(scores, blocked):
    if np.broadcast_to(blocked, np.broadcast_shapes(scores.shape, blocked.shape)).all(axis=-1).any():
        raise ValueError


def _inverted(allowed):
    return np.array(False) if allowed is None else np.asarray(allowed).astype(bool)


def _full_rows(allowed):
    if allowed is not None and np.asarray(allowed).astype(bool).all(axis=-1).any():
        raise ValueError


@replaces("relation")
@replaces("relation", check_rows=_no_check)
@replaces("relation", check_rows=_full_rows)
@replaces("relation", check_rows=_no_check, hide=_fill_with(-1e9))
@replaces("relation", hide=_fill_with(-1e9))
@replaces("relation", check_rows=_no_check, hide=_add(-1e9))
@replaces("relation", hide=_add(-1e9))
def allowed_inverted(allowed):
    """`allowed` is inverted: what may be seen is hidden, and the other way round.

    Look at what a 1 means in `allowed`, and at what happens to the cells that hold it.

    Scores `[2, 3]` with `allowed` = `[1, 0]` should give the weights `[1, 0]`. Yours are `[0, 1]`.
    """
    return _inverted(allowed)


@alone
@replaces("relation")
@replaces("relation", check_rows=_no_check)
def no_mask():
    """The mask does nothing: keys that are not allowed get weight too.

    Look for the step where the mask meets the scores. It comes before softmax.

    Scores `[2, 2]` with `allowed` = `[1, 0]` should give the weights `[1, 0]`. Yours are `[0.5, 0.5]`.
    """
    return np.array(False)


def _tilde(allowed):
    return np.array(False) if allowed is None else (~np.asarray(allowed)).astype(bool)


def _tilde_check(allowed):
    if allowed is not None and (~np.asarray(allowed)).astype(bool).all(axis=-1).any():
        raise ValueError


@alone
@replaces(relation=_tilde)
@replaces(relation=_tilde, check_rows=_tilde_check)
@replaces(relation=_tilde, check_rows=_no_check)
@replaces(relation=_tilde, hide=_fill_with(-1e9))
@replaces(relation=_tilde, hide=_fill_with(-1e9), check_rows=_no_check)
def tilde_on_whole_numbers():
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """


def _index(scores, allowed):
    masked = scores.copy()
    if allowed is not None:
        masked[~allowed] = -np.inf
    return masked


def _full_index_of_truth(scores, allowed):
    masked = scores.copy()
    if allowed is not None:
        masked[~np.asarray(allowed).astype(bool)] = -np.inf
    return masked


@alone
@replaces(hide=_full_index_of_truth)
@replaces(hide=_index)
def mask_as_index():
    """As an index the mask is not repeated for a batch, and whole numbers in it count rows.

    Look at the square brackets around your mask. An index must fit the scores, and hold `True` and `False`.

    With a mask of shape `(2, 1, 5)` and scores of shape `(2, 3, 5)`, `scores[mask]` raises an error.
    `np.where` repeats the mask for the three queries.
    """


# ---- what a blocked score becomes


@replaces("hide")
@family(how=[lambda s, b: s * ~b, lambda s, b: np.where(b, -1e-9, s)])
@replaces(hide=lambda scores, blocked: scores * ~blocked, check_rows=_no_check)
def blocked_score_zero(scores, blocked, how):
    """A blocked score becomes 0, and 0 is not nothing.

    Look at the number that a blocked score has when softmax starts. What is e to that number?

    Scores `[-1, blocked]`: the weights should be `[1, 0]`. With 0 in the blocked cell they are
    `[0.27, 0.73]`, because e⁰ is 1.
    """
    return how(scores, blocked)


@alone
@replaces("hide")
@replaces("hide", check_rows=_no_check)
@replaces(hide=lambda scores, allowed: scores if allowed is None else scores + (1 - _seen(allowed)) * -np.inf)
def mask_times_infinity(scores, blocked):
    """Every number is `nan`, most often because a mask of 0 and 1 is multiplied by −∞.

    Look at how −∞ gets into your scores. If a mask is multiplied by −∞, what do its zeros become?

    A mask row `[0, 1]` times −∞ is `[nan, -inf]`. The open cell should have stayed 0.
    """
    return scores + blocked * -np.inf


@replaces(hide=_leave, settle=lambda weights, blocked: weights * ~blocked)
@replaces(hide=_leave, settle=lambda weights, blocked: np.where(blocked, 0.0, weights))
@replaces(hide=_leave, check_rows=_no_check, settle=lambda weights, blocked: weights * ~blocked)
def masked_after_softmax():
    """The mask comes after softmax, so the rows no longer sum to 1.

    Look at the order of your steps. Softmax shares out the weight, also to the words that you take away
    afterwards.

    Two words, all scores 0. Softmax gives `[0.5, 0.5]`, the mask leaves `[0.5, 0]`. Word 0 should have
    `[1, 0]`.
    """


@alone
@replaces("hide")
@family(
    number=[-10.0, -100.0, -2.0, -5.0, -20.0, -50.0, -99.0, -500.0, -999.0, -1000.0],
    how=[_fill_with, _add],
)
def fill_not_low_enough(scores, blocked, number, how):
    """The number for a blocked score is not low enough.

    Look at the number that stands for "blocked". Is there a score that could be lower?

    A word whose only open score is −416 beside a blocked −100: the blocked word takes all the weight.
    """
    return how(number)(scores, blocked)


@alone
@replaces("hide")
@replaces("hide", check_rows=_no_check)
@replaces(hide=lambda scores, allowed: scores if allowed is None else scores + _seen(allowed))
def mask_added(scores, blocked):
    """The mask is added to the scores as 0 and 1, so nothing is blocked.

    Look at what your mask does to a score. Adding 1 changes it a little. Blocked means: no weight at all.

    Scores `[0, 0]` with the second blocked: the weights should be `[1, 0]`. With 1 added they are
    `[0.27, 0.73]`.
    """
    return scores + blocked


# ---- softmax


def _mean_of_open(scores, blocked):
    return scores.mean(axis=-1, keepdims=True, where=~blocked)


@replaces(peak=lambda: 0.0)
@replaces(peak=lambda: 0.0, settle=_nan_to_zero)
@replaces(peak=lambda scores: scores.min(axis=-1, keepdims=True))
@replaces(peak=lambda scores: scores.mean(axis=-1, keepdims=True))
@replaces(peak=lambda masked, blocked, axis: np.where(blocked, 0, masked).max(axis=axis, keepdims=True))
@replaces(peak=_mean_of_open)
def no_maximum_subtracted():
    """Large scores break it: the largest score of the row is not subtracted.

    Look at what goes into `np.exp`. What is e to the 1000 on a computer, and e to the −1000?

    Scores `[1000, 998]`: e¹⁰⁰⁰ is `inf`, and `inf / inf` is `nan`. With the maximum subtracted the scores are
    `[0, -2]`, and the weights `[0.88, 0.12]`.
    """


@replaces(peak=lambda masked: masked.max())
@replaces(peak=lambda scores: scores.max())
@replaces(peak=lambda masked: masked.max(axis=(-2, -1), keepdims=True))
def one_global_maximum():
    """One maximum is subtracted from the whole table, so a row of much lower scores vanishes.

    Look at the maximum that you subtract. Each row needs its own.

    A row of scores near −460 in a table whose largest score is 390: e⁻⁸⁵⁰ is 0 everywhere in that row, and
    0/0 is `nan`.
    """


@alone
@replaces(peak=lambda scores: scores.max(axis=-1, keepdims=True))
@replaces(
    peak=lambda scores: scores.max(axis=-1, keepdims=True),
    total=lambda powers: powers.sum(axis=-1, keepdims=True) + 1e-9,
)
def blocked_words_set_the_maximum():
    """The maximum is taken over blocked words too: where one of them is far above, the row becomes 0/0.

    Look at which scores are in the maximum, or in the first softmax. Only the words that may be seen should
    count.

    Scores `[-400, 600]` with the second blocked. The weights should be `[1, 0]`. With 600 subtracted the
    open power is e⁻¹⁰⁰⁰, which is 0 on a computer, and 0/0 is `nan`.
    """


def _share_again(spare):
    def settle(weights, blocked):
        left = weights * ~blocked
        return left / (left.sum(axis=-1, keepdims=True) + spare)

    return settle


@alone
@same_as("blocked_words_set_the_maximum")
@replaces(hide=_leave, settle=_share_again(0))
@replaces(hide=_leave, settle=_share_again(1e-9))
def renormalised_after_softmax():
    """The weights are masked and shared out again after softmax: too late where a blocked word held them all.

    Look at the order of your steps. Only the words that may be seen should enter softmax.

    Scores `[-400, 600]` with the second blocked: softmax gives `[0, 1]`, the mask leaves `[0, 0]`, and 0/0
    is `nan`.
    """


@alone
@replaces("normalise")
def not_normalised(powers):
    """The powers are never divided by their sum, so the rows do not sum to 1.

    Look at the end of your softmax. Weights are shares of a whole.

    Scores `[0, 0]`: the powers are `[1, 1]`, the weights should be `[0.5, 0.5]`.
    """
    return powers


@alone
@replaces("settle")
def no_softmax(scores, blocked):
    """The scores are used as weights: there is no softmax.

    Look at what you multiply with the values. Weights are never negative, and each row sums to 1.

    Scores `[2, 0]`, both open: the weights should be `[0.88, 0.12]`, not `[2, 0]`.
    """
    return np.where(blocked, 0.0, scores)


# ---- what is handed back


@replaces(hand_back=lambda output: output)
def returns_only_the_output():
    """The function returns only the output, without the weights.

    Look at your last line. Two results are asked for.

    `return output, weights` hands both back, as a tuple.
    """


@alone
@replaces(hand_back=lambda weights: weights)
def returns_the_weights():
    """The function returns the weights, not the output.

    Look at your last line. The weights still have to mix the values, and both are asked for.

    Weights `[0.5, 0.5]` and the values `[2]` and `[4]` give the output `[3]`.
    """


@alone
@replaces(hand_back=lambda output, weights: (weights, output))
def results_in_the_wrong_order():
    """The weights come first, the output second: it should be the other way round.

    Look at your last line, at the order of the two results.

    `return output, weights` puts the output first.
    """


@alone
@replaces(hand_back=lambda output, scores: (output, scores))
@replaces(hand_back=lambda output, masked: (output, masked))
def scores_instead_of_weights():
    """The second result holds the scores, not the weights.

    Look at what you return beside the output. Each row should sum to 1.

    Scores `[0, 0]` have the weights `[0.5, 0.5]`.
    """


@alone
@replaces(mix=lambda weights, V: weights.swapaxes(-1, -2) @ V)
def weights_transposed():
    """The weights are transposed before they mix the values.

    Look at the last product. Row `i` of the weights belongs to query `i`.

    Two words with the weights `[[1, 0], [0.5, 0.5]]`: word 0 should get the value of word 0. Yours gets all
    of value 0 and half of value 1.
    """


@alone
@replaces(mix=lambda weights, K: weights @ K)
def mixes_keys():
    """The weights mix the keys instead of the values.

    Look at the last product. Keys are for finding, values are what is handed over.

    The output should have as many columns as `V`. Yours has as many as `K`.
    """


@alone
@replaces(hand_back=lambda output, weights: (np.squeeze(output), np.squeeze(weights)))
@replaces(hand_back=lambda output, weights: (np.squeeze(output), weights))
def axis_dropped():
    """An axis of length 1 is lost.

    Look for what removes axes of length 1, or what glues rows together at the end.

    A batch of one, `(1, 3, 2)`, gives an output of three axes, not `(3, 2)`.
    """
