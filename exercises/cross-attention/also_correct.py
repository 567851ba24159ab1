import numpy as np

from grader.case import risk


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def padding_left_out(Y, X, W_Q, W_K, W_V, pad=None):
    """Leave the padding out of the source: then there is nothing to hide"""
    if pad is not None:
        X = X[np.equal(pad, 0)]
        if len(X) == 0:
            raise ValueError("nothing to look at")
    scores = (Y @ W_Q) @ (X @ W_K).T / np.sqrt(W_K.shape[1])
    return _softmax(scores) @ (X @ W_V)


def query_by_query(Y, X, W_Q, W_K, W_V, pad=None):
    """One word of the target after the other"""
    K, V = X @ W_K, X @ W_V
    opened = [j for j in range(len(X)) if pad is None or not pad[j]]
    if not opened:
        raise ValueError("nothing to look at")
    rows = []
    for y in Y:
        q = y @ W_Q / np.sqrt(W_Q.shape[1])
        scores = np.array([K[j] @ q for j in opened])
        rows.append(sum(w * V[j] for w, j in zip(_softmax(scores), opened, strict=True)))
    return np.array(rows)


def additive_mask_with_einsum(Y, X, W_Q, W_K, W_V, pad=None):
    """Spell out the sums with einsum and add a row of 0 and −∞"""
    scores = np.einsum("lc,ck,sd,dk->ls", Y, W_Q, X, W_K) * W_Q.shape[1] ** -0.5
    if pad is not None:
        if min(pad) == 1:
            raise ValueError("nothing to look at")
        scores = scores + np.where(pad, -np.inf, 0.0)[None, :]
    return np.einsum("ls,sc,cv->lv", _softmax(scores), X, W_V)


def tables_multiplied_first(Y, X, W_Q, W_K, W_V, pad=None):
    """Multiply the tables of queries and keys first, and mix the words before they become values"""
    scores = Y @ (W_Q @ W_K.T / np.sqrt(W_Q.shape[1])) @ X.T
    opened = np.ones(len(X), dtype=bool) if pad is None else np.logical_not(pad)
    if not np.any(opened):
        raise ValueError("nothing to look at")
    scores[:, ~opened] = -np.inf
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=1)[:, None])
    return weights @ X @ W_V


def powers_times_open(Y, X, W_Q, W_K, W_V, pad=None):
    """Multiply the powers by what is open, and divide at the end"""
    Q, K, V = Y @ W_Q, X @ W_K, X @ W_V
    opened = np.ones(len(X)) if pad is None else np.equal(pad, 0).astype(float)
    if opened.sum() == 0:
        raise ValueError("nothing to look at")
    scores = Q @ K.T / K.shape[1] ** 0.5
    top = np.max(scores[:, opened > 0], axis=1, keepdims=True)
    powers = np.exp(np.minimum(scores - top, 0)) * opened
    return (powers @ V) / powers.sum(axis=1, keepdims=True)


@risk("the lowest number there is")
def finite_fill(Y, X, W_Q, W_K, W_V, pad=None):
    """Subtract a large number at the padding"""
    scores = (Y @ W_Q) @ (X @ W_K).T / np.sqrt(W_K.shape[1])
    if pad is not None:
        if all(pad):
            raise ValueError("nothing to look at")
        scores = scores - 1e9 * pad
    return _softmax(scores) @ (X @ W_V)


@risk("padding as 0. and 1.")
def turned_with_xor(Y, X, W_Q, W_K, W_V, pad=None):
    """Turn the mask around with `^`"""
    scores = (Y @ W_Q) @ (X @ W_K).T / np.sqrt(W_K.shape[1])
    if pad is not None:
        if not (pad ^ 1).any():
            raise ValueError("nothing to look at")
        scores = np.where(pad ^ 1, scores, -np.inf)
    return _softmax(scores) @ (X @ W_V)
