/** The code editor: CodeMirror with Python, in a shadow root so that its styles fit the page's strict policy. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** How long Tab leaves the editor after Esc: long enough for slow hands, short enough to be forgotten. */
const TAB_LEAVES_MS = 30_000;

/**
 * @typedef {object} Editor
 * @property {() => string} code What stands in the editor.
 * @property {(code: string) => void} replace Put other code there, as one step that undo takes back.
 * @property {() => void} focus
 */

/**
 * Put an editor into `host`, in place of what stands there.
 *
 * @param {HTMLElement} host
 * @param {object} options
 * @param {string} options.code
 * @param {string} options.label What a screen reader calls the editor.
 * @param {() => void} options.onChange
 * @param {() => void} options.onRun
 * @param {() => void} options.onCheck
 * @returns {Editor}
 */
export function mountEditor(host, { code, label, onChange, onRun, onCheck }) {
  const root = host.attachShadow({ mode: "open" });
  /** @param {() => void} action */
  const command = (action) => () => {
    action();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: code,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: "Mod-Enter", run: command(onRun), shift: command(onCheck) },
            { key: "Escape", run: leaveWithTab },
          ]),
        ),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        python(),
        syntaxHighlighting(COLOURS),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange();
        }),
        TYPE_OVER,
        LOOK,
      ],
    }),
  });
  return {
    code: () => view.state.doc.toString(),
    replace: (text) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "input.replace" }),
    focus: () => view.focus(),
  };
}

/** @param {EditorView} view */
function leaveWithTab(view) {
  view.setTabFocusMode(TAB_LEAVES_MS);
  return false;
}

// The browser's own way to type over several lines leaves style attributes, which the page's policy blocks.
const TYPE_OVER = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data === null || view.composing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword], color: "var(--code-keyword)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--code-name)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
]);

// Colours and fonts are custom properties of the page, which reach into the shadow root.
const LOOK = EditorView.theme({
  "&": {
    color: "var(--ink)",
    backgroundColor: "var(--card)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    fontSize: "0.9375rem",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--mono-face, monospace)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.75rem 0", minHeight: "8rem" },
  ".cm-line": { padding: "0 1rem 0 0.75rem" },
  // Opaque: long lines scroll under it.
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "var(--card)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.25rem", padding: "0 0.25rem 0 0" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--sunk)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--soft)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", textDecoration: "wavy underline" },
  // Smaller text would make phones zoom in when the editor gets the focus.
  "@media (pointer: coarse)": { "&": { fontSize: "16px" } },
});
