/**
 * Leaf: the course's pictures of numbers. `matrix(picture)` draws an array as real tables with row and
 * column heads and its name and shape in the caption. The same function runs in the page and at build.
 */

import { writer } from "./matrix-numbers.js";

/** @typedef {import("./matrix-numbers.js").Cell} Cell */
/** @typedef {Cell | any[]} NestedCells  nested lists, one level an axis */
/** @typedef {boolean | any[]} NestedFlags */
/**
 * A value as plain JSON; see "Run and judge" in docs/architecture.md.
 * @typedef {{shape?: number[], dtype?: string, data?: NestedCells, python?: string, large?: boolean, list?: Encoded[],
 *   tuple?: Encoded[], none?: true, text?: string, callable?: string, other?: string}} Encoded
 */
/**
 * @typedef {object} Picture
 * @property {string} name what the caption calls it
 * @property {Encoded} value
 * @property {"yours" | "wanted"} [role]
 * @property {NestedFlags | null} [differs] True at each cell to ring
 * @property {Encoded} [beside] the value it is shown beside: both get enough digits to look different
 * @property {string[]} [rows] words for the second last axis, instead of indices
 * @property {string[]} [columns] words for the last axis
 * @property {boolean | "ones"} [blocked] whether True in it, or 1 beside a table of booleans or in a table of 0 and 1, means "may not look": hatched
 * @property {number} [digits] the most digits behind the point; "rounded" is said where they are not all
 * @property {boolean} [shaded] whether cells are shaded by their value from 0 to 1
 * @property {string} [grid] the table's name in a lab: its cells take the focus, and arrow keys move it
 * @property {(index: number[], cell: Cell) => string} [classes] more classes for a cell
 * @property {(index: number[], cell: Cell) => string} [attributes] more HTML attributes for a cell
 * @property {(axis: "row" | "column", index: number) => string} [heads] HTML attributes for a head
 * @property {(index: number[], cell: Cell) => string | null} [words] what stands in a cell in place of its number
 * @property {((index: number[]) => string) | null} [edited] the label of a cell's field, where cells are edited
 */

const MOST_LINES = 12;
const MOST_TABLES = 6;
const SHADES = 20;

/**
 * Text made safe to stand in HTML, in attributes too.
 * @param {string} text
 */
