import numpy as np


def convert_mask(mask, source, target):
    # source and target: "allowed", "blocked" or "additive".
    # Return a mask of the kind target: the same cells stay open.
    ...
