/** Brings a lab to life: takes over the markup of the build and draws each new state into it. */

import { changes, describeState, formatState, readLink, readState, sameState, settled, splitState } from "./lab-state.js";
import { ChangedCells } from "./changed-cells.js";
import { cellAt, cellOf, focusCell, keepStops, placeOf, stopAt, uncover } from "./grid.js";
import { labKey } from "./lab-keys.js";
import { copyLink } from "./lab-link.js";
import { LabHistory } from "./lab-history.js";
import { DrawnSteps } from "./drawn-steps.js";
import { lit } from "./lit.js";
import { morph } from "./morph.js";
import { readCell } from "./number-cell.js";
import { wholeCode } from "./numpy-text.js";

/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").LabState} LabState */
/** @typedef {import("./lab-kind.js").Place} Place */
/** @typedef {import("./lab-kind.js").Deed} Deed */

/** Registers `<NAME-lab>`. @param {Lab} lab */
export function defineLab(lab) {
  customElements.define(`${lab.name}-lab`, class extends LabElement {
    constructor() {
      super(lab);
    }
  });
}

/** The element of every lab; a subclass says which one. */
class LabElement extends HTMLElement {
  /** @type {LabHistory<LabState>} */
  #history = new LabHistory(/** @type {LabState} */ ({}));
  /** @type {LabState} */
  #first = {};
  /** @type {Place | null} */
  #place = null;
  #changed = new ChangedCells();
  /** @type {AbortController | null} */
  #connected = null;
  /** @type {DrawnSteps | null} */
  #steps = null;

  /** @param {Lab} lab */
  constructor(lab) {
    super();
    this.lab = lab;
  }

  get state() {
    return this.#history.state;
  }

  connectedCallback() {
    const { lab } = this;
    this.#first = readState(lab, splitState(this.dataset.start ?? "")).state;
    this.#history = new LabHistory(this.#first);
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("input", (event) => this.#moved(event), { signal });
    this.addEventListener("change", (event) => this.#chosen(event), { signal });
    this.addEventListener("keydown", (event) => labKey(event, (tool) => this.#tool(tool), (cell) => this.#press(cell)), { signal });
    this.addEventListener("focusin", ({ target }) => this.#look(target, true), { signal });
    this.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.#look(target), { signal });
    document.addEventListener("lab-put", (event) => this.#putByTask(/** @type {CustomEvent} */ (event).detail), { signal });
    this.#within("fieldset").removeAttribute("disabled");
    this.#within("[data-tools]").hidden = false;
    this.#steps = new DrawnSteps(this.#within('[data-part="tables"]'), (changed) => {
      this.#changed.add(changed);
      this.#drawn();
    }, { signal });
    this.#readLeft();
    keepStops(this);
    this.#tellState(false);
  }

  disconnectedCallback() {
    this.#connected?.abort();
    this.#steps?.disconnect();
    this.#changed.stop();
  }

  /** A part of the frame, which `labHtml` gives every lab. @param {string} selector */
  #within(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  // ---- what the learner does

  /** @param {Event} event */
  #clicked({ target }) {
    const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("button")) : null;
    if (button?.dataset.tool) this.#tool(button.dataset.tool);
    else if (button?.dataset.act) this.#do({ act: button.dataset.act, data: { ...button.dataset } });
    const cell = button ? null : cellOf(target);
    if (!cell || cell.querySelector("input")) return;
    focusCell(cell);
    this.#press(cell);
  }

  /** @param {HTMLElement} cell */
  #press(cell) {
    this.#do({ act: "press", place: placeOf(cell), data: { ...cell.dataset } });
  }

  /** A slider on its way. @param {Event} event */
  #moved({ target }) {
    if (target instanceof HTMLInputElement && target.type === "range" && target.dataset.field) this.#set(target.dataset.field, target.value, target.dataset.field);
  }

