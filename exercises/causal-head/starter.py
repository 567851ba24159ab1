import numpy as np


def causal_head(X, W_Q, W_K, W_V):
    # 1. Queries, keys and values from X.
    # 2. Scores, scaled.
    # 3. Block every later word.
    # 4. Softmax over each row.
    # 5. Mix the values.
    ...
