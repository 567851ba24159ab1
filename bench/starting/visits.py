"""What is timed in a page, by the page's own clock, which starts with the navigation."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from starting.memory import megabytes
from starting.plain_page import MARK
from starting.tabs import Tab

# So long a visit lasts after what is timed: a browser stores compiled code only some time later.
STAY = 4.0

SLEEP = """
const deadline = performance.now() + 90000;
const until = async (what, ready) => {
  for (let found; performance.now() < deadline; await new Promise((next) => setTimeout(next, 4))) {
    if ((found = ready())) return found;
  }
  throw new Error(`waited 90 s for ${what}`);
};
"""
MARKED = f"""
async (mark) => {{{SLEEP}
  const [entry] = await until(mark, () => {{
    const found = performance.getEntriesByName(mark);
    return found.length && found;
  }});
  return entry.startTime;
}}
"""
RUN_AND_CHECK = f"""
async (id) => {{{SLEEP}
  const part = (selector) => document.querySelector(`#item-${{id}} ${{selector}}`);
  const shown = (selector) => (part(selector)?.checkVisibility() ? part(selector) : null);
  const failed = () => document.querySelector(`#item-${{id}}[data-phase=failed]`);
  // An attribute is looked for: asking whether something is shown has the page lay itself out each time.
  const started = () => document.querySelector(`#item-${{id}}[data-phase=ready]`);
  await until("Python", () => started() || failed());
  if (failed()) throw new Error(part("[data-status]").textContent);
  const run = await until("the Run button", () => shown("[data-run]"));
  run.click();
  await until("the result", () => failed() || part("[data-results] .run-call"));
  const numpy = performance.now();
  if (failed()) throw new Error(part("[data-status]").textContent);
  const check = await until("the Check button", () => shown("[data-check]"));
  const verdict = new Promise((settle) => document.addEventListener("verdict", settle, {{ once: true }}));
  check.click();
  const {{ passed }} = (await verdict).detail;
  const marks = performance.getEntriesByType("mark").filter(({{ name }}) => name.startsWith("python-"));
  const first = marks.reverse().map(({{ name, startTime }}) => [name.slice(7), startTime]);
  const steps = Object.fromEntries(first);
  return {{ numpy, verdict: performance.now(), passed, steps }};
}}
"""
# One exercise loops; another waits for it, and answers after the loop has been stopped: at once, or a second
# after the spare, which says when it is ready as the first worker did.
LOOP = f"""
async ([looping, other, withSpare]) => {{{SLEEP}
  const part = (id, selector) => document.querySelector(`#item-${{id}} ${{selector}}`);
  await until("Python", () => part(other, "[data-run]")?.checkVisibility());
  part(looping, "[data-run]").click();
  await until("the loop", () => part(looping, "[data-results]").textContent.includes("looping"));
  part(other, "[data-run]").click();
  if (withSpare) {{
    await until("the spare", () => performance.getEntriesByName("python-ready").length > 1);
    await new Promise((settle) => setTimeout(settle, 1000));
  }}
  const stop = part(looping, "[data-stop]");
  await until("Stop", () => stop.checkVisibility());
  const before = performance.now();
  stop.click();
  await until("the next result", () => part(other, "[data-results] .run-call"));
  return performance.now() - before;
}}
"""
PREPARE = "(kept) => Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text))"


@dataclass(frozen=True)
class Level:
    """A page of a level, the exercise to run in it, and what the browser keeps of the learner's work."""

    address: str
    exercise: str
    kept: dict[str, str]


@dataclass(frozen=True)
class Visit:
    """Milliseconds from the navigation to the first NumPy result, the first verdict and each step before."""

    numpy: float
    verdict: float
    steps: dict[str, float]


def visit_level(tab: Tab, level: Level) -> Visit:
    """Open the level at its exercise, run the code that is kept there, and have it judged."""
    tab.open(f"{level.address}#item-{level.exercise}")
    found = tab.call(RUN_AND_CHECK, level.exercise)
    if not found["passed"]:
        raise SystemExit(f"the model answer of {level.exercise} was not judged right")
    return Visit(found["numpy"], found["verdict"], found["steps"])


def visit_plain(tab: Tab, address: str) -> float:
    """Open a page that marks its first NumPy result."""
    tab.open(address)
    return float(tab.call(MARKED, MARK))


def stay() -> None:
    """Stay a while, as a learner would."""
    time.sleep(STAY)


def loop_to_result(tab: Tab, blank: str, level: Level, looping: str, *, with_spare: bool) -> float:
    """Milliseconds from Stop, pressed on an endless loop, to the result of the code that waited."""
    # The address differs in its fragment alone, which would be no navigation.
    tab.open(blank)
    tab.open(f"{level.address}#item-{level.exercise}")
    return float(tab.call(LOOP, [looping, level.exercise, with_spare]))


def memory_of(tab: Tab, blank: str, visit: Any) -> float | None:
    """Megabytes that a visit adds to what the browser holds at a blank page; None where that is not told."""
    tab.open(blank)
    time.sleep(2)
    before = megabytes()
    visit()
    stay()
    after = megabytes()
    return None if before is None or after is None else after - before
