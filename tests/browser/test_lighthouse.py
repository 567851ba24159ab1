"""Lighthouse gives each level the full score for accessibility and best practices."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from builder.console import Console
from builder.setup.browsers import environment
from builder.setup.lighthouse import ensure_lighthouse
from builder.setup.lock import one_at_a_time
from builder.source import read_course
from tests.browser.conftest import executable, sandbox_arguments
from tests.browser.course_answers import ROOT
from tests.browser.static_site import StaticSite

SCRIPT = Path(__file__).with_name("run_lighthouse.js")


def test_every_level_has_the_full_score(site: StaticSite) -> None:
    console = Console()
    with one_at_a_time(ROOT, console):
        folder = ensure_lighthouse(ROOT, console)
    slugs = [level.slug for level in read_course(ROOT)[0].levels]
    urls = [site.base + path for path in ("", "glossary/", *(f"levels/{slug}/" for slug in slugs))]
    command = ["node", str(SCRIPT), str(folder), executable("chromium"), ",".join(sandbox_arguments()), *urls]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment())
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert [page["url"] for page in found] == urls
    full = {"accessibility": 1, "best-practices": 1}
    assert [page for page in found if page["scores"] != full or page["error"]] == []
