"""Weak spots: notes that do not fail a course."""

from __future__ import annotations

from builder.checks.reading import LONGEST_SENTENCE, long_sentences
from builder.errors import Problem
from builder.model import Course, Recap, SkipTest


def weak_spots(course: Course) -> list[Problem]:
    """Levels without a recap or a skip test, an empty skip test, lines that nothing backs, long sentences."""
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
        for one in long_sentences(level):
            said = f"a sentence of {one.words} words, more than {LONGEST_SENTENCE}: '{one.text[:40]}…'"
            found.append(Problem(level.path, one.line, said, advice=True))
    return found
