import numpy as np


def stack_the_blocks(W_O, H, order):
    """Cut W_O into the rows of each head, and stack them in the new order"""
    if len(order) != H or set(order) != set(range(H)):
        raise ValueError("not each head once")
    blocks = np.split(W_O, H)
    return np.vstack([blocks[head] for head in order])


def write_row_by_row(W_O, H, order):
    """A loop over places and columns of a head"""
    C = W_O.shape[0]
    d, rest = divmod(C, H)
    if rest or len(order) != H:
        raise ValueError("the lengths do not fit")
    for head in range(H):
        if list(order).count(head) != 1:
            raise ValueError(f"head {head} is not there once")
    new = np.zeros_like(W_O)
    for place in range(H):
        for k in range(d):
            new[place * d + k] = W_O[order[place] * d + k]
    return new


def numbers_of_rows(W_O, H, order):
    """Work out the number of every row, and ask for all rows at once"""
    C = len(W_O)
    order = np.array(order)
    if C % H or not np.array_equal(np.sort(order), np.arange(H)):
        raise ValueError("no order of the heads")
    d = C // H
    return W_O[(order[:, None] * d + np.arange(d)).ravel()]


def permutation_as_a_table(W_O, H, order):
    """A table of zeros and ones that moves whole heads"""
    C = len(W_O)
    if C % H != 0 or sorted(order) != list(range(H)):
        raise ValueError("no order of the heads")
    return np.kron(np.eye(H)[list(order)], np.eye(C // H)) @ W_O


def send_every_head_to_its_place(W_O, H, order):
    """Go through the old heads, and look up where each one goes"""
    C = len(W_O)
    if C % H or len(order) != H:
        raise ValueError("the lengths do not fit")
    d = C // H
    place_of = {int(head): place for place, head in enumerate(order)}
    if set(place_of) != set(range(H)):
        raise ValueError("not each head once")
    new = W_O.copy()
    for head, rows in enumerate(W_O.reshape(H, d, C)):
        new[place_of[head] * d : (place_of[head] + 1) * d] = rows
    return new


def nested_lists(W_O, H, order):
    """Plain lists of rows"""
    rows, heads = W_O.tolist(), [int(head) for head in order]
    if len(rows) % H or sorted(heads) != [*range(H)]:
        raise ValueError("no order of the heads")
    d = len(rows) // H
    return [row for head in heads for row in rows[head * d : head * d + d]]


def write_through_the_inverse(W_O, H, order):
    """Sort the places by their heads: each old block then knows its new place"""
    C = len(W_O)
    if C % H or not np.array_equal(np.unique(order), np.arange(H)) or len(order) > H:
        raise ValueError("no order of the heads")
    new = np.empty((H, C // H, C), dtype=W_O.dtype)
    new[np.argsort(order)] = W_O.reshape(new.shape)
    return new.reshape(C, C)
