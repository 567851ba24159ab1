/** Pure leaf: reads a zip in which nothing is compressed, without copying what is in it. */

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/**
 * Every file of the archive: its name, and a view of its bytes.
 *
 * @param {Uint8Array<ArrayBuffer>} archive
 * @returns {[string, Uint8Array<ArrayBuffer>][]}
 */
export function storedFiles(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
  const text = new TextDecoder();
  // The builder's archives have no comment, so the end record is the last thing in them.
  const end = archive.length - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("not an archive of the builder");
  /** @type {[string, Uint8Array<ArrayBuffer>][]} */
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [method, size, nameBytes] = [view.getUint16(at + 10, true), view.getUint32(at + 24, true), view.getUint16(at + 28, true)];
    const name = text.decode(archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    if (method !== 0) throw new Error(`${name} is compressed`);
    const local = view.getUint32(at + 42, true);
    const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.push([name, archive.subarray(start, start + size)]);
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}
