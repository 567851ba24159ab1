"""Weak spots: notes that do not fail a course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.checks.lesson import lesson_notes
from builder.checks.questions import question_notes
from builder.checks.reading import LONGEST_SENTENCE, long_sentences, minutes
from builder.checks.skip_test import skip_test_notes
from builder.errors import Problem, counted
from builder.layout import graded
from builder.model import Course, Exercise, Level, Recap, SkipTest

MINUTES_APART = 3
MINUTES = (20, 40)


def weak_spots(course: Course, answer_lines: Mapping[str, int], exercises: frozenset[str]) -> list[Problem]:
    """No recap or skip test, an empty one, lines that nothing backs, a time far off, long sentences, and all
    that a lesson needs: its parts, questions that teach, a skip test that tests.

    ``answer_lines`` has the lines of each exercise's model answer, ``exercises`` every exercise.
    """
    found: list[Problem] = []
    for level in course.levels:
        recap = next((block for block in level.blocks if isinstance(block, Recap)), None)
        test = next((block for block in level.blocks if isinstance(block, SkipTest)), None)
        # Below a misplaced fence may stand what seems to be missing.
        if not recap and level.complete:
            found.append(Problem(level.path, 1, "the level has no recap", advice=True))
        if not test and level.complete:
            found.append(Problem(level.path, 1, "the level has no skip test", advice=True))
        if test and not test.blocks and level.complete:
            found.append(
                Problem(level.path, test.line, "no question stands below the skip test", advice=True)
            )
        for line in recap.can_now if recap else ():
            if not line.backed_by:
                said = (
                    "nothing backs this 'You can now' line; quote the ids of questions or exercises under it"
                )
                found.append(Problem(level.path, line.line, said, advice=True))
        found += _time(level, answer_lines)
        found += lesson_notes(course, level, exercises)
        found += question_notes(level)
        found += skip_test_notes(level)
        for one in long_sentences(level):
            said = f"a sentence of {one.words} words, more than {LONGEST_SENTENCE}: '{one.text[:40]}…'"
            found.append(Problem(level.path, one.line, said, advice=True))
    return found


def _time(level: Level, answer_lines: Mapping[str, int]) -> Iterator[Problem]:
    exercises = [item.id for item in graded(level.blocks, skip=False) if isinstance(item, Exercise)]
    # What could not be read takes time too, and nobody knows how much.
    if not level.complete or level.unread or not set(exercises) <= set(answer_lines):
        return
    takes = minutes(level, answer_lines)
    counted_as = (
        f"by the count in docs/authoring.md the level takes {counted(max(round(takes), 1), 'minute')}"
    )
    if level.minutes is None:
        said = f"front matter has no 'minutes'; {counted_as}"
        yield Problem(level.path, 1, said, advice=True)
    elif abs(level.minutes - takes) > MINUTES_APART:
        said = f"'minutes' is {level.minutes}, but {counted_as}"
        yield Problem(level.path, level.key_lines.get("minutes", 1), said, advice=True)
    if not MINUTES[0] <= takes <= MINUTES[1]:
        said = f"{counted_as}, wanted {MINUTES[0]} to {MINUTES[1]}"
        yield Problem(level.path, 1, said, advice=True)
