"""Attention as fine stages: what a mistake in an attention exercise replaces.

Every stage is one decision a learner can get wrong alone. An exercise's ``PIPELINE`` takes those it needs, in
this order; the names are ``project split score scale take relation hide axis peak lift total normalise settle
mix join project_out hand_back``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def project(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> tuple[Array, Array, Array]:
    """``Q K V``: three questions to the same rows."""
    return X @ W_Q, X @ W_K, X @ W_V


def project_two(Y: Array, X: Array, W_Q: Array, W_K: Array, W_V: Array) -> tuple[Array, Array, Array]:
    """``Q K V`` with the queries from a second sequence."""
    return Y @ W_Q, X @ W_K, X @ W_V


def split(Q: Array, K: Array, V: Array, H: int) -> tuple[Array, Array, Array]:
    """``Q K V`` as (B, H, T, d): the columns shared out to the heads, the head axis before the words."""

    def heads(table: Array) -> Array:
        return np.asarray(table.reshape(*table.shape[:-1], H, table.shape[-1] // H).swapaxes(-3, -2))

    return heads(Q), heads(K), heads(V)


def score(Q: Array, K: Array) -> Array:
    """``scores``: the dot product of every query with every key."""
    return np.asarray(Q @ K.swapaxes(-1, -2))


def scale(scores: Array, Q: Array) -> Array:
    """``scores`` divided by the root of the width of a query."""
    return np.asarray(scores / np.sqrt(Q.shape[-1]))


def causal_relation(scores: Array) -> Array:
    """``blocked``: True where a word would look at a later one."""
    return np.triu(np.ones(scores.shape[-2:], dtype=bool), k=1)


def given_relation(blocked: Array | None) -> Array:
    """``blocked`` as it was given, as True and False; none given blocks nothing."""
    return np.asarray(False if blocked is None else blocked).astype(bool)


def allowed_relation(allowed: Array | None) -> Array:
    """``blocked`` from a table of what is allowed; none given blocks nothing."""
    return ~np.asarray(True if allowed is None else allowed).astype(bool)


def hide(scores: Array, blocked: Array) -> Array:
    """``masked``: the scores with minus infinity where blocked."""
    return np.where(blocked, -np.inf, scores)


def take(scores: Array) -> Array:
    """``scores`` as floats in an array of their own: minus infinity fits, and the caller's stay whole."""
    return np.array(scores, dtype=float)


def write(scores: Array, blocked: Array) -> Array:
    """``masked``: minus infinity written into a copy of the scores, which must be able to hold it."""
    masked = scores.copy()
    np.copyto(masked, -np.inf, where=blocked)
    return masked


def axis() -> int | None:
    """``axis`` along which the weights sum to one: the keys."""
    return -1


def peak(masked: Array, axis: int | None) -> Array:
    """``peak``: the largest score along the axis, subtracted so that no power overflows."""
    return np.asarray(masked.max(axis=axis, keepdims=True))


def lift(masked: Array, peak: Array) -> Array:
    """``powers``: e to the scores."""
    return np.asarray(np.exp(masked - peak))


def total(powers: Array, axis: int | None) -> Array:
    """``total``: the sum that the powers are divided by."""
    return np.asarray(powers.sum(axis=axis, keepdims=True))


def normalise(powers: Array, total: Array) -> Array:
    """``weights``: powers as shares."""
    return powers / total


def settle(weights: Array) -> Array:
    """``weights``: nothing is left to do after softmax; mistakes do something here."""
    return weights


def mix(weights: Array, V: Array) -> Array:
    """``output``: averages of the value rows."""
    return weights @ V


def join(output: Array) -> Array:
    """``output`` as (B, T, H * d): heads side by side again, head 0 first."""
    words = output.swapaxes(-3, -2)
    return words.reshape(*words.shape[:-2], -1)


def project_out(output: Array, W_O: Array) -> Array:
    """``output``: the joined heads, mixed."""
    return output @ W_O


def hand_back(output: Array) -> Array:
    """``result``: what the function returns."""
    return output
