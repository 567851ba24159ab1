"""Gathers the licences of everything that is shipped into one page."""

from __future__ import annotations

import html
import json
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

INTRODUCTION = (
    "This site carries work of many people, shipped as they published it. Each part keeps its own licence."
)


@dataclass(frozen=True)
class Notice:
    """One shipped work: what it is, its licence's name, and the texts that must travel with it."""

    name: str
    version: str
    licence: str
    address: str
    texts: tuple[str, ...]


def notices_page(root: Path, inputs: Iterable[Path], runtime: Mapping[str, Path], style: str) -> str:
    """The notices of every npm package among ``inputs``, of NumPy's wheel and of the Python runtime.

    ``style`` is the address of the style sheet, relative to the page.
    """
    notices = [*_npm(root, inputs), _numpy(runtime), *_parts(root)]
    return _page(sorted(notices, key=lambda notice: notice.name.lower()), style)


def _npm(root: Path, inputs: Iterable[Path]) -> list[Notice]:
    modules = (root / "node_modules").resolve()
    folders = {_package_of(path, modules) for path in inputs}
    return [_npm_notice(folder) for folder in folders if folder]


def _package_of(path: Path, modules: Path) -> Path | None:
    if not path.is_relative_to(modules):
        return None
    first, second, *_ = path.relative_to(modules).parts
    return modules / first / second if first.startswith("@") else modules / first


def _npm_notice(folder: Path) -> Notice:
    about = json.loads((folder / "package.json").read_text("utf-8"))
    repository = about.get("repository", "")
    address = about.get("homepage") or (repository if isinstance(repository, str) else repository["url"])
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.name.startswith("LICEN")]
    return Notice(
        about["name"],
        about["version"],
        about["license"],
        address.removeprefix("git+").removesuffix(".git"),
        tuple(texts),
    )


def _numpy(runtime: Mapping[str, Path]) -> Notice:
    wheel = next(path for name, path in runtime.items() if name.endswith(".whl"))
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if ".dist-info/licenses/" in name)
        texts = tuple(archive.read(name).decode("utf-8") for name in names)
    version = wheel.name.split("-")[1]
    return Notice("NumPy", version, "BSD-3-Clause and others, below", "https://numpy.org", texts)


def _parts(root: Path) -> list[Notice]:
    folder = root / "site" / "licences"
    parts = tomllib.loads((folder / "parts.toml").read_text("utf-8"))["part"]
    return [
        Notice(
            part["name"],
            _version(root, part["package"]) if "package" in part else "",
            part["licence"],
            part["address"],
            ((folder / part["text"]).read_text("utf-8"),) if "text" in part else (),
        )
        for part in parts
    ]


def _version(root: Path, package: str) -> str:
    about = json.loads((root / "node_modules" / package / "package.json").read_text("utf-8"))
    return str(about["version"])


def _page(notices: Iterable[Notice], style: str) -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; font-src 'self'">
<title>Licences and notices</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="{html.escape(style)}">
</head>
<body>
<main class="notices">
<h1>Licences and notices</h1>
<p>{INTRODUCTION} <a href="index.html">Back to the course</a></p>
{"".join(map(_section, notices))}</main>
</body>
</html>
"""


def _section(notice: Notice) -> str:
    title = html.escape(f"{notice.name} {notice.version}".strip())
    address = html.escape(notice.address)
    texts = "".join(f'<pre tabindex="0">{html.escape(text.strip())}</pre>\n' for text in notice.texts)
    return (
        f"<section>\n<h2>{title}</h2>\n<p>{html.escape(notice.licence)}. "
        f'<a href="{address}">{address}</a></p>\n{texts}</section>\n'
    )
