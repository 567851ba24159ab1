/** Takes away from a worker everything that learner code has no business with. */

/**
 * Web names that the interpreter may still need after it has started; with the language's own names nothing else stays.
 * A list of what stays, not of what goes: a browser's next new way out is closed before it is known.
 */
const KEPT = new Set([
  ..."self console crypto performance WebAssembly TextEncoder TextDecoder".split(" "),
  ..."setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone".split(" "),
  ..."DOMException AbortController AbortSignal Event EventTarget MessageChannel MessagePort".split(" "),
  ..."Object Function Array Number Boolean String Symbol BigInt Math JSON Date RegExp Promise Proxy Reflect".split(" "),
  ..."Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator Intl Atomics SharedArrayBuffer".split(" "),
  ..."ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array".split(" "),
  ..."Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array".split(" "),
  ..."Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError".split(" "),
  ..."globalThis undefined NaN Infinity parseInt parseFloat isNaN isFinite eval".split(" "),
  ..."encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape constructor".split(" "),
]);

/**
 * Remove every global that is not on the list, from the global object and from the prototypes that are only its own.
 * Returns the names that the browser would not let go.
 *
 * @param {object} scope
 * @returns {string[]}
 */
export function fence(scope) {
  const left = [];
  for (let place = scope; place && place !== EventTarget.prototype && place !== Object.prototype; ) {
    for (const name of Object.getOwnPropertyNames(place)) {
      if (!KEPT.has(name) && !Reflect.deleteProperty(place, name)) left.push(name);
    }
    place = Object.getPrototypeOf(place);
  }
  return left;
}
