"""Where things are on the site, seen from a level's page, and which links an author may write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

LEVEL_FILE = re.compile(r"((?P<number>[A-Za-z]?\d+)-)?(?P<slug>[a-z][a-z0-9-]*)\.md")
ID = re.compile(r"[a-z][a-z0-9-]*")

PRACTICE = "exercises/mechanisms.py"
"""The practice module of a course: the one file of Python that is shipped as it is."""

# The ids that a page has of its own: templates and scripts give them, and no heading may have the same.
_OF_THE_PAGE = re.compile(
    r"text|contents|level-count|keys(-button|-title)?|recap(-title|-words|-state)?|notice|announcer"
    r"|offline(-progress)?|skip-(test|title|state)|problems-title|course-(go|verb|title|words)|(item|test|gate|lab|term|heading)-.*"
)


@dataclass(frozen=True)
class Address:
    """A link taken apart; ``kind`` is one of web, level, heading, image, file, script, unknown."""

    kind: str
    href: str
    file: str = ""
    anchor: str = ""


def slug_of(name: str) -> str | None:
    """``15-masks-and-heads.md`` is the level ``masks-and-heads``; None for a name of another form."""
    match = LEVEL_FILE.fullmatch(name)
    return match["slug"] if match else None


def number_of(name: str) -> str:
    """The number a level's file name begins with, ``15`` or ``N7``; empty if there is none."""
    match = LEVEL_FILE.fullmatch(name)
    return match["number"] or "" if match else ""


def address(target: str) -> Address:
    """What a link written in a level means on that level's page, ``levels/SLUG/index.html``."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return Address("unknown", target)
    path, anchor = unquote(parts.path), unquote(parts.fragment)
    if parts.scheme in {"http", "https", "mailto"}:
        return Address("web", target)
    if parts.scheme in {"javascript", "vbscript", "data"}:
        return Address("script", target)
    if parts.scheme or parts.netloc or parts.query:
        return Address("unknown", target)
    if not path:
        href = f"#{page_id(parts.fragment)}"
        return Address("heading", href, anchor=anchor) if anchor else Address("unknown", target)
    if path.startswith("images/") and ".." not in path:
        return Address("image", f"../../{target}", file=path)
    if path == f"../{PRACTICE}" and not anchor:
        return Address("file", f"../../{PRACTICE}", file=PRACTICE)
    slug = slug_of(path)
    if slug:
        href = f"../{slug}/" + (f"#{page_id(parts.fragment)}" if anchor else "")
        return Address("level", href, file=path, anchor=anchor)
    return Address("unknown", target, file=path)


def page_id(slug: str) -> str:
    """The id of a heading on the level's page; ``#keys`` in a level leads to ``#heading-keys`` there."""
    return f"heading-{slug}" if _OF_THE_PAGE.fullmatch(slug) else slug


class Slugs:
    """Makes heading ids as a repository's page does, each used once."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def make(self, text: str) -> str:
        """``"Masks: who may not look"`` gives ``masks-who-may-not-look``; a repeated one ``…-1``."""
        base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-") or "section"
        slug, count = base, 0
        while slug in self._used:
            count += 1
            slug = f"{base}-{count}"
        self._used.add(slug)
        return slug
