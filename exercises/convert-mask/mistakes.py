import itertools

import numpy as np

from grader import stages
from grader.case import alone, changes_input, family, replaces
from grader.pipeline import Pipeline, stage

KINDS = ("allowed", "blocked", "additive")


def _always(convert):
    """A stage that gives a way to convert."""
    return lambda: convert


def _not(mask):
    return np.asarray(mask) == 0


def _keep(mask):
    return mask


def _is_blocked(mask):
    return mask == -np.inf


def _write(blocked):
    return np.where(blocked, -np.inf, 0.0)


def _convert(
    mask,
    source,
    target,
    allowed_to_blocked,
    blocked_to_allowed,
    allowed_to_additive,
    blocked_to_additive,
    additive_to_allowed,
    additive_to_blocked,
    allowed_to_allowed,
    blocked_to_blocked,
    additive_to_additive,
):
    ways = {
        ("allowed", "blocked"): allowed_to_blocked,
        ("blocked", "allowed"): blocked_to_allowed,
        ("allowed", "additive"): allowed_to_additive,
        ("blocked", "additive"): blocked_to_additive,
        ("additive", "allowed"): additive_to_allowed,
        ("additive", "blocked"): additive_to_blocked,
        ("allowed", "allowed"): allowed_to_allowed,
        ("blocked", "blocked"): blocked_to_blocked,
        ("additive", "additive"): additive_to_additive,
    }
    return ways[source, target](mask)


_RIGHT = {
    "allowed_to_blocked": _not,
    "blocked_to_allowed": _not,
    "allowed_to_additive": lambda mask: _write(_not(mask)),
    "blocked_to_additive": _write,
    "additive_to_allowed": _not,
    "additive_to_blocked": _is_blocked,
    "allowed_to_allowed": _keep,
    "blocked_to_blocked": _keep,
    "additive_to_additive": _keep,
}

PIPELINE = Pipeline(
    "mask source target",
    *(stage(_always(convert), name, name=name) for name, convert in _RIGHT.items()),
    stage(_convert, "output", name="convert"),
    stage(stages.hand_back, "result"),
)


def _made_in(**wrong):
    """The mistake may be made in any of these conversions: in all of them, or in some."""
    choices = [
        chosen for size in range(len(wrong), 0, -1) for chosen in itertools.combinations(wrong.items(), size)
    ]

    def mark(function):
        for chosen in reversed(choices):
            replaces(**{name: _always(convert) for name, convert in chosen})(function)
        return function

    return mark


def _pretend(kind):
    """Whatever the source is, the mask is read as if it were of one kind."""
    return {
        f"{source}_to_{target}": _always(_RIGHT[f"{kind}_to_{target}"])
        for source in KINDS
        for target in KINDS
        if source != kind
    }


# ---- what is flipped


@replaces(
    allowed_to_blocked=_always(_keep),
    blocked_to_allowed=_always(_keep),
    allowed_to_additive=_always(_write),
    additive_to_allowed=_always(_is_blocked),
)
@replaces(allowed_to_blocked=_always(_keep), blocked_to_allowed=_always(_keep))
@replaces(allowed_to_blocked=_always(_keep), allowed_to_additive=_always(_write))
@replaces(blocked_to_allowed=_always(_keep), additive_to_allowed=_always(_is_blocked))
@replaces(
    allowed_to_blocked=_always(_keep),
    allowed_to_additive=_always(_write),
    allowed_to_allowed=_always(_not),
)
@replaces(
    blocked_to_allowed=_always(_keep),
    additive_to_allowed=_always(_is_blocked),
    allowed_to_allowed=_always(_not),
)
@replaces(allowed_to_blocked=_always(_keep))
@replaces(blocked_to_allowed=_always(_keep))
@replaces(
    allowed_to_blocked=_always(_keep),
    blocked_to_allowed=_always(_keep),
    blocked_to_additive=_always(lambda mask: _write(_not(mask))),
    additive_to_blocked=_always(_not),
)
@replaces(
    allowed_to_blocked=_always(_keep),
    blocked_to_allowed=_always(_keep),
    allowed_to_additive=_always(_write),
    additive_to_allowed=_always(_is_blocked),
)
def not_flipped():
    """The mask is not flipped: what was allowed is now blocked.

    Look at what happens between `"allowed"` and `"blocked"`. The same cell holds 1 in one of them and 0
    in the other.

    The allowed mask `[1, 0]` is `[0, 1]` as a blocked one. Yours is `[1, 0]`.
    """


