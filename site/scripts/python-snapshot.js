/**
 * Python's memory with NumPy and the grader in it, as it was at the build: what of it is shipped, and how it is put back.
 *
 * Memory that has just been set up is the same everywhere but for a few places, so only blocks that differ from it are
 * shipped. What is not shipped is compared by a sum, so that a memory which is not the one that was built is never used.
 */

import { placeOf } from "./python-files.js";
import { withLibraries } from "./python-libraries.js";

/** @import { Awaitable, EmscriptenModule, Factory, Library } from "./python-messages.js" */
/** @import { PyodideInterface } from "pyodide" */

/**
 * @typedef {object} About What a snapshot says of itself, in JSON at its beginning.
 * @property {number} size Bytes of the whole memory.
 * @property {number} data Where the memory that begins filled ends.
 * @property {[number, number]} stack From its lowest byte to its highest; nothing of it is in use.
 * @property {number} sum Of what is not shipped.
 * @property {Record<string, number>} slots Which function each library was given for the names it asks for.
 * @property {Record<string, number>} handles By which number Python knows each library.
 *
 * @typedef {object} Snapshot
 * @property {About} about
 * @property {Uint8Array<ArrayBuffer>} header As Pyodide wrote it.
 * @property {Uint32Array} runs Pairs: a block, and how many with it stand in a row.
 * @property {Uint8Array} blocks
 */

export const BLOCK = 256;
/** A header names JavaScript's objects that Python knew, and there are hardly any. */
const MOST_HEADER = 4096;
const LENGTHS = 3;

/**
 * @param {Uint8Array<ArrayBuffer>} file
 * @returns {Snapshot}
 */
export function readSnapshot(file) {
  const [about = 0, header = 0, runs = 0] = new Uint32Array(file.slice(0, LENGTHS * 4).buffer);
  let at = LENGTHS * 4;
  const next = (/** @type {number} */ bytes) => file.slice(at, (at += bytes));
  return {
    about: JSON.parse(new TextDecoder().decode(next(about))),
    header: next(header),
    runs: new Uint32Array(next(runs).buffer),
    blocks: file.subarray(at),
  };
}

/**
 * @param {Snapshot} snapshot
 * @returns {Uint8Array[]} one after the other the file
 */
export function writeSnapshot({ about, header, runs, blocks }) {
  const words = new TextEncoder().encode(JSON.stringify(about));
  const places = new Uint8Array(runs.buffer);
  const lengths = Uint32Array.of(words.length, header.length, places.length);
  return [new Uint8Array(lengths.buffer), words, header, places, blocks];
}

/**
 * Start Python from its memory: nothing is imported, and no file of Python's is needed. What does not need the snapshot
 * is done before that has come.
 *
 * @param {(options: any) => Promise<PyodideInterface>} loadPyodide
 * @param {Factory} create
 * @param {Awaitable<Library>[]} libraries
 * @param {Record<string, number>} slots
 * @param {Promise<Snapshot>} coming
 * @param {Record<string, any>} options of `loadPyodide`
 * @returns {Promise<PyodideInterface>} rejects where memory is not as it was built
 */
export async function restore(loadPyodide, create, libraries, slots, coming, options) {
  // Pyodide asks for it before it begins, and reads it when its module is there.
  const header = new Uint8Array(MOST_HEADER);
  let size = 0;
  const before = (/** @type {EmscriptenModule} */ module) => {
    // Some engines know a function of the main module under a second slot.
    for (const [name, slot] of Object.entries(slots)) {
      const entry = module.GOT[name];
      if (entry) entry.value = slot;
    }
  };
  const filled = withLibraries(create, libraries, before, (module) => (size = endOfData(module)));
  return loadPyodide({
    ...options,
    _loadSnapshot: header,
    createPyodideModule: async (/** @type {any} */ settings) => {
      const module = await filled(settings);
      const snapshot = await coming;
      if (size !== snapshot.about.data) throw new Error(`the data of this engine ends at ${size}, not at ${snapshot.about.data}`);
      fill(module, snapshot);
      header.set(snapshot.header);
      // No memory stands behind the header: it is filled already.
      new Uint32Array(header.buffer)[1] = header.length;
      return module;
    },
  });
}

/**
 * @param {EmscriptenModule} module
 * @param {Snapshot} snapshot
 */
function fill(module, { about, runs, blocks }) {
  const trampoline = trampolineOf(module);
  const host = module.HEAP32[trampoline] ?? 0;
  module.HEAPU8.fill(0, about.data, module._sbrk(0));
  if (module.HEAPU8.length < about.size && !module.growMemory(about.size)) throw new RangeError("out of memory");
  const heap = module.HEAPU8;
  if (heap.length !== about.size) throw new Error(`this engine begins with ${heap.length} bytes`);
  let from = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const bytes = /** @type {number} */ (runs[index + 1]) * BLOCK;
    heap.set(blocks.subarray(from, from + bytes), /** @type {number} */ (runs[index]) * BLOCK);
    from += bytes;
  }
  module.HEAP32[trampoline] = 0;
  const sum = sumOf(module, about, runs);
  if (sum !== about.sum) throw new Error(`the memory that is not shipped has the sum ${sum}, not ${about.sum}`);
  module.HEAP32[trampoline] = host;
  for (const [path, handle] of Object.entries(about.handles)) {
    const library = { refcount: Infinity, name: path, exports: module.preloadedWasm[path], global: false };
    module.LDSO.loadedLibsByName[path] = module.LDSO.loadedLibsByHandle[handle] = library;
  }
}

/**
 * A sum of all the data that is not shipped, the stack left out: the hash that Python brings along for its archives.
 *
 * @param {EmscriptenModule} module
 * @param {Pick<About, "data" | "stack">} about
 * @param {Uint32Array} runs
 */
export function sumOf(module, { data, stack }, runs) {
  let sum = 0;
  const add = (/** @type {number} */ from, /** @type {number} */ to) => {
    if (from < to) sum = module._ZSTD_XXH32(from, to - from, sum) >>> 0;
  };
  const [low, high] = stack;
  const around = (/** @type {number} */ from, /** @type {number} */ to) => {
    add(from, Math.min(to, low));
    add(Math.max(from, high), to);
  };
  let at = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const start = /** @type {number} */ (runs[index]) * BLOCK;
    if (start >= data) break;
    around(at, start);
    at = start + /** @type {number} */ (runs[index + 1]) * BLOCK;
  }
  around(at, data);
  return sum;
}

/**
 * Where the memory ends that programs begin with; what follows is given out while they run.
 *
 * @param {EmscriptenModule} module
 */
export const endOfData = (module) => Math.ceil(module._sbrk(0) / BLOCK) * BLOCK;

/**
 * The word in which Python keeps which of the engine's ways to call a function it uses: it is the host's.
 *
 * @param {EmscriptenModule} module
 */
export const trampolineOf = (module) =>
  (module.__PyRuntime + /** @type {number} */ (module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2])) >> 2;

/**
 * Each library under the path at which Python looks for it.
 *
 * @param {[string, WebAssembly.Module][]} libraries by the paths in NumPy's wheel
 * @returns {Library[]}
 */
export const placed = (libraries) => libraries.map(([name, compiled]) => [placeOf(name), compiled]);
