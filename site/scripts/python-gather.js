/** In a worker: what Python starts from, as the page handed it over or fetched here, where no work of the page stands before it. */

import { checked, read, request } from "./python-download.js";
import { failureReason, StartFailure } from "./python-failure.js";

/** @import { Fetching } from "./python-download.js" */
/** @import { Arriving, Boot, First, FirstName, Library, RuntimeFile, ToFetch, Wanted, WorkerMessage } from "./python-messages.js" */

/** Between two words on how far the download is. */
const TELLING_MS = 50;
/** What is compiled so soon was kept compiled by the browser: nobody waits to hear of its bytes, and checking them can wait. */
const SOON_MS = 300;

/**
 * @typedef {object} PutOff Checking that need not hold up the start.
 * @property {Promise<void>} due
 * @property {() => void} begin
 *
 * @typedef {Fetching & { isPutOff: boolean }} Taking `isPutOff` where checking waits until it is due.
 */

/**
 * Begin to take in everything that Python starts from.
 *
 * @param {Boot} boot
 * @param {Wanted} wanted
 * @param {Promise<Partial<First>>} kept The others, from the page.
 * @param {Map<string, Promise<Response>>} coming What has been asked for already, by address.
 * @param {(message: WorkerMessage) => void} send
 * @returns {Arriving}
 */
export function gather(boot, { toFetch, toCheck }, kept, coming, send) {
  /** @type {Promise<unknown>[]} */
  const checks = [];
  const note = (/** @type {Promise<unknown>} */ check) => {
    check.catch(() => {}); // told by `checked`
    checks.push(check);
  };
  const onBytes = teller(send);
  const putOff = later();
  /** @type {Promise<unknown>[]} */
  const late = [];
  const noteLate = (/** @type {Promise<unknown>} */ check) => {
    check.catch(() => {}); // told by `checkedAll`
    late.push(check);
  };
  // By the time that what was put off is due, the fence has taken `fetch` away.
  const ask = fetch.bind(globalThis);
  /** @param {FirstName} name @param {ToFetch} toCheck */
  async function look(name, [address, file]) {
    await putOff.due;
    await checked(address, file, boot.cache, () => {}, { asked: ask(address, { cache: boot.cache }) });
    send({ type: "arrived", name });
  }
  /**
   * @template File
   * @param {FirstName} name
   * @param {ToFetch} toFetch
   * @param {(response: Response, ...about: [...ToFetch, Taking]) => Promise<File>} take
   */
  async function get(name, [address, file], take) {
    /** @type {Taking} */
    const taking = { onBytes: (bytes) => onBytes(name, bytes), checks: [], isPutOff: false };
    const found = await take(await request(address, boot.cache, coming.get(address)), address, file, taking);
    const checking = Promise.all(taking.checks).then(() => send({ type: "arrived", name }));
    return { found, checking, isPutOff: taking.isPutOff };
  }
  /** @param {"wasm" | "multiarray" | "linalg"} name */
  async function module(name) {
    const place = toFetch[name];
    if (!place) return /** @type {WebAssembly.Module} */ ((await kept)[name]);
    const { found, checking, isPutOff } = await get(name, place, (...given) => compile(...given, putOff));
    const hand = () => send({ type: "fetched", name, file: found });
    if (isPutOff) {
      hand();
      noteLate(checking);
    } else note(checking.then(hand));
    return found;
  }
  /** @param {"multiarray" | "linalg"} name @returns {Promise<Library>} */
  const library = async (name) => [boot.places[name], await module(name)];
  async function snapshot() {
    if (!toFetch.snapshot) return (await kept).snapshot ?? null;
    const { found, checking } = await get("snapshot", toFetch.snapshot, read);
    await checking;
    return found;
  }
  const script = async (/** @type {"loader" | "module"} */ name) => toFetch[name] && (await get(name, toFetch[name], read)).checking;
  const files = {
    wasm: module("wasm"),
    libraries: [library("multiarray"), library("linalg")],
    snapshot: snapshot(),
  };
  for (const file of [files.wasm, ...files.libraries, files.snapshot]) file.catch(() => {}); // told where they are waited for
  for (const [name, place] of Object.entries(toCheck)) noteLate(look(/** @type {FirstName} */ (name), place));
  return {
    ...files,
    checkScripts: async () => {
      const checking = Promise.all([script("loader"), script("module")]);
      note(checking);
      await checking;
    },
    checked: async () => {
      await Promise.all(checks);
    },
    checkedAll: async () => {
      putOff.begin();
      await Promise.all([...checks, ...late]);
    },
  };
}

/**
 * Tells the page how many bytes have come, but not with every piece.
 *
 * @param {(message: WorkerMessage) => void} send
 */
function teller(send) {
  /** @type {Partial<Record<FirstName, number>>} */
  let bytes = {};
  /** @type {ReturnType<typeof setTimeout> | null} */
  let telling = null;
  const tell = () => {
    send({ type: "bytes", bytes });
    [bytes, telling] = [{}, null];
  };
  return (/** @type {FirstName} */ name, /** @type {number} */ more) => {
    bytes[name] = (bytes[name] ?? 0) + more;
    telling ??= setTimeout(tell, TELLING_MS);
  };
}

/** @returns {PutOff} */
function later() {
  let begin = () => {};
  /** @type {Promise<void>} */
  const due = new Promise((resolve) => (begin = resolve));
  return { due, begin };
}

/**
 * Compile WebAssembly while it comes.
 *
 * @param {Response} response
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {Taking} taking
 * @param {PutOff} putOff
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(response, address, file, taking, putOff) {
  const { onBytes, checks } = taking;
  const streamed = response.headers.get("Content-Type")?.split(";")[0]?.trim() === "application/wasm";
  if (!streamed) console.info(`${address} is not served as application/wasm: Python starts more slowly.`);
  // The browser keeps compiled code for the response itself, not for a copy of it.
  const copy = streamed ? response.clone() : response;
  const compiling = streamed ? WebAssembly.compileStreaming(response) : null;
  compiling?.catch(() => {}); // damaged bytes are told as such, below
  /** @type {Fetching} */
  const fetching = { onBytes, checks: [] };
  const soon = isSoon(compiling);
  const reading = soon.then(async (isNow) => {
    if (!isNow) return read(copy, address, file, fetching);
    taking.isPutOff = true;
    onBytes(file.bytes);
    await putOff.due;
    return read(copy, address, file, { ...fetching, onBytes() {} });
  });
  const checking = reading.then(async () => void (await Promise.all(fetching.checks)));
  checking.catch(() => {}); // told by `checked`
  checks.push(checking);
  try {
    const compiled = await (compiling ?? WebAssembly.compile(await reading));
    await soon;
    return compiled;
  } catch (error) {
    putOff.begin();
    await checking;
    throw new StartFailure(failureReason(error), `compiling Python: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Whether it ends so soon that its bytes need not be read beside it.
 *
 * @param {Promise<unknown> | null} compiling
 */
async function isSoon(compiling) {
  if (!compiling) return false;
  const slow = new Promise((resolve) => setTimeout(resolve, SOON_MS, "slow"));
  return (await Promise.race([compiling.catch(() => {}), slow])) !== "slow";
}
