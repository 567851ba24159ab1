import numpy as np

from grader.case import risk

_MESSAGE = "a valid query has no visible key"


def query_by_query(scores, visible, query_valid):
    """Go through the queries, and leave the row of a padded one at 0"""
    weights = np.zeros(np.shape(scores))
    for i in range(len(scores)):
        if not query_valid[i]:
            continue
        keys = np.flatnonzero(visible[i])
        if len(keys) == 0:
            raise ValueError(_MESSAGE)
        powers = np.exp(scores[i, keys] - np.max(scores[i, keys]))
        weights[i, keys] = powers / np.sum(powers)
    return weights


def real_queries_only(scores, visible, query_valid):
    """Take the real queries out, and put their rows back"""
    real = np.flatnonzero(query_valid)
    weights = np.zeros(np.shape(scores))
    masked = np.where(visible, scores, -np.inf)[real]
    top = np.max(masked, axis=-1, keepdims=True)
    if np.isneginf(top).any():
        raise ValueError(_MESSAGE)
    powers = np.exp(masked - top)
    weights[real] = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def divide_where_there_is_a_sum(scores, visible, query_valid):
    """Take every key from a padded query, and divide only where something is left"""
    seen = np.logical_and(visible, np.reshape(query_valid, (-1, 1)))
    if np.any(np.logical_and(query_valid, seen.sum(axis=1) == 0)):
        raise ValueError(_MESSAGE)
    top = np.max(scores.astype(float), axis=1, keepdims=True, where=seen, initial=-np.inf)
    powers = np.where(seen, np.exp(np.minimum(scores - top, 0.0)), 0.0)
    total = powers.sum(axis=1, keepdims=True)
    return np.divide(powers, total, out=np.zeros(np.shape(scores)), where=total > 0)


def nan_turned_to_zero(scores, visible, query_valid):
    """Let an empty row become `nan`, and put zeros there after the check"""
    masked = scores + np.where(visible, 0.0, -np.inf)
    with np.errstate(invalid="ignore"):
        weights = np.exp(masked - np.logaddexp.reduce(masked, axis=1, keepdims=True))
    if np.any(np.isnan(weights).any(axis=1) & np.equal(query_valid, 1)):
        raise ValueError(_MESSAGE)
    return np.where(np.asarray(query_valid)[:, None], weights, 0.0)


def padded_queries_see_everything(scores, visible, query_valid):
    """Open every key to a padded query, so that no row is empty, and take its row away at the end"""

    class NothingToSee(ValueError):
        pass

    valid = np.array(query_valid, dtype=float)
    seen = np.maximum(visible, 1 - valid[:, None])
    if not seen.any(axis=1).all():
        raise NothingToSee(_MESSAGE)
    masked = np.where(seen == 1, scores, -np.inf)
    powers = np.exp(masked - masked.max(axis=1)[:, np.newaxis])
    return np.einsum("ls,l->ls", powers, valid / powers.sum(axis=1))


def masked_array(scores, visible, query_valid):
    """Hide cells with `np.ma` and fill them with 0 at the end"""
    hidden = np.logical_not(visible)
    if (hidden.all(axis=1) > np.logical_not(query_valid)).any():
        raise ValueError(_MESSAGE)
    hidden = hidden | np.logical_not(query_valid)[:, None]
    table = np.ma.masked_array(np.asarray(scores, dtype=float).copy(), mask=hidden)
    powers = np.ma.exp(table - table.max(axis=1, keepdims=True))
    return (powers / powers.sum(axis=1, keepdims=True)).filled(0.0)


@risk("the lowest number there is")
def finite_fill(scores, visible, query_valid):
    """Use a large negative number for a key that is not visible"""
    if not np.any(visible, axis=1)[np.equal(query_valid, 1)].all():
        raise ValueError(_MESSAGE)
    masked = np.where(visible, scores, -1e9)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    weights[np.equal(query_valid, 0)] = 0.0
    return weights


@risk("masks of 0 and 1")
def tilde(scores, visible, query_valid):
    """Turn the masks around with `~`, which is right for `True` and `False` only"""
    if (~visible).all(axis=1)[query_valid].any():
        raise ValueError(_MESSAGE)
    masked = np.where(~visible, -np.inf, scores)
    masked[~query_valid] = 0.0
    weights = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    weights[~query_valid] = 0.0
    return weights


@risk("whole-number scores")
def copy_like_the_scores(scores, visible, query_valid):
    """Write −∞ into a copy, which has to hold floats"""
    if ((visible == 0).all(axis=1) * query_valid).any():
        raise ValueError(_MESSAGE)
    masked = scores.copy()
    masked[(visible == 0) & (query_valid == 1)[:, None]] = -np.inf
    weights = np.exp(masked - masked.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) * (query_valid == 1)[:, None]
