"""Links inside the course lead to files and headings that are there."""

from __future__ import annotations

from pathlib import Path

from builder.errors import Problem, did_you_mean
from builder.links import Address, address
from builder.model import Course, Level


def check_targets(course: Course, root: Path) -> list[Problem]:
    """Links to levels, headings, images and the practice module that do not exist."""
    levels = {level.path.rpartition("/")[2]: level for level in course.levels}
    folder = root / "levels" / "images"
    # Names are compared as written, also where the file system takes capitals and small letters for the same.
    images = {f"images/{file.relative_to(folder).as_posix()}" for file in folder.rglob("*") if file.is_file()}
    found = []
    for level in course.levels:
        for link in level.links:
            to = address(link.target)
            lost = to.kind == "file" and not (root / to.file).is_file()
            said = f"no file {to.file}" if lost else _fault(to, level, levels, images)
            if said:
                what = "image" if to.kind == "image" else "link"
                found.append(Problem(level.path, link.line, f"{what} '{link.target}' is dead: {said}"))
    return found


def _fault(to: Address, level: Level, levels: dict[str, Level], images: set[str]) -> str:
    if to.kind == "image":
        return "" if to.file in images else f"no file levels/{to.file}{did_you_mean(to.file, images)}"
    if to.kind == "heading":
        return _heading_fault(level, to.anchor)
    if to.kind == "level":
        if to.file not in levels:
            return f"no level {to.file}{did_you_mean(to.file, levels)}"
        return _heading_fault(levels[to.file], to.anchor) if to.anchor else ""
    return ""


def _heading_fault(level: Level, anchor: str) -> str:
    ids = [heading.id for heading in level.headings]
    # What a misplaced fence hides may hold the heading.
    if anchor in ids or not level.complete:
        return ""
    return f"no heading '#{anchor}' in {level.path}{did_you_mean(anchor, ids) or '; it has none'}"
