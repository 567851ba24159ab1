/** Draws pictures under Node for builder.pictures: a JSON list on standard input, a JSON list of HTML out. */

import { readFileSync } from "node:fs";
import { matrix } from "../site/scripts/matrix.js";
import { exampleCase } from "../site/scripts/verdict-card.js";

/** @type {Record<string, (picture: any) => string>} */
const PICTURES = { matrix, example: exampleCase };

/** @type {{picture: string}[]} */
const wanted = JSON.parse(readFileSync(0, "utf8"));
const drawn = wanted.map((one) => {
  const draw = PICTURES[one.picture];
  if (!draw) throw new Error(`no picture '${one.picture}'; known: ${Object.keys(PICTURES).join(", ")}`);
  return draw(one);
});
process.stdout.write(JSON.stringify(drawn));
