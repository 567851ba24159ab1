import numpy as np


def multi_head(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Return the output of an attention layer with `H` heads: a table of shape `(B, T, C)`.

    Queries, keys and values are `X @ W_Q`, `X @ W_K` and `X @ W_V`. Each head gets `d_k = C // H` of their
    columns: head 0 the first `d_k`, head 1 the next, and so on. In every head a score is the dot product of a
    query and a key, divided by the square root of `d_k`. Softmax over the keys gives the weights, and the
    weights mix the values of that head.

    The results of the heads stand side by side again, head 0 first, and are multiplied by `W_O`.

    `blocked` is `True` or 1 where a word may not look. Its shape may be `(B, H, T, T)` or any that broadcasts
    to it, such as `(T, T)` or `(B, 1, 1, T)`. Every row has an open cell. Without `blocked` every word sees
    every word. Scores may be large, also where they are blocked.
    """
    B, T, C = X.shape

    def split(table):
        return table.reshape(B, T, H, C // H).transpose(0, 2, 1, 3)

    Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(C // H)
    if blocked is not None:
        scores = np.where(np.asarray(blocked) == 1, -np.inf, scores)

    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    joined = (weights @ V).transpose(0, 2, 1, 3).reshape(B, T, C)
    return joined @ W_O
