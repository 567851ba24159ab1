"""Chromium by its own protocol. Playwright lets it keep a copy of each answer: no learner waits for that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

from builder.setup.browsers import environment

# Without what a browser that was just installed asks its maker, the words of a first start, and work
# for no page: its own extensions, its reports, the address bar's popups.
QUIET = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-breakpad",
    "--disable-field-trial-config",
    "--metrics-recording-only",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
)
BLANK = "about:blank"
WAIT_S = 100.0


class ChromiumTab:
    """The tab that Chromium starts with."""

    def __init__(self, address: str) -> None:
        self._socket = _connection(address)
        self._last = 0
        self._ask("Page.enable")
        self._ask("Runtime.enable")

    def open(self, address: str) -> None:
        failed = self._ask("Page.navigate", url=address).get("errorText")
        if failed:
            raise RuntimeError(f"{address}: {failed}")

    def call(self, function: str, argument: Any = None) -> Any:
        expression = f"({function})({json.dumps(argument)})"
        told = self._ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"].get("exception", {}).get("description", told))
        return told["result"].get("value")

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while (message := json.loads(self._socket.recv())).get("id") != self._last:
            self._hear(message)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']['message']}")
        result: dict[str, Any] = message["result"]
        return result

    def _hear(self, message: dict[str, Any]) -> None:
        said = message.get("params", {})
        if message["method"] == "Runtime.consoleAPICalled" and said["type"] == "warning":
            print(*(part.get("value", "") for part in said["args"]), file=sys.stderr)


@contextmanager
def chromium_tab(program: Path, profile: str) -> Iterator[ChromiumTab]:
    """Chromium with this profile, ended with the block as a learner would close it."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = [program, *QUIET, "--headless", "--window-size=1280,900", "--remote-debugging-port=0"]
    command += [*(["--no-sandbox"] if root else []), f"--user-data-dir={profile}", BLANK]
    told = Path(profile) / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment(), stdout=nowhere, stderr=nowhere) as browser:
        try:
            port, whole = _until_told(told)
            yield ChromiumTab(_first_page(port))
            closing = _connection(f"ws://127.0.0.1:{port}{whole}")
            closing.send(json.dumps({"id": 1, "method": "Browser.close"}))
            browser.wait(WAIT_S)
        finally:
            browser.kill()


def _connection(address: str) -> websocket.WebSocket:
    # Chromium refuses whoever comes from a page.
    return websocket.create_connection(address, timeout=WAIT_S, suppress_origin=True)


def _until_told(file: Path) -> tuple[str, str]:
    """The port and the path at which this Chromium listens, which it writes down when it does."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        if file.is_file() and len(lines := file.read_text("utf-8").split()) == 2:
            return lines[0], lines[1]
        time.sleep(0.02)
    raise TimeoutError(f"Chromium did not listen within {WAIT_S:.0f} s")


def _first_page(port: str) -> str:
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=WAIT_S) as answer:
            pages = [each for each in json.load(answer) if each["url"] == BLANK]
        if pages:
            return str(pages[0]["webSocketDebuggerUrl"])
        time.sleep(0.02)
    raise TimeoutError(f"Chromium opened no tab within {WAIT_S:.0f} s")
