/** Leaf: begins a Python worker, which asks for its files before it has the port to speak through. */

/** @import { Boot, Wanted } from "./python-messages.js" */

/**
 * @typedef {object} Spawned
 * @property {string} text What the worker's blob does.
 * @property {string} address The blob's, to be revoked once the worker has spoken.
 * @property {Worker} worker
 */

/**
 * Where a worker waits that was begun before the page's modules were there; null once the page has begun one by itself, since
 * the script that begins early can also come late.
 */
const EARLY = "pythonBegunEarly";

/**
 * What the blob does: once it is spoken to, ask for everything and begin; the port to speak through may come later.
 * To a host that speaks HTTP/1.1 browsers keep six connections, with one file on its way on each. One is left to the page,
 * for its labs and its editor: the small scripts and the smallest library come one after the other.
 * While Python starts, `fetch` answers from memory, so what is asked for later keeps the one of the browser.
 * Firefox asks a service worker, and so works offline, for what is imported while a worker runs, but not for what its first
 * script names.
 *
 * @param {Boot} boot
 * @param {Wanted} wanted
 */
function textOf(boot, wanted) {
  const { loader, module, ...others } = wanted.toFetch;
  // What is fetched anew has to be there before it is imported: the browser may have kept a copy that is damaged.
  const isAnew = loader && boot.cache === "reload";
  const [first, beside] = isAnew ? [[], []] : [[boot.loader], [boot.module]];
  const addresses = Object.entries(others).map(([name, [address]]) => [address, name === "linalg"]);
  const text = JSON.stringify;
  return `const ignore = () => {};
let go;
const going = new Promise((resolve) => (go = resolve));
const greeting = new Promise((greet) => addEventListener("message", (event) => (go(), event.ports.length && greet(event))));
going.then(() => {
const get = fetch;
const ask = (address) => get(address, ${text({ cache: boot.cache })});
const load = () => import(${text(boot.worker)});
const loading = ${isAnew ? `ask(${text(boot.worker)}).then((whole) => whole.arrayBuffer()).catch(ignore).then(load)` : "load()"};
const small = loading.then(() => Promise.all(${text(first)}.map((script) => import(script)))).catch(ignore);
for (const script of ${text(beside)}) import(script).catch(ignore);
const coming = new Map(${text(addresses)}.map(([address, waits]) => [address, waits ? small.then(() => ask(address)) : ask(address)]));
coming.forEach((each) => each.catch(ignore));
loading.then(({ start }) => start(${text(boot)}, ${text(wanted)}, coming, greeting)).catch((error) => setTimeout(() => { throw error; }));
});`;
}

/**
 * A worker that has just begun, or the one that was begun early for the same files.
 *
 * @param {Boot} boot
 * @param {Wanted} wanted
 * @returns {Spawned}
 */
export function spawn(boot, wanted) {
  const text = textOf(boot, wanted);
  const early = waiting();
  Reflect.set(globalThis, EARLY, null);
  if (early?.text === text) return early;
  early?.worker.terminate();
  return begin(text);
}

/**
 * Begin a worker for the one who asks first. It fetches nothing before it is spoken to.
 *
 * @param {Boot} boot
 * @param {Wanted} wanted
 * @returns {Worker | null} null where the page has begun one already
 */
export function spawnEarly(boot, wanted) {
  if (waiting() === null) return null;
  const early = begin(textOf(boot, wanted));
  // Nobody listens yet; whoever asks begins another.
  early.worker.onerror = (event) => {
    event.preventDefault();
    Reflect.deleteProperty(globalThis, EARLY);
  };
  Reflect.set(globalThis, EARLY, early);
  return early.worker;
}

const waiting = () => /** @type {Record<string, Spawned | null | undefined>} */ (/** @type {unknown} */ (globalThis))[EARLY];

/** @param {string} text @returns {Spawned} */
function begin(text) {
  // Only a worker made from a blob inherits the page's content policy; one made from an address does not.
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return { text, address, worker: new Worker(address, { type: "module" }) };
}
