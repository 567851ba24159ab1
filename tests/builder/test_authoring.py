"""The authors' guide names every directive, option and key, and its examples are right."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from builder.checks import advice, lesson, questions, skip_test
from builder.checks.reading import LONGEST_SENTENCE
from builder.highlight import LANGUAGES
from builder.labs import LabAsked, lab_names, read_labs
from builder.source import course_file, front_matter
from builder.source.directive import Kind
from builder.source.flow import RUN
from builder.source.kinds import KINDS
from tests.builder.course_cases import messages, write_course

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/authoring.md").read_text("utf-8")
TOKENS = MarkdownIt().parse(GUIDE)
EXAMPLES = [token.content for token in TOKENS if token.type == "fence" and token.info == "markdown"]


def section(heading: str) -> str:
    """The lines below a heading up to the next one of the guide's own."""
    heads = [
        (token.map[0], TOKENS[index + 1].content)
        for index, token in enumerate(TOKENS)
        if token.type == "heading_open" and token.map
    ]
    places = [place for place, text in heads if text == heading]
    assert len(places) == 1, f"the guide has {len(places)} sections '{heading}'"
    end = min((place for place, _ in heads if place > places[0]), default=None)
    return "\n".join(GUIDE.split("\n")[places[0] + 1 : end])


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_directive_has_a_section_with_its_options_and_an_example(kind: Kind) -> None:
    text = section(kind.name)
    example = re.search(rf"^:::+\{{{kind.name}\}}.*?^:::+$", text, re.MULTILINE | re.DOTALL)
    assert example
    for option in kind.options:
        assert f"- `:{option}:`" in text, option
        assert f"\n:{option}: " in example[0], option


def test_every_key_is_listed() -> None:
    for heading, keys in (("The file", front_matter.KEYS), ("The course", course_file.KEYS)):
        assert sorted(re.findall(r"^\| `(\w+)`", section(heading), re.MULTILINE)) == sorted(keys)
    for key in front_matter.KEYS:
        assert f"\n{key}: " in section("The file")
    for key in course_file.KEYS:
        assert re.search(rf"^{key} = |^\[{key}\]", section("The course"), re.MULTILINE), key


def test_every_option_of_every_lab_is_listed_with_its_first_value() -> None:
    names = lab_names()
    for name, lab in zip(names, read_labs([LabAsked(name, {}, {}) for name in names]), strict=True):
        listed = re.findall(r"^\| `([\w-]+)` \|.*\| `([^`]*)` \|$", section(f"{name} lab"), re.MULTILINE)
        assert dict(listed) == lab.fields


def test_both_kinds_of_level_and_of_run_block_are_named() -> None:
    assert all(f"`{kind}`" in section("The file") for kind in front_matter.LEVEL_KINDS)
    assert all(f"`{info}`" in section("Text") for info in RUN)
    assert "python" in LANGUAGES


def test_the_examples_make_a_level_without_a_fault(tmp_path: Path) -> None:
    assert len(EXAMPLES) > len(KINDS)
    headed = write_course(tmp_path, "\n".join(EXAMPLES))
    said = messages(tmp_path, headed, notes=True).splitlines()
    assert [line for line in said if ": note: " not in line] == []
    assert [line for line in said if re.search(r"(choose|number|shape) '", line)] == []


def test_the_example_of_the_readme_has_notes_on_the_level_only(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    [example] = re.findall(r"^   ```markdown\n(.*?)^   ```$", readme, re.MULTILINE | re.DOTALL)
    write_course(tmp_path, textwrap.dedent(example))
    said = messages(tmp_path, False, notes=True).splitlines()
    assert said and all(re.match("1: note: ", line) for line in said), said
    assert all(f"no {part}" in " ".join(said) for part in ("recap", "exercise", "lab"))


def test_the_bounds_of_a_lesson_are_those_that_check_has() -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section("What a level needs"), re.MULTILINE))
    bounds = {
        "front matter": f"`minutes`, within {advice.MINUTES_APART} of",
        "length": "{} to {} minutes".format(*advice.MINUTES),
        "sections": "{} to {} headings".format(*lesson.SECTIONS),
        "terms": "{} to {}".format(*lesson.TERMS),
        "items": f"{lesson.FEWEST_ITEMS} or more above the skip test, of {lesson.FEWEST_KINDS} kinds or more",
        "wrong answers": f"{questions.FEWEST_WRONG} or more in every question",
        "skip test": "{} to {} items of {} kinds".format(*skip_test.ITEMS, lesson.FEWEST_KINDS),
        "sentences": f"{LONGEST_SENTENCE} words or fewer",
        "code": f"{lesson.LONGEST_CODE_LINE} characters or fewer",
    }
    assert [part for part, said in bounds.items() if said not in rows[part]] == []
    assert f"{questions.FEWEST_WORDS} words or more" in rows["wrong answers"]
    assert f"less than {skip_test.GUESSED:.0%}".replace("%", " %") in rows["skip test"]
    assert skip_test.ALIKE == 0.8 and "four fifths of their words" in section("What a level needs")
