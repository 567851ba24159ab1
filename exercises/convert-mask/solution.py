import numpy as np


def convert_mask(mask, source, target):
    """Return the mask in another way of writing it. The same cells stay open.

    There are three kinds:

    - `"allowed"`: `True` or 1 where a query may look,
    - `"blocked"`: `True` or 1 where it may not,
    - `"additive"`: 0 where it may look and −∞ where it may not, to be added to scores.

    `mask` is of the kind `source`; the result is of the kind `target`, and has the same shape. Both may be
    the same kind. A mask of `True` and `False` may also come as 1 and 0.

    `mask` itself stays as it is.
    """
    blocked = np.equal(mask, 0) if source == "allowed" else np.not_equal(mask, 0)
    if target == "additive":
        return np.where(blocked, -np.inf, 0.0)
    return ~blocked if target == "allowed" else blocked
