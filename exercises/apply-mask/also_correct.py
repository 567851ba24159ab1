import numpy as np

from grader.case import risk


def branches_turned_around(scores, blocked):
    """Ask what is open, and name the score first"""
    return np.where(np.equal(blocked, 0), scores, -np.inf)


def additive_mask(scores, blocked):
    """Add a table of 0 and −∞"""
    table = np.zeros(np.shape(blocked))
    table[np.asarray(blocked) == 1] = -np.inf
    return scores + table


def copy_and_put(scores, blocked):
    """Copy as floats, repeat the mask, and write into the copy"""
    result = np.array(scores, dtype=float)
    result[np.broadcast_to(blocked, result.shape).astype(bool)] = -np.inf
    return result


def copyto_where(scores, blocked):
    """Let `np.copyto` write only where the mask says so"""
    result = scores.astype(float)
    np.copyto(result, -np.inf, where=blocked.astype(bool))
    return result


def cell_by_cell(scores, blocked):
    """One loop over all cells"""
    result = np.zeros(scores.shape)
    repeated = np.broadcast_to(blocked, scores.shape)
    for cell in np.ndindex(scores.shape):
        result[cell] = float("-inf") if repeated[cell] else scores[cell]
    return result


def subtract_infinity(scores, blocked):
    """Subtract infinity where blocked, and 0 elsewhere"""
    return scores - np.where(blocked, np.inf, 0.0)


def masked_array(scores, blocked):
    """Hide the cells with `np.ma`, and fill them with −∞"""
    repeated = np.broadcast_to(blocked, scores.shape)
    return np.ma.masked_array(scores.astype(float), mask=repeated).filled(-np.inf)


def logarithm_of_the_open_cells(scores, blocked):
    """The logarithm of 1 is 0, that of 0 is −∞"""
    with np.errstate(divide="ignore"):
        return scores + np.log(1 - blocked.astype(float))


@risk("a mask of 0. and 1.")
def not_with_xor(scores, blocked):
    """Turn the mask around with `^`"""
    return np.where(blocked ^ 1, scores, -np.inf)
