/**
 * Answers builder.labs under Node: a JSON list of `{lab, id, settings, base}` on standard input, and for each one
 * what the lab makes of it: its faults, its settings as text, and its HTML.
 */

import { readFileSync } from "node:fs";
import { labHtml } from "../site/scripts/labs/lab-html.js";
import { describeState, readState } from "../site/scripts/labs/lab-state.js";

/** @type {{lab: string, id: string, settings: [string, string][], base: [string, string][]}[]} */
const asked = JSON.parse(readFileSync(0, "utf8"));
const told = [];
for (const { lab: name, id, settings, base } of asked) {
  /** @type {{lab: import("../site/scripts/labs/lab-kind.js").Lab, page: import("../site/scripts/labs/lab-kind.js").LabPage}} */
  const { lab, page } = await import(`../site/scripts/labs/${name}-view.js`);
  const first = readState(lab, base).state;
  const { state, faults } = readState(lab, settings, first);
  const [fields, before] = [state, first].map((one) => Object.fromEntries(Object.entries(describeState(lab, one)).map(([field, { value }]) => [field, value])));
  told.push({ title: lab.title, ...page, faults, fields, before, html: id && labHtml(lab, id, state) });
}
process.stdout.write(JSON.stringify(told));
