from grader.case import Case


def _call(B, H, T, itemsize):
    return {"B": B, "H": H, "T": T, "itemsize": itemsize}


CASES = [
    Case("three words", _call(1, 2, 3, 8), "Small enough to count: two tables of nine cells.", shown=True),
    Case("twice as many words", _call(1, 2, 6, 8), "Twice the words take four times the bytes.", shown=True),
    Case("one word", _call(1, 1, 1, 4), "A single score."),
    Case(
        "two sentences",
        _call(2, 3, 5, 4),
        "Every sentence of the batch has its own tables.",
        repeats="An answer that forgets the batch is shown these small numbers.",
    ),
    Case("one byte for a number", _call(3, 2, 4, 1), "Where a number takes one byte, cells and bytes agree."),
    Case(
        "very wide numbers",
        _call(3, 5, 47, 65537),
        "2171568495 bytes: more than a whole number of 32 bits can hold, and more digits than float32 has.",
        needed_for=("overflows-32-bits",),
    ),
    Case("a longer text", _call(3, 12, 128, 2), "Sizes as in a small model."),
]
