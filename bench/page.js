/**
 * Runs Lighthouse's performance category over one page, on the phone it imagines.
 *
 * node page.js FOLDER CHROMIUM ARGUMENTS URL  ->  {score, lcp_ms, tbt_ms, layout_shift, bytes}
 * FOLDER holds its packages, ARGUMENTS are those of the browser with commas between, or an empty text.
 */

import { pathToFileURL } from "node:url";

const [folder, chromePath, argumentsOf, url] = process.argv.slice(2);
const from = (/** @type {string} */ path) => import(pathToFileURL(`${folder}/node_modules/${path}`).href);
const { default: lighthouse } = await from("lighthouse/core/index.js");
const { launch } = await from("chrome-launcher/dist/index.js");

const chromeFlags = ["--headless=new", ...argumentsOf.split(",").filter(Boolean)];
const chrome = await launch({ chromePath, chromeFlags, logLevel: "silent" });
try {
  const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: ["performance"], logLevel: "silent" });
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const value = (/** @type {string} */ audit) => Math.round(lhr.audits[audit].numericValue * 1000) / 1000;
  const found = {
    score: Math.round(lhr.categories.performance.score * 100),
    lcp_ms: value("largest-contentful-paint"),
    tbt_ms: value("total-blocking-time"),
    layout_shift: value("cumulative-layout-shift"),
    bytes: value("total-byte-weight"),
  };
  console.log(JSON.stringify(found));
} finally {
  await chrome.kill();
}
