import numpy as np


def masked_softmax(scores, blocked):
    # 1. Blocked scores become minus infinity.
    # 2. Subtract the largest score of each row.
    # 3. e to the scores, divided by the sum of the row.
    ...
