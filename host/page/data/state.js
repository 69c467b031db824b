/* Shared state of the page: the sections as they were sent, and what follows from them. */
import { choosing } from "./clocks.js";
import { _, list } from "./words.js";

/** @typedef {import("./view.js").View} View */

/**
 * @typedef {object} Room
 * @property {Record<string, any>} have the sections
 * @property {string | null} table the table that is shown; null for all of them
 * @property {import("./pacing.js").Scene | null} scene what is told just now
 * @property {{key: string, since: number}} doing what the table does, and since when
 */

/** @type {Room} */
export const room = { have: {}, table: null, scene: null, doing: { key: "", since: 0 } };

/** Return the table to draw. @returns {View} */
export function view() {
  const { game, table, turns, points, now, clock } = room.have;
  return /** @type {any} */ ({ people: game.people, table, turns, points, now: { ...moodOf(now, table), hasTime: Boolean(clock?.own?.length) && !now.over } });
}

function moodOf(now, table) {
  const waits = new Set(choosing(now));
  if (typeof table.seat === "number" && !now.over) waits.add(table.seat);
  const tags = {};
  for (const [seats, label] of [[now.frauds, "cheated"], [now.halting, "would_end"]]) for (const seat of seats) (tags[seat] ??= []).push(_(label));
  return { waits: [...waits], away: now.over ? [] : now.here.flatMap((here, seat) => (here ? [] : [seat])), gone: now.gone, tags };
}

/** Return the game's title with its expansions. */
export function titleOf(about) {
  if (!about.expansions.length) return about.title;
  return _("with_expansions", { title: about.title, names: list(about.expansions.map((it) => _(`x.${it}`))) });
}
