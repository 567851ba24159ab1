"""``:::{exercise} id``: where a code exercise stands; its folder is ``exercises/ID/``."""

from __future__ import annotations

from builder.model import Exercise
from builder.prose import Prose
from builder.source.directive import Directive, Kind


def _read(directive: Directive, prose: Prose) -> Exercise:
    return Exercise(directive.argument, prose.render(directive.body), directive.line)


EXERCISE = Kind("exercise", _read, "id")
