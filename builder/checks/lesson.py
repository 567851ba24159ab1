"""What a level needs as a lesson, beyond being free of faults: its parts, how many, and what backs what."""

from __future__ import annotations

from collections.abc import Iterator

from builder.checks.mistakes import prepared
from builder.checks.report import kind_of
from builder.errors import Problem, counted
from builder.glossary import terms_of
from builder.layout import Graded, graded
from builder.model import Aside, Course, Exercise, Gate, Lab, Level, Recap, SkipTest, Try

SECTIONS = (2, 4)
FEWEST_ITEMS = 8
FEWEST_KINDS = 3
TERMS = (4, 8)
LONGEST_CODE_LINE = 66


def lesson_notes(course: Course, level: Level, exercises: frozenset[str]) -> Iterator[Problem]:
    """What a level is short of; only of a level that was read whole can that be said.

    Of what an exercise lacks that is not among ``exercises`` nothing is said: its name is wrong.
    """
    yield from _long_code(level)
    if level.complete and not level.unread:
        yield from _front_matter(course, level)
        yield from _parts(level)
        yield from _gates(level, exercises)
        yield from _recap(level, exercises)


def _front_matter(course: Course, level: Level) -> Iterator[Problem]:
    if not level.question:
        yield _note(level, 1, "front matter has no 'question'; ask the one that the level answers")
    elif level.question.count("?") != 1 or not level.question.endswith("?"):
        said = f"'question' must be one question that ends with '?', got '{level.question[:60]}'"
        yield _note(level, level.key_lines.get("question", 1), said)
    if not level.needs and level.slug != course.levels[0].slug:
        yield _note(
            level, 1, "front matter has no 'needs', and this is not the first level; name what it builds on"
        )


def _parts(level: Level) -> Iterator[Problem]:
    end = min((b.line for b in level.blocks if isinstance(b, Recap | SkipTest)), default=float("inf"))
    sections = sum(head.depth == 2 and head.line < end for head in level.headings)
    if not SECTIONS[0] <= sections <= SECTIONS[1]:
        yield _note(
            level, 1, f"the level has {counted(sections, 'section')} (##), wanted {_between(SECTIONS)}"
        )
    terms = len(terms_of(level))
    if not TERMS[0] <= terms <= TERMS[1]:
        yield _note(level, 1, f"the level defines {counted(terms, 'term')}, wanted {_between(TERMS)}")
    items = graded(level.blocks, skip=False)
    if len(items) < FEWEST_ITEMS:
        counts = f"{counted(len(items), 'item')} above its skip test, wanted {FEWEST_ITEMS} or more"
        yield _note(level, 1, f"the level asks {counts}")
    kinds = sorted({kind_of(item) for item in items})
    if items and len(kinds) < FEWEST_KINDS:
        got = f"{counted(len(kinds), 'kind')} of item ({', '.join(kinds)})"
        yield _note(level, 1, f"the level has {got}, wanted {FEWEST_KINDS} or more")
    if not any(isinstance(item, Exercise) for item in items):
        yield _note(level, 1, "the level has no exercise: nobody writes code in it")
    labs = {block.id for block in level.blocks if isinstance(block, Lab)}
    if not labs:
        yield _note(level, 1, "the level has no lab")
    elif not any(isinstance(item, Try) and item.lab in labs for item in items):
        yield _note(level, 1, "no try stands in a lab of the level")
    asides = {block.kind for block in level.blocks if isinstance(block, Aside)}
    for kind, what in (("stuck", "help that opens on demand"), ("deeper", "more for those who want it")):
        if kind not in asides:
            yield _note(level, 1, f"the level has no ':::{{{kind}}}', {what}")


def _gates(level: Level, exercises: frozenset[str]) -> Iterator[Problem]:
    needed = {need for block in level.blocks if isinstance(block, Gate) for need in block.needs}
    # The last item ends the road: nothing follows that could wait for it.
    for item in graded(level.blocks, skip=False)[:-1]:
        if _named(item, exercises) and item.id not in needed:
            yield _note(level, item.line, f"no gate needs '{item.id}': a learner can walk past it")


def _recap(level: Level, exercises: frozenset[str]) -> Iterator[Problem]:
    recap = next((block for block in level.blocks if isinstance(block, Recap)), None)
    if not recap:
        return
    items = [item for item in graded(level.blocks, skip=False) if _named(item, exercises)]
    backing = {id for line in recap.can_now for id in line.backed_by}
    for item in items:
        if item.id not in backing:
            yield _note(level, item.line, f"'{item.id}' backs no 'You can now' line of the recap")
    for line in recap.common_mistakes:
        if not line.prepares_for:
            said = "names no mistake of an exercise; quote 'exercise/mistake' under it"
            yield _note(level, line.line, f"this 'Common mistakes' line {said}")
    warned = {name.partition("/")[0] for _, name in prepared(level)}
    for item in items:
        if isinstance(item, Exercise) and item.id not in warned:
            yield _note(
                level, item.line, f"no 'Common mistakes' line names a mistake of exercise '{item.id}'"
            )


def _named(item: Graded, exercises: frozenset[str]) -> bool:
    return bool(item.id) and (not isinstance(item, Exercise) or item.id in exercises)


def _long_code(level: Level) -> Iterator[Problem]:
    for block in level.code:
        for line, text in enumerate(block.text.splitlines(), start=block.line):
            if len(text) > LONGEST_CODE_LINE:
                said = f"a line of code of {len(text)} characters, more than the {LONGEST_CODE_LINE} that fit"
                yield _note(level, line, f"{said} the column of text: '{text.strip()[:40]}…'")


def _between(bounds: tuple[int, int]) -> str:
    return f"{bounds[0]} to {bounds[1]}"


def _note(level: Level, line: int, message: str) -> Problem:
    return Problem(level.path, line, message, advice=True)
