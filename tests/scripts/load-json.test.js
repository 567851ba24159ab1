import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { loadJson } from "../../site/scripts/load-json.js";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test("a file is fetched once, however many ask", async () => {
  let count = 0;
  globalThis.fetch = async () => {
    count += 1;
    return Response.json({ id: "causal-mask" });
  };
  const both = await Promise.all([loadJson("once.json"), loadJson("once.json")]);
  assert.deepEqual(both, [{ id: "causal-mask" }, { id: "causal-mask" }]);
  assert.equal(count, 1);
});

test("a failure is told in plain words, and the next call tries again", async () => {
  globalThis.fetch = async () => new Response("", { status: 404 });
  await assert.rejects(loadJson("later.json"), /could not be fetched: the site answered with status 404\./);
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  await assert.rejects(loadJson("later.json"), /no connection to the site\./);
  globalThis.fetch = async () => Response.json(1);
  assert.equal(await loadJson("later.json"), 1);
});
