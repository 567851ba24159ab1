def merge_heads(Z):
    """Put the heads of each word side by side: return an array of shape `(B, T, H * d)`.

    `Z` has the shape `(B, H, T, d)`: for each of `B` sentences and `H` heads a table of `T` words with `d`
    columns. In the result the row of a word begins with the `d` columns of head 0, then come those of head 1,
    and so on.
    """
    B, H, T, d = Z.shape
    return Z.transpose(0, 2, 1, 3).reshape(B, T, H * d)
