"""Renders the pages of a course from its levels: what a browser gets, readable before any script runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import jinja2

from builder.layout import LevelView, entries, lay_out
from builder.model import Block, Course

TEMPLATES = Path(__file__).resolve().parent.parent / "site" / "templates"

# What a page may load. Everything comes from the site itself; a worker's blob: inherits this policy.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)


class Addresses(Protocol):
    """The part of the site's assets that pages need: where each file is, relative to ``dist/``."""

    @property
    def fonts(self) -> tuple[str, ...]: ...

    def address(self, name: str) -> str: ...


def render_pages(
    course: Course,
    outputs: Mapping[tuple[str, int], str],
    bundles: Mapping[str, Any],
    assets: Addresses,
    examples: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Every page of the course, by its path in ``dist/``.

    ``outputs`` holds what each run block printed by (level path, line); ``examples`` the drawn first
    case of an exercise. In ``blocks/exercise.html`` the names ``block``, ``item``, ``exercise`` (its
    bundle), ``example`` and ``root`` are set.
    """
    listed = entries(course)
    env = _environment(course, assets, bundles, examples or {})
    pages = {
        "index.html": env.get_template("contents.html").render(root="", entries=listed),
        # A host may serve this for an address at any depth, so its links start at the site's base.
        "404.html": env.get_template("404.html").render(root=""),
    }
    for entry in listed:
        view = lay_out(course, entry)
        pages[entry.address] = _level_page(env, view, outputs)
    return pages


def _level_page(env: jinja2.Environment, view: LevelView, outputs: Mapping[tuple[str, int], str]) -> str:
    level = view.level
    printed = {line: text for (path, line), text in outputs.items() if path == level.path}
    return env.get_template("level.html").render(
        root="../" * view.address.count("/"), level=level, view=view, outputs=printed, skip=False
    )


def _environment(
    course: Course, assets: Addresses, bundles: Mapping[str, Any], examples: Mapping[str, str]
) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=True,
    )
    env.globals.update(
        course=course, assets=assets, policy=POLICY, bundles=bundles, examples=examples, level=None
    )
    env.filters["template"] = template_of
    env.filters["plain_number"] = plain_number
    env.filters["shape_text"] = shape_text
    return env


def template_of(block: Block) -> str:
    """The template that shows a block: ``ChooseQuestion`` is shown by ``blocks/choose.html``."""
    name = type(block).__name__.removesuffix("Question").removesuffix("Block")
    return f"blocks/{re.sub('(?<=[a-z])(?=[A-Z])', '-', name).lower()}.html"


def plain_number(value: float) -> str:
    """A number as a learner would type it: 64, not 64.0."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as Python writes it: ``(3,)``, ``(2, 3)``."""
    return repr(tuple(shape))
