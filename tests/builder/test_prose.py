"""Markdown and the HTML a page shows for it, from ``fixtures/html/``; and what the renderer refuses."""

from __future__ import annotations

import pytest

from builder.prose import render, render_inline
from tests.builder.course_cases import Case, cases


@pytest.mark.parametrize("case", cases("html"))
def test_renders(case: Case) -> None:
    assert render(case.content) + "\n" == case.expected


def test_inline_has_no_paragraph() -> None:
    assert render_inline("The *mask* of `x`") == "The <em>mask</em> of <code>x</code>"


def test_short_code_that_could_break_over_lines_is_marked() -> None:
    assert render_inline("`(B, H, T, C // H)`") == '<code class="short">(B, H, T, C // H)</code>'
    whole = "np.swapaxes(heads, 1, 2)[0]"
    assert render_inline(f"`{whole}` `weights`") == f"<code>{whole}</code> <code>weights</code>"


def test_every_fault_is_in_the_error() -> None:
    with pytest.raises(ValueError, match=r"line 1: raw HTML '<b>'.*line 3: link 'nowhere'"):
        render("<b>\n\n[a](nowhere)")
