from grader.case import Case

CASES = [
    Case(
        "three words",
        {"L": 3},
        "The smallest table with every kind of cell: the diagonal, one step ahead, two steps ahead.",
        shown=True,
    ),
    Case(
        "two words",
        {"L": 2},
        "One blocked cell: shows at a glance which side of the diagonal it is on.",
        repeats="The smallest case that shows a wrong side, so it is the one the learner sees.",
    ),
    Case(
        "one word",
        {"L": 1},
        "A single word may look at itself; catches code that needs a second row.",
    ),
    Case(
        "five words",
        {"L": 5},
        "Another size, so that a table typed in by hand fails.",
        repeats="One size more against tables typed in.",
    ),
    Case(
        "eight words",
        {"L": 8},
        "A size that no example in the text uses.",
        repeats="One size more against tables typed in.",
    ),
    Case(
        "sixty-seven words",
        {"L": 67},
        "A long sentence: a part of one large table ends somewhere.",
        needed_for=("cut-from-a-fixed-size",),
    ),
]
