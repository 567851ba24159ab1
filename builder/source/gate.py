"""``:::{gate}``: a line in the road; what follows waits for the ids in ``:needs:``."""

from __future__ import annotations

from builder.links import ID
from builder.model import Gate
from builder.prose import Prose
from builder.source.directive import Directive, Kind


def split_ids(text: str, line: int, what: str, prose: Prose) -> tuple[str, ...]:
    """The ids of ``a, b``; anything else between the commas is a fault."""
    found: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if not ID.fullmatch(part):
            prose.fault(line, f"{what}: '{part}' is no id; write ids with commas between: 'a, b'")
        elif part in found:
            prose.fault(line, f"{what}: '{part}' is listed twice")
        else:
            found.append(part)
    return tuple(found)


def _read(directive: Directive, prose: Prose) -> Gate:
    needs = directive.options.get("needs")
    line = directive.option_lines.get("needs", directive.line)
    return Gate(split_ids(needs, line, "':needs:' of gate", prose) if needs else (), directive.line)


GATE = Kind("gate", _read, "none", required=("needs",), body=False)
