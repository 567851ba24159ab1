"""Sees whether the code of an exercise changed what everything else in the process uses, and puts it back."""

from __future__ import annotations

import builtins
import errno
import io
import os
import sys
from typing import Any

_SHARED = ("sys", "json", "math", "os", "random", "re", "functools", "itertools", "numpy", "numpy.linalg")
_copy, _ABSENT = dict.copy, object()
_depth, _set_depth = sys.getrecursionlimit, sys.setrecursionlimit


class Unharmed:
    """What is shared, as it was when this was made."""

    def __init__(self) -> None:
        names = [name for name in sys.modules if name in _SHARED or name.startswith("grader")]
        modules = [builtins, *(sys.modules[name] for name in names)]
        self._kept = [(module.__name__, vars(module), _copy(vars(module))) for module in modules]
        self._limit = _depth()

    def changes(self) -> list[str]:
        """The names of what was changed since, all put back; builtins first: the rest needs them."""
        found: list[str] = []
        for module, names, kept in self._kept:
            for name in _copy(names) if module == "builtins" else ():
                if name not in kept:
                    del names[name]
                    found.append(f"{module}.{name}")
            for name, value in kept.items():
                if names.get(name, _ABSENT) is not value:
                    names[name] = value
                    found.append(f"{module}.{name}")
        if _depth() != self._limit:
            _set_depth(self._limit)
            found.append("the recursion limit")
        for name in ("stdin", "stdout", "stderr"):
            if _is_closed(getattr(sys, name)):
                setattr(sys, name, io.StringIO())
                found.append(f"sys.{name}, which is closed")
        return found


def _is_closed(stream: Any) -> bool:
    if stream is None:
        return False
    if stream.closed:
        return True
    try:
        os.fstat(stream.fileno())
    except ValueError:
        return False  # a stand-in that is no file of the system
    except OSError as error:
        return error.errno == errno.EBADF
    return False
