"""Who may import whom, how long a file may be, and which names say nothing."""

import ast
import functools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STANDARD = set(sys.stdlib_module_names)

# Files over 300 lines, each with the reason why it is not two files.
LONG = {
    "exercises/*/mistakes.py": "every mistake of one exercise stands in one file",
    "tests/scripts/offline-saving.test.js": "mirrors the script",
    "tests/scripts/python-client.test.js": "mirrors the script",
    "tests/scripts/python-process.test.js": "mirrors the script",
    "tests/grader/test_run.py": "every way in which learner code can end",
    "tests/grader/test_judge.py": "every kind of verdict",
}
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}

LEAVES = {
    "builder.console": set(),
    "builder.errors": set(),
    "builder.model": set(),
    "builder.toml": set(),
    "builder.links": {"builder.errors", "builder.model"},
    "builder.math": {"builder.errors", "builder.model"},
    "builder.execute": {"builder.errors", "builder.model", "builder.execute"},
}
LAYERS = ("builder.source", "builder.checks", "builder.pages", "builder.bundle")
FOREIGN_TO = {"builder.model": {"jinja2", "markdown_it"}, "builder.errors": {"jinja2", "markdown_it"}}


def python_files(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "fixtures" not in path.parts)


def scripts(folder: str = "") -> list[Path]:
    return sorted((ROOT / "site" / "scripts" / folder).rglob("*.js"))


def module_name(path: Path) -> str:
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


def imports(path: Path) -> set[str]:
    """Every module a Python file imports, at its top or inside its functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports by full name, so that rules can be read"
            assert node.module is not None
            found.add(node.module)
            # ``from builder import suite`` imports a module too.
            found |= {
                f"{node.module}.{alias.name}" for alias in node.names if is_module(node.module, alias.name)
            }
    return found


def is_module(package: str, name: str) -> bool:
    folder = ROOT.joinpath(*package.split("."))
    return (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()


def top(module: str) -> str:
    return module.partition(".")[0]


def part(module: str) -> str:
    """``builder.source.fences`` belongs to ``builder.source``."""
    return ".".join(module.split(".")[:2])


LIST_IMPORTS = """
import { readFileSync } from "node:fs";
import typescript from "typescript";
const found = {};
for (const path of process.argv.slice(1)) {
  const { importedFiles } = typescript.preProcessFile(readFileSync(path, "utf8"), true, true);
  found[path] = importedFiles.map((file) => file.fileName);
}
console.log(JSON.stringify(found));
"""


def list_imports(paths: list[Path]) -> dict[Path, list[str]]:
    """What each script imports as it is written there; types named in comments are no imports."""
    command = ["node", "--input-type=module", "-e", LIST_IMPORTS, *map(str, paths)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {Path(path): names for path, names in json.loads(said).items()}


@functools.cache
def all_script_imports() -> dict[Path, list[str]]:
    return list_imports(scripts())


def script_imports(path: Path) -> set[str]:
    """What a script imports, as a path from the scripts folder or a package's name."""
    folder = ROOT / "site" / "scripts"
    return {
        (path.parent / name).resolve().relative_to(folder).as_posix() if name.startswith(".") else name
        for name in all_script_imports()[path]
    }


def test_the_script_reader_sees_every_form(tmp_path: Path) -> None:
    script = tmp_path / "x.js"
    script.write_text(
        'import { a } from "../a.js";\nimport {\n  b,\n} from "./b.js";\nimport "../c.js";\n'
        'export { d } from "d";\n'
        '/** @typedef {import("../type.js").T} T */\nconst e = () => import("../e.js");\n'
        "const text = \"import f from 'f'\";\n"
    )
    assert list_imports([script]) == {script: ["../a.js", "./b.js", "../c.js", "d", "../e.js"]}


@pytest.mark.parametrize("path", python_files("grader"), ids=module_name)
def test_the_grader_needs_only_numpy(path: Path) -> None:
    allowed = STANDARD | {"numpy", "grader"}
    assert {top(name) for name in imports(path)} <= allowed


@pytest.mark.parametrize("path", python_files("exercises"), ids=lambda path: str(path.relative_to(ROOT)))
def test_exercises_need_only_numpy_and_what_the_grader_has_for_them(path: Path) -> None:
    found = imports(path)
    assert {top(name) for name in found} <= STANDARD | {"numpy", "grader"}
    # ``from grader import stages`` names the package too.
    allowed = {"grader", "grader.case", "grader.stages", "grader.pipeline"}
    assert {name for name in found if top(name) == "grader"} <= allowed


