"""Explains an exception in one sentence, for somebody who has never seen it before."""

# ruff: noqa: E501 (tables of sentences: one rule a line)

from __future__ import annotations

import re
from collections.abc import Callable

from grader import wording
from grader.forms import ErrorInfo

Rule = tuple[str, str, Callable[[re.Match[str], ErrorInfo], str]]


def explain(error: ErrorInfo) -> str:
    """What went wrong, in plain words; Python's own message where nothing better is known."""
    for kind, pattern, say in _RULES:
        if kind in error["bases"]:
            found = re.search(pattern, error["message"], re.DOTALL)
            if found:
                return say(found, error) + _shapes(error)
    message = error["message"].strip().replace("`", "'")
    return f"Python stopped with `{error['type']}`: {message.rstrip('.')}." if message else _bare(error)


def where(error: ErrorInfo) -> str:
    """``Line 3, `return x`: `` or nothing when the line is not the learner's."""
    if not error["line"]:
        return ""
    source = error["source"].replace("`", "'")
    return f"Line {error['line']}, `{source}`: " if source else f"Line {error['line']}: "


def _shapes(error: ErrorInfo) -> str:
    """Where shapes are the matter: those of the arrays that the line names."""
    shapes = error.get("shapes")
    if not shapes or not re.search(
        r"shape|broadcast|dimension|align|axis|axes|ind(ex|ices)", error["message"]
    ):
        return ""
    told = [f"`{name}` has shape `{tuple(shape)}`" for name, shape in shapes.items()]
    return f" Here {wording.listed(told)}."


def _bare(error: ErrorInfo) -> str:
    return f"Python stopped with `{error['type']}`."


def _near(error: ErrorInfo) -> str:
    near = error.get("near")
    return f" Did you mean `{near}`?" if near else ""


def _name(found: re.Match[str], error: ErrorInfo) -> str:
    name = found[1]
    if name in ("torch", "tf", "jnp", "numpy", "scipy"):
        return f"`{name}` is not there; NumPy is, under the name `np`."
    return f"There is no `{name}` here.{_near(error)}"


def _arguments(found: re.Match[str], error: ErrorInfo) -> str:
    if found[2] == "missing":
        return f"`{found[1]}` was called without {found[3]}; it must accept every argument of the exercise."
    return f"`{found[1]}` was called with more arguments than it accepts ({found[3]})."


def _core_dimension(found: re.Match[str], error: ErrorInfo) -> str:
    return (
        f"The two sides of a matrix product do not fit: lengths {found[2]} and {found[1]} meet there "
        f"and should be equal. Look at which axis of each side is summed over.{_turned(error)}"
    )


def _turned(error: ErrorInfo) -> str:
    """What `.T` does to a batch."""
    if not re.search(r"\.T\b", error["source"]) or all(len(s) < 3 for s in error.get("shapes", {}).values()):
        return ""
    return " `.T` turns round all axes, also those of a batch; `.swapaxes(-1, -2)` only the last two."


