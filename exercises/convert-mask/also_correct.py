import numpy as np

from grader.case import risk


def one_function_for_each_kind(mask, source, target):
    """Two small tables of functions: how to read a kind, and how to write it"""
    read = {
        "allowed": lambda m: m == 1,
        "blocked": lambda m: m == 0,
        "additive": lambda m: m == 0,
    }
    write = {
        "allowed": lambda seen: seen,
        "blocked": lambda seen: ~seen,
        "additive": lambda seen: np.where(seen, 0.0, -np.inf),
    }
    return write[target](read[source](mask))


def logarithm_and_power(mask, source, target):
    """Turn everything into 1 and 0; their logarithms are 0 and −∞"""
    if source == "additive":
        seen = np.exp(mask)
    else:
        seen = mask.astype(float) if source == "allowed" else 1.0 - mask
    if target == "additive":
        with np.errstate(divide="ignore"):
            return np.log(seen)
    return seen if target == "allowed" else 1.0 - seen


def every_pair_of_kinds(mask, source, target):
    """Write down every pair of kinds"""
    if source == target:
        return mask.copy()
    if {source, target} == {"allowed", "blocked"}:
        return np.logical_not(mask)
    if target == "additive":
        result = np.zeros(mask.shape)
        result[np.asarray(mask, dtype=bool) == (source == "blocked")] = float("-inf")
        return result
    return mask < 0 if target == "blocked" else mask > -1


def cell_by_cell(mask, source, target):
    """Ask for each cell whether it is open"""
    closed = {"allowed": 0, "blocked": 1, "additive": -np.inf}
    result = np.empty(mask.shape)
    for cell in np.ndindex(mask.shape):
        if mask[cell] == closed[source]:
            result[cell] = closed[target]
        else:
            result[cell] = {"allowed": 1, "blocked": 0, "additive": 0}[target]
    return result


def flip_when_needed(mask, source, target):
    """Make it blocked, as whole numbers, and flip with 1 − x"""
    blocked = np.isneginf(mask) if source == "additive" else np.array(mask)
    blocked = blocked.astype(int)
    if source == "allowed":
        blocked = 1 - blocked
    if target == "blocked":
        return blocked
    return 1 - blocked if target == "allowed" else np.zeros(np.shape(mask)) + np.array([0, -np.inf])[blocked]


@risk("a mask of 0. and 1.")
def flip_with_xor(mask, source, target):
    """`^ 1` flips `True` and `False`, and 1 and 0"""
    if source == "additive":
        mask, source = np.isinf(mask), "blocked"
    blocked = mask ^ 1 if source == "allowed" else mask
    if target == "additive":
        return np.select([blocked == 1], [-np.inf], 0.0)
    return blocked ^ 1 if target == "allowed" else blocked
