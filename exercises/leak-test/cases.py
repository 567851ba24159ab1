import numpy as np

from grader.case import Case, Subject

# The seeds are chosen so that each leak moves some number by more than 0.05 when the future changes by 1.
FIVE = np.random.default_rng(216).normal(0, 1, (5, 3)).round(1)
SEVEN = np.random.default_rng(15).normal(0, 1, (7, 3)).round(1)
TWO = FIVE[:2]
ZEROS = np.vstack([FIVE[:1], np.zeros((4, 3))])


def _case(name, subject, about, X=FIVE, **more):
    return Case(name, {"attend": Subject(subject), "X": X}, about, **more)


CASES = [
    _case("a causal head", "causal_head", "Nothing leaks.", shown=True),
    _case("no mask", "no_mask", "Everything leaks.", shown=True),
    _case("one word", "causal_head", "A single word has no future.", X=FIVE[:1]),
    _case(
        "two words, a causal head",
        "causal_head",
        "The smallest table with a future.",
        X=TWO,
        repeats="The only table of two words in which nothing leaks.",
    ),
    _case("two words, no mask", "no_mask", "Only word 0 can look ahead.", X=TWO),
    _case("a wrong scale", "wrong_scale", "Wrong, but nothing leaks."),
    _case("one mean for the whole table", "one_mean_for_all", "Only the last digits change."),
    _case(
        "one maximum for the whole table",
        "one_maximum_for_all",
        "Only the last digits change.",
    ),
    _case(
        "a strict triangle",
        "strict_triangle",
        "Row 0 is zeros, whatever comes.",
    ),
    _case(
        "a strict triangle with nan",
        "strict_triangle_with_nan",
        "Row 0 is `nan` before and after.",
        needed_for=("nan-counts-as-a-change",),
    ),
    _case("word by word", "word_by_word", "What lies ahead is never touched, so `nan` there cannot spread."),
    _case("the mean of the past", "mean_of_the_past", "A row does not even depend on its own word."),
    _case("a window of two words", "window_of_two", "Nothing leaks, and little is seen."),
    _case("centred over the past", "centred_over_the_past", "The mean holds no later word."),
    _case("every word for itself", "every_word_for_itself", "Nothing leaks, and nothing is mixed."),
    _case(
        "seven words, a causal head",
        "causal_head",
        "Another length.",
        X=SEVEN,
        repeats="The only table of more than five words in which nothing leaks.",
    ),
    _case(
        "shares without a mask", "shares_without_mask", "Leaks, and no sum moves.", needed_for=("only-sums",)
    ),
    _case("mask transposed", "mask_transposed", "Leaks, and the past is hidden."),
    _case(
        "one step ahead",
        "one_step_leak",
        "Every row leaks, but from one word only.",
    ),
    _case("two steps ahead", "two_steps_ahead", "Leaks, but the next word is hidden."),
    _case("masked after softmax", "masked_after_softmax", "Leaks without a weight on a later word."),
    _case(
        "a blocked score of 0",
        "blocked_score_zero",
        "The later value counts, not its score.",
    ),
    _case("softmax over the queries", "softmax_over_queries", "Leaks without a weight on a later word."),
    _case("centred over all words", "centred_over_all", "Leaks before the attention begins."),
    _case("an empty row sees all", "empty_row_sees_all", "Only row 0 leaks, but from every word."),
    _case("the last word is hidden", "last_word_hidden", "Leaks, but not from the last word."),
    _case("pairs from the first", "pairs_from_the_first", "No leak crosses the cut before word 2 or 4."),
    _case("pairs from the second", "pairs_from_the_second", "No leak crosses the cut before word 1 or 3."),
    _case("word 0 looks ahead", "word_0_looks_ahead", "Leaks across the first cut only."),
    _case("word 1 looks ahead", "word_1_looks_ahead", "Leaks across the second cut only."),
    _case("word 2 looks ahead", "word_2_looks_ahead", "Leaks across the third cut only."),
    _case("word 0 sees the last", "first_sees_last", "One word leaks, from far away."),
    _case(
        "seven words, the last but one looks ahead",
        "last_but_one_looks_ahead",
        "The last of six.",
        X=SEVEN,
    ),
    _case("leak into column 0", "leak_into_column_0", "Column 1 of the result does not move."),
    _case("leak into column 1", "leak_into_column_1", "Column 0 of the result does not move."),
    _case("leak from column 0", "mean_of_column_0", "Only column 0 of the later words counts."),
    _case("leak from column 1", "mean_of_column_1", "Only column 1 of the later words counts."),
    _case(
        "layer norm without a mask",
        "no_mask_after_layer_norm",
        "Adding the same to a whole word moves nothing.",
    ),
    _case(
        "unit length without a mask",
        "no_mask_after_unit_length",
        "A longer word in the same direction moves nothing.",
    ),
    _case("words of zeros, no mask", "no_mask", "Whatever 0 is multiplied by, it stays 0.", X=ZEROS),
    _case(
        "words of zeros, a causal head",
        "causal_head",
        "Zeros ahead, and nothing leaks.",
        X=ZEROS,
        repeats="The only table with words of zeros in which nothing leaks.",
    ),
    _case(
        "a faint leak",
        "faint_leak",
        "Later words keep a weight of 0.00005.",
        probe="A faint leak slips through your test: blocked scores of −10 leave each later word a weight of "
        "about 0.00005. Change the future more, or allow for less.",
    ),
    _case(
        "nan beside a leak",
        "leak_beside_nan",
        "Row 0 is nan, and all other rows leak.",
        probe="Where a row is `nan`, your test misses a leak in the other rows: a maximum or a sum with nan "
        "in it is nan, and `nan > 0` is False.",
    ),
]
