"""TeX to MathML; every fault that the converter lets pass silently is an error here."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from latex2mathml import converter
from latex2mathml.exceptions import NoAvailableTokensError

from builder.errors import did_you_mean

# How many children MathML wants; latex2mathml leaves a missing TeX argument out.
_ARITY = {
    "mfrac": 2,
    "mroot": 2,
    "msub": 2,
    "msup": 2,
    "munder": 2,
    "mover": 2,
    "msubsup": 3,
    "munderover": 3,
}
# Those that come out as tables; others come out as something else, or as nothing.
_ENVIRONMENTS = {
    *("align*", "array", "cases", "split"),
    *("matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix"),
}
_FORBIDDEN = {"href", "style", "class", "id"}


class TexError(ValueError):
    """TeX that cannot be shown as written; the message says why, in one line."""


def mathml(tex: str, *, block: bool = False) -> str:
    """A ``<math>`` element for one formula; raises ``TexError``."""
    _check_source(tex)
    try:
        made: str = converter.convert(tex.strip(), display="block" if block else "inline")
    except NoAvailableTokensError:
        raise TexError("a command lacks an argument") from None
    # The converter has errors of its own, and lets out what its tables run into (KeyError, ...).
    except Exception as error:
        named = type(error).__module__ == NoAvailableTokensError.__module__
        reason = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(error).__name__.removesuffix("Error")).lower()
        raise TexError(reason if named else "a command is used in a way that is not understood") from None
    _check_result(made)
    return made


def _check_source(tex: str) -> None:
    if not tex.strip():
        raise TexError("the formula is empty")
    bare = re.sub(r"\\.", "  ", tex, flags=re.DOTALL)
    depth = 0
    for sign in bare:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            raise TexError("a '}' closes nothing")
    if depth:
        raise TexError(f"{depth} '{{' not closed")
    if "%" in bare:
        raise TexError("'%' starts a comment in TeX; write '\\%'")
    if re.search(r"\\(?!\\)\s*$", tex) and not re.search(r"\\\\\s*$", tex):
        raise TexError("a lone backslash ends the formula")
    for name in re.findall(r"\\begin\s*\{([^}]*)\}", tex):
        if name not in _ENVIRONMENTS:
            raise TexError(f"unknown environment '{name}'{did_you_mean(name, _ENVIRONMENTS)}")


def _check_result(made: str) -> None:
    unknown = re.search(r">[^<]*?(\\[A-Za-z]*)", made)
    if unknown:
        raise TexError(f"unknown command '{unknown[1]}'")
    try:
        tree = ElementTree.fromstring(made)
    except ElementTree.ParseError:
        raise TexError("an '&' or '<' stands where it means nothing") from None
    if not any(len(element) == 0 and element.tag.rpartition("}")[2] != "mrow" for element in tree.iter()):
        raise TexError("it shows nothing")
    for element in tree.iter():
        name = element.tag.rpartition("}")[2]
        if name in _ARITY and len(element) != _ARITY[name]:
            raise TexError("a command lacks an argument")
        if name in {"mi", "mo", "mn", "mtext"} and not element.text:
            raise TexError("a command lacks an argument")
        for attribute in _FORBIDDEN & set(element.attrib):
            raise TexError(f"'\\{attribute}' is not allowed")
        if name == "mi" and element.text in {"&", "#"}:
            raise TexError(f"'{element.text}' means nothing here; write '\\{element.text}'")
