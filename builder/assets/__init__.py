"""Puts scripts, styles, fonts, the page's Python and the licence notices into ``dist/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.assets.bundles import bundle_site
from builder.assets.notices import notices_page
from builder.assets.python import ship_python, slots_of
from builder.errors import did_you_mean
from builder.whole_file import write_whole

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Assets:
    """Where shipped files are, relative to ``dist/``, by their path under ``site/``.

    ``imports`` holds, for each script, its address and those of all it imports; ``python`` is the manifest of
    the page's Python, as JSON, with addresses relative to ``assets/``.
    """

    addresses: Mapping[str, str] = field(hash=False)
    imports: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    python: str = ""
    fonts: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()

    def address(self, name: str) -> str:
        """The hashed address of ``name``; a name that is not shipped is an error."""
        if name not in self.addresses:
            raise KeyError(f"no asset '{name}'{did_you_mean(name, self.addresses)}")
        return self.addresses[name]

    def modules(self, *scripts: str) -> tuple[str, ...]:
        """The addresses of these scripts and of all they import, each once."""
        return tuple(dict.fromkeys(file for script in scripts for file in self.imports[script]))


def build_assets(dist: Path, runtime: Mapping[str, Path], root: Path = ROOT) -> Assets:
    """Write everything under ``dist/assets/`` and ``dist/notices.html``.

    ``runtime`` holds the files of the page's Python by name. A file's name changes with its content, so
    a browser may keep each one for ever.
    """
    folder = dist / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    site = bundle_site(root, folder, slots_of(runtime["snapshot.bin"]))
    manifest, shipped = ship_python(folder, runtime, site.worker)
    style = f"assets/{site.entries['styles/main.css']}"
    write_whole(dist / "notices.html", notices_page(root, site.inputs, runtime, style).encode())
    files = {*site.files, *shipped}
    return Assets(
        {name: f"assets/{file}" for name, file in site.entries.items()},
        {name: tuple(f"assets/{file}" for file in files) for name, files in site.imports.items()},
        manifest,
        tuple(f"assets/{font}" for font in site.preload),
        frozenset(f"assets/{file}" for file in files) | {"notices.html"},
    )
