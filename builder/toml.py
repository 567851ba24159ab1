"""Says where a text stops being TOML, and what to write there."""

from __future__ import annotations

import re
import tomllib

_PLACE = re.compile(r" *\(at (?:line (\d+), column (\d+)|end of document)\)$")
_COMMENT = re.compile(r"[ \t]+#[^\n\"']*$", re.MULTILINE)
# What can be no member of a list: a key with its value, the head of a table.
_OF_ITS_OWN = re.compile(r"[\w.-]+[ \t]*=|\[+[ \t]*[A-Za-z][\w. -]*\]+[ \t]*(\n|$)")
_OPENED = re.compile(r"^[^#\n]*=\s*\[(?!\[)", re.MULTILINE)


def toml_fault(text: str, error: tomllib.TOMLDecodeError | RecursionError | ValueError) -> tuple[int, str]:
    """The line of a fault in ``text`` and what it is, with the words that stand there."""
    lines = text.splitlines() or [""]
    place = _PLACE.search(str(error))
    said = _PLACE.sub("", str(error))
    if place is None:
        return 1, f"is no valid TOML: {said}"
    line = min(int(place[1] or len(lines)), len(lines))
    start = sum(map(len, text.splitlines(keepends=True)[: line - 1]))
    offset = start + int(place[2]) - 1 if place[2] else len(text)
    before = _COMMENT.sub("", text[:offset]).rstrip()
    among_values = offset < len(text) and not _OF_ITS_OWN.match(text, offset)
    if said == "Unclosed array" and among_values:
        value = before.rsplit("\n", 1)[-1].strip()
        return before.count("\n") + 1, f"is no valid TOML: no comma after `{value}`, and the list goes on"
    if said == "Unclosed array" or (not among_values and before.endswith((",", "["))):
        return _opening(text[:offset]), "is no valid TOML: the list that begins here has no `]` at its end"
    quoted = f", in `{lines[line - 1].strip()}`" if lines[line - 1].strip() else ""
    return line, f"is no valid TOML: {said}{quoted}"


def _opening(text: str) -> int:
    """The line of the last list that is a value of a key."""
    opened = list(_OPENED.finditer(text))
    return text.count("\n", 0, opened[-1].end()) + 1 if opened else 1
