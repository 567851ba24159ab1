"""One directive taken apart: name, argument, options, body; and what each kind of directive allows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from markdown_it.token import Token

from builder.errors import did_you_mean, near_miss
from builder.links import ID
from builder.model import Block, Unread
from builder.prose import Prose
from builder.source.fences import check_fence

_OPENING = re.compile(r"\{(?P<name>[^}]*)\}(?P<argument>.*)")
# As an option that lacks one of its colons; ``=`` is what comes to mind in place of the second.
_NEARLY = re.compile(r" {0,3}(?P<colon>:?)\s*(?P<name>[A-Za-z][\w-]*)\s*(?P<sign>[:=]?)\s*(?P<value>.*)")
_OPTION = re.compile(r" {0,3}:(?P<name>[A-Za-z][\w-]*):[ \t]*(?P<value>.*)")


@dataclass(frozen=True)
class Directive:
    """A directive as written; ``body`` holds tokens that carry the file's own line numbers."""

    name: str
    argument: str
    options: dict[str, str]
    option_lines: dict[str, int]
    body: list[Token]
    line: int

    def __str__(self) -> str:
        return f"{self.name} '{self.argument}'" if self.argument else self.name


@dataclass(frozen=True)
class Kind:
    """What a directive allows; ``argument`` is one of id, name, title, term, none."""

    name: str
    read: Callable[[Directive, Prose], Block | Unread]
    argument: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    any_option: bool = False
    body: bool = True

    @property
    def options(self) -> tuple[str, ...]:
        return self.required + self.optional


def take_apart(token: Token, prose: Prose, kinds: dict[str, Kind]) -> tuple[Kind | None, Directive]:
    """The directive of a token with its kind, None when nobody knows it; raises ``FenceFault``.

    A misspelt name is reported and read as the one that was meant, so that it hides nothing.
    """
    assert token.map
    line = token.map[0] + 1
    match = _OPENING.match(token.info)
    assert match, "check_fence has seen the braces"
    name, argument = match["name"], match["argument"].strip()
    kind = kinds.get(name)
    if not kind:
        prose.fault(line, f"unknown directive '{name}'{did_you_mean(name, kinds)}")
        kind = kinds.get(near_miss(name, kinds))
    options, option_lines, rest = _split_options(token, kind, prose)
    body = prose.parse(rest, after=line)
    for inner in body:
        check_fence(inner, prose.parser.options.maxNesting, kinds, outer=token)
    directive = Directive(kind.name if kind else name, argument, options, option_lines, body, line)
    if not kind:
        return None, directive
    if match["argument"] and not match["argument"][0].isspace():
        prose.fault(line, f"'{{{name}}}{argument}': put a space behind the brace")
    _check(directive, kind, prose)
    return kind, directive


def _split_options(
    token: Token, kind: Kind | None, prose: Prose
) -> tuple[dict[str, str], dict[str, int], str]:
    assert token.map
    options: dict[str, str] = {}
    where: dict[str, int] = {}
    lines = token.content.split("\n")
    for index, text in enumerate(lines):
        line = token.map[0] + 2 + index
        match = _OPTION.fullmatch(text) or _nearly(text, kind)
        if not match:
            break
        name, value = match["name"], match["value"].strip()
        if match.re is _NEARLY:
            name = _meant(name, kind)
            prose.fault(line, f"line '{text.strip()[:40]}' is no option; write ':{name}: {value[:40]}'")
        if name in options:
            prose.fault(line, f"option ':{name}:' is given twice; the first is in line {where[name]}")
        else:
            options[name], where[name] = value, line
        lines[index] = ""
    return options, where, "\n".join(lines)


def _nearly(text: str, kind: Kind | None) -> re.Match[str] | None:
    """A line of options that lacks a colon; without its first one only the very name of an option tells."""
    match = _NEARLY.fullmatch(text)
    if not match or not match["value"]:
        return None
    known = kind.options if kind else ()
    if match["colon"]:
        return match
    return match if match["sign"] and match["name"] in known else None


def _meant(name: str, kind: Kind | None) -> str:
    return near_miss(name.lower(), kind.options) or name if kind else name


def _check(directive: Directive, kind: Kind, prose: Prose) -> None:
    _check_argument(directive, kind, prose)
    for name, value in directive.options.items():
        line = directive.option_lines[name]
        if name not in kind.options and not kind.any_option:
            hint = did_you_mean(name, kind.options) or f"; {kind.name} has no options"
            prose.fault(line, f"unknown option ':{name}:' of {kind.name}{hint}")
        elif not value and name in kind.options:
            prose.fault(line, f"option ':{name}:' of {directive} has no value")
    for name in kind.required:
        if name not in directive.options:
            prose.fault(directive.line, f"{directive} lacks the option ':{name}:'")
    _check_body(directive, kind, prose)


def _check_argument(directive: Directive, kind: Kind, prose: Prose) -> None:
    opening, argument = f"':::{{{kind.name}}}'", directive.argument
    if kind.argument == "none":
        if argument:
            prose.fault(directive.line, f"{opening} takes nothing behind it, got '{argument}'")
    elif not argument:
        article = "an" if kind.argument == "id" else "a"
        prose.fault(directive.line, f"{opening} lacks {article} {kind.argument} behind it")
    elif kind.argument in {"id", "name"} and not ID.fullmatch(argument):
        wanted = "small letters a-z, digits and hyphens, a letter first"
        prose.fault(directive.line, f"{kind.name} {kind.argument} '{argument}' must be {wanted}")


def _check_body(directive: Directive, kind: Kind, prose: Prose) -> None:
    if directive.body and not kind.body:
        first = directive.body[0].map or [directive.line]
        prose.fault(first[0] + 1, f"{directive} has no text of its own; put it before or after")
    _check_misplaced(directive, kind, prose)
    for token in directive.body:
        if token.type == "heading_open" and token.tag in {"h1", "h2"}:
            prose.fault((token.map or [0])[0] + 1, f"a section cannot begin inside {directive}; use '###'")


def _check_misplaced(directive: Directive, kind: Kind, prose: Prose) -> None:
    where = "directly under the opening line"
    lacking = [name for name in kind.required if name not in directive.options]
    for token in directive.body:
        if token.type != "inline" or not token.map:
            continue
        for line, text in enumerate(token.content.split("\n"), start=token.map[0] + 1):
            match = _OPTION.match(text)
            if match and match["name"] in kind.options:
                prose.fault(line, f"option ':{match['name']}:' of {directive} must stand {where}")
            elif not match and (near := _nearly(text, kind)) and _meant(near["name"], kind) in lacking:
                wanted = f"':{_meant(near['name'], kind)}: {near['value'].strip()[:40]}' {where}"
                prose.fault(line, f"line '{text.strip()[:40]}' is no option; write {wanted}")
