/*
 * Which table the page shows. Nobody sits at a television, so it never stays where nothing is
 * to be seen: it goes on to what is played. Nothing here needs a page.
 */

/** Milliseconds for which a result stays, though something else is played. */
export const RESULT_MS = 20_000;

/** In the address, in place of a table's name: all tables. */
export const ALL = "all";

/**
 * @typedef {{name: string, state: string}} TableLine
 * @typedef {object} Place
 * @property {string | null} table the table that is shown; null for all of them
 * @property {number | null} overSince when it was first seen to be over
 */

/** @param {TableLine} it */
export function isPlayed(it) {
  return it.state === "playing" || it.state === "full";
}

/** @param {TableLine} it */
export function isOver(it) {
  return it.state === "over" || it.state === "stopped";
}

/** Return whether two names are those of one table. @param {string | null} one @param {string | null} other */
export function isSame(one, other) {
  return one === other || (one !== null && other !== null && one.toLowerCase() === other.toLowerCase());
}

/**
 * Return where the page belongs.
 *
 * Whoever has chosen a table stays there as long as it exists.
 * @param {TableLine[]} tables @param {string} wish what the address says @param {Place} place @param {number} now
 * @returns {Place}
 */
export function destination(tables, wish, place, now) {
  const find = (name) => tables.find((it) => isSame(it.name, name));
  if (wish === ALL) return { table: null, overSince: null };
  const chosen = wish ? find(wish) : undefined, here = find(place.table);
  const overSince = here && isOver(here) ? place.overSince ?? now : null;
  if (chosen) return { table: chosen.name, overSince };
  if (here && (overSince === null || now - overSince < RESULT_MS)) return { table: here.name, overSince };
  return { table: elsewhere(tables, place.table !== null) ?? here?.name ?? null, overSince };
}

/** Return the table to go to from one that is over or closed, or from all tables; null for none. */
function elsewhere(tables, isAway) {
  const played = tables.filter(isPlayed);
  if (played.length && (isAway || played.length === 1)) return played[0].name;
  return !isAway && tables.length === 1 ? tables[0].name : null;
}
