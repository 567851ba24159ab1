import numpy as np

from grader.case import Case


def _mask(*rows):
    """True where there is an o."""
    return np.array([[cell == "o" for cell in row] for row in rows])


def _additive(*rows):
    """Minus infinity where there is an x."""
    return np.array([[-np.inf if cell == "x" else 0.0 for cell in row] for row in rows])


def _call(mask, source, target):
    return {"mask": mask, "source": source, "target": target}


CASES = [
    Case(
        "allowed to blocked",
        _call(_mask("o..", "oo."), "allowed", "blocked"),
        "Small enough to follow by hand: every cell is flipped.",
        shown=True,
        needed_for=("minus-on-true-and-false",),
    ),
    Case(
        "blocked to additive",
        _call(_mask(".oo", "..o"), "blocked", "additive"),
        "A blocked cell becomes −∞, an open one 0.",
        shown=True,
    ),
    Case(
        "additive to allowed",
        _call(_additive(".xx", "..x"), "additive", "allowed"),
        "0 says *open* here, and must become `True` or 1.",
        shown=True,
        needed_for=("additive-handed-on", "additive-inverted", "conversion-missing", "one-minus-additive"),
    ),
    Case(
        "additive to blocked",
        _call(_additive("x..x", "....", ".x.."), "additive", "blocked"),
        "−∞ becomes `True`; one row is open altogether.",
        needed_for=("additive-handed-on", "additive-inverted", "conversion-missing", "one-minus-additive"),
    ),
    Case(
        "allowed to additive",
        _call(_mask("o.o.", ".oo."), "allowed", "additive"),
        "An open cell becomes 0, every other one −∞.",
        needed_for=("minus-on-true-and-false",),
    ),
    Case(
        "blocked to allowed",
        _call(_mask("o..", ".oo", "oo.", "...", ".o."), "blocked", "allowed"),
        "The way back, with a table that is no triangle.",
        needed_for=("minus-on-true-and-false",),
    ),
    Case(
        "allowed to blocked, 1 and 0",
        _call(np.array([1, 0, 1, 1]), "allowed", "blocked"),
        "A mask of one axis in whole numbers: `~` turns 1 into −2 and 0 into −1.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "blocked to allowed, 1 and 0",
        _call(np.array([[0, 1], [1, 1], [0, 0]]), "blocked", "allowed"),
        "Whole numbers, with a row that is blocked altogether.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "allowed to additive, 1 and 0",
        _call(np.array([[0, 1, 1, 0, 1]]), "allowed", "additive"),
        "Whole numbers: an array of them cannot hold −∞.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "blocked to additive, 1 and 0",
        _call(np.array([[[0, 0, 1]], [[0, 1, 1]]]), "blocked", "additive"),
        "A padding mask of three axes, in whole numbers.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "allowed to allowed",
        _call(np.array([[1, 0], [1, 1], [0, 1], [0, 0]]), "allowed", "allowed"),
        "Nothing has to change.",
        needed_for=("same-kind-flipped", "same-kind-forgotten"),
    ),
    Case(
        "blocked to blocked",
        _call(_mask("o.", ".o", ".."), "blocked", "blocked"),
        "Nothing has to change.",
        needed_for=("same-kind-flipped", "same-kind-forgotten"),
    ),
    Case(
        "additive to additive",
        _call(_additive("x...x", "..x.."), "additive", "additive"),
        "Nothing has to change here either.",
        needed_for=("fill-has-wrong-sign", "open-cell-is-one", "same-kind-forgotten"),
    ),
    Case(
        "a mask of 0. and 1.",
        _call(np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]), "allowed", "blocked"),
        "A mask made with `np.tril(np.ones(...))` holds floats, and `~`, `^` and indexing do not take them.",
        probe="With a mask of floats, 0. and 1., your function gives another result, or an error. "
        "`np.tril(np.ones((L, L)))` makes such a mask.",
    ),
]
