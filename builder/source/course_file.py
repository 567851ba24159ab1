"""``levels/course.toml``: the course's id and title, and its levels in order."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from builder.errors import Problem, did_you_mean
from builder.links import ID, slug_of
from builder.toml import toml_fault

PATH = "levels/course.toml"
KEYS = ("id", "title", "language", "licence", "address", "levels", "renamed", "allow_html")

_ADDRESS = re.compile(r"/([\w.~-]+/)*")


@dataclass
class CourseFile:
    """``course.toml`` as read; ``levels`` is None when it cannot be known which levels there are."""

    id: str = "course"
    title: str = ""
    language: str = "en"
    licence: str = ""
    address: str = ""
    allow_html: bool = False
    levels: list[str] | None = None
    renamed: dict[str, str] = field(default_factory=dict)


def read_course_file(text: str) -> tuple[CourseFile, list[Problem]]:
    """The course file from its text; a faulty value is left at its default and reported."""
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        return CourseFile(), [Problem(PATH, *toml_fault(text, error))]
    return _Reader(text, values).read()


def line_of(text: str, needle: str) -> int:
    """The first line that holds a text, for values of which TOML gives no line; 1 when none does."""
    lines = text.split("\n")
    return next((number for number, line in enumerate(lines, 1) if needle in line), 1)


class _Reader:
    def __init__(self, text: str, values: dict[str, Any]) -> None:
        self._text = text
        self._values = values
        self._problems: list[Problem] = []

    def read(self) -> tuple[CourseFile, list[Problem]]:
        for key in self._values:
            if key not in KEYS:
                self._fault(key, f"unknown key '{key}'{did_you_mean(key, KEYS)}")
        made = CourseFile()
        for key in ("id", "title", "language", "licence", "address"):
            setattr(made, key, self._text_of(key, getattr(made, key), required=key in {"id", "title"}))
        if not ID.fullmatch(made.id):
            wanted = "small letters a-z, digits and hyphens, a letter first"
            self._fault("id", f"'id' must be {wanted}, got '{made.id}'")
        if made.address and not _ADDRESS.fullmatch(made.address):
            self._fault(
                "address", f"'address' must be a path such as '/' or '/course/', got '{made.address}'"
            )
            made.address = ""
        allow = self._values.get("allow_html", False)
        if not isinstance(allow, bool):
            self._fault("allow_html", f"'allow_html' must be true or false, got {allow!r}")
        made.allow_html = allow is True
        made.levels = self._levels()
        made.renamed = self._renamed()
        return made, self._problems

    def _text_of(self, key: str, default: str, *, required: bool) -> str:
        value = self._values.get(key, default)
        if key not in self._values and not required:
            return default
        if key not in self._values:
            self._fault(key, f"lacks '{key}'")
        elif not isinstance(value, str) or not value.strip():
            self._fault(key, f"'{key}' must be text, got {value!r}")
            return default
        return str(value)

    def _levels(self) -> list[str] | None:
        value = self._values.get("levels")
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            got = "nothing" if value is None else repr(value)[:60]
            self._fault("levels", f"'levels' must be a list of file names such as '15-masks.md', got {got}")
            return None
        slugs: dict[str, str] = {}
        for name in value:
            slug = slug_of(name)
            if slug is None:
                self._fault(name, f"level '{name}' must be named in small letters, such as '15-masks.md'")
            elif slugs.get(slug) == name:
                self._fault(name, f"level '{name}' is listed twice")
            elif slug in slugs:
                self._fault(name, f"level '{name}' has the same address as '{slugs[slug]}': levels/{slug}/")
            else:
                slugs[slug] = name
        return list(value)

    def _renamed(self) -> dict[str, str]:
        value = self._values.get("renamed", {})
        if isinstance(value, dict) and all(isinstance(new, str) for new in value.values()):
            return dict(value)
        self._fault("renamed", "'renamed' must be a table of old-id = 'new-id'")
        return {}

    def _fault(self, needle: str, message: str) -> None:
        self._problems.append(Problem(PATH, line_of(self._text, needle), message))
