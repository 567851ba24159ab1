"""How long a verdict takes with Python already running, in Chromium.

    python bench/verdict.py [--json] [--exercise causal-head] [--samples 60]

Every exercise is measured in the page that judges: from the code to the verdict, by the page's own clock.
With ``--exercise`` one is measured in its level instead (needs a built site: `python3 build.py build`): from
the click on Check to the verdict in the page. Right and wrong code take turns, and no two samples hold the
same text.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ready import ROOT, need

need("numpy", "markdown_it", "playwright")

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from builder.bundle import ExerciseSource, bundle, read_exercises  # noqa: E402
from builder.pages import GRADING_PAGE  # noqa: E402
from builder.serve import open_server  # noqa: E402
from builder.setup import browsers  # noqa: E402
from builder.site import build_grading_page  # noqa: E402

Sampled = tuple[str, list[float], int]

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
JUDGE = """
async (code) => {
  const start = performance.now();
  const { kind } = await grading.judge(code);
  return { ms: performance.now() - start, kind };
}
"""
CASES = "async (element) => (await (await fetch(element.dataset.bundle)).json()).cases.length"


def main() -> None:
    options = _options()
    exercises, problems = read_exercises(ROOT)
    if options.exercise not in (None, *exercises):
        sys.exit("\n".join([f"no usable exercise '{options.exercise}'", *map(str, problems)]))
    print(f"{'exercise':<16}{'p50':>9}{'p95':>9}{'cases':>7}{'samples':>9}", flush=True)
    result = {}
    for name, times, cases in (
        _in_level(exercises[options.exercise], options.samples)
        if options.exercise
        else _in_judging_page(exercises.values(), options.samples)
    ):
        p50, p95 = round(statistics.median(times), 1), round(statistics.quantiles(times, n=20)[-1], 1)
        result[name] = {"p50_ms": p50, "p95_ms": p95, "cases": cases, "samples": len(times)}
        print(f"{name:<16}{p50:>6} ms{p95:>6} ms{cases:>7}{len(times):>9}", flush=True)
    if options.json:
        print(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--exercise", help="this one alone, in its level")
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    return parser.parse_args()


def _answers(source: ExerciseSource) -> list[str]:
    """The reference, and the reference with wrong values: what passes and what is compared with mistakes."""
    right, name = source.texts["solution.py"], source.function
    wrong = f"right = {name}\n\ndef {name}(*given):\n    return 1 - np.asarray(right(*given))\n"
    return [right, f"import numpy as np\n\n{right}\n{wrong}"]


def _in_judging_page(sources: Iterable[ExerciseSource], samples: int) -> Iterator[Sampled]:
    with tempfile.TemporaryDirectory() as folder:
        build_grading_page(ROOT, Path(folder), lambda text: None)
        with _page(Path(folder), GRADING_PAGE) as page:
            for source in sources:
                made, answers, times = bundle(source), _answers(source), []
                page.evaluate("bundle => grading.use(bundle)", made.data)
                for number in range(WARM_UP + samples):
                    found = page.evaluate(JUDGE, f"{answers[number % 2]}# {number}\n")
                    _must_be_right(source.id, number, found["kind"])
                    times.append(found["ms"])
                yield source.id, times[WARM_UP:], len(made.data["cases"])


def _in_level(source: ExerciseSource, samples: int) -> Iterator[Sampled]:
    dist = ROOT / "dist"
    levels = [path for path in dist.glob("levels/*/index.html") if _holds(path, source.id)]
    if not levels:
        sys.exit(f"needs a built site (python3 build.py build), and '{source.id}' in one of its levels")
    with _page(dist, levels[0].relative_to(dist).as_posix()) as page:
        times, cases = _sample(page, source.id, _answers(source), samples)
    yield source.id, times, cases


@contextmanager
def _page(folder: Path, path: str) -> Iterator[Page]:
    chromium = browsers.chromium()
    if chromium is None:
        sys.exit("needs a Chromium; `python3 build.py test` installs one")
    server = open_server(folder, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=arguments, env=browsers.environment()
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/{path}")
        yield page
        browser.close()
    server.shutdown()


def _must_be_right(exercise: str, number: int, kind: str) -> None:
    if (kind == "passed") != (number % 2 == 0):
        sys.exit(f"{exercise}: sample {number} was judged '{kind}'")


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
        _must_be_right(exercise, number, found["kind"])
        if number >= WARM_UP:
            times.append(found["ms"])
    return times, element.evaluate(CASES)


if __name__ == "__main__":
    main()
