"""The right answers of ``also_correct.py``, each as code that stands alone."""

from __future__ import annotations

import ast

from builder.bundle.source import Alternative


def alternatives(text: str, function: str) -> tuple[Alternative, ...]:
    """Every public function of the file; ``shown`` holds only what that one answer needs."""
    tree = ast.parse(text)
    lines = text.splitlines()
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    imports = [
        _segment(lines, node)
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "grader.case"
    ]
    found = []
    for name, node in defined.items():
        if name.startswith("_"):
            continue
        helpers = [_segment(lines, defined[other]) for other in defined if other in _needs(node, defined)]
        parts = ["\n".join(imports), *helpers, _as_answer(lines, node, function)]
        found.append(
            Alternative(
                name=name,
                title=" ".join((ast.get_docstring(node) or name.replace("_", " ")).split()),
                code=f"{text}\n\n{function} = {name}\n",
                shown="\n\n\n".join(part for part in parts if part) + "\n",
                line=node.lineno,
                risks=_risks(node),
            )
        )
    return tuple(found)


def _segment(lines: list[str], node: ast.stmt) -> str:
    return "\n".join(lines[node.lineno - 1 : node.end_lineno])


def _needs(node: ast.FunctionDef, defined: dict[str, ast.FunctionDef]) -> set[str]:
    """The helper functions that a function uses, and those that they use."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        for part in ast.walk(waiting.pop()):
            if (
                isinstance(part, ast.Name)
                and part.id in defined
                and part.id not in found
                and part.id != node.name
            ):
                found.add(part.id)
                waiting.append(defined[part.id])
    return found


def _as_answer(lines: list[str], node: ast.FunctionDef, function: str) -> str:
    """The function without its docstring (it is the title) and under the name the learner is asked for."""
    body = node.body[1:] if ast.get_docstring(node) is not None and len(node.body) > 1 else node.body
    head = lines[node.lineno - 1 : node.body[0].lineno - 1]
    head[0] = head[0].replace(f"def {node.name}(", f"def {function}(", 1)
    return "\n".join(head + lines[body[0].lineno - 1 : node.end_lineno])


def _risks(node: ast.FunctionDef) -> tuple[str, ...]:
    """The texts in ``@risk("case", ...)``."""
    return tuple(
        argument.value
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "risk"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
