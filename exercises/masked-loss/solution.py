import numpy as np


def masked_loss(logits, targets, scored):
    """Return the mean loss in nats, a single number, over the positions that are scored.

    The loss of a position is −log p (the natural logarithm). Here p is the probability that softmax
    over the row of `logits` gives to the target.

    `targets[i]` is already the word that comes after position `i`, so nothing has to be shifted. It is
    −100 where nothing is scored. `scored` holds `True` or 1 where a position counts, `False` or 0 elsewhere.

    Logits may lie far apart, such as 1000 and −1000; the loss is a finite number all the same. When nothing
    is scored, raise a `ValueError`.

    `logits`, `targets` and `scored` stay as they are.
    """
    rows = np.flatnonzero(scored)
    if len(rows) == 0:
        raise ValueError("nothing is scored")
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_total = np.log(np.exp(shifted).sum(axis=1))
    return np.mean(log_total[rows] - shifted[rows, targets[rows]])
