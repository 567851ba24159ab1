"""Gates need what stands above them; recap lines are backed by what the level grades."""

from __future__ import annotations

from builder.checks.placed import Placed, meant_exercises, placed, placed_in, unknown_ids
from builder.errors import Problem, did_you_mean
from builder.model import Course, Gate, Level, Recap


def check_needs(course: Course, exercises: frozenset[str]) -> list[Problem]:
    """Gates and recap lines that name what is not there, or not yet; ``exercises`` has every exercise."""
    everywhere = {thing.id: thing for thing in reversed(placed(course))}
    found: list[Problem] = []
    for level in course.levels:
        for block in level.blocks:
            if isinstance(block, Gate):
                for need in block.needs:
                    said = _gate_fault(level, block, need, everywhere, exercises)
                    found += [Problem(level.path, block.line, said)] if said else []
            elif isinstance(block, Recap):
                found += _check_recap(level, block, exercises)
    return found


def _gate_fault(
    level: Level, gate: Gate, need: str, everywhere: dict[str, Placed], exercises: frozenset[str]
) -> str:
    here = [thing for thing in placed_in(level) if thing.id == need]
    if any(thing.graded and not thing.in_test and thing.line < gate.line for thing in here):
        return ""
    if need in unknown_ids(level) | meant_exercises(level, exercises):
        return ""
    if here and not here[0].graded:
        return f"gate needs '{need}', a lab: nothing there can pass; name a question, an exercise or a try"
    if here:
        where = "in the skip test" if here[0].in_test else "below the gate"
        return f"gate needs '{need}', which stands {where} (line {here[0].line}); it must stand above"
    if need in everywhere:
        return f"gate needs '{need}', which stands in another level ({everywhere[need].place})"
    if need in exercises:
        return f"gate needs the exercise '{need}', which no level shows"
    above = [thing.id for thing in _right(level, exercises) if thing.line < gate.line]
    return (
        f"gate needs the unknown id '{need}'{did_you_mean(need, above) or '; nothing graded stands above it'}"
    )


def _check_recap(level: Level, recap: Recap, exercises: frozenset[str]) -> list[Problem]:
    right = {thing.id for thing in _right(level, exercises)}
    graded = {thing.id for thing in placed_in(level) if thing.graded}
    graded |= unknown_ids(level) | meant_exercises(level, exercises)
    found = []
    for line in recap.can_now:
        for named in line.backed_by:
            if named in graded:
                continue
            if named in exercises:
                said = f"recap line quotes '{named}', an exercise that this level does not show"
            else:
                hint = did_you_mean(named, right)
                said = f"recap line quotes '{named}', which this level does not grade{hint}"
            found.append(Problem(level.path, line.line, said))
    return found


def _right(level: Level, exercises: frozenset[str]) -> list[Placed]:
    """What a level grades, without exercises that are not there: nobody meant those."""
    return [
        thing for thing in placed_in(level) if thing.graded and (not thing.exercise or thing.id in exercises)
    ]
