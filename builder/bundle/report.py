"""Writes what a proof found out about an exercise, for its author."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from builder.whole_file import write_whole

if TYPE_CHECKING:
    from builder.bundle.prove import Findings


def write(findings: Findings) -> None:
    """``.cache/report/<id>.md``: what each case is for, and which case rejects which mistake."""
    exercise = findings.exercise
    place = exercise.root / ".cache" / "report" / f"{exercise.id}.md"
    write_whole(place, ("\n".join(_lines(findings)) + "\n").encode())


def _lines(findings: Findings) -> Iterable[str]:
    exercise = findings.exercise
    yield f"# {exercise.title} (`{exercise.id}`)"
    yield ""
    yield from (f"- {problem}" for problem in sorted(findings.problems))
    yield f"{len(findings.problems)} problems."
    yield from ("", "## What each case is for", "")
    for case in exercise.cases:
        state = "probe" if case.probe else "shown" if case.shown else "hidden"
        needs = [need if isinstance(need, str) else " / ".join(need) for need in case.needed_for]
        yield f"- **{case.name}** ({state}): {case.about}" + (
            f" Needed for {', '.join(needs)}." if needs else ""
        )
    yield from ("", "## Which cases reject which mistake", "")
    for mistake in exercise.mistakes:
        told = f", told as `{mistake.same_as}`" if mistake.same_as else ""
        yield f"- `{mistake.id}`{told}: {'; '.join(findings.rejected_by.get(mistake.id, ['none']))}"
    yield from ("", "## What is no answer, and what it is told", "")
    yield from (f"- {line}" for line in findings.refused)
    if exercise.pipeline is not None:
        yield from ("", f"## Two mistakes together: {findings.pairs} tried", "")
        yield f"{findings.pairs - len(findings.looks_like)} are named as the two they are. The others:"
        yield ""
        yield from (f"- {line}" for line in findings.looks_like)
