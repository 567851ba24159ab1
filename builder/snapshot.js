/**
 * Makes the snapshot: the memory of a Python that has imported NumPy and the grader and has judged an answer.
 * Arguments: the folder of Pyodide, the archives of the library, of NumPy and of the grader, where to write, then pairs:
 * the path of a library in NumPy's wheel, and its file.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { addPackages, COURSEWARE } from "../site/scripts/python-files.js";
import { withLibraries } from "../site/scripts/python-libraries.js";
import { BLOCK, endOfData, placed, readSnapshot, restore, sumOf, trampolineOf, writeSnapshot } from "../site/scripts/python-snapshot.js";

/** @import { EmscriptenModule, Factory } from "../site/scripts/python-messages.js" */

const [home = "", library = "", numpy = "", grader = "", target = "", ...pairs] = process.argv.slice(2);

/** What learners import besides NumPy; the grader brings the rest. */
const LOADED = `
import abc, bisect, cmath, collections, contextlib, copy, dataclasses, decimal, enum, fractions, functools, heapq, itertools
import json, math, numbers, operator, random, re, statistics, string, textwrap, time, types, typing, warnings
import numpy
import grader, grader.resume
grader.warm()
grader.warm()
grader.resume._computed()
import gc
gc.collect()
grader.resume.keep()
`;

/** @param {string} path */
const bytesOf = (path) => new Uint8Array(readFileSync(path));
const script = (/** @type {string} */ name) => import(pathToFileURL(`${home}/${name}`).href);
const { loadPyodide } = await script("pyodide.mjs");
/** @type {Factory} */
const create = (await script("pyodide.asm.mjs")).default;
/** @type {[string, WebAssembly.Module][]} */
const found = [];
for (let index = 0; index < pairs.length; index += 2) {
  found.push([pairs[index] ?? "", new WebAssembly.Module(bytesOf(pairs[index + 1] ?? ""))]);
}
const libraries = placed(found);
const names = new Set(found.flatMap(([, module]) => WebAssembly.Module.imports(module)).filter(({ module }) => module === "GOT.func").map(({ name }) => name));

let data = 0;
/** @type {Record<string, number>} */
const slots = {};
/** @param {EmscriptenModule} module */
function before(module) {
  for (const name of names) {
    const slot = module.GOT[name]?.value ?? -1;
    if (slot !== -1) slots[name] = slot;
  }
}
const factory = withLibraries(create, libraries, before, (module) => (data = endOfData(module)));
const options = {
  indexURL: home,
  stdLibURL: library,
  lockFileContents: JSON.stringify({ ...JSON.parse(readFileSync(`${home}/pyodide-lock.json`, "utf8")), packages: {} }),
  jsglobals: Object.create(null),
  // Nothing of the machine that builds.
  _sysExecutable: "./this.program",
  stdout() {},
  stderr() {},
};

/**
 * Memory as it is before Python begins, in an environment of its own: what comes from there is not the same everywhere.
 *
 * @param {string} name
 */
async function unused(name) {
  /** @type {Uint8Array | null} */
  let memory = null;
  const end = new Error("far enough");
  const stopping = async (/** @type {any} */ settings) => {
    const module = await factory({ ...settings, noInitialRun: true });
    module.HEAP32[trampolineOf(module)] = 0;
    memory = module.HEAPU8.slice();
    throw end;
  };
  await loadPyodide({ ...options, env: { NAME: name }, _sysExecutable: `/${name}`, createPyodideModule: stopping }).catch((/** @type {unknown} */ error) => {
    if (error !== end) throw error;
  });
  await sleep(20);
  return /** @type {Uint8Array} */ (/** @type {unknown} */ (memory));
}

const [fresh, ...others] = [await unused("a"), await unused("another"), await unused("long".repeat(99))];
const python = await loadPyodide({ ...options, createPyodideModule: factory, _makeSnapshot: true });
addPackages(python.FS, bytesOf(numpy), bytesOf(grader), libraries.map(([path]) => path));
python.runPython(`import importlib, sys; importlib.invalidate_caches(); sys.path.insert(0, "${COURSEWARE}")`);
python.runPython(LOADED);
/** @type {EmscriptenModule} */
const module = python._module;
module.HEAP32[trampolineOf(module)] = 0;
/** @type {Uint8Array<ArrayBuffer>} */
const whole = python.makeMemorySnapshot();
const begin = /** @type {number} */ (new Uint32Array(whole.buffer, 4, 1)[0]);
const [header, memory] = [whole.slice(0, begin), whole.slice(begin)];
/** @type {[number, number]} */
const stack = [
  Math.ceil(module._emscripten_stack_get_end() / BLOCK) * BLOCK,
  Math.floor(module._emscripten_stack_get_current() / BLOCK) * BLOCK,
];
/** @type {number[]} */
const runs = [];
/** @type {Uint8Array[]} */
const blocks = [];
const nothing = new Uint8Array(BLOCK);
for (let at = 0, isOpen = false; at < memory.length; at += BLOCK) {
  const is = (/** @type {Uint8Array | undefined} */ other) => other && !Buffer.compare(memory.subarray(at, at + BLOCK), other);
  const isUnused = at >= stack[0] && at < stack[1];
  // What two starts do not agree on is shipped, whatever it was in the first.
  const isSame = at < data ? [fresh, ...others].every((each) => is(each?.subarray(at, at + BLOCK))) : is(nothing);
  if (!isUnused && !isSame) {
    if (isOpen) /** @type {number} */ (runs[runs.length - 1])++;
    else runs.push(at / BLOCK, 1);
    blocks.push(memory.subarray(at, at + BLOCK));
  }
  isOpen = !isUnused && !isSame;
}
const places = Uint32Array.from(runs);
const sum = sumOf(module, { data, stack }, places);
const paths = new Map(libraries.map(([path]) => [path, path]));
const handles = Object.fromEntries(
  Object.entries(module.LDSO.loadedLibsByHandle).filter(([, { name }]) => paths.has(name)).map(([handle, { name }]) => [name, Number(handle)]),
);
const about = { size: memory.length, data, stack, sum, slots, handles };
const file = new Uint8Array(Buffer.concat(writeSnapshot({ about, header, runs: places, blocks: Buffer.concat(blocks) })));

const again = await restore(loadPyodide, create, libraries, slots, Promise.resolve(readSnapshot(file)), options);
if (!again.runPython("from grader.resume import resume; resume()")) throw new Error("the snapshot does not compute as before");
writeFileSync(target, file);
// Pyodide keeps Node alive.
process.exit(0);