export function escapeHtml(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/**
 * A shape as Python writes it.
 * @param {number[]} shape
 */
export function shapeText(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/**
 * The picture as HTML.
 * @param {Picture} picture
 * @returns {string}
 */
export function matrix(picture) {
  const { value } = picture;
  const parts = value.list ?? value.tuple;
  if (parts) return several(picture, parts, value.tuple ? "tuple" : "list");
  if (!value.shape) return framed(picture, "", `<p class="matrix-word">${escapeHtml(wordFor(value))}</p>`);
  const shape = value.shape;
  const type = typeWord(value) || (isRounded(picture) ? "rounded" : "");
  if (value.large || value.data === undefined) {
    return framed(picture, shapeText(shape), `<p class="matrix-word">too large to show</p>`, type);
  }
  if (shape.includes(0)) return framed(picture, shapeText(shape), `<p class="matrix-word">no values</p>`, type);
  const paint = painter(picture);
  if (shape.length === 0) return framed(picture, "", `<p class="matrix-scalar">${paint.scalar(value.data)}</p>`, type);
  const tables = shape.length <= 2 ? paint.table(value.data, picture.differs ?? null, []) : paint.stack(value.data);
  return framed(picture, shapeText(shape), tables, type);
}

/** @param {Picture} picture @param {Encoded[]} parts @param {string} kind */
function several(picture, parts, kind) {
  const flags = Array.isArray(picture.differs) ? picture.differs : [];
  const others = picture.beside?.list ?? picture.beside?.tuple ?? [];
  const inner = parts.map((value, index) =>
    matrix({ ...picture, role: undefined, name: `[${index}]`, value, differs: flags[index] ?? null, beside: others[index] }),
  );
  return framed(picture, `${kind} of ${parts.length}`, `<div class="matrix-parts">${inner.join("")}</div>`);
}

/** @param {Encoded} value */
function wordFor(value) {
  if (value.none) return "None";
  if (value.text !== undefined) return `"${value.text}"`;
  return value.callable ?? value.other ?? "a value of another kind";
}

/** What is worth saying of the type: nothing for plain floats and booleans. @param {Encoded} value */
function typeWord({ dtype = "", python }) {
  if (python === "list" || python === "tuple") return python;
  return ["float64", "bool", "int64"].includes(dtype) ? "" : dtype;
}

/** @param {Picture} picture @param {string} shape @param {string} body @param {string} type */
function framed({ name, role }, shape, body, type = "") {
  const words = [
    name && `<span class="matrix-name">${escapeHtml(name)}</span>`,
    shape && `<span class="matrix-shape">${shape}</span>`,
    type && `<span class="matrix-type">${escapeHtml(type)}</span>`,
  ];
  return `<figure class="matrix"${role ? ` data-role="${role}"` : ""}><figcaption>${words.filter(Boolean).join(" ")}</figcaption>${body}</figure>`;
}

/** @param {Picture} picture */
function painter(picture) {
  const { value, beside, rows, columns, heads, grid } = picture;
  const rank = value.shape?.length ?? 0;
  const cells = flat(value.data);
  const whole = isWhole(value);
  const others = beside && String(beside.shape) === String(value.shape) ? flat(beside.data) : [];
  const mixed = !whole || (others.length > 0 && beside !== undefined && !isWhole(beside));
  const apart = others.map((other, index) => /** @type {[Cell, Cell]} */ ([cells[index], other]));
  const write = writer([...cells, ...others], whole && !mixed, mixed ? apart.filter(([a, b]) => far(a, b)) : [], picture.digits);

  /** @param {Cell} cell @param {boolean} rings @param {number[]} index */
  const td = (cell, rings, index) => {
    const says = cell === true || (cell === 1 && (beside?.dtype === "bool" || picture.blocked === "ones"));
    const blocked = (says && picture.blocked && rank > 0) || cell === "-inf";
    const names = [rings && "differs", blocked && "blocked", cell === false && "false", picture.edited && "edited", picture.classes?.(index, cell)].filter(Boolean).join(" ");
    const shade = picture.shaded && typeof cell === "number" ? ` data-shade="${Math.round(Math.min(1, Math.max(0, cell)) * SHADES)}"` : "";
    const place = grid ? ` data-cell="${(rank === 1 ? [0, ...index] : index).join(",")}"${picture.edited ? "" : ` tabindex="${index.some(Boolean) ? -1 : 0}"`}` : "";
    const more = picture.attributes?.(index, cell) ?? "";
    const heard = rings ? '<span class="only-heard"> (differs)</span>' : "";
    const text = picture.words?.(index, cell) ?? write(cell);
    const shown = picture.edited ? field(index, text) : `<span class="cell">${escapeHtml(text)}</span>`;
    return `<td${names ? ` class="${names}"` : ""}${shade}${place}${more && ` ${more}`}>${shown}${heard}</td>`;
  };

  /** @param {number[]} index @param {string} text */
  const field = (index, text) =>
    `<input class="cell" type="text" size="${Math.max(4, text.length)}" value="${escapeHtml(text)}" aria-label="${escapeHtml(picture.edited?.(index) ?? "")}" autocomplete="off" spellcheck="false" tabindex="${index.some(Boolean) ? -1 : 0}">`;

  /** @param {"row" | "column"} axis @param {number} index @param {string | undefined} word */
  const th = (axis, index, word) => {
    const more = heads?.(axis, index) ?? "";
    return `<th scope="${axis === "row" ? "row" : "col"}"${more && ` ${more}`}>${escapeHtml(word ?? String(index))}</th>`;
  };

  /** @param {NestedCells} data @param {NestedFlags | null} flags @param {number[]} before */
  const table = (data, flags, before) => {
    const flatRow = !Array.isArray(at(data, 0));
    const lines = flatRow ? [data] : /** @type {NestedCells[]} */ (data);
    const marks = flatRow ? [flags] : lines.map((_, i) => at(flags, i));
    const width = /** @type {NestedCells[]} */ (lines[0] ?? []).length;
    const keptRows = kept(lines.length, marks.findIndex(anyTrue));
    const keptColumns = kept(width, firstColumn(marks, width));
    const head = keptColumns.map((c) => (typeof c !== "number" ? `<td class="matrix-gap">${hidden(c, "column")}</td>` : th("column", c, columns?.[c])));
    const body = keptRows.map((r) => {
      if (typeof r !== "number") {
        return `<tr><td class="matrix-gap" colspan="${keptColumns.length + 1}">${hidden(r, "row")}</td></tr>`;
      }
      const row = keptColumns.map((c) =>
        typeof c !== "number" ? '<td class="matrix-gap">…</td>' : td(/** @type {Cell} */ (at(lines[r], c)), at(marks[r], c) === true, flatRow ? [...before, c] : [...before, r, c]),
      );
      const name = flatRow ? "" : th("row", r, rows?.[r]);
      return `<tr>${name}${row.join("")}</tr>`;
    });
    const corner = flatRow ? "" : "<td></td>";
    const role = grid ? ` role="grid" data-table="${escapeHtml(grid)}" aria-label="${escapeHtml(`${picture.name} ${shapeText(value.shape ?? [])}`)}"` : "";
    return `<div class="matrix-scroll"><table${role}><thead><tr>${corner}${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
  };

  /** Tables of an array with three axes or more, one under each index. @param {NestedCells} data */
  const stack = (data) => {
    const shape = (value.shape ?? []).slice(0, -2);
    const indices = shape.reduce((all, size) => all.flatMap((i) => range(size).map((n) => [...i, n])), /** @type {number[][]} */ ([[]]));
    const marked = indices.findIndex((index) => anyTrue(dig(picture.differs ?? null, index)));
    const keep = kept(indices.length, marked, MOST_TABLES);
    const inner = keep.map((place) => {
      if (typeof place !== "number") return `<p class="matrix-word">${hidden(place, "table")}</p>`;
      const index = indices[place] ?? [];
      const name = `[${index.join(", ")}]`;
      const flags = /** @type {NestedFlags | null} */ (dig(picture.differs ?? null, index));
      return `<div class="matrix-slice"><p class="matrix-index">${name}</p>${table(/** @type {NestedCells} */ (dig(data, index)), flags, index)}</div>`;
    });
    return `<div class="matrix-parts">${inner.join("")}</div>`;
  };

  /** @param {NestedCells} data */
  const scalar = (data) => {
    const rings = picture.differs === true;
    const text = escapeHtml(write(/** @type {Cell} */ (data)));
    return rings ? `<span class="differs">${text}<span class="only-heard"> (differs)</span></span>` : text;
  };
  return { table, stack, scalar };
}

/**
 * Which lines of a long table are shown, and how many are left out between. `needed` must be among them.
 * @param {number} count
 * @param {number} needed
 * @param {number} most
 * @returns {(number | {gap: number})[]}
 */
function kept(count, needed, most = MOST_LINES) {
  if (count <= most) return range(count);
  const shown = new Set([...range(most - 4), count - 2, count - 1]);
  if (needed >= 0) shown.add(needed);
  const sorted = [...shown].sort((a, b) => a - b);
  return sorted.flatMap((line, place) => {
    const gap = place > 0 ? line - (sorted[place - 1] ?? 0) - 1 : 0;
    return gap > 0 ? [{ gap }, line] : [line];
  });
}

/** @param {{gap: number}} left @param {string} what */
const hidden = ({ gap }, what) => `${gap} ${what}${gap === 1 ? "" : "s"} not shown`;
/** @param {(NestedFlags | null | undefined)[]} marks @param {number} width */
const firstColumn = (marks, width) => range(width).findIndex((c) => marks.some((row) => at(row, c) === true));
/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);
/** @param {NestedCells | undefined} data @returns {Cell[]} */
const flat = (data) => /** @type {Cell[]} */ (Array.isArray(data) ? data.flat(Infinity) : data === undefined ? [] : [data]);
/** @template T @param {T} nested @param {number} index @returns {any} */
const at = (nested, index) => (Array.isArray(nested) ? nested[index] : undefined);
/** @param {unknown} nested @param {number[]} index @returns {any} */
const dig = (nested, index) => index.reduce((inner, i) => at(inner, i), nested) ?? null;
/** @param {unknown} flags @returns {boolean} */
const anyTrue = (flags) => flags === true || (Array.isArray(flags) && flags.some(anyTrue));
/** @param {Picture} picture */
const isRounded = ({ value, digits = Infinity }) =>
  flat(value.data).some((cell) => typeof cell === "number" && Math.abs(cell - Number(cell.toFixed(Math.min(digits, 20)))) > 1e-12);
/** @param {Encoded} value */
const isWhole = ({ dtype = "" }) => !dtype.startsWith("float") && dtype !== "object";
/** Apart by more than rounding. @param {Cell} a @param {Cell} b */
const far = (a, b) => typeof a !== "number" || typeof b !== "number" || Math.abs(a - b) > 1e-8 + 1e-6 * Math.abs(b);
