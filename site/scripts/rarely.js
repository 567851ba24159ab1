/** Leaf: tells how far a download is, ten times a second at most. */

const PROGRESS_MS = 100;

/**
 * Bytes come in hundreds of pieces, and every exercise of the page shows them.
 *
 * @param {(loaded: number, total: number) => void} tell
 * @returns {(loaded: number, total: number) => void}
 */
export function rarely(tell) {
  let last = -Infinity;
  return (loaded, total) => {
    if (loaded < total && performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    tell(loaded, total);
  };
}
