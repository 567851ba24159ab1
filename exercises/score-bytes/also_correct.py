import math

import numpy as np


def shape_of_the_table(B, H, T, itemsize):
    """Write down the shape, and multiply its sizes"""
    shape = (B, H, T, T)
    return math.prod(shape) * itemsize


def ask_an_array(B, H, T, itemsize):
    """Let NumPy count the cells of a table that is not filled"""
    one_head = np.broadcast_to(np.int8(0), (T, T))
    return one_head.size * itemsize * H * B


def square_first(B, H, T, itemsize):
    """Square the number of words first, and return a NumPy number"""
    return np.int64(T) ** 2 * np.int64(B * H) * itemsize


def row_by_row(B, H, T, itemsize):
    """Add up the rows of all tables"""
    total = 0
    for _ in range(B * H):
        for _ in range(T):
            total += T * itemsize
    return total


def sum_over_lengths(B, H, T, itemsize):
    """The first T odd numbers add up to T squared"""
    return sum(range(1, 2 * T, 2)) * B * H * itemsize


def floats_of_whole_numbers(B, H, T, itemsize):
    """Multiply in floats, which are exact for whole numbers of this size"""
    return np.prod(np.array([B, H, T, T, itemsize], dtype=float))
