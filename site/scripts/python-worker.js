/** The fenced worker: starts Python, gives up every way out, then runs or judges what its private port asks for. */

import { addRest, bootPython } from "./python-boot.js";
import { failureReason } from "./python-failure.js";
import { fence } from "./python-fence.js";
import { gather } from "./python-gather.js";
import { interrupts } from "./python-interrupts.js";

/** @import { Boot, CallMessage, FileMessage, Rest, StartMessage, Wanted, WorkerMessage } from "./python-messages.js" */

/** A little more than the grader keeps; code can also write past it. */
const MOST_PRINTED = 20_100;

/** So long after the start a first result that was waited for is there. */
const CHECKING_MS = 100;
/** So long after a first result the page has asked how to show it. */
const SHOWING_MS = 50;
/** So long after the start nobody waits for anything. */
const READING_MS = 400;
/** As often as a browser wants to see code run before it compiles it well, and keeps that for the next visit. */
const WARMINGS = 20;
const PAUSE_MS = 20;
/** So long, on average, somebody who calls meanwhile waits at most: what takes long is done seldom. */
const WAITING_MS = 10;

/** Takes the modules through which Python code reaches JavaScript out of reach. */
const CLOSE_DOORS = `
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in ("js", "pyodide_js")]:
    del sys.modules[name]
`;

/**
 * Start Python; whoever imports this script calls it. The page's first message brings the private port.
 *
 * @param {Boot} boot
 * @param {Wanted} wanted
 * @param {Map<string, Promise<Response>>} coming What has been asked for already, by address.
 * @param {Promise<MessageEvent<StartMessage>>} greeting
 */
export async function start(boot, wanted, coming, greeting) {
  const opened = greeting.then(({ ports }) => /** @type {MessagePort} */ (ports[0]));
  const send = sendTo(opened);
  /** @type {[string, number][]} */
  const steps = [];
  const onStep = (/** @type {string} */ step) => steps.push([step, performance.timeOrigin + performance.now()]);
  try {
    const files = { ...gather(boot, wanted, greeting.then(({ data }) => data.kept), coming, send), ...arriving(opened) };
    const onRefused = (/** @type {string} */ detail) => send({ type: "refused", detail });
    const { python, isWhole } = await bootPython(boot, files, onStep, onRefused);
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
    const port = await opened;
    python.unregisterJsModule("js");
    python.unregisterJsModule("pyodide_js");
    python.runPython(CLOSE_DOORS);
    fence(self);
    python.setInterruptBuffer(interrupts());
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
    const failed = (/** @type {unknown} */ error) => ({ reason: failureReason(error), detail: String(error) });
    /** @type {Promise<void> | null} */
    let checking = null;
    const check = () => void (checking ??= files.checkedAll().catch((error) => send({ type: "unsound", ...failed(error) })));
    /** @param {CallMessage} call */
    const answer = ({ id, name, request }) => {
      [current, room] = [id, name === "run" ? MOST_PRINTED : 0];
      try {
        const json = calls[name](request);
        send(lacks() ? { type: "incomplete", id } : { type: "answer", id, json });
        // The first result was not to wait for it, nor what shows it; no verdict is given before.
        if (name === "run") setTimeout(check, SHOWING_MS);
        if (name === "show") check();
      } catch (error) {
        send(lacks() ? { type: "incomplete", id } : { type: "broken", id, detail: String(error) });
      }
    };
    port.addEventListener("message", (/** @type {MessageEvent<CallMessage>} */ { data }) => data.type === "call" && answer(data));
    if (!isWhole) {
      const fail = (/** @type {unknown} */ error) => send({ type: "failed", ...failed(error) });
      addRest(python, files).then(() => (isComplete = true), fail);
    }
    onStep("ready");
    send({ type: "ready", steps });
    const hand = (/** @type {Uint8Array<ArrayBuffer> | null} */ file) => file && send({ type: "fetched", name: "snapshot", file }, [file.buffer]);
    if (wanted.toFetch.snapshot) void files.snapshot.then(hand, () => {});
    // While the learner reads: what Python does for the first time takes several times as long.
    let left = WARMINGS;
    const warmUp = () => {
      if (current || !left--) return;
      const begun = performance.now();
      warm();
      const took = performance.now() - begun;
      setTimeout(warmUp, Math.max(PAUSE_MS, took ** 2 / (2 * WAITING_MS) - took));
    };
    setTimeout(check, CHECKING_MS);
    setTimeout(warmUp, READING_MS);
  } catch (error) {
    send({ type: "failed", reason: failureReason(error), detail: String(error) });
  }
}

/**
 * What sends to the page, once it has given the port: all that was said before goes first.
 *
 * @param {Promise<MessagePort>} opened
 * @returns {(message: WorkerMessage, handedOver?: Transferable[]) => void}
 */
function sendTo(opened) {
  /** @type {[WorkerMessage, Transferable[]][] | null} */
  let waiting = [];
  /** @type {(message: WorkerMessage, handedOver: Transferable[]) => void} */
  let post;
  void opened.then((port) => {
    // Bound to the native method now: learner code that replaced it later would not be called.
    post = port.postMessage.bind(port);
    for (const said of waiting ?? []) post(...said);
    waiting = null;
  });
  return (message, handedOver = []) => (waiting ? void waiting.push([message, handedOver]) : post(message, handedOver));
}

/**
 * The files that the page hands over later.
 *
 * @param {Promise<MessagePort>} opened
 * @returns {Rest}
 */
function arriving(opened) {
  /** @type {Record<string, (file: any) => void>} */
  const settle = {};
  const names = /** @type {const} */ (["stdlib", "numpy", "grader"]);
  const files = names.map((name) => [name, new Promise((resolve) => (settle[name] = resolve))]);
  const hear = (/** @type {MessageEvent<FileMessage>} */ { data }) => data.type === "file" && settle[data.name]?.(data.file);
  void opened.then((port) => (port.onmessage = hear));
  return Object.fromEntries(files);
}
