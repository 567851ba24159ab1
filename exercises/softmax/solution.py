import numpy as np


def softmax(scores):
    """Return the weights: an array of the shape of `scores`, whose last axis sums to 1.

    A weight is e to its score, divided by the sum of e to every score of the same row. A row is what the
    last axis holds: `scores` may be a single row of shape `(S,)`, a table `(L, S)`, a batch of tables
    `(B, L, S)`, and so on.

    Scores may be large: one row may run from −1000 to 1000. They may be whole numbers. A score may be −∞
    where its row has a finite one; its weight is 0.

    `scores` itself stays as it is.
    """
    powers = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return powers / np.sum(powers, axis=-1, keepdims=True)
