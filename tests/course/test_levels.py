"""Every level as a piece of teaching: the rules of this course, whatever the level is about."""

from __future__ import annotations

import difflib
import math
import re
from pathlib import Path

import pytest

from builder.bundle import ExerciseSource
from builder.checks import check_course
from builder.checks.mistakes import prepared
from builder.checks.reading import minutes, sentences
from builder.checks.report import kind_of
from builder.execute import Outputs
from builder.glossary import terms_of
from builder.layout import graded
from builder.model import (
    Aside,
    Block,
    ChooseQuestion,
    Course,
    Exercise,
    Gate,
    Lab,
    Level,
    NumberQuestion,
    Recap,
    RunBlock,
    ShapeQuestion,
    SkipTest,
    Text,
    Try,
)
from builder.source import read_course
from tests.course.guessing import guess_chance

ROOT = Path(__file__).parents[2]
SLUGS = [level.slug for level in read_course(ROOT)[0].levels]
TYPED = (NumberQuestion, ShapeQuestion)


@pytest.fixture(params=SLUGS)
def level(request: pytest.FixtureRequest, course: Course) -> Level:
    return next(level for level in course.levels if level.slug == request.param)


def only(level: Level, kind: type[Block]) -> Block:
    (found,) = [block for block in level.blocks if isinstance(block, kind)]
    return found


def items(level: Level) -> list[Block]:
    return graded(level.blocks, skip=False)


def in_skip_test(level: Level) -> list[Block]:
    return graded(level.blocks, skip=True)


def words(html: str) -> list[str]:
    return re.sub(r"<[^>]+>", " ", html).split()


def flat(blocks: tuple[Block, ...]) -> list[Block]:
    return [one for block in blocks for one in (block.blocks if isinstance(block, Aside) else [block])]


def test_it_passes_every_check_without_a_note(
    level: Level, course: Course, outputs: Outputs, exercises: dict[str, ExerciseSource]
) -> None:
    mistakes = {name: exercise.told_as() for name, exercise in exercises.items()}
    lines = {name: exercise.answer_lines() for name, exercise in exercises.items()}
    found = check_course(course, mistakes, lines, outputs, ROOT)
    assert not [str(problem) for problem in found if problem.path == level.path]


def test_it_has_one_driving_question_and_two_to_four_sections(level: Level) -> None:
    assert level.question.endswith("?") and level.question.count("?") == 1
    assert level.kind == ("Side trip" if level.number.startswith("N") else "Theory")
    end = only(level, Recap).line
    assert 2 <= sum(head.depth == 2 and head.line < end for head in level.headings) <= 4
    assert level.needs or level.slug == SLUGS[0], "it does not say what it builds on"


def test_it_asks_enough_in_several_ways(level: Level) -> None:
    kinds = [kind_of(item) for item in items(level)]
    assert len(kinds) >= 8
    assert len(set(kinds)) >= 3
    assert "exercise" in kinds
    labs = {block.id for block in level.blocks if isinstance(block, Lab)}
    assert labs and {item.lab for item in items(level) if isinstance(item, Try)} & labs


def test_every_wrong_answer_has_its_own_feedback(level: Level) -> None:
    for item in [*items(level), *in_skip_test(level)]:
        if not isinstance(item, (ChooseQuestion, *TYPED)):
            continue
        listed = item.answers if isinstance(item, ChooseQuestion) else item.wrong
        said = [answer.feedback_html for answer in listed if not answer.right]
        least = 2 if isinstance(item, TYPED) or not item.multiple else 1
        assert len(said) >= least, f"{item.id} has fewer than {least} wrong answers"
        assert all(len(words(html)) >= 4 for html in said), f"{item.id} has feedback that says nothing"
        assert len(set(said)) == len(said), f"{item.id} says the same of two wrong answers"


def test_every_typed_answer_is_proved_and_explained(level: Level, outputs: Outputs) -> None:
    for item in [*items(level), *in_skip_test(level)]:
        if not isinstance(item, TYPED):
            continue
        assert item.explanation_html, f"{item.id} does not explain its answer"
        assert item.proof, f"{item.id} has no proof"
        proof = outputs.proofs[level.path, item.line]
        assert not proof.fault, f"{item.id}: {proof.fault}"
        if isinstance(item, ShapeQuestion):
            assert proof.value == item.answer, item.id
        else:
            assert proof.value == pytest.approx(item.answer, rel=0, abs=item.proof_tolerance), item.id
            for wrong in item.wrong:
                assert abs(float(wrong.value) - item.answer) > item.tolerance, f"{item.id}: {wrong.value}"


