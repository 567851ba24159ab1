import numpy as np


def causal_mask(L):
    # Return a table of L rows and L columns.
    # Row i belongs to word i. True means: this word is blocked.
    ...
