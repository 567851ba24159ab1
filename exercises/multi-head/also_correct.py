import numpy as np

from grader.case import risk


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def head_by_head(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """A loop over the heads, each with its own columns of the tables"""
    B, T, C = X.shape
    d = C // H
    hidden = np.broadcast_to(False if blocked is None else blocked, (B, H, T, T)).astype(bool)
    heads = []
    for h in range(H):
        own = slice(h * d, (h + 1) * d)
        Q, K, V = X @ W_Q[:, own], X @ W_K[:, own], X @ W_V[:, own]
        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
        scores[hidden[:, h]] = -np.inf
        heads.append(_softmax(scores) @ V)
    return np.concatenate(heads, axis=-1) @ W_O


def einsum_throughout(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Give the tables a head axis and let einsum do the rest"""
    C = len(W_Q)
    q, k, v = (np.einsum("btc,chd->bhtd", X, W.reshape(C, H, -1)) for W in (W_Q, W_K, W_V))
    scores = np.einsum("bhid,bhjd->bhij", q, k) * (C // H) ** -0.5
    if blocked is not None:
        scores = scores + np.where(blocked, -np.inf, 0)
    return np.einsum("bhij,bhjd,hdc->bic", _softmax(scores), v, W_O.reshape(H, -1, C))


def every_head_adds_its_share(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Join nothing: each head meets its own rows of W_O, and the results are added"""
    B, T, C = X.shape
    d = C // H
    output = np.zeros((B, T, C))
    for b in range(B):
        for h in range(H):
            own = slice(h * d, (h + 1) * d)
            Q, K, V = (X[b] @ W[:, own] for W in (W_Q / np.sqrt(d), W_K, W_V))
            scores = Q @ K.T
            if blocked is not None:
                scores = np.where(np.broadcast_to(blocked, (B, H, T, T))[b, h], -np.inf, scores)
            output[b] += _softmax(scores) @ V @ W_O[own]
    return output


def heads_as_a_batch(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Treat every head of every sentence as a sentence of its own, heads first"""
    B, T, C = X.shape

    def cut(W):
        return np.concatenate(np.split(X @ W, H, axis=2), axis=0)

    Q, K, V = cut(W_Q), cut(W_K), cut(W_V)
    scores = Q @ np.swapaxes(K, 1, 2) / (C / H) ** 0.5
    if blocked is not None:
        full = np.broadcast_to(blocked, (B, H, T, T)).swapaxes(0, 1).reshape(H * B, T, T)
        scores = np.where(np.equal(full, 1), -np.inf, scores)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return np.concatenate(np.split(weights @ V, H, axis=0), axis=2) @ W_O


def powers_times_open(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Multiply the powers by what is open, and divide at the end"""
    B, T, C = X.shape
    Q, K, V = (np.moveaxis((X @ W).reshape(B, T, H, -1), 2, 1) for W in (W_Q, W_K, W_V))
    scores = Q @ np.moveaxis(K, -1, -2) / np.sqrt(Q.shape[-1])
    opened = np.broadcast_to(True if blocked is None else np.logical_not(blocked), scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=opened, initial=-np.inf)
    powers = np.exp(np.minimum(scores - top, 0)) * opened
    mixed = (powers @ V) / powers.sum(axis=-1, keepdims=True)
    return np.hstack([np.hstack(list(mixed[b])) for b in range(B)]).reshape(T, B, C).swapaxes(0, 1) @ W_O


@risk("the lowest number there is")
def finite_fill(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Subtract a large number where blocked"""
    B, T, C = X.shape
    Q, K, V = [(X @ W).reshape(B, T, H, C // H).swapaxes(1, 2) for W in (W_Q, W_K, W_V)]
    scores = Q @ K.swapaxes(2, 3) / np.sqrt(C // H)
    if blocked is not None:
        scores = scores - 1e9 * blocked
    return (_softmax(scores) @ V).swapaxes(1, 2).reshape(X.shape) @ W_O


@risk("a mask of 0. and 1.")
def turned_with_xor(X, W_Q, W_K, W_V, W_O, H, blocked=None):
    """Turn the mask around with `^`"""
    B, T, C = X.shape
    Q, K, V = [(X @ W).reshape(B, T, H, C // H).swapaxes(1, 2) for W in (W_Q, W_K, W_V)]
    scores = Q @ K.swapaxes(2, 3) / np.sqrt(C // H)
    if blocked is not None:
        scores = np.where(blocked ^ 1, scores, -np.inf)
    return (_softmax(scores) @ V).swapaxes(1, 2).reshape(X.shape) @ W_O
