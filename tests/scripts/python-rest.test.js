import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { checked } from "../../site/scripts/python-download.js";
import { PythonRest } from "../../site/scripts/python-rest.js";

const HALT_MS = 10_000;
const file = () => new Uint8Array();
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** The rest of a Python that has started, and what it asks to be fetched. */
function opened() {
  /** @type {{ name: string, again: boolean, come: () => void, onBytes: () => void, signal: AbortSignal }[]} */
  const asked = [];
  const rest = new PythonRest((name, fetching) => {
    const ended = new Promise((_, reject) => fetching.signal.addEventListener("abort", () => reject(fetching.signal.reason)));
    const coming = new Promise((come) => asked.push({ name, ...fetching, come: () => come(file()) }));
    return /** @type {Promise<Uint8Array<ArrayBuffer>>} */ (Promise.race([coming, ended]));
  });
  return { rest, asked, of: (/** @type {string} */ name) => asked.findLast((each) => each.name === name) ?? assert.fail(name) };
}

test("what nothing comes of for ten seconds is given up, and asked for anew when it is wanted again", async () => {
  const { rest, asked, of } = opened();
  rest.hurry();
  const { numpy } = rest.ask();
  of("stdlib").come();
  of("grader").come();
  mock.timers.tick(HALT_MS - 1);
  assert.equal(of("numpy").signal.aborted, false);
  mock.timers.tick(1);
  await assert.rejects(numpy, /nothing came any more/);
  const again = rest.ask();
  assert.deepEqual(asked.map((each) => each.again), [false, false, false, true, true, true]);
  for (const { come } of asked) come();
  assert.equal((await again.numpy).length, 0);
});

test("what comes slowly is never given up: nor while another part of it comes", async () => {
  const { rest, of } = opened();
  rest.hurry();
  rest.ask();
  for (let bytes = 0; bytes < 5; bytes++) {
    mock.timers.tick(HALT_MS - 1);
    of("stdlib").onBytes();
  }
  assert.equal(of("numpy").signal.aborted, false);
});

test("what has come is not given up", async () => {
  const { rest, asked } = opened();
  rest.hurry();
  const files = rest.ask();
  for (const { come } of asked) come();
  await turn();
  mock.timers.tick(HALT_MS);
  assert.equal(asked[0]?.signal.aborted, false);
  assert.equal(rest.ask(), files);
});

test("while Python starts it is waited for; from then on ten seconds are enough", async () => {
  const { rest, of } = opened();
  const { numpy } = rest.ask();
  mock.timers.tick(HALT_MS * 5);
  assert.equal(of("numpy").signal.aborted, false);
  rest.hurry();
  mock.timers.tick(HALT_MS);
  await assert.rejects(numpy);
});

test("a download that is given up is told as no connection", async () => {
  const real = globalThis.fetch;
  const ending = new AbortController();
  globalThis.fetch = async (_address, options) => {
    const end = (/** @type {ReadableStreamDefaultController} */ body) => body.error(options?.signal?.reason);
    return new Response(new ReadableStream({ start: (body) => options?.signal?.addEventListener("abort", () => end(body)) }));
  };
  try {
    const fetching = checked("https://host/a", { address: "a", bytes: 4, sha256: "" }, "default", () => {}, { signal: ending.signal });
    await turn();
    ending.abort(new Error("nothing came any more"));
    await assert.rejects(fetching, { reason: "offline", message: "https://host/a: nothing came any more" });
  } finally {
    globalThis.fetch = real;
  }
});
