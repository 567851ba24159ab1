"""``:::{lab} name`` and ``:::{try} id``: something to move, and a task in it."""

from __future__ import annotations

from builder.links import ID
from builder.model import Lab, Try
from builder.prose import Prose
from builder.source.directive import Directive, Kind


def _read_lab(directive: Directive, prose: Prose) -> Lab:
    options = dict(directive.options)
    lab_id = options.pop("id", directive.argument)
    if lab_id and not ID.fullmatch(lab_id):
        line = directive.option_lines.get("id", directive.line)
        prose.fault(line, f"lab id '{lab_id}' must be small letters a-z, digits and hyphens, a letter first")
    return Lab(lab_id, directive.argument, options, directive.line, directive.option_lines)


def _read_try(directive: Directive, prose: Prose) -> Try:
    prompt = prose.render(directive.body)
    if not prompt:
        prose.fault(directive.line, f"{directive} asks nothing: its text is missing")
    state = directive.options.get("state", "")
    for part in state.split():
        name, sign, value = part.partition("=")
        if not (name and sign and value):
            line = directive.option_lines["state"]
            wanted = "NAME=VALUE, such as 'causal=off pad=3,4'"
            prose.fault(line, f"':state:' of {directive}: '{part}' must be {wanted}")
    line = directive.option_lines.get("state", directive.line)
    return Try(directive.argument, directive.options.get("lab", ""), state, prompt, directive.line, line)


LAB = Kind("lab", _read_lab, "name", optional=("id",), any_option=True, body=False)
TRY = Kind("try", _read_try, "id", required=("lab", "state"))
