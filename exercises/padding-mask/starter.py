import numpy as np


def padding_mask(lengths, L):
    # Return a mask of shape (B, 1, L): one row for each sentence.
    # True means: this place holds padding.
    ...
