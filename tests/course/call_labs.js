/**
 * Calls functions of the labs for tests: each line of standard input is a JSON list of `{module, function, arguments}`,
 * each line out a JSON list of results. A function may be named by a path such as `lab.numpy`; what is no function is given as it is.
 * Infinite numbers are the strings "inf" and "-inf" both ways.
 */

import { createInterface } from "node:readline";

const SCRIPTS = new URL("../../site/scripts/labs/", import.meta.url);
const INFINITE = { inf: Infinity, "-inf": -Infinity };
const decoded = (value) => (Array.isArray(value) ? value.map(decoded) : (INFINITE[value] ?? value));
const encoded = (_name, value) => (value === Infinity ? "inf" : value === -Infinity ? "-inf" : Number.isNaN(value) ? "nan" : value);

for await (const line of createInterface({ input: process.stdin })) {
  const results = [];
  for (const { module, function: name, arguments: given } of JSON.parse(line)) {
    const found = name.split(".").reduce((inner, part) => inner[part], await import(new URL(module, SCRIPTS).href));
    results.push(typeof found === "function" ? found(...given.map(decoded)) : found);
  }
  process.stdout.write(`${JSON.stringify(results, encoded)}\n`);
}
