"""What Lighthouse says of a level's page: performance, layout shift and bytes, as a median of several runs.

    python bench/page.py [--level masks-and-heads] [--runs 5] [--json]

Needs a site built with its compressed copies (`python3 build.py build`), which are what its host sends.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from ready import ROOT, need

need("numpy", "markdown_it")

from builder.console import Console  # noqa: E402
from builder.serve import SiteHandler  # noqa: E402
from builder.setup.browsers import chromium, environment  # noqa: E402
from builder.setup.lighthouse import ensure_lighthouse  # noqa: E402
from builder.setup.lock import one_at_a_time  # noqa: E402


class CopiesHandler(SiteHandler):
    """Sends the compressed copy of a file where there is one, under the file's own name and type."""

    _copied = False

    def translate_path(self, path: str) -> str:
        place = Path(super().translate_path(path))
        place = place / "index.html" if place.is_dir() else place
        copy = place.with_name(place.name + ".br")
        self._copied = copy.is_file()
        return str(copy if self._copied else place)

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return super().guess_type(str(path).removesuffix(".br"))

    def end_headers(self) -> None:
        if self._copied:
            self.send_header("Content-Encoding", "br")
        super().end_headers()


def main() -> None:
    options = _options()
    dist, path = ROOT / "dist", f"levels/{options.level}/"
    if not (dist / path / "index.html.br").is_file():
        sys.exit(f"needs dist/{path} with its compressed copies: python3 build.py build")
    program = chromium()
    if program is None:
        sys.exit("needs a Chromium: python3 build.py test gets one")
    console = Console()
    with one_at_a_time(ROOT, console):
        folder = ensure_lighthouse(ROOT, console)
    console.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(CopiesHandler, directory=str(dist))) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{host.server_address[1]}/{path}"
        runs = [_run(folder, program, url) for _ in range(options.runs)]
        host.shutdown()
    result = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    for name, value in result.items():
        print(f"{name:<14}{value:>10g}   of {', '.join(f'{run[name]:g}' for run in runs)}")
    if options.json:
        print(json.dumps({"level": options.level, "runs": options.runs, **result}))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--level", default="masks-and-heads", help="the part of its address after levels/")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    return parser.parse_args()


def _run(folder: Path, program: Path, url: str) -> dict[str, Any]:
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium has no sandbox for root
    script = Path(__file__).with_name("page.js")
    command = ["node", str(script), str(folder), str(program), "--no-sandbox" if as_root else "", url]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment())
    if ended.returncode:
        sys.exit(f"Lighthouse ended with status {ended.returncode} at {url}")
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


if __name__ == "__main__":
    main()
