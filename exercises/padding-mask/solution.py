import numpy as np


def padding_mask(lengths, L):
    """Return the padding mask for `B` sentences in rows of `L` places: a table of shape `(B, 1, L)`.

    `lengths[b]` says how many real words sentence `b` has. They stand first, and padding fills the
    rest of the row. `True` (or 1) means *padding*, so nobody may look there.

    `lengths` is a list or an array of `B` whole numbers from 0 to `L`. The axis of length 1 stands where the
    queries will be: every query of a sentence gets the same row.
    """
    position = np.arange(L)
    return position[None, None, :] >= np.asarray(lengths)[:, None, None]
