"""The YAML mapping a level begins with; every value is read as text, so ``yes`` and ``08`` stay so."""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from builder.errors import did_you_mean
from builder.prose import Prose
from builder.source.front_matter_yaml import UNREADABLE, read_entries

KEYS = ("title", "question", "kind", "number", "minutes", "needs")
LEVEL_KINDS = {"theory": "Theory", "side trip": "Side trip"}


@dataclass(frozen=True)
class FrontMatter:
    """What is known about a level before its text; a faulty value is left at its default."""

    title: str = ""
    question: str = ""
    kind: str = "Theory"
    number: str = ""
    minutes: int | None = None
    needs: tuple[str, ...] = ()
    lines: dict[str, int] = field(default_factory=dict, hash=False)


def read_front_matter(tokens: list[Token], text: str, prose: Prose) -> FrontMatter:
    """The front matter of a level whose text has the given tokens."""
    if not tokens or tokens[0].type != "front_matter":
        if text.startswith("---"):
            prose.fault(1, "front matter is not closed: no line '---' follows")
        elif text.lstrip().startswith("---"):
            prose.fault(1, "front matter must begin on line 1; remove what stands above '---'")
        else:
            prose.fault(1, "front matter is missing: begin with '---', 'title: …', '---'")
        return FrontMatter()
    values, lines = _mapping(tokens[0].content, prose)
    if "title" not in values and not prose.faults:
        prose.fault(1, "front matter lacks 'title'")
    return FrontMatter(
        title=_text(values, "title", lines, prose),
        question=_text(values, "question", lines, prose),
        kind=_kind(values, lines, prose),
        number=_text(values, "number", lines, prose),
        minutes=_minutes(values, lines, prose),
        needs=_needs(values, lines, prose),
        lines=lines,
    )


def _mapping(source: str, prose: Prose) -> tuple[dict[str, object], dict[str, int]]:
    values: dict[str, object] = {}
    lines: dict[str, int] = {}
    for key, value, line in read_entries(source, KEYS, prose):
        if key not in KEYS:
            prose.fault(line, f"unknown key '{key}' in front matter{did_you_mean(key, KEYS)}")
        elif key in lines:
            prose.fault(line, f"key '{key}' is given twice; the first is in line {lines[key]}")
        else:
            lines[key] = line
            if value is not UNREADABLE:
                values[key] = value
    return values, lines


def _text(values: dict[str, object], key: str, lines: dict[str, int], prose: Prose) -> str:
    value = values.get(key, "")
    if key in values and not (isinstance(value, str) and value.strip()):
        prose.fault(lines[key], f"'{key}' in front matter must be text, got {_shown(value)}")
    return " ".join(value.split()) if isinstance(value, str) else ""


def _kind(values: dict[str, object], lines: dict[str, int], prose: Prose) -> str:
    text = _text(values, "kind", lines, prose)
    name = text.lower().replace("-", " ")
    hint = did_you_mean(name, LEVEL_KINDS)
    # A course may have kinds of its own, but hardly one that differs in a letter.
    if text and name not in LEVEL_KINDS and "did you mean" in hint:
        prose.fault(lines["kind"], f"unknown kind '{text}' in front matter{hint}")
    return LEVEL_KINDS.get(name, text or "Theory")


def _minutes(values: dict[str, object], lines: dict[str, int], prose: Prose) -> int | None:
    value = values.get("minutes")
    if isinstance(value, str) and value.isascii() and value.isdigit() and 0 < int(value[:9]) < 1000:
        return int(value)
    if "minutes" in values:
        prose.fault(lines["minutes"], f"'minutes' must be a whole number from 1 to 999, got {_shown(value)}")
    return None


def _needs(values: dict[str, object], lines: dict[str, int], prose: Prose) -> tuple[str, ...]:
    value = values.get("needs", [])
    if isinstance(value, str) and value.strip():
        value = [part.strip() for part in value.split(",")]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    wanted = "a list of level ids such as [self-attention]"
    prose.fault(lines["needs"], f"'needs' must be {wanted}, got {_shown(value)}")
    return ()


def _shown(value: object) -> str:
    if not value:
        return "nothing"
    return (
        f"'{value[:60]}'"
        if isinstance(value, str)
        else f"a {'list' if isinstance(value, list) else 'mapping'}"
    )
