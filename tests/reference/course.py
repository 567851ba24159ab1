"""What the course's model answers compute, checked against an implementation that is not ours.

Each check hands the same tables to both. Where the other one wants its mask in another way, the mask goes
through ``convert_mask``, the course's own adapter between the conventions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from builder.bundle import read_exercise

ROOT = Path(__file__).parents[2]
Array = np.ndarray[Any, Any]


class Other(Protocol):
    """Another implementation; ``kinds`` are the ways in which its masks may be written."""

    kinds: Sequence[str]
    head_kinds: Sequence[str]

    def attention(self, Q: Array, K: Array, V: Array, mask: Array | None, kind: str) -> Array:
        """Attention of (B, H, L, d); the mask broadcasts to (B, H, L, S)."""

    def causal(self, Q: Array, K: Array, V: Array) -> Array:
        """Attention of (B, H, T, d) by its own causal switch."""

    def heads(
        self, X: Array, W_Q: Array, W_K: Array, W_V: Array, H: int, mask: Array | None, kind: str
    ) -> Array:
        """The joined heads, (B, T, C), before the output table; the mask is (B, H, T, T)."""

    def loss(self, logits: Array, targets: Array) -> float:
        """Mean negative log-likelihood; a target of -100 does not count."""


@cache
def course(id: str) -> Callable[..., Any]:
    """The model answer of an exercise."""
    exercise, faults = read_exercise(ROOT / "exercises" / id, f"exercises/{id}")
    assert exercise is not None, faults
    return exercise.solution


def tables(seed: int, *shapes: tuple[int, ...]) -> list[Array]:
    generator = np.random.default_rng(seed)
    return [generator.normal(size=shape) for shape in shapes]


def in_kinds(blocked: Array, kinds: Sequence[str]) -> list[tuple[Array, str]]:
    return [(course("convert-mask")(blocked, "blocked", kind), kind) for kind in kinds]


def some_blocked(seed: int, *shape: int) -> Array:
    """A random mask in which every row has an open cell."""
    blocked = np.random.default_rng(seed).random(shape) < 0.5
    blocked[..., 0] &= ~blocked.all(axis=-1)
    return blocked


def check_attention(other: Other) -> None:
    Q, K, V = tables(1, (2, 3, 4, 6), (2, 3, 5, 6), (2, 3, 5, 7))
    close(course("attention")(Q, K, V)[0], other.attention(Q, K, V, None, other.kinds[0]))
    blocked = some_blocked(2, 2, 3, 4, 5)
    ours, weights = course("attention")(Q, K, V, ~blocked)
    eye = np.broadcast_to(np.eye(5), (2, 3, 5, 5)).copy()
    for mask, kind in in_kinds(blocked, other.kinds):
        close(ours, other.attention(Q, K, V, mask, kind))
        close(weights, other.attention(Q, K, eye, mask, kind))


def check_softmax(other: Other) -> None:
    (scores,) = tables(3, (2, 1, 4, 5))
    blocked = some_blocked(4, 2, 1, 4, 5)
    # With one-hot keys, queries are the scores; with one-hot values, the output is the weights.
    eye = np.broadcast_to(np.eye(5), (2, 1, 5, 5)).copy()
    close(course("softmax")(scores), other.attention(scores * np.sqrt(5), eye, eye, None, other.kinds[0]))
    hidden = course("apply-mask")(scores, blocked)
    close(course("softmax")(hidden), course("masked-softmax")(scores, blocked))
    everybody = np.ones(4, dtype=bool)
    for mask, kind in in_kinds(blocked, other.kinds):
        theirs = other.attention(scores * np.sqrt(5), eye, eye, mask, kind)
        close(course("masked-softmax")(scores, blocked), theirs)
        for table, open_cells, weights in zip(scores[:, 0], ~blocked[:, 0], theirs[:, 0], strict=True):
            close(course("visible-softmax")(table, open_cells, everybody), weights)


def check_heads_of_one_sequence(other: Other) -> None:
    X, W_Q, W_K, W_V = tables(5, (4, 6), (6, 3), (6, 3), (6, 5))
    Q, K, V = ((X @ W)[None, None] for W in (W_Q, W_K, W_V))
    close(course("self-attention")(X, W_Q, W_K, W_V), other.attention(Q, K, V, None, other.kinds[0])[0, 0])
    ours = course("causal-head")(X, W_Q, W_K, W_V)
    close(ours, other.causal(Q, K, V)[0, 0])
    for mask, kind in in_kinds(course("causal-mask")(4), other.kinds):
        close(ours, other.attention(Q, K, V, mask, kind)[0, 0])


def check_cross_attention(other: Other) -> None:
    Y, X, W_Q, W_K, W_V = tables(6, (3, 6), (5, 6), (6, 4), (6, 4), (6, 7))
    pad = np.array([False, True, False, False, True])
    Q, K, V = ((table)[None, None] for table in (Y @ W_Q, X @ W_K, X @ W_V))
    for mask, kind in in_kinds(np.broadcast_to(pad, (3, 5)), other.kinds):
        close(course("cross-attention")(Y, X, W_Q, W_K, W_V, pad), other.attention(Q, K, V, mask, kind)[0, 0])


def check_padded_and_causal(other: Other) -> None:
    X, W_Q, W_K, W_V, W_O = tables(7, (2, 5, 6), (6, 6), (6, 6), (6, 6), (6, 6))
    pad = course("padding-mask")([5, 3], 5)
    blocked = course("combine-masks")(pad[:, 0], course("causal-mask")(5))[:, None]
    ours = course("multi-head")(X, W_Q, W_K, W_V, W_O, 3, blocked)
    whole = np.broadcast_to(blocked, (2, 3, 5, 5))
    for mask, kind in in_kinds(whole, other.head_kinds):
        close(ours, other.heads(X, W_Q, W_K, W_V, 3, mask, kind) @ W_O)
    close(
        course("multi-head")(X, W_Q, W_K, W_V, W_O, 3),
        other.heads(X, W_Q, W_K, W_V, 3, None, other.head_kinds[0]) @ W_O,
    )


def check_split_and_merge(other: Other) -> None:
    X, W_Q, W_K, W_V = tables(8, (2, 4, 6), (6, 6), (6, 6), (6, 6))
    split, merge = course("split-heads"), course("merge-heads")
    Q, K, V = (split(X @ W, 3) for W in (W_Q, W_K, W_V))
    # The other one splits and joins by itself in `heads`.
    joined = merge(other.attention(Q, K, V, None, other.kinds[0]))
    close(joined, other.heads(X, W_Q, W_K, W_V, 3, None, other.head_kinds[0]))


def check_swapped_heads(other: Other) -> None:
    X, W_Q, W_K, W_V, W_O = tables(9, (2, 4, 6), (6, 6), (6, 6), (6, 6), (6, 6))
    order = [2, 0, 1]
    heads = [slice(2 * h, 2 * h + 2) for h in order]
    moved = [np.concatenate([W[:, head] for head in heads], axis=1) for W in (W_Q, W_K, W_V)]
    kind = other.head_kinds[0]
    close(
        other.heads(X, W_Q, W_K, W_V, 3, None, kind) @ W_O,
        other.heads(X, *moved, 3, None, kind) @ course("swap-heads")(W_O, 3, order),
    )


def check_loss(other: Other) -> None:
    (logits,) = tables(10, (6, 5))
    targets = np.array([1, 0, -100, 4, -100, 3])
    close(course("masked-loss")(logits, targets, targets != -100), other.loss(logits, targets))


CHECKS = {
    name.removeprefix("check_"): check for name, check in globals().items() if name.startswith("check_")
}


def close(ours: Any, theirs: Any) -> None:
    """Equal to float64's last digits, or nearly."""
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
