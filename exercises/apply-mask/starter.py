import numpy as np


def apply_mask(scores, blocked):
    # Return a new array: minus infinity where blocked,
    # the score everywhere else.
    ...
