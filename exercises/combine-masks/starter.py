import numpy as np


def combine_masks(pad, causal):
    # Return a mask of shape (B, L, L): a table for each sentence.
    # True means: this query may not look at this key.
    ...
