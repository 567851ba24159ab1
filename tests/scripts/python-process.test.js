import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { StartFailure } from "../../site/scripts/python-failure.js";
import { ProcessGone, PythonProcess } from "../../site/scripts/python-process.js";
import { until } from "./until.js";

const BOOT = { worker: "https://host/sub/assets/python-worker-1.js", loader: "https://host/loader.mjs", module: "https://host/module.mjs", cache: "default" };
const wanted = { toFetch: { loader: [BOOT.loader, {}], wasm: ["https://host/python.wasm", {}], linalg: ["https://host/linalg.wasm", {}] }, toCheck: {} };
const forWorker = { wanted, kept: { snapshot: null } };
const first = { forWorker, settled: Promise.resolve(), giveUp: (/** @type {StartFailure} */ _failure) => true };
const RUNTIME = /** @type {any} */ ({ boot: BOOT, rest: { isAsked: false }, first });
const READY = { type: "ready", steps: [] };

/** A worker that keeps what it is given, so that the test can speak for it. */
class FakeWorker {
  /** @type {FakeWorker} */
  static last;
  /** @type {FakeWorker[]} */
  static all = [];
  /** @type {((event: any) => void) | null} */
  onerror = null;
  terminated = false;
  /** @type {any} */
  message;
  /** @type {MessagePort} */
  port = new MessageChannel().port1;

  /** @param {string} address @param {WorkerOptions} options */
  constructor(address, options) {
    this.address = address;
    this.options = options;
    FakeWorker.last = this;
    FakeWorker.all.push(this);
  }

  /** @param {any} message @param {MessagePort[]} ports */
  postMessage(message, [port]) {
    this.message = message;
    this.port = /** @type {MessagePort} */ (port);
  }

  terminate() {
    this.terminated = true;
  }
}

/** @type {string[]} */
let sources;
const real = { Worker: globalThis.Worker, create: URL.createObjectURL };

beforeEach(() => {
  sources = [];
  Object.assign(globalThis, { Worker: FakeWorker });
  URL.createObjectURL = (blob) => {
    void /** @type {Blob} */ (blob).text().then((text) => sources.push(text));
    return real.create(blob);
  };
});

afterEach(() => {
  // An open port keeps Node alive.
  for (const { port } of FakeWorker.all.splice(0)) port.close();
  Object.assign(globalThis, { Worker: real.Worker });
  URL.createObjectURL = real.create;
});

/** A process whose worker has said that it is ready. */
async function ready(runtime = RUNTIME) {
  const process = new PythonProcess(runtime);
  FakeWorker.last.port.postMessage(READY);
  await process.ready;
  return process;
}

/** What the process asks next over its private port. @returns {Promise<any>} */
const asked = () =>
  new Promise((resolve) => {
    FakeWorker.last.port.onmessage = ({ data }) => resolve(data);
  });

test("the worker is a module that a blob imports, so that the page's policy holds in it", async () => {
  new PythonProcess(RUNTIME);
  await until(() => sources.length);
  assert.match(FakeWorker.last.address, /^blob:/);
  assert.deepEqual(FakeWorker.last.options, { type: "module" });
  assert.equal(sources.length, 1);
  assert.ok(sources[0]?.includes(`const load = () => import("${BOOT.worker}");`), sources[0]);
  assert.deepEqual(FakeWorker.last.message, { type: "start", kept: { snapshot: null } });
});

test("it asks for its files before it is spoken to, five at a time; what is fetched anew is not imported before", async () => {
  for (const cache of ["default", "reload"]) new PythonProcess({ ...RUNTIME, boot: { ...BOOT, cache } });
  await until(() => sources.length === 2);
  const [usual, anew] = sources;
  assert.ok(usual?.includes(`loading.then(() => Promise.all(["${BOOT.loader}"].map((script) => import(script))))`), usual);
  assert.ok(usual?.includes(`for (const script of ["${BOOT.module}"]) import(script)`), usual);
  assert.ok(usual?.includes('new Map([["https://host/python.wasm",false],["https://host/linalg.wasm",true]].map(([address, waits]) =>'), usual);
  assert.ok(usual?.includes('{"cache":"default"}'), usual);
  assert.ok(anew?.includes("for (const script of []) import(script)"), anew);
  assert.ok(anew?.includes('{"cache":"reload"}'), anew);
});

