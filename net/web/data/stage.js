/* The last turn: its cards with their costs, its other events, and the middle of the table. */
import { h, unseen } from "./dom.js";
import { boardPicture, fact, named, picture, sign, who } from "./pictures.js";
import { beside } from "./seats.js";
import { payments } from "./sections.js";
import { paid, told } from "./telling.js";
import { isArchitects, looksOf } from "./view.js";
import { _, list, signed } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Turn} Turn */
/** @typedef {import("./view.js").GameEvent} GameEvent */

const CARD = new Set(["played", "taken", "token", "built", "picked", "enlisted", "copied"]);

/** Maximum number of cards in one row, enough for a turn of Architects. */
const FEW = 5;

/** Return whether an event is shown as a card. @param {GameEvent} it */
export function isPlay(it) {
  return CARD.has(it.is);
}

/**
 * Return whether there are more cards than in one turn, as there may be while a page catches up.
 * @param {GameEvent[]} events @param {View} view
 */
export function areMany(events, view) {
  return events.filter(isPlay).length > (isArchitects() ? FEW : view.people.length);
}

/** Draw the cards of a turn, each with its player and its cost. @param {Turn} turn @param {View} view */
export function plays(turn, view) {
  const looks = looksOf(view);
  return h("ul", { class: areMany(turn.events, view) ? "plays many" : "plays" }, turn.events.filter(isPlay).map((it, n) => play(it, turn.at, view, looks[it.seat], n)));
}

/** Draw all other events in words. @param {GameEvent[]} events @param {string[]} people */
export function lines(events, people) {
  const some = events.map((it) => h("li", { class: it.is }, told(it, people))).filter((it) => it.textContent);
  return some.length ? h("ul", { class: "events" }, some) : null;
}

function pictureOf(it, at, view) {
  if (it.is === "built") return picture(`${view.table.cities[it.seat].board}.${it.stage}`, _("stage_built", { n: it.stage }));
  if (it.stage) return picture(it.stage, _("stage_built", { n: it.stage.split(".").pop() }));
  if (it.card) return picture(it.card);
  return picture(`back.${at[1] ? at[0] : 0}`, told(it, view.people));
}

function play(it, at, view, look, n) {
  const { people } = view;
  return h("li", { class: `play use-${it.use ?? it.is}`, "data-by": it.seat, title: told(it, people) || paid(it, people), css: { "--c": look.colour, "--i": n } },
    who("b", look.name, it.seat, look.board),
    h("figure", {}, pictureOf(it, at, view)), costs(it, people));
}

/** Who is paid for a play, why it is free, and what it brings immediately. */
function costs(it, people) {
  const notes = [];
  for (const side of /** @type {const} */ (["left", "right"])) if (it[side]) notes.push(h("span", { class: "fits" }, sign("coin"), h("span", {}, _("n_to", { n: it[side], who: people[beside(it.seat, people.length, side)] }))));
  if (it.bank) notes.push(h("span", {}, sign("coin"), `−${it.bank}`));
  if (it.gains) notes.push(h("span", {}, sign("coin"), `+${it.gains}`));
  if (it.free) notes.push(h("span", {}, _(`free.${it.free}`)));
  if (it.joins) notes.push(h("span", {}, sign("pawn")));
  return notes.length ? h("small", {}, notes) : null;
}

/**
 * Draw the boards that were just taken, or all boards once everybody has one.
 * @param {GameEvent[]} events @param {View} view
 */
export function boards(events, view) {
  const founded = events.find((it) => it.is === "founded");
  const taken = founded ? founded.boards.map((board, seat) => ({ seat, board })) : events.filter((it) => it.is === "board");
  if (!taken.length) return [h("p", { class: "none" }, _("nothing_played"))];
  return [h("ul", { class: `boards${taken.length > 1 ? " all" : ""}` }, taken.map((it) => h("li", { class: "play", "data-by": it.seat, css: { "--c": looksOf(view)[it.seat].colour } },
    who("b", view.people[it.seat], it.seat, it.board), h("figure", {}, boardPicture(it.board)), h("small", {}, named(it.board)))))];
}

