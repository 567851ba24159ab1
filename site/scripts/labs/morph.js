/** Makes a part of the page look like new HTML while keeping its elements, and so the focus. */

/** What the page itself adds to elements, which new HTML does not know. */
const KEPT = new Set(["data-lit", "data-changed", "tabindex", "aria-describedby", "aria-invalid"]);

/** The HTML that a cell was last given: most cells do not change, and are passed over. @type {WeakMap<Element, string>} */
const given = new WeakMap();

/**
 * @param {Element} place
 * @param {string} html
 * @returns {Set<Element>} the table cells that look different now
 */
export function morph(place, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  /** @type {Set<Element>} */
  const changed = new Set();
  children(place, template.content, changed);
  return changed;
}

/** @param {Node} now @param {Node} wanted @param {Set<Element>} changed */
function children(now, wanted, changed) {
  const [old, fresh] = [[...now.childNodes], [...wanted.childNodes]];
  fresh.forEach((node, place) => {
    const other = old[place];
    if (!other) now.appendChild(node);
    else if (other.nodeName !== node.nodeName) now.replaceChild(node, other);
    else one(other, node, changed);
  });
  for (const left of old.slice(fresh.length)) now.removeChild(left);
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
  if (now.localName === "td" || now.localName === "th") {
    const html = wanted.outerHTML;
    if (given.get(now) === html) return;
    given.set(now, html);
  }
  for (const { name, value } of wanted.attributes) {
    if (KEPT.has(name) || now.getAttribute(name) === value) continue;
    now.setAttribute(name, value);
    if (name === "class" || name === "value") note(now, changed);
  }
  for (const { name } of [...now.attributes]) {
    if (!wanted.hasAttribute(name) && !KEPT.has(name)) {
      now.removeAttribute(name);
      if (name === "class") note(now, changed);
    }
  }
  children(now, wanted, changed);
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
