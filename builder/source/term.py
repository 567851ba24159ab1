"""``:::{term} causal mask``: a term, its other forms, and one or two sentences that say what it means."""

from __future__ import annotations

import re

from markdown_it.token import Token

from builder.model import Term
from builder.prose import Prose, plain_text
from builder.source.directive import Directive, Kind

LONGEST = 60
"""Words in a definition: two sentences of thirty."""

_WORDS = re.compile(r"[^\W_][\w'’ -]*")
_BEYOND = {"link_open": "link", "image": "image"}


def _read(directive: Directive, prose: Prose) -> Term:
    line = directive.line
    term = " ".join(directive.argument.split())
    if term and not _WORDS.fullmatch(term):
        prose.fault(line, f"{directive} must be plain words: letters, digits, spaces and hyphens")
    html = _definition(directive, prose)
    return Term(term, _other_forms(directive, prose), html, line)


def _other_forms(directive: Directive, prose: Prose) -> tuple[str, ...]:
    text, line = directive.options.get("also", ""), directive.option_lines.get("also", directive.line)
    forms = [" ".join(form.split()) for form in text.split(",")] if text else []
    for form in forms:
        if not _WORDS.fullmatch(form):
            said = f"':also:' of {directive}: '{form}' must be plain words, with commas between the forms"
            prose.fault(line, said)
    return tuple(forms)


def _definition(directive: Directive, prose: Prose) -> str:
    body, line = directive.body, directive.line
    if not body:
        prose.fault(line, f"{directive} is not defined: its text is missing")
        return ""
    if [token.type for token in body] != ["paragraph_open", "inline", "paragraph_close"]:
        prose.fault(line, f"{directive} holds one paragraph of text and nothing else")
        return prose.render(body)
    text = body[1]
    words = len(plain_text(text).split())
    if words > LONGEST:
        prose.fault(line, f"{directive} is defined in {words} words; at most {LONGEST}: one or two sentences")
    for kind in _inside(text) & _BEYOND.keys():
        prose.fault(line, f"{directive} holds no {_BEYOND[kind]}: the glossary shows it on a page of its own")
    return prose.render([text])


def _inside(inline: Token) -> set[str]:
    return {child.type for child in inline.children or []}


TERM = Kind("term", _read, "term", optional=("also",))
