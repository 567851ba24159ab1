"""How much work a lab does from an input event to the painted update, for its largest state, in Chromium.

    python bench/labs.py [--json] [--lab mask] [--samples 80]

Needs a built site (`python3 build.py build`). Counted is the work of the page's thread: the handler, then
style, layout and paint in the frame that follows; the wait for that frame is not. Steps off the screen are
drawn once the lab is left alone: that work is counted apart, as "later". The arithmetic alone is timed under
Node for 64 words. A lab is added with its largest state, what moves it, and its arithmetic.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import threading
from dataclasses import dataclass
from urllib.parse import urlencode

from ready import ROOT, need

need("numpy", "markdown_it", "playwright")

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from builder.serve import open_server  # noqa: E402
from builder.setup import browsers  # noqa: E402

WARM_UP = 10
ARITHMETIC_RUNS = 200


@dataclass(frozen=True)
class Largest:
    """A lab's largest state, the controls pressed in turn, and code that defines ``work``, its arithmetic."""

    state: str
    pressed: str
    arithmetic: str


LARGEST = {
    "convention": Largest(
        "handed=floats fill=-65504 half=on around=-20",
        "[data-act=relation]",
        """
const { added, filled, written, wrongCells } = await import(labs + "convention-math.js");
const row = (at) => Array.from({ length: 64 }, (_, column) => Number(column > at));
const blocked = Array.from({ length: 64 }, (_, at) => row(at));
const scores = blocked.map((cells, at) => cells.map((_, column) => Math.sin(at * 64 + column)));
const read = () => wrongCells(blocked, added("mha", "allowed", written(blocked, "allowed")));
const work = () => [read(), filled(scores, blocked, -65504, true)];
""",
    ),
    "cost": Largest(
        "B=64 T=65536 C=16384 H=128 bytes=1",
        "[data-act=scale]:enabled",
        """
const { workOut } = await import(labs + "cost-state.js");
const state = { B: 64, T: 64, C: 16384, H: 128, bytes: 8 };
const work = () => workOut(state);
""",
    ),
    "axes": Largest(
        "B=2 T=4 H=4 d=3 wrong=T relation=B1TT",
        '[data-cell="0,0"]',
        """
const { workOut } = await import(labs + "axes-state.js");
const { relationOf } = await import(labs + "axes-relation.js");
const state = { B: 1, T: 64, H: 4, d: 16, follow: 9, wrong: "T", relation: "B1TT" };
const work = () => [workOut(state), relationOf(state)];
""",
    ),
    "cross-mask": Largest(
        "source=a,b,c,d,e,f target=g,h,i,j,k,l attention=prefix scores=random mistake=causal",
        "[data-act=pad]",
        """
const { workOut, mistaken } = await import(labs + "cross-mask-state.js");
const words = (name) => Array.from({ length: 32 }, (_, place) => `${name}${place}`);
const masks = { padsource: [0], padtarget: [3], attention: "prefix", mistake: "causal" };
const state = { source: words("s"), target: words("t"), ...masks, scores: "random", seed: 1 };
const work = () => mistaken(workOut(state));
""",
    ),
    "heads": Largest(
        "heads=4 swap=heads causal=on head=3",
        "[data-act=preset]",
        """
const { PRESETS, workOut } = await import(labs + "heads-state.js");
const X = Array.from({ length: 64 }, (_, row) => [0, 1, 2, 3].map((column) => Math.sin(row * 4 + column)));
const state = { heads: 4, head: 0, causal: true, swap: "heads", word: 0, X, ...PRESETS.random };
const work = () => workOut(state);
""",
    ),
    "leak": Largest(
        "mask=onestep",
        "[data-act=change]",
        """
const { attend, leakMask, moved } = await import(labs + "leak-math.js");
const words = Array.from({ length: 64 }, (_, row) => [Math.sin(row), Math.cos(row)]);
const blocked = leakMask("onestep", 64);
const changed = [...words.slice(0, 63), words[0]];
const work = () => moved(attend(words, blocked), attend(changed, blocked));
""",
    ),
    "mask": Largest(
        "words=a,b,c,d,e,f,g,h pad=0,7 window=4 scores=typed mistake=k0",
        "[data-act=pad]",
        """
const { workOut, mistaken } = await import(labs + "mask-state.js");
const words = Array.from({ length: 64 }, (_, place) => `w${place}`);
const typed = words.map((_, row) => words.map((_, column) => Math.sin(row * 64 + column)));
const masks = { pad: [0, 63], causal: true, keys: true, window: 9, mistake: "k0" };
const state = { words, ...masks, scores: "typed", seed: 1, typed };
const work = () => mistaken(workOut(state));
""",
    ),
    "scores": Largest(
        "source=random dk=64 scale=off",
        "[data-act=reseed]",
        """
const { workOut } = await import(labs + "scores-state.js");
const X = Array.from({ length: 64 }, (_, row) => [Math.sin(row), Math.cos(row)]);
const state = { source: "words", X, scale: true, dk: 64, seed: 1, typed: [], temperature: 1 };
const work = () => workOut(state);
""",
    ),
}

