"""Judges what a run gave. It never sees the learner's objects, only their plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from grader import explain, reading, stopped, wording
from grader.compare import Difference, compare
from grader.differences import sentence
from grader.fingerprint import match
from grader.forms import Bundle, CaseForm, ErrorInfo, MistakeForm, Outcome, Ran
from grader.raised import is_out_of_memory
from grader.verdict import Shown, Verdict

_ORDER = ("raised", "type", "shape", "dtype", "value")


@dataclass
class _Failure:
    """A case that came out wrong, and how."""

    index: int
    case: CaseForm
    outcome: Outcome
    kind: str
    difference: Difference | None = None

    @property
    def size(self) -> tuple[int, bool, int]:
        """Smallest first, then a shown case before a hidden one, then the earliest."""
        numbers = sum(map(_count, self.case["arguments"].values()))
        return numbers, not self.case["shown"], self.index


def judge(bundle: Bundle, ran: Ran, code: str = "") -> Verdict:
    """The verdict on a run; a fault of the exercise or of the grader raises."""
    verdict = _judge(bundle, ran, code)
    verdict.printed = ran.get("printed", "")
    verdict.seconds = ran.get("seconds", 0.0)
    return verdict


def _judge(bundle: Bundle, ran: Ran, code: str) -> Verdict:
    if ran["stage"] != "ran":
        return stopped.verdict(bundle, ran, code)
    pairs = list(zip(bundle["cases"], ran["outcomes"], strict=True))
    deciding = [(case, outcome) for case, outcome in pairs if not case.get("probe")]
    for _, outcome in deciding:
        if "raised" in outcome and is_out_of_memory(outcome["raised"]):
            return stopped.verdict(bundle, {**ran, "stage": "memory", "error": outcome["raised"]}, code)
    failures = [
        failure
        for index, pair in enumerate(deciding)
        if (failure := _check(bundle, index, *pair)) is not None
    ]
    mutated = _smallest(deciding, "mutated")
    verdict = Verdict(bundle["id"], False, "passed", "", "")
    verdict.of, verdict.checked = len(deciding), len(deciding) - len(failures)
    if not failures and not mutated:
        shared = _smallest(deciding, "shared") if bundle.get("new") else None
        return _blame_sharing(shared, verdict) if shared else _passed(bundle, pairs, verdict, code)
    if failures and bundle.get("fingerprints"):
        verdict.mistakes = match(bundle, [outcome for _, outcome in deciding])
    if mutated:
        verdict.mistakes += [name for name, form in bundle["mistakes"].items() if form.get("changes_input")]
    if failures:
        _blame(bundle, failures, verdict, deciding, ran.get("printed", ""))
    named = [bundle["mistakes"][name] for name in verdict.mistakes]
    if named:
        verdict.kind = "mistake"
        verdict.title = _titles(named)
        verdict.hints = [text for mistake in named for text in (mistake["look"], mistake["example"]) if text]
    if mutated:
        _blame_mutation(mutated, verdict, bool(named))
    return verdict


def _check(bundle: Bundle, index: int, case: CaseForm, outcome: Outcome) -> _Failure | None:
    raised = outcome.get("raised")
    wanted = case.get("raises")
    if raised is not None:
        # A NotImplementedError derives from RuntimeError, so it never stands in for the exception asked for.
        fits = wanted is not None and wanted in raised["bases"]
        fits = fits and case.get("message", "") in ("", raised["message"].strip())
        return None if fits else _Failure(index, case, outcome, "raised")
    if wanted is not None:
        return _Failure(index, case, outcome, "value")
    underflows = case.get("underflows", False)
    difference = compare(outcome["value"], case["expected"], bundle["returns"], underflows)
    return _Failure(index, case, outcome, difference.kind, difference) if difference else None


def _count(form: Any) -> int:
    parts = form.get("list", form.get("tuple"))
    if parts is not None:
        return sum(map(_count, parts))
    size = 1
    for length in form.get("shape", ()):
        size *= length
    return size


def _smallest(
    deciding: list[tuple[CaseForm, Outcome]], what: Literal["mutated", "shared"]
) -> tuple[CaseForm, Outcome, list[str]] | None:
    """The smallest case in which arguments were mutated or shared, and the arguments of all such cases."""
    found = [
        (sum(map(_count, case["arguments"].values())), index, case, outcome)
        for index, (case, outcome) in enumerate(deciding)
        if outcome.get(what)
    ]
    if not found:
        return None
    _, _, case, outcome = min(found, key=lambda entry: entry[:2])
    names = [name for name in case["arguments"] if any(name in each[3][what] for each in found)]
    return case, outcome, names


def _passed(bundle: Bundle, pairs: list[tuple[CaseForm, Outcome]], verdict: Verdict, code: str) -> Verdict:
    verdict.passed, verdict.title = True, "Correct"
    verdict.message = f"Right in all {verdict.of} cases." if verdict.of > 1 else "Right."
    for index, (case, outcome) in enumerate(pairs):
        probe = case.get("probe")
        if probe and _check(bundle, index, case, outcome) and probe["remark"] not in verdict.remarks:
            verdict.remarks.append(probe["remark"])
    if (words := bundle.get("avoid_loops")) and (line := reading.python_loop(code, bundle["function"])):
        verdict.remarks.append(f"There is a loop on line {line}. {words}")
    warned = [text for case, outcome in pairs if not case.get("probe") for text in outcome.get("warned", [])]
    for text in dict.fromkeys(warned):
        verdict.remarks.append(f"NumPy gave a warning on the way: `{text}`.")
    return verdict


def _blame(
    bundle: Bundle,
    failures: list[_Failure],
    verdict: Verdict,
    deciding: list[tuple[CaseForm, Outcome]],
    printed: str,
) -> None:
    first = min(_ORDER.index(failure.kind) for failure in failures)
    failure = min((one for one in failures if one.kind == _ORDER[first]), key=lambda one: one.size)
    case, outcome = failure.case, failure.outcome
    verdict.kind = failure.kind
    wrong = {one.index for one in failures}
    shown = [index for index, (one, _) in enumerate(deciding) if one["shown"]]
    only_shown = "It is right in the cases you can see, but not in others" if (
        shown and not wrong & set(shown) and failure.kind == "value"
    ) else None  # fmt: skip
    words = sentence(bundle, case, outcome, failure.difference, printed)
    verdict.title, verdict.message = words.title, wording.sentences(words.message, words.relation, only_shown)
    verdict.case = Shown(
        case["name"],
        dict(case["arguments"]),
        {"raises": case["raises"]} if "raises" in case else case["expected"],
        outcome["value"] if "value" in outcome else {"raised": brief(outcome["raised"])},
        failure.difference.differs if failure.difference else None,
    )


def brief(error: ErrorInfo) -> dict[str, Any]:
    """What a page shows of an exception."""
    return {
        "type": error["type"],
        "message": error["message"],
        "line": error["line"],
        "source": error["source"],
        "explained": explain.explain(error),
    }


def _titles(named: list[MistakeForm]) -> str:
    titles = [mistake["title"] for mistake in named]
    if len(titles) == 1:
        return titles[0]
    return f"{'Two' if len(titles) == 2 else 'Several'} mistakes at once. {' '.join(titles)}"


def _blame_sharing(found: tuple[CaseForm, Outcome, list[str]], verdict: Verdict) -> Verdict:
    case, outcome, names = found
    verdict.kind = "shared"
    one = f"`{names[0]}`"
    verdict.title = f"Your function hands back its input {one}"
    verdict.message = (
        f"{wording.given(case['arguments'])}, the values are right, but your result is {one} itself or a "
        f"part of it: whoever changes the result later changes {one} as well. Make a new array in every case."
    )
    verdict.case = Shown(case["name"], dict(case["arguments"]), case["expected"], outcome["value"])
    return verdict


def _blame_mutation(found: tuple[CaseForm, Outcome, list[str]], verdict: Verdict, named: bool) -> None:
    case, outcome, names = found
    changed = wording.listed([f"`{name}`" for name in names])
    verdict.kind = "mutated"
    say = (
        f"After the call {changed} {'holds' if len(names) == 1 else 'hold'} other values than before: "
        "whoever called your function still needs them. Work on a copy, or make a new array."
    )
    if not named:
        verdict.title = f"Your function changes its input {changed}"
    verdict.message = wording.sentences(say, verdict.message)
    if verdict.case is None:
        expected = {"raises": case["raises"]} if "raises" in case else case["expected"]
        got = outcome["value"] if "value" in outcome else {"raised": brief(outcome["raised"])}
        verdict.case = Shown(case["name"], dict(case["arguments"]), expected, got)
