"""Masked multi-head attention, one small function a stage. NumPy is all it needs.

These are the answers of several exercises in a row: write yours first, then compare. Read from top to bottom,
or import the file and try any stage alone:

    import numpy as np
    import mechanisms as m

    X = np.random.default_rng(0).normal(size=(2, 5, 8))
    tables = np.random.default_rng(1).normal(size=(4, 8, 8))
    blocked = m.combine_masks(m.causal_mask(5), m.padding_mask([5, 3], 5))
    print(m.multi_head_attention(X, *tables, heads=2, blocked=blocked).shape)

The letters in shapes: B sentences, T words in each, C columns of a word's row, H heads, d = C / H columns of
a head. "..." stands for any axes in front, none among them. True in a mask means blocked. Tables come as
NumPy arrays. Every function leaves its arguments as they are and raises an error that names what it got and
what it wanted. A score that is nan or plus infinity is no error: it makes its row of weights nan.
"""

from __future__ import annotations

import numpy as np


def project(X, W):
    """Turn each word's row into another one: queries, keys and values, and at the end the output.

    Shapes: X (..., T, C) and W (C, d) give (..., T, d).
    Errors: ValueError if X is no table of rows, or if W has not as many rows as X has columns.
    Source: level self-attention; `X @ W_Q`, `X @ W_K`, `X @ W_V`.
    """
    _tables(X=X)
    if W.ndim != 2 or X.shape[-1] != W.shape[0]:
        raise ValueError(f"X of shape {X.shape} needs a table with {X.shape[-1]} rows, got {W.shape}")
    return X @ W


def split_heads(X, heads):
    """Share the columns out to the heads: head 0 gets the first d of them, head 1 the next.

    Reshape groups the columns, transpose moves the heads in front of the words.

    Shapes: X (B, T, C) gives (B, H, T, d).
    Errors: TypeError if heads is no whole number; ValueError if X has not three axes, or if the heads cannot
    share C evenly.
    Source: level axes, exercise split-heads.
    """
    if X.ndim != 3:
        raise ValueError(f"X must have the axes (B, T, C), got shape {X.shape}")
    B, T, C = X.shape
    _whole(heads, "heads")
    if heads < 1 or C % heads:
        raise ValueError(f"{C} columns cannot be shared by {heads} heads")
    return X.reshape(B, T, heads, C // heads).transpose(0, 2, 1, 3)


def merge_heads(Z):
    """Put the heads side by side again, head 0 first: split_heads backwards.

    Shapes: Z (B, H, T, d) gives (B, T, H * d).
    Errors: ValueError if Z has not four axes.
    Source: level axes, exercise merge-heads; the paper calls the result Concat.
    """
    if Z.ndim != 4:
        raise ValueError(f"Z must have the axes (B, H, T, d), got shape {Z.shape}")
    B, H, T, d = Z.shape
    return Z.transpose(0, 2, 1, 3).reshape(B, T, H * d)


def scaled_scores(Q, K):
    """How well each key fits each query: dot products, divided by the root of their width.

    Without the division the spread of a dot product grows with the width, and softmax saturates.

    Shapes: Q (..., L, d) and K (..., S, d) give (..., L, S).
    Errors: ValueError if the widths or the axes in front differ, or if there is no width or no key.
    Source: level self-attention; equation 1 of "Attention Is All You Need" (Vaswani et al., 2017).
    """
    _tables(queries=Q, keys=K)
    if Q.shape[-1] != K.shape[-1]:
        raise ValueError(f"queries are {Q.shape[-1]} wide and keys {K.shape[-1]}; they must be equally wide")
    if 0 in K.shape[-2:]:
        raise ValueError(f"there is nothing to look at: keys of shape {K.shape}")
    return Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])


def causal_mask(length):
    """Block what comes later.

    The diagonal stays open: the target is the next word, so a word's own column gives nothing away.

    Shapes: gives (T, T), True above the diagonal.
    Errors: TypeError if the length is no whole number; ValueError if it is below 1.
    Source: level masks-and-heads, exercise causal-mask.
    """
    _whole(length, "length")
    if length < 1:
        raise ValueError(f"a sentence has at least one word, got length {length}")
    return np.triu(np.ones((length, length), dtype=bool), k=1)


def padding_mask(lengths, longest):
    """Block the columns behind the end of each sentence, for every row that asks.

    Shapes: lengths (B,) gives (B, 1, T); the 1 is stretched over the words that ask.
    Errors: TypeError if a length or `longest` is no whole number; ValueError if a length is not from 1 to
    `longest`.
    Source: level masks-and-heads, exercise padding-mask.
    """
    lengths = np.asarray(lengths)
    _whole(lengths, "lengths")
    _whole(longest, "longest")
    if lengths.ndim != 1 or np.any(lengths < 1) or np.any(lengths > longest):
        raise ValueError(f"lengths must be a row of numbers from 1 to {longest}, got {lengths.tolist()}")
    return (np.arange(longest) >= lengths[:, None])[:, None, :]


def combine_masks(*masks):
    """Block a cell that any of the masks blocks: one reason is enough.

    Shapes: masks that broadcast together give their common shape: (T, T) and (B, 1, T) give (B, T, T).
    Errors: TypeError if a mask holds other things than True and False; ValueError if there is none, or if
    their shapes do not broadcast.
    Source: level masks-and-heads, exercise combine-masks.
    """
    if not masks:
        raise ValueError("combine_masks needs at least one mask")
    masks = [_true_or_false(mask) for mask in masks]
    try:
        return np.any(np.broadcast_arrays(*masks), axis=0)
    except ValueError:
        raise ValueError(f"masks of {[mask.shape for mask in masks]} do not fit together") from None


