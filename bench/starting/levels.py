"""Levels of the built course to visit, with what a browser keeps of a learner who has come so far."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from builder.bundle import read_exercises
from starting.visits import Level

ITEM = re.compile(r'<code-exercise class="exercise" id="item-([\w-]+)"')
GATED = re.compile(r'data-needs="([^"]*)"')
LOOP = "import numpy as np\n\nprint('looping')\nwhile True:\n    pass\n"


def find_levels(root: Path, base: str) -> list[Level]:
    """The first exercise of every level that has two of them: after a loop in one, another runs."""
    exercises, _ = read_exercises(root)
    levels = []
    for page in sorted((root / "dist").glob("levels/*/index.html")):
        text = page.read_text("utf-8")
        here = ITEM.findall(text)
        if len(here) < 2:
            continue
        needed = {name for names in GATED.findall(text) for name in names.split()}
        kept = {_key("progress", name): json.dumps("passed") for name in needed}
        kept |= {_key("draft", name): json.dumps(exercises[name].texts["solution.py"]) for name in here}
        levels.append(Level(f"{base}levels/{page.parent.name}/", here[0], kept))
    if not levels:
        sys.exit("no level of the built course has two exercises")
    return levels


def with_loop(level: Level) -> tuple[str, dict[str, str]]:
    """The name of the level's second exercise, and what is kept when the learner has left a loop in it."""
    drafts = [key for key in level.kept if ":draft:" in key and not key.endswith(f":{level.exercise}")]
    return drafts[0].rpartition(":")[2], {drafts[0]: json.dumps(LOOP)}


def _key(kind: str, name: str) -> str:
    return f"lookahead:1:lookahead:{kind}:{name}"
