"""What the listed answers of every question kind have in common."""

from __future__ import annotations

from collections.abc import Callable

from builder.model import Answer, Unread
from builder.prose import Prose
from builder.source.directive import Directive
from builder.source.items import Item, Listing, listings

FEEDBACK = "say why under it, in a '>' quote indented like its text"


def render_answer(item: Item, value: str, right: bool, prose: Prose) -> Answer:
    """An item as an answer; a single paragraph is rendered without its ``<p>``, to fit into a label."""
    single = len(item.content) == 3 and item.content[0].type == "paragraph_open"
    html = prose.render(item.content[1:2] if single else item.content)
    return Answer(html, value, right, prose.render(item.quote), item.line)


def split_typed(
    directive: Directive, prose: Prose, read: Callable[[str], str | None], wanted: str
) -> tuple[str, tuple[Answer, ...], str]:
    """Prompt, foreseen wrong answers and explanation of a question with a typed answer.

    The foreseen answers are the last list in which every item has a quote; what stands below it is the
    explanation, shown with the right answer. ``read`` gives a value in its one plain spelling.
    """
    found = [listing for listing in listings(directive.body, prose) if _holds_answers(listing, read)]
    if not found:
        return prose.render(directive.body), (), ""
    listing = found[-1]
    prompt = prose.render(directive.body[: listing.start])
    wrong = []
    for item in listing.items:
        if item.box:
            prose.fault(
                item.line, f"the right answer of {directive} stands in ':answer:'; list only wrong ones"
            )
        else:
            wrong.append(_foreseen(directive, prose, item, read, wanted))
    return prompt, tuple(wrong), prose.render(directive.body[listing.end :])


def unread(directive: Directive, wrong: tuple[Answer, ...]) -> Unread:
    """A question with a typed answer of which the right one is not known."""
    proof, proof_line = directive.options.get("proof"), directive.option_lines.get("proof", directive.line)
    return Unread(directive.name, directive.argument, directive.line, proof, proof_line, wrong)


def _holds_answers(listing: Listing, read: Callable[[str], str | None]) -> bool:
    quoted = [item for item in listing.items if item.quote]
    if len(quoted) == len(listing.items):
        return True
    # Quotes under some of a list of values: the others were forgotten.
    return bool(quoted) and all(read(item.text) for item in listing.items)


def _foreseen(
    directive: Directive, prose: Prose, item: Item, read: Callable[[str], str | None], wanted: str
) -> Answer:
    shown, value = item.text[:40], read(item.text)
    if value is None:
        prose.fault(item.line, f"foreseen answer '{shown}' of {directive} must be {wanted}")
    if not item.quote:
        prose.fault(item.line, f"foreseen answer '{shown}' of {directive} has no feedback; {FEEDBACK}")
    return render_answer(item, value or item.text, False, prose)