test("at another try the worker's script is fetched past the browser's cache before it is imported, if it can be", async () => {
  for (const isReached of [true, false]) {
    sources = [];
    new PythonProcess({ ...RUNTIME, boot: { ...BOOT, cache: "reload" } });
    await until(() => sources.length);
    /** @type {string[]} */
    const done = [];
    const fetching = async (/** @type {string} */ address, /** @type {RequestInit} */ { cache }) => {
      done.push(`${cache} ${address}`);
      if (!isReached) throw new TypeError("Failed to fetch");
      return { arrayBuffer: async () => void done.push("whole") };
    };
    const importing = (/** @type {string} */ address) => {
      done.push(`import ${address}`);
      return new Promise(() => {});
    };
    const heard = (/** @type {string} */ _type, /** @type {(event: object) => void} */ greet) => greet({ ports: [] });
    const blob = new Function("addEventListener", "fetch", "importing", sources.at(-1)?.replaceAll("import(", "importing(") ?? "");
    blob(heard, fetching, importing);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const about = done.filter((each) => each.includes(BOOT.worker) || (isReached && each === "whole"));
    assert.deepEqual(about, [`reload ${BOOT.worker}`, ...(isReached ? ["whole"] : []), `import ${BOOT.worker}`]);
  }
});

test("what is asked for while Python starts is asked of the browser, not of what answers Python", async () => {
  new PythonProcess(RUNTIME);
  await until(() => sources.length);
  /** @type {string[]} */
  const asked = [];
  const fetching = { fetch: async (/** @type {string} */ address) => void asked.push(address) };
  const importing = async () => {
    fetching.fetch = async (address) => void asked.push(`Python's ${address}`);
    return { start() {} };
  };
  const heard = (/** @type {string} */ _type, /** @type {(event: object) => void} */ greet) => greet({ ports: [] });
  const text = sources.at(-1)?.replaceAll("import(", "importing(") ?? "";
  new Function("addEventListener", "importing", "fetching", `with (fetching) {${text}}`)(heard, importing, fetching);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(asked, ["https://host/python.wasm", "https://host/linalg.wasm"]);
});

test("it is ready when the worker says so", async () => {
  const process = new PythonProcess(RUNTIME);
  assert.equal(process.isReady, false);
  FakeWorker.last.port.postMessage({ type: "ready", steps: [["python", performance.timeOrigin + 7]] });
  await process.ready;
  assert.equal(process.isReady, true);
  assert.equal(Math.round(performance.getEntriesByName("python-python")[0]?.startTime ?? 0), 7);
});

test("a call before that waits for it", async () => {
  const process = new PythonProcess(RUNTIME);
  void process.call("run", "1");
  const next = asked();
  FakeWorker.last.port.postMessage(READY);
  assert.equal((await next).name, "run");
});

test("it is quiet once what was asked has been answered, and what was asked then, too", async () => {
  const process = await ready();
  let isQuiet = false;
  void process.call("run", "1").then(() => void process.call("show", "2"));
  void process.quiet().then(() => (isQuiet = true));
  const long = () => new Promise((resolve) => setTimeout(resolve, 80));
  await long();
  const next = asked();
  FakeWorker.last.port.postMessage({ type: "answer", id: 1, json: "" });
  await next;
  await long();
  assert.equal(isQuiet, false);
  FakeWorker.last.port.postMessage({ type: "answer", id: 2, json: "" });
  await until(() => isQuiet);
});

test("it is not quiet before its files have been checked", async () => {
  let settle = (/** @type {unknown} */ _) => {};
  const process = await ready({ ...RUNTIME, first: { ...first, settled: new Promise((resolve) => (settle = resolve)) } });
  let isQuiet = false;
  void process.quiet().then(() => (isQuiet = true));
  const long = () => new Promise((resolve) => setTimeout(resolve, 80));
  await long();
  assert.equal(isQuiet, false);
  settle(undefined);
  await until(() => isQuiet);
});

