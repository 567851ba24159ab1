/**
 * What the page and its Python workers say to each other. Types only.
 *
 * @typedef {{ address: string, bytes: number, sha256: string }} RuntimeFile
 *   `address` is relative to the manifest; `sha256` is in hex.
 *
 * @typedef {"loader" | "module" | "wasm" | "stdlib" | "numpy" | "grader"} RuntimeName
 *
 * @typedef {object} Manifest What the build shipped for Python.
 * @property {string} worker Address of the worker's script, relative to the manifest.
 * @property {Record<RuntimeName, RuntimeFile>} files
 * @property {object} lock Pyodide's lock file without packages: nothing is looked for elsewhere.
 *
 * @typedef {object} Arriving What a worker starts from; each settles when it is there, and may still be checked.
 * @property {Promise<true>} scripts Pyodide's two scripts are in the browser's cache.
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Promise<Uint8Array<ArrayBuffer>>} stdlib
 * @property {Promise<Uint8Array<ArrayBuffer>>} numpy
 * @property {Promise<[number, WebAssembly.Module][]>} libraries NumPy's own WebAssembly, by the number of its bytes.
 * @property {Promise<Uint8Array<ArrayBuffer>>} grader
 *
 * @typedef {object} Boot What a worker is told at once.
 * @property {string} loader Absolute address of Pyodide's loader.
 * @property {string} module Absolute address of Pyodide's module.
 * @property {string} base Absolute address of the folder of both.
 * @property {string} lock JSON.
 *
 * @typedef {object} Runtime Everything a worker needs to start, fetched once and handed to every worker.
 * @property {string} worker Absolute address of the worker's script.
 * @property {Boot} boot
 * @property {Arriving} files
 * @property {Promise<void>} complete Every file is there and has been checked.
 *
 * @typedef {{ type: "start", boot: Boot }} StartMessage
 *   Sent once, with the private port; nothing else ever goes over the worker's public channel.
 * @typedef {{ type: "file", name: keyof Arriving, file: any }} FileMessage
 *
 * @typedef {"run" | "show" | "judge" | "plain"} CallName The grader's functions of the same names.
 * @typedef {{ type: "call", id: number, name: CallName, request: string }} CallMessage
 *
 * @typedef {{ type: "ready", steps: [string, number][] }} ReadyMessage
 *   `steps` says when each step of the start was finished, in milliseconds of the clock that all pages share.
 * @typedef {{ type: "failed", reason: FailureReason, detail: string }} FailedMessage
 * @typedef {{ type: "answer", id: number, json: string }} AnswerMessage
 * @typedef {{ type: "broken", id: number, detail: string }} BrokenMessage
 *   The interpreter itself gave up; the worker is of no more use.
 * @typedef {{ type: "printed", id: number, text: string }} PrintedMessage
 *   What learner code prints, as it comes: a run that is stopped gives no answer.
 * @typedef {ReadyMessage | FailedMessage | AnswerMessage | BrokenMessage | PrintedMessage} WorkerMessage
 *
 * @typedef {"unsupported" | "offline" | "missing" | "damaged" | "memory" | "script" | "broken"} FailureReason
 *
 * @typedef {object} Ran What running learner code gave; see docs/architecture.md.
 * @property {string} stage
 * @property {any} error
 * @property {any[]} outcomes
 * @property {string} printed
 * @property {number} seconds
 * @property {number} [limit]
 *
 * @typedef {object} BundleCase
 * @property {string} name
 * @property {boolean} shown
 * @property {Record<string, any>} arguments
 * @property {any} [expected] Only the judge ever gets it.
 *
 * @typedef {object} Bundle What the page fetches for an exercise; only `judge` reads the rest of it.
 * @property {string} id
 * @property {string} function
 * @property {string} starter
 * @property {number} time_limit
 * @property {BundleCase[]} cases
 * @property {Record<string, any>} mistakes
 * @property {any} [fingerprints]
 * @property {string} [subjects] Functions that cases name as arguments.
 *
 * @typedef {object} Verdict
 * @property {string} exercise
 * @property {boolean} passed
 * @property {string} kind
 * @property {string[]} mistakes
 * @property {string} title
 * @property {string} message
 * @property {string[]} remarks
 * @property {string[]} hints
 * @property {any} case
 * @property {number} checked
 * @property {number} of
 * @property {string} printed
 * @property {number} seconds
 *
 * @typedef {object} Told A run of the shown cases in words, without a verdict.
 * @property {string} kind `ran`, or why nothing ran.
 * @property {string} title
 * @property {string} message
 * @property {string} printed
 * @property {number} seconds
 * @property {{ name: string, arguments: Record<string, any>, got: any, message: string }[]} calls
 */

export {};
