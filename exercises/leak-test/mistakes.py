import numpy as np

from grader.case import alone, changes_input, family, replaces
from grader.pipeline import Pipeline, stage


def _cuts(X):
    return range(1, len(X))


def _change(X, cuts):
    random = np.random.default_rng(0)
    return [_with_future(X, cut, X[cut:] + random.normal(size=X[cut:].shape)) for cut in cuts]


def _with_future(X, cut, future):
    return np.concatenate([X[:cut], future])


def _plus_one(X, cuts):
    return [_with_future(X, cut, X[cut:] + 1) for cut in cuts]


def _ask(attend, X, futures):
    return attend(X), [attend(future) for future in futures]


def _rows(before, afters, cuts):
    return [(before[:cut], after[:cut]) for cut, after in zip(cuts, afters, strict=True)]


def _differ(pairs):
    return [not np.allclose(before, after, equal_nan=True) for before, after in pairs]


PIPELINE = Pipeline(
    "attend X",
    stage(_cuts, "cuts", name="cuts"),
    stage(_change, "futures", name="change"),
    stage(_ask, "before afters", name="ask"),
    stage(_rows, "pairs", name="rows"),
    stage(_differ, "found", name="differ"),
    stage(lambda found: any(found), "leaks", name="answer"),
)


def _compare(part):
    """Of every result only a part, which may depend on the cut."""
    return lambda before, afters, cuts: [
        (part(before, cut), part(after, cut)) for cut, after in zip(cuts, afters, strict=True)
    ]


def _cut_off(X, cuts):
    return [X[:cut] for cut in cuts]


_whole = _compare(lambda rows, cut: rows)
_future_rows = _compare(lambda rows, cut: rows[cut:])


# ---- where two explanations fit, the earlier mistake is the one that is named


@replaces(change=lambda X, cuts: [_with_future(X, cut, X[cut:] + 1e-12) for cut in cuts])
@replaces(differ=lambda pairs: [before.shape != after.shape for before, after in pairs])
@replaces(answer=lambda: False)
def never_finds_a_leak():
    """Your test never finds a leak, not even where there is no mask at all.

    Look at three things: whether the change arrives in the table that you hand to `attend`, whether it is
    large enough to see, and whether you compare numbers and not only shapes.

    A word `[0.5, 1]` becomes `[0.5, 1.000000001]`: `np.allclose` calls that equal. With `[0.5, 2]` it
    does not.
    """


def _all(X):
    return range(1, len(X))


def _last(X):
    return [len(X) - 1]


