"""Proves that right answers pass, in whatever form NumPy may hand them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.bundle.source import ExerciseSource
from builder.bundle.trial import Trial
from grader.reading import python_loop

if TYPE_CHECKING:
    from builder.bundle.prove import Findings

ENOUGH = 4
"""How many other right answers show that an exercise takes what learners write, not one way to write it."""

# A result `r` in other clothes: what counts is its plain values. np.matrix is for tables only.
FORMS = {
    "as a nested list": "np.asarray(r).tolist()",
    "as an array of objects": "np.asarray(r).astype(object)",
    "as np.matrix": "np.matrix(r) if np.ndim(r) == 2 else r",
    "as an unmasked masked array": "np.ma.array(r)",
}
FLOAT_FORMS = {
    "as float32": "np.asarray(r, dtype=np.float32)",
    "as complex numbers": "np.asarray(r) + 0j",
}
# An additive mask holds −∞, which neither True and False nor whole numbers can hold.
MASK_FORMS = {
    "as bool": "r if np.isinf(r).any() else np.asarray(r).astype(bool)",
    "as whole numbers": "r if np.isinf(r).any() else np.asarray(r).astype(int)",
    "as floats": "np.asarray(r).astype(float)",
}
_FORMS_BY_POLICY = {
    "array": FORMS | FLOAT_FORMS,
    "weights": FORMS | FLOAT_FORMS,
    "mask": FORMS | MASK_FORMS,
    "number": {"as a Python number": "float(r)", "as a 0-d array": "np.array(r)"},
    "whole": {"as a NumPy number": "np.int64(r)", "as a 0-d array": "np.array(r)", "as a float": "float(r)"},
    "truth": {"as a NumPy bool": "np.bool_(r)", "as 0 or 1": "int(r)"},
}


def prove_right(findings: Findings, trial: Trial) -> None:
    """The solution in each form, its stages and all alternatives pass; only declared risks earn remarks."""
    exercise = findings.exercise
    text = exercise.texts["solution.py"]
    line = exercise.solution.__code__.co_firstlineno
    for form, code in forms(exercise, text):
        must_pass(findings, trial, code, "solution.py", line, f"the solution {form}")
    if exercise.pipeline is not None:
        code = f"{exercise.texts['mistakes.py']}\n\n{exercise.function} = PIPELINE\n"
        must_pass(findings, trial, code, "mistakes.py", 1, "the unchanged PIPELINE")
    for each in exercise.alternatives:
        must_pass(findings, trial, each.code, "also_correct.py", each.line, f"'{each.name}'", each.risks)
    if (count := len(exercise.alternatives)) < ENOUGH:
        message = f"right answers: {count}; write at least {ENOUGH} that are built differently"
        findings.note("also_correct.py", 1, message)
    _prove_loops(findings)
    risks = {name for each in exercise.alternatives for name in each.risks}
    for case in exercise.cases:
        if case.probe and case.name not in risks:
            place = exercise.case_lines.get(case.name, 1)
            findings.fault(
                "cases.py", place, f"probe '{case.name}': no answer in also_correct.py has this risk"
            )


def solution_passes(findings: Findings, trial: Trial) -> bool:
    """Whether the solution as it stands passes; where not, whatever else fails may follow from it."""
    exercise = findings.exercise
    line = exercise.solution.__code__.co_firstlineno
    before = len(findings.problems)
    must_pass(findings, trial, exercise.texts["solution.py"], "solution.py", line, "the solution")
    return len(findings.problems) == before


def _prove_loops(findings: Findings) -> None:
    """Where loops earn a remark the model answer has none, and some other right answer shows the remark."""
    exercise = findings.exercise
    if not exercise.avoid_loops:
        return
    if found := python_loop(exercise.texts["solution.py"], exercise.function):
        findings.fault("solution.py", found, "the solution has a loop, and exercise.toml has 'avoid_loops'")
    if not any(python_loop(each.code, exercise.function) for each in exercise.alternatives):
        findings.fault("also_correct.py", 1, "no answer has a loop, and exercise.toml has 'avoid_loops'")


def forms(exercise: ExerciseSource, text: str) -> list[tuple[str, str]]:
    """The same answer with its result in other forms, each as (what form, code)."""
    found = []
    if isinstance(exercise.returns, tuple):
        parts = [f"np.asarray(part, dtype=np.{kind})" for kind in ("float32", "float64")]
        wrapped = {"as a list": "list(r)", "as float32": f"tuple({parts[0]} for part in r)"}
    else:
        wrapped = _FORMS_BY_POLICY[exercise.returns]
    for form, expression in wrapped.items():
        code = (
            f"{text}\n\n_answer = {exercise.function}\n\n"
            f"def {exercise.function}(*given):\n    r = _answer(*given)\n    return {expression}\n"
        )
        found.append((form, code))
    return found


def must_pass(
    findings: Findings, trial: Trial, code: str, file: str, line: int, what: str, risks: tuple[str, ...] = ()
) -> None:
    """A right answer passes, and earns the remarks of its declared risks alone."""
    verdict = trial.judge(code)
    if not verdict["passed"]:
        place = f", case '{verdict['case']['name']}'" if verdict["case"] else ""
        told = verdict["message"] or verdict["title"]
        findings.fault(file, line, f"{what} does not pass ({verdict['kind']}{place}): {told}")
        return
    for case in findings.exercise.cases:
        if case.probe and (case.probe in verdict["remarks"]) != (case.name in risks):
            says = (
                "is declared a risk but gets no remark" if case.name in risks else "gets the remark unasked"
            )
            findings.fault(file, line, f"{what}: probe '{case.name}' {says}")
