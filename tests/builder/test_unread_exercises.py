"""A fault inside an exercise, or in its name, is told once: what names it rightly is never called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.checks import write_reports
from builder.source import read_course
from tests.builder.course_cases import MISTAKES, messages, write_course

LEVEL = """:::{exercise} row-averages
:::

:::{gate}
:needs: row-averages
:::

:::{recap}
### You can now
- average the rows of a table
  > row-averages

### Keep in mind
- the axis that you name goes away

### Common mistakes
- averaging the columns
  > row-averages/column-averages
:::
"""


def errors(root: Path, level: str) -> str:
    headed = write_course(root, level)
    return messages(root, headed, notes=False)


def test_an_exercise_that_cannot_be_read_is_there(tmp_path: Path) -> None:
    (tmp_path / "exercises/row-averages").mkdir(parents=True)
    assert "row-averages" not in MISTAKES
    assert errors(tmp_path, LEVEL) == ""


def test_an_exercise_without_a_folder_is_not(tmp_path: Path) -> None:
    (tmp_path / "exercises/other").mkdir(parents=True)
    known = "known: causal-head, causal-mask, other"
    assert errors(tmp_path, LEVEL) == (
        f"1: exercise 'row-averages' has no folder exercises/row-averages/; {known}\n"
        "17: recap line quotes 'row-averages/column-averages', "
        f"but there is no exercise 'row-averages'; {known}\n"
    )


def test_a_misspelt_exercise_is_told_where_it_is_misspelt(tmp_path: Path) -> None:
    (tmp_path / "exercises/row-averages").mkdir(parents=True)
    headed = write_course(tmp_path, LEVEL.replace("{exercise} row-averages", "{exercise} row-average"))
    said = messages(tmp_path, headed, notes=True)
    wanted = "exercise 'row-average' has no folder exercises/row-average/; did you mean 'row-averages'?"
    assert [line for line in said.splitlines() if "row-average" in line] == [f"1: {wanted}"]


@pytest.mark.parametrize("line", [5, 11])  # the gate, the recap
def test_a_misspelt_mention_is_corrected_to_what_is_there(line: int, tmp_path: Path) -> None:
    (tmp_path / "exercises/row-averages").mkdir(parents=True)
    lines = LEVEL.split("\n")
    lines[line - 1] = lines[line - 1].replace("row-averages", "row-average")
    [said] = errors(tmp_path, "\n".join(lines)).splitlines()
    assert "'row-average'" in said and said.endswith("; did you mean 'row-averages'?")


def test_an_exercise_that_the_level_does_not_show(tmp_path: Path) -> None:
    (tmp_path / "exercises/row-averages").mkdir(parents=True)
    shown = LEVEL.replace("{exercise} row-averages", "{exercise} causal-head")
    assert errors(tmp_path, shown) == (
        "4: gate needs the exercise 'row-averages', which no level shows\n"
        "10: recap line quotes 'row-averages', an exercise that this level does not show\n"
    )


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("One word.\n\n:::\n", "not counted; a misplaced fence hides part of it"),
        ("One word.\n\n:::{number} n\nHow?\n:::\n", "not counted; 1 block could not be read"),
        (
            "One.\n\n:::{exercise} causal-mask\n:::\n",
            "2 minutes (says nothing), 1 word, 1 item, 0 of 0 promises backed, 0 of 2 mistakes prepared, "
            "0 long sentences",
        ),
    ],
)
def test_what_is_counted_was_read(level: str, said: str, tmp_path: Path) -> None:
    write_course(tmp_path, level)
    course, problems = read_course(tmp_path)
    lines = write_reports(course, MISTAKES, {"causal-mask": 2}, problems, tmp_path)
    assert lines == [f"levels/15-masks.md: {said}"]
    report = (tmp_path / ".cache/report/levels/masks.md").read_text("utf-8")
    assert ("Takes" in report) == ("minutes" in said)
