"""How likely somebody who only guesses is to answer an item rightly, counted from the item itself."""

from __future__ import annotations

from fractions import Fraction

from builder.layout import Graded
from builder.model import ChooseQuestion, NumberQuestion, ShapeQuestion


def guess_chance(item: Graded) -> Fraction:
    """The chance of one guess at an item.

    One of n answers is 1/n. Where several are right the guesser is told so, and picks one of the sets of two
    or more. A number or a shape is guessed among the right answer and the wrong ones that the author foresaw:
    somebody without a candidate of any kind does worse. Nobody guesses a function: an exercise counts as 1
    here, so that a test must hold without it.
    """
    if isinstance(item, ChooseQuestion):
        count = len(item.answers)
        return Fraction(1, 2**count - count - 1) if item.multiple else Fraction(1, count)
    if isinstance(item, NumberQuestion | ShapeQuestion):
        return Fraction(1, 1 + len(item.wrong))
    return Fraction(1)
