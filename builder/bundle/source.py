"""What an exercise is once its folder has been read."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.bundle.excerpt import excerpt
from grader.case import Case, Mistake
from grader.pipeline import Pipeline

Function = Callable[..., Any]


@dataclass(frozen=True)
class Parameter:
    """One argument of the learner's function; ``shape`` is text such as ``T, C``, empty for a number."""

    name: str
    shape: str
    about: str


@dataclass(frozen=True)
class Alternative:
    """A right answer built in another way; ``code`` is its file with the function under the asked name.

    ``shown`` is the code for a learner's eyes. ``risks`` names the probes whose remark this answer must earn.
    """

    name: str
    title: str
    code: str
    shown: str
    line: int
    risks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ExerciseSource:
    """A folder of ``exercises/``: the text of its files and what they define."""

    id: str
    root: Path
    path: str
    title: str
    function: str
    returns: str | tuple[str, ...]
    time_limit: float
    infinities: bool
    parameters: tuple[Parameter, ...]
    contract: str
    texts: Mapping[str, str] = field(repr=False)
    solution: Function = field(repr=False)
    alternatives: tuple[Alternative, ...] = field(repr=False)
    cases: tuple[Case, ...] = field(repr=False)
    case_lines: Mapping[str, int] = field(repr=False)
    mistakes: tuple[Mistake, ...] = field(repr=False)
    pipeline: Pipeline | None = field(repr=False)
    subjects: Mapping[str, Function] = field(repr=False)
    says: tuple[str, ...] = ()
    avoid_loops: str = ""
    new: bool = False

    def file(self, name: str) -> str:
        """The path of one of its files, as problems quote it."""
        return f"{self.path}/{name}"

    def told_as(self) -> dict[str, str]:
        """Its mistakes by id, and the id under which a learner is told of each."""
        return {mistake.id: mistake.same_as or mistake.id for mistake in self.mistakes}

    def answer_lines(self) -> int:
        """How many lines its model answer has, without imports, comments and docstrings."""
        tree = ast.walk(ast.parse(self.texts["solution.py"]))
        statements = (node for node in tree if isinstance(node, ast.stmt))
        silent = (ast.Import, ast.ImportFrom)
        return len({one.lineno for one in statements if not isinstance(one, silent) and not _is_text(one)})

    def mistake_code(self, mistake: Mistake, member: int) -> str:
        """One member of a mistake as code to hand in: what it needs of its file, and one more line."""
        pipeline = "None" if self.pipeline is None else "PIPELINE"
        return (
            f"{excerpt(self.texts['mistakes.py'], mistake.name, pipeline)}\n\n"
            "from grader.case import member_of\n"
            f"{self.function} = member_of({mistake.name}, {pipeline}, {member})\n"
        )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
