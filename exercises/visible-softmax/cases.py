import numpy as np

from grader.case import Case


def _random(seed, *shape):
    """Scores with one decimal, within about 2 of zero."""
    return np.random.default_rng(seed).normal(0, 1, shape).round(1)


def _seen(*rows):
    """Visible where there is an o."""
    return np.array([[cell == "o" for cell in row] for row in rows])


def _valid(row):
    return np.array([cell == "o" for cell in row])


def _tables(scores, *rows, valid):
    return {"scores": np.array(scores), "visible": _seen(*rows), "query_valid": _valid(valid)}


CASES = [
    Case(
        "a padded query that sees keys",
        _tables([[0.5, -1.2, 0.8], [1.5, 0.0, -0.7]], "o.o", "oo.", valid="o."),
        "Small enough to follow by hand: row 1 is padding, and it gets zeros although it could see two keys.",
        shown=True,
    ),
    Case(
        "one real query",
        _tables([[-0.4, -1.3]], "o.", valid="o"),
        "The smallest table with a hidden key. Both scores are negative, so a hidden 0 would win.",
    ),
    Case(
        "a padded query that sees nothing",
        _tables([[1.2, -0.4, 0.7], [0.3, 0.9, -1.6]], "...", ".oo", valid=".o"),
        "Row 0 is padding and empty: zeros, neither `nan` nor an error.",
        repeats="The smallest case of an empty row that is no error.",
    ),
    Case(
        "a real query that sees nothing",
        _tables([[0.6, -0.8, 1.1], [0.2, 1.4, -0.5]], "oo.", "...", valid="oo"),
        "Row 1 is a real word without any key: an error of whoever made the masks.",
        shown=True,
        raises=ValueError,
        message="a valid query has no visible key",
    ),
    Case(
        "two empty rows, one of them padding",
        _tables([[0.1, -0.3], [0.8, 1.9], [-1.0, 0.4]], "..", "oo", "..", valid=".oo"),
        "The empty padded row in front is fine, the empty real row behind it is not.",
        raises=ValueError,
        message="a valid query has no visible key",
        repeats="A second arrangement of empty rows, with the real one last.",
    ),
    Case(
        "an empty row among three real ones",
        _tables(_random(9, 3, 2), "oo", "..", ".o", valid="ooo"),
        "The empty row lies in the middle: every row must be looked at.",
        raises=ValueError,
        message="a valid query has no visible key",
        repeats="A second arrangement of empty rows, with the real one in the middle.",
    ),
    Case(
        "an empty first row",
        _tables(_random(10, 3, 4), "....", "o.oo", ".oo.", valid="oo."),
        "The empty real row comes first, and the last one is padding.",
        raises=ValueError,
        message="a valid query has no visible key",
        repeats="A second arrangement of empty rows, with the real one first.",
    ),
    Case(
        "all queries are padding",
        _tables(_random(2, 2, 4), "o.oo", "....", valid=".."),
        "Nothing but zeros.",
    ),
    Case(
        "three words, three keys",
        _tables(_random(3, 3, 3), "o..", "oo.", "ooo", valid="ooo"),
        "A square table under a causal mask: there a maximum or a sum that lost its axis raises no error.",
        repeats="Most axis mistakes give numbers here where they raise elsewhere.",
    ),
    Case(
        "padding on the left",
        _tables(_random(5, 4, 4), "....", ".o..", ".oo.", ".ooo", valid=".ooo"),
        "The first word is padding, as query and as key, under a causal mask.",
        needed_for=(("raises-for-a-padded-query", "query-valid-on-the-keys"),),
    ),
    Case(
        "scores below zero",
        _tables(
            [[-0.5, -1.9], [-1.4, -0.3], [-0.9, -1.6], [-0.2, -0.7]], "o.", "oo", ".o", "o.", valid="oo.o"
        ),
        "Every score is negative, and there are more queries than keys.",
        repeats="Shows a blocked 0 most clearly; elsewhere negative scores turn up by chance.",
    ),
    Case(
        "one key",
        _tables([[0.7], [-1.1]], "o", "o", valid="o."),
        "A single key takes the whole weight, and the axis of length 1 must survive.",
    ),
    Case(
        "large scores",
        _tables(
            [
                [1000.0, 998.0, -1000.0, 990.0],
                [-1000.0, -1003.0, -1002.0, -1001.0],
                [5.0, -2.0, 4.0, -900.0],
                [2.0, 900.0, 1.0, 3.0],
                [1000.0, 900.0, -1000.0, -1000.0],
            ],
            "ooo.",
            "oo.o",
            "ooo.",
            "o.oo",
            "o.oo",
            valid="ooo.o",
        ),
        "One row reaches 1000, another nothing above −1000: e to the score overflows, or is 0. In the last "
        "row one visible score stands high above the mean.",
        underflows=True,
        needed_for=("no-maximum-subtracted",),
    ),
    Case(
        "a hidden score far above",
        _tables([[-400.0, 600.0], [800.0, 798.0]], "o.", "oo", valid="oo"),
        "A hidden score lies 1000 above the visible one: it must neither set the maximum nor win.",
        needed_for=("blocked-words-set-the-maximum", "renormalised-after-softmax", "fill-not-low-enough"),
    ),
    Case(
        "the lowest number there is",
        _tables([[0.0, -1.7976931348623157e308]], ".o", valid="o"),
        "The visible score is the lowest float: only −∞ is lower.",
        probe="Where a visible score is the lowest float there is, your result is another one. Either a "
        "hidden score is a finite number in your code, not −∞, or your floats have 32 bits.",
    ),
    Case(
        "masks of 0 and 1",
        {
            "scores": _random(8, 3, 2),
            "visible": np.array([[1, 0], [0, 0], [0, 1]]),
            "query_valid": np.array([1, 0, 1]),
        },
        "The contract speaks of True and False; `~` and an index mean something else for 1 and 0.",
        probe="With masks of 1 and 0 in place of `True` and `False` your function gives another result, or "
        "an error: `~` and an index do not take numbers for yes and no.",
    ),
    Case(
        "whole-number scores",
        _tables([[2, 0, -1], [1, -1, 2]], "oo.", ".oo", valid="oo"),
        "The contract speaks of floats; an array of whole numbers cannot hold −∞.",
        probe="With scores that are whole numbers your function gives another result, or an error: a copy of "
        "them has no room for −∞ or for decimals.",
    ),
]