@replaces(allowed_to_additive=_always(_write), blocked_to_additive=_always(lambda mask: _write(_not(mask))))
@replaces(additive_to_allowed=_always(_is_blocked), additive_to_blocked=_always(_not))
@_made_in(
    allowed_to_additive=_write,
    blocked_to_additive=lambda mask: _write(_not(mask)),
    additive_to_allowed=_is_blocked,
    additive_to_blocked=_not,
)
@replaces(
    allowed_to_additive=_always(_write),
    blocked_to_additive=_always(lambda mask: _write(_not(mask))),
    additive_to_additive=_always(lambda mask: _write(_not(mask))),
)
@replaces(
    additive_to_allowed=_always(_is_blocked),
    additive_to_blocked=_always(_not),
    additive_to_additive=_always(lambda mask: _write(_not(mask))),
)
def additive_inverted():
    """The additive mask is inverted: −∞ is taken for *open*, or 0 for *blocked*.

    Look at what a number in the additive mask does to a score. Adding 0 leaves it alone, adding −∞ takes it
    away.

    The allowed mask `[1, 0]` is `[0, -inf]` as an additive one. Inverted it is `[-inf, 0]`.
    """


@replaces(allowed_to_blocked=_always(lambda mask: ~mask), blocked_to_allowed=_always(lambda mask: ~mask))
@replaces(
    allowed_to_blocked=_always(lambda mask: ~mask), allowed_to_additive=_always(lambda mask: _write(~mask))
)
@_made_in(
    allowed_to_blocked=lambda mask: ~mask,
    blocked_to_allowed=lambda mask: ~mask,
    allowed_to_additive=lambda mask: _write(~mask),
    blocked_to_additive=lambda mask: np.where(~mask, 0.0, -np.inf),
)
@replaces(allowed_to_blocked=_always(lambda mask: (~mask).astype(bool)))
@replaces(blocked_to_allowed=_always(lambda mask: (~mask).astype(bool)))
@replaces(
    allowed_to_blocked=_always(lambda mask: (~mask).astype(bool)),
    blocked_to_allowed=_always(lambda mask: (~mask).astype(bool)),
)
@replaces(
    allowed_to_blocked=_always(lambda mask: (~mask).astype(bool)),
    allowed_to_additive=_always(lambda mask: _write(~mask)),
)
@replaces(
    allowed_to_blocked=_always(lambda mask: (~mask).astype(bool)),
    blocked_to_allowed=_always(lambda mask: (~mask).astype(bool)),
    allowed_to_additive=_always(lambda mask: _write(~mask)),
)
@replaces(
    allowed_to_blocked=_always(lambda mask: ~mask),
    blocked_to_allowed=_always(lambda mask: ~mask),
    additive_to_allowed=_always(lambda mask: ~mask),
)
@replaces(
    allowed_to_blocked=_always(lambda mask: ~mask),
    blocked_to_allowed=_always(lambda mask: ~mask),
    additive_to_allowed=_always(lambda mask: ~mask),
    additive_to_blocked=_always(lambda mask: ~mask),
)
def tilde_on_whole_numbers():
    """With a mask of 0 and 1 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn the mask around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """


def _minus_true(mask):
    if np.asarray(mask).dtype == bool:
        raise TypeError
    return _not(mask)


@alone
@_made_in(
    allowed_to_blocked=_minus_true,
    blocked_to_allowed=_minus_true,
    allowed_to_additive=lambda mask: _write(_minus_true(mask)),
)
def minus_on_true_and_false():
    """It stops with an error when the mask holds `True` and `False`: NumPy does not put a minus before those.

    Look for a minus in front of a mask, or between two masks. "Not" has functions of its own.

    `-np.array([True])` is an error. `np.logical_not([True])` is `[False]`.
    """


@_made_in(allowed_to_allowed=_not, blocked_to_blocked=_not)
def same_kind_flipped():
    """A mask that is already of the right kind is flipped all the same.

    Look at what happens when `source` and `target` are equal. Then nothing has to change.

    `convert_mask([1, 0], "blocked", "blocked")` should be `[1, 0]`. Yours is `[0, 1]`.
    """


