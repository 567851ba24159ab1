"""Node, npm and node_modules, with small programs in place of node and npm."""

import json
import os
from pathlib import Path

import pytest

from builder.errors import SetupError
from builder.setup.node import check_node, ensure_packages

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")

GOOD_NPM = """
echo "$@" >> calls
rm -rf node_modules
mkdir -p node_modules/one
echo '{}' > node_modules/one/package.json
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    program(tmp_path, "node", "echo v22.1.0")
    program(tmp_path, "npm", GOOD_NPM)
    packages = {"": {}, "node_modules/one": {}, "node_modules/tests-only": {"dev": True}}
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": packages}))
    return tmp_path


def program(root: Path, name: str, script: str) -> None:
    path = root / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def calls(root: Path) -> list[str]:
    path = root / "calls"
    return path.read_text().splitlines() if path.exists() else []


def ensure(root: Path, testing: bool = False) -> list[str]:
    said: list[str] = []
    ensure_packages(root, said.append, testing=testing)
    return said


def test_installed_once_with_counts(root: Path) -> None:
    assert ensure(root)[0] == "Installing browser packages: 0 of 1"
    assert ensure(root) == []
    assert len(calls(root)) == 1
    assert "--omit=dev" in calls(root)[0]


def test_tests_need_more_packages_but_not_the_other_way_round(root: Path) -> None:
    ensure(root)
    ensure(root, testing=True)
    ensure(root)
    assert ["--omit=dev" in call for call in calls(root)] == [True, False]


def test_a_changed_lock_is_noticed(root: Path) -> None:
    ensure(root)
    (root / "package-lock.json").write_text(json.dumps({"packages": {"": {}}}))
    ensure(root)
    assert len(calls(root)) == 2


def test_an_interrupted_install_is_done_again(root: Path) -> None:
    program(root, "npm", "mkdir -p node_modules/one; exit 1")
    with pytest.raises(SetupError):
        ensure(root)
    program(root, "npm", GOOD_NPM)
    ensure(root)
    assert len(calls(root)) == 1


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("npm error code EUSAGE", "Run `npm install` once"),
        ("npm error code ENOSPC", "the disk is full"),
        ("npm error code EACCES", "no permission to write"),
        ("npm error code EAI_AGAIN", "no network"),
        ("npm error code EINTEGRITY", "differs from package-lock.json"),
        (
            "npm error code EODD\nnpm error a strange thing\nnpm error A complete log of",
            "npm error a strange thing",
        ),
    ],
)
def test_what_npm_refuses_is_one_line(root: Path, printed: str, said: str) -> None:
    (root / "printed").write_text(printed + "\n")
    program(root, "npm", "cat printed; exit 1")
    with pytest.raises(SetupError) as error:
        ensure(root)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("version", "said"),
    [("v18.20.1", "v18.20.1 at .* is too old"), ("", "does not start"), (None, "Node is missing")],
)
def test_node_must_be_there_and_new_enough(
    root: Path, monkeypatch: pytest.MonkeyPatch, version: str | None, said: str
) -> None:
    monkeypatch.setenv("PATH", str(root / "bin"))
    if version is None:
        (root / "bin" / "node").unlink()
    else:
        program(root, "node", f"echo '{version}'")
    with pytest.raises(SetupError, match=f"{said}.*Install Node 20 or newer"):
        check_node()


def test_npm_missing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root / "bin"))
    (root / "bin" / "npm").unlink()
    with pytest.raises(SetupError, match="npm is missing"):
        ensure(root)
