"""Every page of the built site: no link that leads nowhere, light to load, and nothing that axe finds."""

from __future__ import annotations

import functools
import gzip
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from builder.layout import graded
from builder.source import read_course
from tests.browser.conftest import Visit
from tests.browser.course_answers import ROOT
from tests.browser.static_site import SUB_PATH, StaticSite
from tests.browser.test_accessibility import problems

DIST = ROOT / "dist"
PASS_ALL = """ids => {
  for (const id of ids) localStorage.setItem(`lookahead:1:lookahead:progress:${id}`, '"passed"');
}"""
LIGHT = 100_000
"""Bytes of a page's HTML, styles and scripts before an editor opens, compressed."""


@dataclass
class Page(HTMLParser):
    """What a page refers to, and the places it has."""

    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := values.get(name))]
        self.ids |= {value for name in ("id",) if (value := values.get(name))}

    handle_startendtag = handle_starttag


@functools.cache
def page_of(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def pages() -> list[Path]:
    return sorted(DIST.rglob("*.html"))


def fault(path: Path, link: str) -> str:
    """Why a link on a page leads nowhere; empty for one that does not, or that leaves the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    place = "/" + path.relative_to(DIST).as_posix()
    target = unquote(urlsplit(urljoin(place, link)).path)
    file = DIST / target.lstrip("/")
    file = file / "index.html" if file.is_dir() or target.endswith("/") else file
    if not file.is_file():
        return f"{place}: '{link}' leads to no file"
    if parts.fragment and file.suffix == ".html" and unquote(parts.fragment) not in page_of(file).ids:
        return f"{place}: '{link}' leads to no place on that page"
    return ""


def test_no_link_of_any_page_is_dead(site: StaticSite) -> None:
    del site
    page_of.cache_clear()
    found = [said for path in pages() for link in page_of(path).links if (said := fault(path, link))]
    assert found == []
    assert sum(len(page_of(path).links) for path in pages()) > 200, "the reader of links sees too few"


def test_the_reader_sees_a_dead_link(site: StaticSite) -> None:
    del site
    page = DIST / "index.html"
    assert "leads to no file" in fault(page, "levels/nosuch/")
    assert "leads to no place" in fault(page, "glossary/#term-nosuch")
    assert fault(page, "https://example.com/") == fault(page, "#text") == ""


def test_every_page_is_light_before_an_editor_opens(visit: Visit) -> None:
    """What a page asks for by itself at the top of its text, its labs' scripts included."""
    learner = visit("")
    heavy = {}
    for path in pages():
        learner.requests.clear()
        learner.page.goto(learner.site.base + path.relative_to(DIST).as_posix(), wait_until="networkidle")
        asked = {unquote(urlsplit(one).path).removeprefix(SUB_PATH) for one in learner.requests}
        files = [DIST / one for one in asked if one.endswith((".html", ".js", ".css"))]
        assert not [file for file in files if file.name.startswith("editor")], "an editor has opened"
        assert path in files
        assert len(files) >= 2 or path.name == "404.html"
        size = sum(len(gzip.compress(file.read_bytes(), 9, mtime=0)) for file in files)
        if size >= LIGHT:
            heavy[path.relative_to(DIST).as_posix()] = size
    assert heavy == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(visit: Visit, scheme: Any) -> None:
    """As a newcomer finds it, and with all of it open, as one who has cleared every level does."""
    learner = visit("", color_scheme=scheme)
    addresses = [path.relative_to(DIST).as_posix() for path in pages()]
    found = [f"{address}: {one}" for address in addresses for one in _problems(learner, address)]
    learner.page.evaluate(
        PASS_ALL,
        [item.id for level in read_course(ROOT)[0].levels for item in graded(level.blocks, skip=False)],
    )
    levels = [address for address in addresses if address.startswith("levels/") or address == "index.html"]
    found += [f"{address}, cleared: {one}" for address in levels for one in _problems(learner, address)]
    assert found == []


def _problems(learner: Any, address: str) -> list[str]:
    learner.open(address.removesuffix("index.html"))
    learner.page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
    return problems(learner)


def test_the_page_for_what_is_not_there_is_styled_without_any_file(visit: Visit) -> None:
    learner = visit("404.html")
    assert learner.page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") == "624px"
    assert learner.requests == [f"{learner.site.base}404.html"]
