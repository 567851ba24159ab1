import numpy as np

from grader import stages
from grader.case import alone, changes_input, family, replaces, same_as
from grader.pipeline import Pipeline, left_out, stage


def _as_given(scores, blocked):
    return scores.dtype, blocked


PIPELINE = Pipeline(
    "scores blocked",
    stage(_as_given, "given_type given_mask"),
    stage(stages.take, "scores"),
    stage(stages.given_relation, "blocked", name="relation"),
    stage(stages.write, "masked", name="hide"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(stages.settle, "output"),
    stage(stages.hand_back, "result"),
)


def _fill_with(number):
    return lambda scores, blocked: np.where(blocked, number, scores)


def _add(number):
    return lambda scores, blocked: scores + np.where(blocked, number, 0.0)


@left_out
def _leave(scores):
    return scores


def _index(blocked):
    """The cells that `table[blocked]` means: whole rows where the mask holds 0 and 1."""
    hidden = np.zeros(np.shape(blocked), dtype=bool)
    hidden[blocked] = True
    return hidden


def _open_index(blocked):
    return ~_index(~blocked)


def _tilde_inverted(blocked):
    return np.asarray(~blocked).astype(bool)


def _index_inverted(blocked):
    return _index(~blocked)


def _row_by_row_inverted(blocked):
    """Where no cell is left, a loop over the cells finds no largest one."""
    if not blocked.any(axis=-1).all():
        raise ValueError
    return ~blocked


def _nan_to_zero(weights):
    return np.nan_to_num(weights)


def _peak_of_all(scores, axis):
    return scores.max(axis=axis, keepdims=True)


def _share_again(spare):
    def settle(weights, blocked, axis):
        left = weights * ~blocked
        return left / (left.sum(axis=axis, keepdims=True) + spare)

    return settle


def _share_rows_again(weights, blocked):
    """By rows, also where the first softmax went another way."""
    left = weights * ~blocked
    return left / left.sum(axis=-1, keepdims=True)


# ---- who may look


@replaces("relation")
@replaces(relation=_tilde_inverted)
@replaces(relation=_index_inverted)
@replaces(relation=_row_by_row_inverted)
@replaces("relation", settle=_nan_to_zero)
def mask_inverted(blocked):
    """The mask is inverted: what should stay open is blocked, and the other way round.

    Look at what a 1 means in the mask, and at what happens to the cells that hold it.

    Scores `[2, 3]` with the mask `[0, 1]` should give the weights `[1, 0]`. Yours are `[0, 1]`.
    """
    return ~np.asarray(blocked).astype(bool)


@replaces("relation")
def no_mask(blocked):
    """The mask does nothing: blocked words get weight too.

    Look for the step where the mask meets the scores. It comes before softmax.

    Scores `[2, 2]` with the mask `[0, 1]` should give the weights `[1, 0]`. Yours are `[0.5, 0.5]`.
    """
    return np.zeros(np.shape(blocked), dtype=bool)


@alone
@replaces("relation")
def mask_transposed(blocked):
    """The mask is transposed before it is used.

    Look at the rows and columns of the mask. They already are those of the scores.

    A mask of shape `(2, 3)` fits scores of shape `(2, 3)`. Transposed it has the shape `(3, 2)`.
    """
    return blocked.T.astype(bool)


@replaces("relation")
def tilde_on_whole_numbers(blocked):
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """
    return ~np.asarray(~np.asarray(blocked)).astype(bool)


@replaces("relation")
@family(how=[_index, _open_index])
def mask_as_index(blocked, how):
    """With a mask of 0 and 1 it goes wrong: as an index, 0 and 1 mean row 0 and row 1.

    Look at the square brackets around your mask. An index of `True` and `False` picks cells, an index of
    numbers picks rows.

    `scores[np.array([0, 1])]` is row 0 and row 1. `scores[np.array([0, 1]) == 1]` is row 1 alone.
    """
    return how(blocked)


# ---- what a blocked score becomes


@replaces("hide")
@replaces(hide=lambda scores, given_mask: scores * ~given_mask)
def blocked_score_zero(scores, blocked):
    """A blocked score becomes 0, and 0 is not nothing.

    Look at the number that a blocked score has when softmax starts. What is e to that number?

    Scores `[-1, blocked]`: the weights should be `[1, 0]`. With 0 in the blocked cell they are
    `[0.27, 0.73]`, because e⁰ is 1.
    """
    return np.where(blocked, 0.0, scores)


@replaces("hide")
@family(
    number=[
        -1e9, -1e4, -1e10, -1e5, -1e6, -1e7, -1e8, -9999.0, -99999.0, -65504.0, -(2.0**31), -1e12, -1e15,
        -1e18, -(2.0**63), -1e20, -1e30, -1e32, -1e37,
    ],
    how=[_fill_with, _add],
)  # fmt: skip
def finite_fill(scores, blocked, number, how):
    """A blocked score becomes a large negative number, not −∞.

    Look at the number that stands for "blocked". Could an open score be lower than that?

    Scores `[-4000000000, blocked]`: the weights should be `[1, 0]`. With −1e9 in the blocked cell they are
    `[0, 1]`, because −1000000000 is the higher score.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@family(
    number=[-10.0, -100.0, -1.0, -2.0, -5.0, -20.0, -50.0, -99.0, -500.0, -999.0, -1000.0],
    how=[_fill_with, _add],
)
def fill_not_low_enough(scores, blocked, number, how):
    """The number for a blocked score is not low enough.

    Look at the number that stands for "blocked". Is there a score that could be lower?

    A word whose only open score is −416 beside a blocked −100: the blocked word takes all the weight.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@family(number=[1.0])
def mask_added(scores, blocked, number):
    """The mask is added to the scores as 0 and 1, so nothing is blocked.

    Look at what your mask does to a score. Adding 1 changes it a little. Blocked means: no weight at all.

    Scores `[0, 0]` with the second blocked: the weights should be `[1, 0]`. With 1 added they are
    `[0.27, 0.73]`.
    """
    return scores + number * blocked


@alone
@replaces("hide")
@family(how=[_fill_with(np.inf), _add(np.inf), _fill_with(1e9)])
def fill_has_wrong_sign(scores, blocked, how):
    """A blocked score becomes very large instead of very small.

    Look at the sign of the number that stands for "blocked". Softmax gives the weight to large scores.

    Scores `[0, blocked]`: with −∞ the weights are `[1, 0]`. With a huge positive number the blocked word
    takes everything, and with +∞ the row is `nan`.
    """
    return how(scores, blocked)


@replaces("hide")
@replaces(hide=lambda blocked: blocked * -np.inf)
def mask_times_infinity(scores, blocked):
    """Everything is `nan`: 0 times −∞ is not 0.

    Look at how −∞ gets into your scores. If a mask of 0 and 1 is multiplied by −∞, look at what the
    zeros become.

    A mask row `[0, 1]` times −∞ is `[nan, -inf]`. The open cell should have stayed 0.
    """
    return scores + blocked * -np.inf


@alone
@replaces("hide")
@replaces(hide=lambda scores, blocked: scores * np.where(blocked, -np.inf, 1.0))
@replaces(hide=lambda scores, blocked: scores * np.where(blocked, np.inf, 1.0))
def score_times_infinity(scores, blocked):
    """A blocked score is multiplied by −∞: a negative score then becomes +∞, and 0 becomes `nan`.

    Look at how −∞ gets into a blocked cell. It should not depend on the score that stood there.

    The scores `[3, -3, 0]` times −∞ are `[-inf, inf, nan]`. All three should be `-inf`.
    """
    return np.where(blocked, scores * -np.inf, scores)


@replaces(hide=_leave, settle=lambda weights, blocked: weights * ~blocked)
@replaces(hide=_leave, settle=lambda weights, blocked: np.where(blocked, 0.0, weights))
@replaces(hide=_leave, settle=lambda weights, given_mask: weights * ~given_mask)
def masked_after_softmax():
    """The mask comes after softmax, so the rows no longer sum to 1.

    Look at the order of your steps. Softmax shares out the weight, also to the words that you take away
    afterwards.

    Two words, all scores 0. Softmax gives `[0.5, 0.5]`, the mask leaves `[0.5, 0]`. Word 0 should have
    `[1, 0]`.
    """


@alone
@replaces(hide=_leave, settle=lambda weights, blocked: np.where(blocked, -np.inf, weights))
@replaces(hide=_leave, settle=lambda weights, blocked: weights + np.where(blocked, -1e9, 0.0))
@replaces(settle=lambda weights, blocked: np.where(blocked, -np.inf, weights))
def minus_infinity_after_softmax():
    """−∞ stands among the weights: the mask comes after softmax.

    Look at the order of your steps. It is the *score* that becomes −∞; softmax turns it into a weight of 0.

    Scores `[2, 2]` with the second blocked should give the weights `[1, 0]`. Yours are `[0.5, -inf]`.
    """


# ---- softmax


@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
@replaces(peak=lambda masked: masked.max(axis=0, keepdims=True))
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows.

    Look at the axis in your softmax. For each query the weights of all keys should sum to 1.

    Two words, all scores 0. The weights should be `[[1, 0], [0.5, 0.5]]`. Yours are
    `[[0.5, 0], [0.5, 1]]`: the columns sum to 1, the rows do not.
    """


@replaces(axis=lambda: None)
@replaces(total=lambda powers: powers.sum())
def no_axis():
    """Softmax takes the whole table as one: no axis is given.

    Look at the sum in your softmax. Each row needs a sum of its own.

    Two words, all scores 0: three cells are open, so each gets 1/3. The weights should be
    `[[1, 0], [0.5, 0.5]]`.
    """


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


def _mean_of_open(scores, blocked):
    return scores.mean(axis=-1, keepdims=True, where=~blocked)


@replaces(peak=lambda: 0.0)
@replaces(peak=lambda masked, blocked, axis: np.where(blocked, 0, masked).max(axis=axis, keepdims=True))
@replaces(peak=lambda: 0.0, settle=_nan_to_zero)
@replaces(peak=lambda: 0.0, lift=lambda scores, blocked: np.exp(scores) * ~blocked)
@replaces(peak=lambda scores: scores.min(axis=-1, keepdims=True))
@replaces(peak=lambda scores: scores.mean(axis=-1, keepdims=True))
@replaces(peak=_mean_of_open)
def no_maximum_subtracted():
    """Large scores break it: the largest score of the row is not subtracted.

    Look at what goes into `np.exp`. What is e to the 1000 on a computer, and e to the −1000?

    Scores `[1000, 998]`: e¹⁰⁰⁰ is `inf`, and `inf / inf` is `nan`. With the maximum subtracted the scores are
    `[0, -2]`, and the weights `[0.88, 0.12]`.
    """


@alone
@replaces("lift")
@family(limit=[700.0, 500.0, 100.0, 50.0])
@replaces(lift=lambda masked: np.exp(np.minimum(masked, 700.0)))
def scores_cut_off(masked, limit):
    """Large scores are cut off, so different scores give the same weight.

    Look at what you do against overflow. Two scores that are both above your limit should still differ.

    Scores `[1000, 998]` cut off at 700 are `[700, 700]`: weights `[0.5, 0.5]`. They should be
    `[0.88, 0.12]`.
    """
    return np.exp(np.clip(masked, -limit, limit))


@replaces(peak=lambda masked: masked.max())
@replaces(peak=lambda scores: scores.max())
@replaces(peak=lambda masked: masked.max(), settle=_nan_to_zero)
def one_global_maximum():
    """One maximum is subtracted from the whole table, so a row of much lower scores vanishes.

    Look at the maximum that you subtract. Each row needs its own.

    A row of scores near −460 in a table whose largest score is 390: e⁻⁸⁵⁰ is 0 everywhere in that row, and
    0/0 is `nan`.
    """


@replaces(peak=_peak_of_all)
@replaces(peak=_peak_of_all, total=lambda powers, axis: powers.sum(axis=axis, keepdims=True) + 1e-9)
def blocked_words_set_the_maximum():
    """The maximum is taken over blocked words too: where one of them is far above, the row becomes 0/0.

    Look at which scores are in the maximum, or in the first softmax. Only the words that may be seen should
    count.

    Scores `[-400, 600]` with the second blocked. The weights should be `[1, 0]`. With 600 subtracted the
    open power is e⁻¹⁰⁰⁰, which is 0 on a computer, and 0/0 is `nan`.
    """


@same_as("blocked_words_set_the_maximum")
@replaces(hide=_leave, settle=_share_again(0.0))
@replaces(hide=_leave, settle=_share_again(1e-9))
@replaces(hide=_leave, settle=_share_rows_again)
def renormalised_after_softmax():
    """The weights are masked and shared out again after softmax: too late where a blocked word held them all.

    Look at the order of your steps. Only the words that may be seen should enter softmax.

    Scores `[-400, 600]` with the second blocked: softmax gives `[0, 1]`, the mask leaves `[0, 0]`, and 0/0
    is `nan`.
    """


@replaces("normalise")
def not_normalised(powers):
    """The powers are never divided by their sum, so the rows do not sum to 1.

    Look at the end of your softmax. Weights are shares of a whole.

    Scores `[0, 0]`: the powers are `[1, 1]`, the weights should be `[0.5, 0.5]`.
    """
    return powers


# ---- what is handed back


@alone
@replaces(settle=lambda scores, blocked: np.where(blocked, 0.0, scores))
@replaces(settle=lambda masked: masked)
def no_softmax():
    """The scores are used as weights: there is no softmax.

    Look at your last step. Weights are never negative, and each row sums to 1.

    Scores `[2, 0]`, both open: the weights should be `[0.88, 0.12]`, not `[2, 0]`.
    """


@alone
@replaces("settle")
@replaces(settle=lambda masked: masked - np.logaddexp.reduce(masked, axis=-1, keepdims=True))
def logarithm_returned(weights):
    """The logarithm of the weights is returned.

    Look at your last step. After the logarithm of softmax one more step leads back to weights.

    Scores `[0, 0]`: the weights should be `[0.5, 0.5]`. Yours are `[-0.69, -0.69]`.
    """
    return np.log(weights)


def _floats_only(scores):
    """What `scores -= ...` makes of whole numbers."""
    if scores.dtype.kind in "iu":
        raise TypeError
    return scores.copy()


@replaces("take")
@replaces(take=_floats_only)
def minus_infinity_into_whole_numbers(scores):
    """With whole-number scores it fails: an array of whole numbers has no room for −∞ or for decimals.

    Look at the type of the array that you write into. If the scores are whole numbers, a copy of them holds
    whole numbers too.

    `np.array([2, 3])` has no room for −∞: NumPy stops with an error. `np.array([2., 3.])` has.
    """
    return np.array(scores)


@alone
@replaces(settle=lambda weights, given_type: weights.astype(given_type))
def cut_to_whole_numbers():
    """With whole-number scores the weights are cut to whole numbers.

    Look at the type of the array that you write into. If it was made like the scores, it may hold whole
    numbers only.

    Scores `[0, 0]`: the weights should be `[0.5, 0.5]`. In an array of whole numbers they are `[0, 0]`.
    """


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    Scores `[0, 0]`, both open, should give back `[0.5, 0.5]`. The function gives back `None`.
    """


@alone
@replaces("hand_back")
def axis_dropped(output):
    """An axis of length 1 is lost: a single row or a single key gives no table.

    Look for what removes axes of length 1, or what glues rows together at the end.

    Scores of shape `(1, 2)` give weights of shape `(1, 2)`, not `(2,)`.
    """
    return np.squeeze(output)


@changes_input
@family(how=["write", "add"])
def changed_in_place(scores, blocked, how):
    """The scores that were handed in are changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    Somebody calls `masked_softmax(scores, blocked)` and then prints `scores`. It should still hold every
    score.
    """
    own = np.asarray(scores, dtype=float)
    if how == "write":
        np.copyto(own, -np.inf, where=np.asarray(blocked).astype(bool))
    else:
        own += np.where(blocked, -np.inf, 0.0)
    powers = np.exp(own - own.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
