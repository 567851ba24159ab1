import numpy as np


def combine_masks(pad, causal):
    """Return one mask for a batch of `B` sentences: a table of shape `(B, L, L)`.

    `pad` has the shape `(B, L)` and marks the padding of each sentence. `causal` has the shape `(L, L)` and
    holds for all sentences. Row `i`, column `j` of a table says whether word `i` may look at word `j`.

    A cell is blocked (`True` or 1) when the word that is looked at is padding, or when `causal` blocks it.

    Each mask may hold `True` and `False`, or 1 and 0.
    """
    return np.logical_or(np.asarray(pad)[:, None, :], causal)
