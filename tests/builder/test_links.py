"""Where a link of a level leads on the site."""

from __future__ import annotations

import pytest

from builder.links import Slugs, address, number_of, slug_of


@pytest.mark.parametrize(
    ("target", "kind", "href"),
    [
        ("15-masks-and-heads.md#many-heads", "level", "../masks-and-heads/#many-heads"),
        ("N7-two-sequences.md", "level", "../two-sequences/"),
        ("#gr%C3%B6%C3%9Fe", "heading", "#gr%C3%B6%C3%9Fe"),
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
