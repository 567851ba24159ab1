"""``:::{gate}``: a line in the road; what follows waits for the ids in ``:needs:``."""

from __future__ import annotations

import re

from builder.links import ID
from builder.model import Gate
from builder.prose import Prose
from builder.source.directive import Directive, Kind


def split_ids(text: str, line: int, what: str, prose: Prose) -> tuple[str, ...]:
    """The ids of ``a, b``; anything else between the commas is a fault."""
    return split_names(text, line, what, ID, "is no id; write ids with commas between: 'a, b'", prose)


def split_names(
    text: str, line: int, what: str, form: re.Pattern[str], wanted: str, prose: Prose
) -> tuple[str, ...]:
    """The names between the commas, each of one form; any other, and a repeated one, is a fault."""
    found: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if not form.fullmatch(part):
            prose.fault(line, f"{what}: '{part}' {wanted}")
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
