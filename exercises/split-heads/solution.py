def split_heads(X, H):
    """Share out the columns of `X` to `H` heads: return an array of shape `(B, H, T, C // H)`.

    `X` has the shape `(B, T, C)`: `B` sentences of `T` words with `C` columns. Head 0 gets the first `C // H`
    columns of every word, head 1 the next ones, and so on. So `result[b, h, t]` is the part of word `t` in
    sentence `b` that belongs to head `h`.

    If `H` does not divide `C`, raise a `ValueError`.
    """
    B, T, C = X.shape
    if C % H:
        raise ValueError("H must divide C")
    return X.reshape(B, T, H, C // H).transpose(0, 2, 1, 3)
