"""The process that runs a course's code: a step in, its result out, each a line of JSON; run as a script."""

from __future__ import annotations

import ast
import builtins
import io
import json
import math
import os
import sys
import traceback
import warnings
from types import CodeType
from typing import Any

import numpy as np

NAME = "<block>"
MOST_PRINTED = 20_000
# What a proof has no use for: it asks nobody, reads nothing and runs no further code.
NOT_IN_PROOFS = {
    *("open", "input", "print", "exec", "eval", "compile", "breakpoint", "help", "exit", "quit"),
    *("globals", "locals", "vars"),
}


class Printed(io.StringIO):
    """Keeps what is printed, up to a limit, and remembers whether there was more."""

    cut = False

    def write(self, text: str) -> int:
        room = MOST_PRINTED - self.tell()
        self.cut = self.cut or len(text) > room
        super().write(text[: max(room, 0)])
        return len(text)


def run(code: str, names: dict[str, Any]) -> dict[str, Any]:
    """Execute a block in the names that the blocks above it left."""
    printed = Printed()
    sys.stdout = sys.stderr = printed
    sys.stdin = io.StringIO()
    result: dict[str, Any] = {"error": None, "line": None}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = _show_warning
            exec(compile(code, NAME, "exec"), names)
    except BaseException as error:
        result = {"error": _last_line(error), "line": _line(error)}
    return {**result, "printed": printed.getvalue(), "cut": printed.cut}


def prove(code: str) -> dict[str, Any]:
    """Evaluate one expression with ``np`` and plain builtins."""
    # NumPy's compiled part imports through the builtins of whoever calls it; the expression itself may not.
    allowed = {name: value for name, value in vars(builtins).items() if name not in NOT_IN_PROOFS}
    try:
        tree = ast.parse(code.strip(), NAME, "eval")
        made: CodeType = compile(tree, NAME, "eval")
    except (SyntaxError, ValueError) as error:
        return {"fault": f"is no single expression: {_last_line(error)}"}
    except (RecursionError, MemoryError):
        return {"fault": "is nested too deeply"}
    named = {at.id for at in ast.walk(tree) if isinstance(at, ast.Name) and isinstance(at.ctx, ast.Load)}
    if "__import__" in named:
        return {"fault": "imports; it may use np and plain builtins only"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _plain(eval(made, {"__builtins__": allowed, "np": np}))
    except NameError as error:
        return {"fault": f"raises {_last_line(error)}; it knows np and plain builtins, not the run blocks"}
    except BaseException as error:
        return {"fault": f"raises {_last_line(error)}"}


def _plain(value: Any) -> dict[str, Any]:
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value[()]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = float(value)
        return {"number": number} if math.isfinite(number) else {"fault": f"gives {number}"}
    if isinstance(value, np.ndarray):
        return {"fault": f"gives an array of shape {value.shape}; for its shape, add '.shape'"}
    if isinstance(value, tuple | list) and all(isinstance(n, int | np.integer) for n in value):
        return {"shape": [int(n) for n in value]}
    return {"fault": f"gives {repr(value)[:60]}, neither a number nor a shape"}


def _show_warning(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
    print(f"{category.__name__}: {message}")


def _last_line(error: BaseException) -> str:
    lines = traceback.TracebackException.from_exception(error).format_exception_only()
    return next((line.strip() for line in lines if not line.startswith(" ")), type(error).__name__)


def _line(error: BaseException) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == NAME:
        return error.lineno
    found = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == NAME]
    return found[-1] if found else None


def main() -> None:
    """Answer steps until the pipe closes; code gets neither of the two pipes."""
    steps = os.fdopen(os.dup(0), encoding="utf-8")
    results = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    names: dict[str, Any] = {"np": np, "__name__": "__main__"}
    results.write("ready\n")
    results.flush()
    for text in steps:
        step = json.loads(text)
        result = run(step["code"], names) if step["kind"] == "run" else prove(step["code"])
        results.write(json.dumps(result) + "\n")
        results.flush()


if __name__ == "__main__":
    main()
