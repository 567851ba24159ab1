"""Colon fences: how directives stand in Markdown, and every way to get them wrong."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block.fence import make_fence_rule
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from builder.prose import make_parser

_CONTAINERS = {"list_item_open", "blockquote_open"}


class FenceFault(Exception):
    """A fence that leaves open what the rest of the file means; reading stops there."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def level_parser() -> MarkdownIt:
    """The prose parser that also knows front matter and directives."""
    parser = make_parser().use(front_matter_plugin)
    rule = make_fence_rule(
        markers=(":",), exact_match=True, token_type="directive", disallow_marker_in_info=()
    )
    parser.block.ruler.before(
        "fence", "directive", rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser


def check_fence(token: Token, deepest: int, outer: Token | None = None) -> None:
    """Raise ``FenceFault`` if a token is, or hides, a misplaced fence inside the directive ``outer``."""
    if not token.map:
        return
    line = token.map[0] + 1
    match token.type:
        case "directive":
            _check_directive(token, line, outer)
        case "fence" if not _closed(token):
            end = f"; the directive ends in line {outer.map[1]}" if outer and outer.map else ""
            hint = ". If the code holds ':::', open the directive with '::::'" if outer else ""
            raise FenceFault(line, f"code fence '{token.markup}{token.info}' is not closed{end}{hint}")
        case "code_block":
            _check_lines(token.content.split("\n"), line, "is indented by four spaces, so it is code")
        case "inline":
            # A first line is no text when it begins with a fence; a table's cell has one line only.
            _check_lines(token.content.split("\n")[1:], line + 1, "is indented by four spaces, so it is text")
            for offset, text in enumerate(token.content.split("\n")):
                if re.match(r"\s*::?\{[a-z-]+\}", text):
                    said = f"'{text.strip()[:40]}': a directive begins with three colons"
                    raise FenceFault(line + offset, said)
        case kind if kind in _CONTAINERS and token.level >= deepest - 1:
            raise FenceFault(line, "lists and quotes are nested too deeply here; at most nine levels")


def _check_lines(lines: list[str], first: int, why: str) -> None:
    for offset, text in enumerate(lines):
        if text.lstrip().startswith(":::"):
            raise FenceFault(first + offset, f"fence '{text.strip()[:40]}' {why}; move it to the left")


def _check_directive(token: Token, line: int, outer: Token | None) -> None:
    shown = f"{token.markup}{token.info}".strip()[:60]
    if outer and outer.map:
        opening = f"{outer.markup}{outer.info}".strip()[:60]
        if token.info.strip():
            said = f"'{opening}' holds '{shown}' (line {line}); directives do not nest, close it first"
        elif len(token.markup) != len(outer.markup):
            said = f"'{opening}' is not closed by '{shown}' (line {line}): the numbers of colons differ"
        else:
            said = f"'{opening}' holds '{shown}' (line {line}), which closes nothing"
        raise FenceFault(outer.map[0] + 1, said)
    if not token.info.strip():
        raise FenceFault(line, f"'{shown}' closes nothing: no directive is open here")
    if token.level:
        raise FenceFault(line, f"'{shown}' stands in a list or a quote; a directive stands by itself")
    if not token.info.startswith("{") or "}" not in token.info:
        raise FenceFault(line, f"'{shown}' is no directive; write '{token.markup}{{name}}'")
    if not _closed(token):
        raise FenceFault(line, f"'{shown}' is not closed: no line '{token.markup}' follows")


def _closed(token: Token) -> bool:
    """A fence maps its opening line, its content and, only if it is there, its closing line."""
    assert token.map
    return token.map[1] - token.map[0] == token.content.count("\n") + 2
