import numpy as np


def compare_positions(L):
    """Compare every column number with every row number"""
    position = np.arange(L)
    return position[None, :] > position[:, None]


def lower_triangle_inverted(L):
    """Build what is allowed, then turn it around"""
    return ~np.tril(np.ones((L, L), dtype=bool))


def two_loops(L):
    """Fill a table of zeros cell by cell"""
    mask = np.zeros((L, L))
    for i in range(L):
        for j in range(i + 1, L):
            mask[i, j] = 1
    return mask


def nested_lists(L):
    """Plain lists, no NumPy"""
    return [[j > i for j in range(L)] for i in range(L)]


def indices_of_the_triangle(L):
    """Ask NumPy for the cells above the diagonal"""
    mask = np.zeros((L, L), dtype=int)
    mask[np.triu_indices(L, k=1)] = 1
    return mask
