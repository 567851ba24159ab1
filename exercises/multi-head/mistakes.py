import numpy as np

from grader import stages
from grader.case import alone, family, replaces, same_as
from grader.pipeline import Pipeline, left_out, stage

PIPELINE = Pipeline(
    "X W_Q W_K W_V W_O H blocked",
    stage(stages.project, "whole_Q whole_K whole_V"),
    stage(
        lambda whole_Q, whole_K, whole_V, H: stages.split(whole_Q, whole_K, whole_V, H), "Q K V", name="split"
    ),
    stage(stages.score, "scores"),
    stage(stages.scale, "scores"),
    stage(stages.given_relation, "hidden", name="relation"),
    stage(lambda scores, hidden: stages.hide(scores, hidden), "masked", name="hide"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(stages.settle, "weights"),
    stage(stages.mix, "mixed"),
    stage(lambda mixed: stages.join(mixed), "joined", name="join"),
    stage(lambda joined, W_O: stages.project_out(joined, W_O), "output", name="project_out"),
    stage(stages.hand_back, "result"),
)


def _each(change):
    """The same wrong split for queries, keys and values."""
    return lambda whole_Q, whole_K, whole_V, H: tuple(
        change(table, H) for table in (whole_Q, whole_K, whole_V)
    )


def _fill_with(number):
    return lambda scores, hidden: np.where(hidden, number, scores)


def _add(number):
    return lambda scores, hidden: scores + np.where(hidden, number, 0.0)


@left_out
def _leave(scores):
    return scores


def _nan_to_zero(weights):
    return np.nan_to_num(weights)


# ---- the heads: where two explanations fit, the earlier mistake is the one that is named


@replaces(split=_each(lambda table, H: table.reshape(len(table), H, table.shape[1], -1)))
def split_by_reshape():
    """The split is only a reshape: a head gets some of the words, not some columns of every word.

    Look at the order of the axes after your reshape. A reshape keeps the order of the numbers; only a
    transpose moves them.

    `[[1, 2], [3, 4]]` is two words of two columns. With two heads, head 0 should hold 1 and 3. A reshape to
    `(H, T, 1)` gives it 1 and 2, which is the whole first word.
    """


@replaces(join=lambda mixed: mixed.reshape(len(mixed), mixed.shape[2], -1))
def merge_by_reshape():
    """The heads are joined by a reshape only: the row of a word is filled from one head alone.

    Look at the order of the axes before your last reshape. The heads of one word should be neighbours.

    Two words, two heads of width 1: head 0 gives 1 and 3, head 1 gives 2 and 4. Joined, the words are
    `[[1, 2], [3, 4]]`. A reshape alone gives `[[1, 3], [2, 4]]`.
    """


@replaces(join=lambda mixed: stages.join(mixed[:, ::-1]))
def heads_in_reverse():
    """The heads are joined in reverse: the last one comes first.

    Look at the order in which the heads stand side by side. W_O expects head 0 first.

    Head 0 gives `[1, 2]`, head 1 gives `[3, 4]`. Joined they are `[1, 2, 3, 4]`, not `[3, 4, 1, 2]`.
    """


@replaces(join=lambda mixed: mixed.transpose(0, 2, 3, 1).reshape(len(mixed), mixed.shape[2], -1))
def heads_interleaved():
    """The heads are interleaved: one column of each head in turn.

    Look at the order of the axes before your last reshape. The last axis should be the columns of one head.

    Head 0 gives `[1, 2]`, head 1 gives `[3, 4]`. Joined they are `[1, 2, 3, 4]`, not `[1, 3, 2, 4]`.
    """


@replaces(split=_each(lambda table, H: table.reshape(*table.shape[:2], -1, H).transpose(0, 3, 1, 2)))
def columns_interleaved():
    """The columns are dealt out to the heads one by one, like cards.

    Look at the two axes into which you split the columns. Which comes first, the head or the column in it?

    With two heads and the columns `[1, 2, 3, 4]`, head 0 should hold `[1, 2]`. Yours holds `[1, 3]`.
    """


@alone
@replaces(split=_each(lambda table, H: stages.split(table, table, table, H)[0][:, ::-1]))
def heads_cut_in_reverse():
    """The heads take their columns in reverse: head 0 gets the last ones.

    Look at which columns belong to head 0.

    With two heads and the columns `[1, 2, 3, 4]`, head 0 should hold `[1, 2]`. Yours holds `[3, 4]`.
    """


def _words_with_heads(whole_Q, whole_K, whole_V, H):
    return tuple(table.reshape(*table.shape[:2], H, -1) for table in (whole_Q, whole_K, whole_V))


@alone
@replaces(split=_words_with_heads, join=lambda mixed: mixed.reshape(*mixed.shape[:2], -1))
def heads_look_at_heads():
    """The axes of words and heads have not changed places: the heads of one word look at each other.

    Look at the shape of your scores. It should be `(B, H, T, T)`, a table of words for each head.

    `(B, T, H, d)` times its transpose gives `(B, T, H, H)`. `(B, H, T, d)` gives `(B, H, T, T)`.
    """


def _whole(whole_Q, whole_K, whole_V):
    return whole_Q, whole_K, whole_V


def _one_for_all(whole_Q, whole_K, whole_V):
    return whole_Q[:, None], whole_K[:, None], whole_V[:, None]


def _root_of_a_share(scores, X, H):
    return scores / np.sqrt(X.shape[-1] // H)


@replaces(split=_whole, join=lambda mixed: mixed)
@replaces(split=_whole, join=lambda mixed: mixed, scale=_root_of_a_share)
@replaces(split=_one_for_all, join=lambda mixed: mixed[:, 0], scale=_root_of_a_share)
@replaces(split=_one_for_all, scale=_root_of_a_share)
@replaces(split=_one_for_all, join=lambda mixed: mixed[:, 0])
@replaces(split=_one_for_all)
def one_head():
    """There is only one head: the columns are never split.

    Look at where `H` enters. Each head has its own scores and its own softmax.

    With `C` = 8 and `H` = 2 a score is a dot product of 4 numbers, and every word has two rows of weights.
    """


def _cut_columns(X, W, H):
    d = len(W) // H
    return np.concatenate(
        [X[..., h * d : (h + 1) * d] @ W[h * d : (h + 1) * d, h * d : (h + 1) * d] for h in range(H)], axis=-1
    )


def _cut_first_table(X, W, H):
    d = len(W) // H
    return np.concatenate([X[..., h * d : (h + 1) * d] @ W[:d, :d] for h in range(H)], axis=-1)


@replaces("project")
@family(cut=[_cut_columns, _cut_first_table])
def words_cut_before_projecting(X, W_Q, W_K, W_V, H, cut):
    """X is cut into heads before it is projected, so each head knows only some columns of a word.

    Look at which comes first, the product with W_Q or the split. Every head reads the whole word.

    A word with the columns `[1, 2]` and two heads: the query of head 0 is `1·a + 2·b`, with both columns.
    Cut first, it is `1·a` alone.
    """
    return cut(X, W_Q, H), cut(X, W_K, H), cut(X, W_V, H)


# ---- the tables


@replaces(project_out=lambda joined: joined)
def no_w_o():
    """W_O is never used: the joined heads are returned as they are.

    Look at your last line. One more product comes after joining.

    The joined heads `[1, 2]` with `W_O` = `[[0, 1], [1, 0]]` give `[2, 1]`. Yours stay `[1, 2]`.
    """


@replaces(project_out=lambda joined, W_O: joined @ W_O.T)
def w_o_transposed():
    """W_O is transposed.

    Look at your last product. A row of the joined heads meets the columns of W_O.

    The joined heads `[1, 2]` with `W_O` = `[[1, 3], [0, 1]]` give `[1, 5]`. With `W_O.T` they give `[7, 2]`.
    """


@replaces("project")
def tables_transposed(X, W_Q, W_K, W_V):
    """W_Q, W_K and W_V are transposed.

    Look at the products that make Q, K and V. A row of X meets the columns of the table.

    The word `[1, 2]` with `W_Q` = `[[1, 3], [0, 1]]` has the query `[1, 5]`. With `W_Q.T` it is `[7, 2]`.
    """
    return X @ W_Q.T, X @ W_K.T, X @ W_V.T


@alone
@replaces("project")
def keys_from_w_q(X, W_Q, W_V):
    """The keys are made with W_Q: queries and keys are the same rows.

    Look at the three lines that make Q, K and V. Each uses a table of its own.

    A key says what a word offers, a query what it looks for. With one table for both, every word mostly
    looks for words like itself.
    """
    return X @ W_Q, X @ W_Q, X @ W_V


@alone
@same_as("mixes_keys")
@replaces("project")
def values_from_w_k(X, W_Q, W_K):
    """The values are made with W_K: keys and values are the same rows.

    Look at the three lines that make Q, K and V. Each uses a table of its own.

    A key is for finding, a value is what is handed over. They need not be alike.
    """
    return X @ W_Q, X @ W_K, X @ W_K


@alone
@replaces("project")
def words_not_projected(X):
    """The heads are cut from X itself: there are no queries, keys and values.

    Look at what you split. The words are multiplied by W_Q, W_K and W_V first.

    `X @ X.T` compares words as they are. `W_Q` and `W_K` decide what is compared.
    """
    return X, X, X


@alone
@replaces("project")
def mixes_words(X, W_Q, W_K):
    """The weights mix X instead of the values.

    Look at the last product in a head. What each word hands over is its value, `X @ W_V`.

    A word `[1, 2]` with `W_V` = `[[3, 0], [0, 1]]` hands over `[3, 2]`, not `[1, 2]`.
    """
    return X @ W_Q, X @ W_K, X


# ---- the scale


@replaces("scale")
def no_scale(scores):
    """The scores are not scaled: they should be divided by √d_k.

    Look at the step right after the dot products. Wide keys give large scores.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours stays 4.
    """
    return scores


@replaces("scale")
def root_of_d_model(scores, X):
    """The scores are divided by √d_model, the width of X, instead of √d_k.

    Look at the width that you take the root of. A score in a head is a dot product of only `C // H` numbers.

    `C` = 16 and `H` = 4, so `d_k` = 4: a dot product of 4 gives the score 4 / 2 = 2. Yours is 4 / 4 = 1.
    """
    return scores / np.sqrt(X.shape[-1])


@replaces("scale")
def divided_by_d_k(scores, Q):
    """The scores are divided by d_k instead of its root, or scaled twice.

    Look at the number you divide by, and count how often you divide.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours is 4 / 4 = 1.
    """
    return scores / Q.shape[-1]


@alone
@replaces("scale")
def multiplied_by_the_root(scores, Q):
    """The scores are multiplied by √d_k instead of divided.

    Look at which way your scale works. Wide keys already give large scores; the scale makes them smaller.

    A dot product of 4 with `d_k` = 4 gives the score 4 / 2 = 2. Yours is 4 · 2 = 8.
    """
    return scores * np.sqrt(Q.shape[-1])


@alone
@replaces("scale")
def root_of_the_heads(scores, H):
    """The scores are divided by √H, the number of heads, instead of √d_k.

    Look at the number that you take the root of. It is the width of one head, not how many there are.

    `C` = 32 and `H` = 2, so `d_k` = 16: a dot product of 8 gives the score
    8 / 4 = 2. Yours is 8 / 1.41 = 5.66.
    """
    return scores / np.sqrt(H)


@alone
@replaces("scale")
def root_of_the_length(scores):
    """The scores are divided by the root of the number of words instead of √d_k.

    Look at which axis you take the width from. It should not change when the sentence grows.

    9 words and `d_k` = 4: a dot product of 6 gives the score 6 / 2 = 3. Yours is 6 / 3 = 2.
    """
    return scores / np.sqrt(scores.shape[-1])


@alone
@replaces("scale")
@family(how=[lambda s, d: s / (d**1 / 2), lambda s, d: s / d**1 / 2])
def root_precedence(scores, Q, how):
    """You divide by half of d_k, or by its double, where the root should be.

    Look at your power. Python reads `d ** 1 / 2` from the left, with the power first.

    With `d_k` = 16 the divisor is the root, 4. `16 ** 1 / 2` is 8.
    """
    return how(scores, Q.shape[-1])


@alone
@replaces(scale=lambda scores: scores, settle=lambda weights, Q: weights / np.sqrt(Q.shape[-1]))
def scaled_after_softmax():
    """The weights are scaled instead of the scores.

    Look at where your scale stands. After softmax each row sums to 1, and it should stay so.

    `d_k` = 4 and two equal scores: the weights should be `[0.5, 0.5]`. Yours are `[0.25, 0.25]`.
    """


# ---- who may look


@replaces("relation")
def no_mask():
    """The mask does nothing: blocked words get weight too.

    Look for the step where the mask meets the scores. It comes before softmax.

    Scores `[2, 2]` with the mask `[0, 1]` should give the weights `[1, 0]`. Yours are `[0.5, 0.5]`.
    """
    return np.array(False)


@replaces("relation")
@replaces("relation", hide=_fill_with(-1e9))
@replaces("relation", hide=_add(-1e9))
@replaces("relation", hide=_add(-1e4))
@replaces("relation", settle=_nan_to_zero)
def mask_inverted(blocked):
    """The mask is inverted: what should stay open is blocked, and the other way round.

    Look at what a 1 means in the mask, and at what happens to the cells that hold it.

    Scores `[2, 3]` with the mask `[0, 1]` should give the weights `[1, 0]`. Yours are `[0, 1]`.
    """
    return np.array(False) if blocked is None else ~np.asarray(blocked).astype(bool)


@alone
@replaces("relation")
def mask_transposed(blocked):
    """The mask is transposed before it is used.

    Look at the last two axes of the mask. Rows are the words that look, columns the words that are looked at,
    just as in the scores.

    Two words, the mask `[[0, 1], [0, 0]]`: word 0 may not see word 1. Transposed, word 1 may not see word 0.
    """
    return np.array(False) if blocked is None else blocked.swapaxes(-1, -2).astype(bool)


@alone
@replaces("relation")
def tilde_on_whole_numbers(blocked):
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """
    return np.array(False) if blocked is None else ~np.asarray(~np.asarray(blocked)).astype(bool)


def _index_all(scores, blocked):
    masked = scores.copy()
    if blocked is not None:
        masked[np.broadcast_to(blocked, scores.shape)] = -np.inf
    return masked


def _index_last(scores, blocked):
    masked = scores.copy()
    if blocked is not None and blocked.ndim == 2:
        masked[..., blocked] = -np.inf
    elif blocked is not None:
        masked[np.broadcast_to(blocked, scores.shape)] = -np.inf
    return masked


@alone
@replaces("hide")
@family(how=[_index_all, _index_last])
def mask_as_index(scores, blocked, how):
    """With a mask of 0 and 1 it goes wrong: as an index, 0 and 1 mean row 0 and row 1.

    Look at the square brackets around your mask. An index of `True` and `False` picks cells, an index of
    numbers picks rows.

    `scores[np.array([0, 1])]` is row 0 and row 1. `scores[np.array([0, 1]) == 1]` is row 1 alone.
    """
    return how(scores, blocked)


# ---- what a blocked score becomes


@replaces("hide")
@family(how=[lambda s, b: s * ~b, lambda s, b: np.where(b, -1e-9, s)])
def blocked_score_zero(scores, hidden, how):
    """A blocked score becomes 0, and 0 is not nothing.

    Look at the number that a blocked score has when softmax starts. What is e to that number?

    Scores `[-1, blocked]`: the weights should be `[1, 0]`. With 0 in the blocked cell they are
    `[0.27, 0.73]`, because e⁰ is 1.
    """
    return how(scores, hidden)


@alone
@replaces("hide")
@replaces(hide=lambda scores, blocked: scores if blocked is None else scores + blocked * -np.inf)
def mask_times_infinity(scores, hidden):
    """Every number is `nan`, most often because a mask of 0 and 1 is multiplied by −∞.

    Look at how −∞ gets into your scores. If a mask is multiplied by −∞, what do its zeros become?

    A mask row `[0, 1]` times −∞ is `[nan, -inf]`. The open cell should have stayed 0.
    """
    return scores + hidden * -np.inf


@replaces(hide=_leave, settle=lambda weights, hidden: weights * ~hidden)
@replaces(hide=_leave, settle=lambda weights, hidden: np.where(hidden, 0.0, weights))
def masked_after_softmax():
    """The mask comes after softmax, so the rows no longer sum to 1.

    Look at the order of your steps. Softmax shares out the weight, also to the words that you take away
    afterwards.

    Two words, all scores 0. Softmax gives `[0.5, 0.5]`, the mask leaves `[0.5, 0]`. Word 0 should have
    `[1, 0]`.
    """


@alone
@replaces(hide=_leave, settle=lambda weights, hidden: np.where(hidden, -np.inf, weights))
@replaces(hide=_leave, settle=lambda weights, hidden: weights + np.where(hidden, -1e9, 0.0))
def minus_infinity_after_softmax():
    """−∞ stands among the weights: the mask comes after softmax.

    Look at the order of your steps. It is the *score* that becomes −∞; softmax turns it into a weight of 0.

    Scores `[2, 2]` with the second blocked should give the weights `[1, 0]`. Yours are `[0.5, -inf]`.
    """


@alone
@replaces("hide")
@family(
    number=[-10.0, -100.0, -1.0, -2.0, -5.0, -20.0, -50.0, -99.0, -500.0, -999.0, -1000.0],
    how=[_fill_with, _add],
)
def fill_not_low_enough(scores, hidden, number, how):
    """The number for a blocked score is not low enough.

    Look at the number that stands for "blocked". Is there a score that could be lower?

    A word whose only open score is −416 beside a blocked −100: the blocked word takes all the weight.
    """
    return how(number)(scores, hidden)


@alone
@replaces("hide")
def mask_added(scores, hidden):
    """The mask is added to the scores as 0 and 1, so nothing is blocked.

    Look at what your mask does to a score. Adding 1 changes it a little. Blocked means: no weight at all.

    Scores `[0, 0]` with the second blocked: the weights should be `[1, 0]`. With 1 added they are
    `[0.27, 0.73]`.
    """
    return scores + hidden


@alone
@replaces("hide")
@family(how=[_fill_with(np.inf), _add(np.inf), _fill_with(1e9)])
def fill_has_wrong_sign(scores, hidden, how):
    """A blocked score becomes very large instead of very small.

    Look at the sign of the number that stands for "blocked". Softmax gives the weight to large scores.

    Scores `[0, blocked]`: with −∞ the weights are `[1, 0]`. With a huge positive number the blocked word
    takes everything, and with +∞ the row is `nan`.
    """
    return how(scores, hidden)


# ---- softmax


@replaces(axis=lambda: -2)
@replaces(total=lambda powers: powers.sum(axis=-2, keepdims=True))
@replaces(axis=lambda: -2, hide=_fill_with(-1e9))
@replaces(axis=lambda: -2, hide=_add(-1e9))
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows: over the queries, not over the keys.

    Look at the axis in your softmax. For each query the weights of all keys should sum to 1.

    Two words, all scores 0, word 0 may not see word 1. The weights should be `[[1, 0], [0.5, 0.5]]`. Yours
    are `[[0.5, 0], [0.5, 1]]`: the columns sum to 1, the rows do not.
    """


@replaces(axis=lambda: 1)
@replaces(axis=lambda: 1, hide=_fill_with(-1e9))
@replaces(total=lambda powers: powers.sum(axis=1, keepdims=True))
@replaces(axis=lambda: 1, hide=_add(-1e9))
def softmax_over_heads():
    """Softmax runs over the heads: they compete with each other instead of the words.

    Look at the axis in your softmax, and at the shape of the scores, `(B, H, T, T)`. Axis 1 is the heads.

    Two heads, three words, all scores 0: every weight should be 1/3, one of three words. Over the heads it is
    1/2.
    """


@alone
@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
def softmax_over_the_batch():
    """Softmax runs over the batch: the sentences compete with each other instead of the words.

    Look at the axis in your softmax, and at the shape of the scores, `(B, H, T, T)`. Axis 0 is the sentences.

    One sentence with the scores `[0, 0]` should have the weights `[0.5, 0.5]`. Alone in its batch it gets
    `[1, 1]`.
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

    Look at the shape of the maximum and of the sum. `(B, H, T)` does not line up with `(B, H, T, T)`;
    `(B, H, T, 1)` does.

    Powers `[[1, 0], [1, 1]]` have the row sums 1 and 2. The weights should be `[[1, 0], [0.5, 0.5]]`.
    Without the axis they are `[[1, 0], [1, 0.5]]`.
    """


def _mean_of_open(scores, hidden):
    return scores.mean(axis=-1, keepdims=True, where=~hidden)


@replaces(peak=lambda: 0.0)
@replaces(peak=lambda: 0.0, settle=_nan_to_zero)
@replaces(peak=lambda scores: scores.mean(axis=-1, keepdims=True))
@replaces(peak=lambda scores: scores.min(axis=-1, keepdims=True))
@replaces(peak=lambda masked, hidden, axis: np.where(hidden, 0, masked).max(axis=axis, keepdims=True))
@replaces(peak=_mean_of_open)
def no_maximum_subtracted():
    """Large scores break it: the largest score of the row is not subtracted.

    Look at what goes into `np.exp`. What is e to the 1000 on a computer, and e to the −1000?

    Scores `[1000, 998]`: e¹⁰⁰⁰ is `inf`, and `inf / inf` is `nan`. With the maximum subtracted the scores are
    `[0, -2]`, and the weights `[0.88, 0.12]`.
    """


@replaces(peak=lambda masked: masked.max())
@replaces(peak=lambda scores: scores.max())
@replaces(peak=lambda masked: masked.max(axis=(0, 2, 3), keepdims=True))
@replaces(peak=lambda masked: masked.max(axis=(2, 3), keepdims=True))
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


@alone
@same_as("blocked_words_set_the_maximum")
@replaces(
    hide=_leave,
    settle=lambda weights, hidden: weights * ~hidden / (weights * ~hidden).sum(axis=-1, keepdims=True),
)
@replaces(
    hide=_leave,
    settle=lambda weights, hidden: (
        weights * ~hidden / ((weights * ~hidden).sum(axis=-1, keepdims=True) + 1e-9)
    ),
)
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
def no_softmax(scores, hidden):
    """The scores are used as weights: there is no softmax.

    Look at what you multiply with the values. Weights are never negative, and each row sums to 1.

    Scores `[2, 0]`, both open: the weights should be `[0.88, 0.12]`, not `[2, 0]`.
    """
    return np.where(hidden, 0.0, scores)


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


@replaces("mix")
def mixes_keys(weights, K):
    """The weights mix the keys instead of the values.

    Look at the last product in a head. Keys are for finding, values are what is handed over.

    Weights `[1, 0]`, keys `[[3], [4]]` and values `[[5], [6]]` should give `[5]`. Yours give `[3]`.
    """
    return weights @ K


@alone
@replaces("mix")
def mixes_queries(weights, Q):
    """The weights mix the queries instead of the values.

    Look at the last product in a head. Queries ask, values are what is handed over.

    Weights `[1, 0]`, queries `[[3], [4]]` and values `[[5], [6]]` should give `[5]`. Yours give `[3]`.
    """
    return weights @ Q


@alone
@replaces("mix")
def weights_transposed(weights, V):
    """The weights are transposed before they mix the values.

    Look at the last product in a head. Row `i` of the weights belongs to word `i`, the word that looks.

    Two words with the weights `[[1, 0], [0.5, 0.5]]`: word 0 should get the value of word 0. Yours gets all
    of value 0 and half of value 1.
    """
    return weights.swapaxes(-1, -2) @ V


@replaces(hand_back=lambda weights: weights)
def returns_the_weights():
    """The function returns the weights, not the output.

    Look at your last line. The weights still have to mix the values.

    Weights `[0.5, 0.5]` and the values `[2]` and `[4]` give the output `[3]`.
    """


@alone
@replaces(hand_back=lambda mixed: mixed)
def heads_not_joined():
    """The heads are returned one by one, before they are joined.

    Look at what is still to do after the mix of values: the heads stand side by side, and W_O mixes them.

    Two heads of width 3 for 5 words make a result of shape `(B, 5, 6)`. Yours has the shape `(B, 2, 5, 3)`.
    """


@alone
@replaces("hand_back")
def axis_dropped(output):
    """An axis of length 1 is lost: a batch of one, or a single word, gives no table of three axes.

    Look for what removes axes of length 1, or what glues rows together at the end.

    One sentence of 3 words with `C` = 4 gives the shape `(1, 3, 4)`, not `(3, 4)`.
    """
    return np.squeeze(output)
