"""``:::{shape} id``: the shape of an array to type."""

from __future__ import annotations

from builder.model import ShapeQuestion, Unread
from builder.prose import Prose
from builder.source.answers import split_typed, unread
from builder.source.directive import Directive, Kind
from builder.source.values import parse_shape

_WANTED = "a tuple of whole numbers such as (2, 3), (3,) or ()"


def _read(directive: Directive, prose: Prose) -> ShapeQuestion | Unread:
    prompt, wrong, explanation = split_typed(directive, prose, _plain, f"{_WANTED}, or one whole number")
    if not prompt:
        prose.fault(directive.line, f"{directive} asks nothing: its text is missing")
    text = directive.options.get("answer")
    if not text:
        return unread(directive, wrong)
    answer = parse_shape(text)
    if answer is None:
        line = directive.option_lines["answer"]
        prose.fault(line, f"':answer:' of {directive} must be {_WANTED}, got '{text}'")
        return unread(directive, wrong)
    proof, proof_line = directive.options.get("proof"), directive.option_lines.get("proof", directive.line)
    return ShapeQuestion(
        directive.argument, prompt, answer, proof, wrong, explanation, directive.line, proof_line=proof_line
    )


def _plain(text: str) -> str | None:
    # A learner may take the number of axes or of elements for the shape, so a bare number can be foreseen.
    if text.strip().isascii() and text.strip().isdigit():
        return str(int(text[:18]))
    value = parse_shape(text)
    return None if value is None else str(value)


SHAPE = Kind("shape", _read, "id", required=("answer",), optional=("proof",))
