"""Ids are unique in a course, an exercise has a folder and one level, renamed ids lead somewhere."""

from __future__ import annotations

from pathlib import Path

from builder.checks.placed import Placed, meant_exercises, placed
from builder.errors import Problem, did_you_mean
from builder.model import Course


def exercise_folders(root: Path) -> frozenset[str]:
    """The names in ``exercises/`` as they are written there."""
    folder = root / "exercises"
    return (
        frozenset(place.name for place in folder.iterdir() if place.is_dir())
        if folder.is_dir()
        else frozenset()
    )


def check_ids(course: Course, exercise_ids: frozenset[str], root: Path) -> list[Problem]:
    """Ids used twice, exercises without a folder or without a level, and renamed ids that mean nothing."""
    found: list[Problem] = []
    first: dict[str, Placed] = {}
    in_tests: set[str] = set()
    for thing in placed(course):
        before = first.setdefault(thing.id, thing)
        if thing.exercise and thing.id not in exercise_ids and thing is before:
            hint = did_you_mean(thing.id, exercise_ids)
            said = f"exercise '{thing.id}' has no folder exercises/{thing.id}/{hint}"
            found.append(Problem(thing.path, thing.line, said))
        if thing is before:
            continue
        # A level's skip test may use one of its exercises again, once.
        again = thing.exercise and before.exercise and thing.path == before.path
        if again and thing.in_test and not before.in_test and thing.id not in in_tests:
            in_tests.add(thing.id)
            continue
        found.append(Problem(thing.path, thing.line, _repeated(thing, before)))
    if all(level.complete for level in course.levels):
        shown = {thing.id for thing in first.values() if thing.exercise}
        for level in course.levels:
            shown |= meant_exercises(level, exercise_ids)
        for name in sorted(exercise_ids - shown):
            said = f"no level shows the exercise '{name}'"
            found.append(Problem(f"exercises/{name}/exercise.toml", 1, said, advice=True))
    return found + _check_renamed(course, set(first), root)


def _repeated(thing: Placed, before: Placed) -> str:
    if thing.exercise and before.exercise:
        return f"exercise '{thing.id}' stands already in {before.place}; it stands in one level, once"
    return f"id '{thing.id}' is used already in {before.place}; ids are unique in the course"


def _check_renamed(course: Course, ids: set[str], root: Path) -> list[Problem]:
    found = []
    file = root / course.path
    lines = file.read_text("utf-8-sig").split("\n") if course.renamed else []
    unread = {one.id for level in course.levels for one in level.unread}
    complete = all(level.complete for level in course.levels)
    for old, new in course.renamed.items():
        line = next((n for n, text in enumerate(lines, 1) if text.strip(" \"'").startswith(old)), 1)
        if old in ids:
            found.append(Problem(course.path, line, f"renamed id '{old}' is still in use"))
        if new not in ids | unread and complete:
            hint = did_you_mean(new, ids)
            found.append(Problem(course.path, line, f"'{old}' is renamed to the unknown id '{new}'{hint}"))
    return found
