import numpy as np


def masked_softmax(scores, visible, query_valid):
    # 1. A real query without a visible key is an error.
    # 2. Softmax over the visible keys.
    # 3. A padded query gets zeros.
    ...
