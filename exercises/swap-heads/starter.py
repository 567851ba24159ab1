import numpy as np


def swap_heads(W_O, H, order):
    # At place p there is now the head that was at place order[p].
    # Which rows of W_O belong to that head?
    ...
