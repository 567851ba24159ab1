"""What a level promises, asks and prepares for: one line on the terminal, the whole in a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.checks.mistakes import Mistakes, prepared
from builder.checks.reading import LONGEST_SENTENCE, long_sentences, minutes, stretches
from builder.errors import Problem, counted
from builder.layout import Graded, graded
from builder.model import ChooseQuestion, Course, Exercise, Level, Recap, RecapLine, Term
from builder.whole_file import write_whole

FOLDER = Path(".cache") / "report" / "levels"


def write_reports(
    course: Course,
    mistakes: Mistakes,
    answer_lines: Mapping[str, int],
    problems: Iterable[Problem],
    root: Path,
) -> list[str]:
    """Write ``.cache/report/levels/<slug>.md`` for each level and give a line about each.

    ``answer_lines`` has the lines of each exercise's model answer.
    """
    said = sorted(problems)
    lines = []
    for level in course.levels:
        report = _Report(level, mistakes, minutes(level, answer_lines))
        text = "\n".join(report.lines([one for one in said if one.path == level.path]))
        write_whole(root / FOLDER / f"{level.slug}.md", f"{text}\n".encode())
        lines.append(report.summary())
    return lines


def kind_of(item: Graded) -> str:
    """What kind of item it is, one of the six a level can ask."""
    if isinstance(item, ChooseQuestion):
        return "choose several" if item.multiple else "choose one"
    return type(item).__name__.removesuffix("Question").lower()


class _Report:
    def __init__(self, level: Level, mistakes: Mistakes, takes: float) -> None:
        self.level, self.takes = level, takes
        self.partly = ""
        if not level.complete:
            self.partly = "not counted; a misplaced fence hides part of it"
        elif level.unread:
            self.partly = f"not counted; {counted(len(level.unread), 'block')} could not be read"
        self.items = graded(level.blocks, skip=False)
        recap = next((block for block in level.blocks if isinstance(block, Recap)), None)
        self.promises: tuple[RecapLine, ...] = recap.can_now if recap else ()
        self.warned = [name for _, name in prepared(level)]
        self.mistakes = {
            item.id: mistakes[item.id]
            for item in self.items
            if isinstance(item, Exercise) and item.id in mistakes
        }
        self.unprepared = {
            name: [
                one
                for one, told_as in known.items()
                if not {f"{name}/{one}", f"{name}/{told_as}"} & set(self.warned)
            ]
            for name, known in self.mistakes.items()
        }

    def summary(self) -> str:
        backed = sum(bool(line.backed_by) for line in self.promises)
        known = sum(map(len, self.mistakes.values()))
        left = sum(map(len, self.unprepared.values()))
        long = len(long_sentences(self.level))
        if self.partly:
            return f"{self.level.path}: {self.partly}"
        return (
            f"{self.level.path}: {counted(round(self.takes), 'minute')} "
            f"(says {self.level.minutes or 'nothing'}), "
            f"{counted(sum(one.words for one in stretches(self.level)), 'word')}, "
            f"{counted(len(self.items), 'item')}, "
            f"{backed} of {counted(len(self.promises), 'promise')} backed, "
            f"{known - left} of {counted(known, 'mistake')} prepared, {counted(long, 'long sentence')}"
        )

    def lines(self, problems: list[Problem]) -> Iterable[str]:
        yield from (f"# {self.level.title} (`{self.level.slug}`)", "")
        yield from (f"- {problem}" for problem in problems)
        if self.partly:
            yield f"What could be read of it, {self.partly.removeprefix('not counted; ')}:"
        else:
            takes = f"Takes {self.takes:.1f} minutes, as docs/authoring.md counts them"
            yield f"{takes}; says {self.level.minutes or 'nothing'}"
        yield from ("", "## Words a section", "")
        yield from (f"- {one.title}: {one.words}" for one in stretches(self.level))
        yield from ("", f"## What it asks: {counted(len(self.items), 'item')}", "")
        kinds = [kind_of(item) for item in self.items]
        yield from (f"- {kind}: {kinds.count(kind)}" for kind in sorted(set(kinds)))
        yield from ("", "## What backs each promise", "")
        for line in self.promises:
            backing = ", ".join(f"`{id}`" for id in line.backed_by) or "nothing"
            yield f"- {re.sub('<[^>]+>', '', line.html)} (line {line.line}): {backing}"
        backing_ids = {id for line in self.promises for id in line.backed_by}
        yield from (f"- `{item.id}` backs nothing" for item in self.items if item.id not in backing_ids)
        yield from ("", "## Terms", "")
        yield from (f"- {block.term}" for block in self.level.blocks if isinstance(block, Term))
        yield from ("", "## Mistakes of exercises that the text prepares for", "")
        yield from (f"- `{name}`" for name in self.warned)
        for name, left in self.unprepared.items():
            yield from ("", f"Not prepared of `{name}`: {', '.join(left) or 'none'}.")
        yield from ("", f"## Sentences of more than {LONGEST_SENTENCE} words", "")
        yield from (f"- line {one.line}, {one.words} words: {one.text}" for one in long_sentences(self.level))
