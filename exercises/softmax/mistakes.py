import numpy as np

from grader import stages
from grader.case import alone, changes_input, family, replaces
from grader.pipeline import Pipeline, stage


def _keep_type(scores):
    return scores.dtype


PIPELINE = Pipeline(
    "scores",
    stage(_keep_type, "given_type"),
    stage(stages.take, "masked"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(stages.settle, "output"),
    stage(stages.hand_back, "result"),
)


def _nan_to_zero(weights):
    return np.nan_to_num(weights)


# ---- which axis


@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
@replaces(peak=lambda masked: masked.max(axis=0, keepdims=True))
@replaces(axis=lambda: -2)
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows.

    Look at the axis in your softmax. The last axis of the result should sum to 1.

    Scores `[[0, 0], [0, 0]]` may hide it. Scores `[[3, 0], [3, 0]]` should give two equal rows,
    `[0.95, 0.05]`. Over the columns every weight is 0.5.
    """


@replaces(axis=lambda: 1)
def axis_counted_from_the_left():
    """The axis is counted from the left: axis 1 is the last one only in a table.

    Look at the number of your axis. Which axis does it mean when `scores` has one axis, or three?

    Shape `(2, 3)`: axis 1 is the last. Shape `(2, 3, 4)`: axis 1 is the middle one. Counted from the end,
    the last axis always has the same number.
    """


@replaces(axis=lambda: None)
@replaces(total=lambda powers: powers.sum())
def no_axis():
    """Softmax takes the whole table as one: no axis is given.

    Look at the sum in your softmax. Each row needs a sum of its own.

    Scores `[[0, 0], [0, 0]]`: every weight should be 0.5. Over the whole table each is 0.25.
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


def _tables_only(scores):
    rows, columns = scores.shape
    return np.array(scores, dtype=float)


@alone
@replaces(take=_tables_only)
@replaces(
    peak=lambda masked: masked.max(axis=tuple(range(1, masked.ndim)), keepdims=True),
    total=lambda powers: powers.sum(axis=tuple(range(1, powers.ndim)), keepdims=True),
)
def only_two_axes():
    """The function works for tables only: a single row or a batch of tables goes wrong.

    Look at how many axes your code counts on. Can it do without counting?

    Scores of shape `(3,)`, `(2, 3)` and `(4, 2, 3)` should all do. Work on the last axis, and NumPy repeats
    that over all others.
    """


# ---- the maximum


@replaces(peak=lambda: 0.0)
@replaces(peak=lambda: 0.0, settle=_nan_to_zero)
@replaces(peak=lambda masked: masked.min(axis=-1, keepdims=True))
@replaces(peak=lambda masked: masked.mean(axis=-1, keepdims=True))
@replaces(peak=lambda masked: np.maximum(masked.max(axis=-1, keepdims=True), 0.0))
@replaces(peak=lambda masked: np.abs(masked).max(axis=-1, keepdims=True))
def no_maximum_subtracted():
    """Large scores break it: the largest score of the row is not subtracted.

    Look at what goes into `np.exp`. What is e to the 1000 on a computer, and e to the −1000?

    Scores `[1000, 998]`: e¹⁰⁰⁰ is `inf`, and `inf / inf` is `nan`. With the maximum subtracted the scores are
    `[0, -2]`, and the weights `[0.88, 0.12]`.
    """


@replaces(peak=lambda masked: masked.max())
@replaces(peak=lambda masked: masked.max(), settle=_nan_to_zero)
@replaces(
    peak=lambda masked: masked.max(),
    total=lambda powers, axis: powers.sum(axis=axis, keepdims=True) + 1e-9,
)
def one_global_maximum():
    """One maximum is subtracted from the whole table, so a row of much lower scores vanishes.

    Look at the maximum that you subtract. Each row needs its own.

    A row of scores near −460 in a table whose largest score is 390: e⁻⁸⁵⁰ is 0 everywhere in that row, and
    0/0 is `nan`.
    """


@replaces("lift")
@family(limit=[700.0, 500.0, 100.0])
@replaces(lift=lambda masked: np.exp(np.minimum(masked, 700.0)))
def scores_cut_off(masked, limit):
    """Large scores are cut off, so different scores give the same weight.

    Look at what you do against overflow. Two scores that are both above your limit should still differ.

    Scores `[1000, 998]` cut off at 700 are `[700, 700]`: weights `[0.5, 0.5]`. They should be
    `[0.88, 0.12]`.
    """
    return np.exp(np.clip(masked, -limit, limit))


@alone
@replaces(lift=lambda masked, peak: np.exp(peak - masked))
@replaces(lift=lambda masked: np.exp(-masked))
@replaces(lift=lambda masked: np.exp(masked.min(axis=-1, keepdims=True) - masked))
def sign_flipped():
    """A higher score gets a lower weight: a sign is the wrong way round.

    Look at what you subtract from what. The largest score should become 0 and all others negative.

    Scores `[2, 0]`: the weights should be `[0.88, 0.12]`. Yours are `[0.12, 0.88]`, or `nan`.
    """


# ---- powers and shares


@replaces("normalise")
def not_normalised(powers):
    """The powers are never divided by their sum, so the rows do not sum to 1.

    Look at the end of your softmax. Weights are shares of a whole.

    Scores `[0, 0]`: the powers are `[1, 1]`, the weights should be `[0.5, 0.5]`.
    """
    return powers


@alone
@replaces(lift=lambda masked: masked)
@replaces(lift=lambda masked, peak: masked - peak)
@replaces(settle=lambda masked: masked)
@replaces(settle=lambda masked, peak: masked - peak)
def no_powers():
    """There is no e to the score: the scores themselves are shared out.

    Look for `np.exp`. It makes every number positive, so that none has a negative share.

    Scores `[2, 0]`: e² is 7.39 and e⁰ is 1, so the weights are `[0.88, 0.12]`. The scores themselves give
    `[1, 0]`.
    """


@alone
@replaces(settle=lambda masked: (masked == masked.max(axis=-1, keepdims=True)).astype(float))
def largest_takes_all():
    """The largest score takes the whole weight.

    Look at what happens to the other scores. Softmax is soft: each gets a share.

    Scores `[1, 0]`: the weights should be `[0.73, 0.27]`. Yours are `[1, 0]`.
    """


@alone
@replaces("settle")
@family(how=[lambda x: 1 / (1 + np.exp(-x))])
def each_score_alone(masked, how):
    """Each score is treated alone, so the rows do not sum to 1.

    Look at what you divide by. A weight depends on all scores of its row.

    Scores `[0, 0, 0]`: the weights should be `[0.33, 0.33, 0.33]`. Yours are `[0.5, 0.5, 0.5]`.
    """
    return how(masked)


@alone
@replaces("lift")
def powers_of_two(masked, peak):
    """The powers are powers of 2 instead of e.

    Look at the number that is raised to the score.

    Scores `[1, 0]`: e¹ is 2.72, so the weights should be `[0.73, 0.27]`. With 2¹ they are `[0.67, 0.33]`.
    """
    return np.exp2(masked - peak)


# ---- what is handed back


@alone
@replaces("settle")
@replaces(settle=lambda masked: masked - np.logaddexp.reduce(masked, axis=-1, keepdims=True))
def logarithm_returned(weights):
    """The logarithm of the weights is returned.

    Look at your last step. After the logarithm of softmax one more step leads back to weights.

    Scores `[0, 0]`: the weights should be `[0.5, 0.5]`. Yours are `[-0.69, -0.69]`.
    """
    return np.log(weights)


@alone
@replaces("settle")
def cut_to_whole_numbers(weights, given_type):
    """With whole-number scores the weights are cut to whole numbers.

    Look at the type of the array that you write into. If it was made like the scores, it may hold whole
    numbers only.

    Scores `[0, 0]`: the weights should be `[0.5, 0.5]`. In an array of whole numbers they are `[0, 0]`.
    """
    return weights.astype(given_type)


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    Scores `[0, 0]` should give back `[0.5, 0.5]`. The function gives back `None`.
    """


@alone
@replaces("hand_back")
def axis_dropped(output):
    """An axis of length 1 is lost.

    Look for what removes axes of length 1, or what glues rows together at the end.

    Scores of shape `(3, 1)` give weights of shape `(3, 1)`, not `(3,)`.
    """
    return np.squeeze(output)


@changes_input
def changed_in_place(scores):
    """The scores that were handed in are changed.

    Look at which array you subtract from. Is it your own, or the one that your function was given?

    Somebody calls `softmax(scores)` and then prints `scores`. It should still hold every score.
    """
    scores -= scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)
