"""How long a learner waits from Check to the verdict, with Python already running, in Chromium.

    python bench/verdict.py [--json] [--exercise causal-head] [--samples 60]

Needs a built site (`python3 build.py build`). The clock is the page's own: from the click on Check to
the verdict in the page. Right and wrong code take turns, and no two samples hold the same text.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import threading
from pathlib import Path
from typing import Any

from ready import ROOT, need

need("numpy", "markdown_it", "playwright")

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from builder.bundle import read_exercises  # noqa: E402
from builder.serve import open_server  # noqa: E402
from builder.setup import browsers  # noqa: E402

WARM_UP = 6
MEASURE = """
async (element) => {
  const verdict = new Promise((resolve) => element.addEventListener("verdict", resolve, { once: true }));
  const start = performance.now();
  element.querySelector("[data-check]").click();
  const { detail } = await verdict;
  return { ms: performance.now() - start, kind: detail.kind };
}
"""
CASES = "async (element) => (await (await fetch(element.dataset.bundle)).json()).cases.length"


def main() -> None:
    options = _options()
    answers = _answers(options.exercise)
    result = {options.exercise: _measure(options.exercise, answers, options.samples)}
    for name, row in result.items():
        print(f"{'exercise':<16}{'p50':>9}{'p95':>9}{'cases':>7}{'samples':>9}")
        print(f"{name:<16}{row['p50_ms']:>6} ms{row['p95_ms']:>6} ms{row['cases']:>7}{row['samples']:>9}")
    if options.json:
        print(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--exercise", default="causal-head")
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    return parser.parse_args()


def _answers(exercise: str) -> list[str]:
    """The reference, and the reference with a wrong sign: what passes and what is compared with mistakes."""
    exercises, problems = read_exercises(ROOT)
    if exercise not in exercises:
        sys.exit("\n".join([f"no usable exercise '{exercise}'", *map(str, problems)]))
    source = exercises[exercise]
    right, name = source.texts["solution.py"], source.function
    wrong = f"right = {name}\n\ndef {name}(*given):\n    return 1 - np.asarray(right(*given))\n"
    return [right, f"{right}\n{wrong}"]


def _measure(exercise: str, answers: list[str], samples: int) -> dict[str, Any]:
    chromium = browsers.chromium()
    pages = [path for path in (ROOT / "dist").glob("levels/*/index.html") if _holds(path, exercise)]
    if chromium is None or not pages:
        sys.exit("needs a Chromium and a built site: python3 build.py build")
    server = open_server(ROOT / "dist", 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/{pages[0].relative_to(ROOT / 'dist').as_posix()}"
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page()
        page.goto(address)
        times, cases = _sample(page, exercise, answers, samples)
        browser.close()
    server.shutdown()
    p95 = statistics.quantiles(times, n=20)[-1]
    return {
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(p95, 1),
        "cases": cases,
        "samples": len(times),
    }


def _holds(path: Path, exercise: str) -> bool:
    return f'<code-exercise class="exercise" id="item-{exercise}"' in path.read_text("utf-8")


def _sample(page: Page, exercise: str, answers: list[str], samples: int) -> tuple[list[float], int]:
    element = page.locator(f"#item-{exercise}")
    element.evaluate("(element) => document.documentElement.classList.remove('scripted')")
    element.scroll_into_view_if_needed()
    element.locator("[data-check]").wait_for(timeout=60_000)
    editor = element.locator(".cm-content")
    times = []
    for number in range(WARM_UP + samples):
        editor.focus()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.insert_text(f"{answers[number % 2]}# {number}\n")
        found = element.evaluate(MEASURE)
        if (found["kind"] == "passed") != (number % 2 == 0):
            sys.exit(f"sample {number} was judged '{found['kind']}'")
        if number >= WARM_UP:
            times.append(found["ms"])
    return times, element.evaluate(CASES)


if __name__ == "__main__":
    main()
