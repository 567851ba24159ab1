import numpy as np

from grader import stages
from grader.case import alone, changes_input, family, replaces
from grader.pipeline import Pipeline, stage


def _as_given(scores, blocked):
    return scores.dtype, blocked


PIPELINE = Pipeline(
    "scores blocked",
    stage(_as_given, "given_type given_mask"),
    stage(stages.take, "scores"),
    stage(stages.given_relation, "blocked", name="relation"),
    stage(stages.write, "output", name="hide"),
    stage(stages.hand_back, "result"),
)


def _fill_with(number):
    return lambda scores, blocked: np.where(blocked, number, scores)


def _add(number):
    return lambda scores, blocked: scores + np.where(blocked, number, 0.0)


def _index(scores, blocked):
    """The cells that `scores[blocked]` means: whole rows where the mask holds 0 and 1, an error where it is
    smaller than the scores."""
    hidden = np.zeros(scores.shape, dtype=bool)
    hidden[blocked] = True
    return hidden


def _index_of_truths(scores, blocked):
    return _index(scores, blocked == 1)


def _index_of_open_truths(scores, blocked):
    return ~_index(scores, blocked == 0)


def _positions(scores, blocked):
    return _index(scores, np.nonzero(blocked))


def _index_inverted(scores, blocked):
    return _index(scores, ~blocked)


def _tilde_inverted(blocked):
    return np.asarray(~blocked).astype(bool)


def _tilde(blocked):
    """What `np.where(~blocked, ...)` makes of a mask: −1 and −2 both count as true."""
    return ~np.asarray(~np.asarray(blocked)).astype(bool)


def _open_index_by_tilde(scores, blocked):
    return ~_index(scores, ~np.broadcast_to(blocked, scores.shape))


# ---- which cells


@replaces("relation")
@replaces(relation=_tilde_inverted)
@replaces(relation=_index_inverted)
def mask_inverted(blocked):
    """The mask is inverted: the open cells become −∞, and the blocked ones stay.

    Look at what a 1 in the mask means here, and at which of your two results it picks.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[-inf, 3]`.
    """
    return ~np.asarray(blocked).astype(bool)


@replaces("relation")
@replaces(hide=lambda scores: scores)
def no_mask(blocked):
    """Nothing is blocked: the scores come back as they were.

    Look for the step where the mask reaches your result.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[2, 3]`.
    """
    return np.zeros(np.shape(blocked), dtype=bool)


@replaces("relation")
def everything_blocked(blocked):
    """Every cell becomes −∞, also the open ones.

    Look at which cells are open, and at what they become. They keep their score.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[-inf, -inf]`.
    """
    return np.ones(np.shape(blocked), dtype=bool)


