import numpy as np


def causal_mask(L):
    """Return the causal mask for `L` words: a table of shape `(L, L)`.

    Row `i` says what word `i` may look at. `True` (or 1) means *blocked*.
    A word may look at itself and at the words before it. It may not look at a later word.
    """
    return np.triu(np.ones((L, L), dtype=bool), k=1)
