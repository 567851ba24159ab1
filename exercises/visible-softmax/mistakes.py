import numpy as np

from grader import stages
from grader.case import alone, changes_input, family, replaces, same_as
from grader.pipeline import Pipeline, left_out, stage


def _hidden(visible):
    return ~np.asarray(visible).astype(bool)


def _queries(query_valid):
    return np.asarray(query_valid).astype(bool)


def _check(blocked, valid):
    if (blocked.all(axis=1) & valid).any():
        raise ValueError("a valid query has no visible key")


def _padded_to_zero(weights, valid):
    return np.where(valid[:, None], weights, 0.0)


PIPELINE = Pipeline(
    "scores visible query_valid",
    stage(stages.take, "scores"),
    stage(_hidden, "blocked", name="relation"),
    stage(_queries, "valid", name="queries"),
    stage(_check, "checked", name="check"),
    stage(stages.write, "masked", name="hide"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(_padded_to_zero, "output", name="settle"),
    stage(stages.hand_back, "result"),
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


def _zero_where_nan(weights, valid):
    return np.where(valid[:, None], np.nan_to_num(weights), 0.0)


def _shares_or_zero(powers, total):
    return np.nan_to_num(powers / total)


def _a_little_more(powers, axis):
    return powers.sum(axis=axis, keepdims=True) + 1e-12


# ---- padded queries


@replaces("settle")
@replaces(settle=lambda weights, valid: np.where(valid[:, None], weights, np.nan))
def nan_for_a_padded_query(weights, valid):
    """The row of a padded query is `nan`: 0 times `nan` is not 0.

    Look at a padded query that sees nothing. Softmax gives `nan` there, and `nan` stays whatever you multiply
    it with.

    A row `[nan, nan]` times 0 is `[nan, nan]`. It should be `[0, 0]`.
    """
    return weights * valid[:, None]


@replaces(settle=lambda weights: weights)
@replaces(settle=lambda weights: np.nan_to_num(weights))
@replaces(hide=_fill_with(-1e9), settle=lambda weights: weights)
@replaces(hide=_add(-1e9), settle=lambda weights: weights)
@replaces(settle=lambda weights, valid: np.where(valid[:, None], weights, 1 / weights.shape[1]))
def padded_query_not_zeroed():
    """A padded query still has weights.

    Look at what `query_valid` does in your code. The row of a padded query is all zeros, also when it could
    see keys.

    A padded query with the scores `[0, 0]` that sees both keys: its row should be `[0, 0]`. Yours is
    `[0.5, 0.5]`.
    """


def _raise_for_any_empty_row(blocked):
    if blocked.all(axis=1).any():
        raise ValueError


def _raise_for_any_padded_query(blocked, valid):
    if (blocked.all(axis=1) | ~valid).any():
        raise ValueError


@replaces("check")
@replaces(check=_raise_for_any_padded_query)
def raises_for_a_padded_query(blocked):
    """A padded query raises an error, but it may be empty.

    Look at which rows you check. Only a real word needs a key to look at.

    One padded query that sees nothing: the row is `[0, 0]`, without an error.
    """
    _raise_for_any_empty_row(blocked)


@replaces("queries")
@replaces(settle=lambda weights, valid: np.where(valid[:, None], 0.0, weights))
def query_valid_inverted(query_valid):
    """`query_valid` is inverted: real queries are treated as padding, and the other way round.

    Look at what `True` means in `query_valid`, and at which rows become zeros.

    `query_valid = [True, False]`: row 1 becomes zeros. In yours it is row 0.
    """
    return ~np.asarray(query_valid).astype(bool)


def _valid_on_the_keys(blocked, valid):
    return blocked | ~valid[None, :]


@alone
@replaces(relation=lambda visible, query_valid: _valid_on_the_keys(_hidden(visible), query_valid))
@replaces(
    relation=lambda visible, query_valid: _valid_on_the_keys(_hidden(visible), query_valid),
    settle=lambda weights: weights,
)
@replaces(
    settle=lambda weights, valid: np.where(valid[None, :], weights, 0.0),
)
@replaces(settle=lambda weights, valid: weights * valid)
def query_valid_on_the_keys():
    """`query_valid` is used on the columns, but it belongs to the rows.

    Look at the axis along which `query_valid` lies in your code. It has one number for each query,
    and a query is a row.

    Three queries and two keys: `query_valid` has the shape `(3,)` and needs the shape `(3, 1)` to meet the
    rows.
    """


@alone
@replaces("settle")
def padded_rows_removed(weights, valid):
    """The rows of padded queries are missing.

    Look at the shape of your result. A padded query keeps its row; it holds zeros.

    Three queries, one of them padding, and four keys: the result has the shape `(3, 4)`. Yours has the shape
    `(2, 4)`.
    """
    return weights[valid]


# ---- a real query that sees nothing


@replaces("check")
def no_error_for_a_real_query():
    """A real query that sees nothing raises no error.

    Look at what your function does before softmax. Has every real query a visible key?

    A real query whose keys are all hidden has nothing to look at: every power is 0, and 0/0 is `nan`. The
    function should raise a `ValueError` instead.
    """


@replaces(check=_no_check, hide=_fill_with(-1e9))
@replaces(check=_no_check, hide=_add(-1e9))
@replaces(
    check=_no_check, settle=lambda weights, valid: _padded_to_zero(np.nan_to_num(weights, nan=0.5), valid)
)
def silent_uniform_row():
    """A real query that sees nothing gets weights all the same, and nobody is told.

    Look at a row in which everything is hidden. If every score is the same large negative number, softmax
    shares out the weight as if nothing was hidden.

    A real query with the scores `[0, 0]`, both keys hidden: with −1e9 in both cells the weights are
    `[0.5, 0.5]`. The function should raise a `ValueError`.
    """


@replaces(check=_no_check, normalise=_shares_or_zero)
@replaces(check=_no_check, settle=_zero_where_nan)
@replaces(check=_no_check, normalise=_shares_or_zero, total=_a_little_more)
def silent_zero_row():
    """A real query that sees nothing gets a row of zeros, and nobody is told.

    Look at what happens to a row in which everything is hidden. Zeros are right for padding only.

    A real query whose keys are all hidden would pass on nothing, and no number would show it. The function
    should raise a `ValueError`.
    """


def _raise(kind):
    def check(blocked, valid):
        if (blocked.all(axis=1) & valid).any():
            raise kind

    return check


@alone
@replaces(check=_raise(AssertionError))
@replaces(check=_raise(Exception))
@replaces(check=_raise(RuntimeError))
@replaces(check=_raise(TypeError))
def other_exception():
    """The error for a real query that sees nothing is not a `ValueError`.

    Look at the line with `raise` or `assert`. The caller waits for one type of error only.

    `assert` raises an `AssertionError`, and `raise Exception` is too general. The contract asks for
    `ValueError("a valid query has no visible key")`.
    """


def _instead(value):
    def hand_back(output, blocked, valid):
        return value if (blocked.all(axis=1) & valid).any() else output

    return hand_back


@alone
@replaces(check=_no_check, hand_back=_instead(None))
@replaces(check=_no_check, hand_back=_instead("a valid query has no visible key"))
@replaces(check=_no_check, hand_back=_instead(ValueError("a valid query has no visible key")))
def error_not_raised():
    """The error is returned or printed, not raised.

    Look at what happens when a real query sees nothing. An error that is returned looks like a result.

    `return ValueError("…")` hands the error back as a value. `raise ValueError("…")` stops the program there.
    """


# ---- who may look


@replaces("relation")
@replaces(hide=lambda scores, visible: np.where(visible, -np.inf, scores))
@replaces(hide=lambda scores, visible: np.where(visible, -1e9, scores))
@replaces(hide=lambda scores, visible: scores + np.where(visible, -1e9, 0.0))
def visible_inverted(visible):
    """`visible` is inverted: the keys that may be seen are hidden, and the other way round.

    Look at what `True` means here. In this exercise `True` says *visible*, not *blocked*.

    Scores `[2, 2]` with `visible = [True, False]`: the weights should be `[1, 0]`. Yours are `[0, 1]`.
    """
    return np.asarray(visible).astype(bool)


@replaces(hide=_leave)
def no_mask():
    """Hidden keys get weight too.

    Look for the step where `visible` meets the scores. It comes before softmax.

    Scores `[2, 2]` with `visible = [True, False]`: the weights should be `[1, 0]`. Yours are `[0.5, 0.5]`.
    """


@replaces("hide")
def blocked_score_zero(scores, blocked):
    """A hidden score becomes 0, and 0 is not nothing.

    Look at the number that a hidden score has when softmax starts. What is e to that number?

    Scores `[-1, hidden]`: the weights should be `[1, 0]`. With 0 in the hidden cell they are `[0.27, 0.73]`,
    because e⁰ is 1.
    """
    return np.where(blocked, 0.0, scores)


@replaces("hide")
@family(number=[-10.0, -100.0, -5.0, -50.0, -99.0, -500.0, -999.0, -1000.0], how=[_fill_with, _add])
def fill_not_low_enough(scores, blocked, number, how):
    """The number for a hidden score is not low enough.

    Look at the number that stands for "hidden". Is there a score that could be lower?

    A word whose only visible score is −416 beside a hidden −100: the hidden key takes all the weight.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@replaces(hide=lambda scores, blocked: scores - blocked)
def mask_added(scores, blocked):
    """The mask is added to the scores as 0 and 1, so nothing is hidden.

    Look at what your mask does to a score. Adding 1 changes it a little. Hidden means: no weight at all.

    Scores `[0, 0]` with `visible = [True, False]`: the weights should be `[1, 0]`. With 1 added to the first
    they are `[0.73, 0.27]`.
    """
    return scores + blocked


@replaces("hide")
def mask_times_infinity(scores, blocked):
    """Everything is `nan`: 0 times −∞ is not 0.

    Look at how −∞ gets into your scores. If a mask of 0 and 1 is multiplied by −∞, look at what the
    zeros become.

    A mask row `[0, 1]` times −∞ is `[nan, -inf]`. The visible cell should have stayed 0.
    """
    return scores + blocked * -np.inf


@replaces(hide=_leave, normalise=lambda powers, total, blocked: powers / total * ~blocked)
@replaces(hide=_leave, normalise=lambda powers, total, blocked: np.where(blocked, 0.0, powers / total))
def masked_after_softmax():
    """The mask comes after softmax, so the rows no longer sum to 1.

    Look at the order of your steps. Softmax shares out the weight, also to the keys that you take away
    afterwards.

    Scores `[0, 0]` with `visible = [True, False]`: softmax gives `[0.5, 0.5]`, the mask leaves `[0.5, 0]`.
    The weights should be `[1, 0]`.
    """


# ---- softmax


@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows.

    Look at the axis in your softmax. For each query the weights of all keys should sum to 1.

    Scores `[[3, 0], [3, 0]]`, all visible, should give two equal rows, `[0.95, 0.05]`. Over the columns every
    weight is 0.5.
    """


@replaces(axis=lambda: None)
@replaces(total=lambda powers: powers.sum())
def no_axis():
    """Softmax takes the whole table as one: no axis is given.

    Look at the sum in your softmax. Each row needs a sum of its own.

    Two real queries, two visible keys, all scores 0: every weight should be 0.5. Over the whole table each
    is 0.25.
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
    count = np.maximum((~blocked).sum(axis=1, keepdims=True), 1)
    return np.where(blocked, 0.0, scores).sum(axis=1, keepdims=True) / count


@replaces(peak=lambda: 0.0)
@replaces(peak=lambda: 0.0, settle=_zero_where_nan)
@replaces(peak=lambda: 0.0, hide=_leave, lift=lambda scores, blocked: np.exp(scores) * ~blocked)
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
@replaces(peak=lambda masked: masked.max(), settle=_zero_where_nan)
def one_global_maximum():
    """One maximum is subtracted from the whole table, so a row of much lower scores vanishes.

    Look at the maximum that you subtract. Each row needs its own.

    A row of scores near −460 in a table whose largest score is 390: e⁻⁸⁵⁰ is 0 everywhere in that row, and
    0/0 is `nan`.
    """


def _peak_of_all(scores, axis):
    return scores.max(axis=axis, keepdims=True)


def _share_again(spare):
    def normalise(powers, total, blocked, axis):
        left = powers / total * ~blocked
        return left / (left.sum(axis=axis, keepdims=True) + spare)

    return normalise


@replaces(peak=_peak_of_all)
@replaces(peak=_peak_of_all, settle=_zero_where_nan)
@replaces(peak=_peak_of_all, total=lambda powers, axis: powers.sum(axis=axis, keepdims=True) + 1e-9)
def blocked_words_set_the_maximum():
    """The maximum is taken over hidden keys too: where one of them is far above, the row becomes 0/0.

    Look at which scores are in the maximum, or in the first softmax. Only the keys that may be seen should
    count.

    Scores `[-400, 600]` with the second hidden. The weights should be `[1, 0]`. With 600 subtracted the
    visible power is e⁻¹⁰⁰⁰, which is 0 on a computer, and 0/0 is `nan`.
    """


@same_as("blocked_words_set_the_maximum")
@replaces(hide=_leave, normalise=_share_again(0.0))
@replaces(hide=_leave, normalise=_share_again(1e-9))
def renormalised_after_softmax():
    """The weights are masked and shared out again after softmax: too late where a hidden key held them all.

    Look at the order of your steps. Only the keys that may be seen should enter softmax.

    Scores `[-400, 600]` with the second hidden: softmax gives `[0, 1]`, the mask leaves `[0, 0]`, and 0/0
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


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    Scores `[0, 0]` of a real query that sees both keys should give back `[0.5, 0.5]`. The function gives back
    `None`.
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
def changed_in_place(scores, visible, query_valid):
    """The scores that were handed in are changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    Somebody calls `masked_softmax(scores, visible, query_valid)` and then prints `scores`. It should still
    hold every score.
    """
    _check(_hidden(visible), _queries(query_valid))
    own = np.asarray(scores, dtype=float)
    own[_hidden(visible) & _queries(query_valid)[:, None]] = -np.inf
    powers = np.exp(own - own.max(axis=1, keepdims=True))
    return _padded_to_zero(powers / powers.sum(axis=1, keepdims=True), _queries(query_valid))
