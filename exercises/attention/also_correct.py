import numpy as np

from grader.case import risk


def _check(Q, K, V):
    if Q.shape[:-2] != K.shape[:-2] or K.shape[:-2] != V.shape[:-2]:
        raise ValueError("the batch axes differ")
    if Q.shape[-1] != K.shape[-1] or K.shape[-2] != V.shape[-2]:
        raise ValueError("widths or lengths differ")
    if K.shape[-1] == 0 or K.shape[-2] == 0:
        raise ValueError("an axis is empty")


def einsum_throughout(Q, K, V, allowed=None):
    """Spell out the sums with einsum and add a table of 0 and −∞"""
    _check(Q, K, V)
    scores = np.einsum("...ld,...sd->...ls", Q, K) * Q.shape[-1] ** -0.5
    if allowed is not None:
        scores = scores + np.where(allowed, 0.0, -np.inf)
    if np.isneginf(scores.max(axis=-1)).any():
        raise ValueError("a query sees nothing")
    powers = np.exp(scores - scores.max(axis=-1)[..., None])
    weights = powers / np.einsum("...ls->...l", powers)[..., None]
    return np.einsum("...ls,...sv->...lv", weights, V), weights


def one_table_at_a_time(Q, K, V, allowed=None):
    """Walk through the batch and treat each table alone"""
    _check(Q, K, V)
    shape = (*Q.shape[:-1], K.shape[-2])
    seen = np.broadcast_to(True if allowed is None else allowed, shape).astype(bool)
    weights = np.zeros(shape)
    for place in np.ndindex(*shape[:-1]):
        opened = np.flatnonzero(seen[place])
        if len(opened) == 0:
            raise ValueError("a query sees nothing")
        scores = K[place[:-1]][opened] @ Q[place] / np.sqrt(Q.shape[-1])
        powers = np.exp(scores - scores.max())
        weights[place][opened] = powers / powers.sum()
    return weights @ V, weights


def scaled_queries_log_softmax(Q, K, V, allowed=None):
    """Scale the queries instead of the scores, and subtract the logarithm of the sum"""
    _check(Q, K, V)
    scores = (Q / np.sqrt(Q.shape[-1])) @ np.moveaxis(K, -1, -2)
    if allowed is not None:
        scores = np.where(np.equal(allowed, 0), -np.inf, scores)
    totals = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    if np.isinf(totals).any():
        raise ValueError("a query sees nothing")
    weights = np.exp(scores - totals)
    return weights @ V, weights


def powers_times_allowed(Q, K, V, allowed=None):
    """Multiply the powers by what is allowed; a sum of 0 tells an empty row"""
    _check(Q, K, V)
    d = K.shape[-1]
    scores = np.matmul(Q, np.swapaxes(K, -2, -1)) / d**0.5
    seen = np.broadcast_to(True if allowed is None else np.not_equal(allowed, 0), scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=seen, initial=-np.inf)
    powers = np.exp(np.minimum(scores - top, 0)) * seen
    if not seen.any(axis=-1).all():
        raise ValueError("a query sees nothing")
    total = powers.sum(axis=-1, keepdims=True)
    return [powers @ V / total, powers / total]


def written_into_a_copy(Q, K, V, allowed=None):
    """Write −∞ into the scores, and let NumPy find the widths that do not fit"""
    if len({table.shape[:-2] for table in (Q, K, V)}) > 1 or K.size == 0:
        raise ValueError("the tables do not fit")
    scores = Q @ K.swapaxes(-1, -2)
    scores /= np.sqrt(K.shape[-1])
    if allowed is not None:
        blocked = np.broadcast_to(np.logical_not(allowed), scores.shape)
        if blocked.all(axis=-1).any():
            raise ValueError("a query sees nothing")
        scores[blocked] = -np.inf
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores @ V, scores


@risk("the lowest number there is")
def finite_fill(Q, K, V, allowed=None):
    """Use −1000000000 for what is not allowed"""
    _check(Q, K, V)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    if allowed is not None:
        if np.min(np.sum(allowed, axis=-1)) == 0:
            raise ValueError("a query sees nothing")
        scores = np.where(allowed, scores, -1e9)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights


@risk("a mask of 0. and 1.")
def turned_with_xor(Q, K, V, allowed=None):
    """Turn the mask around with `^`"""
    _check(Q, K, V)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    if allowed is not None:
        blocked = allowed ^ 1
        if np.all(blocked, axis=-1).any():
            raise ValueError("a query sees nothing")
        scores = np.where(blocked, -np.inf, scores)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights
