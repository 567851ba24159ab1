"""Which browser is found, in which order, and what happens when there is none."""

import os
from pathlib import Path

import pytest

from builder.errors import SetupError
from builder.setup import browsers, install_browsers
from builder.setup.install_browsers import ensure_browsers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no browser at all; programs put into ``bin`` are found."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for variable in ("BROWSER_CHROMIUM", "BROWSER_FIREFOX", "BROWSER_WEBKIT", "DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setattr(browsers, "MAC_CHROME", tmp_path / "none")
    monkeypatch.setattr(browsers, "WEBKIT_PLACES", (f"{tmp_path}/webkit2gtk-4.*/MiniBrowser",))
    monkeypatch.setattr(browsers, "CARRIED", tmp_path / ".cache" / "chromium" / "path.txt")
    monkeypatch.setattr(browsers, "playwrights_own", Own())
    return tmp_path


class Own:
    """Playwright's own Chromium, which is not there until it is installed."""

    path: Path | None = None

    def __call__(self) -> Path | None:
        return self.path

    def cache_clear(self) -> None:
        pass


def program(machine: Path, name: str, script: str = "") -> Path:
    path = machine / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_nothing_there(machine: Path) -> None:
    assert [find() for find in browsers.ENGINES.values()] == [None, None, None]


def test_the_order_for_chromium(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    carried = program(machine, "carried-chromium")
    browsers.CARRIED.parent.mkdir(parents=True)
    browsers.CARRIED.write_text(str(carried))
    assert browsers.chromium() == carried
    system = program(machine, "google-chrome")
    assert browsers.chromium() == system
    own = Own()
    own.path = program(machine, "own-chromium")
    monkeypatch.setattr(browsers, "playwrights_own", own)
    assert browsers.chromium() == own.path
    named = program(machine, "named-chromium")
    monkeypatch.setenv("BROWSER_CHROMIUM", str(named))
    assert browsers.chromium() == named


def test_a_named_browser_that_is_not_there_is_an_error(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER_FIREFOX", "/no/firefox")
    with pytest.raises(SetupError, match="BROWSER_FIREFOX names /no/firefox"):
        browsers.firefox()


def test_webkit_needs_its_driver_and_a_display(machine: Path) -> None:
    (machine / "webkit2gtk-4.1").mkdir()
    mini = machine / "webkit2gtk-4.1" / "MiniBrowser"
    mini.write_text("")
    assert browsers.webkit() is None
    program(machine, "WebKitWebDriver")
    assert browsers.webkit() is None
    program(machine, "Xvfb")
    assert browsers.webkit() == mini


def test_one_browser_is_enough_at_home_but_not_for_every_engine(machine: Path) -> None:
    chromium = program(machine, "chromium")
    found = ensure_browsers(machine, lambda text: None, every_engine=False, system_wide=False)
    assert found == {"chromium": chromium}
    with pytest.raises(SetupError, match=r"No firefox and no webkit on this machine.*firefox-esr webkit"):
        ensure_browsers(machine, lambda text: None, every_engine=True, system_wide=False)


def test_debian_packages_only_when_allowed_and_only_what_is_missing(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    firefox = program(machine, "firefox-esr")
    hidden = firefox.rename(machine / "firefox-esr")
    copy = f"/bin/cp -p {hidden} {firefox}"
    program(machine, "apt-get", f'echo "$@" >> {machine}/calls\nif [ "$1" = install ]; then {copy}; fi')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    program(machine, "chromium")
    ensure_browsers(machine, lambda text: None, every_engine=False, system_wide=False)
    assert not (machine / "calls").exists()
    with pytest.raises(SetupError, match="No webkit"):
        ensure_browsers(machine, lambda text: None, every_engine=True, system_wide=True)
    calls = (machine / "calls").read_text().splitlines()
    assert calls == [
        "update",
        "install -y --no-install-recommends chromium firefox-esr webkit2gtk-driver xvfb xauth",
    ]


def test_without_any_browser_playwright_is_asked_and_then_the_npm_package(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        install_browsers, "_from_playwright", lambda root, progress: asked.append("playwright")
    )
    root = Path(__file__).parents[2]
    monkeypatch.setenv("PATH", f"{machine / 'bin'}:/usr/bin:/bin")
    monkeypatch.setattr(browsers, "CHROMIUM_NAMES", ())
    program(machine, "npm", 'cat package.json >> seen; [ "$1" = ci ]')
    program(machine, "node", "touch chromium; echo $PWD/chromium")
    found = ensure_browsers(root, lambda text: None, every_engine=False, system_wide=False)
    assert asked == ["playwright"]
    assert found["chromium"] == machine / ".cache" / "chromium" / "chromium"
    assert '"@sparticuz/chromium": "153.0.0"' in (machine / ".cache" / "chromium" / "seen").read_text()


def test_no_way_to_get_one_fails(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install_browsers, "_from_playwright", lambda root, progress: None)
    monkeypatch.setattr(install_browsers, "_from_npm", lambda root, progress: None)
    with pytest.raises(SetupError, match=r"No chromium .* apt install chromium\), or .* BROWSER_CHROMIUM"):
        ensure_browsers(machine, lambda text: None, every_engine=False, system_wide=False)
