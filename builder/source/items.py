"""List items with a quote under them: answers with their feedback, recap lines with what backs them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from builder.prose import Prose, plain_text

_BOX = re.compile(r"\[([ xX])\](?:\s+|$)")


@dataclass(frozen=True)
class Item:
    """A list item: ``box`` is True for ``[x]``, False for ``[ ]``, None without one."""

    content: list[Token]
    quote: list[Token]
    box: bool | None
    text: str
    line: int


@dataclass(frozen=True)
class Listing:
    """A list at the top of a body; ``start`` and ``end`` are its place among the body's tokens."""

    items: tuple[Item, ...]
    start: int
    end: int


def listings(body: Sequence[Token], prose: Prose) -> list[Listing]:
    """Every list that stands by itself in a body, in order."""
    found, start = [], 0
    for index, token in enumerate(body):
        if token.level == 0 and token.type in {"bullet_list_open", "ordered_list_open"}:
            start = index
        elif token.level == 0 and token.type in {"bullet_list_close", "ordered_list_close"}:
            found.append(Listing(tuple(_items(body[start + 1 : index], prose)), start, index + 1))
    return found


def _items(tokens: Sequence[Token], prose: Prose) -> list[Item]:
    found, start = [], 0
    for index, token in enumerate(tokens):
        if token.level == 1 and token.type == "list_item_open":
            start = index
        elif token.level == 1 and token.type == "list_item_close":
            line = (tokens[start].map or [0])[0] + 1
            found.append(_item(tokens[start + 1 : index], line, prose))
    return found


def _item(tokens: Sequence[Token], line: int, prose: Prose) -> Item:
    content: list[Token] = []
    quote: list[Token] = []
    inside = False
    for token in tokens:
        if token.level == 2 and token.type == "blockquote_open":
            inside = True
        elif token.level == 2 and token.type == "blockquote_close":
            inside = False
        else:
            (quote if inside else content).append(token)
    box = _take_box(content, prose)
    text = " ".join(plain_text(token) for token in content if token.type == "inline")
    return Item(content, quote, box, text, line)


def _take_box(content: list[Token], prose: Prose) -> bool | None:
    if len(content) < 2 or content[0].type != "paragraph_open":
        return None
    inline = content[1]
    match = _BOX.match(inline.content)
    if not match:
        return None
    inline.content = inline.content[match.end() :]
    inline.children = []
    prose.parser.inline.parse(inline.content, prose.parser, prose.env, inline.children)
    return match[1] != " "
