import numpy as np


def multi_head(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    # 1. Queries, keys and values from X.
    # 2. Split them into H heads: (B, T, C) -> (B, H, T, C // H).
    # 3. Attention in every head, with the blocked cells.
    # 4. Join the heads: (B, H, T, C // H) -> (B, T, C).
    # 5. Mix the joined heads with W_O.
    ...
