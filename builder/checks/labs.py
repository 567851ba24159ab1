"""A lab is one the site has, and a try is a task in a lab of its level."""

from __future__ import annotations

from pathlib import Path

from builder.checks.placed import flat
from builder.errors import Problem, did_you_mean
from builder.model import Course, Lab, Try


def check_labs(course: Course, root: Path) -> list[Problem]:
    """Labs without a script ``site/scripts/labs/NAME-lab.js`` and tries without a lab."""
    known = [file.stem.removesuffix("-lab") for file in (root / "site/scripts/labs").glob("*-lab.js")]
    found: list[Problem] = []
    for level in course.levels:
        labs = [block for block in level.blocks if isinstance(block, Lab)]
        for lab in labs:
            if lab.name not in known:
                said = f"unknown lab '{lab.name}'{did_you_mean(lab.name, known) or '; the site has no labs'}"
                found.append(Problem(level.path, lab.line, said))
        ids = [lab.id for lab in labs]
        for block in flat(level.blocks):
            if isinstance(block, Try) and block.lab and block.lab not in ids:
                hint = did_you_mean(block.lab, ids) or "; it has none"
                said = f"try '{block.id}' is in lab '{block.lab}', which this level does not have{hint}"
                found.append(Problem(level.path, block.line, said))
    return found
