/** The fenced worker: starts Python, gives up every way out, then runs or judges what its private port asks for. */

import { fence } from "./python-fence.js";
import { bootPython, failureReason } from "./python-start.js";

/** @import { CallMessage, StartMessage, WorkerMessage } from "./python-messages.js" */

/** A little more than the grader keeps; code can also write past it. */
const MOST_PRINTED = 20_100;

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
  try {
    const python = await bootPython(data.runtime);
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
    send({ type: "ready" });
    // Now, while the learner reads: what Python does for the first time takes several times as long.
    setTimeout(() => warm(), 0);
  } catch (error) {
    send({ type: "failed", reason: failureReason(error), detail: String(error) });
  }
}
