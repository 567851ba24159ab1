"""Proves the cases: each has one right result, and does what it says it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from builder.bundle.alone import alone
from builder.bundle.outcomes import outcomes
from builder.bundle.prints import judged_cases, mark, same
from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial
from builder.errors import did_you_mean
from grader.case import Case, Mistake
from grader.decode import plain
from grader.forms import Encoded

if TYPE_CHECKING:
    from builder.bundle.prove import Findings


def prove_cases(findings: Findings, trial: Trial) -> None:
    """The solution gives what each case asks for, and no case can be left out that is declared as needed."""
    exercise = findings.exercise
    right = outcomes(exercise.solution, exercise.cases, exercise.subjects)
    for case, outcome in zip(exercise.cases, right, strict=True):

        def fault(message: str, case: Case = case) -> None:
            findings.fault(
                "cases.py", exercise.case_lines.get(case.name, 1), f"case '{case.name}': {message}"
            )

        wanted = case.raises.__name__ if case.raises else None
        if "raised" in outcome:
            raised = outcome["raised"]
            if wanted not in raised["bases"]:
                got = f"{raised['type']}: {raised['message']}"
                fault(f"the solution raises {got}; wanted {wanted or 'a result'}")
            elif case.message not in ("", raised["message"]):
                fault(f"the solution says {raised['message']!r}; wanted {case.message!r}")
        elif wanted:
            fault(f"the solution returns a value; wanted {wanted}")
        elif _has_nan(outcome["value"]):
            fault("the expected value holds nan")
        elif not exercise.infinities and _has_infinity(outcome["value"]):
            fault("the expected value is infinite; say `infinities = true` in exercise.toml if it should be")
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


def _numbers(form: Encoded) -> list[np.ndarray]:
    found = plain(form)
    if found is not None:
        return [] if found.values is None else [np.asarray(found.values, dtype=float)]
    return [cells for part in form.get("tuple", form.get("list", [])) for cells in _numbers(part)]


def _has_nan(form: Encoded) -> bool:
    return any(np.isnan(cells).any() for cells in _numbers(form))


def _has_infinity(form: Encoded) -> bool:
    return any(np.isinf(cells).any() for cells in _numbers(form))
