"""A whole course from its ``levels/`` folder."""

from __future__ import annotations

from pathlib import Path

from builder.errors import Problem, ask_after, near_miss
from builder.links import slug_of
from builder.model import Course, Level
from builder.source.course_file import PATH, CourseFile, line_of, read_course_file
from builder.source.level import read_level


def read_course(root: Path) -> tuple[Course, list[Problem]]:
    """The course under ``root`` and every fault in its files; content never raises."""
    problems: list[Problem] = []
    folder = root / "levels"
    text = _text(root, PATH, problems)
    if text is None:
        about = CourseFile()
    else:
        about, found = read_course_file(text)
        problems += found
    present = sorted(file.name for file in folder.glob("*.md")) if folder.is_dir() else []
    listed = about.levels if about.levels is not None else present
    problems += _unlisted(present, listed)
    spare = set(present) - set(listed)
    problems += [
        Problem(
            PATH,
            line_of(text or "", name),
            f"level '{name}' is no file in levels/{ask_after(near_miss(name, spare))}",
        )
        for name in dict.fromkeys(listed)
        if name not in present
    ]
    # A file that is not listed is read as well: its own faults show in the same run.
    names = [name for name in dict.fromkeys([*listed, *present]) if name in present]
    slugs = {name: slug_of(name) for name in names}
    levels: dict[str, Level] = {}
    for name in names:
        source = _text(root, f"levels/{name}", problems)
        if source is None:
            continue
        others = {slug for other, slug in slugs.items() if slug and other != name}
        level, found = read_level(f"levels/{name}", source, slugs=others, allow_html=about.allow_html)
        problems += found
        if level.slug:
            levels.setdefault(level.slug, level)
    course = Course(
        id=about.id,
        title=about.title,
        language=about.language,
        licence=about.licence,
        allow_html=about.allow_html,
        levels=tuple(levels.values()),
        renamed=about.renamed,
        path=PATH,
        address=about.address,
    )
    return course, sorted(problems)


def _unlisted(present: list[str], listed: list[str]) -> list[Problem]:
    message = "is not in levels/course.toml; list it under 'levels', or move it elsewhere"
    return [Problem(f"levels/{name}", 1, message) for name in present if name not in listed]


def _text(root: Path, path: str, problems: list[Problem]) -> str | None:
    """The text of a file; bytes that are no UTF-8 are reported and replaced, and the rest is read."""
    try:
        data = (root / path).read_bytes()
    except FileNotFoundError:
        problems.append(Problem(path, 1, "is missing"))
        return None
    except OSError as error:
        problems.append(Problem(path, 1, f"cannot be read: {error.strerror}"))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        problems.append(Problem(path, line, f"is not UTF-8: byte 0x{byte:02X}; save the file as UTF-8"))
        return data.decode("utf-8-sig", errors="replace")
