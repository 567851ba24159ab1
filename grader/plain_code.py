"""Tells code that can only compute from code that could reach, and change, what other runs share."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from collections.abc import Iterator
from types import ModuleType

import numpy as np

from grader.reading import with_plain_newlines

MODULES = (
    "__future__", "cmath", "collections", "collections.abc", "decimal", "fractions", "functools", "itertools",
    "math", "numpy", "numpy.fft", "numpy.linalg", "numpy.ma", "numpy.random", "numpy.typing", "operator",
    "random", "statistics", "typing",
)  # fmt: skip
# Mistakes are judged as learner code is, and are written with these.
_OF_MISTAKES = ("grader.case", "grader.pipeline", "grader.stages")
# What these hand out whole brings no name into the code that it does not spell.
_WHOLE = ("math", "cmath", "itertools")
_NEVER_NAMES = {
    *("getattr", "setattr", "delattr", "vars", "globals", "locals", "exec", "eval", "compile", "open"),
    *("breakpoint", "input", "help", "exit", "quit", "license", "credits", "copyright"),
}
# Public, and yet a way to files, to attributes named by a text, to memory, or to settings nobody puts back.
_NEVER_ATTRIBUTES = {
    *("attrgetter", "methodcaller", "format", "format_map", "update_wrapper", "wraps", "total_ordering"),
    *(
        "cached_property",
        "singledispatch",
        "singledispatchmethod",
        "get_type_hints",
        "ForwardRef",
        "evaluate_forward_ref",
    ),
    *("load", "loadtxt", "genfromtxt", "fromfile", "fromregex", "memmap"),
    *("save", "savetxt", "savez", "savez_compressed", "tofile", "dump", "dumps"),
    *("ctypes", "setflags", "from_dlpack", "bmat", "info", "test", "show_config", "show_runtime"),
    *("seterrcall", "setbufsize", "set_bit_generator", "get_bit_generator", "setcontext", "SystemRandom"),
}
_VALUES = (
    str, bytes, int, float, complex, bool, list, tuple, dict, set, frozenset, range, slice, BaseException,
    np.ndarray, np.float64, np.int64, np.bool_, np.dtype, np.ufunc, np.nditer,
)  # fmt: skip
_CONSTANTS = (int, float, complex, str, type(None), np.generic)


def is_plain(code: str) -> bool:
    """Whether the code, read alone, can do nothing but compute: it leaves the process as it found it.

    False says nothing bad of the code; the process that ran it is just not used again.
    """
    try:
        tree = ast.parse(with_plain_newlines(code))
    except (SyntaxError, ValueError):
        return True  # it never runs
    except (RecursionError, MemoryError):
        return False
    # `np` is there without an import; parts of it take long to load where the code has no use for them.
    modules = {"numpy"} | {
        name
        for name in MODULES
        if name.startswith("numpy.") and re.search(rf"\b{name.rpartition('.')[2]}\b", code)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            # `import grader.case` would bring the whole grader with it.
            modules |= {"grader" if alias.name in _OF_MISTAKES else alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules |= (
                {f"grader.{alias.name}" for alias in node.names}
                if node.module == "grader"
                else {node.module or ""}
            )
            if node.level or (node.names[0].name == "*" and node.module not in _WHOLE):
                return False
    if not modules <= {*MODULES, *_OF_MISTAKES}:
        return False
    allowed = _of_values().union(*map(_of_module, modules))
    return all(
        _is_plain_name(name) for node in ast.walk(tree) for name in _names(node)
    ) and all(name in allowed for node in ast.walk(tree) for name in _attributes(node))  # fmt: skip


def _is_plain_name(name: str) -> bool:
    return name == "__name__" or not (name in _NEVER_NAMES or name.startswith("__"))


def _names(node: ast.AST) -> Iterator[str]:
    """Every name that a node uses or gives, attributes apart."""
    for field in ("id", "name", "arg", "asname", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str) and not (isinstance(node, ast.alias) and field == "name"):
            yield value
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


def _attributes(node: ast.AST) -> Iterator[str]:
    """Every attribute that a node reads; one that is set or deleted gives a name that is never allowed."""
    if isinstance(node, ast.Attribute):
        yield node.attr if isinstance(node.ctx, ast.Load) else ""
    elif isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
    elif (
        isinstance(node, ast.ImportFrom)
        and node.names[0].name != "*"
        and node.module not in ("__future__", "grader")
    ):
        yield from (alias.name for alias in node.names)


@functools.cache
def _of_values() -> frozenset[str]:
    """What values are asked for: the public attributes and methods of plain types and of arrays."""
    return frozenset(name for kind in _VALUES for name in dir(kind) if _is_open(name))


@functools.cache
def _of_module(name: str) -> frozenset[str]:
    """The public names of a module, but for what could be changed in place and for other modules."""
    module = importlib.import_module(name)
    found = {key for key, value in vars(module).items() if _is_open(key) and _is_harmless(value, name)}
    inner = {path.rpartition(".")[2] for path in MODULES if path.startswith(f"{name}.")}
    if name == "numpy.random":
        for kind in ("Generator", "RandomState"):
            found |= {key for key in dir(getattr(np.random, kind)) if _is_open(key)}
    if name == "numpy.ma":
        found |= {"masked", *(key for key in dir(np.ma.MaskedArray) if _is_open(key))}
    return frozenset(found | inner)


def _is_open(name: str) -> bool:
    return not name.startswith("_") and name not in _NEVER_ATTRIBUTES and name not in _NEVER_NAMES


def _is_harmless(value: object, module: str) -> bool:
    if isinstance(value, (ModuleType, dict, list, set)):
        return False
    return callable(value) or isinstance(value, _CONSTANTS) or module == "typing"
