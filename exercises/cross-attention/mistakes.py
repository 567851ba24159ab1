import numpy as np

from grader import stages
from grader.case import alone, family, replaces, same_as
from grader.pipeline import Pipeline, left_out, stage


def _hidden(pad):
    return np.asarray(False if pad is None else pad).astype(bool)


def _always_hidden(pad, X):
    """A mask of zeros where none is given: it must fit the source also then."""
    return _hidden(np.zeros(len(X)) if pad is None else pad)


def _hidden_queries(pad, X):
    return _always_hidden(pad, X)[:, None]


def _check(blocked):
    if blocked.all():
        raise ValueError("the whole source is padding")


PIPELINE = Pipeline(
    "Y X W_Q W_K W_V pad",
    stage(stages.project_two, "Q K V", name="project"),
    stage(stages.score, "scores"),
    stage(stages.scale, "scores"),
    stage(_hidden, "blocked", name="relation"),
    stage(_check, "some_open", name="check"),
    stage(stages.hide, "masked"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(stages.settle, "weights"),
    stage(stages.mix, "output"),
    stage(stages.hand_back, "result"),
)


def _no_check():
    return None


def _right_check(pad):
    _check(_hidden(pad))


def _fill_with(number):
    return lambda scores, blocked: np.where(blocked, number, scores)


def _add(number):
    return lambda scores, blocked: scores + np.where(blocked, number, 0.0)


@left_out
def _leave(scores):
    return scores


def _nan_to_zero(weights):
    return np.nan_to_num(weights)


# ---- which sequence: where two explanations fit, the earlier mistake is the one that is named


@replaces(project=lambda X, W_Q, W_K, W_V: (X @ W_Q, X @ W_K, X @ W_V))
def queries_from_the_source():
    """The queries are made of X: queries and keys come from the same sequence.

    Look at which words ask. It is the target that looks, so the result has a row for each of its words.

    A target of 2 words and a source of 4 give an output of 2 rows. Yours has 4, and `Y`
    changes nothing in it.
    """


@replaces(project=lambda Y, W_Q, W_K, W_V: (Y @ W_Q, Y @ W_K, Y @ W_V))
@replaces(project=lambda Y, W_Q, W_K, W_V: (Y @ W_Q, Y @ W_K, Y @ W_V), relation=_always_hidden)
def keys_and_values_from_the_target():
    """Keys and values are made of Y: the target looks only at itself.

    Look at which words are looked at. They are those of the source, and so is the padding.

    With this, `X` changes nothing in the output, whatever it says.
    """


@replaces(project=lambda Y, X, W_Q, W_K, W_V: (X @ W_Q, Y @ W_K, Y @ W_V))
@replaces(project=lambda Y, X, W_Q, W_K, W_V: (X @ W_Q, Y @ W_K, Y @ W_V), relation=_always_hidden)
def sequences_swapped():
    """The two sequences are swapped: the source looks at the target.

    Look at which words ask, and which are looked at.

    A target of 2 words and a source of 4 give an output of 2 rows, one for each word of the target. Yours
    has 4.
    """


@replaces(project=lambda Y, X, W_Q, W_K, W_V: (Y @ W_Q, Y @ W_K, X @ W_V))
def keys_from_the_target():
    """The keys are made of Y: queries and keys come from the same sequence.

    Look at which words are looked at. A key belongs to a word of the source, like the value behind it.

    Scores of a target of 2 words with a source of 4 have the shape `(2, 4)`. Yours have `(2, 2)`.
    """


@replaces(project=lambda Y, X, W_Q, W_K, W_V: (Y @ W_Q, X @ W_K, Y @ W_V))
def values_from_the_target():
    """The values are made of Y, but it is the source that hands something over.

    Look at the table that the weights mix. A weight belongs to a word of the source.

    Weights of shape `(2, 4)` mix 4 values. `Y` has only 2 words.
    """


@alone
@replaces(
    project=lambda Y, X, W_Q, W_K, W_V: (Y @ W_Q, np.vstack([X, Y]) @ W_K, np.vstack([X, Y]) @ W_V),
    hide=lambda scores, Y, X, pad: np.where(
        np.concatenate([np.zeros(len(X)) if pad is None else pad, np.zeros(len(Y))]) == 1, -np.inf, scores
    ),
)
@replaces(
    project=lambda Y, X, W_Q, W_K, W_V: (Y @ W_Q, np.vstack([Y, X]) @ W_K, np.vstack([Y, X]) @ W_V),
    hide=lambda scores, Y, X, pad: np.where(
        np.concatenate([np.zeros(len(Y)), np.zeros(len(X)) if pad is None else pad]) == 1, -np.inf, scores
    ),
)
def both_sequences_looked_at():
    """The target looks at itself, too: the two sequences are glued together.

    Look at the rows of the keys. There is one for each word of the source, and no more.

    A target of 2 words and a source of 4 have scores of shape `(2, 4)`, not `(2, 6)`.
    """


# ---- the mask


@replaces("relation", check=_right_check)
@replaces("relation", check=_no_check)
@replaces("relation")
@replaces("relation", check=_no_check, hide=_fill_with(-1e9))
@replaces("relation", check=_right_check, hide=_fill_with(-1e9))
@replaces("relation", check=_right_check, hide=_add(-1e9))
def pad_inverted(pad):
    """`pad` is inverted: the words are hidden, and the padding is looked at.

    Look at what a 1 means in `pad`, and at what happens to the scores of that word.

    Scores `[2, 3]` with `pad` = `[0, 1]` should give the weights `[1, 0]`. Yours are `[0, 1]`.
    """
    return np.array(False) if pad is None else ~_hidden(pad)


@replaces("relation", check=_right_check)
@replaces("relation")
def no_mask():
    """The padding is not hidden: it gets weight too.

    Look for the step where `pad` meets the scores. It comes before softmax.

    Scores `[2, 2]` with `pad` = `[0, 1]` should give the weights `[1, 0]`. Yours are `[0.5, 0.5]`.
    """
    return np.array(False)


@replaces("relation", check=_right_check)
@replaces("relation", check=_no_check)
@replaces("relation", check=_right_check, settle=_nan_to_zero)
@replaces("relation", check=_right_check, hide=_fill_with(-1e9))
@replaces(relation=_hidden_queries, check=_right_check)
@replaces(relation=_hidden_queries, check=_no_check)
def padding_on_the_queries(pad):
    """The padding is used on the rows, but it belongs to the columns: it is the source that is padded.

    Look at the axis of `pad`. Rows of the scores belong to the target, columns to the source.

    `pad` = `[0, 1]` hides the second column of the scores, for every word of the target. Yours hides
    the second row.
    """
    return np.array(False) if pad is None else _hidden(pad)[:, None]


def _later(scores):
    return np.triu(np.ones(scores.shape, dtype=bool), k=1)


@replaces("relation")
@replaces("relation", check=_right_check)
@replaces(relation=lambda scores: _later(scores), check=_right_check)
@replaces(relation=lambda scores, pad: np.array(False) if pad is None else _later(scores) | _hidden(pad))
@replaces(relation=lambda scores, pad: np.array(False) if pad is None else _later(scores), check=_right_check)
def causal_mask_used(scores, pad):
    """A causal mask is used: it belongs to the target looking at itself.

    Look at what you block besides the padding. The whole source was there before the target began.

    Three words look at three, nothing padded: all nine cells are open. Yours opens only six.
    """
    return _later(scores) | _hidden(pad)


def _tilde(pad):
    return np.array(False) if pad is None else ~np.asarray(~np.asarray(pad)).astype(bool)


@replaces(relation=_tilde, check=_right_check)
@replaces(relation=_tilde, check=_no_check)
@replaces(relation=_tilde)
def tilde_on_whole_numbers():
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """


def _columns(scores, pad):
    masked = scores.copy()
    if pad is not None:
        masked[:, pad] = -np.inf
    return masked


def _rows_left_out(Y, X, W_Q, W_K, W_V, pad):
    left = X if pad is None else X[~pad]
    return Y @ W_Q, left @ W_K, left @ W_V


@alone
@replaces(hide=_columns)
@replaces(hide=_columns, check=_no_check)
@replaces(project=_rows_left_out, hide=_leave)
@replaces(project=_rows_left_out, hide=_leave, check=_no_check)
def mask_as_index():
    """With a mask of 0 and 1 it goes wrong: as an index, 0 and 1 mean the first two words.

    Look at the square brackets around your mask. An index of `True` and `False` picks cells, an index of
    numbers picks places.

    `scores[:, np.array([0, 1])]` is column 0 and column 1. `scores[:, np.array([0, 1]) == 1]` is column 1
    alone.
    """


# ---- nothing but padding


@replaces("check")
def nan_for_nothing_but_padding():
    """A source of nothing but padding gives `nan`, not an error.

    Look at what your function does before softmax. Is there a word to look at?

    With every key hidden every power is 0, and 0/0 is `nan`. The function should raise a `ValueError`
    instead.
    """


@replaces(check=_no_check, hide=_fill_with(-1e9))
@replaces(check=_no_check, hide=_add(-1e9))
@replaces(check=_no_check, hide=_fill_with(-1e4))
@replaces(check=_no_check, hide=_add(-1e4))
@replaces(check=_no_check, hide=_add(-1e30))
@replaces(check=_no_check, hide=_add(-1e10))
@replaces(check=_no_check, hide=_add(-1e5))
@replaces(check=_no_check, hide=_add(-1e6))
@replaces(check=_no_check, hide=_add(-1e8))
@replaces(check=_no_check, hide=_add(-1e12))
@replaces(check=_no_check, hide=_add(-9999.0))
@replaces(check=_no_check, hide=_add(-99999.0))
def silent_uniform_row():
    """A source of nothing but padding gets weights all the same, and nobody is told.

    Look at a row in which everything is hidden. If every score is the same large negative number, softmax
    shares out the weight as if nothing was hidden.

    The scores `[0, 0]`, both padding: with −1e9 in both cells the weights are `[0.5, 0.5]`. The function
    should raise a `ValueError`.
    """


@replaces(check=_no_check, settle=_nan_to_zero)
@replaces(
    check=_no_check,
    total=lambda powers, axis: powers.sum(axis=axis, keepdims=True) + 1e-12,
    settle=_nan_to_zero,
)
@replaces(check=_no_check, hand_back=lambda output: np.nan_to_num(output))
def silent_zero_row():
    """A source of nothing but padding gives rows of zeros, and nobody is told.

    Look at what happens when everything is hidden. Weights of 0 do not sum to 1.

    Rows of zeros look like a result. The function should raise a `ValueError`.
    """


def _raise(kind):
    def check(blocked):
        if blocked.all():
            raise kind

    return check


@alone
@replaces(check=_raise(AssertionError))
@replaces(check=_raise(Exception))
@replaces(check=_raise(RuntimeError))
@replaces(check=_raise(TypeError))
def other_exception():
    """The error for a source of nothing but padding is not a `ValueError`.

    Look at the line with `raise` or `assert`. The caller waits for one type of error only.

    `assert` raises an `AssertionError`, and `raise Exception` is too general. The contract asks for
    `ValueError`.
    """


def _any(blocked):
    if blocked.any():
        raise ValueError


@alone
@replaces(check=_any)
def raises_for_any_padding():
    """Any padding raises an error, but only a source of nothing else should.

    Look at your check. Does it ask for one padded word, or for all of them?

    `pad` = `[0, 1]` is fine: one word is left to look at. `[1, 1]` is not.
    """


def _instead(value):
    return lambda output, blocked: value if blocked.all() else output


@alone
@replaces(check=_no_check, hand_back=_instead(None))
@replaces(check=_no_check, hand_back=_instead("the whole source is padding"))
@replaces(check=_no_check, hand_back=_instead(ValueError("the whole source is padding")))
def error_not_raised():
    """The error is returned or printed, not raised.

    Look at what happens when the whole source is padding. An error that is returned looks like a result.

    `return ValueError("…")` hands the error back as a value. `raise ValueError("…")` stops the program there.
    """


# ---- the scale


@replaces("scale")
def no_scale(scores):
    """The scores are not scaled: they should be divided by √d_k.

    Look at the step right after the dot products. Wide keys give large scores.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours stays 4.
    """
    return scores


@replaces("scale")
def divided_by_d_k(scores, Q):
    """The scores are divided by d_k instead of its root, or scaled twice.

    Look at the number you divide by, and count how often you divide.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours is 4 / 4 = 1.
    """
    return scores / Q.shape[-1]


@replaces("scale")
def root_of_d_model(scores, X):
    """The scores are divided by √d_model, the width of X, instead of √d_k.

    Look at which table you take the width from. A score is a dot product of two rows of a certain length.

    `d_model` = 16 and `d_k` = 4: a dot product of 4 gives the score 4 / 2 = 2. Yours is 4 / 4 = 1.
    """
    return scores / np.sqrt(X.shape[-1])


@alone
@replaces("scale")
def multiplied_by_the_root(scores, Q):
    """The scores are multiplied by √d_k instead of divided.

    Look at which way your scale works. Wide keys already give large scores; the scale makes them smaller.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours is 4 · 2 = 8.
    """
    return scores * np.sqrt(Q.shape[-1])


@replaces(scale=lambda scores: scores, settle=lambda weights, Q: weights / np.sqrt(Q.shape[-1]))
def scaled_after_softmax():
    """The weights are scaled instead of the scores.

    Look at where your scale stands. After softmax each row sums to 1, and it should stay so.

    `d_k` = 4 and two equal scores: the weights should be `[0.5, 0.5]`. Yours are `[0.25, 0.25]`.
    """


@alone
@replaces("scale")
def root_of_the_length(scores):
    """The scores are divided by the root of the number of keys instead of √d_k.

    Look at which axis you take the width from. It should not change when the sentence grows.

    9 keys and `d_k` = 4: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(scores.shape[-1])


@alone
@replaces("scale")
def root_of_d_v(scores, V):
    """The scores are divided by √d_v, the width of a value, instead of √d_k.

    Look at which table you take the width from. Scores come from queries and keys.

    `d_k` = 4 and `d_v` = 9: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(V.shape[-1])


@alone
@replaces("scale")
@family(how=[lambda s, d: s / (d**1 / 2), lambda s, d: s / d**1 / 2])
def root_precedence(scores, Q, how):
    """You divide by half of d_k, or by its double, where the root should be.

    Look at your power. Python reads `d ** 1 / 2` from the left, with the power first.

    With `d_k` = 16 the divisor is the root, 4. `16 ** 1 / 2` is 8.
    """
    return how(scores, Q.shape[-1])


# ---- what a blocked score becomes


@replaces("hide")
@family(how=[lambda s, b: s * ~b, lambda s, b: np.where(b, -1e-9, s)])
@replaces(hide=lambda scores, blocked: scores * ~blocked, check=_no_check)
def blocked_score_zero(scores, blocked, how):
    """A blocked score becomes 0, and 0 is not nothing.

    Look at the number that a blocked score has when softmax starts. What is e to that number?

    Scores `[-1, blocked]`: the weights should be `[1, 0]`. With 0 in the blocked cell they are
    `[0.27, 0.73]`, because e⁰ is 1.
    """
    return how(scores, blocked)


def _emptied(X, pad):
    return np.where(_hidden(pad)[..., None], 0.0, X)


@alone
@replaces(
    project=lambda Y, X, W_Q, W_K, W_V, pad: stages.project_two(Y, _emptied(X, pad), W_Q, W_K, W_V),
    hide=_leave,
)
@replaces(
    project=lambda Y, X, W_Q, W_K, W_V, pad: stages.project_two(Y, _emptied(X, pad), W_Q, W_K, W_V),
    hide=_leave,
    check=_no_check,
)
def padded_words_zeroed():
    """The padded words become rows of zeros, and a row of zeros still gets weight.

    Look at what softmax makes of a key of zeros. Its score is 0, and e⁰ is 1.

    Scores `[0, 0]`, the second padded: the weights should be `[1, 0]`. Yours are `[0.5, 0.5]`, and half of
    the value is lost.
    """


@replaces(hide=_leave, settle=lambda weights, blocked: weights * ~blocked)
@replaces(hide=_leave, settle=lambda weights, blocked: np.where(blocked, 0.0, weights))
@replaces(hide=_leave, check=_no_check, settle=lambda weights, blocked: weights * ~blocked)
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
@replaces("hide", check=_no_check)
@replaces(hide=lambda scores, pad: scores if pad is None else scores - _hidden(pad))
def mask_added(scores, blocked):
    """The mask is added to the scores as 0 and 1, so nothing is blocked.

    Look at what your mask does to a score. Adding 1 changes it a little. Blocked means: no weight at all.

    Scores `[0, 0]` with the second blocked: the weights should be `[1, 0]`. With 1 added they are
    `[0.27, 0.73]`.
    """
    return scores + blocked


@alone
@replaces("hide")
@replaces("hide", check=_no_check)
@replaces(hide=lambda scores, pad: scores if pad is None else scores + _hidden(pad) * -np.inf)
def mask_times_infinity(scores, blocked):
    """Every number is `nan`, most often because a mask of 0 and 1 is multiplied by −∞.

    Look at how −∞ gets into your scores. If a mask is multiplied by −∞, what do its zeros become?

    A mask row `[0, 1]` times −∞ is `[nan, -inf]`. The open cell should have stayed 0.
    """
    return scores + blocked * -np.inf


# ---- softmax


@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
@replaces(axis=lambda: 0, hide=_fill_with(-1e9))
@replaces(axis=lambda: 0, hide=_add(-1e9))
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows: over the queries, not over the keys.

    Look at the axis in your softmax. For each query the weights of all keys should sum to 1.

    Two words, all scores 0, word 0 may not see word 1. The weights should be `[[1, 0], [0.5, 0.5]]`. Yours
    are `[[0.5, 0], [0.5, 1]]`: the columns sum to 1, the rows do not.
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


# ---- queries, keys, values and what is handed back


@alone
@replaces("score")
def query_and_key_swapped(Q, K):
    """Queries and keys are swapped.

    Look at whose question each row of your scores answers. Row `i` should be the query of word `i` with
    every key.

    The score of word 1 looking at word 0 is the query of word 1 times the key of word 0. You have the query
    of word 0 times the key of word 1.
    """
    return K @ Q.swapaxes(-1, -2)


@alone
@replaces(project=lambda Y, X, W_Q, W_K, W_V: (Y @ W_K, X @ W_Q, X @ W_V))
def query_and_key_tables_swapped():
    """The tables of queries and keys are swapped.

    Look at which table makes the queries.

    `Q` comes from `W_Q`, `K` from `W_K`.
    """


@alone
@replaces(project=lambda Y, X, W_Q, W_V: (Y @ W_Q, X @ W_Q, X @ W_V))
def keys_from_w_q():
    """The keys are made with W_Q, the table of the queries.

    Look at the three lines that make Q, K and V. Each uses a table of its own.

    A key says what a word offers, a query what it looks for. With one table for both, every word mostly
    looks for words like itself.
    """


@alone
@replaces(project=lambda Y, X, W_K, W_V: (Y @ W_K, X @ W_K, X @ W_V))
def queries_from_w_k():
    """The queries are made with W_K, the table of the keys.

    Look at the three lines that make Q, K and V. Each uses a table of its own.

    A query says what a word looks for, a key what it offers. With one table for both, every word mostly looks
    for words like itself.
    """


@alone
@replaces(mix=lambda weights, X: weights @ X)
def mixes_words():
    """The weights mix X instead of the values.

    Look at the last product. What each word hands over is its value.

    The result should have as many columns as `W_V`. Yours has as many as `X`.
    """


@alone
@replaces(mix=lambda weights, K: weights @ K)
def mixes_keys():
    """The weights mix the keys instead of the values.

    Look at the last product. Keys are for finding, values are what is handed over.

    The output should have as many columns as `W_V`. Yours has as many as `W_K`.
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
@replaces(hand_back=lambda weights: weights)
def returns_the_weights():
    """The function returns the weights, not the output.

    Look at your last line. The weights still have to mix the values.

    Weights `[0.5, 0.5]` and the values `[2]` and `[4]` give the output `[3]`.
    """


@alone
@replaces("hand_back")
def axis_dropped(output):
    """An axis of length 1 is lost: a single word gives a row instead of a table.

    Look for what removes axes of length 1, or what glues rows together at the end.

    One word with a value of width 2 gives the shape `(1, 2)`, not `(2,)`.
    """
    return np.squeeze(output)