# ---- reading an additive mask


@_made_in(additive_to_allowed=lambda mask: 1 - mask, additive_to_blocked=lambda mask: 1 - mask)
@replaces(additive_to_allowed=_always(lambda mask: 1 - mask), additive_to_blocked=_always(_keep))
@replaces(additive_to_allowed=_always(_keep), additive_to_blocked=_always(lambda mask: 1 - mask))
@replaces(
    additive_to_allowed=_always(lambda mask: 1 - mask),
    additive_to_blocked=_always(_keep),
    additive_to_additive=_always(np.zeros_like),
)
@replaces(
    additive_to_allowed=_always(_keep),
    additive_to_blocked=_always(lambda mask: 1 - mask),
    additive_to_additive=_always(lambda mask: np.full(mask.shape, -np.inf)),
)
def one_minus_additive():
    """`1 - x` is used on an additive mask, and 1 minus −∞ is ∞.

    Look at the numbers in an additive mask. They are not 1 and 0, so `1 - x` does not flip them.

    The additive mask `[0, -inf]` is `[1, 0]` as an allowed one. Yours is `[1, inf]`.
    """


@_made_in(additive_to_allowed=_keep, additive_to_blocked=_keep)
@replaces(additive_to_allowed=_always(lambda mask: -mask))
@replaces(additive_to_blocked=_always(lambda mask: -mask))
@replaces(additive_to_blocked=_always(lambda mask: -mask), additive_to_allowed=_always(lambda mask: 1 + mask))
@replaces(additive_to_allowed=_always(lambda mask: 1 + mask))
@replaces(additive_to_allowed=_always(lambda mask: 1 + mask), additive_to_blocked=_always(_keep))
def additive_handed_on():
    """There is still an infinity in the result, although it should hold only 1 and 0.

    Look at how an additive mask is read. Every −∞ should become `True` or `False`.

    The additive mask `[0, -inf]` is `[0, 1]` as a blocked one.
    """


# ---- writing an additive mask


@_made_in(
    allowed_to_additive=lambda mask: (1 - mask) * -np.inf,
    blocked_to_additive=lambda mask: mask * -np.inf,
)
@replaces(
    allowed_to_additive=_always(lambda mask: (1 - mask) * -np.inf),
    blocked_to_additive=_always(lambda mask: mask * -np.inf),
    additive_to_additive=_always(lambda mask: _is_blocked(mask) * -np.inf),
)
@replaces(allowed_to_additive=_always(lambda mask: mask * -np.inf))
@replaces(
    allowed_to_additive=_always(lambda mask: mask * -np.inf),
    blocked_to_additive=_always(lambda mask: mask * -np.inf),
)
@replaces(
    allowed_to_additive=_always(lambda mask: ~mask * -np.inf),
    blocked_to_additive=_always(lambda mask: mask * -np.inf),
)
@replaces(allowed_to_additive=_always(lambda mask: ~mask * -np.inf))
@replaces(blocked_to_additive=_always(lambda mask: mask * np.inf))
def mask_times_infinity():
    """The open cells are `nan`: 0 times −∞ is not 0.

    Look at how −∞ gets into your mask. If a mask of 0 and 1 is multiplied by −∞, look at what the zeros
    become.

    The blocked mask `[0, 1]` times −∞ is `[nan, -inf]`. As an additive mask it is `[0, -inf]`.
    """


