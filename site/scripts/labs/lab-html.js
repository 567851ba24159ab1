/** The frame of every lab as HTML, complete before any script runs. Pure: the build and the page draw the same. */

import { escapeHtml } from "../matrix.js";
import { formatState } from "./lab-state.js";

/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").LabState} LabState */

/**
 * A lab in its first state.
 * @param {Lab} lab
 * @param {string} id
 * @param {LabState} state
 */
export function labHtml(lab, id, state) {
  const at = `lab-${id}`;
  return `<${lab.name}-lab class="lab" id="${at}" data-lab="${escapeHtml(id)}" data-start="${escapeHtml(formatState(lab, state))}">
<div class="lab-head"><h3 class="lab-title" id="${at}-title">${escapeHtml(lab.title)}</h3><div class="lab-tools" data-tools hidden>
<button type="button" class="lab-button" data-tool="undo" disabled>Undo</button><button type="button" class="lab-button" data-tool="redo" disabled>Redo</button><button type="button" class="lab-button" data-tool="reset">Reset</button><button type="button" class="lab-button" data-tool="link">Copy link to this state</button></div></div>
<fieldset class="lab-body" aria-labelledby="${at}-title" disabled>
<div class="lab-controls" data-part="controls">${lab.controls(state)}</div>
<div class="lab-tables" data-part="tables">${lab.steps(state).map((step) => `<section class="lab-step">${step}</section>`).join("")}</div>
<div class="lab-foot" data-foot><div class="lab-notice" id="${at}-notice" data-notice role="status"></div><p class="lab-story" id="${at}-story" data-part="story">${escapeHtml(lab.summary(state))}</p></div>
<div class="lab-numpy"><p class="lab-numpy-label">NumPy for <span data-part="numpy-name">${escapeHtml(lab.numpy(state, lab.table).name)}</span></p>
<pre data-part="numpy"><code>${escapeHtml(lab.numpy(state, lab.table).line)}</code></pre>
<button type="button" class="lab-button" data-tool="code">Open in editor</button></div>
</fieldset>
<p class="lab-plain">This is the lab’s first state. Moving things in it needs scripts.</p>
<p class="only-heard" data-said role="status"></p>
</${lab.name}-lab>`;
}
