"""The page's Python as bytecode: what is left out, and what the page's own Python makes of the rest."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from builder.errors import SetupError
from builder.setup.bytecode import compile_archives
from builder.setup.runtime import published_files, runtime_files
from builder.setup.trim import NUMPY_LIBRARIES, UNUSABLE, archive_of

ROOT = Path(__file__).resolve().parents[2]
# Imports every name in a fresh Pyodide whose library is the one that is named; says which cannot be.
IMPORTING = """
const [home, library, numpy, names, ...libraries] = process.argv.slice(1);
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import("file://" + home + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: home, stdLibURL: library });
const place = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(numpy)), "zip", { extractDir: place });
for (let at = 0; at < libraries.length; at += 2) {
  python.FS.writeFile(`${place}/${libraries[at]}`, new Uint8Array(readFileSync(libraries[at + 1])));
}
python.globals.set("names", names);
console.log(python.runPython(`
import importlib, json
found = {}
try:
    exec("from numpy import *", {})
except BaseException as error:
    found["*"] = f"{type(error).__name__}: {error}"
for name in json.loads(names):
    try:
        importlib.import_module(name)
    except BaseException as error:
        found[name] = f"{type(error).__name__}: {error}"
json.dumps(found)
`));
process.exit(0);
"""
RUNNING = """
const [home, archive, code] = process.argv.slice(1);
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import("file://" + home + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: home });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/home/pyodide" });
console.log(python.runPython(code));
process.exit(0);
"""
_LEARNERS = """
math random itertools collections functools fractions decimal statistics dataclasses typing re time json
operator string copy enum abc bisect heapq datetime timeit textwrap pprint cmath numbers contextlib types
warnings unittest
numpy.linalg numpy.fft numpy.random numpy.testing numpy.ma numpy.polynomial numpy.lib.stride_tricks
numpy.typing numpy.ctypeslib numpy.strings numpy.rec numpy.exceptions
"""
LEARNERS = frozenset(_LEARNERS.split())


@pytest.fixture(scope="module")
def published() -> dict[str, Path]:
    return published_files(lambda text: None)


@pytest.fixture(scope="module")
def compiled() -> dict[str, Path]:
    return runtime_files(lambda text: None)


def names_in(archive: Path | bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(archive) if isinstance(archive, bytes) else archive) as whole:
        return whole.namelist()


def failures(
    library: Path, numpy: Path, modules: list[str], libraries: Mapping[str, Path] | None = None
) -> dict[str, str]:
    home = str(ROOT / "node_modules" / "pyodide")
    command = [
        "node",
        "--input-type=module",
        "-e",
        IMPORTING,
        home,
        str(library),
        str(numpy),
        json.dumps(modules),
        *(str(part) for pair in (libraries or {}).items() for part in pair),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    found: dict[str, str] = json.loads(ended.stdout.splitlines()[-1])
    return found


def in_page(archive: Path, code: str) -> str:
    """What the page's Python gives for the code, with the archive unpacked."""
    command = ["node", "--input-type=module", "-e", RUNNING, str(ROOT / "node_modules" / "pyodide")]
    ended = subprocess.run([*command, str(archive), code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout.splitlines()[-1]


def modules_of(archive: Path) -> list[str]:
    names = [name.removesuffix(".pyc") for name in names_in(archive) if name.endswith(".pyc")]
    plain = {name.removesuffix("/__init__").replace("/", ".") for name in names}
    # These run something as they are imported.
    return sorted(name for name in plain if not name.endswith("__main__") and name != "this")


def test_every_module_that_is_kept_can_be_imported_as_before(
    published: dict[str, Path], compiled: dict[str, Path]
) -> None:
    wheel = next(path for name, path in published.items() if name.endswith(".whl"))
    modules = [*modules_of(compiled["stdlib.zip"]), *modules_of(compiled["numpy.zip"])]
    assert len(modules) > 400
    before = failures(published["python_stdlib.zip"], wheel, modules)
    libraries = {name: compiled[f"{role}.wasm"] for role, name in NUMPY_LIBRARIES.items()}
    after = failures(compiled["stdlib.zip"], compiled["numpy.zip"], modules, libraries)
    assert {name: after[name] for name in after if after[name] != before.get(name)} == {}
    assert not (LEARNERS | {"*"}) & set(after)


def test_nothing_is_left_out_that_learners_import(compiled: dict[str, Path]) -> None:
    assert not {name.partition(".")[0] for name in LEARNERS} & UNUSABLE
    kept = {*modules_of(compiled["stdlib.zip"]), *modules_of(compiled["numpy.zip"])}
    built_in = {"math", "time", "itertools", "cmath"}
    assert LEARNERS - kept - built_in == set()


def test_the_archives_are_bytecode_uncompressed_and_the_same_whenever_they_are_made(
    compiled: dict[str, Path], tmp_path: Path
) -> None:
    for name in ("stdlib.zip", "numpy.zip", "grader.zip"):
        with zipfile.ZipFile(compiled[name]) as archive:
            for about in archive.infolist():
                assert about.compress_type == zipfile.ZIP_STORED
                assert about.filename.endswith((".pyc", ".so")), about.filename
                if about.filename.endswith(".pyc"):
                    # Python 3.14's bytecode, known by a hash that is not compared.
                    assert archive.read(about)[:8] == (3627).to_bytes(2, "little") + b"\r\n\x01\0\0\0"
    again = tmp_path / "grader.zip"
    compile_archives({again: archive_of(ROOT / "grader")}, ROOT, lambda text: None)
    assert again.read_bytes() == compiled["grader.zip"].read_bytes()


DOCUMENTED = """
'''Of the module.'''
class Kept:
    "Of the class."
    word = "class"

def told():
    "Of the function."
    def inner():
        "Of another."
    return inner.__doc__, "class"

def used():
    "In use."
    return "In use."
"""


def test_docstrings_are_left_out_and_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "documented.py").write_text(DOCUMENTED)
    compiled = tmp_path / "out.zip"
    compile_archives({compiled: archive_of(tmp_path / "package")}, ROOT, lambda text: None)
    asked = "d.__doc__, d.Kept.__doc__, d.Kept.word, d.told.__doc__, d.told(), d.used()"
    code = f"import json; from package import documented as d; json.dumps([{asked}])"
    found = json.loads(in_page(compiled, code))
    assert found == [None, None, "class", None, [None, "class"], "In use."]


def test_code_that_cannot_be_compiled_is_named(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "broken.py").write_text("def (:\n")
    with pytest.raises(SetupError, match=r"package/broken\.py"):
        compile_archives({tmp_path / "out.zip": archive_of(tmp_path / "package")}, ROOT, lambda text: None)
    assert not (tmp_path / "out.zip").exists()


def test_a_packages_files_are_packed_the_same_on_every_machine(tmp_path: Path) -> None:
    packed: list[Any] = []
    for name, ending in (("unix", b"\n"), ("windows", b"\r\n")):
        folder = tmp_path / name / "grader"
        folder.mkdir(parents=True)
        (folder / "b.py").write_bytes(b"B = 1" + ending)
        (folder / "a.py").write_bytes(b"A = 1" + ending)
        (folder / "notes.txt").write_text("not shipped")
        packed.append(archive_of(folder))
    assert packed[0] == packed[1]
    assert names_in(packed[0]) == ["grader/a.py", "grader/b.py"]
