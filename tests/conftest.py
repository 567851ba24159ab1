"""The engines that a run used, told at its end whichever of its processes used them."""

from __future__ import annotations

from typing import Any

import pytest

from builder.setup.browsers import ENGINES

used: dict[str, str] = {}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of several hands its engines to the one that reports."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["engines"] = used


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """One of several processes has ended; one that died hands over nothing."""
    used.update(getattr(node, "workeroutput", {}).get("engines", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for engine in ENGINES if used else ():
        terminalreporter.write_line(f"{engine}: {used.get(engine, 'not used in this run')}")
