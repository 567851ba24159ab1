import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { ROOM } from "../../site/scripts/python-room.js";

const scope = /** @type {any} */ (globalThis);
const before = { navigator: Object.getOwnPropertyDescriptor(globalThis, "navigator"), matchMedia: scope.matchMedia };

/** @param {{ deviceMemory?: number }} navigator @param {boolean} [handheld] */
function device(navigator, handheld = false) {
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  scope.matchMedia = () => ({ matches: handheld });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "navigator");
  if (before.navigator) Object.defineProperty(globalThis, "navigator", before.navigator);
  Object.assign(globalThis, { matchMedia: before.matchMedia });
  Reflect.deleteProperty(globalThis, "requestIdleCallback");
});

test("a device that tells its memory has room from 4 GB on", () => {
  for (const [deviceMemory, room] of /** @type {const} */ ([[0.5, false], [2, false], [4, true], [8, true]])) {
    device({ deviceMemory });
    assert.equal(ROOM.hasRoomForTwo(), room, `${deviceMemory} GB`);
  }
});

test("where memory is not told, a phone or a tablet has none", () => {
  device({});
  assert.equal(ROOM.hasRoomForTwo(), true);
  device({}, true);
  assert.equal(ROOM.hasRoomForTwo(), false);
});

test("the page is asked when it is idle, and where that cannot be asked some time goes by", async () => {
  let asked = 0;
  scope.requestIdleCallback = (/** @type {() => void} */ act) => act();
  ROOM.whenIdle(() => asked++);
  assert.equal(asked, 1);
  Reflect.deleteProperty(globalThis, "requestIdleCallback");
  await new Promise((/** @type {(value?: unknown) => void} */ done) => ROOM.whenIdle(() => done()));
});