MEASURE = """
async ([selector, count]) => {
  const channel = new MessageChannel();
  const work = async (deed) => {
    const before = performance.now();
    deed();
    document.body.offsetHeight;
    const handled = performance.now() - before;
    return handled + (await new Promise((done) => requestAnimationFrame(() => {
      const frame = performance.now();
      channel.port1.onmessage = () => done(performance.now() - frame);
      channel.port2.postMessage(0);
    })));
  };
  const times = [];
  for (let turn = 0; turn < count; turn++) {
    const controls = document.querySelectorAll(`.lab ${selector}`);
    const control = controls[turn % controls.length];
    const update = await work(() => control.click());
    // Paper needs every step at once, so this has the late ones drawn now.
    times.push([update, await work(() => window.dispatchEvent(new Event("beforeprint")))]);
  }
  return times;
}
"""


def main() -> None:
    options = _options()
    chromium = browsers.chromium()
    names = [options.lab] if options.lab else sorted(LARGEST)
    if chromium is None or not all((ROOT / "dist" / "labs" / name / "index.html").exists() for name in names):
        sys.exit("needs a Chromium and a built site: python3 build.py build")
    server = open_server(ROOT / "dist", 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    result = {}
    print(f"{'lab':<14}{'p50':>9}{'p95':>9}{'later':>9}{'L = 64':>10}{'samples':>9}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=arguments, env=browsers.environment()
        )
        for name in names:
            times, later = _updates(browser, base, name, options.samples)
            row = {
                "p50_ms": round(statistics.median(times), 2),
                "p95_ms": round(statistics.quantiles(times, n=20)[-1], 2),
                "later_p95_ms": round(statistics.quantiles(later, n=20)[-1], 2),
                "arithmetic_ms": round(_arithmetic(LARGEST[name].arithmetic), 3),
                "samples": len(times),
            }
            result[name] = row
            shown = "".join(f"{row[key]:>6} ms" for key in ("p50_ms", "p95_ms", "later_p95_ms"))
            shown += f"{row['arithmetic_ms']:>7} ms"
            print(f"{name:<14}{shown}{row['samples']:>9}")
        browser.close()
    server.shutdown()
    if options.json:
        print(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lab", choices=sorted(LARGEST))
    parser.add_argument("--samples", type=int, default=80)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    return parser.parse_args()


def _updates(browser: Browser, base: str, name: str, samples: int) -> tuple[list[float], list[float]]:
    """The work of each update and of what is drawn later, in milliseconds."""
    largest = LARGEST[name]
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{base}/labs/{name}/?{urlencode({f'lab-{name}': largest.state})}")
    page.locator(".lab [data-tools]").wait_for()
    if page.locator("[data-notice]").inner_text():
        sys.exit(f"{name}: the state could not be read")
    pairs: list[list[float]] = page.evaluate(MEASURE, [largest.pressed, WARM_UP + samples])[WARM_UP:]
    page.close()
    return [update for update, _ in pairs], [later for _, later in pairs]


def _arithmetic(code: str) -> float:
    """The p95 of one run under Node, in milliseconds."""
    labs = (ROOT / "site" / "scripts" / "labs").as_uri() + "/"
    script = f"""const labs = {json.dumps(labs)};{code}
const times = [];
for (let run = 0; run < {ARITHMETIC_RUNS}; run++) {{
  const before = performance.now();
  work();
  times.push(performance.now() - before);
}}
console.log(JSON.stringify(times));"""
    said = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    ).stdout
    return statistics.quantiles(json.loads(said)[WARM_UP:], n=20)[-1]


if __name__ == "__main__":
    main()
