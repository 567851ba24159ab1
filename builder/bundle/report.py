"""Writes what a proof found out about an exercise, for its author."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from builder.whole_file import write_whole

if TYPE_CHECKING:
    from builder.bundle.prove import Findings
    from grader.case import Case


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
    notes = sum(problem.advice for problem in findings.problems)
    yield f"{len(findings.problems) - notes} errors, {notes} notes."
    yield from ("", "## What each case is for", "")
    for case in exercise.cases:
        state = "probe" if case.probe else "shown" if case.shown else "hidden"
        needs = [need if isinstance(need, str) else " / ".join(need) for need in case.needed_for]
        yield f"- **{case.name}** ({state}): {case.about}" + (
            f" Needed for {', '.join(needs)}." if needs else ""
        )
        yield from (f"    - {line}" for line in _alone(findings, case))
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


def _alone(findings: Findings, case: Case) -> Iterable[str]:
    """What would get through if the case were taken away."""
    found = findings.alone.get(case.name)
    if case.probe:
        yield "decides nothing: it earns a remark"
        return
    if not found:
        yield f"alone decides nothing. {case.repeats}".rstrip()
        return
    if found.rejects:
        yield f"alone rejects {', '.join(sorted(found.rejects))}"
    if found.separates:
        yield f"alone tells apart {', '.join(' / '.join(pair) for pair in sorted(found.separates))}"
    if found.only_here:
        yield f"alone rejects an answer that is wrong only where {', or where '.join(found.only_here)}"