@replaces("relation")
@replaces(relation=_open_index_by_tilde)
def tilde_on_whole_numbers(blocked):
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """
    return _tilde(blocked)


@replaces("relation")
@family(how=[_index, _index_of_truths, _positions, _index_of_open_truths])
def mask_as_index(scores, blocked, how):
    """The mask is used as an index, and an index is not repeated over the other rows or axes.

    Look at the square brackets around your mask. What happens when the mask has fewer rows than the scores,
    or holds 0 and 1?

    Scores of shape `(2, 3)` and a mask of shape `(1, 3)`: the mask counts for both rows, but as an index it
    fits one. And the index `[0, 1]` means row 0 and row 1, not "open, blocked".
    """
    return how(scores, blocked)


# ---- what a blocked score becomes


@replaces("hide")
@replaces(hide=lambda scores, given_mask: scores * ~given_mask)
def blocked_score_zero(scores, blocked):
    """A blocked score becomes 0, and 0 is not nothing.

    Look at the number that stands in a blocked cell. Softmax will take e to it.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[2, 0]`, and e⁰ is 1.
    """
    return np.where(blocked, 0.0, scores)


_LARGE = [
    9999.0,
    1e4,
    99999.0,
    1e5,
    1e6,
    1e7,
    1e8,
    1e9,
    1e10,
    1e12,
    1e15,
    1e18,
    1e20,
    1e30,
    1e32,
    1e37,
    1e38,
    1e100,
    1e300,
]
_LOWEST = [-65504.0, -9e15, -(2.0**31), -(2.0**63), -3.4e38, -3.4028234663852886e38, -1.7976931348623157e308]


@replaces("hide")
@family(number=[-1e9, *(-number for number in _LARGE if number != 1e9), *_LOWEST], how=[_fill_with, _add])
def finite_fill(scores, blocked, number, how):
    """A blocked score becomes a large negative number, not −∞.

    Look at the number that stands in a blocked cell. Could an open score be lower than that?

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. With −1e9 in its place, a row whose open
    scores are near −2e9 gives all its weight to the blocked cell.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@family(
    number=[-10.0, -2.0, -5.0, -50.0, -99.0, -100.0, -500.0, -999.0, -1000.0],
    how=[_fill_with, _add],
)
def fill_not_low_enough(scores, blocked, number, how):
    """The number for a blocked score is not low enough.

    Look at the number that stands in a blocked cell. Is there a score that could be lower?

    Scores `[-150, 3]` with the mask `[0, 1]`: with −100 in the blocked cell, that cell would win. It should
    be −∞.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@family(number=[1.0, -1.0])
def mask_added(scores, blocked, number):
    """The mask is added to the scores as 0 and 1, so nothing is blocked.

    Look at what your mask does to a score. Adding 1 changes it a little. Blocked means −∞.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Adding the mask gives `[2, 4]`.
    """
    return scores + number * blocked


@replaces("hide")
@family(number=[np.inf, 1e9, 1e10], how=[_fill_with])
def fill_has_wrong_sign(scores, blocked, number, how):
    """A blocked score becomes very large instead of very small.

    Look at the sign of the number that stands for "blocked". Softmax gives the weight to large scores.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. With +∞ the blocked cell would take
    everything.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@replaces(hide=lambda scores, blocked: scores * blocked * -np.inf)
@replaces(hide=lambda blocked: blocked * -np.inf)
@replaces(hide=lambda scores, blocked: scores * (1 - blocked) + blocked * -np.inf)
def mask_times_infinity(scores, blocked):
    """The open cells are `nan`: 0 times −∞ is not 0.

    Look at how −∞ gets into your scores. If a mask of 0 and 1 is multiplied by −∞, look at what the
    zeros become.

    A mask `[0, 1]` times −∞ is `[nan, -inf]`. The open cell should have kept its score.
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


@alone
@replaces("hide")
def nan_for_blocked(scores, blocked):
    """A blocked score becomes `nan`, not −∞.

    Look at the number that stands in a blocked cell. `nan` spreads: every sum that holds it is `nan`.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[2, nan]`.
    """
    return np.where(blocked, np.nan, scores)


# ---- whole numbers


def _write_and_cast(lowest):
    """Minus infinity cast to the type of the scores: a huge negative number where they are whole."""

    def hide(scores, blocked):
        return np.where(blocked, lowest if scores.dtype.kind == "i" else -np.inf, scores)

    return hide


@replaces("take")
@replaces(take=lambda scores: np.array(scores), hide=_write_and_cast(np.iinfo(np.int64).min))
@replaces(take=lambda scores: np.array(scores), hide=_write_and_cast(np.iinfo(np.int32).min))
def minus_infinity_into_whole_numbers(scores):
    """The result is an array of whole numbers, and it cannot hold −∞.

    Look at the type of the array that you write into. If the scores are whole numbers, a copy of them holds
    whole numbers too.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2., -inf]`. `np.array([2, 3])` has no room for −∞:
    NumPy stops with an error, or puts a huge negative number there.
    """
    return np.array(scores)


@alone
@replaces("hand_back")
@family(lowest=[float(np.iinfo(np.int64).min), float(np.iinfo(np.int32).min)])
def cut_to_whole_numbers(output, lowest):
    """The result is cut to whole numbers.

    Look for `int` in your code. Scores have decimals, and −∞ is no whole number.

    Scores `[0.5, 3]` with the mask `[0, 1]` should give `[0.5, -inf]`. As whole numbers the 0.5 is 0, and −∞
    becomes some huge negative number.
    """
    return np.where(np.isfinite(output), np.trunc(output), lowest)


# ---- what is handed back


@alone
@replaces(hide=lambda scores, blocked: np.where(np.broadcast_to(blocked, scores.shape), -np.inf, 0.0))
@replaces(hide=lambda blocked: np.where(blocked, -np.inf, 0.0))
@replaces(hide=lambda scores, blocked: np.where(np.broadcast_to(blocked, scores.shape), -np.inf, 1.0))
def scores_forgotten():
    """The open cells do not hold their scores.

    Look at what you return where nothing is blocked. The score should stand there.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[0, -inf]`.
    """


@alone
@replaces("hide")
@replaces(hide=lambda scores, blocked: scores[np.broadcast_to(blocked, scores.shape) == 0])
@replaces(hide=lambda scores, blocked: scores[blocked])
@replaces(hide=lambda scores, given_mask: scores[~given_mask])
def blocked_cells_removed(scores, blocked):
    """Cells are taken out, so the result has lost its shape.

    Look at the shape of your result. A blocked cell stays where it is and holds −∞.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. Yours is `[2]`.
    """
    return scores[blocked == 0]


@alone
@replaces("hand_back")
def softmax_too(output):
    """The function goes on to softmax: it should return the scores.

    Look at your last step. Here the scores are only made ready; softmax comes in the next exercise.

    Scores `[2, 3]` with the mask `[0, 1]` should give `[2, -inf]`. After softmax it is `[1, 0]`.
    """
    powers = np.exp(output - output.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    Scores `[2, 3]` with the mask `[0, 1]` should give back `[2, -inf]`. The function gives back `None`.
    """


@alone
@family(how=["tables", "cells", "rows"])
def only_two_axes(scores, blocked, how):
    """The function works for tables only: scores with one axis or with three go wrong.

    Look at how many axes your code counts on. Can it do without counting?

    Scores of shape `(2,)`, `(4, 3)` and `(8, 4, 3)` should all do. NumPy works on every cell at once,
    however many axes there are.
    """
    masked = np.array(scores, dtype=float)
    if how == "tables":
        rows, columns = scores.shape
        return np.where(blocked, -np.inf, masked)
    if how == "rows":
        for i in range(scores.shape[0]):
            for j in range(scores.shape[-1]):
                if blocked[i, j]:
                    masked[i, j] = -np.inf
        return masked
    for i in range(scores.shape[0]):
        for j in range(scores.shape[1]):
            if blocked[i][j]:
                masked[i][j] = -np.inf
    return masked


@changes_input
@family(how=["write", "add"])
def changed_in_place(scores, blocked, how):
    """The scores that were handed in are changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    Somebody calls `apply_mask(scores, blocked)` and then prints `scores`. It should still hold every score.
    """
    own = np.asarray(scores, dtype=float)
    if how == "write":
        np.copyto(own, -np.inf, where=np.asarray(blocked).astype(bool))
    else:
        own += np.where(blocked, -np.inf, 0.0)
    return own
