import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    """Return the output of self-attention without a mask: a table of shape `(L, d_v)`.

    Queries, keys and values are `X @ W_Q`, `X @ W_K` and `X @ W_V`. The score of a query and a key is
    their dot product divided by the square root of `d_k`, the number of columns of `W_Q`.

    Every word may look at every word, itself too. Softmax turns each row of scores into weights that sum
    to 1. Row `i` of the result is the mix of values that word `i` takes.

    Scores may be large: a row may hold 1000 and −1000.
    """
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])

    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V