test("files found damaged after the start are told to all who wait for them, or end this one alone", async () => {
  /** @type {StartFailure[]} */
  const told = [];
  for (const isWaitedFor of [true, false]) {
    const giveUp = (/** @type {StartFailure} */ failure) => isWaitedFor && Boolean(told.push(failure));
    const process = await ready({ ...RUNTIME, first: { ...first, giveUp } });
    FakeWorker.last.port.postMessage({ type: "unsound", reason: "damaged", detail: "SHA-256 1, not 2" });
    await until(() => (isWaitedFor ? told.length : process.gone));
    assert.equal(process.gone === null, isWaitedFor);
    process.kill();
  }
  assert.deepEqual(told.map(({ reason, message }) => [reason, message]), [["damaged", "SHA-256 1, not 2"]]);
});

test("answers find the call they belong to, in whatever order they come", async () => {
  const process = await ready();
  const first = process.call("run", "1");
  const one = await asked();
  const second = process.call("judge", "2");
  const two = await asked();
  assert.deepEqual([one.name, one.request, two.name, two.request], ["run", "1", "judge", "2"]);
  FakeWorker.last.port.postMessage({ type: "answer", id: two.id, json: "two" });
  FakeWorker.last.port.postMessage({ type: "answer", id: one.id, json: "one" });
  assert.deepEqual(await Promise.all([first, second]), ["one", "two"]);
});

test("an answer nobody asked for is not taken for the next one", async () => {
  const process = await ready();
  FakeWorker.last.port.postMessage({ type: "answer", id: 99, json: "forged" });
  const calling = process.call("run", "1");
  const { id } = await asked();
  FakeWorker.last.port.postMessage({ type: "answer", id, json: "real" });
  assert.equal(await calling, "real");
});

