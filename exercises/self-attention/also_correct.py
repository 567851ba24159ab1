import numpy as np

from grader.case import risk


def _softmax(row):
    powers = np.exp(row - np.max(row))
    return powers / np.sum(powers)


def word_by_word(X, W_Q, W_K, W_V):
    """Let one word after the other ask"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.array([_softmax(K @ query / np.sqrt(len(query))) @ V for query in Q])


def sums_with_einsum(X, W_Q, W_K, W_V):
    """Spell out every sum with einsum"""
    Q = np.einsum("lc,cd->ld", X, W_Q)
    K = np.einsum("lc,cd->ld", X, W_K)
    V = np.einsum("lc,cd->ld", X, W_V)
    scores = np.einsum("id,jd->ij", Q, K) * W_K.shape[-1] ** -0.5
    powers = np.exp(scores - scores.max(-1)[:, None])
    return np.einsum("ij,jd->id", powers / powers.sum(-1)[:, None], V)


def scaled_queries(X, W_Q, W_K, W_V):
    """Scale the queries instead of the scores"""
    Q = X @ W_Q / np.sqrt(W_Q.shape[1])
    weights = Q @ (X @ W_K).T
    weights -= np.max(weights, axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= np.sum(weights, axis=-1, keepdims=True)
    return weights @ (X @ W_V)


def root_shared_out(X, W_Q, W_K, W_V):
    """Divide queries and keys by the fourth root of d_k, and let the table of scores come in one product"""
    fourth_root = W_Q.shape[1] ** 0.25
    scores = X @ (W_Q / fourth_root) @ (W_K / fourth_root).T @ X.T
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (powers / powers.sum(axis=-1, keepdims=True)) @ X @ W_V


def log_softmax(X, W_Q, W_K, W_V):
    """Subtract the logarithm of the sum instead of dividing"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = np.dot(Q, K.T) / K.shape[1] ** 0.5
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1)[:, None]) @ V


def divide_at_the_end(X, W_Q, W_K, W_V):
    """Mix with the powers, and divide by their sum only at the end"""
    Q, K, V = (X @ W for W in (W_Q, W_K, W_V))
    scores = Q @ K.T / np.sqrt(W_Q.shape[1])
    powers = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return (powers @ V) / powers.sum(axis=1, keepdims=True)


def keys_as_rows(X, W_Q, W_K, W_V):
    """Let the rows of the table be keys, and work down its columns"""
    table = (X @ W_K) @ (X @ W_Q).T / np.sqrt(W_K.shape[1])
    powers = np.exp(table - table.max(axis=0))
    return (powers / powers.sum(axis=0)).T @ (X @ W_V)


@risk("whole numbers")
def filled_like_the_values(X, W_Q, W_K, W_V):
    """Write each row into a table made like V"""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    output = np.zeros_like(V)
    for i in range(len(X)):
        output[i] = _softmax(Q[i] @ K.T / np.sqrt(K.shape[1])) @ V
    return output
