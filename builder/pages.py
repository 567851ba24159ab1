"""Renders the pages of a course from its levels: what a browser gets, readable before any script runs."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import jinja2
from markupsafe import Markup, escape

from builder import glossary
from builder.course_map import course_map, time_words, total_minutes
from builder.errors import Problem
from builder.labs import LabRead, settings_of
from builder.layout import Entry, LevelView, entries, lay_out
from builder.model import Block, Course, Exercise, Lab
from builder.prose import render, render_inline

TEMPLATES = Path(__file__).resolve().parent.parent / "site" / "templates"

GRADING_PAGE = "grade/index.html"
"""Where the page that judges files stands, in a folder of its own."""

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
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)


class Addresses(Protocol):
    """The part of the site's assets that pages need: where each file is, relative to ``dist/``."""

    @property
    def fonts(self) -> tuple[str, ...]: ...

    @property
    def python(self) -> str: ...

    def address(self, name: str) -> str: ...

    def modules(self, *scripts: str) -> tuple[str, ...]: ...


def render_pages(
    course: Course,
    printed: Mapping[tuple[str, int], str],
    exercises: Mapping[str, Any],
    assets: Addresses,
    examples: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    labs: Mapping[str, LabRead] | None = None,
    practice: str = "",
) -> dict[str, str]:
    """Every page of the course, by its path in ``dist/``.

    ``printed`` holds what each run block printed by (level path, line); ``exercises`` what
    ``blocks/exercise.html`` shows of each, and ``examples`` its drawn first case. ``problems`` are told on
    the pages they are about: a course with faults can still be looked at. ``labs`` holds each lab by its id
    and, under ``labs/NAME``, each lab of the site in its own first state. ``practice`` is the address of the
    practice module, empty where the course has none.
    """
    listed = entries(course)
    labs = labs or {}
    definitions = glossary.glossary(course)
    env = _environment(course, assets, exercises, examples or {}, labs)
    env.globals.update(definitions=definitions, glossary_address=glossary.ADDRESS)
    minutes = total_minutes(listed)
    pages = {
        "index.html": env.get_template("contents.html").render(
            root="",
            entries=listed,
            stops=course_map(listed),
            time_in_all=time_words(minutes) if minutes else "",
            practice=practice,
            problems=problems,
        ),
        "404.html": _not_found(env),
    }
    if definitions:
        pages[glossary.ADDRESS] = env.get_template("glossary.html").render(root="../", problems=())
    for entry in listed:
        root = "../" * entry.address.count("/")
        level = glossary.link_first_uses(entry.level, definitions, root)
        view = lay_out(course, replace(entry, level=level))
        pages[entry.address] = env.get_template("level.html").render(
            root=root,
            level=level,
            view=view,
            outputs={line: text for (path, line), text in printed.items() if path == level.path},
            problems=[problem for problem in problems if _is_about(problem, view)],
            skip=False,
        )
    return pages | _lab_pages(env, listed, labs)


def render_grading_page(course: Course, assets: Addresses) -> str:
    """The page in which ``build.py grade`` judges files; it is no part of what is published."""
    env = _environment(course, assets, {}, {}, {})
    env.globals.update(definitions=())
    return env.get_template("grade.html").render(root="../", problems=())


def _not_found(env: jinja2.Environment) -> str:
    """The page for what is not there: its style stands in it, and its policy names that style alone."""
    style = (TEMPLATES.parent / "styles" / "not-found.css").read_text("utf-8")
    known = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{known}'; base-uri 'none'; form-action 'none'"
    return env.get_template("404.html").render(policy=policy, style=style)


def _lab_pages(
    env: jinja2.Environment, listed: Sequence[Entry], labs: Mapping[str, LabRead]
) -> dict[str, str]:
    """The list of the site's labs and a page for each, which names each level it stands in once."""
    own = {name.removeprefix("labs/"): lab for name, lab in labs.items() if name.startswith("labs/")}
    pages = {}
    if own:
        pages["labs/index.html"] = env.get_template("labs.html").render(root="../", own=own, problems=())
    for name, lab in own.items():
        places = [
            (
                entry,
                [block.id for block in entry.level.blocks if isinstance(block, Lab) and block.name == name],
            )
            for entry in listed
        ]
        used = [(entry, ids[0]) for entry, ids in places if ids]
        pages[f"labs/{name}/index.html"] = env.get_template("lab.html").render(
            root="../../", name=name, lab=lab, used=used, problems=()
        )
    return pages


def _is_about(problem: Problem, view: LevelView) -> bool:
    """Whether a problem lies in a level's file or in the folder of one of its exercises."""
    folders = tuple(f"exercises/{name}/" for name in view.exercises)
    return problem.path == view.level.path or problem.path.startswith(folders)


def _environment(
    course: Course,
    assets: Addresses,
    exercises: Mapping[str, Any],
    examples: Mapping[str, str],
    labs: Mapping[str, LabRead],
) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    env.globals.update(
        course=course,
        assets=assets,
        policy=POLICY,
        bundles=exercises,
        examples=examples,
        labs=labs,
        level=None,
        scripts=("scripts/main.js",),
        styles=("styles/main.css",),
        runs_python=False,
    )
    there = frozenset(exercises), frozenset(labs)
    env.filters["template"] = partial(_shown_by, frozenset(env.list_templates()), *there)
    env.filters["term_anchor"] = glossary.anchor_of
    env.filters["settings"] = settings_of
    env.filters["plain_number"] = plain_number
    env.filters["shape_text"] = shape_text
    env.filters["prose"] = render
    env.filters["prose_line"] = render_inline
    env.filters["unbroken"] = unbroken
    return env


def _shown_by(
    templates: frozenset[str], exercises: frozenset[str], labs: frozenset[str], block: Block
) -> str:
    """The template of a block, or the one that says that it cannot be shown."""
    name = template_of(block)
    lacks = (isinstance(block, Exercise) and block.id not in exercises) or (
        isinstance(block, Lab) and block.id not in labs
    )
    return "blocks/missing.html" if lacks or name not in templates else name


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


def unbroken(title: str) -> Markup:
    """A title whose hyphenated words stay on one line."""
    words = (
        Markup('<span class="unbroken">{}</span>').format(word) if "-" in word else escape(word)
        for word in title.split(" ")
    )
    return Markup(" ").join(words)
