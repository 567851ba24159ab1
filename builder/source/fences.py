"""Colon fences: how directives stand in Markdown, and every way to get them wrong."""

from __future__ import annotations

import re
from collections.abc import Collection

from markdown_it import MarkdownIt
from markdown_it.rules_block.fence import make_fence_rule
from markdown_it.rules_block.state_block import StateBlock
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from builder.errors import near_miss
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
    parser.block.ruler.before(
        "fence", "directive", _directive, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser


_colon_fence = make_fence_rule(
    markers=(":",), exact_match=True, token_type="directive", disallow_marker_in_info=()
)


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A colon fence; spaces before its opening line are taken from its body only where all of it has them.

    Markdown takes them from every line that has any, so that a quote would slip out from under its answer.
    """
    if not _colon_fence(state, start, end, silent):
        return False
    if not silent and state.sCount[start] > state.blkIndent:
        token = state.tokens[-1]
        last = state.line - 1 if _closed(token) else state.line
        lines = [line for line in range(start + 1, last) if not state.isEmpty(line)]
        if any(state.sCount[line] < state.sCount[start] for line in lines):
            token.content = state.getLines(start + 1, last, state.blkIndent, True)
    return True


def check_fence(token: Token, deepest: int, names: Collection[str], outer: Token | None = None) -> None:
    """Raise ``FenceFault`` if a token is, or hides, a misplaced fence inside the directive ``outer``.

    ``names`` are those of the directives that there are.
    """
    if not token.map:
        return
    line = token.map[0] + 1
    match token.type:
        case "directive":
            _check_directive(token, line, names, outer)
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


def _check_directive(token: Token, line: int, names: Collection[str], outer: Token | None) -> None:
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
        raise FenceFault(
            line, f"'{shown}' is no directive; write '{token.markup}{_meant(token.info, names)}'"
        )
    if not _closed(token):
        raise FenceFault(line, f"'{shown}' is not closed: no line '{token.markup}' follows")


def _meant(info: str, names: Collection[str]) -> str:
    """What should stand behind the colons, where a directive's name is in there."""
    braced = re.fullmatch(r"\s*\{([\w-]+)\}(.*)", info)
    loose = re.fullmatch(r"[\W_]*([A-Za-z][\w-]*)[\s}\])>'\"]*(.*?)[\s}\])>'\"]*", info)
    match = braced or loose
    name = near_miss(match[1].lower(), names) if match else ""
    return f"{{{name}}} {match[2].strip()}".strip() if match and name else "{name}"


def _closed(token: Token) -> bool:
    """A fence maps its opening line, its content and, only if it is there, its closing line."""
    assert token.map
    return token.map[1] - token.map[0] == token.content.count("\n") + 2
