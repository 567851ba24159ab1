"""A short way through every lab in every engine, by pointer and by keyboard."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from builder.labs import lab_names
from tests.browser.static_site import StaticSite
from tests.browser.tabs import Tab, until


@dataclass(frozen=True)
class Way:
    """What is pressed, what the live region then says, the table that changes, and what a field refuses."""

    press: str
    said: str
    table: str
    field: str = ""
    refused: str = ""


WORD = '[data-act="rename"][data-place="1"]'
LOWER = 'td[data-cell="1,1"] input'
WAYS = {
    "axes": Way('[data-table="Q-0"] [data-cell="1,2"]', "The followed number 12", "Q-0"),
    "convention": Way('[data-name="open"]', "Blocked: 0 of 9 cells", "blocked"),
    "cost": Way('[data-size="T"][data-by="2"]', "Words T: 6", "cost", 'input[data-size="T"]', "1e999"),
    "cross-mask": Way(
        '[data-act="pad"][data-place="0"][data-side="source"]',
        "Padding in the source: le (0)",
        "padding",
        f'{WORD}[data-side="source"]',
        "two words",
    ),
    "heads": Way('[data-preset="random"]', "W_Q", "Q", f'[data-table="X"] {LOWER}', "1e999"),
    "leak": Way('[data-place="1"]', "cat", "changed", f'[data-table="changed"] {LOWER}', "1,5"),
    "mask": Way('[data-act="pad"][data-place="0"]', "Padding: the (0)", "padding", WORD, "two words"),
    "scores": Way('[data-field="scale"]', "Divide by √d_k: off", "scores", f'[data-table="X"] {LOWER}', "-0"),
}

ALIVE = """() => document.querySelector(".lab [data-tools]")?.hidden === false"""
# Paper needs every step: those off the screen are drawn then, and do not wait until the lab is left alone.
LOOK = """(table) => {
  window.dispatchEvent(new Event("beforeprint"));
  return [...document.querySelectorAll(`[data-table="${table}"] [data-cell]`)]
    .map((cell) => `${cell.className} ${cell.querySelector("input")?.value ?? cell.textContent}`);
}"""
TEXT = """(selector) => document.querySelector(selector).textContent"""
FOCUS = """() => {
  const tables = [...document.querySelectorAll(".lab [data-table]")];
  const table = tables.find((one) => one.querySelector('[data-cell="1,1"]'));
  const cell = table.querySelector('[data-cell="0,0"]');
  (cell.querySelector("input") ?? cell).focus();
  return table.dataset.table;
}"""
FOCUSED = """() => {
  const cell = document.activeElement.closest("[data-cell]");
  return `${cell.closest("[data-table]").dataset.table} ${cell.dataset.cell}`;
}"""
LINK = """() => document.querySelector(".lab-link")?.value"""
FIELD = """(selector) => {
  const field = document.querySelector(selector);
  return [field.value, field.getAttribute("aria-invalid")];
}"""


@pytest.mark.parametrize("name", lab_names())
def test_a_lab_moves_and_refuses_in_every_engine(tab: Tab, site: StaticSite, name: str) -> None:
    way = WAYS[name]
    tab.open(f"{site.base}labs/{name}/")
    until(tab, ALIVE)
    first = tab.call(LOOK, way.table)
    tab.click(f".lab {way.press}")
    assert way.said in tab.call(TEXT, "[data-said]")
    changed = tab.call(LOOK, way.table)
    assert changed != first

    table = tab.call(FOCUS)
    tab.press("ArrowDown")
    tab.press("ArrowRight")
    assert tab.call(FOCUSED) == f"{table} 1,1"
    assert len(tab.call(TEXT, "[data-part=story]")) > 10

    tab.click("[data-tool=link]")
    link = until(tab, LINK)
    tab.click("[data-tool=undo]")
    assert tab.call(LOOK, way.table) == first
    tab.open("about:blank")
    tab.open(link)
    until(tab, ALIVE)
    assert tab.call(TEXT, "[data-notice]") == ""
    assert tab.call(LOOK, way.table) == changed

    if way.field:
        selector = f".lab {way.field}"
        [kept, _] = tab.call(FIELD, selector)
        tab.click(selector)
        tab.select_all()
        tab.type(f"{way.refused}\n")
        assert tab.call(TEXT, "[data-notice]") != ""
        assert tab.call(FIELD, selector) == [kept, "true"]
        assert tab.call(LOOK, way.table) == changed
