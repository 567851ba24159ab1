"""The figures and the conventions of the level on conventions are those that the course has checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import onnx
import pytest

from builder.layout import graded
from builder.model import Text
from builder.setup import torch
from tests.course.lab_functions import lab_start

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))
TRUE = FACTS["whose_true"]


@pytest.fixture(scope="module")
def level(course):
    return next(level for level in course.levels if level.slug == "whose-true")


def rows_of(level, columns):
    html = "".join(block.html for block in level.blocks if isinstance(block, Text))
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.S)
    cells = [
        [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows
    ]
    return [row for row in cells if len(row) == columns]


def test_the_versions_in_the_text_are_those_that_are_compared_with():
    assert TRUE["checked"] == {"torch": torch.VERSION, "onnx": onnx.__version__}


def test_the_table_says_what_each_function_takes_for_true(level):
    conventions = FACTS["conventions"]
    told = {who: (true, numbers) for who, _, true, numbers in rows_of(level, 4) if "course" not in who}
    pytorch = f"PyTorch {TRUE['checked']['torch']}"
    readers = {
        "sdpa": f"{pytorch}, scaled_dot_product_attention",
        "mha": f"{pytorch}, MultiheadAttention",
    }
    for reader, who in readers.items():
        blocked = reader in conventions["blocked_is_true"]
        assert blocked != (reader in conventions["allowed_is_true"])
        assert told[who] == ("may not look" if blocked else "may look", "are added")
    assert told[f"onnx {TRUE['checked']['onnx']}, Attention (opset 24)"] == ("may look", "are added")
    assert len(told) == 3


def test_the_page_prints_the_course_figures(level, outputs):
    text = "\n".join(text for (path, _), text in outputs.printed.items() if path == level.path)
    assert str(np.array(TRUE["weights_of_3_words"]).round(3)) in text
    assert f"{TRUE['lowest_float16']:.1f}" in text
    assert "[-2 -1]" in text


def test_every_asked_figure_is_a_course_figure(level):
    answers = {item.id: item.answer for item in graded(level.blocks, skip=False) if hasattr(item, "answer")}
    assert answers["inside-out"] == TRUE["row_0_inside_out"][2]
    assert answers["one-is-added"] == round(TRUE["a_one_that_is_added"], 3)
    assert answers["quiet-row"] == TRUE["weight_in_a_quiet_row_of_4"]


def test_the_text_describes_the_first_state_of_the_lab(level, outputs):
    state = lab_start("convention")
    assert (state["handed"], state["reader"]) == ("blocked", "sdpa")
    additive = np.where(np.array(state["blocked"]) == 1, -np.inf, 0.0)
    text = "\n".join(text for (path, _), text in outputs.printed.items() if path == level.path)
    assert str(additive) in text
