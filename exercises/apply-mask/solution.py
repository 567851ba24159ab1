import numpy as np


def apply_mask(scores, blocked):
    """Return a new array of floats: −∞ where `blocked` holds `True` or 1, and the score where it holds
    `False` or 0.

    `scores` may have any number of axes and may hold whole numbers. `blocked` may be smaller: a mask of
    shape `(B, 1, S)` or `(L, S)` is repeated over scores of shape `(B, L, S)`, as NumPy broadcasts.

    `scores` and `blocked` themselves stay as they are.
    """
    return np.where(np.asarray(blocked) == 1, -np.inf, scores)
