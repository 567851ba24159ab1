"""``:::{number} id``: a number to type, right within a tolerance."""

from __future__ import annotations

import math

from builder.model import NumberQuestion, Unread
from builder.prose import Prose
from builder.source.answers import split_typed, unread
from builder.source.directive import Directive, Kind
from builder.source.values import parse_number, show_number

WHOLE_TOLERANCE = 0.0
RELATIVE_TOLERANCE = 1e-6
PROOF_TOLERANCE = 1e-9


def _read(directive: Directive, prose: Prose) -> NumberQuestion | Unread:
    prompt, wrong, explanation = split_typed(directive, prose, _plain, "a plain number such as 64 or 0.5")
    if not prompt:
        prose.fault(directive.line, f"{directive} asks nothing: its text is missing")
    answer = _option(directive, "answer", prose)
    given = _option(directive, "tolerance", prose)
    if given is not None and given < 0:
        line = directive.option_lines["tolerance"]
        prose.fault(line, f"':tolerance: {given:g}' of {directive} is below zero")
        given = None
    if answer is None:
        return unread(directive, wrong)
    # Where the tolerance cannot be read, no proof can be said to miss it.
    proof_default = math.inf if "tolerance" in directive.options else PROOF_TOLERANCE
    default = WHOLE_TOLERANCE if answer.is_integer() else RELATIVE_TOLERANCE * abs(answer)
    return NumberQuestion(
        directive.argument,
        prompt,
        answer,
        default if given is None else given,
        directive.options.get("proof"),
        wrong,
        explanation,
        directive.line,
        proof_tolerance=proof_default if given is None else given,
        proof_line=directive.option_lines.get("proof", directive.line),
    )


def _plain(text: str) -> str | None:
    value = parse_number(text)
    return None if value is None else show_number(value)


def _option(directive: Directive, name: str, prose: Prose) -> float | None:
    text = directive.options.get(name)
    if not text:
        return None
    value = parse_number(text)
    if value is None:
        line = directive.option_lines[name]
        prose.fault(line, f"':{name}:' of {directive} must be a plain number such as 64 or 0.5, got '{text}'")
    return value


NUMBER = Kind("number", _read, "id", required=("answer",), optional=("tolerance", "proof"))