  /** @param {Event} event */
  #chosen({ target }) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const { field, act } = target.dataset;
    const cell = cellOf(target);
    if (target.type === "range") this.#history.pause();
    else if (field) this.#set(field, target.type === "checkbox" ? (/** @type {HTMLInputElement} */ (target).checked ? "on" : "off") : target.value);
    else if (act) this.#do({ act, text: target.value, data: { ...target.dataset } }, target);
    else if (cell) this.#typed(/** @type {HTMLInputElement} */ (target), cell);
  }

  /** @param {HTMLInputElement} field @param {HTMLElement} cell */
  #typed(field, cell) {
    const kept = field.getAttribute("value") ?? "";
    this.#notice("");
    if (field.value.trim() === kept) return void (field.value = kept);
    const read = readCell(field.value);
    if ("number" in read) this.#do({ act: "type", place: placeOf(cell), number: read.number, data: { ...cell.dataset } }, field);
    else this.#notice(`${read.refused} The cell keeps ${kept}.`, field);
    field.value = field.getAttribute("value") ?? "";
  }

  /** @param {string} tool */
  #tool(tool) {
    if (tool === "link") return void copyLink(this.id, formatState(this.lab, this.state), (words) => this.#notice(words));
    if (tool === "code") return this.#openCode();
    const before = this.state;
    if (tool === "undo") this.#history.undo();
    else if (tool === "redo") this.#history.redo();
    else if (!sameState(this.lab, before, this.#first)) this.#history.add(this.#first);
    this.#notice("");
    const told = { undo: "Undone.", redo: "Redone.", reset: "Back to the first state." }[tool];
    this.#draw(before, tool === "reset" ? told : `${told} ${changes(this.lab, before, this.state)}`.trim());
  }

  // ---- what becomes of it

  /** @param {string} name @param {string} text @param {string} [cause] */
  #set(name, text, cause) {
    const read = this.lab.fields[name]?.parse(text);
    if (read) this.#next({ ...this.state, [name]: read.value }, cause);
  }

  /** @param {Deed} deed @param {HTMLElement} [field] where it was typed */
  #do(deed, field) {
    const next = this.lab.act?.(this.state, deed);
    if (!next) return;
    if ("refused" in next) {
      this.#notice(String(next.refused), field);
      // What was typed gives way to what is kept.
      this.#draw(this.state, "");
    } else this.#next(next);
  }

  /** @param {LabState} state @param {string} [cause] */
  #next(state, cause, next = settled(this.lab, state, this.state)) {
    const before = this.state;
    this.#notice("");
    if (sameState(this.lab, next, before)) return this.#draw(before, "");
    this.#history.add(next, cause);
    this.#draw(before);
  }

  /** @param {LabState} before @param {string} [said] in place of what changed; nothing is said for "" */
  #draw(before, said) {
    const { lab, state } = this;
    morph(this.#within('[data-part="controls"]'), lab.controls(state));
    this.#changed.mark(this.#steps?.draw(lab.steps(state)) ?? new Set());
    this.#drawn();
    /** @type {HTMLButtonElement} */ (this.#within('[data-tool="undo"]')).disabled = !this.#history.canUndo;
    /** @type {HTMLButtonElement} */ (this.#within('[data-tool="redo"]')).disabled = !this.#history.canRedo;
    if (said === "") return;
    this.dataset.moved = formatState(lab, state);
    this.#within("[data-said]").textContent = `${said ?? changes(lab, before, state)} ${lab.summary(state)}`;
    this.#tellState(true);
  }

  #drawn() {
    keepStops(this);
    if (this.#place && !cellAt(this, this.#place)) this.#place = null;
    this.#tell();
  }

  /** @param {EventTarget | null} target @param {boolean} [focused] */
  #look(target, focused = false) {
    const cell = cellOf(target);
    if (!cell) return;
    this.#place = placeOf(cell);
    if (focused) {
      stopAt(cell);
      this.#describe(/** @type {Element} */ (target));
      if (target instanceof HTMLInputElement) target.select();
    }
    this.#tell();
    // A pointer sees what it presses: moving the page under it would make it miss.
    if (focused && cell.matches(":has(:focus-visible), :focus-visible")) uncover(cell);
  }

  /** The cell that is looked at: its story, its row and column, the line that makes its table. */
  #tell() {
    const { lab, state } = this;
    const place = this.#place;
    const numpy = lab.numpy(state, place?.table ?? lab.table);
    this.#within('[data-part="story"]').textContent = place ? lab.story(state, place) : lab.summary(state);
    this.#within('[data-part="numpy-name"]').textContent = numpy.name;
    this.#within('[data-part="numpy"] code').textContent = numpy.line;
    lit(this, place, place ? (lab.related?.(state, place) ?? []) : []);
  }

  /** @param {string} words @param {HTMLElement} [field] whose text is refused */
  #notice(words, field) {
    const place = this.#within("[data-notice]");
    place.textContent = words;
    for (const old of this.querySelectorAll("[aria-invalid]")) this.#describe(old, false);
    if (field) this.#describe(field, true);
    return place;
  }

  /** A cell is described by its story, a field whose text is refused by the notice. @param {Element} field */
  #describe(field, refused = field.hasAttribute("aria-invalid")) {
    const by = `${refused ? `${this.id}-notice ` : ""}${cellOf(field) ? `${this.id}-story` : ""}`.trim();
    for (const [name, value] of Object.entries({ "aria-invalid": refused ? "true" : "", "aria-describedby": by })) {
      if (value) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
  }

  // ---- what goes out and comes in

  /** @param {boolean} live whether the learner has just done something */
  #tellState(live) {
    const detail = { lab: this.dataset.lab, live, fields: describeState(this.lab, this.state) };
    this.dispatchEvent(new CustomEvent("lab-state", { bubbles: true, detail }));
  }

  /** @param {{lab: string, state: string}} task */
  #putByTask({ lab, state }) {
    if (lab !== this.dataset.lab) return;
    const asked = splitState(state);
    let put = readState(this.lab, asked, this.state);
    // What the learner has changed since may leave no room for what the task asks for.
    if (put.faults.length) put = readState(this.lab, asked, this.#first);
    // As it stands: what would move along with other settings may be asked for.
    this.#next(put.state, "", put.state);
  }

  /** The state that the learner has left here, or that a link asks for. */
  #readLeft() {
    const text = this.dataset.left ?? new URLSearchParams(location.search).get(this.id);
    if (text === null) return;
    const read = readLink(this.lab, text);
    if ("broken" in read) return void this.#notice(read.broken);
    this.#history.add(read.state);
    this.#draw(this.#first, "");
  }

  #openCode() {
    const { lab, state } = this;
    const code = wholeCode(lab.numpy(state, this.#place?.table ?? lab.table));
    this.dispatchEvent(new CustomEvent("lab-code", { bubbles: true, detail: { code } }));
  }
}
