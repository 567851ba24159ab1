/** Leaf: which functions NumPy's libraries were given at the build, so that they are set up the same before the snapshot has come. */

/** By the names that a library asks for. The build writes them into the worker's script. @type {Record<string, number>} */
export const SLOTS = /** @type {any} */ (globalThis).NUMPY_SLOTS;
