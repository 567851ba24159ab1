/** Puts the library, NumPy and the grader where Python looks for them. */

import { storedFiles } from "./stored-zip.js";

/** @import { PyodideInterface } from "pyodide" */

/** @typedef {PyodideInterface["FS"]} FileSystem */

export const COURSEWARE = "/lib/courseware";
const LIBRARY = "/lib/python314.zip";
const PACKAGES = "/lib/python3.14/site-packages";

/**
 * Where Python looks for a library of NumPy.
 *
 * @param {string} name its path in NumPy's wheel
 */
export const placeOf = (name) => `${PACKAGES}/${name}`;

/**
 * @param {FileSystem} FS
 * @param {Uint8Array<ArrayBuffer>} archive
 */
export function addLibrary(FS, archive) {
  FS.writeFile(LIBRARY, archive, { canOwn: true });
}

/**
 * Add NumPy and the grader; Python has to be told that there is something new.
 *
 * @param {FileSystem} FS
 * @param {Uint8Array<ArrayBuffer>} numpy
 * @param {Uint8Array<ArrayBuffer>} grader
 * @param {string[]} libraries Where those are looked for that came by themselves: Python wants to see a file.
 */
export function addPackages(FS, numpy, grader, libraries) {
  unpack(FS, numpy, PACKAGES);
  unpack(FS, grader, COURSEWARE);
  for (const path of libraries) FS.writeFile(path, "");
}

/**
 * Pyodide's own way to unpack an archive runs in Python, and takes several times as long.
 *
 * @param {FileSystem} FS
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {string} folder
 */
function unpack(FS, archive, folder) {
  const made = new Set();
  for (const [name, content] of storedFiles(archive)) {
    const path = `${folder}/${name}`;
    const place = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(place)) FS.mkdirTree(place);
    made.add(place);
    // The archive is this worker's alone: its bytes become the file's.
    FS.writeFile(path, content, { canOwn: true });
  }
}
