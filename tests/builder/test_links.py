"""Where a link of a level leads on the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.links import Slugs, address, number_of, page_id, slug_of
from builder.prose import render

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("target", "kind", "href"),
    [
        ("15-masks-and-heads.md#many-heads", "level", "../masks-and-heads/#many-heads"),
        ("N7-two-sequences.md", "level", "../two-sequences/"),
        ("#gr%C3%B6%C3%9Fe", "heading", "#gr%C3%B6%C3%9Fe"),
        ("15-masks-and-heads.md#keys", "level", "../masks-and-heads/#heading-keys"),
        ("#recap", "heading", "#heading-recap"),
        ("images/plot.png", "image", "../../images/plot.png"),
        ("https://example.org/15-masks.md", "web", "https://example.org/15-masks.md"),
        ("mailto:a@example.org", "web", "mailto:a@example.org"),
        ("JavaScript:alert(1)", "script", "JavaScript:alert(1)"),
        ("data:text/html,x", "script", "data:text/html,x"),
        ("//example.org/x", "unknown", "//example.org/x"),
        ("15-masks.md?x=1", "unknown", "15-masks.md?x=1"),
        ("../exercises/x.md", "unknown", "../exercises/x.md"),
        ("images/../../x.png", "unknown", "images/../../x.png"),
        ("http://[", "unknown", "http://["),
        ("#", "unknown", "#"),
        ("", "unknown", ""),
    ],
)
def test_a_link_is_taken_apart(target: str, kind: str, href: str) -> None:
    made = address(target)
    assert (made.kind, made.href) == (kind, href)


def test_an_anchor_is_compared_as_written() -> None:
    assert address("#gr%C3%B6%C3%9Fe").anchor == "größe"


@pytest.mark.parametrize(
    ("name", "slug", "number"),
    [
        ("15-masks-and-heads.md", "masks-and-heads", "15"),
        ("N7-two-sequences.md", "two-sequences", "N7"),
        ("masks.md", "masks", ""),
        ("README.md", None, ""),
        ("15-Masks.md", None, ""),
        ("15-masks.txt", None, ""),
    ],
)
def test_a_file_name_gives_slug_and_number(name: str, slug: str | None, number: str) -> None:
    assert (slug_of(name), number_of(name)) == (slug, number)


def test_heading_ids_are_used_once() -> None:
    slugs = Slugs()
    made = [slugs.make(text) for text in ["Masks: who?", "Masks: who?", "Masks who 1", "!", "Why √d_k"]]
    assert made == ["masks-who", "masks-who-1", "masks-who-1-1", "section", "why-d_k"]


def test_no_heading_takes_an_id_of_the_page() -> None:
    sources = [*(ROOT / "site").rglob("*.html"), *(ROOT / "site").rglob("*.js")]
    ids = {id for file in sources for id in re.findall(r"""\sid=["']([^"']+)["']""", file.read_text("utf-8"))}
    made = {
        r"\$\{at\}": "lab-x",
        r"\{\{ (item.anchor|gate.id) \}\}": "item-x",
        r"\{\{ (one.)?anchor \}\}": "term-x",
    }
    for written, id in made.items():
        ids = {re.sub(written, id, one) for one in ids}
    assert {"recap", "keys", "text", "item-x", "term-x", "lab-x-title"} <= ids
    assert [id for id in ids if page_id(id) == id] == []


def test_a_heading_and_its_links_agree_on_its_id() -> None:
    made = render("## Keys\n\nSee [keys](#keys) and [heads](#heads).\n\n## Heads\n")
    assert 'id="heading-keys"' in made
    assert 'href="#heading-keys"' in made
    assert 'id="heads"' in made
    assert 'href="#heads"' in made
