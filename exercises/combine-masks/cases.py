import numpy as np

from grader.case import Case


def _causal(L):
    return np.triu(np.ones((L, L), dtype=bool), k=1)


def _pad(*rows):
    """Padding where there is an x."""
    return np.array([[cell == "x" for cell in row] for row in rows])


CASES = [
    Case(
        "two sentences",
        {"pad": _pad("..x", "x.."), "causal": _causal(3)},
        "Small enough to follow by hand: one sentence has padding at the end, the other in front.",
        shown=True,
    ),
    Case("one sentence", {"pad": _pad(".x"), "causal": _causal(2)}, "A batch of one keeps all three axes."),
    Case(
        "one word",
        {"pad": _pad(".", "x"), "causal": _causal(1)},
        "A single word, once real and once padding.",
    ),
    Case(
        "1 and 0",
        {"pad": _pad("x...", ".x.x", "..x.", "....", ".xx.").astype(int), "causal": _causal(4).astype(int)},
        "Whole numbers: a sum gives 2 where both masks block, and `~` turns 0 into −1.",
        needed_for=("tilde-on-whole-numbers",),
    ),
    Case(
        "True and False with 1 and 0",
        {"pad": _pad(".xx..", "x..x.").astype(int), "causal": _causal(5)},
        "Padding in whole numbers, the causal mask in `True` and `False`.",
        repeats="The two kinds the other way round from the case before.",
    ),
    Case(
        "as many sentences as words",
        {"pad": _pad(".x.", "x..", "..x"), "causal": _causal(3).astype(int)},
        "Where all sizes are the same, an axis in the wrong place raises no error.",
    ),
    Case(
        "two words back",
        {"pad": _pad("....x.", ".x...."), "causal": np.triu(np.ones((6, 6)), 1) + np.tri(6, k=-3) == 1},
        "A table that also blocks words far back: what counts is the table that was given.",
        needed_for=("causal-made-anew",),
    ),
    Case(
        "nineteen words",
        {"pad": _pad("." * 12 + "x" * 7, "x" * 5 + "." * 14), "causal": _causal(19)},
        "Longer than a table of fixed size that happens to fit the other cases.",
    ),
    Case(
        "masks of 0. and 1.",
        {"pad": _pad(".x..", "...x", "x...").astype(float), "causal": _causal(4).astype(float)},
        "A mask made with `np.ones` holds floats, and `|`, `~` and indexing do not take them.",
        probe="With masks of floats, 0. and 1., your function gives another result, or an error. "
        "`np.triu(np.ones((L, L)), k=1)` makes such a mask.",
    ),
]
