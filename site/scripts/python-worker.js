/** The fenced worker: starts Python, gives up every way out, then runs or judges what its private port asks for. */

import { addRest, bootPython } from "./python-boot.js";
import { checked } from "./python-download.js";
import { failureReason } from "./python-failure.js";
import { fence } from "./python-fence.js";

/** @import { Arriving, CallMessage, FileMessage, Rest, StartMessage, WorkerMessage } from "./python-messages.js" */

/** A little more than the grader keeps; code can also write past it. */
const MOST_PRINTED = 20_100;

/** Between two words on how far the download is. */
const TELLING_MS = 50;

/** So long after the start nobody waits for anything. */
const READING_MS = 400;

/** Takes the modules through which Python code reaches JavaScript out of reach. */
const CLOSE_DOORS = `
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in ("js", "pyodide_js")]:
    del sys.modules[name]
`;

/**
 * Start with what the page sent first; whoever imports this script calls it.
 *
 * @param {MessageEvent<StartMessage>} event
 */
export async function start({ data, ports }) {
  const port = /** @type {MessagePort} */ (ports[0]);
  // Bound to the native method now: learner code that replaced it later would not be called.
  const send = /** @type {(message: WorkerMessage, handedOver?: Transferable[]) => void} */ (port.postMessage.bind(port));
  /** @type {[string, number][]} */
  const steps = [];
  const onStep = (/** @type {string} */ step) => steps.push([step, performance.timeOrigin + performance.now()]);
  try {
    const files = arriving(port);
    const onRefused = (/** @type {string} */ detail) => send({ type: "refused", detail });
    const snapshot = snapshotOf(data.snapshot, send);
    const { python, isWhole } = await bootPython(data.boot, files, snapshot, onStep, onRefused);
    const { run_aloud_json: run, show_json: show, judge_json: judge, plain_json: plain, warm } = python.pyimport("grader");
    const calls = { run, show, judge, plain };
    const { was_asked: wasAsked } = python.pyimport("grader.resume");
    let isComplete = isWhole;
    /** Whether what has just run imported something that is still to come. An interpreter that gave up cannot say. */
    const lacks = () => {
      try {
        return !isComplete && wasAsked();
      } catch {
        return false;
      }
    };
    python.unregisterJsModule("js");
    python.unregisterJsModule("pyodide_js");
    python.runPython(CLOSE_DOORS);
    fence(self);
    // Nobody ever writes to it. A loop of Python looks at it now and then, from JavaScript, and only there does WebKit end a worker.
    python.setInterruptBuffer(new Uint8Array(1));
    // Code that crashes the interpreter is told so by its verdict; Pyodide would ask the learner to report it.
    Object.assign(console, { log() {}, warn() {}, error() {} });
    let [current, room] = [0, 0];
    const text = new TextDecoder();
    python.setStdout({
      write(bytes) {
        const said = room > 0 ? text.decode(bytes, { stream: true }).slice(0, room) : "";
        room -= said.length;
        if (said) send({ type: "printed", id: current, text: said });
        return bytes.length;
      },
    });
    /** @param {CallMessage} call */
    const answer = ({ id, name, request }) => {
      [current, room] = [id, name === "run" ? MOST_PRINTED : 0];
      try {
        const json = calls[name](request);
        send(lacks() ? { type: "incomplete", id } : { type: "answer", id, json });
      } catch (error) {
        send(lacks() ? { type: "incomplete", id } : { type: "broken", id, detail: String(error) });
      }
    };
    port.addEventListener("message", (/** @type {MessageEvent<CallMessage>} */ { data }) => data.type === "call" && answer(data));
    if (!isWhole) {
      const fail = (/** @type {unknown} */ error) => send({ type: "failed", reason: failureReason(error), detail: String(error) });
      addRest(python, files).then(() => (isComplete = true), fail);
    }
    onStep("ready");
    send({ type: "ready", steps });
    if (Array.isArray(data.snapshot)) void snapshot.then((bytes) => bytes && send({ type: "fetched", bytes }, [bytes.buffer]), () => {});
    // While the learner reads: what Python does for the first time takes several times as long.
    setTimeout(() => current || warm(), READING_MS);
  } catch (error) {
    send({ type: "failed", reason: failureReason(error), detail: String(error) });
  }
}

/**
 * The snapshot, from the page or fetched here, where nothing of the page's own waits behind it; null where there is none.
 *
 * @param {StartMessage["snapshot"]} given
 * @param {(message: WorkerMessage) => void} send
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
async function snapshotOf(given, send) {
  if (!Array.isArray(given)) return given;
  let [bytes, told] = [0, performance.now()];
  const [address, file, cache] = given;
  const fetched = await checked(address, file, cache, (more) => {
    bytes += more;
    if (performance.now() - told < TELLING_MS) return;
    send({ type: "bytes", bytes });
    [bytes, told] = [0, performance.now()];
  });
  send({ type: "arrived" });
  return fetched;
}

/**
 * The files that the page hands over as they come, now or later.
 *
 * @param {MessagePort} port
 * @returns {Arriving & Rest}
 */
function arriving(port) {
  /** @type {Record<string, (file: any) => void>} */
  const settle = {};
  const names = /** @type {const} */ (["scripts", "wasm", "libraries", "stdlib", "numpy", "grader"]);
  const files = names.map((name) => [name, new Promise((resolve) => (settle[name] = resolve))]);
  port.onmessage = (/** @type {MessageEvent<FileMessage>} */ { data }) => data.type === "file" && settle[data.name]?.(data.file);
  return Object.fromEntries(files);
}
