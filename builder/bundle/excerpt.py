"""The part of a file that some of its names need: so that the code of one mistake is short."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable


@functools.lru_cache(maxsize=2048)
def excerpt(text: str, *names: str) -> str:
    """The statements of a file, without its comments and docstrings, that ``names`` rest on."""
    statements = _statements(text)
    needed: set[int] = set()
    waiting = set(names)
    known: set[str] = set()
    while waiting:
        name = waiting.pop()
        known.add(name)
        for number, (_, gives, uses) in enumerate(statements):
            if number not in needed and (name in gives or not gives):
                needed.add(number)
                waiting |= uses - known
    return "\n".join(statements[number][0] for number in sorted(needed)) + "\n"


@functools.lru_cache(maxsize=64)
def _statements(text: str) -> list[tuple[str, set[str], set[str]]]:
    """Each statement of a file: its text, the names it gives, and those that it uses."""
    found = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        for inner in ast.walk(node):
            if isinstance(inner, ast.FunctionDef) and ast.get_docstring(inner) is not None:
                inner.body = inner.body[1:] or [ast.Pass()]
        uses = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        found.append((ast.unparse(node), set(_gives(node)), uses))
    return found


def _gives(node: ast.stmt) -> Iterable[str]:
    """The names that a definition, an import or a plain assignment binds; of other statements none."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.Assign):
        return [part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    return []
