"""Explains why Python could not read the code."""

# ruff: noqa: E501 (tables of sentences: one rule a line)

from __future__ import annotations

import re

from grader.forms import ErrorInfo

_RULES = (
    (r"invalid (non-printable )?character.*\(U\+(201[89ABCDEF]|00AB|00BB)\)|invalid character '[“”‘’„«»]'",
     "There are curly quotes in it, pasted from a text. Python reads only straight ones: ' and \"."),
    (r"invalid character '[−–—]'", "There is a long dash in it, pasted from a text. A minus sign is `-`."),
    (r"invalid character '×'", "There is a × in it. Python multiplies with `*`."),
    (r"invalid (non-printable )?character", "There is a character in it that Python does not know. Type the line anew."),
    (r"inconsistent use of tabs", "Tabs and spaces are mixed at the start of lines. Use spaces only."),
    (r"expected an indented block after (.*?) on line (\d+)",
     "The lines that belong to the {0} on line {1} must be moved in by four spaces."),
    (r"expected an indented block", "The lines that belong to the one above must be moved in by four spaces."),
    (r"unexpected indent", "The line starts further in than the one above, and nothing asks for it."),
    (r"unindent does not match", "The line starts further out than the block it is in, but not as far as any before."),
    (r"expected ':'", "A colon `:` is missing at the end of the line."),
    (r"'(.)' was never closed", "The bracket `{0}` is opened and never closed."),
    (r"unmatched '(.)'", "The bracket `{0}` is closed and was never opened."),
    (r"closing parenthesis '(.)' does not match opening parenthesis '(.)'",
     "The bracket `{1}` is closed by `{0}`, which is of another kind."),
    (r"unterminated.*string literal", "A text starts with a quote and has no closing quote."),
    (r"cannot assign to (literal|True|False|None|function call|expression)",
     "The left side of `=` must be a name or a part of one. To compare, write `==`."),
    (r"Maybe you meant '==' or ':='|Maybe you meant '=='", "One `=` gives a name a value. To compare, write `==`."),
    (r"cannot assign to", "The left side of `=` must be a name or a part of one."),
    (r"'return' outside function", "This `return` stands outside any function. Move it in by four spaces."),
    (r"'(break|continue)' outside loop|'(break)' not properly in loop", "This stands outside any loop."),
    (r"forgot a comma", "A comma is probably missing between two values."),
    (r"null bytes", "There is a character in it that is no text. Type the line anew."),
    (r"too many (statically )?nested|too complex|recursion", "It is nested too deeply for Python to read."),
    (r"Missing parentheses in call to 'print'", "`print` needs round brackets."),
    (r"surrogates not allowed", "There is a character in it that is no text. Type the line anew."),
)  # fmt: skip


def explain_syntax(error: ErrorInfo) -> str:
    """What keeps Python from reading the code, in one sentence."""
    for pattern, sentence in _RULES:
        found = re.search(pattern, error["message"])
        if found:
            return sentence.format(*(group or "" for group in found.groups()))
    if error["type"] in ("RecursionError", "MemoryError"):
        return "It is nested too deeply for Python to read."
    message = error["message"].rstrip(".")
    if message in ("invalid syntax", ""):
        return "Look for a missing bracket, comma or colon, here or at the end of the line above."
    return f"Python says: {message}."
