"""Weak spots: notes that do not fail a course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.checks.reading import LONGEST_SENTENCE, long_sentences, minutes
from builder.errors import Problem
from builder.layout import graded
from builder.model import Course, Exercise, Level, Recap, SkipTest

MINUTES_APART = 5
SHARE_APART = 0.25


def weak_spots(course: Course, answer_lines: Mapping[str, int]) -> list[Problem]:
    """No recap or skip test, an empty one, lines that nothing backs, a time far off, long sentences.

    ``answer_lines`` has the lines of each exercise's model answer.
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
        found += _time_far_off(level, answer_lines)
        for one in long_sentences(level):
            said = f"a sentence of {one.words} words, more than {LONGEST_SENTENCE}: '{one.text[:40]}…'"
            found.append(Problem(level.path, one.line, said, advice=True))
    return found


def _time_far_off(level: Level, answer_lines: Mapping[str, int]) -> Iterator[Problem]:
    exercises = [item.id for item in graded(level.blocks, skip=False) if isinstance(item, Exercise)]
    # What could not be read takes time too, and nobody knows how much.
    known = level.complete and not level.unread and set(exercises) <= set(answer_lines)
    if level.minutes is None or not known:
        return
    takes = minutes(level, answer_lines)
    if abs(level.minutes - takes) > max(MINUTES_APART, SHARE_APART * takes):
        said = (
            f"'minutes' is {level.minutes}, but by the count in docs/authoring.md "
            f"the level takes {max(round(takes), 1)}"
        )
        yield Problem(level.path, level.minutes_line, said, advice=True)