def test_every_item_must_be_passed_on_the_way(level: Level) -> None:
    """An item that no gate needs could be walked past; the last one ends the road."""
    needed = {need for block in level.blocks if isinstance(block, Gate) for need in block.needs}
    ids = [item.id for item in items(level)]
    assert set(ids) - needed <= {ids[-1]}


def test_help_waits_where_it_is_asked_for(level: Level) -> None:
    asides = [block.kind for block in level.blocks if isinstance(block, Aside)]
    assert {"stuck", "deeper"} <= set(asides)


def test_every_promise_is_backed(level: Level) -> None:
    recap = only(level, Recap)
    ids = {item.id for item in items(level)}
    backing = [set(line.backed_by) for line in recap.can_now]
    assert all(backed and backed <= ids for backed in backing)
    assert set().union(*backing) == ids, "an item that backs nothing is not needed, or a line is missing"
    assert recap.keep_in_mind


def test_the_text_prepares_for_mistakes_of_its_exercises(level: Level) -> None:
    recap = only(level, Recap)
    assert recap.common_mistakes
    assert all(line.prepares_for for line in recap.common_mistakes), "a line names no mistake"
    warned = {name.partition("/")[0] for _, name in prepared(level)}
    assert {item.id for item in items(level) if isinstance(item, Exercise)} <= warned


def test_it_defines_terms(level: Level) -> None:
    assert 4 <= len(terms_of(level)) <= 8


def test_the_skip_test_is_short_and_holds_code(level: Level) -> None:
    asked = in_skip_test(level)
    assert level.blocks[-1] is only(level, SkipTest)
    assert 4 <= len(asked) <= 6
    assert len({kind_of(item) for item in asked}) >= 3
    last = [item.id for item in items(level) if isinstance(item, Exercise)][-1]
    assert [item.id for item in asked if isinstance(item, Exercise)] == [last]


def test_the_skip_test_does_not_copy_the_level(level: Level) -> None:
    """Other numbers, and other words around them: the same sentence with new figures is a copy too."""
    answers = {item.answer for item in items(level) if isinstance(item, TYPED)}
    prompts = [plain(item) for item in items(level) if hasattr(item, "prompt_html")]
    for item in in_skip_test(level):
        if isinstance(item, TYPED):
            assert item.answer not in answers, f"{item.id} has an answer of the level"
        if hasattr(item, "prompt_html"):
            near = max(difflib.SequenceMatcher(None, plain(item), other).ratio() for other in prompts)
            assert near < 0.8, f"{item.id} asks what the level asks"


def plain(item: Block) -> list[str]:
    return re.findall(r"[^\W\d_]+", re.sub(r"<[^>]+>", " ", item.prompt_html.lower()))


def test_the_skip_test_cannot_be_guessed(level: Level) -> None:
    assert math.prod(guess_chance(item) for item in in_skip_test(level)) < 0.05


def test_it_takes_20_to_40_minutes(level: Level, exercises: dict[str, ExerciseSource]) -> None:
    lines = {name: exercise.answer_lines() for name, exercise in exercises.items()}
    takes = minutes(level, lines)
    assert 20 <= takes <= 40
    assert level.minutes is not None
    assert abs(takes - level.minutes) <= 3


def test_sentences_are_short(level: Level) -> None:
    assert [f"line {one.line}: {one.text}" for one in sentences(level) if one.words > 30] == []


def test_code_fits_the_text_column(level: Level) -> None:
    for block in flat(level.blocks):
        shown = block.html if isinstance(block, Text) else ""
        codes = [block.code] if isinstance(block, RunBlock) else re.findall(r"(?s)<pre\b.*?</pre>", shown)
        for line in "\n".join(codes).splitlines():
            text = re.sub(r"&\w+;", "x", re.sub(r"<[^>]+>", "", line))
            assert len(text) <= 66, f"block in line {block.line}: {text}"
