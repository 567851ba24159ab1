"""What can only be seen across a whole course: ids, gates, links, proofs, and what run blocks reported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from builder.checks.advice import weak_spots
from builder.checks.answers import check_answers
from builder.checks.ids import check_ids, exercise_folders
from builder.checks.labs import check_labs
from builder.checks.mistakes import Mistakes, check_mistakes
from builder.checks.needs import check_needs
from builder.checks.report import write_reports
from builder.checks.targets import check_targets
from builder.checks.terms import check_terms
from builder.errors import Problem
from builder.execute import Outputs
from builder.model import Course

__all__ = ["check_course", "write_reports"]


def check_course(
    course: Course, mistakes: Mistakes, answer_lines: Mapping[str, int], outputs: Outputs, root: Path
) -> list[Problem]:
    """Every problem of a course that was read and run, the run blocks' own included, in order of place.

    ``mistakes`` has every exercise that could be read, ``answer_lines`` the lines of each one's model answer.
    """
    # An exercise that could not be read is there all the same; its own problems say what is wrong with it.
    known = frozenset(mistakes) | exercise_folders(root)
    found = list(outputs.problems)
    found += check_ids(course, known, root)
    found += check_needs(course, known)
    found += check_mistakes(course, mistakes, known)
    found += check_labs(course)
    found += check_targets(course, root)
    found += check_answers(course, outputs)
    found += check_terms(course)
    found += weak_spots(course, answer_lines, known)
    return sorted(found)
