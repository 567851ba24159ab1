"""How long a page takes to its first NumPy result, beside a plain page that starts Pyodide as its guide says.

    python bench/startup.py [--engine chromium] [--peer URL...] [--runs 7] [--json]

Needs a built site (`python3 build.py build`). Both pages come from the same host and take turns, each with a
new profile (cold) and with one that has been there before (warm). A peer is any page that calls
`performance.mark("first-numpy")` at its first NumPy result; it is visited in the same turns.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from ready import ROOT, need

need("numpy", "markdown_it", "playwright", "websocket")

from starting.host import Host, hosting  # noqa: E402
from starting.levels import find_levels, with_loop  # noqa: E402
from starting.plain_page import write_plain_page  # noqa: E402
from starting.tabs import Engine, engine  # noqa: E402
from starting.transfer import brotli_bytes  # noqa: E402
from starting.visits import (  # noqa: E402
    PREPARE,
    Level,
    Visit,
    loop_to_result,
    memory_of,
    stay,
    visit_level,
    visit_plain,
)

Times = dict[str, list[float]]
ROWS = ("cold", "cold_verdict", "warm", "warm_verdict", "second_page", "loop", "loop_at_once")


def main() -> None:
    options = _options()
    if not (ROOT / "dist" / "index.html").is_file():
        sys.exit("needs a built site: python3 build.py build")
    with tempfile.TemporaryDirectory() as folder, engine(options.engine) as browser:
        write_plain_page(Path(folder))
        with hosting({"course": ROOT / "dist", "plain": Path(folder)}) as host:
            result = measure(browser, host, options.runs, options.peer)
    _print(result)
    if options.json:
        print(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("chromium", "firefox", "webkit"), default="chromium")
    parser.add_argument("--peer", nargs="+", default=[], metavar="URL")
    parser.add_argument("--runs", type=int, default=7, help="of each page, cold and warm")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    return parser.parse_args()


def measure(browser: Engine, host: Host, runs: int, peers: list[str]) -> dict[str, Any]:
    """Every turn of every page; ratios are taken pair by pair, so that both halves met the same load."""
    first, *others = find_levels(ROOT, host.base + "course/")
    plain = host.base + "plain/"
    ours: Times = {}
    pages: dict[str, Times] = {address: {} for address in (plain, *peers)}
    loads, sent = [os.getloadavg()[0]], []
    for turn in range(runs):
        order = ["", *pages] if turn % 2 == 0 else [*pages, ""]
        for page in order:
            print(f"turn {turn + 1} of {runs}: {page or first.address}", file=sys.stderr, flush=True)
            if page:
                _turn_of_page(browser, host, page, pages[page])
            else:
                sent = _turn_of_level(browser, host, first, (others or [first])[0], ours)
        loads.append(os.getloadavg()[0])
    compared = pages[plain]
    return {
        "engine": browser.version,
        "runs": runs,
        "cold_ratio": _ratio(compared["cold"], ours["cold"]),
        "warm_ratio": _ratio(compared["warm"], ours["warm"]),
        "loop_ms": round(statistics.median(ours["loop"]), 1),
        "loop_at_once_ms": round(statistics.median(ours["loop_at_once"]), 1),
        "bytes_br": brotli_bytes(sent),
        "files": len(set(sent)),
        "second_page_ratio": _ratio(ours["second_page"], ours["warm"]),
        "second_page_plain_ratio": _ratio(ours["second_page"], compared["warm"]),
        "memory_mb": _median(ours["memory"]),
        "plain_memory_mb": _median(compared["memory"]),
        "ours_ms": {name: time for name, time in _medians(ours).items() if " " not in name},
        "steps_ms": {name: time for name, time in _medians(ours).items() if " " in name},
        "plain_ms": _medians(compared),
        "peers_ms": {peer: _medians(pages[peer]) for peer in peers},
        "load": [round(min(loads), 2), round(max(loads), 2)],
        "processors": os.cpu_count(),
    }


def _turn_of_page(browser: Engine, host: Host, page: str, times: Times) -> None:
    blank = host.base + "plain/blank.html"
    with browser.profile() as profile:
        with profile.tab() as tab:
            tab.open(blank)
            _add(times, "cold", visit_plain(tab, page))
            stay()
        with profile.tab() as tab:
            visited: list[float] = []
            _add(times, "memory", memory_of(tab, blank, lambda: visited.append(visit_plain(tab, page))))
            _add(times, "warm", visited[0])


def _turn_of_level(browser: Engine, host: Host, level: Level, other: Level, times: Times) -> list[Path]:
    """One turn of our page; gives the files that the first result took."""
    blank = host.base + "plain/blank.html"
    with browser.profile() as profile:
        with profile.tab() as tab:
            tab.open(blank)
            tab.call(PREPARE, level.kept | other.kept)
            host.sent.clear()
            cold = visit_level(tab, level)
            sent = list(host.sent)
            _add_visit(times, "cold", cold)
            stay()
        with profile.tab() as tab:
            visited: list[Visit] = []
            _add(times, "memory", memory_of(tab, blank, lambda: visited.append(visit_level(tab, level))))
            _add_visit(times, "warm", visited[0])
            _add_visit(times, "second_page", visit_level(tab, other))
            looping, kept = with_loop(level)
            tab.call(PREPARE, kept)
            _add(times, "loop", loop_to_result(tab, blank, level, looping, with_spare=True))
            _add(times, "loop_at_once", loop_to_result(tab, blank, level, looping, with_spare=False))
    return sent


def _add_visit(times: Times, name: str, visit: Visit) -> None:
    _add(times, name, visit.numpy)
    _add(times, f"{name}_verdict", visit.verdict)
    for step, time in visit.steps.items():
        _add(times, f"{name} {step}", time)


def _add(times: Times, name: str, value: float | None) -> None:
    if value is not None:
        times.setdefault(name, []).append(value)


def _ratio(longer: list[float], shorter: list[float]) -> float:
    return round(statistics.median(a / b for a, b in zip(longer, shorter, strict=True)), 2)


def _median(values: list[float]) -> float | None:
    return round(statistics.median(values), 1) if values else None


def _medians(times: Times) -> dict[str, float | None]:
    return {name: _median(values) for name, values in times.items()}


def _print(result: dict[str, Any]) -> None:
    print(f"{result['engine']}, {result['runs']} runs, load {result['load'][0]} to {result['load'][1]}")
    print(f"{'':<22}{'this page':>12}{'plain page':>12}")
    for name in ROWS:
        row = [page.get(name) for page in (result["ours_ms"], result["plain_ms"])]
        print(f"{name:<22}" + "".join(f"{'' if ms is None else f'{ms:.0f} ms':>12}" for ms in row))
    for name, ms in result["steps_ms"].items():
        print(f"  {name:<32}{ms:>8.0f} ms")
    for peer, times in result["peers_ms"].items():
        print(f"peer {peer}: {times}")
    for name in ("cold_ratio", "warm_ratio", "second_page_ratio", "bytes_br", "memory_mb", "plain_memory_mb"):
        print(f"{name:<22}{result[name]!s:>12}")


if __name__ == "__main__":
    main()
