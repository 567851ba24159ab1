import numpy as np


def cross_attention(Y, X, W_Q, W_K, W_V, pad=None):
    """Return what the words of `Y` take from the words of `X`: a table of shape `(L, d_v)`.

    The queries are made of the `L` words of the target `Y`, keys and values of the `S` words of the source
    `X`. `L` and `S` may differ. A score is the dot product of a query and a key, divided by the square root
    of `d_k`, the number of columns of `W_Q`. Softmax over the keys gives the weights, and the weights mix the
    values.

    Every word of the target may look at the whole source, except at its padding: `pad` is `True` or 1 there.
    If the whole source is padding, raise a `ValueError`.

    Scores may be large: a row may hold 1000 and −1000, also at padding.
    """
    Q, K, V = Y @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])

    if pad is not None:
        pad = np.asarray(pad) == 1
        if pad.all():
            raise ValueError("the whole source is padding")
        scores = np.where(pad, -np.inf, scores)

    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V
