"""``:::{stuck} title`` and ``:::{deeper} title``: text that opens on demand, run blocks included."""

from __future__ import annotations

from builder.model import Aside
from builder.prose import Prose
from builder.source.directive import Directive, Kind
from builder.source.flow import read_flow


def _read(directive: Directive, prose: Prose) -> Aside:
    title = prose.render_line(directive.argument, directive.line)
    blocks = tuple(read_flow(directive.body, prose))
    if not blocks:
        prose.fault(directive.line, f"{directive} is empty")
    return Aside(directive.name, title, blocks, directive.line)


STUCK = Kind("stuck", _read, "title")
DEEPER = Kind("deeper", _read, "title")
