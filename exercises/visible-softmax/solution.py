import numpy as np


def masked_softmax(scores, visible, query_valid):
    """Return the weights: a table of shape `(L, S)`.

    `visible` says `True` where a query may look, so a key that is not visible has the weight 0. The visible
    keys of a real query share the whole weight by softmax: its row sums to 1.

    A padded query, where `query_valid` is `False`, gets a row of zeros. That holds whatever it could see,
    and also if it could see nothing.

    A real query that sees nothing is a mistake of the caller: raise
    `ValueError("a valid query has no visible key")`.

    Scores are finite floats, but they may be large: a row may hold 1000 and −1000, also where a key is not
    visible. The arguments themselves stay as they are.
    """
    visible, query_valid = np.asarray(visible) == 1, np.asarray(query_valid) == 1
    if np.any(query_valid & ~visible.any(axis=1)):
        raise ValueError("a valid query has no visible key")

    masked = np.where(visible, scores, -np.inf)
    masked[~query_valid] = 0.0
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return np.where(query_valid[:, None], weights, 0.0)
