"""Proves an exercise: right answers pass, wrong ones fail by their own name, every case does its work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from builder.bundle import keep, report, watch
from builder.bundle.alone import Alone
from builder.bundle.prove_cases import prove_cases
from builder.bundle.prove_mistakes import prove_mistakes, prove_pairs
from builder.bundle.prove_right import prove_right, solution_passes
from builder.bundle.prove_solution import prove_solution
from builder.bundle.prove_tricks import prove_tricks
from builder.bundle.prove_words import prove_words
from builder.bundle.prove_wrong import prove_starter, prove_wrong
from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial
from builder.bundle.write import bundle
from builder.errors import Problem

# Each with the file it is about, and whether it rests on the names of mistakes.
_STEPS = (
    (prove_cases, "cases.py", True),
    (prove_right, "also_correct.py", False),
    (prove_wrong, "starter.py", False),
    (prove_tricks, "solution.py", False),
    (prove_mistakes, "mistakes.py", True),
    (prove_pairs, "mistakes.py", True),
)


@dataclass
class Findings:
    """What a proof collects: faults with their place, and lines for the report."""

    exercise: ExerciseSource
    problems: list[Problem] = field(default_factory=list)
    alone: dict[str, Alone] = field(default_factory=dict)
    rejected_by: dict[str, list[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    pairs: int = 0
    looks_like: list[str] = field(default_factory=list)

    def fault(self, file: str, line: int, message: str) -> None:
        """A fault in one of the exercise's files."""
        self.problems.append(Problem(self.exercise.file(file), line, message))

    def note(self, file: str, line: int, message: str) -> None:
        """A weak spot in one of the exercise's files that does not fail it."""
        self.problems.append(Problem(self.exercise.file(file), line, message, advice=True))


def prove(exercise: ExerciseSource, progress: Callable[[str], None] = lambda text: None) -> list[Problem]:
    """Every fault of an exercise; what was proved before is not proved again until a file changes."""
    known = keep.kept_proof(exercise)
    if known is not None:
        return known
    findings = Findings(exercise)
    named = prove_words(findings)
    watch.at("cases.py")
    progress(f"Proving {exercise.id}: solution")
    # What fails after its cause is no news to the author, and often blames the wrong file.
    if prove_solution(findings) and (trial := _trial(findings, named)) is not None:
        for step, file, by_name in _STEPS:
            if named or not by_name:
                watch.at(file)
                progress(f"Proving {exercise.id}: {step.__name__.removeprefix('prove_')}")
                step(findings, trial)
    report.write(findings)
    problems = sorted(findings.problems)
    keep.keep_proof(exercise, problems)
    return problems


def _trial(findings: Findings, named: bool) -> Trial | None:
    """The exercise ready to judge answers; None where it would not even judge its own solution right."""
    watch.at("mistakes.py")
    trial = Trial(bundle(findings.exercise))
    if not named:
        trial = trial.changed(fingerprints={})  # passing does not depend on them
    watch.at("starter.py")
    if not prove_starter(findings, trial):
        trial = trial.changed(starter="")  # or a right answer would count as not begun
    watch.at("solution.py")
    return trial if solution_passes(findings, trial) else None
