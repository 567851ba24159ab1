"""The front page as a map: where it sends a newcomer and someone in the middle, and without scripts."""

from __future__ import annotations

from playwright.sync_api import expect

from builder.layout import entries
from builder.source import read_course
from tests.browser.conftest import Visit
from tests.browser.course_answers import ROOT

ENTRIES = entries(read_course(ROOT)[0])
FIRST, SECOND = ENTRIES[:2]


def test_a_newcomer_begins_at_the_beginning(visit: Visit) -> None:
    page = visit("").page
    go = page.locator("#course-go")
    expect(go).to_have_text(f"Begin with {FIRST.title}")
    expect(page.locator("#course-words")).to_contain_text(f"{len(ENTRIES)} levels, about ")
    here = page.locator(f".stop[data-level={FIRST.level.slug}]")
    expect(here.locator("[data-next]")).to_have_text("next")
    expect(page.locator("[data-next]:visible")).to_have_count(1)
    go.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(FIRST.title)


def test_who_was_in_the_middle_goes_on_at_the_first_item_that_is_open(visit: Visit) -> None:
    learner = visit(f"levels/{SECOND.level.slug}/")
    page = learner.page
    page.evaluate(
        "id => localStorage.setItem(`lookahead:1:lookahead:progress:${id}`, '\"passed\"')", SECOND.items[0]
    )
    learner.open("")
    go = page.locator("#course-go")
    expect(go).to_have_text(f"Continue where you were: {SECOND.title}")
    here = page.locator(f".stop[data-level={SECOND.level.slug}]")
    expect(here.locator("[data-next]")).to_have_text("you are here")
    expect(here.locator("[data-state]")).to_have_text(f"1 of {len(SECOND.items)} done")
    go.click()
    expect(page).to_have_url(f"{learner.site.base}{SECOND.address}#item-{SECOND.items[1]}")
    expect(learner.item(SECOND.items[1])).to_be_in_viewport()


def test_who_has_cleared_the_first_level_is_sent_to_the_next_and_sees_the_road_behind(visit: Visit) -> None:
    learner = visit("")
    page = learner.page
    for id in FIRST.items:
        page.evaluate("id => localStorage.setItem(`lookahead:1:lookahead:progress:${id}`, '\"shown\"')", id)
    page.reload()
    expect(page.locator("#course-go")).to_have_text(f"Go on with {SECOND.title}")
    expect(page.locator("#course-words")).to_contain_text(f"1 of {len(ENTRIES)} levels cleared")
    told = page.locator(f".stop[data-level={FIRST.level.slug}] [data-state]")
    expect(told).to_have_text(f"cleared, {len(FIRST.items)} of {len(FIRST.items)} answers shown")


def test_the_map_is_all_there_without_scripts_and_on_a_narrow_screen(visit: Visit) -> None:
    page = visit("", java_script_enabled=False, viewport={"width": 320, "height": 640}).page
    expect(page.locator(".stop a")).to_have_count(len(ENTRIES))
    for entry in ENTRIES:
        stop = page.locator(f".stop[data-level={entry.level.slug}]")
        expect(stop).to_contain_text(f"{entry.level.minutes} minutes")
        needed = [other.level.number for other in ENTRIES if other.level.slug in entry.level.needs]
        expect(stop).to_contain_text(f"needs {', '.join(needed)}" if needed else entry.title)
    expect(page.locator("[data-next]:visible")).to_have_count(0)
    widest = max(
        box["x"] + box["width"]
        for place in page.locator(".stop, .beside, .resume").all()
        if (box := place.bounding_box())
    )
    assert widest <= 320
    page.locator("#course-go").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(FIRST.title)
