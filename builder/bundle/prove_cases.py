"""Proves the cases: each does what it says it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from builder.bundle.alone import alone
from builder.bundle.prints import judged_cases, mark, same
from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial
from builder.errors import did_you_mean
from grader.case import Case, Mistake

if TYPE_CHECKING:
    from builder.bundle.prove import Findings


def prove_cases(findings: Findings, trial: Trial) -> None:
    """No case can be left out that is declared as needed, and each is worth its place."""
    exercise = findings.exercise
    for case in exercise.cases:

        def fault(message: str, case: Case = case) -> None:
            line = exercise.case_lines.get(case.name, 1)
            findings.fault("cases.py", line, f"case '{case.name}': {message}")

        _prove_needed(findings, trial, case, fault)
    findings.alone = alone(exercise)
    _note_spare(findings)


def _note_spare(findings: Findings) -> None:
    """A case that alone decides nothing says why it is kept, and one that does decide does not say so."""
    exercise = findings.exercise
    for case in exercise.cases:
        if case.probe:
            continue
        decides = findings.alone[case.name] or case.needed_for
        line = exercise.case_lines.get(case.name, 1)
        if case.repeats and decides:
            findings.note(
                "cases.py", line, f"case '{case.name}': says `repeats`, but decides something alone"
            )
        elif not (case.repeats or case.shown or decides):
            message = (
                f"case '{case.name}': without it nothing more gets through; say why it is kept with `repeats`"
            )
            findings.note("cases.py", line, message)


def _prove_needed(findings: Findings, trial: Trial, case: Case, fault: Callable[[str], None]) -> None:
    exercise = findings.exercise
    by_id = {mistake.id: mistake for mistake in exercise.mistakes}
    for need in case.needed_for:
        names: tuple[str, ...] = (need,) if isinstance(need, str) else need
        unknown = [name for name in names if name not in by_id]
        for name in unknown:
            fault(f"needed_for names no mistake '{name}'{did_you_mean(name, by_id)}")
        if unknown:
            continue
        mistakes = [by_id[name] for name in names]
        if case.probe:
            fault("a probe decides nothing, so nothing can need it; see `risk`")
        elif len(mistakes) == 1 and not _gets_through(trial.without(case.name), mistakes[0]):
            fault(f"is not needed for '{names[0]}': without it that mistake fails all the same")
        elif len(mistakes) == 2 and not _merges(exercise, case, mistakes[0], mistakes[1]):
            fault(f"is not needed to tell '{names[0]}' from '{names[1]}': other cases do so too")


def _gets_through(trial: Trial, mistake: Mistake) -> bool:
    codes = (trial.exercise.mistake_code(mistake, number) for number in range(len(mistake.members)))
    return any(trial.judge(code)["passed"] for code in codes)


def _merges(exercise: ExerciseSource, without: Case, one: Mistake, other: Mistake) -> bool:
    left = [case for case in judged_cases(exercise) if case is not without]
    marks = [[mark(exercise, member.call, left) for member in mistake.members] for mistake in (one, other)]
    return any(same(a, b) for a in marks[0] for b in marks[1])
