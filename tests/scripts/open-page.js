/** Opens HTML as a page of the course for tests, with storage that a second page may share. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { parseHTML } from "linkedom";
import { MemoryArea } from "./memory-area.js";

/** @typedef {Awaited<ReturnType<typeof openPage>>} Page */

// One bundle, evaluated anew for each page: a reload starts with modules that remember nothing.
const folder = mkdtempSync(join(tmpdir(), "page-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const file = join(folder, "elements.mjs");
buildSync({
  stdin: {
    contents: ["choose-question", "number-question", "level-gate"]
      .map((name) => `import "./elements/${name}.js";`)
      .concat('export { pageProgress } from "./progress.js";')
      .join("\n"),
    resolveDir: fileURLToPath(new URL("../../site/scripts", import.meta.url)),
  },
  bundle: true,
  format: "esm",
  outfile: file,
});
let pages = 0;

/** @returns {Promise<import("../../site/scripts/progress.js").Progress>} */
async function alive() {
  const { pageProgress } = await import(`${pathToFileURL(file)}?page=${pages++}`);
  return pageProgress();
}

/**
 * A page whose elements are alive, with what happened in it.
 * @param {string} body
 */
export async function openPage(body, area = new MemoryArea()) {
  const { window, document } = parseHTML('<html data-course="course"><body></body></html>');
  const { HTMLElement, CustomEvent, Event, customElements } = window;
  Object.assign(window, { localStorage: area });
  const addEventListener = window.addEventListener.bind(window);
  Object.assign(globalThis, { window, document, HTMLElement, CustomEvent, Event, customElements, addEventListener });
  /** @type {{id: string, passed: boolean}[]} */
  const verdicts = [];
  /** @type {{id: string, live: boolean}[]} */
  const gates = [];
  document.addEventListener("gate", (/** @type {any} */ event) => gates.push(event.detail));
  document.body.innerHTML = body;
  const progress = await alive();
  document.addEventListener("verdict", (/** @type {any} */ event) => {
    verdicts.push(event.detail);
    if (event.detail.passed) progress.record(event.detail.id, "passed");
  });
  /** @param {string} selector @returns {HTMLElement} */
  const one = (selector) => {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (!found) throw new Error(`nothing matches ${selector}`);
    return found;
  };
  const fire = (/** @type {string} */ selector, /** @type {string} */ type) =>
    void one(selector).dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  return {
    area, progress, verdicts, gates, one, fire,
    field: (/** @type {string} */ selector) => /** @type {HTMLInputElement} */ (one(selector)),
    text: (/** @type {string} */ selector) => [...one(selector).childNodes].map((node) => node.textContent?.trim()).filter(Boolean).join(" "),
    submit: (/** @type {string} */ selector) => fire(selector, "submit"),
    click: (/** @type {string} */ selector) => fire(selector, "click"),
  };
}
