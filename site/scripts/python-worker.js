/** The fenced worker: starts Python, gives up every way out, then runs or judges what its private port asks for. */

import { fence } from "./python-fence.js";
import { bootPython, failureReason } from "./python-start.js";

/** @import { CallMessage, StartMessage, WorkerMessage } from "./python-messages.js" */

/** Takes the modules through which Python code reaches JavaScript out of reach. */
const CLOSE_DOORS = `
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in ("js", "pyodide_js")]:
    del sys.modules[name]
`;

self.addEventListener("message", start, { once: true });

/** @param {MessageEvent<StartMessage>} event */
async function start({ data, ports }) {
  const port = /** @type {MessagePort} */ (ports[0]);
  // Bound to the native method now: learner code that replaced it later would not be called.
  const send = /** @type {(message: WorkerMessage) => void} */ (port.postMessage.bind(port));
  try {
    const python = await bootPython(data.runtime);
    const { run_json: run, show_json: show, judge_json: judge, plain_json: plain } = python.pyimport("grader");
    const calls = { run, show, judge, plain };
    python.unregisterJsModule("js");
    python.unregisterJsModule("pyodide_js");
    python.runPython(CLOSE_DOORS);
    fence(self);
    // Code that crashes the interpreter is told so by its verdict; Pyodide would ask the learner to report it.
    Object.assign(console, { log() {}, warn() {}, error() {} });
    port.onmessage = (/** @type {MessageEvent<CallMessage>} */ { data: { id, name, request } }) => {
      try {
        send({ type: "answer", id, json: calls[name](request) });
      } catch (error) {
        send({ type: "broken", id, detail: String(error) });
      }
    };
    send({ type: "ready" });
  } catch (error) {
    send({ type: "failed", reason: failureReason(error), detail: String(error) });
  }
}
