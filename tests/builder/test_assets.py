"""What is shipped beside the pages: hashed names, the page's Python, and the licences of it all."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest

from builder.assets import Assets, build_assets
from builder.assets.bundles import EARLY, PAGE
from builder.errors import SetupError
from builder.labs import lab_names

PROJECT = Path(__file__).resolve().parents[2]
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SHIPPED = (
    *RUNTIME,
    "multiarray.wasm",
    "linalg.wasm",
    "snapshot.bin",
    "stdlib.zip",
    "numpy.zip",
    "grader.zip",
)
WHEEL = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
ABOUT = b'{"slots": {"function": 7}}'
SNAPSHOT = struct.pack("<III", len(ABOUT), 0, 0) + ABOUT


@pytest.fixture
def runtime(tmp_path: Path) -> dict[str, Path]:
    """Small files under the names of the real ones."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    contents = {name: f"content of {name}".encode() for name in SHIPPED}
    numpy = {"file_name": WHEEL, "sha256": "0", "depends": []}
    lock = {"info": {"python": "3.14.0"}, "packages": {"numpy": numpy, "scipy": {"file_name": "scipy.whl"}}}
    contents["pyodide-lock.json"] = json.dumps(lock).encode()
    contents["snapshot.bin"] = SNAPSHOT
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("numpy/__init__.py", "")
        archive.writestr("numpy-2.4.3.dist-info/licenses/LICENSE.txt", "Copyright <NumPy Developers>")
    contents[WHEEL] = wheel.getvalue()
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in contents}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project with the real one's packages."""
    folder = tmp_path / "project"
    files = {
        "site/scripts/main.js": 'import("./lazy.js").then(({ say }) => say("hello"));\n',
        "site/scripts/lazy.js": "export const say = (text) => console.log(text);\n",
        "site/scripts/python-worker.js": 'import { say } from "./lazy.js";\nsay(globalThis.NUMPY_SLOTS);\n',
        "site/styles/main.css": "body { margin: 0 }\n",
        "site/favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n",
        "site/licences/parts.toml": '[[part]]\nname = "Part & parcel"\nlicence = "MIT"\naddress = "https://x.y"\n',
    }
    others = {f"site/{entry}": f"/* {entry} */\n" for entry in (*PAGE, EARLY)}
    for name, text in {**others, **files}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    (folder / "node_modules").symlink_to(PROJECT / "node_modules")
    return folder


def manifest_of(assets: Assets) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(assets.python)
    return found


