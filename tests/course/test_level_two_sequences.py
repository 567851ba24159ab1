"""The figures of the level on two sequences are those that test_facts.py proves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from builder.layout import graded
from builder.model import Text
from tests.course.lab_functions import call_labs, lab_start

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))["two_sequences"]


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "two-sequences")


def test_the_page_prints_the_course_figures(level, outputs):
    text = "\n".join(text for (path, _), text in outputs.printed.items() if path == level.path)
    Q, K = np.array(FACTS["Q"], dtype=float), np.array(FACTS["K"], dtype=float)
    assert f"{Q @ K.T / 2} {tuple(FACTS['scores']['cross'])}" in text
    assert str(np.array(FACTS["weights_of_cat"]).round(3)) in text
    assert f"output of cat {np.array(FACTS['output_of_cat']).round(3)}" in text


def test_every_asked_figure_is_a_course_figure(level):
    answers = {item.id: item.answer for item in graded(level.blocks, skip=False) if hasattr(item, "answer")}
    cells, shares = FACTS["open_cells"], FACTS["equal_scores"]
    assert answers["bos-looks"] == 1 / len(FACTS["source"])
    assert answers["cross-open"] == cells["cross"]
    assert answers["cross-open-padded"] == cells["cross_3_with_6_of_which_2_are_padding"]
    assert answers["prefix-open"] == cells["prefix_of_4_and_2_words"]
    assert answers["wrong-mask-weight"] == round(shares["le_under_the_targets_mask"], 3)
    assert answers["one-sum"] == shares["chat_in_one_row"]


def test_the_tables_in_the_text_are_those_of_the_course(level):
    html = "".join(block.html for block in level.blocks if isinstance(block, Text))
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", html, re.S)]
    told = [row[1:] for row in rows if len(row) == 6]
    assert [[int(cell) for cell in row] for row in told] == FACTS["prefix_of_3_and_2_words"]
    sizes = {row[0]: row[3] for row in rows if len(row) == 4}
    assert sizes == {
        "encoder self-attention": str(tuple(FACTS["scores"]["encoder"])),
        "decoder self-attention": str(tuple(FACTS["scores"]["decoder"])),
        "cross-attention": str(tuple(FACTS["scores"]["cross"])),
    }


def test_the_lab_speaks_of_the_same_sentences():
    state = lab_start("cross-mask")
    assert (state["source"], state["target"]) == (FACTS["source"], FACTS["target"])
    [mask] = call_labs([("cross-mask-math.js", "prefixMask", [5, 3])])
    assert mask == FACTS["prefix_of_3_and_2_words"]
