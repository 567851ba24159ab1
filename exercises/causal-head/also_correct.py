import numpy as np

from grader.case import risk


def _softmax(row):
    powers = np.exp(row - np.max(row))
    return powers / np.sum(powers)


def word_by_word(X, W_Q, W_K, W_V):
    """Give each word only the rows it may see: no mask at all"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    rows = []
    for i in range(len(X)):
        scores = K[: i + 1] @ Q[i] / np.sqrt(len(Q[i]))
        rows.append(_softmax(scores) @ V[: i + 1])
    return np.array(rows)


def additive_mask_with_einsum(X, W_Q, W_K, W_V):
    """Spell out the sums with einsum and add a table of 0 and −∞"""
    T, d_k = len(X), W_K.shape[-1]
    Q = np.einsum("tc,cd->td", X, W_Q)
    K = np.einsum("tc,cd->td", X, W_K)
    V = np.einsum("tc,cd->td", X, W_V)
    scores = np.einsum("id,jd->ij", Q, K) * d_k**-0.5
    scores = scores + np.triu(np.full((T, T), -np.inf), k=1)
    powers = np.exp(scores - scores.max(-1)[:, None])
    return np.einsum("ij,jd->id", powers / powers.sum(-1)[:, None], V)


def scaled_queries_boolean_index(X, W_Q, W_K, W_V):
    """Scale the queries instead of the scores, and write −∞ into the blocked cells"""
    Q = X @ W_Q / np.sqrt(W_Q.shape[1])
    scores = Q @ (X @ W_K).T
    position = np.arange(len(X))
    scores[position[:, None] < position] = -np.inf
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights /= np.sum(weights, axis=-1, keepdims=True)
    return weights @ (X @ W_V)


def log_softmax(X, W_Q, W_K, W_V):
    """Subtract the logarithm of the sum instead of dividing"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = (Q @ K.T) / K.shape[1] ** 0.5
    scores = np.where(np.tril(np.ones_like(scores)) == 1, scores, -np.inf)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1)[:, None]) @ V


def divide_at_the_end(X, W_Q, W_K, W_V):
    """Mix with the powers, and divide by their sum only at the end"""
    Q, K, V = (X @ W for W in (W_Q, W_K, W_V))
    scores = Q @ K.T / np.sqrt(W_Q.shape[1])
    allowed = np.tri(len(X), dtype=bool)
    top = np.max(scores, axis=1, keepdims=True, where=allowed, initial=-np.inf)
    powers = np.exp(np.minimum(scores - top, 0)) * allowed
    return (powers @ V) / powers.sum(axis=1, keepdims=True)


@risk("the lowest number there is")
def finite_fill(X, W_Q, W_K, W_V):
    """Subtract a large number where blocked"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])
    scores = scores - 1e9 * np.triu(np.ones_like(scores), k=1)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True) @ V


@risk("whole numbers")
def filled_like_the_values(X, W_Q, W_K, W_V):
    """Write each row into a table made like V"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    output = np.zeros_like(V)
    for i in range(len(X)):
        output[i] = _softmax(Q[i] @ K[: i + 1].T / np.sqrt(K.shape[1])) @ V[: i + 1]
    return output
