"""The model answers against PyTorch on the CPU: `python3 build.py test --torch`.

PyTorch has two conventions. `scaled_dot_product_attention` takes True = may look, `MultiheadAttention`
takes True = blocked; both take numbers to be added.
"""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn import functional

from tests.reference.course import CHECKS, Array, close, course, some_blocked, tables


def tensor(table: Array) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(table))


class Torch:
    """Implements ``tests.reference.course.Other``."""

    kinds = ("allowed", "additive")
    head_kinds = ("blocked", "additive")

    def attention(self, Q: Array, K: Array, V: Array, mask: Array | None, kind: str) -> Array:
        assert kind in self.kinds
        given = None if mask is None else tensor(mask)
        found = functional.scaled_dot_product_attention(*map(tensor, (Q, K, V)), attn_mask=given)
        return found.numpy()

    def causal(self, Q: Array, K: Array, V: Array) -> Array:
        return functional.scaled_dot_product_attention(*map(tensor, (Q, K, V)), is_causal=True).numpy()

    def heads(
        self, X: Array, W_Q: Array, W_K: Array, W_V: Array, H: int, mask: Array | None, kind: str
    ) -> Array:
        assert kind in self.head_kinds
        layer = layer_of(W_Q, W_K, W_V, np.eye(W_Q.shape[1]), H)
        given = None if mask is None else tensor(mask).reshape(-1, *mask.shape[-2:])
        with torch.no_grad():
            words = tensor(X)
            return layer(words, words, words, attn_mask=given, need_weights=False)[0].numpy()

    def loss(self, logits: Array, targets: Array) -> float:
        return float(functional.cross_entropy(tensor(logits), tensor(targets), ignore_index=-100))


def layer_of(W_Q: Array, W_K: Array, W_V: Array, W_O: Array, H: int) -> torch.nn.MultiheadAttention:
    """A layer with our tables; PyTorch multiplies by the transpose of what it keeps."""
    layer = torch.nn.MultiheadAttention(len(W_Q), H, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(tensor(np.concatenate([W_Q.T, W_K.T, W_V.T])))
        layer.out_proj.weight.copy_(tensor(W_O.T))
    return layer.eval()


@pytest.mark.parametrize("name", CHECKS)
def test_the_course_agrees_with_torch(name: str) -> None:
    CHECKS[name](Torch())


def test_a_key_padding_mask_is_true_where_the_padding_is() -> None:
    X, W_Q, W_K, W_V, W_O = tables(11, (2, 5, 6), (6, 6), (6, 6), (6, 6), (6, 6))
    pad = course("padding-mask")([5, 2], 5)
    words = tensor(X)
    with torch.no_grad():
        theirs, weights = layer_of(W_Q, W_K, W_V, W_O, 3)(
            words, words, words, key_padding_mask=tensor(pad[:, 0]), average_attn_weights=False
        )
    close(course("multi-head")(X, W_Q, W_K, W_V, W_O, 3, pad[:, None]), theirs.numpy())
    Q, K, V = (course("split-heads")(X @ W, 3) for W in (W_Q, W_K, W_V))
    allowed = course("convert-mask")(pad[:, None], "blocked", "allowed")
    close(course("attention")(Q, K, V, allowed)[1], weights.numpy())


def test_the_two_conventions_of_torch_are_opposite() -> None:
    (Q,) = tables(12, (1, 1, 4, 4))
    blocked = some_blocked(13, 4, 4)
    layer = layer_of(*(np.eye(4) for _ in range(4)), 1)
    words = tensor(Q[0])
    with torch.no_grad():
        theirs = layer(words, words, words, attn_mask=tensor(blocked))[0].numpy()
    close(theirs, Torch().attention(Q, Q, Q, ~blocked, "allowed")[0])


def test_a_row_that_may_look_nowhere_is_an_error_of_ours_alone() -> None:
    """The text of the level on conventions says what this version of PyTorch gives instead."""
    Q, K, V = tables(14, (1, 1, 2, 3), (1, 1, 2, 3), (1, 1, 2, 3))
    allowed = np.array([[True, False], [False, False]])
    with pytest.raises(ValueError, match="nowhere"):
        course("attention")(Q, K, V, allowed)
    assert (Torch().attention(Q, K, V, allowed, "allowed")[0, 0, 1] == 0).all()
    layer = layer_of(*(np.eye(3) for _ in range(4)), 1)
    words, blocked = tensor(Q[0]), tensor(~allowed)
    with torch.no_grad():
        asked = layer(words, words, words, attn_mask=blocked)[0].numpy()
        unasked = layer(words, words, words, attn_mask=blocked, need_weights=False)[0].numpy()
    assert np.isnan(asked[0, 1]).all()
    assert (unasked[0, 1] == 0).all()
