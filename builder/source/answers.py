"""What the listed answers of every question kind have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markdown_it.token import Token

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

    The foreseen answers are the last list in which every item has a quote, or the last list of values; what
    stands below it is the explanation, shown with the right answer. ``read`` gives a value in its one plain
    spelling.
    """
    lists = _answer_lists(directive, prose, read)
    if not lists:
        return prose.render(directive.body), (), ""
    place = lists[0][0].start
    prompt = prose.render(directive.body[:place])
    wrong = []
    for listing, end in lists:
        # What stands between lists that slipped quotes have parted is read for its faults alone.
        prose.render(directive.body[place : listing.start])
        if quoteless := _quoteless(listing, end):
            said = f"'{listing.items[0].text[:40]}' and what is listed with it in {directive} lacks feedback"
            prose.fault(listing.items[0].line, f"{said}; {quoteless}")
        for item in listing.items:
            told = bool(quoteless) or (end > listing.end and item is listing.items[-1])
            wrong.append(_foreseen(directive, prose, item, read, wanted, told))
        if end > listing.end:
            line = (directive.body[listing.end].map or [0])[0] + 1
            under = f"foreseen answer '{listing.items[-1].text[:40]}' of {directive}"
            prose.fault(line, f"quote at the left edge below {under}; indent it like its text")
            prose.render(directive.body[listing.end : end])
        place = end
    return prompt, tuple(one for one in wrong if one), prose.render(directive.body[place:])


def unread(directive: Directive, wrong: tuple[Answer, ...]) -> Unread:
    """A question with a typed answer of which the right one is not known."""
    proof, proof_line = directive.options.get("proof"), directive.option_lines.get("proof", directive.line)
    return Unread(directive.name, directive.argument, directive.line, proof, proof_line, wrong)


def _answer_lists(
    directive: Directive, prose: Prose, read: Callable[[str], str | None]
) -> list[tuple[Listing, int]]:
    """The lists of foreseen answers, each with the place among the tokens where it and its quotes end."""
    listed = listings(directive.body, prose)
    holding = [(one, one.end) for one in listed if _holds_answers(one, read)]
    slipped = [(one, end) for one in listed if (end := _slipped_end(one, directive.body, read))]
    if slipped:
        own = [(one, end) for one, end in holding if one not in [other for other, _ in slipped]]
        return sorted([*slipped, *own], key=lambda pair: pair[0].start)
    # Values with no quote at all: their quotes were forgotten.
    return (holding or [(one, one.end) for one in listed if _all_values(one, read)])[-1:]


def _holds_answers(listing: Listing, read: Callable[[str], str | None]) -> bool:
    quoted = [item for item in listing.items if item.quote]
    if len(quoted) == len(listing.items):
        return True
    # Quotes under some of a list of values: the others were forgotten.
    return bool(quoted) and _all_values(listing, read)


def _all_values(listing: Listing, read: Callable[[str], str | None]) -> bool:
    return all(read(item.text) is not None for item in listing.items)


def _slipped_end(listing: Listing, body: Sequence[Token], read: Callable[[str], str | None]) -> int:
    """Where the quote ends that stands at the left edge below a list of answers; 0 where there is none."""
    if listing.end == len(body) or body[listing.end].type != "blockquote_open":
        return 0
    last = listing.items[-1]
    above = max((token.map[1] for token in (*last.content, *last.quote) if token.map), default=0)
    close = above == (body[listing.end].map or [0])[0]
    if not close and (last.quote or not _all_values(listing, read)):
        return 0
    ends = (i for i, token in enumerate(body) if token.level == 0 and token.type == "blockquote_close")
    return next(end for end in ends if end > listing.end) + 1


def _quoteless(listing: Listing, end: int) -> str:
    """What to do about values none of which has a quote; empty where one has, or where one slipped."""
    if end > listing.end or any(item.quote or item.box for item in listing.items):
        return ""
    return f"{FEEDBACK}; values that belong to the question itself stand in a line of text"


def _foreseen(
    directive: Directive,
    prose: Prose,
    item: Item,
    read: Callable[[str], str | None],
    wanted: str,
    told: bool,
) -> Answer | None:
    """A foreseen answer; ``told``: that it has no feedback was said already."""
    if item.box:
        said = f"the right answer of {directive} stands in ':answer:'; list only wrong ones"
        prose.fault(item.line, said)
        return None
    shown, value = item.text[:40], read(item.text)
    if value is None:
        prose.fault(item.line, f"foreseen answer '{shown}' of {directive} must be {wanted}")
    if not item.quote and not told:
        prose.fault(item.line, f"foreseen answer '{shown}' of {directive} has no feedback; {FEEDBACK}")
    return render_answer(item, value or item.text, False, prose)
