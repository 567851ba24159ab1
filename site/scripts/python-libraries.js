/**
 * Leaf: gives NumPy's libraries to Python's module before anything else uses its memory. They then lie at the same places in
 * every engine, which a snapshot of that memory needs, and the page has compiled them once for all workers.
 */

/** @import { Awaitable, EmscriptenModule, Factory, Library } from "./python-messages.js" */

/** More slots than any engine has taken when the libraries come; their own slots follow, the same everywhere. */
const SLOTS = 16_384;

/**
 * The factory of Python's module, with the libraries in it.
 *
 * @param {Factory} create
 * @param {Awaitable<Library>[]} libraries Waited for where the module takes them up.
 * @param {(module: EmscriptenModule) => void} [before] Called with the module before it takes the libraries up,
 * @param {(module: EmscriptenModule) => void} [after] and when it has.
 * @returns {Factory}
 */
export function withLibraries(create, libraries, before, after) {
  return (settings) =>
    new Promise((resolve, reject) => {
      settings.preRun.push((module) => {
        module.addRunDependency("libraries");
        load(module, libraries, before).then(() => {
          after?.(module);
          module.removeRunDependency("libraries");
        }).catch(reject);
      });
      create(settings).then(resolve, reject);
    });
}

/**
 * @param {EmscriptenModule} module
 * @param {Awaitable<Library>[]} libraries
 * @param {(module: EmscriptenModule) => void} [before]
 */
async function load(module, libraries, before) {
  before?.(module);
  module.wasmTable.grow(SLOTS - module.wasmTable.length);
  for (const coming of libraries) {
    const [path, compiled] = await coming;
    module.preloadedWasm[path] = await module.loadWebAssemblyModule(compiled, { loadAsync: true, nodelete: true }, path, {});
  }
}
