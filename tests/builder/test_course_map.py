"""The map of levels: which stop of the main road a side trip leaves, and what the front page says of each."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from builder.course_map import course_map, time_words, total_minutes
from builder.layout import entries
from builder.model import Course, Level
from builder.pages import render_pages
from tests.builder.test_pages import FakeAssets, Reader


def level(slug: str, kind: str, *needs: str) -> Level:
    return Level(f"levels/{slug}.md", slug, slug.title(), "", kind, slug[0], 20, needs, (), (), ())


def course(*levels: Level) -> Course:
    return Course("c", "C", "en", "", False, levels, {})


def drawn(*levels: Level) -> list[tuple[str, list[str]]]:
    stops = course_map(entries(course(*levels)))
    return [(stop.entry.level.slug, [trip.level.slug for trip in stop.trips]) for stop in stops]


def test_a_trip_leaves_the_last_stop_that_it_needs() -> None:
    assert drawn(
        level("one", "Theory"),
        level("early", "Side trip"),
        level("two", "Theory", "one"),
        level("three", "Theory", "two"),
        level("both", "Side trip", "one", "two"),
        level("beyond", "Side trip", "both"),
        level("last", "Side trip"),
    ) == [("one", ["early"]), ("two", ["both", "beyond"]), ("three", ["last"])]


def test_a_course_of_trips_alone_is_a_road() -> None:
    assert drawn(level("a", "Side trip"), level("b", "Side trip", "a")) == [("a", []), ("b", [])]
    assert drawn() == []


def test_how_long_it_takes() -> None:
    listed = entries(course(level("a", "Theory"), level("b", "Theory")))
    assert total_minutes(listed) == 40
    silent = entries(course(level("a", "Theory"), replace(level("b", "Theory"), minutes=None)))
    assert total_minutes(silent) is None


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(45, "45 minutes"), (60, "1 hour"), (64, "1 hour"), (118, "2 hours"), (205, "3 hours 30 minutes")],
)
def test_time_in_words(minutes: int, words: str) -> None:
    assert time_words(minutes) == words


def test_the_front_page_says_without_scripts_what_each_level_needs_and_where_it_begins() -> None:
    made = course(level("one", "Theory"), level("two", "Theory", "one"), level("trip", "Side trip", "two"))
    page = render_pages(made, {}, {}, FakeAssets(), practice="exercises/x.py")["index.html"]
    read = Reader(page)
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Begin with One 3 levels, about 1 hour in all." in text
    assert "Side trip 20 minutes needs t" in text
    assert [item["data-needs"] for item in read.all("div") if "data-needs" in item] == ["", "one", "two"]
    assert [path["data-road"] for path in read.all("path") if "data-road" in path] == ["trip"]
    hrefs = [link.get("href") for link in read.all("a")]
    assert hrefs.count("levels/one/index.html") == 2
    assert "exercises/x.py" in hrefs


def test_a_course_without_levels_has_a_front_page() -> None:
    assert not Reader(render_pages(course(), {}, {}, FakeAssets())["index.html"]).open
