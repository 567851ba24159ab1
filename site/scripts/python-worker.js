/** The fenced worker: starts Python, gives up every way out, then runs or judges what its private port asks for. */

import { bootPython } from "./python-boot.js";
import { failureReason } from "./python-failure.js";
import { fence } from "./python-fence.js";

/** @import { Arriving, CallMessage, FileMessage, StartMessage, WorkerMessage } from "./python-messages.js" */

/** A little more than the grader keeps; code can also write past it. */
const MOST_PRINTED = 20_100;

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
  const send = /** @type {(message: WorkerMessage) => void} */ (port.postMessage.bind(port));
  /** @type {[string, number][]} */
  const steps = [];
  const onStep = (/** @type {string} */ step) => steps.push([step, performance.timeOrigin + performance.now()]);
  try {
    const python = await bootPython(data.boot, arriving(port), onStep);
    const { run_aloud_json: run, show_json: show, judge_json: judge, plain_json: plain, warm } = python.pyimport("grader");
    const calls = { run, show, judge, plain };
    python.unregisterJsModule("js");
    python.unregisterJsModule("pyodide_js");
    python.runPython(CLOSE_DOORS);
    fence(self);
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
    port.onmessage = (/** @type {MessageEvent<CallMessage>} */ { data: { id, name, request } }) => {
      [current, room] = [id, name === "run" ? MOST_PRINTED : 0];
      try {
        send({ type: "answer", id, json: calls[name](request) });
      } catch (error) {
        send({ type: "broken", id, detail: String(error) });
      }
    };
    onStep("ready");
    send({ type: "ready", steps });
    // While the learner reads: what Python does for the first time takes several times as long.
    setTimeout(() => current || warm(), READING_MS);
  } catch (error) {
    send({ type: "failed", reason: failureReason(error), detail: String(error) });
  }
}

/**
 * The files that the page hands over as they come.
 *
 * @param {MessagePort} port
 * @returns {Arriving}
 */
function arriving(port) {
  /** @type {Record<string, (file: any) => void>} */
  const settle = {};
  const names = /** @type {const} */ (["scripts", "wasm", "stdlib", "numpy", "libraries", "grader"]);
  const files = names.map((name) => [name, new Promise((resolve) => (settle[name] = resolve))]);
  port.onmessage = (/** @type {MessageEvent<FileMessage>} */ { data: { name, file } }) => settle[name]?.(file);
  return Object.fromEntries(files);
}
