"""Nothing that has been drawn moves by itself while a page comes to life."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.course_answers import ROOT
from tests.browser.static_site import StaticSite

# Half of what Lighthouse still calls good.
MOST = 0.05
WATCH = """
window.shifts = [];
const watch = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
watch.observe({ type: "layout-shift", buffered: true });
"""
MOVED = """() => shifts.filter(({ value }) => value > 0.005).map(({ value, sources }) =>
  [value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName)])"""


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_of_a_level_moves(browser: Browser, site: StaticSite, width: int) -> None:
    for page_file in sorted((ROOT / "dist" / "levels").glob("*/index.html")):
        # Nothing is kept, the faces of the text included.
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(f"{site.base}{page_file.parent.relative_to(ROOT / 'dist')}/")
        page.evaluate("document.fonts.ready.then(() => {})")
        expect(page.locator("main [data-tools][hidden]")).to_have_count(0)
        page.wait_for_timeout(300)
        moved = page.evaluate(MOVED)
        context.close()
        assert sum(value for value, *_ in moved) < MOST, (page_file.parent.name, moved)