@_made_in(
    allowed_to_additive=lambda mask: _not(mask).astype(float),
    blocked_to_additive=lambda mask: 1.0 * mask,
)
@replaces(
    allowed_to_additive=_always(lambda mask: _not(mask).astype(float)),
    blocked_to_additive=_always(lambda mask: 1.0 * mask),
    additive_to_additive=_always(lambda mask: 1.0 * _is_blocked(mask)),
)
@replaces(
    allowed_to_additive=_always(lambda mask: 1.0 * mask),
    blocked_to_additive=_always(lambda mask: 1.0 * _not(mask)),
    additive_to_additive=_always(lambda mask: 1.0 * _not(mask)),
)
@replaces(
    allowed_to_additive=_always(lambda mask: mask - 1.0),
    blocked_to_additive=_always(lambda mask: -1.0 * mask),
    additive_to_additive=_always(lambda mask: -1.0 * _is_blocked(mask)),
)
@replaces(allowed_to_additive=_always(lambda mask: 1.0 * mask))
@replaces(
    allowed_to_additive=_always(lambda mask: 1.0 * mask),
    blocked_to_additive=_always(lambda mask: 1.0 * mask),
)
@replaces(
    allowed_to_additive=_always(lambda mask: 1.0 * mask),
    blocked_to_additive=_always(lambda mask: 1.0 - mask),
)
@replaces(blocked_to_additive=_always(lambda mask: 1.0 - mask))
@replaces(
    allowed_to_additive=_always(lambda mask: mask - 1.0),
    blocked_to_additive=_always(lambda mask: -1.0 * mask),
)
@replaces(allowed_to_additive=_always(lambda mask: mask - 1.0))
@replaces(blocked_to_additive=_always(lambda mask: -1.0 * mask))
def additive_as_zero_and_one():
    """The additive mask holds 0 and 1, so adding it hides nothing.

    Look at the numbers in your additive mask. A score of 3 plus 1 is 4; a blocked score should be −∞.

    The blocked mask `[0, 1]` is `[0, -inf]` as an additive one. Yours is `[0, 1]`.
    """


_FILLS = [
    -1e9,
    -1e4,
    -1e30,
    -10.0,
    -99.0,
    -100.0,
    -999.0,
    -1e3,
    -9999.0,
    -1e5,
    -1e6,
    -1e8,
    -1e10,
    -1e12,
    -1e15,
]
_FILLS += [-1e18, -1e20, -1e38, -1e100, -1e300, -9e15, -65504.0, -(2.0**31), -(2.0**63), -3.4e38]
_FILLS += [-3.4028234663852886e38, -1.7976931348623157e308]


def _filled_with(numbers):
    """One of these numbers for a blocked cell, from both kinds or from one of them."""

    def mark(function):
        for number in reversed(numbers):
            fill = {
                "allowed_to_additive": _always(lambda mask, number=number: np.where(mask, 0.0, number)),
                "blocked_to_additive": _always(lambda mask, number=number: np.where(mask, number, 0.0)),
            }
            again = _always(lambda mask, number=number: np.where(mask, number, 0.0))
            for name, convert in fill.items():
                replaces(**{name: convert})(function)
            replaces(**fill, additive_to_additive=again)(function)
            replaces(**fill)(function)
        return function

    return mark


@_filled_with(_FILLS)
def finite_fill():
    """A blocked cell becomes a large negative number, not −∞.

    Look at the number that stands for *blocked* in your additive mask. Could a score be lower than that?

    The blocked mask `[0, 1]` is `[0, -inf]` as an additive one. With −1e9 in its place, a row whose open
    scores are near −2e9 gives all its weight to the blocked cell.
    """


@alone
@_made_in(
    allowed_to_additive=lambda mask: np.where(mask, 0.0, np.inf),
    blocked_to_additive=lambda mask: np.where(mask, np.inf, 0.0),
    additive_to_additive=lambda mask: np.where(mask, np.inf, 0.0),
)
def fill_has_wrong_sign():
    """A blocked cell becomes +∞ instead of −∞.

    Look at the sign of your infinity. Softmax gives the weight to large scores.

    The blocked mask `[0, 1]` is `[0, -inf]` as an additive one. With +∞ the blocked cell would take
    everything.
    """


@alone
@_made_in(
    allowed_to_additive=lambda mask: np.where(mask, 1.0, -np.inf),
    blocked_to_additive=lambda mask: np.where(mask, -np.inf, 1.0),
    additive_to_additive=lambda mask: np.where(mask, -np.inf, 1.0),
)
def open_cell_is_one():
    """An open cell holds 1 in the additive mask, not 0.

    Look at the number for an open cell. It is added to the score, and the score should stay as it is.

    The blocked mask `[0, 1]` is `[0, -inf]` as an additive one. Yours is `[1, -inf]`.
    """


def _into_a_copy(blocked):
    def write(mask):
        if np.asarray(mask).dtype == bool:
            return blocked(mask)
        raise OverflowError

    return write


