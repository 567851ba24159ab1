"""What level 15 asks in particular, and that its figures are those that test_facts.py proves."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from builder.layout import graded
from builder.model import ChooseQuestion, Exercise, NumberQuestion, ShapeQuestion

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))
QUESTIONS = (ChooseQuestion, NumberQuestion, ShapeQuestion)


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "masks-and-heads")


def test_it_asks_enough_in_every_kind(level):
    items = graded(level.blocks, skip=False)
    assert len(items) >= 12
    assert {type(item) for item in items} >= {*QUESTIONS, Exercise}
    choices = [item for item in items if isinstance(item, ChooseQuestion)]
    assert {item.multiple for item in choices} == {True, False}
    assert [item.id for item in items if isinstance(item, Exercise)] == [
        "causal-mask",
        "apply-mask",
        "masked-softmax",
        "padding-mask",
        "combine-masks",
        "causal-head",
    ]


def test_it_has_three_sections(level):
    assert [heading.text for heading in level.headings if heading.depth == 2] == [
        "Masks: who may not look",
        "Many heads",
        "All of it at once",
    ]


def test_the_page_prints_the_course_figures(level, outputs):
    """The example runs print the figures that test_facts.py proves, rounded to three digits."""
    printed = "\n".join(text for (path, _), text in outputs.printed.items() if path == level.path)
    one, narrow, wide = FACTS["one_head"], FACTS["two_heads_of_width_1"], FACTS["two_heads_of_width_2"]
    for table in (one["weights_unmasked"], *wide["weights"]):
        assert str(np.array(table).round(3)) in printed
    for row in narrow["weights_of_row_2"]:
        assert (
            f"weights {np.array(row).round(3)}\n       output  {round(narrow['concat'][2][0], 3)}" in printed
        )


def test_every_asked_figure_is_a_course_figure(level):
    answers = {item.id: item.answer for item in graded(level.blocks, skip=False) if hasattr(item, "answer")}
    assert answers["mask-after"] == round(FACTS["one_head"]["row_0_masked_after_softmax"], 3)
    assert answers["heads-swapped"] == FACTS["two_heads_of_width_1"]["output_heads_swapped"][0][1]
