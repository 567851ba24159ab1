import numpy as np


def stack_the_parts(X, H):
    """Let `np.split` cut the columns, and stack the parts on a new axis"""
    return np.stack(np.split(X, H, axis=-1), axis=1)


def number_by_number(X, H):
    """Four loops: every number goes to its place"""
    B, T, C = X.shape
    if C % H != 0:
        raise ValueError(f"{H} heads cannot share {C} columns")
    d = C // H
    heads = np.zeros((B, H, T, d))
    for b in range(B):
        for h in range(H):
            for t in range(T):
                for k in range(d):
                    heads[b, h, t, k] = X[b, t, h * d + k]
    return heads


def slices_of_columns(X, H):
    """A slice of the columns for each head"""
    width, rest = divmod(X.shape[2], H)
    if rest:
        raise ValueError("the columns cannot be shared out evenly")
    heads = [X[:, :, h * width : (h + 1) * width] for h in range(H)]
    return np.array(heads).swapaxes(0, 1)


def sentence_by_sentence(X, H):
    """Nested lists, one sentence at a time"""
    return [np.moveaxis(table.reshape(len(table), H, -1), 1, 0).tolist() for table in X]


def einsum_moves_the_axes(X, H):
    """Let einsum rename the axes"""
    return np.einsum("bthd->bhtd", X.reshape(*X.shape[:2], H, -1))


def index_of_columns(X, H):
    """Pick the columns with a table of their numbers"""
    B, T, C = X.shape
    columns = np.arange(C).reshape(H, C // H)
    return np.moveaxis(X[:, :, columns], 1, 2)


def from_the_transpose(X, H):
    """Turn rows and columns first: then a reshape alone cuts the columns"""
    B, T, C = X.shape
    return X.swapaxes(1, 2).reshape(B, H, C // H, T).swapaxes(2, 3)
