import numpy as np


def leaks_future(attend, X):
    """Return `True` if a row of `attend(X)` depends on a later row of `X`, and `False` if none does.

    `attend` is a function. It takes a table of shape `(T, C)`, one row for each word, and returns a table
    with one row for each word. `X` is such a table. You may call `attend` as often as you like, with any
    number of rows as wide as those of `X`. The same table always gives the same result.

    Only what a row takes from **later** words counts. It may happen at one place only, from any later word to
    any earlier row. Whether the result is otherwise right does not matter.

    - The last digits of a number may change by rounding. That is no leak.
    - A row may be `nan`. One that is `nan` before and after has not changed.
    - `attend` is made for finite numbers.
    - A leak may hide in a single column. Or `attend` may bring each word to a fixed mean and length first:
      then adding one number to the whole word, or doubling it, changes nothing.
    - `X` may have a single row, and may hold words of zeros. It must not change.
    """
    random = np.random.default_rng(0)
    before = attend(X)
    for cut in range(1, len(X)):
        changed = X.copy()
        changed[cut:] += random.normal(size=changed[cut:].shape)
        after = attend(changed)
        if not np.allclose(before[:cut], after[:cut], equal_nan=True):
            return True
    return False
