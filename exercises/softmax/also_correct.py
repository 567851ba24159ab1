import numpy as np


def new_axis_by_hand(scores):
    """Give the axis back with `None`"""
    powers = np.exp(scores - scores.max(-1)[..., None])
    return powers / powers.sum(-1)[..., None]


def log_softmax(scores):
    """Subtract the logarithm of the sum instead of dividing"""
    return np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))


def row_by_row(scores):
    """One row after the other, whatever the number of axes"""

    def one_row(row):
        powers = np.exp(row - row.max())
        return powers / powers.sum()

    return np.apply_along_axis(one_row, -1, np.array(scores, dtype=float))


def flat_list_of_rows(scores):
    """Lay all rows one under the other, and fold them back at the end"""
    rows = scores.reshape(-1, scores.shape[-1])
    weights = np.empty(rows.shape)
    for i, row in enumerate(rows):
        powers = [np.exp(score - max(row)) for score in row]
        weights[i] = [power / sum(powers) for power in powers]
    return weights.reshape(scores.shape)


def last_axis_first(scores):
    """Bring the last axis to the front, where no axis has to be kept"""
    rows_first = np.moveaxis(scores, -1, 0)
    powers = np.exp(rows_first - rows_first.max(axis=0))
    return np.moveaxis(powers / powers.sum(axis=0), 0, -1)


def sums_with_einsum(scores):
    """Sum with `einsum`, and multiply by one over the sum"""
    shifted = scores.astype(float)
    shifted -= shifted.max(axis=-1, keepdims=True)
    powers = np.exp(shifted)
    return powers * (1 / np.einsum("...s->...", powers))[..., np.newaxis]


def each_against_all(scores):
    """One over the sum of e to every difference"""
    with np.errstate(over="ignore", invalid="ignore"):
        differences = scores[..., None, :] - scores[..., :, None]
        return np.where(np.isinf(scores), 0.0, 1 / np.exp(differences).sum(axis=-1))