def test_every_file_carries_a_hash_of_its_own_or_its_folder_does(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    assets = build_assets(tmp_path / "dist", runtime, root)
    written = {
        p.relative_to(tmp_path / "dist").as_posix() for p in (tmp_path / "dist").rglob("*") if p.is_file()
    }
    assert written == assets.files
    for name in written - {"notices.html"}:
        assert re.search(r"-[0-9A-Z]{8}\.|-[0-9a-f]{10}[./]", name), name


def test_the_same_sources_give_the_same_files(tmp_path: Path, root: Path, runtime: dict[str, Path]) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert build_assets(one, runtime, root) == build_assets(other, runtime, root)
    for path in one.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (other / path.relative_to(one)).read_bytes(), path


@pytest.mark.parametrize(
    ("changed", "moved"),
    [
        ("site/scripts/main.js", {"scripts/main.js"}),
        ("site/styles/main.css", {"styles/main.css"}),
    ],
)
def test_changed_content_gets_a_new_address_and_nothing_else_does(
    tmp_path: Path, root: Path, runtime: dict[str, Path], changed: str, moved: set[str]
) -> None:
    before = build_assets(tmp_path / "dist", runtime, root).addresses
    addition = "body { color: red }" if changed.endswith(".css") else "say2();"
    with (root / changed).open("a") as file:
        file.write(addition)
    after = build_assets(tmp_path / "dist", runtime, root).addresses
    assert {name for name in before if before[name] != after[name]} == moved


def test_a_changed_worker_changes_what_the_pages_say_of_python(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    before = manifest_of(build_assets(tmp_path / "dist", runtime, root))
    with (root / "site/scripts/python-worker.js").open("a") as file:
        file.write("say2();")
    after = manifest_of(build_assets(tmp_path / "dist", runtime, root))
    assert {key for key in before if before[key] != after[key]} == {"worker"}


def test_the_manifest_tells_the_size_and_hash_of_every_file_it_names(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    dist = tmp_path / "dist"
    assets = build_assets(dist, runtime, root)
    manifest = manifest_of(assets)
    archives, libraries = {"stdlib", "numpy", "grader"}, {"multiarray", "linalg"}
    assert set(manifest["files"]) == {"loader", "module", "wasm", "snapshot", *libraries, *archives}
    assert set(manifest["libraries"]) == libraries
    for file in manifest["files"].values():
        content = (dist / "assets" / file["address"]).read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    endings = {role: file["address"].partition(".")[2] for role, file in manifest["files"].items()}
    assert {endings[role] for role in archives} == {"zip.txt"}
    assert {endings[role] for role in libraries} == {"wasm"}
    assert endings["snapshot"] == "bin.txt"
    assert f"assets/{manifest['worker']}" in assets.files


def test_the_lock_names_no_package_that_could_be_looked_for(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    manifest = manifest_of(build_assets(tmp_path / "dist", runtime, root))
    assert manifest["lock"]["packages"] == {}


@pytest.mark.parametrize(
    ("changed", "moved"),
    [
        ("pyodide.asm.wasm", {"loader", "module", "wasm"}),
        ("stdlib.zip", {"stdlib"}),
        ("grader.zip", {"grader"}),
        ("multiarray.wasm", {"multiarray"}),
        ("snapshot.bin", {"snapshot"}),
    ],
)
def test_another_runtime_has_other_addresses(
    tmp_path: Path, root: Path, runtime: dict[str, Path], changed: str, moved: set[str]
) -> None:
    dist = tmp_path / "dist"
    before = manifest_of(build_assets(dist, runtime, root))["files"]
    runtime[changed].write_bytes(runtime[changed].read_bytes() + b"another one")
    after = manifest_of(build_assets(dist, runtime, root))["files"]
    assert {role for role in before if before[role]["address"] != after[role]["address"]} == moved


def test_a_copy_that_was_interrupted_is_made_again(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    dist = tmp_path / "dist"
    wasm = manifest_of(build_assets(dist, runtime, root))["files"]["wasm"]
    place = dist / "assets" / wasm["address"]
    place.write_bytes(b"half")
    build_assets(dist, runtime, root)
    assert place.read_bytes() == runtime["pyodide.asm.wasm"].read_bytes()


def test_the_worker_is_one_file(tmp_path: Path, root: Path, runtime: dict[str, Path]) -> None:
    dist = tmp_path / "dist"
    manifest = manifest_of(build_assets(dist, runtime, root))
    worker = (dist / "assets" / manifest["worker"]).read_text()
    assert "console.log" in worker and "import" not in worker
    assert "{function:7}" in worker, "the build tells the worker which functions NumPy's libraries were given"


def test_a_script_that_cannot_be_bundled_is_named_with_its_line(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    (root / "site/scripts/main.js").write_text('\nimport "./nowhere.js";\n')
    with pytest.raises(SetupError, match=r"site/scripts/main\.js:2:"):
        build_assets(tmp_path / "dist", runtime, root)


def test_an_unknown_asset_is_an_error_with_a_near_name() -> None:
    with pytest.raises(KeyError, match=r"did you mean 'styles/main\.css'"):
        Assets({"styles/main.css": "assets/main-1.css"}).address("styles/mian.css")


def test_notices_name_every_part_and_carry_its_texts(
    tmp_path: Path, root: Path, runtime: dict[str, Path]
) -> None:
    (root / "site/scripts/lazy.js").write_text(
        'export { EditorState } from "@codemirror/state";\nexport const say = 1;\n'
    )
    build_assets(tmp_path / "dist", runtime, root)
    page = (tmp_path / "dist" / "notices.html").read_text()
    assert "<h2>@codemirror/state" in page and "Marijn Haverbeke" in page
    assert "<h2>NumPy 2.4.3</h2>" in page and "Copyright &lt;NumPy Developers&gt;" in page
    assert "<h2>Part &amp; parcel</h2>" in page


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Assets]:
    """The project's own scripts and styles, with placeholders for the runtime."""
    dist = tmp_path_factory.mktemp("dist")
    files = {name: dist / f"fake-{name}" for name in SHIPPED}
    for path in files.values():
        path.write_text("placeholder")
    files["snapshot.bin"].write_bytes(SNAPSHOT)
    files["pyodide-lock.json"] = PROJECT / "node_modules/pyodide/pyodide-lock.json"
    files[WHEEL] = dist / f"fake-{WHEEL}"
    with zipfile.ZipFile(files[WHEEL], "w") as archive:
        archive.writestr("numpy/__init__.py", "")
    return dist, build_assets(dist, files, PROJECT)


def test_the_editor_comes_only_when_it_is_needed_and_is_small(real: tuple[Path, Assets]) -> None:
    dist, assets = real
    (editor,) = (name for name in assets.files if re.match(r"assets/editor-\w+\.js$", name))
    assert len(gzip.compress((dist / editor).read_bytes())) <= 160_000
    main = (dist / assets.address("scripts/main.js")).read_text()
    assert Path(editor).name not in main


def imported_by(dist: Path, script: Path) -> set[Path]:
    """A built script and all it imports before it runs."""
    found: set[Path] = set()
    waiting = [script]
    while waiting:
        one = waiting.pop()
        found.add(one)
        names = re.findall(r'(?:from|import)\s*"\./([\w.-]+)"', one.read_text("utf-8"))
        waiting += [path for name in names if (path := one.with_name(name)) not in found]
    return found


def test_what_a_page_of_exercises_loads_before_its_editor_is_small(real: tuple[Path, Assets]) -> None:
    dist, assets = real
    scripts = ("scripts/main.js", "scripts/scripted.js", "scripts/elements/code-exercise.js")
    loaded = {path for script in scripts for path in imported_by(dist, dist / assets.address(script))}
    assert len(loaded) > 4
    # The page names them all, so that no import waits for the script that holds it.
    named = assets.modules(*scripts)
    assert sorted(dist / name for name in named) == sorted(loaded)
    assert sum(len(gzip.compress(path.read_bytes())) for path in loaded) <= 60_000


@pytest.mark.parametrize("lab", lab_names())
def test_a_lab_and_the_frame_of_labs_are_small(real: tuple[Path, Assets], lab: str) -> None:
    dist, assets = real
    (script,) = (dist / name for name in assets.files if re.match(rf"assets/{lab}-lab-\w+\.js$", name))
    of_page = imported_by(dist, dist / assets.address("scripts/main.js"))
    needed = imported_by(dist, script) - of_page
    (frame,) = (path for path in needed if "customElements.define" in path.read_text("utf-8"))
    (matrix,) = (path for path in needed if "matrix-scroll" in path.read_text("utf-8"))
    size = {path: len(gzip.compress(path.read_bytes())) for path in needed - {matrix}}
    assert size[script] > 1000 and size[frame] > 1000, "a lab and its frame are files of their own"
    assert sum(size.values()) <= 15_000, size


def test_faces_of_the_first_screen_are_fetched_early(real: tuple[Path, Assets]) -> None:
    dist, assets = real
    assert assets.fonts and all((dist / font).is_file() for font in assets.fonts)
    style = (dist / assets.address("styles/main.css")).read_text()
    assert all(Path(font).name in style for font in assets.fonts)


def test_the_notices_of_the_course_hold_the_licence_texts_that_must_be_there(
    real: tuple[Path, Assets],
) -> None:
    page = (real[0] / "notices.html").read_text()
    for words in (
        "Mozilla Public License Version 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "SIL OPEN FONT LICENSE",
    ):
        assert words in page