def _half(X):
    return [len(X) // 2]


@alone
@family(
    size=[(1e-6, 1e-8), (1e-5, 1e-8), (1e-5, 1e-6), (1e-4, 1e-5)],
    cuts=[_all, _last, _half],
)
def change_too_small(attend, X, size, cuts):
    """The change is too small for your tolerance: only some leaks are large enough to be seen.

    Look at how much you add to a word, and at how much two numbers may differ before you call them different.

    A weight of 0.1 on a word that changes by 0.00001 moves the result by 0.000001. A change of 1 moves
    it by 0.1.
    """
    step, tolerance = size
    before = attend(X)
    found = False
    for cut in cuts(X):
        after = attend(_with_future(X, cut, X[cut:] + step))
        found |= not np.allclose(before[:cut], after[:cut], atol=tolerance, equal_nan=True)
    return found


@replaces(rows=_whole)
@replaces(rows=_future_rows)
@replaces(change=lambda X, cuts: [X + 1 for _ in cuts], rows=_whole)
@replaces(change=lambda X: [X + 1], rows=lambda before, afters: [(before, after) for after in afters])
@replaces(answer=lambda: True)
@replaces(cuts=lambda X: range(len(X)), rows=_whole)
@replaces(change=lambda X, cuts: [X + 1 for _ in cuts])
def finds_a_leak_everywhere():
    """Your test finds a leak in everything, also in heads that are right.

    Look at which rows you compare. The row of a changed word may change, and so may the rows after it. Only
    the rows before the first changed word must stay.

    Five words, the words 3 and 4 are changed: rows 0, 1 and 2 must stay. Row 3 is the changed word's own.
    """


@replaces(cuts=lambda X: [len(X) - 1])
@replaces(answer=lambda found: found[-1] if found else False)
@replaces(cuts=lambda X: [len(X) - 1], change=_cut_off)
def only_the_last_word():
    """Only the last word is changed: a leak from any other word stays unseen.

    Look at which words your test ever changes. A row may look at a later word that is not the last.

    Five words, and row 0 looks at word 1: changing word 4 moves nothing. Changing word 1 does.
    """


@replaces(cuts=lambda X: [1][: len(X) - 1])
@replaces(cuts=lambda X: [1][: len(X) - 1], answer=lambda found: found[0] if found else None)
@replaces(rows=_compare(lambda rows, cut: rows[:1]))
@replaces(cuts=lambda X: [1][: len(X) - 1], change=_cut_off)
@replaces(cuts=lambda X: [len(X) - 1], rows=_compare(lambda rows, cut: rows[:1]))
@replaces(
    cuts=lambda X: [len(X) - 1],
    change=lambda X: [X + (np.arange(len(X)) == len(X) - 1)[:, None]],
    rows=_compare(lambda rows, cut: rows[:1]),
)
def only_the_first_row():
    """Only row 0 is watched: a leak into any other row stays unseen.

    Look at which rows your test ever compares, and whether a `return` ends your loop in its first round.

    Five words, and row 2 looks at word 3: row 0 does not move. Change word 3 and compare rows 0 to 2.
    """


def _appended(X):
    return [np.concatenate([X, X[:1] + np.arange(X.shape[1]) + 1])]


@replaces(cuts=lambda X: [len(X) // 2])
@replaces(cuts=lambda X: [(len(X) + 1) // 2])
@replaces(cuts=lambda X: [len(X) // 3])
@replaces(cuts=lambda X: [2][: len(X) // 3])
@replaces(cuts=lambda X: [2 * len(X) // 3])
@replaces(cuts=lambda X: [2])
@replaces(cuts=lambda X: [3])
@replaces(cuts=lambda X: [max(len(X) - 2, 0)])
@replaces(cuts=lambda X: [max(len(X) - 2, 1)])
@replaces(cuts=lambda X: [max(1, len(X) // 2)])
@replaces(cuts=lambda X: [len(X) // 2], change=_cut_off)
@replaces(change=_appended, rows=lambda before, afters: [(before, after[: len(before)]) for after in afters])
def one_cut_only():
    """Only one cut between past and future is tried: what leaks on one side of it stays unseen.

    Look at how many times you cut. A leak may happen between any two neighbours.

    Five words, the words 2, 3 and 4 are changed: a row 0 that looks at word 1 does not move, and row 3 is not
    compared.
    """


@alone
@replaces(cuts=lambda X: range(1, len(X) - 1))
@replaces(cuts=lambda X: range(2, len(X)))
@replaces(cuts=lambda X: range(2, len(X) - 1))
@replaces(cuts=lambda X: [cut for cut in (1, len(X) // 2, len(X) - 1) if cut])
@replaces(cuts=lambda X: sorted({len(X) // 3, len(X) // 2, 2 * len(X) // 3}))
@replaces(cuts=lambda X: sorted({len(X) // 4, len(X) // 2, 3 * len(X) // 4}))
@replaces(cuts=lambda X: sorted({1, len(X) - 1}))
@replaces(cuts=lambda X: range(1, min(len(X), 5)))
@replaces(cuts=lambda X: range(1, min(len(X), 4)))
@replaces(cuts=lambda X: range(1, min(len(X), 3)))
@replaces(cuts=lambda X: range(1, len(X), 2))
@replaces(cuts=lambda X: range(0, len(X), 2))
@replaces(cuts=lambda X: range(1, len(X) // 2 + 1))
@replaces(cuts=lambda X: range(len(X) // 2, len(X)))
@replaces(cuts=lambda X: range(1, len(X) - 1), change=_plus_one)
@replaces(cuts=lambda X: range(2, len(X)), change=_plus_one)
def cuts_missing():
    """Some cuts between past and future are never tried.

    Look at where your loop begins and ends. `T` words have `T - 1` places to cut.

    Five words can be cut before word 1, 2, 3 and 4. `range(1, 5)` gives all of them, `range(1, 4)` does not.
    """


def _in_reverse(X, cuts):
    return [_with_future(X, cut, X[cut:][::-1]) for cut in cuts]


def _rolled(X, cuts):
    return [_with_future(X, cut, np.roll(X[cut:], 1, axis=0)) for cut in cuts]


def _permuted(X, cuts):
    random = np.random.default_rng(0)
    return [_with_future(X, cut, random.permutation(X[cut:])) for cut in cuts]


@replaces(change=_in_reverse)
@replaces(change=_in_reverse, cuts=lambda X: [len(X) // 2])
@replaces(change=_rolled)
@replaces(change=_in_reverse, cuts=lambda X: [1])
@replaces(change=_permuted)
@replaces(change=_rolled, cuts=lambda X: [1])
def permutes_the_future():
    """The future is only put into another order: where every word sees all words, that moves nothing.

    Look at how you change the later words. A sum does not depend on the order of its parts. Other numbers are
    needed.

    Without a mask, row 0 is an average over all words. With the words 3 and 4 exchanged, it is the same
    average.
    """


@replaces(answer=lambda found: not any(found))
@replaces(answer=lambda found: not any(found), cuts=lambda X: range(len(X)))
def answer_inverted():
    """The answer is inverted: your test says `True` where nothing leaks.

    Look at what your last line returns when the rows have stayed the same.

    A causal head does not leak, so the answer is `False`.
    """


@replaces(rows=_compare(lambda rows, c: rows[: c + 1]))
@replaces(
    cuts=lambda X: range(len(X)),
    rows=_compare(lambda rows, c: rows[: c + 1]),
)
@replaces(rows=_compare(lambda rows, c: rows[c]))
@replaces(cuts=lambda X: [len(X) - 1], rows=_whole)
@replaces(
    cuts=lambda X: [len(X) // 2],
    rows=_compare(lambda rows, c: rows[: c + 1]),
)
def prefix_one_too_long():
    """The rows you compare include one changed word, and its own row may change.

    Look at the end of your slice. If word `t` is the first that changes, the last row to compare is `t - 1`.

    The words from 3 on are changed: compare `before[:3]`, which are rows 0, 1 and 2. `before[:4]` holds
    row 3.
    """


@replaces(rows=_compare(lambda rows, c: rows[: c - 1]))
def prefix_one_too_short():
    """The last row before the change is not compared, so a leak from the very next word stays unseen.

    Look at the end of your slice. If word `t` is the first that changes, row `t - 1` must be compared too.

    The words from 3 on are changed: compare `before[:3]`, which are rows 0, 1 and 2.
    """


@replaces(rows=_compare(lambda rows, c: rows[1:c]))
def first_row_left_out():
    """Row 0 is never compared, so a leak into it stays unseen.

    Look at the beginning of your slice. If row 0 may be `nan`, compare it all the same: `nan` before and
    after is no change.

    `before[1:3]` holds rows 1 and 2. A row 0 that looks at word 1 is missed.
    """


def _word_plus(numbers):
    def change(X, cuts):
        futures = []
        for cut in cuts:
            changed = X.copy()
            changed[cut] += numbers(X.shape[1])
            futures.append(changed)
        return futures

    return change


_one_word = _word_plus(lambda width: np.arange(width) + 1)
_one_word_plus_one = _word_plus(np.ones)


@replaces(
    change=_one_word,
    rows=_compare(lambda rows, c: rows[c - 1]),
)
@replaces(
    change=_one_word_plus_one,
    rows=_compare(lambda rows, c: rows[c - 1]),
)
def one_step_only():
    """Only the row just before the changed word is compared: a leak from further away stays unseen.

    Look at which rows you compare when you change one word. All rows before it must stay.

    Five words, and row 0 looks at word 2 but not at word 1. Changing word 2 moves row 0, not row 1.
    """


@replaces(cuts=lambda X: [len(X) // 2], change=_one_word)
@replaces(cuts=lambda X: [1][: len(X) - 1], change=_one_word)
@replaces(cuts=lambda X: [2][: len(X) // 3], change=_one_word)
@replaces(cuts=lambda X: [max(len(X) - 2, 0)], change=_one_word)
@replaces(cuts=lambda X: [len(X) // 2], change=_one_word_plus_one)
@replaces(cuts=lambda X: [1][: len(X) - 1], change=_one_word_plus_one)
def only_one_word():
    """Only one word is ever changed: a leak from any other word stays unseen.

    Look at how often your test changes something. Every word but the first is a later word for some row.

    Five words, only word 2 is changed: a row 0 that looks at word 1, 3 or 4 does not move.
    """


def _with_nan(X, cuts):
    return [_with_future(X, cut, np.full_like(X[cut:], np.nan)) for cut in cuts]


def _with_infinity(X, cuts):
    return [_with_future(X, cut, np.full_like(X[cut:], np.inf)) for cut in cuts]


def _nan_appears(pairs):
    return [bool((np.isnan(after) & ~np.isnan(before)).any()) for before, after in pairs]


@replaces(change=_with_nan)
@replaces(change=_with_nan, differ=_nan_appears)
@replaces(change=_with_nan, differ=lambda pairs: [bool(np.isnan(after).any()) for _, after in pairs])
@replaces(change=_with_infinity)
@replaces(change=_with_infinity, cuts=lambda X: [len(X) - 1])
@replaces(change=_with_infinity, cuts=lambda X: [len(X) // 2])
@replaces(change=_with_nan, cuts=lambda X: [len(X) - 1])
@replaces(change=_with_nan, cuts=lambda X: [len(X) // 2])
@replaces(change=_with_nan, differ=lambda pairs: [not np.allclose(before, after) for before, after in pairs])
def nan_probe():
    """You write `nan` or infinity into the future: that spreads also where nothing leaks.

    Look at what a weight of 0 does to `nan`. Write ordinary numbers into the future.

    `0 * nan` is `nan`. So `[1, 0] @ [5, nan]` is `nan`, although the second weight is 0.
    """


def _sum_moves(before, after):
    return not np.isclose(before.sum(), after.sum(), equal_nan=True)


def _mean_moves(before, after):
    return bool(before.size) and not np.isclose(before.mean(), after.mean())


def _sum_is_off(before, after):
    return bool(abs(before.sum() - after.sum()) > 1e-6)


def _rows_move(before, after):
    return not np.allclose(before.sum(axis=-1), after.sum(axis=-1), equal_nan=True)


@replaces("differ")
@family(moves=[_sum_is_off, _sum_moves, _mean_moves, _rows_move])
def only_sums(pairs, moves):
    """Only sums or means are compared: what moves from one number to another stays unseen.

    Look at what you hand to your comparison. It should be every number of every row, not one sum of them.

    A row `[0.5, 0.5]` becomes `[0.25, 0.75]`. The sum is 1 both times, but the row has changed.
    """
    return [moves(before, after) for before, after in pairs]


@replaces(differ=lambda pairs: [not np.array_equal(before, after, equal_nan=True) for before, after in pairs])
@replaces(differ=lambda pairs: [not np.array_equal(before, after) for before, after in pairs])
def exact_comparison():
    """Every digit is compared: rounding alone counts as a leak.

    Look at how you compare two numbers. The same sum in another order may differ in its last digit.

    `0.1 + 0.2 == 0.3` is `False`. `np.isclose(0.1 + 0.2, 0.3)` is `True`.
    """


@replaces(differ=lambda pairs: [not np.allclose(before, after) for before, after in pairs])
@replaces(differ=lambda pairs: [not bool(np.abs(after - before).sum() < 1e-6) for before, after in pairs])
def nan_counts_as_a_change():
    """A row that is `nan` before and after counts as changed.

    Look at what `nan == nan` gives. `np.allclose` and `np.isclose` take `equal_nan=True`.

    `np.allclose([np.nan], [np.nan])` is `False`, because `nan` equals nothing, not even itself.
    """


@replaces(
    change=lambda X, cuts: [np.concatenate([X[:cut] + 1, X[cut:]]) for cut in cuts],
    rows=_future_rows,
)
def changes_the_past():
    """You change the past and watch the future: that a word depends on earlier words is no leak.

    Look at which words you change. Later words are changed, earlier rows are compared.

    Five words: change the words 3 and 4, and compare rows 0, 1 and 2.
    """


@replaces(answer=lambda found: all(found))
@replaces(answer=lambda found: bool(found) and all(found))
def all_cuts_must_leak():
    """You ask for a leak across every cut, but one is enough.

    Look at how the answers of the single cuts are put together. `any` and `all` are different questions.

    Row 0 looks at word 1, and nothing else leaks: only the cut before word 1 shows it.
    """


@replaces(change=_plus_one)
def change_too_uniform():
    """All numbers of a word change by the same amount: a head that centres each word first never sees that.

    Look at the numbers that you put into a later word. Each column should change in its own way.

    `[0.5, 1]` minus its mean is `[-0.25, 0.25]`. With 1 added to both it is `[1.5, 2]`, and minus its mean
    that is `[-0.25, 0.25]` again.
    """


def _scaled(factor):
    return lambda X, cuts: [_with_future(X, cut, X[cut:] * factor) for cut in cuts]


@replaces(change=_scaled(0))
@replaces(change=_scaled(2))
def zeros_stay_zeros():
    """Where a later word is all zeros, your change leaves it as it is.

    Look at what you do with the numbers of a later word. What becomes of a 0? And what if `attend` divides
    each word by its length first?

    `[0, 0]` times 2 is `[0, 0]`, and so is `[0, 0]` replaced by zeros. A leak from this word is missed.
    """


def _one_column(column):
    def change(X, cuts):
        futures = []
        for cut in cuts:
            changed = X.copy()
            changed[cut:, column] += 1
            futures.append(changed)
        return futures

    return change


def _compared_column(column):
    return _compare(lambda rows, cut: rows[:cut, column])


@replaces(change=_one_column(0))
@replaces(rows=_compared_column(0))
@replaces(change=_one_column(-1))
@replaces(rows=_compared_column(-1))
@replaces(change=_one_column(1))
@replaces(change=_one_column(0), rows=_compared_column(0))
def one_column_only():
    """Only one column is changed, or only one is compared: a leak in another column stays unseen.

    Look at the second index where you change a word and where you compare rows. All columns count in both
    places.

    A row takes column 1 of a later word. Changing `[0.5, 1]` to `[1.5, 1]` does not move it. Changing it to
    `[1.5, 3]` does.
    """


@changes_input
@family(backwards=[True, False])
def changed_in_place(attend, X, backwards):
    """The X that was handed in is changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    `changed = X` is only a second name for the same table. `changed = X.copy()` is a table of its own.
    """
    before = attend(X)
    for cut in sorted(range(1, len(X)), reverse=backwards):
        X[cut:] += np.arange(X.shape[1]) + 1
        if not np.allclose(attend(X)[:cut], before[:cut], equal_nan=True):
            return True
    return False
