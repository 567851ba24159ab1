"""Puts back what learner code changed in the modules every run shares."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import operator
import re
import sys
import warnings
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

# Loaded by numpy or by learners on first use; loaded before the run, so that a change to them is seen.
_ON_DEMAND = (
    "numpy.char", "numpy.fft", "numpy.ma", "numpy.polynomial", "numpy.random", "numpy.rec", "numpy.strings",
    "numpy.testing", "cmath", "math", "random",
)  # fmt: skip
_SHARED = (
    "ast", "builtins", "cmath", "collections", "contextlib", "copy", "decimal", "difflib", "fractions",
    "functools", "io", "itertools", "json", "json.decoder", "json.encoder", "linecache", "math", "operator",
    "random", "re", "statistics", "time", "traceback", "types", "typing", "warnings",
)  # fmt: skip
_SYSTEM = (
    "stdout",
    "stderr",
    "stdin",
    "displayhook",
    "excepthook",
    "argv",
    "unraisablehook",
    "breakpointhook",
)
_HEAP_TYPE = 1 << 9
_ABSENT = object()
# The classes of each shared module as they were when the first run came: there are too many to copy for each.
_CLASSES: dict[str, list[tuple[type, dict[str, Any]]]] = {}
# Names of our own for what learner code may replace while it is needed here.
_names, _len, _all, _map, _is = vars, len, all, map, operator.is_
_DEPTH, _set_depth = sys.getrecursionlimit(), sys.setrecursionlimit
_seterr, _geterr = np.seterr, np.geterr
_seterrcall, _geterrcall = np.seterrcall, np.geterrcall
_set_print, _get_print = np.set_printoptions, np.get_printoptions


def load_what_is_named(code: str) -> None:
    """Import the modules the code speaks of that would otherwise load half-way through a run."""
    for name in _ON_DEMAND:
        if name not in sys.modules and re.search(rf"\b{name.rpartition('.')[2]}\b", code):
            importlib.import_module(name)


class Snapshot:
    """The state of the shared modules at one moment.

    ``at_end``: the process ends after this run, and only what its answer is written with must come back.
    """

    def __init__(self, at_end: bool = False) -> None:
        counts = _writes_the_answer if at_end else _is_shared
        self._modules = {name: sys.modules[name] for name in list(sys.modules) if not at_end or counts(name)}
        self._namespaces: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._classes: list[tuple[type, dict[str, Any]]] = []
        for name, module in self._modules.items():
            if counts(name) and isinstance(module, ModuleType):
                self._keep(name, module)
        self._system = {name: getattr(sys, name) for name in _SYSTEM}
        self._path, self._meta_path = list(sys.path), list(sys.meta_path)
        self._depth, self._trace, self._profile = sys.getrecursionlimit(), sys.gettrace(), sys.getprofile()
        self._errors, self._error_call, self._print = _geterr(), _geterrcall(), _get_print()
        self._filters = list(warnings.filters)

    def _keep(self, name: str, module: ModuleType) -> None:
        names = module.__dict__
        self._namespaces.append((names, dict(names)))
        if name not in _CLASSES:
            _CLASSES[name] = [
                (value, dict(_names(value)))
                for value in names.values()
                if isinstance(value, type) and value.__flags__ & _HEAP_TYPE and value.__module__ == name
            ]
        self._classes += _CLASSES[name]

    def restore(self) -> None:
        """Make everything as it was; builtins first, since the rest of this code needs them."""
        _put_back(*_NEEDED[0])
        sys.settrace(self._trace)
        sys.setprofile(self._profile)
        _set_depth(self._depth)
        for names, saved in self._namespaces:
            _put_back(names, saved)
        for kind, saved in self._classes:
            _put_back_class(kind, saved)
        for name, module in self._modules.items():
            if sys.modules.get(name) is not module:
                sys.modules[name] = module
        for name, value in self._system.items():
            setattr(sys, name, value)
        sys.path[:], sys.meta_path[:] = self._path, self._meta_path
        warnings.filters[:] = self._filters  # type: ignore[index]
        _seterr(**self._errors)
        _seterrcall(self._error_call)
        _set_print(**self._print)


class Untouched:
    """Lets our own code run with true builtins and a true numpy, then gives the learner's back."""

    def __enter__(self) -> None:
        sys.settrace(None)
        sys.setprofile(None)
        _set_depth(_DEPTH)
        self._theirs: list[tuple[dict[str, Any], dict[str, Any]]] = []
        for names, saved in _NEEDED:
            if not _same(names, saved):
                self._theirs = [*self._theirs, (names, dict.copy(names))]
                _put_back(names, saved)

    def __exit__(self, *_: object) -> None:
        for names, theirs in self._theirs:
            names.clear()
            names.update(theirs)


def _is_shared(name: str) -> bool:
    return name in _SHARED or name == "numpy" or name.startswith(("numpy.", "grader"))


def _writes_the_answer(name: str) -> bool:
    return name in ("builtins", "contextlib", "re") or name.startswith(("json", "grader"))


def _same(names: Mapping[str, Any], saved: dict[str, Any]) -> bool:
    """Whether nothing was added, removed or replaced; a mere change of order counts as a change."""
    return (
        _len(names) == _len(saved)
        and _all(_map(_is, names, saved))
        and _all(_map(_is, names.values(), saved.values()))
    )


def _put_back(names: dict[str, Any], saved: dict[str, Any]) -> None:
    if _same(names, saved):
        return
    for name in dict.copy(names):
        # A submodule that was loaded meanwhile stays: half of it cannot be loaded twice.
        if name not in saved and type(names[name]) is not ModuleType:
            del names[name]
    names.update(saved)


def _put_back_class(kind: type, saved: dict[str, Any]) -> None:
    if _same(_names(kind), saved):
        return
    now = dict(_names(kind))
    # Python keeps entries of its own in a class, which it lets nobody set; they are not the learner's doing.
    for name in now:
        if name not in saved:
            with contextlib.suppress(AttributeError, TypeError):
                type.__delattr__(kind, name)
    for name, value in saved.items():
        if now.get(name, _ABSENT) is not value:
            with contextlib.suppress(AttributeError, TypeError):
                type.__setattr__(kind, name, value)


_NEEDED = ((builtins.__dict__, dict(builtins.__dict__)), (np.__dict__, dict(np.__dict__)))
