"""Open in editor, in every lab: what its code gives in the page's own Python is the table it stands under."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Route, expect

from builder.labs import lab_names
from tests.browser.conftest import Visit
from tests.browser.lab_page import LabPage
from tests.browser.learner import Learner

# Beside its first state, what makes a lab show its other lines.
STATES = {
    "axes": ["B=2 T=2 d=1 wrong=T relation=BTT", "relation=B1TT"],
    "convention": ["handed=additive reader=mha half=on fill=-65504", "handed=allowed reader=visible"],
    "cost": ["B=64 T=65536 C=16384 H=128 bytes=2"],
    "cross-mask": [
        "attention=prefix scores=random mistake=causal",
        "attention=decoder padtarget=2",
        "source=a,b,c,d padsource=1 mistake=padding",
    ],
    "heads": ["swap=heads causal=on word=1", "heads=4 swap=both W_O=1,2,3,4;-1,0.5,0,2;3,1,0,-2;0.25,0,0,1"],
    "leak": ["mask=onestep answer=blue", "mask=reversed ratio=9"],
    "mask": [
        "pad=4 window=2 scores=typed typed=0.5,-2.25;1e-5,1000 mistake=zero",
        "pad=0 causal=off scores=random",
        "pad=none scores=example mistake=transposed",
    ],
    "scores": [
        "source=random dk=64 scale=off",
        "source=typed typed=1,2,3;0.5,-4,0;1e-5,7,0.25 temperature=4",
    ],
}

# Presses the button with each table under the cursor; the code is kept here, and no Python starts.
PRESS_ALL = """() => {
  const lab = document.querySelector(".lab");
  let code = "";
  document.addEventListener("lab-code", (event) => {
    code = event.detail.code;
    event.stopImmediatePropagation();
  }, { capture: true });
  return [...lab.querySelectorAll("[data-table]")].map((table) => {
    const cell = table.querySelector("[data-cell]");
    (cell.querySelector("input") ?? cell).focus();
    lab.querySelector("[data-tool=code]").click();
    const text = (one) => one.querySelector("input")?.value ?? one.querySelector(".cell").textContent;
    const rows = [...table.querySelectorAll("tbody tr")];
    const shown = rows.map((row) => [...row.querySelectorAll("[data-cell]")].map(text));
    return [table.dataset.table, code, shown, Boolean(table.querySelector("td.error"))];
  });
}"""

# Runs each code in the page's scratch cell, in turn, and tells what it then shows.
RUN_ALL = """async (codes) => {
  await customElements.whenDefined("scratch-cell");
  const cell = document.querySelector("scratch-cell");
  const [status, run] = ["[data-status]", "[data-run]"].map((part) => cell.querySelector(part));
  const ended = () => status.textContent && !run.hidden;
  const shown = [];
  for (const code of codes) {
    const event = new CustomEvent("lab-code", { bubbles: true, detail: { code } });
    document.querySelector(".lab").dispatchEvent(event);
    const late = performance.now() + 60_000; // Python starts with the first one
    do await new Promise((done) => setTimeout(done, 10)); while (!ended() && performance.now() < late);
    if (!ended()) throw new Error(`no end of ${code}: ${cell.textContent}`);
    const rows = [...cell.querySelectorAll(".run-results .matrix tbody tr")];
    const texts = rows.map((row) => [...row.querySelectorAll(".cell")].map((one) => one.textContent));
    shown.push([texts, cell.querySelector("[data-results]").textContent]);
  }
  return shown;
}"""


@dataclass(frozen=True)
class Line:
    """A table of a lab, the code for it, and what stands in it."""

    where: str
    code: str
    rows: list[list[str]]
    stops: bool

    def is_in(self, rows: list[list[str]], printed: str) -> bool:
        """Whether Python shows the same table, or stops where the lab has a row that is an error."""
        if self.stops:
            return not rows and "no open cell" in printed
        cells, given = ([cell for row in table for cell in row] for table in (self.rows, rows))
        sizes = [len(row) for row in rows] == [len(row) for row in self.rows]
        return sizes and all(same(a, b) for a, b in zip(cells, given, strict=True))


def lines_of(learner: Learner, name: str) -> list[Line]:
    found = []
    for state in ["", *STATES[name]]:
        query = f"?{urlencode({f'lab-{name}': state})}" if state else ""
        learner.open(f"labs/{name}/{query}")
        lab = LabPage(learner, name)
        expect(lab.notice).to_be_empty()
        for table, *line in lab.page.evaluate(PRESS_ALL):
            found.append(Line(f"{name} {state}: {table}", *line))
    return found


def number(text: str) -> tuple[float, float]:
    """A written number and half a unit of its last digit."""
    plain = {"True": "1", "False": "0", "–": "0"}.get(text, text)
    plain = plain.replace("−", "-").replace("∞", "inf").replace("\u202f", "")
    digits, _, power = plain.partition("e")
    exponent = int(power or 0) - len(digits.partition(".")[2])
    return float(plain), 0.5 * 10.0**exponent if digits.partition(".")[2] or power else 0.0


def same(one: str, other: str) -> bool:
    """Whether two texts are one number, each rounded as it is written."""
    (a, half), (b, other_half) = number(one), number(other)
    return a == b or abs(a - b) <= (half + other_half) * 1.000001


def test_texts_of_one_number_are_the_same_and_others_are_not() -> None:
    assert (
        same("0.333", "0.3333") and same("−∞", "-inf") and same("1", "True") and same("10\u202f000", "10000")
    )
    assert same("1.12e-15", "1.1e-15") and same("0", "0.0000")
    assert not same("0.334", "0.3333")
    assert not same("1", "0.9000")
    assert not same("0", "−∞")
    assert not same("10\u202f001", "10000")


def test_every_line_of_every_lab_gives_its_table_in_the_page(visit: Visit) -> None:
    assert sorted(STATES) == lab_names()
    learner = visit("labs/")
    lines = [line for name in lab_names() for line in lines_of(learner, name)]
    assert len(lines) > 150
    learner.open("labs/mask/")
    shown = learner.page.evaluate(RUN_ALL, [line.code for line in lines])
    wrong = [
        f"{line.where}\n{line.code}\nthe lab: {line.rows}\nPython: {rows} {printed}"
        for line, (rows, printed) in zip(lines, shown, strict=True)
        if not line.is_in(rows, printed)
    ]
    assert not wrong, "\n\n".join(wrong)
    assert sum(line.stops for line in lines) == 1


def test_the_button_waits_for_the_cell_that_hears_it(visit: Visit) -> None:
    learner = visit("labs/")
    held: list[Route] = []
    learner.page.route("**/scratch-cell-*.js", lambda route: held.append(route))
    learner.page.goto(learner.site.base + "labs/mask/", wait_until="commit")
    lab = LabPage(learner, "mask")
    learner.until(lambda: bool(held), "the cell's script to be asked for")
    expect(lab.tool("Open in editor")).to_be_hidden()
    held[0].continue_()
    expect(lab.tool("Open in editor")).to_be_visible()
