"""Reads learner code as text and as a tree, before and after it ran: is there an answer, and where."""

from __future__ import annotations

import ast
import difflib
from typing import Any

from grader.encode import type_name
from grader.forms import MissingInfo


def with_plain_newlines(code: str) -> str:
    """The code as it is compiled: without a byte order mark, each line ended in one way."""
    return code.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def is_empty(code: str, starter: str, function: str) -> bool:
    """Whether nothing has been written yet: the starter unchanged, or a body that does nothing."""
    ours = _lines(code)
    if not ours or ours == _lines(starter):
        return True
    try:
        tree = ast.parse(code)
        if starter.strip() and _says_the_same(tree, ast.parse(starter)):
            return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    steps = [
        step
        for step in tree.body
        if not isinstance(step, (ast.Import, ast.ImportFrom)) and not _is_text(step)
    ]
    return all(
        isinstance(step, ast.FunctionDef) and step.name == function and all(map(_does_nothing, step.body))
        for step in steps
    )


def missing(names: dict[str, Any], code: str, function: str) -> MissingInfo:
    """What stands where the function should be."""
    found = None
    if function in names:
        found = type_name(names[function])
    callables = [name for name, value in names.items() if callable(value) and not name.startswith("__")]
    near = [name for name in callables if name.lower().replace("_", "") == function.lower().replace("_", "")]
    near = near or difflib.get_close_matches(function, callables, n=1, cutoff=0.6)
    own = [name for name in callables if name in _defined(code)]
    if not near and len(own) == 1:
        near = own
    return {"near": near[0] if near else None, "inside": _inside(code, function), "found": found}


def first_loop(code: str) -> int | None:
    """The line of the loop that is most likely endless: the first ``while``, else None."""
    try:
        lines = [node.lineno for node in ast.walk(ast.parse(code)) if isinstance(node, ast.While)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return min(lines, default=None)


def python_loop(code: str, function: str) -> int | None:
    """The line of the first loop in the asked function, or in one that it uses; else None."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    defined: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            defined[node.name] = node
        elif isinstance(node, ast.Assign):
            defined |= {target.id: node for target in node.targets if isinstance(target, ast.Name)}
    lines: list[int] = []
    seen: set[str] = set()
    waiting = [function]
    while waiting:
        name = waiting.pop()
        if name in seen or name not in defined:
            continue
        seen.add(name)
        for part in ast.walk(defined[name]):
            if isinstance(part, (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.GeneratorExp)):
                lines.append(part.lineno)
            elif isinstance(part, ast.Name):
                waiting.append(part.id)
    return min(lines, default=None)


def _lines(code: str) -> list[str]:
    lines = (line.strip() for line in code.lstrip("\ufeff").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _says_the_same(one: ast.Module, other: ast.Module) -> bool:
    """Whether two trees differ in comments and docstrings only; long ones are not written out in vain."""
    steps = [[type(step) for step in tree.body if not _is_text(step)] for tree in (one, other)]
    return steps[0] == steps[1] and ast.dump(_bare(one)) == ast.dump(_bare(other))


def _bare(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and node.body:
            node.body = [step for step in node.body if not _is_text(step)]
    return tree


def _is_text(step: ast.stmt) -> bool:
    return (
        isinstance(step, ast.Expr)
        and isinstance(step.value, ast.Constant)
        and isinstance(step.value.value, str)
    )


def _does_nothing(step: ast.stmt) -> bool:
    if isinstance(step, ast.Pass):
        return True
    if isinstance(step, ast.Expr):
        return isinstance(step.value, ast.Constant)
    if isinstance(step, ast.Raise) and step.exc is not None:
        raised = step.exc.func if isinstance(step.exc, ast.Call) else step.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    return False


def _defined(code: str) -> set[str]:
    return {
        node.name
        for node in ast.parse(code).body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }


def _inside(code: str, function: str) -> str | None:
    """The class or function in which the asked function is defined."""
    for outer in ast.walk(ast.parse(code)):
        if isinstance(outer, (ast.ClassDef, ast.FunctionDef)):
            for node in outer.body:
                if isinstance(node, ast.FunctionDef) and node.name == function:
                    kind = "class" if isinstance(outer, ast.ClassDef) else "function"
                    return f"{kind} {outer.name}"
    return None
