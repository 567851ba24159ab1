"""A whole level, every kind of block once, as the values that pages are made from."""

from __future__ import annotations

import pytest

from builder.model import (
    Aside,
    ChooseQuestion,
    Exercise,
    Gate,
    Lab,
    Level,
    NumberQuestion,
    Recap,
    RunBlock,
    ShapeQuestion,
    SkipTest,
    Term,
    Text,
    Try,
)
from builder.source.level import read_level
from tests.builder.course_cases import FIXTURES

PATH = "levels/N7-two-sequences.md"


def read(text: str) -> Level:
    level, problems = read_level(PATH, text, slugs=["words"])
    assert problems == []
    return level


@pytest.fixture(scope="module")
def level() -> Level:
    return read((FIXTURES / "whole-level.md").read_text("utf-8"))


def test_front_matter(level: Level) -> None:
    assert (level.slug, level.title, level.kind, level.number) == (
        "two-sequences",
        "Two: sequences",
        "Side trip",
        "N7",
    )
    assert (level.minutes, level.needs, level.question) == (25, ("words",), "Who asks whom?")


def test_blocks_stand_in_order_and_know_their_lines(level: Level) -> None:
    assert [(type(block), block.line) for block in level.blocks] == [
        (Text, 9),
        (RunBlock, 13),
        (Text, 16),
        (ChooseQuestion, 18),
        (NumberQuestion, 27),
        (ShapeQuestion, 41),
        (Exercise, 51),
        (Term, 55),
        (Lab, 61),
        (Try, 66),
        (Gate, 73),
        (Aside, 77),
        (Aside, 87),
        (Recap, 91),
        (SkipTest, 103),
    ]
    assert [(heading.id, heading.depth, heading.line) for heading in level.headings] == [
        ("queries-and-keys", 2, 9),
        ("the-rest", 3, 16),
    ]


def test_choose(level: Level) -> None:
    question = next(block for block in level.blocks if isinstance(block, ChooseQuestion))
    assert (question.id, question.multiple) == ("who-asks", True)
    assert [(a.html, a.right, a.feedback_html) for a in question.answers] == [
        ("<code>Q</code>", True, "<p>Yes, <em>rows</em>.</p>"),
        ("<code>K</code>", True, ""),
        ("neither", False, "<p>Both do.</p>"),
    ]


def test_number(level: Level) -> None:
    question = next(block for block in level.blocks if isinstance(block, NumberQuestion))
    assert (question.answer, question.tolerance, question.proof) == (0.25, 0.01, "1 / 4")
    assert (question.proof_tolerance, question.proof_line) == (0.01, 29)
    assert [(wrong.value, wrong.line) for wrong in question.wrong] == [("-4", 34), ("0.5", 36)]
    assert question.prompt_html == "<p>How much?</p>"
    assert question.explanation_html == "<p>A quarter.</p>"


def test_default_tolerances() -> None:
    head = "---\ntitle: T\n---\n"
    whole, broken = (
        read(f"{head}:::{{number}} a\n:answer: {answer}\n\nHow?\n:::\n").blocks[0] for answer in ("64", "0.5")
    )
    assert isinstance(whole, NumberQuestion) and isinstance(broken, NumberQuestion)
    assert (whole.tolerance, whole.proof_tolerance) == (0.0, 1e-9)
    assert (broken.tolerance, broken.proof_tolerance) == (5e-7, 1e-9)


def test_shape(level: Level) -> None:
    question = next(block for block in level.blocks if isinstance(block, ShapeQuestion))
    assert (question.answer, [wrong.value for wrong in question.wrong]) == ((2, 3), ["(3, 2)", "6"])


def test_lab_and_try(level: Level) -> None:
    lab = next(block for block in level.blocks if isinstance(block, Lab))
    task = next(block for block in level.blocks if isinstance(block, Try))
    assert (lab.id, lab.name, lab.options) == ("crossed", "mask", {"causal": "on", "pad": "3,4"})
    assert (task.id, task.lab, task.state) == ("open-it", "crossed", "causal=off")


def test_term(level: Level) -> None:
    term = next(block for block in level.blocks if isinstance(block, Term))
    assert (term.term, term.also) == ("source sequence", ("source", "source sequences"))
    assert term.html == "What is <em>looked at</em>: its rows become <code>K</code> and <code>V</code>."


def test_asides_hold_run_blocks(level: Level) -> None:
    stuck, deeper = (block for block in level.blocks if isinstance(block, Aside))
    assert (stuck.kind, stuck.title_html, deeper.kind) == ("stuck", "Which <em>way</em>?", "deeper")
    assert [(type(block), block.line) for block in stuck.blocks] == [(Text, 78), (RunBlock, 80), (Text, 84)]
    run = stuck.blocks[1]
    assert isinstance(run, RunBlock) and run.expects_error and run.code == "1 / 0\n"


def test_recap_and_skip_test(level: Level) -> None:
    recap, test = level.blocks[-2:]
    assert isinstance(recap, Recap) and isinstance(test, SkipTest)
    assert [(line.html, line.backed_by) for line in recap.can_now] == [
        ("ask", ("who-asks", "cross-attention"))
    ]
    assert [line.html for line in recap.keep_in_mind + recap.common_mistakes] == [
        "rows ask",
        "<code>K</code> asks",
    ]
    assert test.intro_html == "<p>Know it?</p>"
    assert [type(block) for block in test.blocks] == [Text, NumberQuestion, Exercise]


def test_capitals_in_the_headings_of_a_recap_do_not_matter(level: Level) -> None:
    text = (FIXTURES / "whole-level.md").read_text("utf-8")
    other = text.replace("### You can now", "### You Can Now").replace("### Keep in mind", "### KEEP IN MIND")
    assert text.count("### You can now") == text.count("### Keep in mind") == 1
    assert read(other) == level


def test_line_endings_change_nothing(level: Level) -> None:
    text = (FIXTURES / "whole-level.md").read_text("utf-8")
    assert read(text.replace("\n", "\r\n")) == level
    assert read(text.replace("\n", "\r")) == level
    assert read(text.removesuffix("\n")) == level


def test_a_control_character_in_the_front_matter_is_a_fault_with_its_line() -> None:
    _, problems = read_level(PATH, "---\ntitle: Masks\nquestion: \x1f\n---\n")
    assert [str(problem) for problem in problems] == [
        f"{PATH}:3: front matter holds the control character U+001F; remove it"
    ]
