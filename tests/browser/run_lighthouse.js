/**
 * Runs Lighthouse over pages in one Chromium, in a desktop's size, for accessibility and best practices alone.
 *
 * node run_lighthouse.js FOLDER CHROMIUM ARGUMENTS URL...  ->  [{url, scores: {category: 0…1}, failed: [audit]}]
 * FOLDER holds its packages, ARGUMENTS are those of the browser with commas between, or an empty text.
 */

import { pathToFileURL } from "node:url";

const [folder, chromePath, argumentsOf, ...urls] = process.argv.slice(2);
const from = (/** @type {string} */ path) => import(pathToFileURL(`${folder}/node_modules/${path}`).href);
const { default: lighthouse, desktopConfig } = await from("lighthouse/core/index.js");
const { launch } = await from("chrome-launcher/dist/index.js");

const chromeFlags = ["--headless=new", ...argumentsOf.split(",").filter(Boolean)];
const chrome = await launch({ chromePath, chromeFlags, logLevel: "silent" });
const onlyCategories = ["accessibility", "best-practices"];
// No audit of these looks at the picture of the whole page.
const flags = { onlyCategories, disableFullPageScreenshot: true, logLevel: /** @type {const} */ ("silent") };
const found = [];
try {
  for (const url of urls) {
    const { lhr } = await lighthouse(url, { port: chrome.port, ...flags }, desktopConfig);
    const categories = Object.entries(lhr.categories);
    const weighed = categories.flatMap(([, { auditRefs }]) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id));
    found.push({
      url,
      error: lhr.runtimeError?.message ?? "",
      scores: Object.fromEntries(categories.map(([name, { score }]) => [name, score])),
      failed: weighed.filter((id) => lhr.audits[id].score !== null && lhr.audits[id].score < 1),
    });
  }
} finally {
  await chrome.kill();
}
console.log(JSON.stringify(found));
