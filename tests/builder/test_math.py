"""TeX becomes MathML, and what the converter lets pass silently is refused."""

from __future__ import annotations

import pytest

from builder.math import TexError, mathml

COURSE_FORMULAS = [
    r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    r"d_k = d_{\text{model}} / h",
    r"e^{-\infty} = 0",
    r"\sum_{j=1}^{T} w_{ij} = 1",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"x \in \mathbb{R}^{T \times d}",
    r"\underbrace{a + b}_{c}",
    r"\max_j s_{ij}",
    r"\{a, b\} \quad 50\%",
    r"a \le b \ne c \approx d \cdot e",
    r"\text{a longer text}",
    r"\begin{cases} 1 & x > 0 \\ 0 & \text{else} \end{cases}",
]


@pytest.mark.parametrize("tex", COURSE_FORMULAS)
def test_shows_the_formulas_of_a_course(tex: str) -> None:
    made = mathml(tex)
    assert made.startswith("<math") and "\\" not in made and "style=" not in made


def test_block_formulas_say_so() -> None:
    assert 'display="block"' in mathml("x", block=True)
    assert 'display="inline"' in mathml("x")


@pytest.mark.parametrize(
    ("tex", "why"),
    [
        (r"\foo x", r"unknown command '\foo'"),
        (r"\text{a \foo}", r"unknown command '\foo'"),
        (r"\frac{1}{2", "1 '{' not closed"),
        ("a}", "a '}' closes nothing"),
        (r"\frac{1}", "a command lacks an argument"),
        (r"\sqrt[3]", "a command lacks an argument"),
        ("x^", "missing super script or subscript"),
        ("x^2^3", "double superscripts"),
        (r"\left( x", "extra left or missing right"),
        (r"\begin{matrix} a", "missing end"),
        (r"\begin{foo} a \end{foo}", "unknown environment 'foo'; known: Bmatrix"),
        ("a & b", "an '&' or '<' stands where it means nothing"),
        ("50%", r"'%' starts a comment in TeX; write '\%'"),
        ("a # b", r"'#' means nothing here; write '\#'"),
        (r"\operatorname x", "a command lacks an argument"),
        (r"\def\a{b}", "it shows nothing"),
        (r"\begin{aligned} a &= b \end{aligned}", "unknown environment 'aligned'; did you mean 'align*'?"),
        ("  ", "the formula is empty"),
        ("a \\", "a lone backslash ends the formula"),
        (r"\href{https://x}{y}", r"'\href' is not allowed"),
        (r"\style{color:red}{x}", r"'\style' is not allowed"),
    ],
)
def test_refuses_what_cannot_be_shown(tex: str, why: str) -> None:
    with pytest.raises(TexError) as caught:
        mathml(tex)
    assert str(caught.value).startswith(why)
