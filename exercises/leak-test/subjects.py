"""The implementations of attention that a leak test is tried on; a docstring says what a learner is told."""

import numpy as np

_W_Q = np.array([[0.7, -0.4, 0.3, 0.5], [-0.6, 0.8, 0.2, -0.3], [0.4, 0.5, -0.7, 0.6]])
_W_K = np.array([[0.5, 0.6, -0.2, -0.7], [0.3, -0.5, 0.9, 0.4], [-0.8, 0.2, 0.6, 0.3]])
_W_V = np.array([[1.1, -0.6], [0.4, 0.9], [-0.7, 0.8]])


def _scores(X):
    return X @ _W_Q @ (X @ _W_K).T / 2


def _places(X):
    """Row numbers as a column, and as a row."""
    places = np.arange(len(X))
    return places[:, None], places


def _softmax(scores):
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=-np.inf))
        return powers / powers.sum(axis=-1, keepdims=True)


def _head(X, opened, factor=1.0):
    """Attention where a cell is open."""
    X = np.asarray(X, dtype=float)
    row, column = _places(X)
    scores = np.where(opened(row, column), _scores(X) * factor, -np.inf)
    return _softmax(scores) @ X @ _W_V


# ---- these do not leak


def causal_head(X):
    """Every word looks at itself and at the words before it."""
    return _head(X, lambda row, column: column <= row)


def wrong_scale(X):
    """Its scores are divided by `d_k` and not by the root: a mistake, but no word looks ahead."""
    return _head(X, lambda row, column: column <= row, 0.5)


def one_maximum_for_all(X):
    """It subtracts the largest score of the whole table. That changes the last digits of earlier rows by
    rounding, and nothing else."""
    X = np.tanh(np.asarray(X, dtype=float))  # without bounds a huge change would leave nothing of other rows
    row, column = _places(X)
    # What grows with the row changes no weight. It puts the maximum into the last row, where changes move it.
    scores = np.where(column <= row, 2 * _scores(X) + 2 * row, -np.inf)
    powers = np.exp(scores - scores.max(initial=-np.inf))
    return powers @ X @ _W_V / powers.sum(axis=-1, keepdims=True)


def one_mean_for_all(X):
    """It subtracts the mean of all scores of the table. That changes the last digits of earlier rows by
    rounding, and nothing else."""
    X = np.tanh(np.asarray(X, dtype=float))
    row, column = _places(X)
    scores = 2 * _scores(X)
    powers = np.where(column <= row, np.exp(scores - scores.sum() / max(scores.size, 1)), 0.0)
    return powers @ X @ _W_V / powers.sum(axis=-1, keepdims=True)


def strict_triangle(X):
    """Every word looks only at the words before it. Word 0 has none, so its row is zeros."""
    output = _head(X, lambda row, column: column < row)
    output[:1] = 0
    return output


def strict_triangle_with_nan(X):
    """Every word looks only at the words before it. Word 0 has none, so its row is `nan`, whatever
    comes."""
    return _head(X, lambda row, column: column < row)


def word_by_word(X):
    """It works on one word after the other, and takes only the words up to that one."""
    X = np.asarray(X, dtype=float)
    output = np.zeros((len(X), 2))
    for place in range(len(X)):
        seen = X[: place + 1]
        output[place] = _softmax(_scores(seen)[-1:])[0] @ seen @ _W_V
    return output


def mean_of_the_past(X):
    """Every row is the mean of the words before it. Word 0 has none, so its row is zeros."""
    X = np.asarray(X, dtype=float)
    sums = np.zeros_like(X)
    sums[1:] = X[:-1].cumsum(axis=0)
    return sums / np.maximum(np.arange(len(X)), 1)[:, None] @ _W_V


def window_of_two(X):
    """Every word looks at itself and at the word just before it."""
    return _head(X, lambda row, column: (column <= row) & (column > row - 2))


def centred_over_the_past(X):
    """Each word is centred over the words up to it, and looks at itself and at the words before it."""
    X = np.asarray(X, dtype=float)
    counts = np.arange(1, len(X) + 1)[:, None]
    return causal_head(X - 0.5 * X.cumsum(axis=0) / counts)


def every_word_for_itself(X):
    """Every word looks only at itself."""
    return _head(X, lambda row, column: column == row)


# ---- these leak


def no_mask(X):
    """Every word looks at all words, the later ones too."""
    return _head(X, lambda row, column: column >= 0)


def shares_without_mask(X):
    """Every word looks at all words. The numbers of a row are shares that always sum to 1."""
    return _softmax(3 * no_mask(X))


def mask_transposed(X):
    """Every word looks at itself and at the words after it."""
    return _head(X, lambda row, column: column >= row)


def one_step_leak(X):
    """Every word also looks at the one right after it."""
    return _head(X, lambda row, column: column <= row + 1)


def two_steps_ahead(X):
    """Every word also looks at the second word after it, but not at the one in between."""
    return _head(X, lambda row, column: (column <= row) | (column == row + 2))