test("what a call prints is told to the one who called, and to nobody else", async () => {
  const process = await ready();
  /** @type {string[]} */
  const heard = [];
  const calling = process.call("run", "1", { onPrinted: (text) => void heard.push(text) });
  const { id } = await asked();
  for (const [to, text] of /** @type {const} */ ([[id, "one"], [99, "forged"], [id, "two"]])) {
    FakeWorker.last.port.postMessage({ type: "printed", id: to, text });
  }
  FakeWorker.last.port.postMessage({ type: "answer", id, json: "done" });
  await calling;
  FakeWorker.last.port.postMessage({ type: "printed", id, text: "late" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(heard, ["one", "two"]);
});

describe("the rest of Python", () => {
  /** A process that is ready, and what its rest is asked for. @param {() => any} ask */
  async function withRest(ask) {
    const process = new PythonProcess({ ...RUNTIME, rest: { isAsked: false, ask } });
    FakeWorker.last.port.postMessage(READY);
    await process.ready;
    /** @type {any[]} */
    const heard = [];
    FakeWorker.last.port.onmessage = ({ data }) => heard.push(data);
    return { process, heard, settled: () => new Promise((resolve) => setTimeout(resolve, 5)) };
  }
  const whole = () => ({ stdlib: Promise.resolve("s"), numpy: Promise.resolve("n"), grader: Promise.resolve("g") });

  test("is handed over once, all of it", async () => {
    const { process, heard, settled } = await withRest(whole);
    await Promise.all([process.complete(), process.complete()]);
    await until(() => heard.length === 3);
    await settled();
    assert.deepEqual(heard.map(({ name, file }) => [name, file]), [["stdlib", "s"], ["numpy", "n"], ["grader", "g"]]);
  });

  test("goes to a process that starts after it was asked for", async () => {
    new PythonProcess({ ...RUNTIME, rest: { isAsked: true, ask: whole } });
    assert.equal((await asked()).name, "stdlib");
  });

  test("comes before a call that needed it is made again; who called is told to wait", async () => {
    const { process, heard } = await withRest(whole);
    /** @type {boolean[]} */
    const waiting = [];
    const calling = process.call("run", "1", { onWaiting: (isWaiting) => void waiting.push(isWaiting) });
    await until(() => heard.length);
    FakeWorker.last.port.postMessage({ type: "incomplete", id: heard[0].id });
    await until(() => heard.length === 5);
    assert.deepEqual(heard.map(({ type, name }) => `${type} ${name}`), ["call run", "file stdlib", "file numpy", "file grader", "call run"]);
    assert.deepEqual(heard.at(-1), heard[0]);
    assert.deepEqual(waiting, [true, false]);
    FakeWorker.last.port.postMessage({ type: "answer", id: heard[0].id, json: "done" });
    assert.equal(await calling, "done");
  });

  test("that cannot be fetched fails the call, not the process, and is asked for again", async () => {
    let asks = 0;
    const fail = () => Promise.reject(new StartFailure("offline", "numpy: Failed to fetch"));
    const { process, heard } = await withRest(() => (++asks === 1 ? { ...whole(), numpy: fail() } : whole()));
    const calling = process.call("run", "1");
    await until(() => heard.length);
    FakeWorker.last.port.postMessage({ type: "incomplete", id: heard[0].id });
    await assert.rejects(calling, { reason: "offline" });
    assert.equal(process.gone, null);
    await process.complete();
    assert.equal(asks, 2);
  });

  test("is what a worker needs that could not use the snapshot; without it there is no start", async () => {
    const rest = { isAsked: false, ask: () => ({ numpy: Promise.reject(new StartFailure("missing", "numpy")) }) };
    /** @type {string[]} */
    const said = [];
    const process = new PythonProcess({ ...RUNTIME, rest, first: { forWorker, refuse: (/** @type {string} */ detail) => said.push(detail) } });
    FakeWorker.last.port.postMessage({ type: "refused", detail: "the sum is 1" });
    await assert.rejects(process.ready, { reason: "missing" });
    assert.deepEqual(said, ["the sum is 1"]);
  });
});

test("what a worker says of the files that it fetches is for the page, and the files for other workers", async () => {
  /** @type {any[]} */
  const heard = [];
  const told = (/** @type {string} */ what) => (/** @type {any[]} */ ...about) => void heard.push([what, ...about]);
  const first = { forWorker, count: told("count"), arrive: told("arrive"), keep: told("keep") };
  const process = new PythonProcess({ ...RUNTIME, first });
  const bytes = Uint8Array.of(1, 2);
  const messages = [
    { type: "bytes", bytes: { wasm: 2, snapshot: 1 } },
    { type: "arrived", name: "wasm" },
    READY,
    { type: "fetched", name: "snapshot", file: bytes },
  ];
  for (const message of messages) FakeWorker.last.port.postMessage(message);
  await process.ready;
  await until(() => heard.length === 4);
  assert.deepEqual(heard, [["count", "wasm", 2], ["count", "snapshot", 1], ["arrive", "wasm"], ["keep", "snapshot", bytes]]);
});

describe("what ends a process ends its calls", () => {
  test("a kill", async () => {
    const process = await ready();
    const calling = process.call("run", "1");
    process.kill();
    await assert.rejects(calling, ProcessGone);
    assert.equal(FakeWorker.last.terminated, true);
    await assert.rejects(process.call("run", "2"), ProcessGone);
  });

  test("an interpreter that gave up", async () => {
    const process = await ready();
    const calling = process.call("run", "1");
    const { id } = await asked();
    FakeWorker.last.port.postMessage({ type: "broken", id, detail: "RangeError: Maximum call stack size exceeded" });
    await assert.rejects(calling, /call stack/);
    assert.equal(FakeWorker.last.terminated, true);
  });

  test("a start that failed, with its reason", async () => {
    const process = new PythonProcess(RUNTIME);
    FakeWorker.last.port.postMessage({ type: "failed", reason: "memory", detail: "could not allocate" });
    await assert.rejects(process.ready, { name: "StartFailure", reason: "memory" });
    assert.ok(process.gone);
  });

  for (const [reason, status] of /** @type {const} */ ([["script", 200], ["missing", 404]])) {
    test(`a script that could not be loaded, and why: ${reason}`, async () => {
      const { fetch } = globalThis;
      globalThis.fetch = async () => new Response("", { status });
      const process = new PythonProcess(RUNTIME);
      FakeWorker.last.onerror?.({ preventDefault() {}, message: undefined });
      await assert.rejects(process.ready, (error) => error instanceof StartFailure && error.reason === reason);
      globalThis.fetch = fetch;
    });
  }
});
