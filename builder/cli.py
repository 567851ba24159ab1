"""The commands of ``build.py``; until the set-up is done only the standard library is imported."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from builder.console import Console
from builder.errors import CourseError, SetupError, ask_after, counted, did_you_mean, near_miss, told_apart
from builder.setup import faults
from builder.setup.environment import ensure_environment, hand_over, is_inside
from builder.setup.lock import one_at_a_time

ROOT = Path(__file__).parents[1]


def main(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status."""
    console = Console()
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        console.line(f"build.py: no command '{arguments[0]}'{did_you_mean(arguments[0], COMMANDS)}")
        return 2
    top = parser()
    options, unknown = top.parse_known_args(arguments)
    if options.command is None and not unknown:
        top.print_help()
        return 0
    if options.command and unknown and unknown[0].startswith("-"):
        name = unknown[0].partition("=")[0]
        console.line(
            f"build.py: {options.command} has no option '{name}'{did_you_mean(name, options.its_options)}"
        )
        return 2
    if unknown:
        top.error(f"unrecognized arguments: {' '.join(unknown)}")
    # Ended by a signal, programs that were started are stopped and half-written files are removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return _run(options, list(arguments), console)
    except CourseError as error:
        console.line(str(error))
        return 1
    except (SetupError, OSError) as error:
        fault = faults.of_system(error) if isinstance(error, OSError) else error
        if fault is None:
            raise
        console.line(f"build.py: {fault}{_without_a_browser(options)}")
        return 1
    finally:
        console.clear()


def _without_a_browser(options: argparse.Namespace) -> str:
    if options.command != "grade" or options.where == "python":
        return ""
    return " Or judge with --in python: it needs no browser, and is for files you trust."


def parser() -> argparse.ArgumentParser:
    """The command line: what there is, each with an example."""
    top = argparse.ArgumentParser(
        prog="build.py",
        description="Builds and serves the course. The first command makes everything ready that it needs.",
        epilog="Begin with:  python3 build.py serve",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    serve = _command(
        commands, "serve", "build the site and serve it on this machine", "serve --port 8080 --open"
    )
    serve.add_argument("--port", type=_port, help="the port to use (default: 8000, or the next free one)")
    serve.add_argument("--open", action="store_true", help="open the page in your browser")

    build = _command(commands, "build", "build the site into dist/", "build")
    build.add_argument(
        "--no-compress",
        dest="compress",
        action="store_false",
        help="leave out the .br and .gz copies: the first time they take long",
    )
    _command(commands, "check", "report every problem of levels and exercises", "check")

    grade = _command(
        commands,
        "grade",
        "judge files or folders of answers to an exercise",
        "grade causal-mask answers/ --json",
    )
    grade.add_argument(
        "exercise", metavar="EXERCISE", type=_exercise, help="the exercise's id, the name of its folder"
    )
    grade.add_argument("paths", metavar="PATH", nargs="+", help="a Python file, or a folder of them")
    grade.add_argument("--json", action="store_true", help="print one verdict a line, as JSON")
    grade.add_argument(
        "--in",
        dest="where",
        choices=("browser", "python"),
        default="browser",
        help="where the code runs: a browser fences it in (default), python is for files you trust",
    )

    test = _command(commands, "test", "run every test", "test -- tests/grader -k mask")
    test.add_argument(
        "--install-browsers",
        action="store_true",
        help="install missing browsers with apt-get (Debian, as root)",
    )
    test.add_argument(
        "--torch", action="store_true", help="compare the model answers with PyTorch instead, installing it"
    )
    test.add_argument(
        "pytest", metavar="-- ARGUMENT", nargs="*", help="run pytest alone, with these arguments"
    )
    for command in commands.choices.values():
        command.set_defaults(
            its_options=[name for name in command._option_string_actions if name[:2] == "--"]
        )
    return top


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, example: str
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=f"Example:  python3 build.py {example}",
    )


def _port(text: str) -> int:
    if not text.isdigit() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port, a whole number from 0 to 65535")
    return int(text)


def _exercise(name: str) -> str:
    known = [place.name for place in (ROOT / "exercises").glob("[!._]*/")]
    if name not in known:
        raise argparse.ArgumentTypeError(f"no exercise '{name}'{did_you_mean(name, known)}")
    return name


def _meant(path: str) -> str:
    """The neighbour of a missing path that was surely meant, if any."""
    place = Path(path)
    beside = [each.name for each in place.parent.iterdir()] if place.parent.is_dir() else []
    near = near_miss(place.name, beside)
    return ask_after(str(place.with_name(near)) if near else "")


