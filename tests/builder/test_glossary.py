"""The course's terms: the page that lists them, and the link at the first use in each level."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.glossary import glossary, link_first_uses
from builder.model import Course, Level, Text
from builder.pages import render_pages
from builder.source import read_course
from tests.builder.course_cases import write_course
from tests.builder.test_pages import FakeAssets, Reader

LINK = '<a class="term-use" href="../../glossary/index.html#term-{}">{}</a>'
TERMS = """=== 15-masks.md
---
title: Masks
number: 15
---

The mask hides.

:::{term} mask
:also: masks

A table of `True`.
:::

A mask, and softmax.

:::{term} causal mask
A mask of what comes *later*.
:::

=== 16-heads.md
---
title: Heads
---
"""


def course_of(root: Path, text: str) -> Course:
    write_course(root, TERMS + text)
    course, problems = read_course(root)
    assert not [str(problem) for problem in problems]
    return course


def linked(course: Course) -> list[Level]:
    return [link_first_uses(level, glossary(course), "../../") for level in course.levels]


def text_of(level: Level) -> str:
    return "\n".join(block.html for block in level.blocks if isinstance(block, Text))


def test_terms_are_listed_by_the_alphabet_with_their_places(tmp_path: Path) -> None:
    found = glossary(course_of(tmp_path, "Text."))
    assert [(one.term.term, one.anchor, one.level.slug) for one in found] == [
        ("causal mask", "term-causal-mask", "masks"),
        ("mask", "term-mask", "masks"),
    ]


CASES = {
    "only the first use": ("A mask and a mask.", f"<p>A {LINK.format('mask', 'mask')} and a mask.</p>"),
    "another form is a use of the same term": (
        "Masks. A mask.",
        f"<p>{LINK.format('mask', 'Masks')}. A mask.</p>",
    ),
    "the longest term": (
        "A causal\nmask and a mask.",
        f"<p>A {LINK.format('causal-mask', f'causal{chr(10)}mask')} and a {LINK.format('mask', 'mask')}.</p>",
    ),
    "inside emphasis": ("A **mask**.", f"<p>A <strong>{LINK.format('mask', 'mask')}</strong>.</p>"),
    "whole words": ("Masked, unmask, mask-like, the MASK.", "<p>Masked, unmask, mask-like, the MASK.</p>"),
    "no code, formula, link or heading": (
        "## The mask\n\n`mask` [mask](#the-mask) $mask$",
        None,
    ),
    "no code block": ("```python\nmask = 1  # mask\n```", None),
    "no aside and no skip test": (
        ":::{stuck} mask\nA mask.\n:::\n\n:::{skip-test}\nA mask.\n:::\n\nA mask.",
        None,
    ),
    "across blocks once": (
        "A mask.\n\n:::{number} one\n:answer: 1\n\nA mask?\n:::\n\nA mask.",
        f"<p>A {LINK.format('mask', 'mask')}.</p>\n<p>A mask.</p>",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_first_use_in_running_text_is_linked(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    course = course_of(tmp_path, text)
    made = linked(course)[1]
    if expected is None:
        assert made == course.levels[1]
    else:
        assert text_of(made) == expected


def test_spaces_within_a_term_count_once(tmp_path: Path) -> None:
    course = course_of(tmp_path, ":::{term} output    projection\nThe last table.\n:::\n")
    assert [one.term.term for one in glossary(course)][-1] == "output projection"


def test_a_level_knows_what_it_has_defined(tmp_path: Path) -> None:
    made = linked(course_of(tmp_path, "Text."))[0]
    assert text_of(made) == f"<p>The {LINK.format('mask', 'mask')} hides.</p>\n<p>A mask, and softmax.</p>"


def test_the_page_lists_each_term_and_leads_back(tmp_path: Path) -> None:
    pages = render_pages(course_of(tmp_path, "A mask."), {}, {}, FakeAssets())
    page = pages["glossary/index.html"]
    assert "<dt><dfn>causal mask</dfn></dt>\n    <dd>A mask of what comes <em>later</em>.</dd>" in page
    read = Reader(page)
    assert not read.open
    assert "../levels/masks/index.html#term-mask" in [link["href"] for link in read.all("a")]
    assert "term-mask" in [entry.get("id") for entry in read.all("div")]
    for path in ("index.html", "levels/masks/index.html", "levels/heads/index.html"):
        root = "../" * path.count("/")
        assert f"{root}glossary/index.html" in [link.get("href") for link in Reader(pages[path]).all("a")]
        assert f'<a class="tool" href="{root}glossary/index.html"' in pages[path]
    level = Reader(pages["levels/masks/index.html"])
    assert "term-mask" in [entry.get("id") for entry in level.all("dl")]
    assert LINK.format("mask", "mask") in pages["levels/heads/index.html"]


def test_without_terms_there_is_no_page(tmp_path: Path) -> None:
    write_course(tmp_path, "---\ntitle: Masks\n---\n\nText.\n")
    course, _ = read_course(tmp_path)
    pages = render_pages(course, {}, {}, FakeAssets())
    assert "glossary/index.html" not in pages
    assert "lossary" not in "".join(pages.values())
