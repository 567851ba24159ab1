import numpy as np

from grader.case import risk


@risk("a batch of tables", "one mask row for all")
def open_scores_only(scores, blocked):
    """Take the open scores of each row out, and put their weights back"""
    weights = np.zeros(scores.shape)
    for i in range(len(scores)):
        opened = np.flatnonzero(np.equal(blocked[i], 0))
        powers = np.exp(scores[i, opened] - np.max(scores[i, opened]))
        weights[i, opened] = powers / np.sum(powers)
    return weights


def additive_mask(scores, blocked):
    """Add a table of 0 and −∞ to the scores"""
    masked = scores + np.where(blocked, -np.inf, 0.0)
    masked -= np.max(masked, axis=-1)[..., None]
    powers = np.exp(masked)
    powers /= np.sum(powers, axis=-1)[..., None]
    return powers


def log_softmax(scores, blocked):
    """Subtract the logarithm of the sum instead of dividing"""
    masked = np.where(blocked, -np.inf, scores)
    return np.exp(masked - np.logaddexp.reduce(masked, axis=-1, keepdims=True))


def turned_on_its_side(scores, blocked):
    """Turn the table, work down the columns, and turn it back"""
    columns = np.where(np.swapaxes(blocked, -1, -2), -np.inf, np.swapaxes(scores, -1, -2))
    powers = np.exp(columns - columns.max(axis=-2, keepdims=True))
    return np.swapaxes(powers / powers.sum(axis=-2, keepdims=True), -1, -2)


def masked_array(scores, blocked):
    """Hide the cells with `np.ma` and fill them with 0 at the end"""
    hidden = np.ma.masked_array(np.array(scores, dtype=float), mask=np.broadcast_to(blocked, scores.shape))
    powers = np.ma.exp(hidden - hidden.max(axis=-1, keepdims=True))
    return (powers / powers.sum(axis=-1, keepdims=True)).filled(0.0)


def powers_times_open(scores, blocked):
    """Take the maximum over the open cells, and multiply the powers by what is open"""
    opened = np.broadcast_to(np.logical_not(blocked), scores.shape)
    top = np.max(scores.astype(float), axis=-1, keepdims=True, where=opened, initial=-np.inf)
    powers = np.exp(np.minimum(scores - top, 0)) * opened
    return powers / np.einsum("...s->...", powers)[..., np.newaxis]


@risk("a batch of tables", "one mask row for all")
def plain_python(scores, blocked):
    """Plain Python, number by number"""
    from math import exp

    table = []
    for row, closed in zip(scores.tolist(), blocked.tolist(), strict=True):
        top = max(score for score, hidden in zip(row, closed, strict=True) if not hidden)
        powers = [0 if hidden else exp(score - top) for score, hidden in zip(row, closed, strict=True)]
        table.append([power / sum(powers) for power in powers])
    return table


@risk("the lowest number there is")
def lowest_number(scores, blocked):
    """Use the lowest float there is for a blocked score"""
    masked = np.where(blocked, np.finfo(float).min, scores)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@risk("a batch of tables")
def second_axis(scores, blocked):
    """Count the axes from the left: right for one table, wrong for a batch of them"""
    masked = np.where(blocked, -np.inf, scores)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@risk("one mask row for all")
def boolean_index(scores, blocked):
    """Write −∞ by index, which does not repeat a mask row"""
    masked = scores.astype(float)
    masked[blocked.astype(bool)] = -np.inf
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@risk("a mask of 0. and 1.")
def turned_with_xor(scores, blocked):
    """Turn the mask around with `^`"""
    masked = np.where(blocked ^ 1, scores, -np.inf)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
