import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { storedFiles } from "../../site/scripts/stored-zip.js";

/**
 * What Python's own zipfile writes; the builder writes archives with it too.
 *
 * @param {Record<string, string>} files
 * @param {string} [method]
 */
function zip(files, method = "ZIP_STORED") {
  const script = `
import io, json, sys, zipfile
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w", zipfile.${method}) as archive:
    for name, text in json.load(sys.stdin).items():
        archive.writestr(name, text)
sys.stdout.buffer.write(buffer.getvalue())`;
  return new Uint8Array(execFileSync("python3", ["-c", script], { input: JSON.stringify(files) }));
}

test("every file is there with its bytes, in whatever place of the buffer the archive is", () => {
  const files = { "a.txt": "first", "folder/leer.pyc": "", "folder/ä.txt": "öffnen" };
  const archive = zip(files);
  const inside = new Uint8Array(archive.length + 9);
  inside.set(archive, 7);
  for (const one of [archive, inside.subarray(7, 7 + archive.length)]) {
    const found = storedFiles(one).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
    assert.deepEqual(Object.fromEntries(found), files);
  }
});

test("what is compressed is refused by name", () => {
  assert.throws(() => storedFiles(zip({ "long.txt": "long ".repeat(99) }, "ZIP_DEFLATED")), /long\.txt is compressed/);
});

test("what is no archive is refused", () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(500)]) assert.throws(() => storedFiles(bytes), /not an archive/);
});
