import numpy as np

from grader import stages
from grader.case import alone, changes_input, family, replaces
from grader.pipeline import Pipeline, stage


def _align(logits, targets, scored):
    return logits, targets, scored


def _count_in(marks):
    return np.asarray(marks).astype(bool)


def _check(counted):
    if not counted.any():
        raise ValueError("nothing is scored")


def _logarithm(masked, peak, total):
    return masked - peak - np.log(total)


def _columns(words, counted):
    return np.where(counted, words, 0)


def _pick(logs, columns):
    return logs[np.arange(len(logs)), columns]


def _choose(picked, counted):
    return picked[counted]


def _count(counted):
    return counted.sum()


def _average(chosen, count):
    return -(chosen.sum() / count)


PIPELINE = Pipeline(
    "logits targets scored",
    stage(_align, "scores words marks", name="align"),
    stage(stages.take, "masked"),
    stage(_count_in, "counted", name="count_in"),
    stage(_check, "checked", name="check"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(_logarithm, "logs", name="logarithm"),
    stage(_columns, "columns", name="columns"),
    stage(_pick, "picked", name="pick"),
    stage(_choose, "chosen", name="choose"),
    stage(_count, "count", name="count"),
    stage(_average, "output", name="average"),
    stage(stages.hand_back, "result"),
)


def _no_check():
    return None


def _as_given(words):
    return words


def _not_below_zero(words):
    return np.maximum(words, 0)


def _everything(picked):
    return picked


def _all_positions(counted):
    return len(counted)


# ---- which positions count


@replaces(choose=_everything, count=_all_positions, columns=_not_below_zero)
@replaces(choose=_everything, count=_all_positions, columns=_as_given, check=_no_check)
@replaces(choose=_everything, count=_all_positions, columns=_not_below_zero, check=_no_check)
@replaces(choose=_everything, count=_all_positions, columns=_as_given)
@replaces(choose=_everything, columns=_not_below_zero)
@replaces(choose=_everything, columns=_as_given)
@replaces(choose=_everything, columns=_not_below_zero, check=_no_check)
@replaces(choose=_everything, columns=_as_given, check=_no_check)
@replaces(choose=_everything, count=_all_positions, columns=lambda words, logs: words % logs.shape[1])
@replaces(
    choose=_everything,
    count=_all_positions,
    columns=lambda words, logs: words % logs.shape[1],
    check=_no_check,
)
@replaces(choose=_everything, count=_all_positions, columns=lambda words: np.where(words < 0, -1, words))
def padding_counted():
    """The positions that are not scored are counted too.

    Look for the step where `scored` takes positions out of your sum. A target of −100 is no word, and has no
    loss.

    Losses `[1, 2, 9]` with `scored = [1, 1, 0]`: the mean should be 1.5. With the third it is 4.
    """


@replaces(count=_all_positions)
@replaces(count=_all_positions, check=_no_check)
def divided_by_all_positions():
    """The sum is divided by all positions, not by those that are scored.

    Look at the number that you divide by. A position that is not scored should not make
    the loss look smaller.

    Losses `[1, 2]` are scored and one position is not: the mean should be 3/2. Divided by all three it is 1.
    """


@replaces(count_in=lambda marks: np.asarray(marks) == 0)
@replaces(count_in=lambda marks: np.asarray(marks) == 0, columns=_not_below_zero)
@replaces(choose=lambda picked, counted: picked[~counted], columns=_as_given)
@replaces(choose=lambda picked, counted: picked[~counted], columns=_not_below_zero)
@replaces(
    choose=lambda picked, counted: picked[~counted],
    count=lambda counted: (~counted).sum(),
    columns=_as_given,
)
@replaces(
    choose=lambda picked, counted: picked[~counted],
    count=lambda counted: (~counted).sum(),
    columns=_not_below_zero,
)
def scored_inverted():
    """`scored` is inverted: the positions that should count are left out, and the others count.

    Look at what `True` means in `scored`, and which positions stay in your sum.

    Losses `[1, 2, 9]` with `scored = [1, 1, 0]`: the mean should be 1.5. Yours is 9.
    """


@replaces(columns=_as_given)
def padding_target_as_index():
    """The −100 of an unscored position is used as an index.

    Look at the order of your steps: which one comes first, taking the logits of the targets, or leaving out
    what is not scored?

    A row of 3 logits has no index −100: NumPy stops with an error. In a row of 103 it is column 3.
    """


def _index(picked, marks):
    return picked[marks]


@replaces("choose")
@replaces(choose=_index, count=lambda chosen: len(chosen))
@replaces(choose=lambda logs, words, marks: logs[marks][np.arange(len(marks[marks])), words[marks]])
@replaces(
    choose=lambda logs, words, marks: logs[marks][np.arange(len(words[marks])), words[marks]],
    count=lambda chosen: len(chosen),
)
@replaces(choose=lambda logs, words, marks: logs[marks, words[marks]])
@replaces(
    choose=lambda logs, words, marks: logs[np.arange(len(logs))[marks], words[marks]],
    count=lambda chosen: len(chosen),
)
def scored_as_index(picked, marks):
    """`scored` is used as an index, and with 1 and 0 that picks positions 1 and 0.

    Look at the square brackets around `scored`. What happens when it holds whole numbers?

    Losses `[1, 2, 9]` at the index `[1, 1, 0]` are `[2, 2, 1]`. At the index `[True, True, False]` they are
    `[1, 2]`.
    """
    return picked[marks]


def _zero_by_tilde(picked, marks):
    chosen = picked.copy()
    chosen[~marks] = 0.0
    return chosen


@replaces("choose")
@replaces(choose=_zero_by_tilde)
@replaces(count_in=lambda marks: ~np.asarray(~np.asarray(marks)).astype(bool))
@replaces(
    choose=lambda picked, marks: np.where(~marks, 0.0, picked),
    columns=lambda words, marks: np.where(~marks, 0, words),
)
def tilde_on_whole_numbers(picked, marks):
    """With `scored` as 1 and 0 it goes wrong: `~` turns 0 into −1 and 1 into −2, and both count as true.

    Look at where you turn `scored` around. `~` means "not" only for `True` and `False`.

    `~np.array([0, 1])` is `[-1, -2]`. `np.array([0, 1]) == 0` is `[True, False]`.
    """
    return np.where(~marks, 0.0, picked)


# ---- which target


def _check_given(scored):
    _check(np.asarray(scored).astype(bool))


@replaces("align")
@replaces(align=lambda logits, targets, scored: (logits[:-1], targets[1:], scored[:-1]))
@replaces(align=lambda logits, targets, scored: (logits[:-1], targets[1:], scored[1:]), check=_check_given)
@replaces(align=lambda logits, targets, scored: (logits[:-1], targets[1:], scored[:-1]), check=_check_given)
@replaces(
    align=lambda logits, targets, scored: (logits[:-1], targets[1:], scored[:-1]), columns=_not_below_zero
)
@replaces(
    align=lambda logits, targets, scored: (
        logits[:-1],
        targets[1:],
        np.asarray(scored[1:]).astype(bool) & np.asarray(scored[:-1]).astype(bool),
    )
)
@replaces(
    align=lambda logits, targets, scored: (
        logits[:-1],
        targets[1:],
        np.asarray(scored[:-1]).astype(bool) & (targets[1:] != -100),
    )
)
@replaces(align=lambda logits, targets, scored: (logits, np.roll(targets, -1), scored))
@replaces(align=lambda logits, targets, scored: (logits, np.roll(targets, -1), np.roll(scored, -1)))
@replaces(
    align=lambda logits, targets, scored: (logits, np.roll(targets, -1), scored), columns=_not_below_zero
)
@replaces(align=lambda logits, targets, scored: (logits[1:], targets[:-1], scored[:-1]))
@replaces(align=lambda logits, targets, scored: (logits[1:], targets[:-1], scored[1:]))
@replaces(align=lambda logits, targets, scored: (logits[1:], targets[:-1], scored[:-1]), check=_check_given)
def targets_shifted_twice(logits, targets, scored):
    """The targets are shifted once more, but they are the next words already.

    Look at the slices, such as `[1:]` and `[:-1]`. Row `i` of the logits belongs to `targets[i]`.

    The text "red key" begins with BOS: the targets of BOS and "red" are "red" and "key". Shifted again,
    BOS would have to guess "key".
    """
    return logits[:-1], targets[1:], scored[1:]


@alone
@replaces(pick=lambda logs, columns: logs[:, columns])
@replaces(
    pick=lambda logs, columns, counted: logs[counted][:, columns[counted]],
    choose=_everything,
    average=lambda picked: -picked.mean(),
)
@replaces(
    pick=lambda logs, columns, counted: logs[:, columns[counted]],
    choose=_everything,
    average=lambda picked: -picked.mean(),
)
@replaces(
    pick=lambda logs, columns, counted: logs[:, columns[counted]],
    choose=_everything,
    average=lambda picked, count: -picked.sum() / count,
)
def every_row_with_every_target():
    """Each position is compared with the targets of all positions.

    Look at the square brackets around your targets. Each row needs one column, its own.

    In `table[:, [2, 0]]` every row gives two numbers. `table[[0, 1], [2, 0]]` takes one from row 0
    and one from row 1.
    """


@alone
@replaces("columns")
def targets_counted_from_one(words, counted):
    """The targets are counted from 1, but their numbers begin with 0.

    Look for a `- 1` near your targets.

    In a vocabulary of 3 words the numbers are 0, 1 and 2. Target 0 belongs to the first column.
    """
    return np.where(counted, words - 1, 0)


# ---- nothing to count


@replaces("check")
def mean_of_an_empty_set():
    """When nothing is scored the result is `nan`, not an error.

    Look at what you divide by when every position is left out.

    The mean of no numbers is 0/0, and NumPy says `nan`. The function should raise a `ValueError` instead.
    """


@replaces(check=_no_check, count=lambda counted: max(counted.sum(), 1))
@replaces(check=_no_check, count=lambda counted: counted.sum() + 1e-9)
@replaces(check=_no_check, average=lambda chosen, count: -chosen.sum() / count if count else np.inf)
def zero_for_an_empty_set():
    """When nothing is scored the result is a number, and nobody is told.

    Look at what your function gives back when every position is left out. A loss of 0 would mean that every
    word was guessed with certainty.

    With `scored = [0, 0]` there is no loss to speak of. The function should raise a `ValueError`.
    """


def _raise(kind):
    def check(counted):
        if not counted.any():
            raise kind

    return check


@alone
@replaces(check=_raise(ZeroDivisionError))
@replaces(check=_raise(AssertionError))
@replaces(check=_raise(Exception))
@replaces(check=_raise(RuntimeError))
@replaces(check=_raise(TypeError))
@replaces(check=_raise(IndexError))
def other_exception():
    """The error for nothing scored is not a `ValueError`.

    Look at the line that stops your function. The caller waits for one type of error only.

    `1 / 0` stops with a `ZeroDivisionError`, `assert` with an `AssertionError`, and `raise Exception` is too
    general. The contract asks for a `ValueError`.
    """


def _instead(value):
    return lambda output, counted: output if counted.any() else value


@alone
@replaces(check=_no_check, hand_back=_instead(None))
@replaces(check=_no_check, hand_back=_instead("nothing is scored"))
@replaces(check=_no_check, hand_back=_instead(ValueError("nothing is scored")))
def error_not_raised():
    """The error is returned or printed, not raised.

    Look at what happens when nothing is scored. An error that is returned looks like a result.

    `return ValueError("…")` hands the error back as a value. `raise ValueError("…")` stops the program there.
    """


# ---- softmax and its logarithm


def _of_shares(powers, total):
    with np.errstate(all="ignore"):
        return np.log(powers / total)


def _plus(number):
    return lambda powers, total: np.log(powers / total + number)


def _clip(number):
    return lambda powers, total: np.log(np.clip(powers / total, number, None))


def _nothing_subtracted(masked):
    return np.zeros_like(masked[:, :1])


@replaces(peak=_nothing_subtracted)
@replaces(peak=_nothing_subtracted, logarithm=_of_shares)
@replaces(peak=_nothing_subtracted, logarithm=_plus(1e-9))
@replaces(peak=_nothing_subtracted, logarithm=_plus(1e-12))
@replaces(peak=lambda masked: masked.mean(axis=1, keepdims=True))
def no_maximum_subtracted():
    """Large logits break it: the largest logit of the row is not subtracted.

    Look at what goes into `np.exp`. What is e to the 1000 on a computer, and e to the −1000?

    Logits `[1000, 998]`: e¹⁰⁰⁰ is `inf`. With the maximum subtracted the logits are `[0, -2]`, and the
    probabilities `[0.88, 0.12]`.
    """


@replaces("logarithm")
def logarithm_of_zero(powers, total):
    """A small probability becomes 0, and its logarithm is −∞.

    Look at the order of `np.log` and `np.exp`. The logarithm of a share is a difference: the logit minus the
    logarithm of the sum.

    Logits `[2, -798]`: e⁻⁸⁰⁰ is 0 on a computer. The loss of the second word is 800, not infinite.
    """
    return _of_shares(powers, total)


_SMALL = [1e-9, 1e-12, 1e-8, 1e-10, 1e-7, 1e-6, 1e-15, 1e-16, 1e-20, 1e-30, 1e-38, 1e-100, 1e-300]


@replaces("logarithm")
@family(
    number=[*_SMALL, 2.220446049250313e-16, 1.1754943508222875e-38, 2.2250738585072014e-308],
    how=[_plus, _clip],
)
def small_number_added(powers, total, number, how):
    """A small number stands in for a probability of 0, so the loss of an unlikely word is cut off.

    Look at what you do to keep 0 out of the logarithm. The logarithm of a share is a difference: the logit
    minus the logarithm of the sum. It needs no such number.

    Logits `[2, -798]`: the loss of the second word is 800. With 1e-9 added to its probability it is 20.7.
    """
    return how(number)(powers, total)


@replaces(peak=lambda masked: masked.max())
@replaces(peak=lambda masked: masked.max(), logarithm=_of_shares)
@replaces(peak=lambda masked: masked.max(), logarithm=_plus(1e-9))
def one_global_maximum():
    """One maximum is subtracted from the whole table, so a row of much lower logits vanishes.

    Look at the maximum that you subtract. Each row needs its own.

    A row of logits near −1000 in a table whose largest logit is 1000: e⁻²⁰⁰⁰ is 0 everywhere in that row, and
    so is their sum.
    """


@replaces(axis=lambda: 0)
@replaces(total=lambda powers: powers.sum(axis=0, keepdims=True))
@replaces(axis=lambda: 0, logarithm=_of_shares)
def softmax_over_columns():
    """Softmax runs over the columns instead of the rows.

    Look at the axis in your softmax. The probabilities of all words should sum to 1 at each position.

    Logits `[[3, 0], [3, 0]]` should give the probabilities `[0.95, 0.05]` at both positions. Over the columns
    every number is 0.5.
    """


@replaces(axis=lambda: None)
@replaces(total=lambda powers: powers.sum())
@replaces(axis=lambda: None, logarithm=_of_shares)
def no_axis():
    """Softmax takes the whole table as one: no axis is given.

    Look at the sum in your softmax. Each row needs a sum of its own.

    Two positions, two words, all logits 0: every probability should be 0.5. Over the whole table each is
    0.25.
    """


@replaces(peak=lambda masked, axis: masked.max(axis=axis))
@replaces(total=lambda powers, axis: powers.sum(axis=axis))
@replaces(peak=lambda masked, axis: masked.max(axis=axis), total=lambda powers, axis: powers.sum(axis=axis))
@replaces(total=lambda powers, axis: powers.sum(axis=axis), logarithm=_of_shares)
@replaces(
    peak=lambda masked, axis: masked.max(axis=axis),
    total=lambda powers, axis: powers.sum(axis=axis),
    logarithm=_of_shares,
)
def keepdims_missing():
    """The maximum or the sum of each row has lost its axis.

    Look at the shapes around `max` and `sum`. A column of row results is needed.

    For logits of shape `(2, 3)` the row sums have shape `(2,)`. To divide row by row they need the shape
    `(2, 1)`.
    """


@replaces(logarithm=lambda masked: masked)
@replaces(logarithm=lambda masked, peak: masked - peak)
def no_softmax():
    """There is no softmax: the logits themselves are taken for logarithms of probabilities.

    Look at what has to be subtracted from a logit. It is the logarithm of a sum over the whole row.

    Logits `[0, 0]`: each probability is 0.5, so the loss is 0.69. The logit alone gives 0.
    """


@replaces(logarithm=lambda powers, total: powers / total)
@replaces(logarithm=lambda powers, total: -powers / total)
@replaces(logarithm=lambda powers, total: powers / total - 1)
def no_logarithm():
    """There is no logarithm: the probabilities themselves are averaged.

    Look at the loss of one position. It is 0 when the probability is 1, and grows without end as it nears 0.

    A target with the probability 0.5 has the loss −log 0.5, which is 0.69.
    """


@alone
@replaces(logarithm=lambda powers, total: powers / total, average=lambda chosen: -np.log(chosen.mean()))
def logarithm_of_the_mean():
    """The logarithm is taken of the mean probability, not of each probability.

    Look at the order of logarithm and mean.

    Probabilities 1 and 0.25: the losses are 0 and 1.39, their mean is 0.69. The mean probability is 0.625,
    and −log 0.625 is 0.47.
    """


def _softmax_again(logs):
    shares = np.exp(logs)
    powers = np.exp(shares)
    return np.log(powers / powers.sum(axis=-1, keepdims=True))


@alone
@replaces(pick=lambda logs, columns: _pick(_softmax_again(logs), columns))
def softmax_twice():
    """Softmax is taken twice.

    Look at what goes into your softmax. It should be the logits, not probabilities.

    Logits `[2, 0]` have the probabilities `[0.88, 0.12]`. Taken for logits once more, these would give
    `[0.68, 0.32]`.
    """


# ---- the mean


@replaces("average")
def sign_flipped(chosen, count):
    """The sign is wrong: the result is negative.

    Look for the minus in front of the logarithm. A probability is at most 1, so its logarithm is at most 0.

    A target with the probability 0.5: log 0.5 is −0.69, and the loss is 0.69.
    """
    return chosen.sum() / count


@replaces(count=lambda: 1)
def not_averaged():
    """The losses are added up, but not averaged.

    Look at your last step. The sum grows with the number of positions.

    Losses `[1, 2]`: the mean should be 1.5. Yours is 3.
    """


@alone
@replaces(count=lambda counted, logs: counted.sum() * logs.shape[1])
@replaces(count=lambda counted, logs: logs.size)
@replaces(count=lambda logs: logs.shape[1])
def divided_by_the_vocabulary():
    """The size of the vocabulary is divided by as well.

    Look at how many numbers your mean runs over. There is one loss for each scored position.

    Two scored positions with the losses 1 and 2: the mean should be 1.5, however many words there are to
    choose from.
    """


@replaces(average=lambda chosen, count: -chosen.sum() / count / np.log(2))
@replaces(average=lambda chosen, count: -chosen.sum() / count / np.log(10))
def other_logarithm():
    """The logarithm has another base: the loss is not in nats.

    Look at the name of your logarithm. Nats belong to the natural one, with base e.

    A target with the probability 0.5: the loss is 0.69 nats. In bits it is 1.
    """


@alone
@replaces(average=lambda chosen, count: np.exp(-chosen.sum() / count))
def perplexity_returned():
    """This is the perplexity: e to the loss.

    Look at your last step. The mean loss itself is asked for.

    A mean loss of 0.69 is a perplexity of 2.
    """


@alone
@replaces(average=lambda chosen: -chosen)
@replaces(average=lambda picked, counted: np.where(counted, -picked, 0.0))
@replaces(average=lambda chosen: chosen)
def one_loss_for_each_position():
    """There is one loss for each position, but a single number is asked for.

    Look at the shape of what you return. The losses still have to be averaged.

    Losses `[1, 2]`: the result should be 1.5.
    """


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    Logits `[[0, 0]]` with the target 1 should give back 0.69. The function gives back `None`.
    """


@changes_input
@family(what=["targets", "logits"])
def changed_in_place(logits, targets, scored, what):
    """An array that was handed in is changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    Somebody calls your function and then uses `targets` again. It should still hold −100 where nothing is
    scored.
    """
    if what == "targets":
        targets[np.equal(scored, 0)] = 0
    else:
        logits -= logits.max(axis=1, keepdims=True)
    return PIPELINE(logits, targets, scored)
