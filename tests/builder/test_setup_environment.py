"""The environment in ``.venv``: made once, repaired when half made, never built from a wrong package."""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from builder.errors import SetupError
from builder.setup import environment
from builder.setup.environment import ensure_environment, is_inside, python_in

RUN, TEST = "requirements/run.txt", "requirements/test.txt"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two locks and the packages they name, and an environment made from the first."""
    root = tmp_path_factory.mktemp("home")
    (root / "requirements").mkdir()
    one, two = wheel(root, "one"), wheel(root, "two")
    (root / RUN).write_text(one)
    (root / TEST).write_text(one + two)
    with pytest.MonkeyPatch.context() as patch:
        offline(patch, root)
        ensure(root, "run")
    return root


@pytest.fixture
def root(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    offline(monkeypatch, home)
    return home


def offline(patch: pytest.MonkeyPatch, root: Path) -> None:
    patch.setenv("PIP_NO_INDEX", "1")
    patch.setenv("PIP_FIND_LINKS", str(root / "links"))
    patch.setenv("PIP_CONFIG_FILE", "/dev/null")


def wheel(root: Path, name: str) -> str:
    """Make a package and return its line of a lock."""
    path = root / "links" / f"{name}-1.0-py3-none-any.whl"
    path.parent.mkdir(exist_ok=True)
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.py", "")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", f"{name}.py,,\n")
    return f"{name}==1.0 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def ensure(root: Path, lock: str) -> list[str]:
    said: list[str] = []
    ensure_environment(root, lock, said.append)
    return said


def has(root: Path, name: str) -> bool:
    return not subprocess.run([python_in(root), "-c", f"import {name}"], capture_output=True).returncode


def test_made_once_and_quick_from_then_on(root: Path) -> None:
    assert has(root, "one")
    assert not has(root, "two")
    assert ensure(root, "run") == []
    assert not is_inside(root)


def test_tests_need_more_and_that_is_enough_for_running(root: Path) -> None:
    said = ensure(root, "test")
    assert said[0] == "Installing Python packages: 0 of 2"
    assert has(root, "two")
    assert ensure(root, "run") == []
    assert ensure(root, "test") == []


def test_a_wrong_hash_installs_nothing_and_is_tried_again(root: Path) -> None:
    right = (root / TEST).read_text()
    three = wheel(root, "three")
    (root / TEST).write_text(right + three.replace(three[-10:], "000000000\n"))
    with pytest.raises(SetupError, match="differs from the lock") as error:
        ensure(root, "test")
    assert "\n" not in str(error.value)
    assert not has(root, "three")
    assert not (root / ".venv" / "lookahead.json").exists()
    (root / TEST).write_text(right)


def test_a_half_made_environment_is_made_again(root: Path) -> None:
    python_in(root).unlink()
    said = ensure(root, "run")
    assert said[0] == "Making the Python environment .venv again: an earlier set-up was not finished"
    assert has(root, "one")


def test_a_replaced_python_is_noticed_from_inside(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ensure(root, "run")
    stamp = root / ".venv" / "lookahead.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text()), "python": "3.2"}))
    monkeypatch.setattr(sys, "prefix", str(root / ".venv"))
    made: list[Path] = []
    monkeypatch.setattr(environment, "_create", lambda root, progress: made.append(root))
    ensure(root, "run")
    assert made == [root]


@pytest.mark.parametrize("shadowed", [["ensurepip", "pip"], ["venv"]])
def test_without_ensurepip_and_pip_one_line_says_what_to_install(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shadowed: list[str]
) -> None:
    for name in shadowed:
        (tmp_path / "shadow" / name).mkdir(parents=True)
        (tmp_path / "shadow" / name / "__init__.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "shadow"))
    if "venv" in shadowed:
        monkeypatch.setitem(sys.modules, "venv", None)
    (tmp_path / "requirements").mkdir()
    (tmp_path / RUN).write_text("")
    with pytest.raises(SetupError, match="apt install python3-venv") as error:
        ensure(tmp_path, "run")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("ERROR: [Errno 13] Permission denied: '.venv'", "no permission to write"),
        ("WARNING: NewConnectionError\nERROR: No matching distribution found for one", "no network"),
        ("ERROR: something odd", "ERROR: something odd The rest is in"),
    ],
)
def test_what_pip_refuses_is_one_line(
    root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, printed: str, said: str
) -> None:
    fake = tmp_path / "fake"
    (fake / "pip").mkdir(parents=True)
    (fake / "pip" / "__init__.py").write_text("")
    (fake / "pip" / "__main__.py").write_text(
        f"import sys\nif 'install' in sys.argv:\n    print({printed!r})\n    sys.exit(1)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(fake))
    ensure_stamped_without(root, "run")
    with pytest.raises(SetupError) as error:
        ensure(root, "run")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def ensure_stamped_without(root: Path, lock: str) -> None:
    """As after a change of the lock: the environment is whole, but holds other packages."""
    stamp = {"python": f"{sys.version_info[0]}.{sys.version_info[1]}", lock: "an older lock"}
    (root / ".venv" / "lookahead.json").write_text(json.dumps(stamp))
