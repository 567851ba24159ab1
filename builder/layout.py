"""How a level is laid out as a page: its parts between gates, sections, and what each item is called."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builder.links import page_id
from builder.model import (
    GRADED,
    Aside,
    Block,
    ChooseQuestion,
    Course,
    Exercise,
    Gate,
    Lab,
    Level,
    NumberQuestion,
    Recap,
    ShapeQuestion,
    SkipTest,
    Try,
)

Graded = ChooseQuestion | NumberQuestion | ShapeQuestion | Exercise | Try


@dataclass(frozen=True)
class Item:
    """A graded thing on the page: its id, where it stands, and what links to it say."""

    id: str
    anchor: str
    label: str


@dataclass(frozen=True)
class GateView:
    """A gate with the items that open it."""

    id: str
    needs: tuple[str, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Part:
    """What stands between two gates."""

    gate: GateView | None
    blocks: tuple[Block, ...]
    next_gate: GateView | None


@dataclass(frozen=True)
class Section:
    """A numbered section and the ids of the items in it."""

    id: str
    title: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A level in the list of levels: its address in ``dist/`` and its items."""

    level: Level
    address: str
    items: tuple[str, ...]
    skip_items: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.level.title


@dataclass(frozen=True)
class LevelView:
    """A level ready for its template."""

    level: Level
    address: str
    items: tuple[str, ...]
    skip_items: tuple[str, ...]
    parts: tuple[Part, ...]
    sections: tuple[Section, ...]
    recap: Recap | None
    skip_test: SkipTest | None
    named: dict[tuple[str, bool], Item]
    exercises: tuple[str, ...]
    labs: tuple[str, ...]
    needs: tuple[Entry, ...]
    previous: Entry | None
    following: Entry | None

    def item(self, block: Graded, skip: bool) -> Item:
        """What the page calls a graded block; an exercise of the text may stand again in the skip test."""
        return self.named[block.id, skip]


def entries(course: Course) -> tuple[Entry, ...]:
    """The levels of the course in order, each with its address and the ids of its items."""
    return tuple(
        Entry(
            level,
            f"levels/{level.slug}/index.html",
            tuple(b.id for b in graded(level.blocks, skip=False)),
            tuple(b.id for b in graded(level.blocks, skip=True)),
        )
        for level in course.levels
    )


def graded(blocks: Iterable[Block], *, skip: bool) -> list[Graded]:
    """The graded blocks outside the skip test, or those in it, asides included, in reading order."""
    found: list[Graded] = []
    for block in blocks:
        if isinstance(block, SkipTest):
            found += graded(block.blocks, skip=False) if skip else []
        elif isinstance(block, Aside):
            found += graded(block.blocks, skip=skip)
        elif isinstance(block, GRADED) and not skip:
            found.append(block)
    return found


def lay_out(course: Course, entry: Entry) -> LevelView:
    """The level of ``entry`` as its page shows it."""
    level = entry.level
    listed = entries(course)
    place = [other.level.slug for other in listed].index(level.slug)
    text = [b for b in level.blocks if not isinstance(b, Recap | SkipTest)]
    named = _names(level)
    return LevelView(
        level=level,
        address=entry.address,
        items=entry.items,
        skip_items=entry.skip_items,
        parts=_parts(text, named),
        sections=_sections(level),
        recap=next((b for b in level.blocks if isinstance(b, Recap)), None),
        skip_test=next((b for b in level.blocks if isinstance(b, SkipTest)), None),
        named=named,
        exercises=tuple(
            dict.fromkeys(
                block.id
                for skip in (False, True)
                for block in graded(level.blocks, skip=skip)
                if isinstance(block, Exercise)
            )
        ),
        labs=tuple(block.id for block in text if isinstance(block, Lab)),
        needs=tuple(other for other in listed if other.level.slug in level.needs),
        previous=listed[place - 1] if place else None,
        following=listed[place + 1] if place + 1 < len(listed) else None,
    )


def _names(level: Level) -> dict[tuple[str, bool], Item]:
    named = {}
    for skip in (False, True):
        counts = {"Question": 0, "Exercise": 0, "Task": 0}
        for block in graded(level.blocks, skip=skip):
            kind = {Exercise: "Exercise", Try: "Task"}.get(type(block), "Question")
            counts[kind] += 1
            label = f"Test {kind.lower()} {counts[kind]}" if skip else f"{kind} {counts[kind]}"
            named[block.id, skip] = Item(block.id, f"{'test' if skip else 'item'}-{block.id}", label)
    return named


def _parts(blocks: Sequence[Block], named: dict[tuple[str, bool], Item]) -> tuple[Part, ...]:
    gates = [block for block in blocks if isinstance(block, Gate)]
    views = [
        GateView(
            f"gate-{number}",
            tuple(need for need in gate.needs if (need, False) in named),
            tuple(named[need, False] for need in gate.needs if (need, False) in named),
        )
        for number, gate in enumerate(gates, start=1)
    ]
    stretches: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Gate):
            stretches.append([])
        else:
            stretches[-1].append(block)
    return tuple(
        Part(before, tuple(stretch), after)
        for before, stretch, after in zip([None, *views], stretches, [*views, None], strict=True)
    )


def _sections(level: Level) -> tuple[Section, ...]:
    last = next((b.line for b in level.blocks if isinstance(b, Recap | SkipTest)), math.inf)
    heads = [head for head in level.headings if head.depth == 2 and head.line < last]
    items = graded(level.blocks, skip=False)
    ends = [*(head.line for head in heads), last][1:]
    return tuple(
        Section(page_id(head.id), head.text, tuple(i.id for i in items if head.line <= i.line < end))
        for head, end in zip(heads, ends, strict=True)
    )
