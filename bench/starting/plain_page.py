"""The plain page to compare with: `loadPyodide` and `loadPackage("numpy")`, as Pyodide's own guide has it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from builder.console import Console
from builder.setup.runtime import published_files

MARK = "first-numpy"

PAGE = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A plain page with NumPy</title>
<p id="said">Python is on its way</p>
<script type="module">
import {{ loadPyodide }} from "./pyodide.mjs";

const python = await loadPyodide();
await python.loadPackage("numpy");
const said = python.runPython("import numpy as np\\nstr(np.triu(np.ones((4, 4), bool), 1))");
document.querySelector("#said").textContent = said;
performance.mark("{MARK}");
</script>
</html>
"""
BLANK = '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Blank</title></html>\n'


def write_plain_page(folder: Path) -> None:
    """The page and everything it fetches, as Pyodide publishes it, and a blank page of the same origin."""
    for name, source in published_files(Console()).items():
        try:
            os.link(source, folder / name)
        except OSError:
            shutil.copyfile(source, folder / name)
    (folder / "index.html").write_text(PAGE, "utf-8")
    (folder / "blank.html").write_text(BLANK, "utf-8")
