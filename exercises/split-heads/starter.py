import numpy as np


def split_heads(X, H):
    # (B, T, C) -> (B, H, T, C // H)
    # Give each head its own columns of every word.
    ...
