import numpy as np

from grader import stages
from grader.case import alone, family, replaces, same_as
from grader.pipeline import Pipeline, left_out, stage

PIPELINE = Pipeline(
    "X W_Q W_K W_V",
    stage(stages.project, "Q K V"),
    stage(stages.score, "scores"),
    stage(stages.scale, "scores"),
    stage(stages.causal_relation, "blocked", name="relation"),
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


def _square(scores):
    return np.ones(scores.shape)


def _fill_with(number):
    return lambda scores, blocked: np.where(blocked, number, scores)


def _add(number):
    return lambda scores, blocked: scores + np.where(blocked, number, 0.0)


def _nan_to_zero(weights):
    return np.nan_to_num(weights)


@left_out
def _leave(scores):
    return scores


# What a blocked score becomes only shows in a row that is blocked altogether.
_FILLS = (_fill_with(-1e9), _add(-1e9), _add(-1e4))


# ---- the common ones: where two explanations fit, the earlier mistake is the one that is named


@replaces("relation")
def no_mask(scores):
    """No word is blocked: every word sees the words after it.

    Look for the step between the scores and softmax. Something has to keep later words out there.

    Two words, all scores 0. Word 0 may only see itself, so its weights are `[1, 0]`. Yours are `[0.5, 0.5]`.
    """
    return _square(scores) == 0


@replaces("relation")
@replaces("relation", hide=_FILLS[0])
@replaces("relation", hide=_FILLS[1])
@replaces("relation", hide=_FILLS[2])
@replaces("relation", settle=_nan_to_zero)
def diagonal_blocked(scores):
    """The diagonal is blocked too: a word cannot see itself.

    Look at where your triangle of blocked cells begins. Then look at row 0: what is left for it?

    With two words the blocked cells are `[[0, 1], [0, 0]]`. In yours, `[[1, 1], [0, 1]]`, word 0 has
    no word at all.
    """
    return np.triu(_square(scores)) == 1


@replaces("relation")
def one_step_leak(scores):
    """Each word still sees the next word.

    Look at the cells directly to the right of the diagonal. The word there is the one to be guessed.

    Two words, all scores 0. Word 0 should have the weights `[1, 0]`. Yours are `[0.5, 0.5]`, because
    word 1 is only one step ahead.
    """
    return np.triu(_square(scores), k=2) == 1


@replaces("relation")
def mask_transposed(scores):
    """The mask is transposed: the words before are blocked, the later ones are open.

    Look at which side of the diagonal you block. Row `i` belongs to the word that looks, column `j` to
    the word that is looked at.

    Two words, all scores 0. The weights should be `[[1, 0], [0.5, 0.5]]`. Yours are
    `[[0.5, 0.5], [0, 1]]`.
    """
    return np.tril(_square(scores), k=-1) == 1


@replaces("hide")
@family(how=[lambda s, b: s * ~b, lambda s, b: np.where(b, -1e-9, s), lambda s, b: np.where(b, 1e-9, s)])
def blocked_score_zero(scores, blocked, how):
    """A blocked score becomes 0, and 0 is not nothing.

    Look at the number that a blocked score has when softmax starts. What is e to that number?

    Scores `[-1, blocked]`: the weights should be `[1, 0]`. With 0 in the blocked cell they are
    `[0.27, 0.73]`, because e⁰ is 1.
    """
    return how(scores, blocked)


@replaces("hide")
def mask_times_infinity(scores, blocked):
    """Every number is `nan`, most often because a mask of 0 and 1 is multiplied by −∞.

    Look at how −∞ gets into your scores. If a mask is multiplied by −∞, what do its zeros become? If not,
    look for a row or a column in which everything is blocked.

    A mask row `[0, 1]` times −∞ is `[nan, -inf]`. The open cell should have stayed 0.
    """
    return scores + blocked * -np.inf


@replaces(hide=_leave, settle=lambda weights, blocked: weights * ~blocked)
def masked_after_softmax():
    """The mask comes after softmax, so the rows no longer sum to 1.

    Look at the order of your steps. Softmax shares out the weight, also to the words that you take away
    afterwards.

    Two words, all scores 0. Softmax gives `[0.5, 0.5]`, the mask leaves `[0.5, 0]`. Word 0 should have
    `[1, 0]`.
    """


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


@replaces("scale")
def multiplied_by_the_root(scores, Q):
    """The scores are multiplied by √d_k instead of divided.

    Look at which way your scale works. Wide keys already give large scores; the scale makes them smaller.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours is 4 · 2 = 8.
    """
    return scores * np.sqrt(Q.shape[-1])


@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows.

    Look at the axis in your softmax. For each query the weights of all keys should sum to 1.

    Two words, all scores 0. The weights should be `[[1, 0], [0.5, 0.5]]`. Yours are
    `[[0.5, 0], [0.5, 1]]`: the columns sum to 1, the rows do not.
    """


@replaces(peak=lambda masked, axis: masked.max(axis=axis))
@replaces(total=lambda powers, axis: powers.sum(axis=axis))
@replaces(peak=lambda masked, axis: masked.max(axis=axis), total=lambda powers, axis: powers.sum(axis=axis))
def keepdims_missing():
    """The maximum or the sum has lost its axis, so row `i` is divided by the numbers of other rows.

    Look at the shape of the maximum and of the sum. `(T,)` lines up with the columns, `(T, 1)` with the
    rows.

    Powers `[[1, 0], [1, 1]]` have the row sums 1 and 2. The weights should be `[[1, 0], [0.5, 0.5]]`.
    Without the axis they are `[[1, 0], [1, 0.5]]`.
    """


@replaces(peak=lambda: 0.0)
@replaces(peak=lambda masked, blocked, axis: np.where(blocked, 0, masked).max(axis=axis, keepdims=True))
def no_maximum_subtracted():
    """Large scores break it: the largest score of the row is not subtracted.

    Look at what goes into `np.exp`. What is e to the 1000 on a computer, and e to the −1000?

    Scores `[1000, 998]`: e¹⁰⁰⁰ is `inf`, and `inf / inf` is `nan`. With the maximum subtracted the scores are
    `[0, -2]`, and the weights `[0.88, 0.12]`.
    """


@alone
@replaces("peak")
def mean_subtracted(scores, blocked):
    """The mean of the row is subtracted, not its maximum.

    Look at what goes into `np.exp`. It must never be above 0.

    Scores `[1000, -1000]` less their mean are the same again, and e¹⁰⁰⁰ is `inf`.
    """
    return scores.mean(axis=-1, keepdims=True, where=~blocked)


@replaces("score")
def query_and_key_swapped(Q, K):
    """Queries and keys are swapped.

    Look at whose question each row of your scores answers. Row `i` should be the query of word `i` with
    every key.

    The score of word 1 looking at word 0 is the query of word 1 times the key of word 0. You have the query
    of word 0 times the key of word 1.
    """
    return K @ Q.swapaxes(-1, -2)


@same_as("query_and_key_swapped")
@replaces("project")
def query_and_key_tables_swapped(X, W_Q, W_K, W_V):
    """The tables of queries and keys are swapped.

    Look at which table makes the queries.

    `Q` comes from `W_Q`, `K` from `W_K`.
    """
    return X @ W_K, X @ W_Q, X @ W_V


@replaces("mix")
def mixes_words(weights, X):
    """The weights mix X instead of the values.

    Look at the last product. What each word hands over is its value.

    The result should have as many columns as `W_V`. Yours has as many as `X`.
    """
    return weights @ X


@replaces("mix")
def mixes_keys(weights, K):
    """The weights mix the keys instead of the values.

    Look at the last product. Keys are for finding, values are what is handed over.

    The result should have as many columns as `W_V`. Yours has as many as `W_K`.
    """
    return weights @ K


@replaces(mix=lambda weights: weights)
def returns_the_weights():
    """The function returns the weights, not the output.

    Look at your last line. The weights still have to mix the values.

    Weights `[0.5, 0.5]` and the values `[2]` and `[4]` give the output `[3]`.
    """


# ---- the rarer ones


@replaces("relation")
@replaces("relation", hide=_FILLS[0])
@replaces("relation", hide=_FILLS[1])
@replaces("relation", hide=_FILLS[2])
@replaces("relation", settle=_nan_to_zero)
def mask_inverted(scores):
    """The mask is inverted: what should stay open is blocked, and the other way round.

    Look at what a 1 means in your triangle, and at what happens to the cells that hold it.

    With two words the blocked cells are `[[0, 1], [0, 0]]`. Yours are `[[1, 0], [1, 1]]`: word 0 sees
    only word 1.
    """
    return np.tril(_square(scores)) == 1


@alone
@replaces("relation")
@family(size=[8, 5, 4, 6, 7, 10, 16, 32, 64])
def mask_of_fixed_size(scores, size):
    """The mask has a fixed size: words beyond it are not blocked, or do not fit.

    Look at where the size of your mask comes from. It should follow the number of rows of `X`.

    A mask for 8 words says nothing about word 8, the ninth.
    """
    table = np.triu(np.ones((size, size)), k=1) == 1
    return table[: len(scores), : len(scores)]


@replaces("hide")
@family(number=[-10.0, -100.0, -2.0, -5.0, -20.0, -50.0, -99.0, -400.0, -1000.0], how=[_fill_with, _add])
def fill_not_low_enough(scores, blocked, number, how):
    """The number for a blocked score is not low enough.

    Look at the number that stands for "blocked". Is there a score that could be lower?

    A word whose only open score is −416 beside a blocked −100: the blocked word takes all the weight.
    """
    return how(number)(scores, blocked)


@replaces("hide")
@family(number=[1.0, -1.0])
def mask_added(scores, blocked, number):
    """The mask is added to the scores as 0 and 1, so nothing is blocked.

    Look at what your mask does to a score. Adding 1 changes it a little. Blocked means: no weight at all.

    Scores `[0, 0]` with the second blocked: the weights should be `[1, 0]`. With 1 added they are
    `[0.27, 0.73]`.
    """
    return scores + number * blocked


@alone
@replaces("hide")
@family(how=[_fill_with(np.inf), _fill_with(1e9), _add(np.inf)])
def fill_has_wrong_sign(scores, blocked, how):
    """A blocked score becomes very large instead of very small.

    Look at the sign of the number that stands for "blocked". Softmax gives the weight to large scores.

    Scores `[0, blocked]`: with −∞ the weights are `[1, 0]`. With a huge positive number the blocked word
    takes everything, and with +∞ the row is `nan`.
    """
    return how(scores, blocked)


@replaces(axis=lambda: None)
@replaces(total=lambda powers: powers.sum())
def no_axis():
    """Softmax takes the whole table as one: no axis is given.

    Look at the sum in your softmax. Each row needs a sum of its own.

    Two words, all scores 0: three cells are open, so each gets 1/3. The weights should be
    `[[1, 0], [0.5, 0.5]]`.
    """


@replaces(peak=lambda masked: masked.max())
def one_global_maximum():
    """One maximum is subtracted from the whole table, so a row of much lower scores vanishes.

    Look at the maximum that you subtract. Each row needs its own.

    A row of scores near −460 in a table whose largest score is 390: e⁻⁸⁵⁰ is 0 everywhere in that row, and
    0/0 is `nan`.
    """


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


@same_as("blocked_words_set_the_maximum")
@replaces(
    hide=_leave,
    settle=lambda weights, blocked: weights * ~blocked / (weights * ~blocked).sum(axis=-1, keepdims=True),
)
@replaces(
    hide=_leave,
    settle=lambda weights, blocked: (
        weights * ~blocked / ((weights * ~blocked).sum(axis=-1, keepdims=True) + 1e-9)
    ),
)
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


@replaces("settle")
def no_softmax(scores, blocked):
    """The scores are used as weights: there is no softmax.

    Look at what you multiply with the values. Weights are never negative, and each row sums to 1.

    Scores `[2, 0]`, both open: the weights should be `[0.88, 0.12]`, not `[2, 0]`.
    """
    return np.where(blocked, 0.0, scores)


@replaces("scale")
def root_of_the_length(scores):
    """The scores are divided by the root of the number of words instead of √d_k.

    Look at which axis you take the width from. It should not change when the sentence grows.

    9 words and `d_k` = 4: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(len(scores))


@replaces("scale")
def root_of_d_v(scores, V):
    """The scores are divided by √d_v, the width of a value, instead of √d_k.

    Look at which table you take the width from. Scores come from queries and keys.

    `d_k` = 4 and `d_v` = 9: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(V.shape[-1])


@replaces("scale")
@family(how=[lambda s, d: s / (d**1 / 2), lambda s, d: s / d**1 / 2])
def root_precedence(scores, Q, how):
    """You divide by half of d_k, or by its double, where the root should be.

    Look at your power. Python reads `d ** 1 / 2` from the left, with the power first.

    With `d_k` = 16 the divisor is the root, 4. `16 ** 1 / 2` is 8.
    """
    return how(scores, Q.shape[-1])


@replaces(scale=lambda scores: scores, settle=lambda weights, Q: weights / np.sqrt(Q.shape[-1]))
def scaled_after_softmax():
    """The weights are scaled instead of the scores.

    Look at where your scale stands. After softmax each row sums to 1, and it should stay so.

    `d_k` = 4 and two equal scores: the weights should be `[0.5, 0.5]`. Yours are `[0.25, 0.25]`.
    """


@replaces(project=lambda X, W_Q, W_V: (X @ W_Q, X @ W_Q, X @ W_V))
def keys_from_w_q():
    """The keys are made with W_Q: queries and keys are the same rows.

    Look at the three lines that make Q, K and V. Each uses a table of its own.

    A key says what a word offers, a query what it looks for. With one table for both, every word mostly
    looks for words like itself.
    """


@replaces(project=lambda X, W_K, W_V: (X @ W_K, X @ W_K, X @ W_V))
def queries_from_w_k():
    """The queries are made with W_K: queries and keys are the same rows.

    Look at the three lines that make Q, K and V. Each uses a table of its own.

    A query says what a word looks for, a key what it offers. With one table for both, every word mostly looks
    for words like itself.
    """


@alone
@replaces(project=lambda X, W_V: (X, X, X @ W_V), scale=lambda scores, X: scores / np.sqrt(X.shape[-1]))
@replaces(project=lambda X, W_V: (X, X, X @ W_V), scale=lambda scores, W_Q: scores / np.sqrt(W_Q.shape[-1]))
def scores_without_projections():
    """The scores come from X itself: there are no queries and keys.

    Look at what you multiply to get the scores. The words are turned into queries and keys first.

    `X @ X.T` compares words as they are. `W_Q` and `W_K` decide what is compared.
    """


@replaces("mix")
def mixes_queries(weights, Q):
    """The weights mix the queries instead of the values.

    Look at the last product. Queries ask, values are what is handed over.

    The result should have as many columns as `W_V`. Yours has as many as `W_Q`.
    """
    return weights @ Q


@replaces("mix")
def weights_transposed(weights, V):
    """The weights are transposed before they mix the values.

    Look at the last product. Row `i` of the weights belongs to word `i`, the word that looks.

    Two words, all scores 0: word 0 should get the value of word 0. Yours gets all of value 0 and half of
    value 1.
    """
    return weights.swapaxes(-1, -2) @ V


@alone
@replaces(mix=lambda scores: scores)
@replaces(mix=lambda masked: masked)
def returns_the_scores():
    """The function returns the scores, not the output.

    Look at your last line. After the scores come softmax and the mix of values.

    The result should have as many columns as `W_V`. Yours has one for each word.
    """


@alone
@replaces("hand_back")
def output_transposed(output):
    """The output is transposed.

    Look at the shape of what you return. Each word keeps its row.

    For 3 words and values of width 5 the result is `(3, 5)`. Yours is `(5, 3)`.
    """
    return output.T


@alone
@replaces("hand_back")
def axis_dropped(output):
    """An axis of length 1 is lost: a single word gives a row instead of a table.

    Look for what removes axes of length 1, or what glues rows together at the end.

    One word with a value of width 2 gives the shape `(1, 2)`, not `(2,)`.
    """
    return np.squeeze(output)
