/**
 * Compiles archives of Python files inside the pinned Pyodide, so that the bytecode is of the page's own Python.
 * Arguments: the folder of Pyodide, then the wheels of pyodide-build and of what it imports, then `--`, then pairs of
 * archives: what to compile and where to write it.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [home = "", ...rest] = process.argv.slice(2);
const wheels = rest.slice(0, rest.indexOf("--"));
const archives = rest.slice(rest.indexOf("--") + 1);

/** @type {{ loadPyodide: typeof import("pyodide").loadPyodide }} */
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: home });
for (const wheel of wheels) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.FS.mkdirTree("/archives");
const compile = python.runPython(`
import os
import zipfile
from pathlib import Path

os.environ["SOURCE_DATE_EPOCH"] = "315532800"  # no time of its making in anything: the first that a zip knows

from pyodide_build._py_compile import _compile

${readFileSync(new URL("docstrings.py", import.meta.url), "utf8")}

def compile_archive(source, target):
    _compile(Path(source), Path(target), verbose=False, compression_level=0)
    with zipfile.ZipFile(target) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), without_docstrings(name, content))

compile_archive
`);
try {
  for (let index = 0; index < archives.length; index += 2) {
    python.FS.writeFile("/archives/source.zip", new Uint8Array(readFileSync(/** @type {string} */ (archives[index]))));
    compile("/archives/source.zip", "/archives/compiled.zip");
    writeFileSync(/** @type {string} */ (archives[index + 1]), python.FS.readFile("/archives/compiled.zip"));
  }
} catch (error) {
  process.stderr.write(/** @type {Error} */ (error).message);
  process.exit(1);
}
// Pyodide keeps Node alive.
process.exit(0);
