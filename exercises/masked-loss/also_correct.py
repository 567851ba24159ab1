import math

import numpy as np

from grader.case import risk


def position_by_position(logits, targets, scored):
    """Go through the positions, without NumPy"""
    losses = []
    for row, target, counts in zip(logits.tolist(), targets.tolist(), scored, strict=True):
        if counts:
            top = max(row)
            total = sum(math.exp(logit - top) for logit in row)
            losses.append(top + math.log(total) - row[target])
    if not losses:
        raise ValueError("no position is scored")
    return math.fsum(losses) / len(losses)


def logarithms_added(logits, targets, scored):
    """`logaddexp` takes the logarithm of the sum without overflow"""
    keep = np.asarray(scored) == 1
    if not keep.any():
        raise ValueError("no position is scored")
    logits, targets = logits[keep], targets[keep]
    right = np.take_along_axis(logits, targets[:, None], axis=1)
    return (np.logaddexp.reduce(logits, axis=1, keepdims=True) - right).mean()


def one_hot_table(logits, targets, scored):
    """Mark the targets in a table, and weigh each position"""
    weight = np.asarray(scored, dtype=float)
    if weight.sum() == 0:
        raise ValueError("no position is scored")
    hot = targets[:, None] == np.arange(logits.shape[1])
    logs = logits - np.max(logits, axis=1)[:, None]
    logs = logs - np.log(np.sum(np.exp(logs), axis=1))[:, None]
    return -np.einsum("lv,lv,l->", logs, hot, weight / weight.sum())


def any_target_where_nothing_is_scored(logits, targets, scored):
    """Put word 0 in place of −100, and take those losses out again"""
    safe = np.where(targets < 0, 0, targets)
    top = logits.max(axis=1)
    log_total = top + np.log(np.exp(logits.T - top).sum(axis=0))
    losses = np.where(scored, log_total - logits[np.arange(len(logits)), safe], 0.0)
    count = np.count_nonzero(scored)
    if count < 1:
        raise ValueError("no position is scored")
    return losses.sum() / count


def how_much_more_than_the_target(logits, targets, scored):
    """Compare every logit with that of the target"""

    class NothingScored(ValueError):
        pass

    rows = [i for i, counts in enumerate(scored) if counts]
    if rows == []:
        raise NothingScored
    ahead = logits[rows] - logits[rows, targets[rows]][:, None]
    top = np.maximum(ahead.max(axis=1), 0.0)
    return float(np.average(top + np.log(np.exp(ahead - top[:, None]).sum(axis=1))))


def masked_array(logits, targets, scored):
    """Hide the positions that are not scored with `np.ma`"""
    top = np.max(logits, axis=1, keepdims=True)
    log_total = (top + np.log(np.sum(np.exp(logits - top), axis=1, keepdims=True)))[:, 0]
    right = np.array([row[t] if t != -100 else 0.0 for row, t in zip(logits, targets, strict=True)])
    losses = np.ma.masked_array(log_total - right, mask=np.logical_not(scored))
    if losses.count() == 0:
        raise ValueError("no position is scored")
    return losses.mean()


@risk("a known word that is not scored")
def targets_alone(logits, targets, scored):
    """Go by the −100 in the targets alone"""
    rows = np.flatnonzero(targets != -100)
    if rows.size == 0:
        raise ValueError("no position is scored")
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(shifted).sum(axis=1))[rows] - shifted[rows, targets[rows]])


@risk("scored as 0. and 1.")
def both_must_agree(logits, targets, scored):
    """Join both conditions with `&`"""
    keep = ((targets >= 0) & scored).astype(bool)
    if not keep.any():
        raise ValueError("no position is scored")
    logits = logits[keep]
    return np.mean(np.logaddexp.reduce(logits, axis=1) - logits[np.arange(len(logits)), targets[keep]])
