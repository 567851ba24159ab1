import numpy as np


def attention(Q, K, V, allowed=None):
    """Return two arrays, the output of shape `(…, L, d_v)` and the weights of shape `(…, L, S)`.

    A score is the dot product of a query and a key, divided by the square root of their width `d`. Softmax
    over the keys gives the weights, exactly 0 where `allowed` is `False` or 0. The output mixes the values by
    the weights.

    The dots stand for batch axes: none, one or more. `L` and `S` may differ. `allowed` may have the shape of
    the weights or any that broadcasts to it, such as `(L, S)` or `(B, 1, S)`. Scores may be large, also where
    they are not allowed.

    Raise a `ValueError` in each of these cases:

    - the batch axes of `Q`, `K` and `V` are not the same (they are never repeated);
    - `Q` and `K` have another width, or `K` and `V` another length;
    - there are no keys (`S` is 0), or the width `d` is 0;
    - `allowed` leaves a query without any key.
    """
    if not Q.shape[:-2] == K.shape[:-2] == V.shape[:-2]:
        raise ValueError(f"batch axes differ: {Q.shape}, {K.shape}, {V.shape}")
    if Q.shape[-1] != K.shape[-1] or K.shape[-2] != V.shape[-2]:
        raise ValueError(f"widths or lengths do not fit: {Q.shape}, {K.shape}, {V.shape}")
    if 0 in K.shape[-2:]:
        raise ValueError(f"nothing to look at: {K.shape}")

    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    if allowed is not None:
        allowed = np.asarray(allowed) == 1
        if not allowed.any(axis=-1).all():
            raise ValueError("a query may look nowhere")
        scores = np.where(allowed, scores, -np.inf)

    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights
