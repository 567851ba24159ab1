/** Leaf: where a loop of Python looks, now and then, whether it is to be interrupted. Nobody ever interrupts it: it is ended with its worker. */

/** Loops look every few microseconds, far more often than anybody presses Stop. */
const LOOKS = 64;

/**
 * What Pyodide takes for its interrupt buffer.
 *
 * WebKit ends a worker only while JavaScript runs, and in JavaScript that it has compiled well only by chance: there it tries
 * again and again to meet it. Where the browser's own code calls JavaScript it always looks, so here it now and then does.
 *
 * @returns {Uint8Array} in so far as Pyodide uses it
 */
export function interrupts() {
  const never = {
    get signal() {
      return 0;
    },
  };
  const { get } = Reflect;
  let looks = 0;
  const buffer = {
    get 0() {
      return ++looks % LOOKS ? 0 : get(never, "signal");
    },
    set 0(_signal) {},
  };
  return /** @type {any} */ (buffer);
}
