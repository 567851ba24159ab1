import numpy as np


def masked_softmax(scores, blocked):
    """Return the weights: a table of shape `(L, S)`, as large as `scores`.

    Row `i` holds the weights that word `i` gives to the keys. A blocked cell has the weight 0, exactly. The
    open cells share the whole weight by softmax, so each row sums to 1. Every row has an open cell.

    Scores are finite, but they may be large: a row may hold 1000 and −1000, a blocked score may lie far above
    the open ones, and an open score may lie below −1000000000. They may also be whole numbers.

    `scores` and `blocked` themselves stay as they are.
    """
    masked = np.where(np.asarray(blocked) == 1, -np.inf, scores)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
