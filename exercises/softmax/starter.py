import numpy as np


def softmax(scores):
    # 1. Subtract the largest score of each row.
    # 2. e to the scores.
    # 3. Divide by the sum of the row.
    ...
