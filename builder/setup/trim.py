"""The Python source that the page's bytecode is made of: what no code in a page can use is left out."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

# Sockets, processes, terminals, windows, formats of other programs, tools of developers.
_UNUSABLE = """
__phello__ __hello__ _pyrepl antigravity cProfile cmd
compileall ctypes curses dbm doctest ensurepip fileinput filecmp ftplib getpass http imaplib idlelib
lib2to3 mailbox modulefinder multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib
profile pstats pty pyclbr pydoc pydoc_data rlcompleter runpy sched shelve smtplib socketserver sqlite3
tabnanny trace tracemalloc tty venv wave webbrowser wsgiref xml xmlrpc zipapp
"""
UNUSABLE = frozenset(_UNUSABLE.split())
# Encodings of text that a page meets; the others are tables of old code pages.
_ENCODINGS = """
__init__ aliases ascii base64_codec charmap cp1252 cp437 hex_codec idna iso8859_1 iso8859_15 latin_1
punycode quopri_codec raw_unicode_escape rot_13 unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_32_be
utf_32_le utf_7 utf_8 utf_8_sig zlib_codec
"""
ENCODINGS = frozenset(_ENCODINGS.split())
PARTS = re.compile(
    r"site-packages/|unittest/mock\.py|logging/config\.py|pyodide/console\.py|urllib/(request|robotparser)\.py"
    r"|(asyncio|concurrent/futures)/process\.py|email/mime/"
)
NUMPY_PARTS = re.compile(
    r"numpy/(_pyinstaller|distutils|f2py)|/tests?/|/conftest\.py"
    r"|numpy/_core/(include|lib)/|numpy/random/(lib|_examples)/|numpy/(_configtool|typing/mypy_plugin|testing/print_coercion_tables|linalg/lapack_lite)|\.dist-info/"
)
NUMPY_KEPT = (".py", ".so")
# What `import numpy` needs of its WebAssembly, in the order in which Python's memory takes it up.
NUMPY_LIBRARIES = {
    "multiarray": "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so",
    "linalg": "numpy/linalg/_umath_linalg.cpython-314-wasm32-emscripten.so",
}
# They only give docstrings to what is written in C.
NUMPY_DOCSTRINGS = ("numpy/_core/_add_newdocs.py", "numpy/_core/_add_newdocs_scalars.py")


def trimmed_library(published: Path) -> bytes:
    """The standard library without what nobody can use in a page."""

    def is_kept(name: str) -> bool:
        first, _, rest = name.partition("/")
        if not name.endswith(".py") or first.removesuffix(".py") in UNUSABLE or PARTS.match(name):
            return False
        return first != "encodings" or rest.removesuffix(".py") in ENCODINGS

    return _only(published, is_kept)


def trimmed_numpy(wheel: Path) -> bytes:
    """NumPy without its tests, its tools for compilers, its docstrings, and what only type checkers read.

    Its first libraries are files of their own.
    """
    apart = NUMPY_LIBRARIES.values()

    def is_kept(name: str) -> bool:
        return name.endswith(NUMPY_KEPT) and not NUMPY_PARTS.search(name) and name not in apart

    # `from numpy import *` imports it by name.
    empty = ("numpy/f2py/__init__.py", *NUMPY_DOCSTRINGS)
    return _only(wheel, is_kept, dict.fromkeys(empty, b""))


def numpy_library(wheel: Path, role: str) -> bytes:
    """One of the libraries that `import numpy` needs."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(NUMPY_LIBRARIES[role])


def archive_of(package: Path) -> bytes:
    """The package's Python files, the same bytes wherever they are checked out."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(package.rglob("*.py")):
            about = zipfile.ZipInfo(path.relative_to(package.parent).as_posix())
            about.create_system = 3
            archive.writestr(about, path.read_bytes().replace(b"\r\n", b"\n"))
    return buffer.getvalue()


def _only(source: Path, is_kept: Callable[[str], bool], instead: Mapping[str, bytes] | None = None) -> bytes:
    """The archive with some of its files, and some ``instead`` of others; the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(buffer, "w") as some:
        contents = {name: whole.read(name) for name in filter(is_kept, whole.namelist())}
        for name, content in sorted((contents | dict(instead or {})).items()):
            some.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()
