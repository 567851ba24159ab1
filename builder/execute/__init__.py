"""Runs a course's own code at build: run blocks and proofs, each in a process that can be killed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.errors import Problem
from builder.execute.cache import Cache
from builder.execute.child import MOST_PRINTED
from builder.execute.process import Child
from builder.model import (
    Aside,
    Block,
    Course,
    Level,
    NumberQuestion,
    RunBlock,
    ShapeQuestion,
    SkipTest,
    Unread,
)

BLOCK_SECONDS = 5.0
REPEAT_SECONDS = 4 * BLOCK_SECONDS
PROOF_SECONDS = 2.0

Place = tuple[str, int]


@dataclass(frozen=True)
class Proof:
    """What a proof came to: a number, a shape, or ``fault``, the reason why it gives neither."""

    value: float | tuple[int, ...] | None
    fault: str = ""


@dataclass
class Outputs:
    """What a course's code gave, by (level path, line of the block or question).

    ``printed`` is what the page shows under a run block: its output, and the last line of a wanted error.
    """

    printed: dict[Place, str] = field(default_factory=dict)
    proofs: dict[Place, Proof] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def run_course(course: Course, cache: Path) -> Outputs:
    """Run every block and proof of a course; results are kept in the ``cache`` folder by their content."""
    outputs, kept = Outputs(), Cache(cache)
    for level in course.levels:
        blocks = list(_flat(level.blocks))
        _run_blocks(outputs, level, [block for block in blocks if isinstance(block, RunBlock)], kept)
    _run_proofs(outputs, course, kept)
    return outputs


def _flat(blocks: Iterable[Block]) -> Iterable[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Aside | SkipTest):
            yield from _flat(block.blocks)


def _run_blocks(outputs: Outputs, level: Level, blocks: list[RunBlock], kept: Cache) -> None:
    codes = [block.code for block in blocks]
    results: list[dict[str, Any] | None] = [*(kept.get("run", codes) or [])] if codes else []
    kept_before = len(results) == len(codes)
    while len(results) < len(codes):
        with Child() as child:
            # A block that had to be stopped took its process with it: in a new one those above it run again,
            # so that those below find their names.
            for code, result in zip(codes, results, strict=False):
                if result is not None:
                    child.step("run", code, REPEAT_SECONDS)
            for block in blocks[len(results) :]:
                results.append(child.step("run", block.code, BLOCK_SECONDS))
                if results[-1] is None:
                    outputs.problems.append(_stopped(level, block, child))
                    break
    for block, result in zip(blocks, results, strict=True):
        if result is not None:
            _take(outputs, level, block, result)
    ran = [result for result in results if result is not None]
    if len(ran) == len(codes) and not kept_before:
        kept.put("run", codes, ran)


def _stopped(level: Level, block: RunBlock, child: Child) -> Problem:
    what = "ends Python" if child.ended else f"ran longer than {BLOCK_SECONDS:g} s and was stopped"
    return Problem(level.path, block.line, f"run block {what}")


def _take(outputs: Outputs, level: Level, block: RunBlock, result: dict[str, Any]) -> None:
    printed, error = result["printed"], result["error"]
    line = block.line + (result["line"] or 0)
    if error and not block.expects_error:
        hint = "; mark it 'python run error' if this is on purpose"
        outputs.problems.append(Problem(level.path, line, f"run block raises {error}{hint}"))
    elif block.expects_error and not error:
        said = "run block marked 'python run error' raises no error"
        outputs.problems.append(Problem(level.path, block.line, said))
    if result["cut"]:
        said = f"run block prints more than {MOST_PRINTED} characters"
        outputs.problems.append(Problem(level.path, block.line, said))
    if printed and not printed.endswith("\n"):
        printed += "\n"
    outputs.printed[level.path, block.line] = printed + (f"{error}\n" if error else "")


def _run_proofs(outputs: Outputs, course: Course, kept: Cache) -> None:
    waiting: list[tuple[Place, str]] = []
    for level in course.levels:
        for block in (*_flat(level.blocks), *level.unread):
            if isinstance(block, NumberQuestion | ShapeQuestion | Unread) and block.proof:
                place, found = (level.path, block.line), kept.get("proof", [block.proof])
                if found:
                    outputs.proofs[place] = _proof(found[0])
                else:
                    waiting.append((place, block.proof))
    while waiting:
        with Child() as child:
            # A proof that had to be stopped takes its process with it; the next ones get a new one.
            while waiting:
                place, code = waiting.pop(0)
                result = child.step("proof", code, PROOF_SECONDS)
                if result is None:
                    what = "ends Python" if child.ended else f"ran longer than {PROOF_SECONDS:g} s"
                    outputs.proofs[place] = Proof(None, what)
                    break
                outputs.proofs[place] = _proof(result)
                kept.put("proof", [code], [result])


def _proof(result: dict[str, Any]) -> Proof:
    if "number" in result:
        return Proof(result["number"])
    return Proof(tuple(result["shape"])) if "shape" in result else Proof(None, result["fault"])
