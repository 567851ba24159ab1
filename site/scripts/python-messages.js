/** @import { STOPPED } from "./python-client.js" */
/** @import { FirstFiles } from "./python-first.js" */
/** @import { PythonRest } from "./python-rest.js" */

/**
 * What the page and its Python workers say to each other. Types only.
 *
 * @typedef {{ address: string, bytes: number, sha256: string }} RuntimeFile
 *   `address` is relative to the manifest; `sha256` is in hex.
 *
 * @typedef {"loader" | "module" | "wasm" | "multiarray" | "linalg" | "snapshot" | "stdlib" | "numpy" | "grader"} RuntimeName
 *
 * @typedef {object} Manifest What the build shipped for Python.
 * @property {string} worker Address of the worker's script, relative to the manifest.
 * @property {Record<RuntimeName, RuntimeFile>} files
 * @property {Record<"multiarray" | "linalg", string>} libraries The paths in NumPy's wheel of the libraries that come first.
 * @property {object} lock Pyodide's lock file without packages: nothing is looked for elsewhere.
 *
 * @typedef {[path: string, compiled: WebAssembly.Module]} Library One of NumPy's, and where Python looks for it.
 *
 * @typedef {Exclude<RuntimeName, "stdlib" | "numpy" | "grader">} FirstName What a worker starts from.
 * @typedef {Exclude<FirstName, "loader" | "module">} FetchedName What of it one worker can hand to another.
 * @typedef {[address: string, file: RuntimeFile]} ToFetch The address is absolute.
 * @typedef {Partial<Record<FirstName, ToFetch>>} FirstToFetch
 *
 * @typedef {object} Wanted What a worker does for those after it, too.
 * @property {FirstToFetch} toFetch What no worker has handed over or found to be whole yet.
 * @property {FirstToFetch} toCheck What a worker has handed over and not seen to be whole.
 *
 * @typedef {object} First What a worker starts from beside Pyodide's two scripts.
 * @property {WebAssembly.Module} wasm
 * @property {WebAssembly.Module} multiarray
 * @property {WebAssembly.Module} linalg
 * @property {Uint8Array<ArrayBuffer> | null} snapshot `null` where Python starts without.
 *
 * @typedef {object} Arriving The same in the worker; each settles when it is there, and may still be checked, the snapshot excepted.
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Promise<Library>[]} libraries
 * @property {Promise<Uint8Array<ArrayBuffer> | null>} snapshot
 * @property {() => Promise<void>} checkScripts Looks whether Pyodide's two scripts are those that were built.
 * @property {() => Promise<void>} checked Settles when all that has come so far is what was built, what can wait left out.
 * @property {() => Promise<void>} checkedAll The same of everything.
 *
 * @typedef {object} Rest What Python is made of; each settles when it has been asked for, is there and has been checked.
 * @property {Promise<Uint8Array<ArrayBuffer>>} stdlib
 * @property {Promise<Uint8Array<ArrayBuffer>>} numpy
 * @property {Promise<Uint8Array<ArrayBuffer>>} grader
 *
 * @typedef {object} Boot What a worker is told at once.
 * @property {string} worker Absolute address of the worker's script.
 * @property {string} loader Absolute address of Pyodide's loader.
 * @property {string} module Absolute address of Pyodide's module.
 * @property {string} base Absolute address of the folder of both.
 * @property {Record<"multiarray" | "linalg", string>} places Where Python looks for NumPy's libraries.
 * @property {string} lock JSON.
 * @property {RequestCache} cache
 *
 * @typedef {object} Runtime Everything a worker needs to start, fetched once and handed to every worker.
 * @property {Boot} boot
 * @property {FirstFiles} first
 * @property {Promise<void>} complete What a worker starts from is there and has been checked.
 * @property {PythonRest} rest What follows after the first result.
 *
 * @typedef {{ type: "start", kept: Partial<First> }} StartMessage
 *   What the worker need not fetch. Sent once, with the private port; nothing else ever goes over the worker's public channel.
 * @typedef {{ type: "file", name: keyof Rest, file: Uint8Array<ArrayBuffer> }} FileMessage
 *
 * @typedef {"run" | "show" | "judge" | "plain"} CallName The grader's functions of the same names.
 * @typedef {{ type: "call", id: number, name: CallName, request: string }} CallMessage
 *
 * @typedef {{ type: "ready", steps: [string, number][] }} ReadyMessage
 *   `steps` says when each step of the start was finished, in milliseconds of the clock that all pages share.
 * @typedef {{ type: "failed", reason: FailureReason, detail: string }} FailedMessage
 * @typedef {{ type: "unsound", reason: FailureReason, detail: string }} UnsoundMessage
 *   Python has started, but from files that turned out not to be what was built.
 * @typedef {{ type: "answer", id: number, json: string }} AnswerMessage
 * @typedef {{ type: "broken", id: number, detail: string }} BrokenMessage
 *   The interpreter itself gave up; the worker is of no more use.
 * @typedef {{ type: "refused", detail: string }} RefusedMessage
 *   Python starts from its files and waits for them: the snapshot did not come, or could not be used here.
 * @typedef {{ type: "bytes", bytes: Partial<Record<FirstName, number>> }} BytesMessage So much more of each has come.
 * @typedef {{ type: "arrived", name: FirstName }} ArrivedMessage All of it has come and has been checked.
 * @typedef {{ type: "fetched", name: FetchedName, file: any }} FetchedMessage A file for other workers, whether or not it has arrived.
 * @typedef {{ type: "incomplete", id: number }} IncompleteMessage
 *   Something was imported that has not come yet, so there is no answer; to be asked again when everything is there.
 * @typedef {{ type: "printed", id: number, text: string }} PrintedMessage
 *   What learner code prints, as it comes: a run that is stopped gives no answer.
 * @typedef {ReadyMessage | FailedMessage | UnsoundMessage | AnswerMessage | BrokenMessage | PrintedMessage | RefusedMessage | BytesMessage | ArrivedMessage | FetchedMessage | IncompleteMessage} WorkerMessage
 *
 * @typedef {object} EmscriptenModule What is used of the inside of Python's module.
 * @property {Uint8Array} HEAPU8
 * @property {Int32Array} HEAP32
 * @property {WebAssembly.Table} wasmTable
 * @property {Record<string, WebAssembly.Global>} GOT
 * @property {Record<string, any>} preloadedWasm
 * @property {{ loadedLibsByName: Record<string, any>, loadedLibsByHandle: Record<string, any> }} LDSO
 * @property {number} __PyRuntime
 * @property {number} __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET
 * @property {(from: number, bytes: number, seed: number) => number} _ZSTD_XXH32 A hash of memory.
 * @property {(size: number) => 1 | undefined} growMemory
 * @property {(bytes: number) => number} _sbrk
 * @property {() => number} _emscripten_stack_get_end
 * @property {() => number} _emscripten_stack_get_current
 * @property {(name: string) => void} addRunDependency
 * @property {(name: string) => void} removeRunDependency
 * @property {(module: WebAssembly.Module, flags: object, path: string, scope: object) => Promise<any>} loadWebAssemblyModule
 *
 * @typedef {{ preRun: ((module: EmscriptenModule) => void)[], noInitialRun?: boolean }} Settings
 * @typedef {(settings: Settings) => Promise<EmscriptenModule>} Factory What Pyodide's module exports.
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
 * @typedef {object} Job What an exercise asked of Python.
 * @property {string} owner
 * @property {() => Promise<void>} work
 * @property {Promise<typeof STOPPED>} stopped
 * @property {() => void} stop
 * @property {(text: string) => void} [onPrinted]
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

/**
 * @template T
 * @typedef {T | Promise<T>} Awaitable What may still be on its way.
 */
