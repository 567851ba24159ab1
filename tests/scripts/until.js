/** Waiting in tests for what comes by itself, however busy the machine is. */

import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

const MOST_MS = 20_000;

/** Let everything else go on until `holds`. @param {() => unknown} holds */
export async function until(holds) {
  const end = performance.now() + MOST_MS;
  while (!holds()) {
    assert.ok(performance.now() < end, `waited for ${holds}`);
    await setImmediate();
  }
}
