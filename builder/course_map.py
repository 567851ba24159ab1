"""The course as a map: the main road, the side trips that leave it, and how long all of it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.layout import Entry

SIDE_TRIP = "Side trip"


@dataclass(frozen=True)
class Stop:
    """A level of the main road and the side trips that leave it there."""

    entry: Entry
    trips: tuple[Entry, ...]


def course_map(listed: Sequence[Entry]) -> tuple[Stop, ...]:
    """The main road in order; a side trip leaves at the last stop it needs, else at the one listed before it.

    A course of side trips alone is a road of them.
    """
    road = [entry for entry in listed if entry.level.kind != SIDE_TRIP] or list(listed)
    trips: dict[str, list[Entry]] = {entry.level.slug: [] for entry in road}
    leaves: dict[str, str] = {}
    last = road[0].level.slug if road else ""
    for entry in listed:
        slug = entry.level.slug
        if slug in trips:
            last = leaves[slug] = slug
        else:
            leaves[slug] = (
                _latest([leaves[need] for need in entry.level.needs if need in leaves], road) or last
            )
            trips[leaves[slug]].append(entry)
    return tuple(Stop(entry, tuple(trips[entry.level.slug])) for entry in road)


def _latest(slugs: Sequence[str], road: Sequence[Entry]) -> str:
    return next((entry.level.slug for entry in reversed(road) if entry.level.slug in slugs), "")


def total_minutes(listed: Sequence[Entry]) -> int | None:
    """How long all levels take, or None where one does not say."""
    each = [entry.level.minutes for entry in listed]
    return None if None in each else sum(minutes or 0 for minutes in each)


def time_words(minutes: int) -> str:
    """``"2 hours 30 minutes"``, rounded to ten minutes from an hour on."""
    if minutes < 60:
        return f"{minutes} minutes"
    hours, rest = divmod((minutes + 5) // 10 * 10, 60)
    words = f"{hours} hour" if hours == 1 else f"{hours} hours"
    return f"{words} {rest} minutes" if rest else words
