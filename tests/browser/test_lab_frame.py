"""What every lab of the site does by itself: tried on each one's own page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from builder.labs import lab_names
from tests.browser.conftest import Visit
from tests.browser.lab_page import SNAPSHOT, LabPage
from tests.browser.test_accessibility import problems

LABS = lab_names()
# Whether the focus is before the end of the tables.
IN_TABLES = """() => document.activeElement.compareDocumentPosition(
  document.querySelector("[data-part=story]")) & Node.DOCUMENT_POSITION_FOLLOWING"""


def open_lab(visit: Visit, name: str, **options: Any) -> LabPage:
    return LabPage(visit(f"labs/{name}/", **options), name)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", LABS)
def test_axe_finds_nothing(visit: Visit, name: str, scheme: Any) -> None:
    lab = open_lab(visit, name, color_scheme=scheme)
    assert problems(lab.learner) == []
    lab.lab.locator("[data-cell]").last.click()
    lab.tool("Copy link to this state").click()
    expect(lab.lab.get_by_label("Link to this state")).to_be_visible()
    lab.settle()
    assert problems(lab.learner) == [], "with a cell looked at and a notice"


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("name", LABS)
def test_nothing_is_wider_than_the_screen(visit: Visit, name: str, width: int) -> None:
    lab = open_lab(visit, name, viewport={"width": width, "height": 900})
    assert lab.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["axes", "scores"])
def test_on_a_phone_a_sign_stands_between_two_tables_not_over_both(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name, viewport={"width": 390, "height": 900})
    gaps = lab.page.evaluate("""() => [...document.querySelectorAll(".lab-flow > .lab-term")].map((term) =>
      term.getBoundingClientRect().top - term.previousElementSibling.getBoundingClientRect().bottom)""")
    assert gaps and min(gaps) >= 0


@pytest.mark.parametrize(("width", "turned"), [(1280, "none"), (390, "90deg")])
@pytest.mark.parametrize("name", ["heads", "leak", "scores"])
def test_an_arrow_points_at_the_table_that_follows(visit: Visit, name: str, width: int, turned: str) -> None:
    lab = open_lab(visit, name, viewport={"width": width, "height": 900})
    signs = lab.page.evaluate("""() => [...document.querySelectorAll(".lab-sign")].map((sign) =>
      [sign.textContent, getComputedStyle(sign).rotate])""")
    assert {rotate for sign, rotate in signs if sign == "→"} == {turned}
    assert {rotate for sign, rotate in signs if sign != "→"} <= {"none"}, "only an arrow has a direction"


@pytest.mark.parametrize(("width", "arrow", "lines"), [(1280, '"→ "', 1), (390, '"↓ "', 4)])
def test_the_way_of_a_number_points_at_the_station_that_follows(
    visit: Visit, width: int, arrow: str, lines: int
) -> None:
    lab = open_lab(visit, "axes", viewport={"width": width, "height": 900})
    stations = lab.page.evaluate("""() => [...document.querySelectorAll(".axes-trail li")].map((station) =>
      [getComputedStyle(station, "::before").content, station.getBoundingClientRect().top])""")
    assert [content for content, _ in stations] == ["none", arrow, arrow, arrow]
    assert len({top for _, top in stations}) == lines


@pytest.mark.parametrize("name", LABS)
def test_the_first_state_is_there_without_scripts_and_is_what_scripts_take_over(
    visit: Visit, name: str
) -> None:
    plain = visit(f"labs/{name}/", java_script_enabled=False).page
    expect(plain.locator("[data-table]").first).to_be_visible()
    expect(plain.locator("[data-tools]")).to_be_hidden()
    expect(plain.get_by_text("Moving things in it needs scripts.")).to_be_visible()
    enabled = plain.locator("fieldset :is(input, select, button):enabled")
    assert enabled.count() == 0, "a control that does nothing"
    alive = open_lab(visit, name)
    before, after = (page.locator(".lab").evaluate(SNAPSHOT) for page in (plain, alive.page))
    assert before == after
    for part in ("story", "numpy"):
        assert (
            plain.locator(f'[data-part="{part}"]').inner_text()
            == alive.lab.locator(f'[data-part="{part}"]').inner_text()
        )


@pytest.mark.parametrize("name", LABS)
def test_each_table_is_one_tab_stop_and_arrow_keys_move_through_it(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name)
    tables = [one.get_attribute("data-table") for one in lab.lab.locator("[data-table]").all()]
    seen = []
    lab.lab.locator("[data-part=controls] :is(input, select, button)").last.focus()
    while len(seen) < len(tables) + 40 and lab.page.evaluate(IN_TABLES):
        lab.page.keyboard.press("Tab")
        seen.append(lab.focused_cell().split(" ")[0])
    assert [table for table in seen if table] == tables, "controls may stand between, each table is one stop"
    lab.cell(tables[-1] or "", 0, 0).locator("xpath=self::*[@tabindex]|.//input").focus()
    shape = lab.lab.locator("[data-table]").last.locator("[data-cell]").last.get_attribute("data-cell")
    row, column = map(int, (shape or "").split(","))
    for _ in range(row + 2):
        lab.page.keyboard.press("ArrowDown")
    for _ in range(column + 2):
        lab.page.keyboard.press("ArrowRight")
    assert lab.focused_cell() == f"{tables[-1]} {row},{column}", "arrows stop at the last cell"
    lab.page.keyboard.press("Home")
    assert lab.focused_cell() == f"{tables[-1]} {row},0"
    lab.page.keyboard.press("End")
    assert lab.focused_cell() == f"{tables[-1]} {row},{column}"
    expect(lab.story).not_to_be_empty()
    lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Shift+Tab")
    assert lab.focused_cell() == f"{tables[-1]} {row},{column}", "a table keeps its tab stop"


# Takes every choice of every list; tells of tables without one tab stop, and of cells that no key reaches.
CHOOSE_ALL = """() => {
  const lists = () => [...document.querySelectorAll(".lab select")];
  const found = new Set();
  const look = (chosen) => {
    window.dispatchEvent(new Event("beforeprint")); // draws the steps off the screen too
    for (const table of document.querySelectorAll(".lab [data-table]")) {
      const stops = table.querySelectorAll('[tabindex="0"]').length;
      if (stops !== 1) found.add(`${chosen}: ${table.dataset.table} has ${stops} tab stops`);
      for (const cell of table.querySelectorAll("[data-cell]")) {
        const field = cell.querySelector("input");
        const reached = (field ?? cell).hasAttribute("tabindex") && !(field && cell.hasAttribute("tabindex"));
        if (!reached) found.add(`${chosen}: ${table.dataset.table} ${cell.dataset.cell}`);
      }
    }
  };
  const named = (list) => list.dataset.field ?? list.dataset.act;
  for (const name of lists().map(named)) {
    for (const { value } of lists().find((list) => named(list) === name)?.options ?? []) {
      for (const table of document.querySelectorAll(".lab [data-table]")) {
        const last = [...table.querySelectorAll("[data-cell]")].at(-1);
        (last?.querySelector("input") ?? last)?.focus();
      }
      const list = lists().find((one) => named(one) === name);
      if (!list) break;
      list.value = value;
      list.dispatchEvent(new Event("change", { bubbles: true }));
      look(`${name}=${value}`);
    }
  }
  return [...found];
}"""


@pytest.mark.parametrize("name", LABS)
def test_each_table_stays_one_tab_stop_whatever_is_chosen(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name)
    assert lab.page.evaluate(CHOOSE_ALL) == []


@pytest.mark.parametrize("name", LABS)
def test_a_link_that_means_nothing_gives_the_first_state_and_says_so(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name)
    untouched = lab.html()
    for state in ("nonsense=1", "%00%FF"):
        lab.learner.open(f"labs/{name}/?lab-{name}={state}")
        lab = LabPage(lab.learner, name)
        expect(lab.notice).to_contain_text("This is the first state.")
        assert lab.html() == untouched


@pytest.mark.parametrize("name", LABS)
def test_every_target_is_large_enough_for_a_finger(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name, viewport={"width": 390, "height": 800}, has_touch=True)
    small = lab.page.evaluate(
        """() => [...document.querySelectorAll(
            ".lab :is(button, select, label, [data-cell], input[type=text])")]
          .filter((one) => one.getClientRects().length)
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([, { width, height }]) => width < 24 || height < 24)
          .map(([html, { width, height }]) => `${width} x ${height}: ${html}`)"""
    )
    assert small == []


BACKGROUNDS = """(selector) => [...document.querySelectorAll(selector)]
  .map((one) => getComputedStyle(one).backgroundImage)"""


@pytest.mark.parametrize("name", ["mask", "cross-mask", "convention"])
def test_blocked_cells_are_hatched_in_the_colours_of_the_system(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name, forced_colors="active")
    hatched = lab.page.evaluate(BACKGROUNDS, ".lab td.blocked")
    assert hatched and all("repeating-linear-gradient" in image for image in hatched)
    assert set(lab.page.evaluate(BACKGROUNDS, ".lab td:not(.blocked)")) == {"none"}


@pytest.mark.parametrize("name", LABS)
def test_on_paper_nothing_floats_and_nothing_waits_for_a_press(visit: Visit, name: str) -> None:
    lab = open_lab(visit, name)
    lab.page.emulate_media(media="print")
    expect(lab.lab.locator("[data-foot]")).to_have_css("position", "static")
    for pressed in ("[data-tools]", "[data-tool=code]", ".lab-hint", "[data-act=more]"):
        expect(lab.lab.locator(pressed).filter(visible=True)).to_have_count(0)
    expect(lab.lab.locator(".matrix").first).to_have_css("print-color-adjust", "exact")


def test_on_paper_blocked_cells_are_hatched_by_a_drawing(visit: Visit) -> None:
    lab = open_lab(visit, "mask")
    assert all("repeating-linear" in one for one in lab.page.evaluate(BACKGROUNDS, ".lab td.blocked"))
    lab.page.emulate_media(media="print")
    hatched = lab.page.evaluate(BACKGROUNDS, ".lab td.blocked")
    assert hatched and all(image.startswith('url("data:image/svg+xml,') for image in hatched)


COLOURS = """() => [...document.querySelectorAll("body, .lab *")].map((one) => {
  const { color, backgroundColor, backgroundImage, borderTopColor, fill } = getComputedStyle(one);
  return [one.localName, color, backgroundColor, backgroundImage, borderTopColor, fill].join(" ");
})"""


@pytest.mark.parametrize("name", ["mask", "heads", "cost"])
def test_paper_is_light_whatever_the_screen_is(visit: Visit, name: str) -> None:
    printed = []
    for scheme in ("light", "dark"):
        page = open_lab(visit, name, color_scheme=scheme).page
        page.emulate_media(media="print", color_scheme=scheme)
        printed.append(page.evaluate(COLOURS))
    assert printed[0] == printed[1]


def test_the_list_of_labs_leads_to_each(visit: Visit) -> None:
    learner = visit("")
    learner.page.get_by_role("link", name="Labs").click()
    learner.page.wait_for_url("**/labs/*")
    assert problems(learner) == []
    for name in LABS:
        link = learner.page.locator(f'a[href="{name}/index.html"]')
        expect(link.locator(".level-entry-title")).to_have_css("text-decoration-line", "underline")
    learner.page.locator('a[href="mask/index.html"]').click()
    expect(learner.page.locator("#lab-mask")).to_be_visible()