def test_leaves_of_the_builder() -> None:
    faults = []
    for path in python_files("builder"):
        name = part(module_name(path))
        if name in LEAVES:
            inner = {part(other) for other in imports(path) if top(other) in ("builder", "grader")}
            faults += [
                f"{module_name(path)} imports {other}" for other in inner - LEAVES[name] - {"builder", name}
            ]
        outer = {top(other) for other in imports(path)}
        faults += [f"{module_name(path)} imports {other}" for other in outer & FOREIGN_TO.get(name, set())]
    assert faults == []


def test_layers_of_the_builder_do_not_know_each_other() -> None:
    faults = []
    for path in python_files("builder"):
        name = part(module_name(path))
        if name not in LAYERS:
            continue
        for other in imports(path):
            if part(other) in LAYERS and part(other) != name:
                faults.append(f"{module_name(path)} imports {other}")
            if top(other) == "grader" and name not in ("builder.bundle", "builder.checks"):
                faults.append(f"{module_name(path)} imports {other}")
    assert faults == []


def test_the_set_up_runs_before_anything_is_installed() -> None:
    """What makes the page's Python needs packages, and is imported in the environment."""
    first = [f"builder/{name}.py" for name in ("console", "errors", "cli", "serve", "whole_file")]
    later = {"wheel.py", "runtime.py", "bytecode.py", "compiler.py", "snapshot.py", "trim.py"}
    paths = [ROOT / "build.py", *(ROOT / name for name in first)]
    paths += [path for path in python_files("builder/setup") if path.name not in later]
    for path in paths:
        assert {top(name) for name in imports(path)} <= STANDARD | {"builder"}, path
    for path in paths:
        ahead = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
        modules = {part(node.module or "") for node in ahead if top(node.module or "") == "builder"}
        others = {"builder.console", "builder.errors", "builder.whole_file"}
        assert modules <= {*others, "builder.setup", "builder.cli"}, path


def test_nobody_imports_build_py_and_site_is_no_package() -> None:
    for folder in ("builder", "grader", "tests", "exercises"):
        for path in python_files(folder):
            assert not imports(path) & {"build", "site"}, path
    assert not list((ROOT / "site").rglob("*.py"))


def test_answers_and_the_arithmetic_of_labs_are_pure() -> None:
    pure = scripts("answers") + sorted((ROOT / "site" / "scripts" / "labs").glob("*-math.js"))
    assert pure
    for path in pure:
        outside = {name for name in script_imports(path) if not re.match(r"answers/|labs/.*-math\.js$", name)}
        assert not outside, f"{path} imports {outside}"
        used = re.search(r"\b(document|window|fetch|localStorage|sessionStorage|indexedDB)\b", code_of(path))
        assert used is None, f"{path} uses {used}"


def code_of(script: Path) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", script.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", scripts("elements"), ids=lambda path: path.name)
def test_elements_know_neither_the_worker_nor_labs(path: Path) -> None:
    for name in script_imports(path):
        assert name != "python-worker.js"
        assert not name.startswith("labs/")


def test_labs_know_neither_python_nor_progress() -> None:
    for path in scripts("labs"):
        allowed = {
            name
            for name in script_imports(path)
            if name.startswith("labs/") or name in ("matrix.js", "marks.js")
        }
        assert script_imports(path) == allowed, path


def test_leaf_scripts_know_no_elements_and_no_labs() -> None:
    for name in ("matrix.js", "editor.js", "verdict-card.js", "scratch-code.js"):
        found = script_imports(ROOT / "site" / "scripts" / name)
        assert not {other for other in found if "/" in other and not other.startswith("@")}, name


def test_the_worker_knows_only_how_python_starts_and_its_fence() -> None:
    found = script_imports(ROOT / "site" / "scripts" / "python-worker.js")
    assert all(name.startswith("python-") and name != "python-client.js" for name in found), found


def source_files() -> Iterator[Path]:
    for folder in ("builder", "grader", "exercises", "site", "tests", "bench"):
        for kind in ("py", "js", "css", "html"):
            yield from (ROOT / folder).rglob(f"*.{kind}")
    yield ROOT / "build.py"


def test_files_stay_small() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in source_files()}
    long = [path.relative_to(ROOT).as_posix() for path, length in lengths.items() if length > 300]
    assert [name for name in long if not any(fnmatch(name, known) for known in LONG)] == []
    assert all(list(ROOT.glob(known)) for known in LONG), "a name here is out of date"


def test_no_file_has_a_name_that_says_nothing() -> None:
    named = [path for path in source_files() if set(re.split(r"[-_.]", path.stem)) & EMPTY_NAMES]
    assert named == []


def test_every_script_test_is_run() -> None:
    """Node is given the files that end in ``.test.js``; any other would be passed over in silence."""
    folder = ROOT / "tests" / "scripts"
    for path in folder.rglob("*.js"):
        if re.search(
            r"import \{[^}]*\b(test|it|suite|describe)\b[^}]*\} from .node:test", path.read_text("utf-8")
        ):
            assert path.name.endswith(".test.js"), path
