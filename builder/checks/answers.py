"""Proofs come to the answers, and no two answers of a question are the same."""

from __future__ import annotations

from builder.checks.placed import flat
from builder.errors import Problem
from builder.execute import Outputs, Proof
from builder.model import Answer, ChooseQuestion, Course, NumberQuestion, ShapeQuestion, Unread

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
        for lost in level.unread:
            proof = outputs.proofs.get((level.path, lost.line))
            said = _kind_fault(lost, proof) if proof else ""
            found += [Problem(level.path, lost.proof_line, said)] if said else []
            found += _repeated(level.path, _name(lost), [(w.value, w) for w in lost.wrong])
    return found


def _kind(block: NumberQuestion | ShapeQuestion | ChooseQuestion | Unread) -> str:
    return block.kind if isinstance(block, Unread) else type(block).__name__.removesuffix("Question").lower()


def _name(block: NumberQuestion | ShapeQuestion | ChooseQuestion | Unread) -> str:
    return f"{_kind(block)} '{block.id}'"


def _kind_fault(question: NumberQuestion | ShapeQuestion | Unread, proof: Proof) -> str:
    """Why the proof gives nothing of the kind that the question asks for."""
    name, got = _name(question), proof.value
    if proof.fault:
        return f"proof of {name} {proof.fault}"
    if _kind(question) == "shape":
        return f"proof of {name} gives the number {got:g}, wanted a shape" if isinstance(got, float) else ""
    return "" if isinstance(got, float) else f"proof of {name} gives the shape {got}, wanted a number"


def _proof_fault(question: NumberQuestion | ShapeQuestion, proof: Proof) -> str:
    name, got = _name(question), proof.value
    if fault := _kind_fault(question, proof):
        return fault
    if isinstance(question, ShapeQuestion):
        said = f"proof of {name} gives {got}, ':answer:' says {question.answer}"
        return "" if got == question.answer else said
    assert isinstance(got, float), "a proof of another kind has been told"
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
