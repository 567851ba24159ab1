"""Level 15 as a piece of teaching: it reads, its figures hold, and what it promises is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from builder.bundle import read_exercises
from builder.checks import check_course
from builder.execute import run_course
from builder.model import (
    GRADED,
    Aside,
    ChooseQuestion,
    Exercise,
    Gate,
    NumberQuestion,
    Recap,
    RunBlock,
    ShapeQuestion,
    SkipTest,
    Text,
    Try,
)
from builder.source import read_course

ROOT = Path(__file__).parents[2]
FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))
QUESTIONS = (ChooseQuestion, NumberQuestion, ShapeQuestion)


@pytest.fixture(scope="module")
def course():
    made, problems = read_course(ROOT)
    assert not [str(problem) for problem in problems]
    return made


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "masks-and-heads")


@pytest.fixture(scope="module")
def outputs(course, tmp_path_factory):
    """Run afresh, not from the cache, so that a figure in the text is a figure of today."""
    made = run_course(course, tmp_path_factory.mktemp("cache"))
    assert not [str(problem) for problem in made.problems]
    return made


def flat(blocks):
    for block in blocks:
        yield block
        if isinstance(block, Aside):
            yield from flat(block.blocks)


def graded(blocks):
    return [block for block in flat(blocks) if isinstance(block, GRADED)]


def only(level, kind):
    (found,) = [block for block in level.blocks if isinstance(block, kind)]
    return found


def words(html):
    return re.sub(r"<[^>]+>", "", html).split()


def test_it_passes_every_check_without_a_note(course, outputs):
    exercises, problems = read_exercises(ROOT)
    assert not [str(problem) for problem in problems]
    mistakes = {name: exercise.told_as() for name, exercise in exercises.items()}
    found = check_course(course, mistakes, outputs, ROOT)
    assert not [str(problem) for problem in found if problem.path.endswith("15-masks-and-heads.md")]


def test_it_asks_enough_in_every_kind(level):
    items = graded(level.blocks)
    assert len(items) >= 12
    assert {type(item) for item in items} >= {*QUESTIONS, Exercise}
    choices = [item for item in items if isinstance(item, ChooseQuestion)]
    assert {item.multiple for item in choices} == {True, False}
    assert [item.id for item in items if isinstance(item, Exercise)] == ["causal-mask", "causal-head"]


def test_it_has_three_sections(level):
    assert [heading.text for heading in level.headings if heading.depth == 2] == [
        "Masks: who may not look",
        "Many heads",
        "All of it at once",
    ]


def test_every_typed_answer_is_proved(level, outputs):
    typed = [
        item
        for item in [*graded(level.blocks), *graded(only(level, SkipTest).blocks)]
        if isinstance(item, NumberQuestion | ShapeQuestion)
    ]
    for item in typed:
        assert item.proof, f"{item.id} has no proof"
        proof = outputs.proofs[level.path, item.line]
        assert not proof.fault, f"{item.id}: {proof.fault}"
        if isinstance(item, ShapeQuestion):
            assert proof.value == item.answer, item.id
        else:
            assert proof.value == pytest.approx(item.answer, rel=0, abs=item.proof_tolerance), item.id


def test_every_wrong_answer_has_its_own_feedback(level):
    for item in [*graded(level.blocks), *graded(only(level, SkipTest).blocks)]:
        if not isinstance(item, QUESTIONS):
            continue
        listed = item.answers if isinstance(item, ChooseQuestion) else item.wrong
        said = [answer.feedback_html for answer in listed if not answer.right]
        assert len(said) >= 2, f"{item.id} foresees fewer than two wrong answers"
        assert all(len(words(html)) >= 4 for html in said), f"{item.id} has feedback that says nothing"
        if not isinstance(item, ChooseQuestion):
            assert item.explanation_html, f"{item.id} does not explain its answer"


def test_no_foreseen_wrong_answer_is_right(level):
    for item in [*graded(level.blocks), *graded(only(level, SkipTest).blocks)]:
        if isinstance(item, NumberQuestion):
            for wrong in item.wrong:
                assert abs(float(wrong.value) - item.answer) > item.tolerance, f"{item.id}: {wrong.value}"


def test_every_question_must_be_passed_on_the_way(level):
    """A question that no gate needs could be walked past; the last exercise ends the road."""
    needed = {need for block in level.blocks if isinstance(block, Gate) for need in block.needs}
    assert {item.id for item in graded(level.blocks)} == needed | {"causal-head"}


def test_every_promise_is_backed(level):
    recap = only(level, Recap)
    ids = {item.id for item in graded(level.blocks)}
    backing = [set(line.backed_by) for line in recap.can_now]
    assert all(backed and backed <= ids for backed in backing)
    assert set().union(*backing) == ids, "an item that backs nothing is not needed, or a line is missing"
    assert recap.keep_in_mind
    assert recap.common_mistakes


def test_the_skip_test_asks_with_other_numbers(level):
    items = graded(only(level, SkipTest).blocks)
    assert 4 <= len(items) <= 6
    assert [item.id for item in items if isinstance(item, Exercise)] == ["causal-head"]
    answers = {item.answer for item in graded(level.blocks) if hasattr(item, "answer")}
    asked = {item.prompt_html for item in graded(level.blocks) if hasattr(item, "prompt_html")}
    for item in items:
        assert getattr(item, "answer", None) not in answers, item.id
        assert getattr(item, "prompt_html", None) not in asked, item.id


def test_the_page_prints_the_course_figures(level, outputs):
    """The example runs print the figures that test_facts.py proves, rounded to three digits."""
    printed = "\n".join(text for (path, _), text in outputs.printed.items() if path == level.path)
    one, narrow, wide = FACTS["one_head"], FACTS["two_heads_of_width_1"], FACTS["two_heads_of_width_2"]
    for table in (
        one["scores"],
        one["weights_unmasked"],
        one["output_unmasked"],
        *wide["weights"],
        FACTS["padding_at_the_end"]["combined"],
    ):
        assert str(np.array(table).round(3)) in printed
    for row in narrow["weights_of_row_2"]:
        assert (
            f"weights {np.array(row).round(3)}\n       output  {round(narrow['concat'][2][0], 3)}" in printed
        )


def test_every_asked_figure_is_a_course_figure(level):
    answers = {item.id: item.answer for item in graded(level.blocks) if hasattr(item, "answer")}
    assert answers["mask-after"] == round(FACTS["one_head"]["row_0_masked_after_softmax"], 3)
    assert answers["combined-open"] == FACTS["padding_at_the_end"]["open_cells"]
    assert answers["heads-swapped"] == FACTS["two_heads_of_width_1"]["output_heads_swapped"][0][1]


def test_it_takes_20_to_45_minutes(level):
    """Asides open on demand and feedback comes when it is needed, so neither is counted.

    230 words a minute, three seconds a line of code, half a minute of thinking a question, two minutes a task
    in a lab, five minutes an exercise.
    """
    items = graded(level.blocks)
    questions = [item for item in items if isinstance(item, QUESTIONS)]
    choices = [answer.html for item in questions for answer in getattr(item, "answers", ())]
    text = [block.html for block in level.blocks if isinstance(block, Text)]
    read = sum(len(words(html)) for html in [*text, *choices, *(item.prompt_html for item in questions)])
    lines = sum(len(block.code.splitlines()) for block in level.blocks if isinstance(block, RunBlock))
    exercises, tasks = (sum(isinstance(item, kind) for item in items) for kind in (Exercise, Try))
    minutes = read / 230 + lines / 20 + len(questions) / 2 + 2 * tasks + 5 * exercises
    assert 20 <= minutes <= 45
    assert abs(minutes - level.minutes) <= 5


def test_sentences_are_short(level):
    for block in flat(level.blocks):
        if not isinstance(block, Text):
            continue
        for piece in re.split(r"</(?:p|li|h\d|td|th)>", block.html):
            for sentence in re.split(r"(?<=[.?:])\s", " ".join(words(piece))):
                assert len(sentence.split()) <= 30, f"line {block.line}: {sentence}"


def test_code_fits_the_text_column(level):
    for block in flat(level.blocks):
        if isinstance(block, RunBlock):
            widest = max(block.code.splitlines(), key=len)
            assert len(widest) <= 66, f"line {block.line}: {widest}"