def apply_mask(scores, blocked):
    """Give each blocked cell the score minus infinity, before softmax: its weight is then exactly 0.

    A score of 0 would not do, and no finite number either: it is a score like any other.

    Shapes: scores (..., L, S) and a mask that broadcasts to them give (..., L, S).
    Errors: TypeError if the mask holds other things than True and False; ValueError if it does not fit.
    Source: level masks-and-heads, exercise apply-mask.
    """
    blocked = _true_or_false(blocked)
    try:
        blocked = np.broadcast_to(blocked, scores.shape)
    except ValueError:
        raise ValueError(f"a mask of shape {blocked.shape} does not fit scores of {scores.shape}") from None
    return np.where(blocked, -np.inf, scores)


def softmax(scores, unused=False):
    """Turn each row of scores into weights that sum to 1.

    The maximum is taken off first, after hiding: no power is then larger than 1, and no weight changes. Rows
    that are unused, such as those of a padded query, become rows of 0 whatever they hold.

    Shapes: scores (..., L, S) and unused, which broadcasts to (..., L), give (..., L, S).
    Errors: TypeError if unused holds other things than True and False; ValueError if it does not fit the
    rows, if there is no score at all, or if a row that is used may look nowhere: all of its scores are minus
    infinity.
    Source: levels self-attention and masks-and-heads, exercises softmax and masked-softmax.
    """
    unused = _true_or_false(unused)
    if scores.ndim < 1 or scores.shape[-1] == 0:
        raise ValueError(f"there is nothing to share out: scores of shape {scores.shape}")
    try:
        unused = np.broadcast_to(unused, scores.shape[:-1])[..., None]
    except ValueError:
        rows = scores.shape[:-1]
        raise ValueError(f"unused of shape {unused.shape} does not fit rows of {rows}") from None
    scores = np.where(unused, 0.0, scores)
    peak = scores.max(axis=-1, keepdims=True)
    if np.any(np.isneginf(peak)):
        row = tuple(int(place) for place in np.argwhere(np.isneginf(peak[..., 0]))[0])
        raise ValueError(f"row {row} may look nowhere; mark it as unused, or open a cell")
    powers = np.exp(scores - peak)
    return np.where(unused, 0.0, powers / powers.sum(axis=-1, keepdims=True))


def mix(weights, V):
    """Average the values, row by row, with the weights of that row.

    Shapes: weights (..., L, S) and V (..., S, d) give (..., L, d).
    Errors: ValueError if there are not as many values as weights in a row, or if the axes in front differ.
    Source: level self-attention; `weights @ V`.
    """
    _tables(weights=weights, values=V)
    if weights.shape[-1] != V.shape[-2]:
        raise ValueError(f"{weights.shape[-1]} weights in a row, but {V.shape[-2]} values")
    return weights @ V


def multi_head_attention(X, W_Q, W_K, W_V, W_O, heads, blocked=None, unused=None):
    """All stages in order: project, split, score, hide, softmax, mix, merge, project.

    `blocked` is a mask for all heads, or one with an axis for them. `unused` is True for words that nobody
    reads, such as padding; their rows of the result are 0.

    Shapes: X (B, T, C) and four tables (C, C) give (B, T, C). blocked: (T, T), (B, 1, T) or (B, T, T), or
    with heads (B, H, T, T), (B, 1, T, T). unused: (B, T).
    Errors: those of the stages; ValueError if unused has another shape than (B, T).
    Source: levels masks-and-heads and axes, exercise multi-head; section 3.2.2 of the same paper.
    """
    Q, K, V = (split_heads(project(X, W), heads) for W in (W_Q, W_K, W_V))
    scores = scaled_scores(Q, K)
    if blocked is not None:
        blocked = _true_or_false(blocked)
        scores = apply_mask(scores, blocked[:, None] if blocked.ndim == 3 else blocked)
    unused = np.zeros(X.shape[:2], dtype=bool) if unused is None else _true_or_false(unused)
    if unused.shape != X.shape[:2]:
        raise ValueError(f"unused marks each word, so its shape is {X.shape[:2]}, got {unused.shape}")
    weights = softmax(scores, unused[:, None])
    return project(merge_heads(mix(weights, V)), W_O)


def _true_or_false(mask):
    mask = np.asarray(mask)
    if mask.dtype != bool:
        raise TypeError(
            f"a mask holds True and False, got {mask.dtype}; write `mask == 1` if 1 means blocked"
        )
    return mask


def _whole(number, name):
    if np.asarray(number).dtype.kind not in "iu":
        raise TypeError(f"{name} must be made of whole numbers, got {number!r}")


def _tables(**tables):
    for name, table in tables.items():
        if table.ndim < 2:
            raise ValueError(f"{name} must have rows and columns, got shape {table.shape}")
    try:
        np.broadcast_shapes(*(table.shape[:-2] for table in tables.values()))
    except ValueError:
        shapes = " and ".join(f"{name} {table.shape}" for name, table in tables.items())
        raise ValueError(f"the axes in front do not fit together: {shapes}") from None
