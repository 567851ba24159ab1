"""``:::{skip-test}``: every question and exercise below its line is an item of the test."""

from __future__ import annotations

from builder.model import Block, SkipTest
from builder.prose import Prose
from builder.source.directive import Directive, Kind

ALLOWED = frozenset({"choose", "number", "shape", "exercise", "stuck", "deeper"})


def _read(directive: Directive, prose: Prose) -> SkipTest:
    return SkipTest(prose.render(directive.body), (), directive.line)


def fill(test: SkipTest, blocks: list[Block]) -> SkipTest:
    """The test with everything that stands below its line."""
    return SkipTest(test.intro_html, tuple(blocks), test.line)


SKIP_TEST = Kind("skip-test", _read, "none")
