/**
 * What a lab is, for the frame that all labs share. Types only; docs/labs.md walks through a new one.
 *
 * @typedef {Record<string, any>} LabState  small and plain: one value for each field
 *
 * @typedef {object} Field  one setting of a lab: how it is written in options, links and tries
 * @property {string} label what the page calls it
 * @property {string} wanted which values it takes, in words
 * @property {(text: string) => {value: any} | null} parse null for a text that is no value of it
 * @property {(value: any) => string} format what `parse` reads back; no blanks in it
 * @property {(value: any, state: LabState) => string} say the value in words; `state` is the one it stands in
 * @property {(before: any, after: any) => string} [change] what changed in it, after its label; else the value is said
 *
 * @typedef {{table: string, row: number, column: number}} Place  a cell; the row of a flat table is 0
 *
 * @typedef {object} Deed  what the learner did, other than to set a field
 * @property {string} act "press" for a cell, "type" for a number typed into one, else the `data-act` of a control
 * @property {Place} [place]
 * @property {number} [number] the number typed into a cell
 * @property {string} [text] what was typed into a control
 * @property {Record<string, string | undefined>} data the control's own `data-` attributes
 *
 * @typedef {{refused: string}} Refusal  why a deed changes nothing, as a sentence
 *
 * @typedef {object} NumpyLine
 * @property {string[]} given code that puts the lab's state there as NumPy literals
 * @property {string} line the line that makes the table
 * @property {string} name the name that holds it afterwards
 *
 * @typedef {object} LabPage  what only the build needs: a lab's script does not carry it
 * @property {string} about one sentence for the list of labs
 * @property {string[]} look what to try, for the lab's own page
 *
 * @typedef {object} Lab
 * @property {string} name
 * @property {string} title
 * @property {Record<string, Field>} fields
 * @property {LabState} start the first state where a page gives no other
 * @property {string} table whose NumPy line stands there before a cell is looked at
 * @property {(state: LabState) => string} controls HTML, made of `controls.js`
 * @property {(state: LabState) => string[]} steps HTML of each step, made of `lab-step.js`; steps come and go at the end
 * @property {(state: LabState) => string} summary one sentence on the whole, said after each change
 * @property {(state: LabState, place: Place) => string} story one sentence on a cell
 * @property {(state: LabState, table: string) => NumpyLine} numpy
 * @property {(state: LabState, deed: Deed) => LabState | Refusal | null} [act] null where the deed means nothing
 * @property {(state: LabState, before: LabState) => LabState} [settle] makes fields fit together after a change
 * @property {(state: LabState, place: Place) => Place[]} [related] the cells of other tables that are lit with one
 */

export {};
