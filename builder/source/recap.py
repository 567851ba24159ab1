"""``:::{recap}``: what the level gave, under three headings."""

from __future__ import annotations

import re
from dataclasses import replace

from builder.errors import did_you_mean, near_miss
from builder.links import ID
from builder.model import Recap, RecapLine
from builder.prose import Prose, plain_text
from builder.source.directive import Directive, Kind
from builder.source.gate import split_ids, split_names
from builder.source.items import Item, listings

_MISTAKE = re.compile(f"{ID.pattern}/{ID.pattern}")

PARTS = {"you can now": "can_now", "keep in mind": "keep_in_mind", "common mistakes": "common_mistakes"}


def _read(directive: Directive, prose: Prose) -> Recap:
    lines: dict[str, list[RecapLine]] = {part: [] for part in PARTS}
    headings_known = True
    for heading, item in _by_heading(directive, prose):
        part = heading if heading in lines else near_miss(heading, lines)
        headings_known = headings_known and part == heading
        # Also what stands under a heading that nobody knows is read, so that its faults show.
        line = _line(item, part, prose)
        if part:
            lines[part].append(line)
    for part, found in lines.items():
        if not found and headings_known:
            prose.fault(directive.line, f"recap has no list under '### {part.capitalize()}'")
    return Recap(line=directive.line, **{PARTS[part]: tuple(found) for part, found in lines.items()})


def _by_heading(directive: Directive, prose: Prose) -> list[tuple[str, Item]]:
    lists = {listing.start: listing for listing in listings(directive.body, prose)}
    found: list[tuple[str, Item]] = []
    current, skip_until = "", 0
    for index, token in enumerate(directive.body):
        line = (token.map or [0])[0] + 1
        if index < skip_until:
            continue
        if token.type == "heading_open":
            current = _heading(plain_text(directive.body[index + 1]), line, prose)
            if token.tag not in {"h1", "h2", "h3"}:
                prose.fault(line, f"recap headings are written '###', got '{token.markup}'")
            skip_until = index + 3
        elif index in lists:
            skip_until = lists[index].end
            if current:
                found += [(current, item) for item in lists[index].items]
            else:
                prose.fault(line, "recap has a list above its first heading, '### You can now'")
                prose.render(directive.body[index:skip_until])
        elif token.level == 0 and token.map:
            prose.fault(line, "recap holds three '###' headings with a list under each, and no other text")
    return found


def _heading(text: str, line: int, prose: Prose) -> str:
    name = text.lower()
    if name in PARTS:
        return name
    prose.fault(line, f"unknown recap heading '{text}'{did_you_mean(name, PARTS)}")
    return name or "?"


def _line(item: Item, part: str, prose: Prose) -> RecapLine:
    html = prose.render(item.content[1:2] if len(item.content) == 3 else item.content)
    if item.quote and part == "keep in mind":
        said = "a quote stands only under a 'You can now' line, with ids, or under a 'Common mistakes' line"
        prose.fault(item.line, said)
    quoted = [token for token in item.quote if token.type == "inline"]
    named = ", ".join(plain_text(token).removesuffix(",") for token in quoted)
    place = ((quoted[0].map if quoted else None) or [item.line - 1])[0] + 1
    line = RecapLine(html, (), item.line)
    if quoted and part == "you can now":
        return replace(line, backed_by=split_ids(named, place, "quote under a 'You can now' line", prose))
    if quoted and part == "common mistakes":
        return replace(line, prepares_for=_mistakes(named, place, prose))
    return line


def _mistakes(text: str, line: int, prose: Prose) -> tuple[str, ...]:
    """The mistakes of ``exercise/mistake, exercise/mistake``; anything else is a fault."""
    what, wanted = "quote under a 'Common mistakes' line", "write 'exercise/mistake', with commas between"
    return split_names(text, line, what, _MISTAKE, f"is no mistake of an exercise; {wanted}", prose)


RECAP = Kind("recap", _read, "none")
