import numpy as np

from grader.case import risk


def three_loops(pad, causal):
    """Fill the tables cell by cell"""
    B, L = np.shape(pad)
    mask = np.zeros((B, L, L), dtype=bool)
    for b in range(B):
        for i in range(L):
            for j in range(L):
                mask[b, i, j] = pad[b][j] or causal[i][j]
    return mask


def larger_of_the_two(pad, causal):
    """The larger of two numbers is 1 when one of them is"""
    return np.maximum(pad[:, np.newaxis, :], causal)


def open_in_both(pad, causal):
    """A cell is open when it is open in both masks"""
    seen = (1 - pad)[:, None, :] * (1 - causal)
    return 1 - seen


def sum_above_zero(pad, causal):
    """Add, and ask where the sum is more than 0"""
    rows = np.repeat(pad.astype(int)[:, None, :], pad.shape[1], axis=1)
    return rows + causal.astype(int) > 0


def choose_with_where(pad, causal):
    """Blocked where there is padding, the causal mask elsewhere"""
    return np.where(np.expand_dims(pad, 1), 1, causal)


def write_into_copies(pad, causal):
    """One copy of the causal mask for each sentence, with the padded columns written over"""
    tables = []
    for row in pad:
        table = np.array(causal, dtype=float)
        table[:, row == 1] = 1.0
        tables.append(table)
    return np.stack(tables)


def einsum_of_what_is_open(pad, causal):
    """Multiply what is open with einsum, then turn it around"""
    return np.einsum("bj,ij->bij", pad == 0, causal == 0) == 0


@risk("masks of 0. and 1.")
def or_of_bits(pad, causal):
    """`|` joins `True` and `False`, and 1 and 0"""
    return pad[:, None, :] | causal