@alone
@_made_in(allowed_to_additive=_into_a_copy(_not), blocked_to_additive=_into_a_copy(_keep))
def minus_infinity_into_whole_numbers():
    """−∞ is written into an array that cannot hold it.

    Look at the type of the array that you write into. An array made like the mask holds `True` and `False`,
    or whole numbers.

    `np.zeros_like([0, 1])` holds whole numbers: NumPy stops with an error when −∞ should go there. In an
    array of `True` and `False` it becomes `True`.
    """


# ---- which conversion


@alone
@replaces(**_pretend("blocked"))
@replaces(**_pretend("allowed"))
@replaces(**_pretend("additive"))
def source_ignored():
    """The mask is always read in the same way, whatever `source` says.

    Look for the step where `source` decides something. The same 1 means *open* in one kind and *blocked* in
    another.

    The mask `[1, 0]` as a blocked one: it stays `[1, 0]` when `source` is `"blocked"`, and becomes `[0, 1]`
    when `source` is `"allowed"`.
    """


@alone
@family(kind=["blocked", "allowed", "additive"])
def target_ignored(mask, source, target, kind):
    """The result is always of the same kind, whatever `target` says.

    Look for the step where `target` decides something.

    The blocked mask `[0, 1]` becomes `[1, 0]` for `"allowed"` and `[0, -inf]` for `"additive"`.
    """
    return PIPELINE(mask, source, kind)


def _nothing(mask):
    return None


def _no_way(mask):
    raise KeyError


_SAME = ("allowed_to_allowed", "blocked_to_blocked", "additive_to_additive")


@alone
@replaces(**dict.fromkeys(_SAME, _always(_nothing)))
@replaces(**dict.fromkeys(_SAME, _always(_no_way)))
@replaces(additive_to_additive=_always(_nothing))
@replaces(additive_to_additive=_always(_no_way))
@replaces(allowed_to_allowed=_always(_nothing))
@replaces(blocked_to_blocked=_always(_nothing))
@replaces(allowed_to_allowed=_always(_nothing), blocked_to_blocked=_always(_nothing))
def same_kind_forgotten():
    """There is no answer when `source` and `target` are the same kind.

    Look at what happens when both are equal. Then the mask is right as it is.

    `convert_mask([1, 0], "blocked", "blocked")` should give back `[1, 0]`.
    """


@alone
@replaces(additive_to_allowed=_always(_nothing), additive_to_blocked=_always(_nothing))
@replaces(allowed_to_additive=_always(_nothing), blocked_to_additive=_always(_nothing))
@replaces(allowed_to_blocked=_always(_nothing), blocked_to_allowed=_always(_nothing))
@replaces(
    additive_to_allowed=_always(_nothing),
    additive_to_blocked=_always(_nothing),
    **dict.fromkeys(_SAME, _always(_nothing)),
)
@replaces(allowed_to_blocked=_always(_nothing))
@replaces(blocked_to_allowed=_always(_nothing))
@replaces(allowed_to_additive=_always(_nothing))
@replaces(blocked_to_additive=_always(_nothing))
@replaces(additive_to_allowed=_always(_nothing))
@replaces(additive_to_blocked=_always(_nothing))
def conversion_missing():
    """For some pair of kinds the function returns nothing.

    Look at the pairs of kinds in your code. Each of the three may come in, and each may be asked for.

    From `"allowed"`, `"blocked"` and `"additive"` to each of these three: nine pairs, three of which change
    nothing.
    """


@alone
@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    `convert_mask([1, 0], "allowed", "blocked")` should give back `[0, 1]`. It gives back `None`.
    """


@changes_input
@family(where=["both", "additive_to_allowed", "additive_to_blocked"])
def changed_in_place(mask, source, target, where):
    """The mask that was handed in is changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    Somebody converts a mask and then uses the old one as well. It should still say the same.
    """
    way = f"{source}_to_{target}"
    if way not in ("additive_to_allowed", "additive_to_blocked") or where not in (way, "both"):
        return PIPELINE(mask, source, target)
    mask[:] = np.where(np.isinf(mask), 0, 1) if target == "allowed" else np.isinf(mask)
    return mask
