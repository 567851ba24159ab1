"""Proves that every mistake fails by its own name, and that mistakes made together are told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from builder.bundle.prints import Known, judged_cases, mark, pairs, raises_everywhere, same, singles
from builder.bundle.trial import Trial
from builder.bundle.why_raised import why_raised
from grader.fingerprint import due, nearest

if TYPE_CHECKING:
    from builder.bundle.prove import Findings
    from grader.case import Mistake


def prove_mistakes(findings: Findings, trial: Trial) -> None:
    """Each member of each mistake fails, and the verdict names that mistake and no other."""
    for mistake in findings.exercise.mistakes:
        prove_mistake(findings, trial, mistake)
    told_apart(findings)
    _same_indeed(findings)
    _note_rejections(findings)


def prove_mistake(findings: Findings, trial: Trial, mistake: Mistake) -> None:
    """Each member of one mistake fails, by its own name."""
    exercise = findings.exercise
    wanted = [mistake.same_as or mistake.id]
    unlike: dict[str, str] = {}
    for number, member in enumerate(mistake.members):
        if raises_everywhere(mark(exercise, member.call)):
            unlike.setdefault(why_raised(exercise, member), member.label)
            continue
        verdict = trial.judge(exercise.mistake_code(mistake, number))
        what = _member(mistake.id, member.label)
        if verdict["passed"]:
            findings.fault("mistakes.py", mistake.line, f"{what} passes: no case rejects it")
        elif verdict["kind"] == "unjudged":
            findings.fault("mistakes.py", mistake.line, f"{what}: {verdict['message']}")
        elif verdict["mistakes"] != wanted:
            named = " and ".join(verdict["mistakes"]) or f"nothing ({verdict['kind']})"
            findings.fault("mistakes.py", mistake.line, f"{what} is named as {named}")
    for why, label in unlike.items():
        message = (
            f"{_member(mistake.id, label)} raises on every case, so there is nothing to recognise: {why}"
        )
        findings.fault("mistakes.py", mistake.line, message)


def told_apart(findings: Findings) -> None:
    """No two mistakes give the same on every case, unless they are declared to."""
    exercise = findings.exercise
    lines = {mistake.id: mistake.line for mistake in exercise.mistakes}
    right = mark(exercise, exercise.solution)
    known = [one for one in singles(exercise) if not raises_everywhere(one.mark)]
    by_pattern: dict[str, list[Known]] = {}
    reported: set[tuple[str, str]] = set()
    for one in known:
        (name,) = one.ids
        if same(one.mark, right):
            findings.fault(
                "mistakes.py",
                lines[name],
                f"{_member(name, one.label)} gives the same as the model answer, or nearly, on every case: "
                "add a case that shows the difference",
            )
        for other in by_pattern.setdefault(one.mark[0], []):
            pair = (other.ids[0], name)
            if other.ids != one.ids and pair not in reported and same(one.mark, other.mark):
                reported.add(pair)
                findings.fault(
                    "mistakes.py",
                    lines[name],
                    f"{_member(name, one.label)} and {_member(pair[0], other.label)} "
                    "give the same on every case: add a case that tells them apart, or declare "
                    f'@same_as("{pair[0].replace("-", "_")}")',
                )
        by_pattern[one.mark[0]].append(one)


def _same_indeed(findings: Findings) -> None:
    """What is declared ``same_as`` another mistake gives what some member of that one gives."""
    exercise = findings.exercise
    marks = {
        mistake.id: [mark(exercise, member.call) for member in mistake.members]
        for mistake in exercise.mistakes
    }
    for mistake in exercise.mistakes:
        for member, found in zip(mistake.members, marks[mistake.id], strict=True):
            leader = marks.get(mistake.same_as, [])
            if leader and not any(same(found, other) for other in leader):
                told = _member(mistake.id, member.label)
                message = f"{told} is told apart from '{mistake.same_as}' by the cases"
                findings.fault("mistakes.py", mistake.line, message)


def _note_rejections(findings: Findings) -> None:
    """Which cases reject which mistake, for the report."""
    exercise = findings.exercise
    right = [mark(exercise, exercise.solution, [case]) for case in judged_cases(exercise)]
    for mistake in exercise.mistakes:
        for case, expected in zip(judged_cases(exercise), right, strict=True):
            count = sum(not same(mark(exercise, member.call, [case]), expected) for member in mistake.members)
            if count:
                share = "" if count == len(mistake.members) else f" ({count} of {len(mistake.members)})"
                findings.rejected_by.setdefault(mistake.id, []).append(case.name + share)


def prove_pairs(findings: Findings, trial: Trial) -> None:
    """Two mistakes made together are both named; where one hides the other, the one that shows is."""
    exercise = findings.exercise
    if exercise.pipeline is None:
        return
    right = mark(exercise, exercise.solution)
    for pair in pairs(exercise):
        findings.pairs += 1
        if same(pair.mark, right):
            findings.looks_like.append(f"{_named(pair.ids)} ({pair.label}): cancel out, a right answer")
            continue
        found = nearest(trial.data["fingerprints"], *pair.mark, due(trial.data))
        if not found:
            line = next(mistake.line for mistake in exercise.mistakes if mistake.id == pair.ids[1])
            findings.fault(
                "mistakes.py", line, f"{_named(pair.ids)} ({pair.label}) made together are not named"
            )
        elif found != list(pair.ids):
            kind = "only one shows" if len(found) == 1 and found[0] in pair.ids else "same result"
            findings.looks_like.append(f"{_named(pair.ids)} ({pair.label}): named as {_named(found)}, {kind}")


def _member(name: str, label: str) -> str:
    return f"'{name}' ({label})" if label else f"'{name}'"


def _named(ids: Iterable[str]) -> str:
    return " and ".join(f"`{name}`" for name in ids)
