/**
 * Makes a part of the page look like new HTML while keeping its elements, and so the focus.
 * Most of a lab's HTML is cells of tables, of which few change: texts are compared first, and only what differs is parsed.
 */

/** What the page itself adds to elements, which new HTML does not know. It does know what takes the focus, but not which cell is the tab stop. */
const KEPT = new Set(["data-lit", "data-changed", "tabindex", "aria-describedby", "aria-invalid"]);
const TABLE = /(<table[^>]*>)([^]*?)<\/table>/g;
const CELL = /<t[dh][ >][^]*?<\/t[dh]>/g;

/** The HTML with empty tables that a part last got. @type {WeakMap<Element, string>} */
const frames = new WeakMap();
/** What a table last got: its cells, and its rows with empty cells. @type {WeakMap<Element, {rows: string, cells: string[], bare: string}>} */
const drawn = new WeakMap();

/**
 * @param {Element} place
 * @param {string} html with no table inside a table
 * @returns {Set<Element>} the table cells that look different now
 */
export function morph(place, html) {
  /** @type {string[]} */
  const tables = [];
  const frame = html.replace(TABLE, (_, open, rows) => {
    tables.push(rows);
    return `${open}</table>`;
  });
  /** @type {Set<Element>} */
  const changed = new Set();
  if (frames.get(place) !== frame) {
    children(place, parsed(frame), changed);
    frames.set(place, frame);
  } else place.querySelectorAll("input:not(td *), select").forEach((control) => form(control, control));
  place.querySelectorAll("table").forEach((table, at) => fill(table, tables[at] ?? "", changed));
  return changed;
}

/** @param {Element} table @param {string} rows @param {Set<Element>} changed */
function fill(table, rows, changed) {
  const before = drawn.get(table);
  if (before?.rows === rows) return;
  /** @type {string[]} */
  const cells = [];
  const bare = rows.replace(CELL, (cell) => {
    cells.push(cell);
    return cell.slice(0, 3);
  });
  drawn.set(table, { rows, cells, bare });
  if (before?.bare !== bare) return children(table, /** @type {Element} */ (parsed(`<table>${rows}</table>`).firstChild), changed);
  const places = [...cells.keys()].filter((at) => cells[at] !== before.cells[at]);
  const old = table.querySelectorAll("td, th");
  const fresh = parsed(`<tr>${places.map((at) => cells[at]).join("")}</tr>`).querySelectorAll("td, th");
  fresh.forEach((cell, at) => one(/** @type {Element} */ (old[places[at] ?? 0]), cell, changed));
}

/** @param {string} html */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** @param {Node} now @param {Node} wanted @param {Set<Element>} changed */
function children(now, wanted, changed) {
  let [old, fresh] = [now.firstChild, wanted.firstChild];
  while (fresh) {
    const [nextOld, nextFresh] = [/** @type {ChildNode | null} */ (old && old.nextSibling), fresh.nextSibling];
    if (!old) now.appendChild(fresh);
    else if (old.nodeName !== fresh.nodeName) now.replaceChild(fresh, old);
    else one(old, fresh, changed);
    [old, fresh] = [nextOld, nextFresh];
  }
  while (old) {
    const next = /** @type {ChildNode | null} */ (old.nextSibling);
    now.removeChild(old);
    old = next;
  }
}

/** @param {Node} now @param {Node} wanted @param {Set<Element>} changed */
function one(now, wanted, changed) {
  if (!(now instanceof Element) || !(wanted instanceof Element)) {
    if (now.nodeValue !== wanted.nodeValue) {
      now.nodeValue = wanted.nodeValue;
      note(now.parentElement, changed);
    }
    return;
  }
  // Names are texts; `attributes` would make an object of every attribute.
  for (const name of wanted.getAttributeNames()) {
    if (KEPT.has(name) && (name !== "tabindex" || now.hasAttribute(name))) continue;
    const value = wanted.getAttribute(name) ?? "";
    if (now.getAttribute(name) === value) continue;
    now.setAttribute(name, value);
    if (name === "class" || name === "value") note(now, changed);
  }
  for (const name of now.getAttributeNames()) {
    if ((KEPT.has(name) && name !== "tabindex") || wanted.hasAttribute(name)) continue;
    now.removeAttribute(name);
    if (name === "class") note(now, changed);
  }
  // The rows of a table are filled in afterwards.
  if (now.localName !== "table") children(now, wanted, changed);
  form(now, wanted);
}

/** The value of a form control is not its attribute once somebody has used it. @param {Element} now @param {Element} wanted */
function form(now, wanted) {
  if (now instanceof HTMLInputElement) {
    if (now.type === "checkbox") now.checked = wanted.hasAttribute("checked");
    else if (now.value !== wanted.getAttribute("value")) now.value = wanted.getAttribute("value") ?? "";
  } else if (now instanceof HTMLSelectElement) {
    const chosen = [...now.options].findIndex((option) => option.hasAttribute("selected"));
    if (chosen >= 0) now.selectedIndex = chosen;
  }
}

/** @param {Element | null} inside @param {Set<Element>} changed */
function note(inside, changed) {
  const cell = inside?.closest("[data-cell]");
  if (cell) changed.add(cell);
}
