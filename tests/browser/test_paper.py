"""A level on paper: no buttons, and a name on the page of what it names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.static_site import StaticSite

# A name counts as high as the first lines that follow it, and these stand within that height all the same.
NAMES = """() => {
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const shown = (one) => one.checkVisibility() && one.closest("main");
  const names = document.querySelectorAll("h2, h3, .exercise > .question-label, .lab-step-name");
  const naming = [...names].filter((name) => shown(name) && name.nextElementSibling?.checkVisibility());
  return naming.map((name) => {
    const { top, height } = name.getBoundingClientRect();
    const next = name.nextElementSibling.getBoundingClientRect().top - top;
    return [name.textContent, height / em, next / em];
  });
}"""


@pytest.fixture
def paper(visit: Visit, site: StaticSite) -> Page:
    """The level with every gate open, as it is printed."""
    page = visit(storage_state=gates_open(site)).page
    expect(page.locator("code-exercise [data-check]").first).to_be_visible()
    page.emulate_media(media="print")
    return page


def test_nothing_waits_for_a_press(paper: Page) -> None:
    expect(paper.locator("code-exercise .contract").first).to_be_visible()
    expect(paper.locator("code-exercise button").filter(visible=True)).to_have_count(0)
    expect(paper.locator("code-exercise [data-keys]").filter(visible=True)).to_have_count(0)


def test_a_name_does_not_end_a_page(paper: Page) -> None:
    names = paper.evaluate(NAMES)
    assert len(names) > 20
    assert [name for name, height, _ in names if height < 5] == [], "it fits where its first lines do not"
    assert [name for name, _, following in names if following > 4.5] == [], "the height takes no room"
