"""Describes an exception that learner code raised, without trusting the exception."""

from __future__ import annotations

import builtins
import contextlib
import difflib
import re
from types import TracebackType
from typing import Any

import numpy as np

from grader.encode import is_a
from grader.forms import ErrorInfo

FILENAME = "answer.py"
MAX_MESSAGE = 600
MAX_SHAPES = 4
_TOO_BIG = re.compile(r"array is too big|Maximum allowed (size|dimension) exceeded")
_mro = type.__dict__["__mro__"].__get__
_name = type.__dict__["__name__"].__get__
_shape = np.ndarray.__dict__["shape"].__get__
_traceback = BaseException.__dict__["__traceback__"].__get__


def describe(error: BaseException, code: str, names: dict[str, Any]) -> ErrorInfo:
    """Type, message, the learner's own line, and the names it may have meant."""
    bases = [str(_name(base)) for base in _mro(type(error))]
    bases = bases[: bases.index("BaseException") + 1]
    line = _line(error)
    lines = code.split("\n")
    source = lines[line - 1].strip() if line and line <= len(lines) else ""
    info: ErrorInfo = {
        # numpy hides some classes behind a public base: _UFuncNoLoopError is a TypeError.
        "type": next(name for name in bases if not name.startswith("_")),
        "message": _message(error),
        "line": line,
        "source": source[:200],
        "bases": bases,
        "near": _near(error, names),
    }
    if shapes := _shapes(error, source):
        info["shapes"] = shapes
    return info


def is_out_of_memory(error: ErrorInfo) -> bool:
    """Whether the machine was too small; where addresses have 32 bits NumPy says so with a ``ValueError``."""
    return "MemoryError" in error["bases"] or bool(_TOO_BIG.match(error["message"]))


def _line(error: BaseException) -> int | None:
    with contextlib.suppress(BaseException):  # an exception of the learner's own making may do anything
        return _line_in(error)
    return None


def _line_in(error: BaseException) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    step: TracebackType | None = _traceback(error)
    line = None
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILENAME:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _message(error: BaseException) -> str:
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException:  # the learner's own __str__ may do anything
        return ""
    return str.__str__(text)[:MAX_MESSAGE].encode("utf-8", "replace").decode("utf-8")


def _shapes(error: BaseException, source: str) -> dict[str, list[int]]:
    """The shapes of the arrays that the learner's line names."""
    with contextlib.suppress(BaseException):
        names = _locals(error)
        found = {
            name: list(_shape(names[name]))
            for name in dict.fromkeys(re.findall(r"[A-Za-z_]\w*", source))
            if name in names and is_a(names[name], np.ndarray)
        }
        return dict(list(found.items())[:MAX_SHAPES])
    return {}


def _near(error: BaseException, names: dict[str, Any]) -> str | None:
    """The name that was probably meant, for a name or a numpy attribute that does not exist."""
    try:
        wanted = error.name if isinstance(error, (NameError, AttributeError)) else None
        if not isinstance(wanted, str):
            return None
        if isinstance(error, AttributeError):
            known = dir(np) if error.obj is np else dir(error.obj)
            return next(iter(_closest(wanted, known)), None)
        if type(error) is UnboundLocalError:
            return None
        local = list(_locals(error))
        if wanted not in dir(builtins) and hasattr(np, wanted):
            return f"np.{wanted}"
        return next(iter(_closest(wanted, [*local, *names, *dir(builtins)])), None)
    except BaseException:
        return None


def _closest(wanted: str, known: list[str]) -> list[str]:
    known = [name for name in known if not name.startswith("_") and name != wanted]
    same = [name for name in known if name.lower() == wanted.lower()]
    return same or difflib.get_close_matches(wanted, known, n=1, cutoff=0.7)


def _locals(error: BaseException) -> dict[str, Any]:
    """The names of the learner's own function in which the error came up."""
    step: TracebackType | None = _traceback(error)
    found: dict[str, Any] = {}
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILENAME:
            found = dict(step.tb_frame.f_locals)
        step = step.tb_next
    return found
