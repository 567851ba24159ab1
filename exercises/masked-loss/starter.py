import numpy as np


def masked_loss(logits, targets, scored):
    # Return the mean of -log(probability of the target),
    # over the scored positions.
    ...
