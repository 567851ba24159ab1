import numpy as np


def causal_head(X, W_Q, W_K, W_V):
    """Return the output of one causal attention head: a table of shape `(T, d_v)`.

    Queries, keys and values are `X @ W_Q`, `X @ W_K` and `X @ W_V`. The score of a query and a key is
    their dot product divided by the square root of `d_k`, the number of columns of `W_Q`.

    A word may look at itself and at the words before it, never at a later one. Softmax turns each row
    of scores into weights that sum to 1. Row `i` of the result is the mix of values that word `i` takes.

    Scores may be large: thousands above or below zero, also at a word that is blocked.
    """
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])

    blocked = np.triu(np.ones(scores.shape, dtype=bool), k=1)
    scores = np.where(blocked, -np.inf, scores)

    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V
