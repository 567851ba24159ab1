"""Proofs come to the answers, and no two answers of a question are the same."""

from __future__ import annotations

from builder.checks.placed import flat
from builder.errors import Problem
from builder.execute import Outputs, Proof
from builder.model import Answer, ChooseQuestion, Course, NumberQuestion, ShapeQuestion

_ROUNDING = 1e-12


def check_answers(course: Course, outputs: Outputs) -> list[Problem]:
    """Proofs that fail or differ, wrong answers that are right, answers listed twice."""
    found: list[Problem] = []
    for level in course.levels:
        for block in flat(level.blocks):
            if isinstance(block, NumberQuestion | ShapeQuestion):
                proof = outputs.proofs.get((level.path, block.line))
                said = _proof_fault(block, proof) if proof else ""
                found += [Problem(level.path, block.proof_line, said)] if said else []
                found += [
                    Problem(
                        level.path,
                        wrong.line,
                        f"wrong answer {wrong.value} of {_name(block)} is right: {why}",
                    )
                    for wrong in block.wrong
                    if (why := _right(block, wrong))
                ]
                found += _repeated(level.path, _name(block), [(w.value, w) for w in block.wrong])
            elif isinstance(block, ChooseQuestion):
                found += _repeated(level.path, _name(block), [(a.html, a) for a in block.answers])
    return found


def _name(block: NumberQuestion | ShapeQuestion | ChooseQuestion) -> str:
    kind = type(block).__name__.removesuffix("Question").lower()
    return f"{kind} '{block.id}'"


def _proof_fault(question: NumberQuestion | ShapeQuestion, proof: Proof) -> str:
    name, got = _name(question), proof.value
    if proof.fault:
        return f"proof of {name} {proof.fault}"
    if isinstance(question, ShapeQuestion):
        if isinstance(got, float):
            return f"proof of {name} gives the number {got:g}, wanted a shape"
        return (
            ""
            if got == question.answer
            else f"proof of {name} gives {got}, ':answer:' says {question.answer}"
        )
    if not isinstance(got, float):
        return f"proof of {name} gives the shape {got}, wanted a number"
    slack = _ROUNDING * max(1.0, abs(question.answer))
    if abs(got - question.answer) <= question.proof_tolerance + slack:
        return ""
    wanted = f"{question.answer:g}" if question.answer.is_integer() else repr(question.answer)
    return f"proof of {name} gives {got!r}, ':answer:' says {wanted} (tolerance {question.proof_tolerance:g})"


def _right(question: NumberQuestion | ShapeQuestion, wrong: Answer) -> str:
    if isinstance(question, ShapeQuestion):
        return f"':answer:' is {question.answer}" if wrong.value == str(question.answer) else ""
    try:
        distance = abs(float(wrong.value) - question.answer)
    except ValueError:
        return ""
    tolerance = question.tolerance
    return f"':answer:' is {question.answer:g}, tolerance {tolerance:g}" if distance <= tolerance else ""


def _repeated(path: str, name: str, answers: list[tuple[str, Answer]]) -> list[Problem]:
    found, seen = [], dict[str, Answer]()
    for text, answer in answers:
        before = seen.setdefault(text, answer)
        if before is not answer:
            said = f"answer '{answer.value[:40]}' of {name} is listed already in line {before.line}"
            found.append(Problem(path, answer.line, said))
    return found
