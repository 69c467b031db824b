/*
 * Shared state of the page: the sections, what is selected and open, and the names and colours that follow
 * from them.
 */
import { act } from "./stream.js";
import { looksOf } from "./view.js";

/**
 * @typedef {object} Page
 * @property {Record<string, any>} have the sections
 * @property {number} clockAt when the clock was received, in milliseconds
 * @property {number} askedAt when the open question was first shown
 * @property {number | null} selected the number of the selected item
 * @property {string} why the action of which it is shown why it can't be done; may be empty
 * @property {string} drawer the open part beside the table
 * @property {number | null} shownCity the city that the drawer shows
 * @property {string} connection
 * @property {string[]} ended what was said when nothing could be done any more
 * @property {string[][]} further how to play again after that: what to do, and what to type
 * @property {() => void} redraw
 * @property {(said: string) => void} note shows something for a moment
 */

/** @type {Page} */
export const page = {
  have: {}, clockAt: 0, askedAt: 0, selected: null, why: "", drawer: "", shownCity: null, connection: "here", ended: [], further: [],
  redraw: () => {},
  note: () => {},
};

/** Change what is selected or open, and draw the page. @param {Partial<Page>} more */
export function change(more) {
  Object.assign(page, more);
  page.redraw();
}

/** Post an action for the open question. @param {string} what @param {string} word */
export function choose(what, word) {
  const question = page.have.question;
  return question ? act({ do: what, phase: question.phase, text: word }) : Promise.resolve(false);
}

/** @returns {string[]} */
export function people() {
  return page.have.game?.people ?? [];
}

/** Return the seat from whose place the table is seen. */
export function viewpoint() {
  return page.have.seat?.ours ?? page.have.seat?.from ?? 0;
}

/** Return the table as everybody sees it. @returns {import("./view.js").View} */
export function seen() {
  const { table, turns, points } = page.have;
  return /** @type {any} */ ({ people: people(), table, turns, points });
}

/** Return how the cities are told apart. */
export function looks() {
  return looksOf(seen());
}

/** Return the item that is selected or laid down. */
export function selectedItem() {
  const question = page.have.question;
  return question?.items.find((it) => it.number === page.selected) ?? null;
}

/** Return whether a seat still has to choose. */
export function waitsFor(seat) {
  return (page.have.wait?.seats ?? []).includes(seat) && !page.have.seat?.over;
}
