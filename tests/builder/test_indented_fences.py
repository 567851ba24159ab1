"""Up to three spaces before a fence change nothing, whether its body has them too or not."""

from __future__ import annotations

import re
import textwrap

import pytest

from builder.model import Level
from builder.source.level import read_level
from tests.builder.course_cases import FIXTURES

LEVEL = (FIXTURES / "whole-level.md").read_text("utf-8")


def read(text: str) -> Level:
    level, problems = read_level("levels/N7-two-sequences.md", text, slugs=["words"])
    assert problems == []
    return level


@pytest.mark.parametrize("spaces", [1, 2, 3])
@pytest.mark.parametrize(
    "fence", [r"^(?=:::\{)", r"^(?=:::+$)", r"^(?=:::)"], ids=["opening", "closing", "both"]
)
def test_spaces_before_a_fence(fence: str, spaces: int) -> None:
    moved = re.sub(fence, " " * spaces, LEVEL, flags=re.MULTILINE)
    assert moved != LEVEL
    assert read(moved) == read(LEVEL)


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_spaces_before_a_whole_directive(spaces: int) -> None:
    def move(match: re.Match[str]) -> str:
        return textwrap.indent(match[0], " " * spaces)

    moved = re.sub(r"^:::\{.*?^:::$", move, LEVEL, flags=re.MULTILINE | re.DOTALL)
    assert moved != LEVEL
    assert read(moved) == read(LEVEL)