/** Draw the payments. @param {GameEvent[]} events @param {View} view */
export function trades(events, view) {
  const looks = looksOf(view), party = (seat) => (seat === null ? h("b", { class: "who" }, _("bank")) : name(looks[seat], seat));
  const some = payments(events, view.people.length);
  return h("ul", { class: "trades", css: { "--lines": some.length } }, some.map((it) => h("li", {},
    party(it.from), h("span", { class: "paid" }, sign("coin"), h("b", {}, it.coins), h("span", { "aria-hidden": "true" }, "→")), party(it.to))));
}

function name(look, seat) {
  return who("b", look.name, seat, look.board, { css: { "--c": look.colour } });
}

/** Draw conflicts: of each pair of neighbours, or of all in a battle. @param {GameEvent[]} events @param {View} view */
export function conflicts(events, view) {
  const looks = looksOf(view);
  const some = events.flatMap((it) => (it.is === "fought" ? wars(it, view, looks) : it.is === "battle" ? battle(it, looks) : []));
  return h("ul", { class: "fights", css: { "--lines": some.length } }, some);
}

/** @param {GameEvent} it @param {View} view @param {import("./view.js").Look[]} looks */
function wars({ tokens }, { table }, looks) {
  const shields = (seat) => h("span", { class: "force" }, sign("shield"), table.cities[seat].shields);
  return tokens.map(([won], seat) => {
    const other = beside(seat, tokens.length, "left"), theirs = tokens[other][1];
    return h("li", { class: won > theirs ? "first" : won < theirs ? "second" : "even" },
      name(looks[seat], seat), token(won), shields(seat), h("span", { "aria-hidden": "true" }, ":"), shields(other), token(theirs), name(looks[other], other));
  });
}

function token(n) {
  return h("span", { class: "token" }, n ? [sign(n < 0 ? "lost" : "won"), signed(n)] : "");
}

/** @param {GameEvent} it @param {import("./view.js").Look[]} looks */
function battle({ tokens, shields }, looks) {
  return tokens.map((won, seat) => h("li", { class: won ? "first" : "" }, name(looks[seat], seat), h("span", { class: "force" }, sign("shield"), shields[seat]), token(won)));
}

/**
 * Draw the middle of the table: edifices, or the piles of Architects; null if there is nothing.
 * @param {View} view @param {string=} central the top of the central pile, for whoever may see it
 */
export function middle({ table, people }, central) {
  if (isArchitects()) return table.piles?.length ? piles(table, central) : null;
  return (table.projects ?? []).length ? projects(table.projects, people) : null;
}

function projects(some, people) {
  return h("ul", { class: "projects", "aria-label": _("edifices") }, some.map((it) => {
    const state = it.fate ? _(`fate.${it.fate}`) : _("pawns_left", { n: it.pawns });
    return h("li", { class: it.fate, title: it.takers.length ? _("takers", { names: list(it.takers.map((seat) => people[seat])) }) : "" },
      picture(it.edifice), h("small", {}, it.fate ? state : [sign("pawn"), it.pawns, unseen(state)]));
  }));
}

function piles(table, central) {
  const one = (it) => h("li", {}, picture(it.top || (it.name === "central" && central) || `back.${it.name}`),
    h("small", {}, it.name === "central" ? _("central") : named(`back.${it.name}`), " ", h("b", {}, it.cards)));
  return h("div", { class: "onthetable" },
    h("ul", { class: "piles", "aria-label": _("piles") }, table.piles.map(one)),
    h("ul", { class: "tokens", "aria-label": _("open_tokens") }, table.open.map((id) => h("li", {}, picture(id)))),
    h("ul", { class: "facts" }, fact("horn", `${table.horns}/${table.conflicts}`, _("horns")), fact("progress", table.tokens, _("tokens_left", { n: table.tokens }))));
}
