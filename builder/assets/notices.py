"""Gathers the licences of everything that is shipped into one page."""

from __future__ import annotations

import html
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Notice:
    """One shipped work: what it is, its licence's name, and the texts that must travel with it."""

    name: str
    version: str
    licence: str
    address: str
    texts: tuple[str, ...]


def write_notices(root: Path, target: Path, inputs: Iterable[Path], runtime: Mapping[str, Path]) -> None:
    """Write the notices of every npm package among ``inputs``, of the Python runtime and of NumPy."""
    notices = [*_npm(root, inputs), *_runtime(root, runtime)]
    target.write_text(_page(notices), "utf-8")


def _npm(root: Path, inputs: Iterable[Path]) -> list[Notice]:
    folders = {_package_of(path, root / "node_modules") for path in inputs}
    return [_npm_notice(folder) for folder in sorted(folder for folder in folders if folder)]


def _package_of(path: Path, modules: Path) -> Path | None:
    if not path.is_relative_to(modules):
        return None
    first, second, *_ = path.relative_to(modules).parts
    return modules / first / second if first.startswith("@") else modules / first


def _npm_notice(folder: Path) -> Notice:
    about = json.loads((folder / "package.json").read_text("utf-8"))
    repository = about.get("repository", "")
    address = repository if isinstance(repository, str) else repository.get("url", "")
    texts = [p.read_text("utf-8") for p in sorted(folder.iterdir()) if p.name.upper().startswith("LICEN")]
    return Notice(
        about["name"],
        about["version"],
        about.get("license", ""),
        about.get("homepage") or address.removeprefix("git+").removesuffix(".git"),
        tuple(texts),
    )


def _runtime(root: Path, runtime: Mapping[str, Path]) -> list[Notice]:
    wheel = next(path for name, path in runtime.items() if name.endswith(".whl"))
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if ".dist-info/licenses/" in name)
        texts = tuple(archive.read(name).decode("utf-8") for name in names)
    pyodide = _npm_notice(root / "node_modules" / "pyodide")
    return [
        Notice("NumPy", wheel.name.split("-")[1], "BSD-3-Clause", "https://numpy.org", texts),
        Notice(pyodide.name, pyodide.version, pyodide.licence, "https://github.com/pyodide/pyodide", pyodide.texts),
    ]


def _page(notices: Iterable[Notice]) -> str:
    parts = []
    for notice in notices:
        texts = "".join(f"<pre>{html.escape(text.strip())}</pre>\n" for text in notice.texts)
        title = html.escape(f"{notice.name} {notice.version}")
        parts.append(
            f"<section>\n<h2>{title}</h2>\n<p>Licence: {html.escape(notice.licence)}. "
            f'<a href="{html.escape(notice.address)}">{html.escape(notice.address)}</a></p>\n{texts}</section>\n'
        )
    return "<!doctype html>\n" + "".join(parts)