def _run(options: argparse.Namespace, arguments: list[str], console: Console) -> int:
    if options.command == "serve" and options.port:
        from builder.serve import open_server

        open_server(ROOT, options.port).server_close()  # a taken port is said before a long set-up
    if options.command == "grade" and not any(Path(path).exists() for path in options.paths):
        for path in options.paths:  # said before a long set-up
            console.line(f"build.py: there is no file or folder {path!r}{_meant(path)}")
        return 1
    in_browser = options.command == "grade" and options.where == "browser"
    testing = options.command == "test" or in_browser
    needs_site = in_browser or options.command in ("serve", "build", "test")
    with one_at_a_time(ROOT, console):
        ensure_environment(ROOT, "test" if testing else "run", console)
    if not is_inside(ROOT):
        console.clear()
        return hand_over(ROOT, arguments)

    if needs_site:
        from builder.setup.node import ensure_packages
        from builder.setup.runtime import runtime_files

        with one_at_a_time(ROOT, console):
            ensure_packages(ROOT, console, testing=testing)
            runtime_files(console)
    try:
        return COMMANDS[options.command](options, console)
    except BrokenPipeError:
        # Whoever read our output wants no more of it; what Python would still write at its end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _build(console: Console, *, compress: bool) -> int:
    """Build, say every problem, the errors last, and give how many errors there are."""
    from builder.site import build_site

    with one_at_a_time(ROOT, console):
        problems = build_site(ROOT, ROOT / "dist", console, compress=compress)
    notes, errors = told_apart(problems)
    for line in (*notes, *errors, _count(notes, errors)):
        console.line(line)
    return len(errors)


def _count(notes: Sequence[str], errors: Sequence[str]) -> str:
    return f"{counted(len(errors), 'error')}, {counted(len(notes), 'note')}"


def _serve(options: argparse.Namespace, console: Console) -> int:
    from builder.serve import serve

    _build(console, compress=False)
    console.clear()
    # In a process of its own: a changed builder is used too, and a fault in it does not end the server.
    again = [sys.executable, str(ROOT / "build.py"), "build", "--no-compress"]
    serve(ROOT, options.port, options.open, lambda: subprocess.run(again))
    return 0


def _build_command(options: argparse.Namespace, console: Console) -> int:
    errors = _build(console, compress=options.compress)
    place = ROOT / "dist"
    if errors:
        console.line(
            f"Not to be published: with {counted(errors, 'error')}, the site in {place} is not whole, "
            "and its pages show what is wrong."
        )
        return 1
    console.line(f"The site is in {place}")
    return 0


def _check(options: argparse.Namespace, console: Console) -> int:
    del options
    from builder.bundle import prove_all, read_exercises
    from builder.checks import check_course, write_reports
    from builder.execute import run_course
    from builder.source import read_course

    console("Reading levels and exercises")
    course, problems = read_course(ROOT)
    exercises, faults_of_files = read_exercises(ROOT)
    console("Running the code in the levels")
    mistakes = {name: exercise.told_as() for name, exercise in exercises.items()}
    lines = {name: exercise.answer_lines() for name, exercise in exercises.items()}
    outputs = run_course(course, ROOT / ".cache")
    problems += faults_of_files + check_course(course, mistakes, lines, outputs, ROOT)
    for found in prove_all(exercises, console).values():
        problems += found
    console.clear()
    notes, errors = told_apart(problems)
    levels = write_reports(course, mistakes, lines, problems, ROOT)
    for line in (*notes, *levels, *errors, _count(notes, errors)):
        print(line)
    return 1 if errors else 0


def _grade(options: argparse.Namespace, console: Console) -> int:
    from builder.grade import grade

    if options.where == "browser":
        from builder.grade import GRADING
        from builder.setup.install_browsers import ensure_browsers
        from builder.site import build_grading_page

        with one_at_a_time(ROOT, console):
            ensure_browsers(ROOT, console, every_engine=False, system_wide=False)
            build_grading_page(ROOT, ROOT / GRADING, console)
    console.clear()
    return grade(options.exercise, options.paths, options.json, options.where)


def _test(options: argparse.Namespace, console: Console) -> int:
    from builder import suite
    from builder.setup.browsers import ENGINES, version_of
    from builder.setup.install_browsers import ensure_browsers

    if options.torch:
        from builder.setup.torch import ensure_torch, version

        with one_at_a_time(ROOT, console):
            ensure_torch(ROOT, console)
        console.line(f"torch: {version()}")
        return suite.run(ROOT, [suite.against_torch()])
    in_ci = bool(os.environ.get("CI"))
    with one_at_a_time(ROOT, console):
        engines = ensure_browsers(
            ROOT, console, every_engine=in_ci, system_wide=in_ci or options.install_browsers
        )
    for engine in ENGINES:
        found = version_of(engine, engines[engine]) if engine in engines else "not on this machine"
        console.line(f"{engine}: {found}")
    return suite.run(ROOT, suite.checks(ROOT, options.pytest))


COMMANDS: dict[str, Callable[[argparse.Namespace, Console], int]] = {
    "serve": _serve,
    "build": _build_command,
    "check": _check,
    "grade": _grade,
    "test": _test,
}
