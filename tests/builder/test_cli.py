"""The command line answers before any set-up, and says faults of the machine in one line."""

import ast
import errno
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from builder import cli, site
from builder.console import Console
from builder.errors import Problem, SetupError
from tests.builder.course_cases import write_course

ROOT = Path(__file__).parents[2]
COMMANDS = ["serve", "build", "check", "grade", "test"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    # -S: no site-packages, so that only the standard library can be imported.
    command = [sys.executable, "-S", str(ROOT / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_alone_it_says_what_there_is() -> None:
    said = run()
    assert said.returncode == 0
    assert all(f"\n    {command} " in said.stdout for command in COMMANDS)
    assert "python3 build.py serve" in said.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(command: str) -> None:
    said = run(command, "--help")
    assert said.returncode == 0
    assert f"Example: python3 build.py {command}" in said.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "--port", "high"],
        ["serve", "--port", "65536"],
        ["grade"],
        ["grade", "causal-mask", "y", "--in", "z"],
    ],
)
def test_bad_arguments_are_refused_at_once(arguments: list[str]) -> None:
    said = run(*arguments)
    assert said.returncode == 2
    assert "error: " in said.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["biuld"], "build.py: no command 'biuld'; did you mean 'build'?"),
        (["x"], "build.py: no command 'x'; known: build, check, grade, serve, test"),
        (["serve", "--prot", "9"], "build.py: serve has no option '--prot'; did you mean '--port'?"),
        (["build", "--no-compres=1x"], "error: argument --no-compress: ignored explicit argument '1x'"),
        (["grade", "causal-mask", "a", "--jsn"], "grade has no option '--jsn'; did you mean '--json'?"),
        (["check", "-q"], "build.py: check has no option '-q'; known: --help"),
        (["check", "levels"], "build.py: error: unrecognized arguments: levels"),
        (["--sreve"], "build.py: error: unrecognized arguments: --sreve"),
        (["grade", "casual-mask", "a.py"], "no exercise 'casual-mask'; did you mean 'causal-mask'?"),
    ],
)
def test_a_mistyped_name_is_told_before_any_set_up(arguments: list[str], words: str) -> None:
    said = run(*arguments)
    assert said.returncode == 2
    assert said.stderr.rstrip().endswith(words) and said.stdout == ""


def test_an_old_python_can_read_build_py() -> None:
    source = (ROOT / "build.py").read_text("utf-8")
    ast.parse(source, feature_version=(3, 4))


def test_an_old_python_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18, "final", 0))
    monkeypatch.setattr(sys, "version", "3.8.18 (default)")
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "build.py"), run_name="__main__")
    said = str(ended.value.code)
    assert "3.11 or newer is needed" in said
    assert "3.8.18" in said
    assert "\n" not in said


def test_a_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "dist/index.html")

    monkeypatch.setattr(cli, "_run", full)
    assert cli.main(["build"]) == 1
    said = capsys.readouterr().err
    assert said == "build.py: The disk is full at dist/index.html. Free some space and run this again.\n"


@pytest.mark.parametrize(
    ("where", "advised"),
    [
        ([], " Or judge with --in python: it needs no browser, and is for files you trust."),
        (["--in=python"], ""),
    ],
)
def test_grading_without_a_browser_is_told_of_the_other_way(
    where: list[str], advised: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> int:
        raise SetupError("No chromium on this machine.")

    monkeypatch.setattr(cli, "_run", missing)
    assert cli.main(["grade", "causal-mask", "a.py", *where]) == 1
    assert capsys.readouterr().err == f"build.py: No chromium on this machine.{advised}\n"


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise FileNotFoundError(errno.ENOENT, "no such file", "level.html")

    monkeypatch.setattr(cli, "_run", broken)
    with pytest.raises(FileNotFoundError):
        cli.main(["build"])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["answres/"], "build.py: there is no file or folder 'answres/'; did you mean '{here}/answers'?\n"),
        (["x.py", "far/y.py"], "build.py: there is no file or folder {}\n" * 2),
    ],
)
def test_nothing_to_grade_is_said_before_the_set_up(
    typed: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def no_set_up(*_: object) -> None:
        raise AssertionError("the set-up was started")

    monkeypatch.setattr(cli, "ensure_environment", no_set_up)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers").mkdir()
    assert cli.main(["grade", "causal-mask", *typed]) == 1
    assert capsys.readouterr().err == said.replace("{here}/", "").format(*map(repr, typed))
    with pytest.raises(AssertionError, match="the set-up was started"):
        cli.main(["grade", "causal-mask", *typed, "answers"])


def test_a_taken_port_is_said_before_the_set_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import socket

    def no_set_up(*_: object) -> None:
        raise AssertionError("the set-up was started")

    monkeypatch.setattr(cli, "ensure_environment", no_set_up)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--port", str(port)]) == 1
    assert f"Port {port} is in use" in capsys.readouterr().err


def test_the_whole_report_of_check_goes_where_its_problems_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_course(tmp_path, "---\ntitle: Masks\nminutes: 0\n---\n\nText.\n")
    monkeypatch.setattr(cli, "ROOT", tmp_path)
    assert cli.COMMANDS["check"](cli.parser().parse_args(["check"]), Console()) == 1
    *notes, level, error, total = capsys.readouterr().out.splitlines()
    assert notes and all(": note: " in line for line in notes)
    assert level.startswith("levels/15-masks.md: ")
    assert error.startswith("levels/15-masks.md:3: error: ")
    assert total == f"1 error, {len(notes)} notes"


@pytest.mark.parametrize("faulty", [True, False])
def test_a_build_with_an_error_does_not_look_like_success(
    faulty: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    note = Problem("levels/15-masks.md", 9, "is long", advice=True)
    error = Problem("levels/15-masks.md", 3, "is wrong")
    found = [error, note] if faulty else [note]
    monkeypatch.setattr(site, "build_site", lambda *_, **__: found)
    monkeypatch.setattr(cli, "ROOT", tmp_path)
    status = cli.COMMANDS["build"](cli.parser().parse_args(["build"]), Console())
    said = capsys.readouterr().err.splitlines()
    place = tmp_path / "dist"
    if faulty:
        assert status == 1
        assert said[:3] == [
            "levels/15-masks.md:9: note: is long",
            "levels/15-masks.md:3: error: is wrong",
            "1 error, 1 note",
        ]
        assert said[3].startswith("Not to be published: with 1 error, ") and str(place) in said[3]
    else:
        assert status == 0
        assert said[1:] == ["0 errors, 1 note", f"The site is in {place}"]
