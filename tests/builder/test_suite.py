"""What ``build.py test`` runs and reports."""

import sys
from pathlib import Path

import pytest

from builder import suite
from builder.suite import Check, Counts

NODE_REPORT = "TAP version 13\nok 1 - one\n# tests 5\n# pass 3\n# fail 1\n# skipped 1\n"
PYTEST_REPORT = """<?xml version="1.0"?><testsuites>
<testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10"/></testsuites>"""


def check(name: str, status: int) -> Check:
    return Check(name, [sys.executable, "-c", f"import sys; sys.exit({status})"])


def test_every_check_runs_even_after_one_failed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    marks = Check("marks", [sys.executable, "-c", "open('ran', 'w')"])
    assert suite.run(tmp_path, [check("first", 3), marks]) == 1
    assert (tmp_path / "ran").exists()
    said = capfd.readouterr().out.splitlines()
    assert said.index("FAILED first") < said.index("-- marks")  # at once: what follows may take long
    assert said[-4].split() == ["FAILED", "first", said[-4].split()[2], "s"]
    assert said[-2] == "Failed: first"
    assert said[-1].startswith("1 passed, 1 failed in ")


def test_all_passed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert suite.run(tmp_path, [check("first", 0), check("second", 0)]) == 0
    assert capfd.readouterr().out.splitlines()[-1].startswith("2 passed, 0 failed in ")


def test_counts_come_from_the_reports(tmp_path: Path) -> None:
    (tmp_path / suite.REPORTS).mkdir(parents=True)
    (tmp_path / suite.PYTEST_XML).write_text(PYTEST_REPORT)
    (tmp_path / suite.NODE_TAP).write_text(NODE_REPORT)
    assert suite.count_pytest(tmp_path, 1) == Counts(4, 3, 3)
    assert suite.count_node(tmp_path, 1) == Counts(3, 1, 1)


def test_a_failed_run_never_counts_as_no_failure(tmp_path: Path) -> None:
    assert suite.count_pytest(tmp_path, 2) == Counts(failed=1)
    assert suite.count_node(tmp_path, 1) == Counts(failed=1)
    (tmp_path / suite.REPORTS).mkdir(parents=True)
    (tmp_path / suite.PYTEST_XML).write_text('<testsuites><testsuite tests="0"/></testsuites>')
    (tmp_path / suite.NODE_TAP).write_text("# pass 2\n# fail 0\n")
    assert suite.count_pytest(tmp_path, 5) == Counts(failed=1)
    assert suite.count_node(tmp_path, 1) == Counts(2, 1)


def test_a_report_of_an_earlier_run_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / suite.REPORTS).mkdir(parents=True)
    (tmp_path / suite.PYTEST_XML).write_text(PYTEST_REPORT)
    (tmp_path / suite.NODE_TAP).write_text(NODE_REPORT)
    suite.run(tmp_path, [check("first", 0)])
    assert suite.count_pytest(tmp_path, 1) == suite.count_node(tmp_path, 1) == Counts(failed=1)


def test_all_tools_are_in_it_and_arguments_leave_only_pytest(tmp_path: Path) -> None:
    names = [check.name for check in suite.checks(tmp_path, [])]
    assert names == ["ruff check", "ruff format", "mypy", "tsc", "node --test", "build", "pytest"]
    build, chosen = suite.checks(tmp_path, ["-k", "mask"])
    assert (build.name, chosen.command[-2:]) == ("build", ["-k", "mask"])
    assert not {*suite.TWO_AT_A_TIME} & {*chosen.command}, "chosen tests run plainly"


def test_a_failure_in_either_of_two_processes_is_counted(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        outcome = "os.kill(os.getpid(), 9)" if name == "two" else "None" if name == "one" else "{}['lost']"
        code = f"import os\n\ndef test_{name}():\n    {outcome}\n\ndef test_passes():\n    pass\n"
        (tmp_path / f"test_{name}.py").write_text(code)
    pytest = suite.checks(tmp_path, [])[-1]
    command = [*pytest.command, "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    assert suite.run(tmp_path, [Check("pytest", command)]) == 1
    assert suite.count_pytest(tmp_path, 1) == Counts(passed=4, failed=2)


def test_node_fails_where_there_are_no_tests(tmp_path: Path) -> None:
    (tmp_path / "tests" / "scripts").mkdir(parents=True)
    node = next(check for check in suite.checks(tmp_path, []) if check.name == "node --test")
    assert suite.run(tmp_path, [node]) == 1


def test_node_tests_are_found_and_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tests" / "scripts" / "answers"
    folder.mkdir(parents=True)
    (folder / "one.test.js").write_text('require("node:test")("one", () => {});\n')
    node = next(check for check in suite.checks(tmp_path, []) if check.name == "node --test")
    assert suite.run(tmp_path, [node]) == 0
    assert capfd.readouterr().out.splitlines()[-1].startswith("1 passed, 0 failed in ")
