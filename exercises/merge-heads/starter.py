import numpy as np


def merge_heads(Z):
    # (B, H, T, d) -> (B, T, H * d)
    # Put the heads of each word side by side, head 0 first.
    ...
