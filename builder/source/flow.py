"""Running text: what stands between directives, and in asides; run blocks are cut out of it."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token

from builder.highlight import highlight
from builder.model import Passage, RunBlock, Text
from builder.prose import Prose

RUN = {"python run": False, "python run error": True}
"""The info strings of executed blocks: must the code raise an error?"""


def read_flow(tokens: Sequence[Token], prose: Prose) -> list[Text | RunBlock]:
    """Text and run blocks in order."""
    found: list[Text | RunBlock] = []
    waiting: list[Token] = []
    for token in tokens:
        info = " ".join(token.info.split())
        if token.type == "fence" and token.level == 0 and info in RUN:
            found += _text(waiting, prose)
            waiting = []
            line = (token.map or [0])[0] + 1
            prose.code.append(Passage(token.content, line + 1))
            found.append(RunBlock(token.content, highlight(token.content, "python"), RUN[info], line))
        else:
            waiting.append(token)
    return found + _text(waiting, prose)


def _text(tokens: Sequence[Token], prose: Prose) -> list[Text | RunBlock]:
    html = prose.render(tokens)
    lines = [token.map[0] + 1 for token in tokens if token.map]
    return [Text(html, min(lines))] if html and lines else []