def masked_after_softmax(X):
    """Softmax goes over all words, and the weights of later words become 0 afterwards. So later words still
    make the other weights smaller."""
    X = np.asarray(X, dtype=float)
    row, column = _places(X)
    return np.where(column <= row, _softmax(_scores(X)), 0.0) @ X @ _W_V


def blocked_score_zero(X):
    """The score of a later word becomes 0, and e to the 0 is 1: the later word keeps a weight."""
    X = np.asarray(X, dtype=float)
    row, column = _places(X)
    return _softmax(np.where(column <= row, _scores(X), 0.0)) @ X @ _W_V


def softmax_over_queries(X):
    """It divides by the sum of a column, and in a column stand the scores of later words."""
    X = np.asarray(X, dtype=float)
    row, column = _places(X)
    scores = np.where(column <= row, _scores(X), -np.inf)
    return _softmax(scores.T).T @ X @ _W_V


def centred_over_all(X):
    """Before the attention, which is causal, the mean of all words is subtracted. It holds the later
    words."""
    X = np.asarray(X, dtype=float)
    return causal_head(X - X.sum(axis=0) / max(len(X), 1))


def empty_row_sees_all(X):
    """Every word looks only at the words before it. Word 0 has none, and with −1e9 in place of −∞ it gets the
    mean of all words."""
    X = np.asarray(X, dtype=float)
    row, column = _places(X)
    return _softmax(np.where(column < row, _scores(X), -1e9)) @ X @ _W_V


def last_word_hidden(X):
    """Nobody looks at the last word, as if it were padding, but every word looks at all the others."""
    return _head(X, lambda row, column: (column < len(X) - 1) | (column == row))


def pairs_from_the_first(X):
    """Words 0 and 1 see each other, 2 and 3 too, and so on."""
    return _head(X, lambda row, column: column <= row - row % 2 + 1)


def pairs_from_the_second(X):
    """Words 1 and 2 see each other, 3 and 4 too, and so on."""
    return _head(X, lambda row, column: column <= row + row % 2)


def word_0_looks_ahead(X):
    """Word 0 looks at word 1. All others look back only."""
    return _head(X, lambda row, column: (column <= row) | ((row == 0) & (column == 1)))


def word_1_looks_ahead(X):
    """Word 1 looks at word 2. All others look back only."""
    return _head(X, lambda row, column: (column <= row) | ((row == 1) & (column == 2)))


def word_2_looks_ahead(X):
    """Word 2 looks at word 3. All others look back only."""
    return _head(X, lambda row, column: (column <= row) | ((row == 2) & (column == 3)))


def last_but_one_looks_ahead(X):
    """The last word but one looks at the last. All others look back only."""
    return _head(X, lambda row, column: (column <= row) | (row == len(X) - 2))


def first_sees_last(X):
    """Word 0 looks at the last word. All others look back only."""
    return _head(X, lambda row, column: (column <= row) | ((row == 0) & (column == len(X) - 1)))


def faint_leak(X):
    """Blocked scores become −10, not −∞: later words keep a weight of about 0.00005."""
    X = np.asarray(X, dtype=float)
    row, column = _places(X)
    return _softmax(np.where(column <= row, _scores(X), -10.0)) @ X @ _W_V


def leak_beside_nan(X):
    """Row 0 is `nan`, and every other word looks at all words."""
    return _head(X, lambda row, column: row > 0)


def _unmasked_leak(X):
    """What a row takes from all words, and not only from those up to it."""
    return no_mask(X) - causal_head(X)


def leak_into_column_0(X):
    """Every word looks at all words, but only column 0 of the result takes something from the later ones."""
    return causal_head(X) + _unmasked_leak(X) * [1, 0]


def leak_into_column_1(X):
    """Every word looks at all words, but only column 1 of the result takes something from the later ones."""
    return causal_head(X) + _unmasked_leak(X) * [0, 1]


def _with_column_mean(X, column):
    X = np.asarray(X, dtype=float)
    return causal_head(X) + X[:, column].sum() / max(len(X), 1)


def mean_of_column_0(X):
    """To a causal head it adds the mean of column 0 over all words, the later ones too."""
    return _with_column_mean(X, 0)


def mean_of_column_1(X):
    """To a causal head it adds the mean of column 1 over all words, the later ones too."""
    return _with_column_mean(X, 1)


def no_mask_after_layer_norm(X):
    """From each word it first takes away the mean of its own numbers, and divides by their standard
    deviation. Then every word looks at all words. A word with 1 added to all its numbers
    is the same word to it."""
    X = np.asarray(X, dtype=float)
    spread = X.std(axis=-1, keepdims=True)
    return no_mask((X - X.mean(axis=-1, keepdims=True)) / np.maximum(spread, 1e-9))


def no_mask_after_unit_length(X):
    """It first divides each word by its length. Then every word looks at all words. A word with doubled
    numbers is the same word to it."""
    X = np.asarray(X, dtype=float)
    return no_mask(X / np.maximum(np.linalg.norm(X, axis=-1, keepdims=True), 1e-9))
