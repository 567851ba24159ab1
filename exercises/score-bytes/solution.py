def score_bytes(B, H, T, itemsize):
    """Return how many bytes the scores of one attention layer take, as a whole number.

    The layer works on `B` sentences of `T` words with `H` heads. Each head has a score for every pair of
    words in each sentence: query and key. One score takes `itemsize` bytes.

    All four are whole numbers, at least 1. No mask and no weights are counted, only the scores.
    The result may be larger than a whole number of 32 bits.
    """
    return B * H * T * T * itemsize
