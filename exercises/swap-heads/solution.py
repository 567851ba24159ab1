import numpy as np


def swap_heads(W_O, H, order):
    """Return the `W_O` that belongs to heads joined in a new order, an array of shape `(C, C)`.

    The joined heads have `C` columns, `C // H` from each of `H` heads. In the new order place `p` holds the
    head that stood at place `order[p]` before. The new table must give the same output as the old one did:
    `new_joined @ new_W_O` equals `joined @ W_O`. `W_O` itself must not change.

    `order` is a list, a tuple or an array. If it does not hold each of the heads 0 to `H - 1` exactly once,
    or if `H` does not divide `C`, raise a `ValueError`.
    """
    C = len(W_O)
    if C % H:
        raise ValueError("H must divide C")
    if sorted(order) != list(range(H)):
        raise ValueError("order must hold each head once")
    blocks = W_O.reshape(H, C // H, C)
    return blocks[np.asarray(order)].reshape(C, C)
