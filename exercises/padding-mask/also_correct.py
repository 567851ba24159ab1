import numpy as np


def fill_the_end_of_each_row(lengths, L):
    """Start with zeros and fill each row from its length on"""
    mask = np.zeros((len(lengths), 1, L))
    for b, n in enumerate(lengths):
        mask[b, 0, n:] = 1
    return mask


def nested_lists(lengths, L):
    """Plain lists, no NumPy"""
    return [[[0] * n + [1] * (L - n)] for n in lengths]


def mark_the_words_then_invert(lengths, L):
    """Mark the real words, then turn the table around"""
    real = np.less.outer(np.arange(L), lengths).T
    return ~np.expand_dims(real, axis=1)


def rows_of_a_triangle(lengths, L):
    """Row n of a triangle has n real words: pick a row for each sentence"""
    rows = 1 - np.tri(L + 1, L, k=-1, dtype=int)
    return rows[np.asarray(lengths)].reshape(-1, 1, L)


def count_the_places(lengths, L):
    """Count the places with a running sum, and compare with the length"""
    count = np.cumsum(np.ones((len(lengths), 1, L), dtype=int), axis=-1)
    return count > np.reshape(lengths, (-1, 1, 1))


def one_sentence_at_a_time(lengths, L):
    """Build the row of each sentence and stack the rows"""
    rows = [np.concatenate([np.zeros(n, dtype=bool), np.ones(L - n, dtype=bool)]) for n in lengths]
    return np.stack(rows)[:, np.newaxis]
