"""Every directive there is; a new one is a module with a ``Kind`` and a name in this list."""

from __future__ import annotations

from builder.source.asides import DEEPER, STUCK
from builder.source.choose import CHOOSE
from builder.source.exercise import EXERCISE
from builder.source.gate import GATE
from builder.source.lab import LAB, TRY
from builder.source.number import NUMBER
from builder.source.recap import RECAP
from builder.source.shape import SHAPE
from builder.source.skip_test import SKIP_TEST
from builder.source.term import TERM

KINDS = {
    kind.name: kind
    for kind in (CHOOSE, NUMBER, SHAPE, EXERCISE, GATE, STUCK, DEEPER, TERM, LAB, TRY, RECAP, SKIP_TEST)
}
