import assert from "node:assert/strict";
import { test } from "node:test";

import { interrupts } from "../../site/scripts/python-interrupts.js";

test("nobody is ever interrupted, whatever is written there", () => {
  const buffer = interrupts();
  for (let look = 0; look < 1000; look++) {
    assert.equal(buffer[0], 0);
    buffer[0] = 2;
  }
});

test("now and then the browser itself calls JavaScript", () => {
  const { get } = Reflect;
  let calls = 0;
  Reflect.get = (...given) => {
    calls++;
    return get(...given);
  };
  const buffer = interrupts();
  Reflect.get = get;
  for (let look = 0; look < 640; look++) assert.equal(buffer[0], 0);
  assert.equal(calls, 10);
});
