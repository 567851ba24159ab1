import numpy as np


def concatenate_the_heads(Z):
    """Concatenate the tables of the heads along their columns"""
    return np.concatenate([Z[:, h] for h in range(Z.shape[1])], axis=-1)


def number_by_number(Z):
    """Four loops: every number goes to its place"""
    B, H, T, d = Z.shape
    joined = np.zeros((B, T, H * d))
    for b in range(B):
        for h in range(H):
            for t in range(T):
                for k in range(d):
                    joined[b, t, h * d + k] = Z[b, h, t, k]
    return joined


def write_the_blocks(Z):
    """Write each head into its own columns"""
    B, H, T, d = Z.shape
    joined = np.empty((B, T, H * d), dtype=Z.dtype)
    for h in range(H):
        joined[..., h * d : (h + 1) * d] = Z[:, h]
    return joined


def sentence_by_sentence(Z):
    """`np.hstack` puts the tables of one sentence side by side"""
    return np.array([np.hstack(list(sentence)) for sentence in Z])


def einsum_moves_the_axes(Z):
    """Let einsum rename the axes, then join the last two"""
    words = np.einsum("bhtd->bthd", Z)
    return words.reshape(*words.shape[:2], -1)


def word_by_word(Z):
    """Nested lists, one word at a time"""
    B, H, T, _ = Z.shape
    return [[sum((Z[b, h, t].tolist() for h in range(H)), []) for t in range(T)] for b in range(B)]


def index_of_columns(Z):
    """Ask for every column: which head has it, and where there"""
    B, H, T, d = Z.shape
    head, column = np.divmod(np.arange(H * d), d)
    return np.moveaxis(Z[:, head, :, column], 0, -1)
