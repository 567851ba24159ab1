import numpy as np


def cross_attention(Y, X, W_Q, W_K, W_V, pad=None):
    # 1. Queries, keys and values: which from Y, which from X?
    # 2. Scores, scaled.
    # 3. A ValueError if the source is all padding. Hide padding.
    # 4. Softmax over the keys, then mix the values.
    ...
