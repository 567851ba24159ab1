"""The course's terms: where each is defined, and a link from where a level first uses it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from builder.links import Slugs
from builder.model import Course, Level, Term, Text

ADDRESS = "glossary/index.html"

_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"<(/?)([\w-]+)")
_UNREAD = {"a", "code", "pre", "math", "svg", "kbd", "script", "style", "h1", "h2", "h3", "h4", "h5", "h6"}


@dataclass(frozen=True)
class Definition:
    """A term and the level that introduces it; ``anchor`` is its id there and in the glossary."""

    term: Term
    anchor: str
    level: Level


def term_key(form: str) -> str:
    """What two spellings of a term share: ``Causal mask`` and ``causal-mask`` are the same term."""
    return Slugs().make(form)


def anchor_of(term: Term) -> str:
    """The id of a term, on its level's page and in the glossary."""
    return f"term-{term_key(term.term)}"


def terms_of(level: Level) -> list[Term]:
    """The terms that a level defines, in order."""
    return [block for block in level.blocks if isinstance(block, Term)]


def glossary(course: Course) -> list[Definition]:
    """Every term of the course in the order of the alphabet; of two of one name, the first."""
    found: dict[str, Definition] = {}
    for level in course.levels:
        for term in terms_of(level):
            found.setdefault(term_key(term.term), Definition(term, anchor_of(term), level))
    return sorted(found.values(), key=lambda one: one.term.term.casefold())


def link_first_uses(level: Level, definitions: Iterable[Definition], root: str) -> Level:
    """The level with the first use of each term linked to the glossary, which stands under ``root``.

    Only running text counts: no headings, links, code, formulas, asides, and nothing of the skip test. Once
    the level has defined a term itself, it is known.
    """
    waiting = _Waiting(definitions, root)
    blocks = []
    for block in level.blocks:
        if isinstance(block, Term):
            waiting.forget(block)
        blocks.append(replace(block, html=waiting.link(block.html)) if isinstance(block, Text) else block)
    return replace(level, blocks=tuple(blocks))


class _Waiting:
    """The terms that a level has not used yet."""

    def __init__(self, definitions: Iterable[Definition], root: str) -> None:
        self._root = root
        self._anchors = {
            term_key(form): one.anchor for one in definitions for form in (one.term.term, *one.term.also)
        }
        forms = {form for one in definitions for form in (one.term.term, *one.term.also) if form}
        # The longest first: the words "causal mask" are no use of the term "mask".
        named = "|".join(map(_spelt, sorted(forms, key=lambda form: (-len(form), form))))
        self._forms = re.compile(rf"(?<![\w&-])(?:{named})(?![\w-])") if named else None

    def forget(self, term: Term) -> None:
        """The term is known from here on."""
        anchor = anchor_of(term)
        self._anchors = {key: other for key, other in self._anchors.items() if other != anchor}

    def link(self, html: str) -> str:
        """A stretch of text with a link at the first use of each term that still waits."""
        if not self._forms:
            return html
        inside = 0
        made = []
        for place, piece in enumerate(_TAG.split(html)):
            if place % 2:
                tag = _NAME.match(piece)
                if tag and tag[2].lower() in _UNREAD:
                    inside += -1 if tag[1] else 1
                made.append(piece)
            else:
                made.append(piece if inside else self._forms.sub(self._first, piece))
        return "".join(made)

    def _first(self, use: re.Match[str]) -> str:
        anchor = self._anchors.get(term_key(" ".join(use[0].split())))
        if not anchor:
            return use[0]
        self._anchors = {key: other for key, other in self._anchors.items() if other != anchor}
        return f'<a class="term-use" href="{self._root}{ADDRESS}#{anchor}">{use[0]}</a>'


def _spelt(form: str) -> str:
    """A form as text has it: a capital may begin it, a line may end within it."""
    # Alternatives, no set of letters: the capital of some letters is two.
    capital = f"(?:{re.escape(form[0].lower())}|{re.escape(form[0].upper())})"
    rest = re.sub("['’]", "['’]", re.escape(form[1:]).replace(r"\ ", r"\s+"))
    return capital + rest
