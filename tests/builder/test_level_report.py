"""What ``check`` tells about each level: its minutes, its words, its promises, and what it prepares for."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.checks import write_reports
from builder.checks.reading import exercise_minutes, long_sentences, minutes, sentences, stretches
from builder.model import Level
from builder.source import read_course
from tests.builder.course_cases import MISTAKES, messages, write_course

TEXT = """---
title: Masks
minutes: 5
---

Five words stand above sections.

## First

One two $x + y$ three: `four` five.

```python run
x = 1
y = 2
```

:::{stuck} Not counted
A body of five words.
:::

:::{choose} pick
Which of *them*?

- [x] this one
- [ ] that one
  > Feedback is not counted.
:::

## Second

- one
- two

:::{exercise} causal-mask
Think first.
:::

:::{exercise} causal-head
:::

:::{recap}
### You can now
- pick *one*
  > pick, causal-mask
- write a head

### Keep in mind
- rows ask

### Common mistakes
- the diagonal
  > causal-mask/diagonal-blocked
:::
"""


@pytest.fixture
def level(tmp_path: Path) -> Level:
    write_course(tmp_path, TEXT)
    return read_course(tmp_path)[0].levels[0]


def test_sections_have_the_words_that_are_read_on_the_way(level: Level) -> None:
    assert [(one.title, one.words) for one in stretches(level)] == [
        ("Masks", 5),
        ("First", 1 + 6 + 3 + 4),
        ("Second", 1 + 2 + 2),
    ]


def test_minutes_follow_the_formula_of_the_guide(level: Level) -> None:
    assert [exercise_minutes(lines) for lines in (1, 8, 16)] == [1.5, 5, 8]
    expected = 24 / 230 + 2 / 20 + 0.5 + 2 + 5
    assert minutes(level, {"causal-mask": 2, "causal-head": 8}) == pytest.approx(expected)


def test_sentences_know_their_lines(tmp_path: Path) -> None:
    long = " ".join(["word"] * 31)
    write_course(
        tmp_path, f"---\ntitle: M\n---\n\nA short one. {long}\nthat goes on. Is it?\n\n- [Yes](#a): no.\n"
    )
    found = read_course(tmp_path)[0].levels[0]
    assert [(one.line, one.words) for one in sentences(found)] == [(5, 3), (5, 34), (6, 2), (8, 1), (8, 1)]
    assert [(one.line, one.words) for one in long_sentences(found)] == [(5, 34)]


def test_a_long_sentence_is_a_note(tmp_path: Path) -> None:
    headed = write_course(tmp_path, f"Short.\nWord {'word ' * 30}end.\n")
    said = messages(tmp_path, headed, notes=True)
    assert (
        "2: note: a sentence of 32 words, more than 30: 'Word word word word word word word word …'" in said
    )


@pytest.mark.parametrize(
    ("stated", "words", "said"),
    [
        # 10 minutes of words, and 2 of an exercise.
        (15, 2300, ""),
        (
            16,
            2300,
            "3: note: 'minutes' is 16, but by the count in docs/authoring.md the level takes 12 minutes",
        ),
        (9, 2300, ""),
        (
            8,
            2300,
            "3: note: 'minutes' is 8, but by the count in docs/authoring.md the level takes 12 minutes",
        ),
    ],
)
def test_a_time_far_from_the_count_is_a_note(tmp_path: Path, stated: int, words: int, said: str) -> None:
    sentence = "word " * 20 + "end.\n"
    text = sentence * (words // 21) + "word " * (words % 21)
    headed = write_course(
        tmp_path, f"---\ntitle: T\nminutes: {stated}\n---\n\n{text}\n\n:::{{exercise}} causal-mask\n:::\n"
    )
    notes = [line for line in messages(tmp_path, headed, notes=True).splitlines() if "'minutes'" in line]
    assert notes == ([said] if said else [])


@pytest.mark.parametrize("fault", [":::{exercise} no-such-exercise\n:::\n", ":::{number} n\n:::\n", ":::\n"])
def test_nothing_is_said_of_the_time_where_something_could_not_be_read(tmp_path: Path, fault: str) -> None:
    headed = write_course(tmp_path, f"---\ntitle: T\nminutes: 90\n---\n\n{fault}")
    said = messages(tmp_path, headed, notes=True)
    assert said and "'minutes'" not in said


def test_the_report_says_what_is_backed_and_prepared(tmp_path: Path, level: Level) -> None:
    course, problems = read_course(tmp_path)
    [line] = write_reports(course, MISTAKES, {"causal-mask": 2, "causal-head": 8}, problems, tmp_path)
    assert line == (
        "levels/15-masks.md: 8 minutes (says 5), 24 words, 3 items, 1 of 2 promises backed, "
        "1 of 3 mistakes prepared, 0 long sentences"
    )
    report = (tmp_path / ".cache/report/levels/masks.md").read_text("utf-8")
    for said in (
        "- First: 14\n",
        "- choose one: 1\n- exercise: 2\n",
        "- pick one (line 43): `pick`, `causal-mask`\n",
        "- write a head (line 45): nothing\n- `causal-head` backs nothing\n",
        "- `causal-mask/diagonal-blocked`\n",
        "Not prepared of `causal-mask`: inverted.\n",
        "Not prepared of `causal-head`: no-mask.\n",
    ):
        assert said in report, said
