"""The YAML of front matter: its entries, and where it is no YAML, every one that can be read by itself."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

import yaml

from builder.errors import near_miss
from builder.prose import Prose

UNREADABLE = object()
"""The value of a key whose value is no YAML; that has been told."""

Entry = tuple[str, object, int]

_FIRST_LINE = 2
_KEY = re.compile(r"(?P<key>[A-Za-z][\w-]*)\s*(?P<sign>[:=]?)(?P<space>\s*)(?P<value>.*)")
_CONTINUES = (" ", "\t", "-", "]", "}", "#")


def read_entries(source: str, keys: tuple[str, ...], prose: Prose) -> list[Entry]:
    """Every entry as (key, value, line), values read as text; what is no YAML is a fault at its line.

    ``keys`` are those that a line without its colon can begin with.
    """
    try:
        return _entries(source, _FIRST_LINE)
    except yaml.reader.ReaderError as error:
        line = source[: error.position].count("\n") + _FIRST_LINE
        prose.fault(line, f"front matter holds the control character U+{error.character:04X}; remove it")
        return []
    except (yaml.YAMLError, RecursionError, TypeError) as error:
        whole = error
    faults = len(prose.faults)
    found = list(_OneByOne(keys, prose).read(source.split("\n"), _FIRST_LINE))
    if len(prose.faults) == faults:
        mark = getattr(whole, "problem_mark", None)
        line = mark.line + _FIRST_LINE if mark else 1
        prose.fault(line, f"front matter is no valid YAML: {_problem(whole)}")
    elif not found:
        del prose.faults[faults:]
        prose.fault(1, "front matter must be lines of 'key: value'")
    return found


def _entries(source: str, first: int) -> list[Entry]:
    loader = yaml.BaseLoader(source)
    try:
        node = loader.get_single_node()
        if not isinstance(node, yaml.MappingNode):
            raise yaml.YAMLError("no mapping")
        return [
            (
                str(loader.construct_object(key, deep=True)),
                loader.construct_object(value, deep=True),
                key.start_mark.line + first,
            )
            for key, value in node.value
        ]
    finally:
        loader.dispose()


def _problem(error: Exception) -> str:
    return " ".join(str(getattr(error, "problem", None) or error).split())[:120]


class _OneByOne:
    """Reads lines that are no YAML together: each key with what continues its line."""

    def __init__(self, keys: tuple[str, ...], prose: Prose) -> None:
        self._keys = keys
        self._prose = prose

    def read(self, lines: list[str], first: int) -> Iterator[Entry]:
        starts = [n for n, line in enumerate(lines) if n == 0 or (line and not line.startswith(_CONTINUES))]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield from self._chunk(lines[start:end], first + start)

    def _chunk(self, lines: list[str], first: int) -> Iterator[Entry]:
        try:
            yield from _entries("\n".join(lines), first)
            return
        except (yaml.YAMLError, RecursionError, TypeError) as error:
            fault = error
        rest = [number for number, line in enumerate(lines) if number and line.strip()]
        if rest and self._stands_alone(lines[0]):
            # The first line is right; what is indented below it does not go on with it.
            yield from _entries(lines[0], first)
            shown = lines[rest[0]].strip()[:60]
            said = f"line '{shown}' of front matter is indented; every key stands at the left edge"
            self._prose.fault(first + rest[0], said)
            below = textwrap.dedent("\n".join(line.expandtabs() for line in lines[rest[0] :]))
            yield from self.read(below.split("\n"), first + rest[0])
            return
        text = lines[0].strip()
        match = _KEY.fullmatch(text)
        if not match or not (match["sign"] or near_miss(match["key"].lower(), self._keys)):
            if text and not text.startswith("#"):
                self._prose.fault(first, f"line '{text[:60]}' of front matter is no 'key: value'")
            return
        key, value = match["key"], match["value"].strip()
        said, meant = _advice(match, "\n".join([value, *lines[1:]]), _problem(fault))
        self._prose.fault(first, said)
        try:
            yield from _entries(meant, first)
        except (yaml.YAMLError, RecursionError, TypeError):
            yield key, UNREADABLE, first

    @staticmethod
    def _stands_alone(line: str) -> bool:
        try:
            return bool(_entries(line, 0))
        except (yaml.YAMLError, RecursionError, TypeError):
            return False


def _advice(match: re.Match[str], whole: str, problem: str) -> tuple[str, str]:
    """What is wrong with a line that begins with a key, and the line that was meant, if that is clear."""
    line, key, value = match[0], match["key"], match["value"].strip()
    plain = f"{key}: {value}"
    if not match["sign"] or match["sign"] == "=":
        return f"line '{line[:60]}' of front matter lacks its colon; write '{plain[:60]}'", plain
    if value and not match["space"]:
        lacks = "lacks the space behind its colon"
        return f"line '{line[:60]}' of front matter {lacks}; write '{plain[:60]}'", plain
    quote = value[:1]
    name = f"'{key}' in front matter"
    if quote in {'"', "'"}:
        closed = quote in whole[1:]
        what = (
            f"goes on behind its closing {quote}" if closed else f"opens a quote {quote} that is not closed"
        )
        hint = "put the whole text into one pair of quotes" if closed else f"end the text with {quote}"
        return f"{name} {what}: {value[:60]}; {hint}", ""
    for opening, closing in ("[]", "{}"):
        if quote == opening:
            open_still = whole.count(opening) > whole.count(closing)
            why = f"is not closed by '{closing}'" if open_still else f"is no valid YAML ({problem})"
            return f"{name} begins with '{opening}' and {why}: {value[:60]}", ""
    sign = '"' if '"' not in value else "'"
    quoted = f"{key}: {sign}{value}{sign}"
    why = "has ': ' in its text" if ": " in value else f"is no valid YAML ({problem})"
    return f"{name} {why}; put the text in quotes: {quoted[:60]}", quoted