_RULES: tuple[Rule, ...] = (
    ("NameError", r"name '(\w+)' is not defined", _name),
    ("UnboundLocalError", r"local variable '(\w+)'",
     lambda m, e: f"`{m[1]}` is used before it has a value in this function."),
    ("TypeError", r"([\w<>]+)\(\) (missing) \d+ required .*?: (.*)", _arguments),
    ("TypeError", r"([\w<>]+)\(\) (takes) (.*)", _arguments),
    ("TypeError", r"unexpected keyword argument '(\w+)'",
     lambda m, e: f"The function called there has no argument named `{m[1]}`."),
    ("TypeError", r"numpy boolean negative",
     lambda m, e: "A table of True and False has no minus sign: to flip it write `~`."),
    ("TypeError", r"numpy boolean subtract",
     lambda m, e: "True and False cannot be subtracted: to flip a mask write `~`, to compare two write `!=`."),
    ("TypeError", r"ufunc 'invert' not supported",
     lambda m, e: "`~` flips True and False, or the bits of whole numbers; it cannot flip floats."),
    ("TypeError", r"bad operand type for unary (.): '(\w+)'",
     lambda m, e: f"`{m[1]}` cannot be put before a {m[2]}. Is it still a list? `np.asarray` makes it an array."),
    ("TypeError", r"'NoneType' object is not (subscriptable|iterable|callable)",
     lambda m, e: "Something there is `None`: probably a function that returned nothing."),
    ("TypeError", r"unsupported operand type\(s\) for (.+): '(\w+)' and '(\w+)'",
     lambda m, e: f"`{m[1]}` does not work between {_kind(m[2])} and {_kind(m[3])}."),
    ("TypeError", r"'(\w[\w.]*)' object is not callable",
     lambda m, e: f"Round brackets call a function, and this is {_kind(m[1])}. Square brackets take a part of it."),
    ("TypeError", r"'(\w[\w.]*)' object is not subscriptable",
     lambda m, e: f"Square brackets take a part of an array, and this is {_kind(m[1])}."),
    ("TypeError", r"'(\w[\w.]*)' object cannot be interpreted as an integer",
     lambda m, e: f"A whole number is needed there, not {_kind(m[1])}. `/` always gives a float; `//` stays whole."),
    ("TypeError", r"expected a sequence of integers or a single integer, got '(.*)'",
     lambda m, e: f"A shape is made of whole numbers, not of {m[1]}. `/` always gives a float; `//` stays whole."),
    ("TypeError", r"only (length-1|0-dimensional|integer scalar) arrays",
     lambda m, e: "One number is needed there, and this is a whole array."),
    ("TypeError", r"list indices must be integers",
     lambda m, e: "This is a list, which takes one index at a time. `np.asarray` makes it an array."),
    ("TypeError", r"Cannot interpret '(.*)' as a data type",
     lambda m, e: "The second argument is taken for a dtype. The shape must be one tuple, in its own brackets."),
    ("UFuncTypeError", r"Cannot cast ufunc '(\w+)' output from dtype\('(\w+)'\) to dtype\('(\w+)'\)",
     lambda m, e: f"An array of {_cells(m[3])} cannot hold {_cells(m[2])}. Make a new array instead of changing it."),
    ("AxisError", r"axis (-?\d+) is out of bounds for array of dimension (\d+)",
     lambda m, e: f"There is no axis {m[1]}: the array has {m[2]} {'axis' if m[2] == '1' else 'axes'}, counted from 0."),
    ("ValueError", r"mismatch in its core dimension.*\(size (\d+) is different from (\d+)\)", _core_dimension),
    ("ValueError", r"shapes (\(.*?\)) and (\(.*?\)) not aligned",
     lambda m, e: f"Shapes `{m[1]}` and `{m[2]}` do not fit in a product: the lengths that meet must be equal."),
    ("ValueError", r"could not be broadcast together with shapes (\(.*?\)) (\(.*?\))",
     lambda m, e: f"Shapes `{m[1]}` and `{m[2]}` do not fit: from the right, two lengths must be equal or one be 1."),
    ("ValueError", r"remapped shapes.*?: (\(.*?\))->.*? (\(.*?\))->",
     lambda m, e: f"The batch axes of the two sides do not fit: shapes `{m[1]}` and `{m[2]}`.{_turned(e)}"),
    ("ValueError", r"could not broadcast input array from shape (\(.*?\)) into shape (\(.*?\))",
     lambda m, e: f"An array of shape `{m[1]}` cannot be written into a place of shape `{m[2]}`."),
    ("ValueError", r"cannot reshape array of size (\d+) into shape (\(.*?\))",
     lambda m, e: f"{m[1]} values cannot be cut into shape `{m[2]}`: the lengths must multiply to {m[1]}."),
    ("ValueError", r"axes don't match array",
     lambda m, e: "`transpose` needs every axis of the array exactly once."),
    ("ValueError", r"truth value of an array",
     lambda m, e: "An array is not simply true or false. `if`, `and`, `or` and `not` take one value; for cells use "
                  "`np.where`, `&`, `|` and `~`."),
    ("ValueError", r"cannot convert float (NaN|infinity) to integer",
     lambda m, e: "An array of whole numbers cannot hold nan or inf. Make it an array of floats first."),
    ("OverflowError", r"cannot convert float infinity to integer",
     lambda m, e: "An array of whole numbers cannot hold inf. Make it an array of floats first."),
    ("ValueError", r"setting an array element with a sequence|inhomogeneous shape",
     lambda m, e: "The rows have different lengths, so they make no array."),
    ("ValueError", r"(not enough|too many) values to unpack \(expected (\d+)",
     lambda m, e: f"The left side has {m[2]} names, and the right side has {'fewer' if m[1] == 'not enough' else 'more'} "
                  "values. Print its shape."),
    ("ValueError", r"all the input array|all input arrays must have the same shape",
     lambda m, e: "Arrays can be joined only when their other axes have equal lengths."),
    ("IndexError", r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)",
     lambda m, e: f"There is no index {m[1]} on axis {m[2]}: its length is {m[3]}, counted from 0."),
    ("IndexError", r"too many indices for array: array is (\d+)-dimensional, but (\d+)",
     lambda m, e: f"The array has {m[1]} {'axis' if m[1] == '1' else 'axes'}, and {m[2]} indices were given."),
    ("IndexError", r"boolean index did not match.*?axis (\d+); size of axis is (\d+) but size .* is (\d+)",
     lambda m, e: f"The mask does not fit: axis {m[1]} of the array has length {m[2]}, of the mask {m[3]}."),
    ("IndexError", r"only integers, slices",
     lambda m, e: "An index must be a whole number, a slice or a mask; this one is something else, perhaps a float."),
    ("IndexError", r"arrays used as indices must be of integer",
     lambda m, e: "An index must be whole numbers or True and False; this one holds floats."),
    ("AttributeError", r"module 'numpy' has no attribute '(\w+)'",
     lambda m, e: f"NumPy has no `np.{m[1]}`." + (f" Did you mean `np.{e.get('near')}`?" if e.get("near") else "")),
    ("AttributeError", r"'NoneType' object has no attribute '(\w+)'",
     lambda m, e: f"Something there is `None`, so it has no `.{m[1]}`: probably a function that returned nothing."),
    ("AttributeError", r"'(\w[\w.]*)' object has no attribute '(\w+)'",
     lambda m, e: f"{_kind(m[1]).capitalize()} has no `.{m[2]}`.{_attribute(m, e)}"),
    ("ModuleNotFoundError", r"odule (?:named )?'(?:js|pyodide_js)\b",
     lambda m, e: "Your code asks for the web page around Python there, perhaps by way of `asyncio`; it is not within reach."),
    ("ModuleNotFoundError", r"odule (?:named )?'([\w.]+)'",
     lambda m, e: f"`{m[1]}` is not there. NumPy is, under the name `np`; nothing else is needed."),
    ("RecursionError", r"", lambda m, e: "A function calls itself again and again without an end."),
    ("ZeroDivisionError", r"", lambda m, e: "A number is divided by zero there."),
    ("EOFError", r"", lambda m, e: "`input()` has nobody to answer it here. The values come in as arguments."),
    ("NotImplementedError", r"", lambda m, e: "This part still says that it is not written (`NotImplementedError`)."),
    ("AssertionError", r"", lambda m, e: "An `assert` of yours did not hold" + _quoted(e) + "."),
    ("SystemExit", r"", lambda m, e: "Your code ended the program there, before it gave an answer."),
    ("KeyboardInterrupt", r"", lambda m, e: "The run was interrupted there."),
)  # fmt: skip


def _quoted(error: ErrorInfo) -> str:
    return ": " + error["message"].replace("`", "'") if error["message"] else ""


def _attribute(found: re.Match[str], error: ErrorInfo) -> str:
    if found[1] in ("list", "tuple", "int", "float", "bool"):
        return " `np.asarray` makes an array of it."
    near = error.get("near")
    return f" Did you mean `.{near}`?" if near else ""


def _cells(dtype: str) -> str:
    """What an array holds; how many bits it takes differs from machine to machine."""
    named = {"bool": "True and False", "float": "floats", "complex": "complex numbers", "object": "objects"}
    return named.get(dtype.rstrip("0123456789"), "whole numbers")


def _kind(name: str) -> str:
    named = {"numpy.ndarray": "an array", "ndarray": "an array", "NoneType": "`None`", "int": "a whole number",
             "str": "a text", "numpy.float64": "a float", "numpy.bool": "a truth value", "bool": "a truth value",
             "tuple": "a tuple", "builtin_function_or_method": "a function", "module": "a module"}  # fmt: skip
    return named.get(name, f"a {name.replace('_', ' ')}")
