"""What ``build.py test`` runs: every check in turn, then one table and the count of tests."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

REPORTS = Path(".cache") / "report"
PYTEST_XML = REPORTS / "pytest.xml"
NODE_TAP = REPORTS / "node.tap"
# Two processes: a test in a browser uses more than one core, and waits for the rest of its time.
TWO_AT_A_TIME = ("-n", "2", "--dist", "worksteal")


@dataclass(frozen=True)
class Counts:
    """How many tests passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass(frozen=True)
class Check:
    """One part of the suite: a command that succeeds with status 0, and how to count its tests."""

    name: str
    command: Sequence[str]
    count: Callable[[Path, int], Counts] | None = None

    def counts(self, root: Path, status: int) -> Counts:
        """Its tests, or itself as one."""
        if self.count is not None:
            return self.count(root, status)
        return Counts(failed=1) if status else Counts(passed=1)


def checks(root: Path, pytest_arguments: Sequence[str]) -> list[Check]:
    """All checks in their order; only the build and pytest when pytest was given arguments."""
    python = sys.executable
    build = Check("build", [python, "build.py", "build", "--no-compress"])
    how = pytest_arguments or TWO_AT_A_TIME
    pytest = Check("pytest", [python, "-m", "pytest", f"--junitxml={PYTEST_XML}", *how], count_pytest)
    if pytest_arguments:
        return [build, pytest]
    return [
        Check("ruff check", [python, "-m", "ruff", "check", "--quiet"]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check", "--quiet"]),
        Check("mypy", [python, "-m", "mypy", "--no-error-summary"]),
        Check("tsc", ["node", "node_modules/typescript/bin/tsc", "-p", "tsconfig.json"]),
        Check("node --test", _node_command(root), count_node),
        build,
        pytest,
    ]


def against_torch() -> Check:
    """The tests that need PyTorch. Their file has a name that the plain run does not collect."""
    command = [sys.executable, "-m", "pytest", f"--junitxml={PYTEST_XML}", "tests/reference/against_torch.py"]
    return Check("torch", command, count_pytest)


def run(root: Path, chosen: Sequence[Check]) -> int:
    """Run every check even after one fails; 0 when all passed."""
    (root / REPORTS).mkdir(parents=True, exist_ok=True)
    for report in (PYTEST_XML, NODE_TAP):
        (root / report).unlink(missing_ok=True)
    rows: list[tuple[Check, int, Counts, float]] = []
    for check in chosen:
        print(f"\n-- {check.name}", flush=True)
        start = time.monotonic()
        status = subprocess.run(check.command, cwd=root).returncode
        if status:
            print(f"FAILED {check.name}", flush=True)
        rows.append((check, status, check.counts(root, status), time.monotonic() - start))
    print()
    for check, status, counts, seconds in rows:
        tests = f"  {counts}" if check.count else ""
        print(f"{'FAILED' if status else 'ok':8}{check.name:14}{seconds:7.1f} s{tests}")
    failed = [check.name for check, status, _, _ in rows if status]
    if failed:
        print(f"Failed: {', '.join(failed)}")
    total = sum((counts for _, _, counts, _ in rows), Counts())
    print(f"{total} in {sum(seconds for *_, seconds in rows):.0f} s", flush=True)
    return 1 if failed else 0


def count_pytest(root: Path, status: int) -> Counts:
    """Counts from pytest's own report; a run that wrote none is one failure."""
    try:
        suites = list(ElementTree.parse(root / PYTEST_XML).getroot().iter("testsuite"))
    except (OSError, ElementTree.ParseError):
        return Counts(failed=1)
    ran, failed, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites for name in names)
        for names in (("tests",), ("failures", "errors"), ("skipped",))
    )
    # A run can fail without a failing test: nothing collected, a broken plugin.
    return Counts(ran - failed - skipped, max(failed, bool(status)), skipped)


def count_node(root: Path, status: int) -> Counts:
    """Counts from the closing lines of node's report."""
    try:
        report = (root / NODE_TAP).read_text("utf-8")
    except OSError:
        return Counts(failed=1)
    found = dict(re.findall(r"^# (pass|fail|skipped) (\d+)$", report, re.MULTILINE))
    failed = max(int(found.get("fail", 0)), bool(status))
    return Counts(int(found.get("pass", 0)), failed, int(found.get("skipped", 0)))


def _node_command(root: Path) -> list[str]:
    # Files by name: node 20 takes a folder where later ones take a pattern.
    # A pattern that matches nothing is handed on: node then fails, as a suite without tests should.
    pattern = "tests/scripts/**/*.test.js"
    files = sorted(str(path.relative_to(root)) for path in root.glob(pattern)) or [pattern]
    reporters = ("spec", "stdout", "tap", str(NODE_TAP))
    options = [
        f"--test-reporter{'-destination' if index % 2 else ''}={value}"
        for index, value in enumerate(reporters)
    ]
    return ["node", "--test", *options, *files]
