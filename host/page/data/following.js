/*
 * The choice of the table to show. Nobody operates a television, so the page never stays at a table without a
 * game if there is a game elsewhere. Nothing here needs a page.
 */

/** Milliseconds for which a result is shown although another game is being played. */
export const RESULT_MS = 20_000;

/** Milliseconds for which a part of the tables is listed, if not all fit. */
const PAGE_MS = 10_000;

/** Fragment of the address for all tables; a table's name is encoded, so it has no slash. */
export const ALL = "#/";

/**
 * @typedef {{name: string, state: string}} TableLine
 * @typedef {object} Place
 * @property {string | null} table the table that is shown; null for all of them
 * @property {number | null} overSince when it was first seen to be over
 */

/** Return the table that an address names; empty for none, null for all tables. @param {string} fragment */
export function wished(fragment) {
  if (fragment === ALL) return null;
  try { return decodeURIComponent(fragment.slice(1)); } catch { return ""; }
}

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
 * Return the value for a table, whose name may be that of a property of every object.
 * @param {Record<string, T> | undefined} some by name @param {string} name @returns {T | undefined} @template T
 */
export function ofTable(some, name) {
  return some && Object.hasOwn(some, name) ? some[name] : undefined;
}

/**
 * Return the table that the page should show. A table that somebody has chosen is shown as long as it exists.
 * @param {TableLine[]} tables @param {string | null} wish the table that the address names; null for all tables @param {Place} place @param {number} now
 * @returns {Place}
 */
export function destination(tables, wish, place, now) {
  const find = (name) => tables.find((it) => isSame(it.name, name));
  if (wish === null) return { table: null, overSince: null };
  const chosen = wish ? find(wish) : undefined, here = find(place.table);
  const overSince = here && isOver(here) ? place.overSince ?? now : null;
  if (chosen) return { table: chosen.name, overSince };
  if (here && (overSince === null || now - overSince < RESULT_MS)) return { table: here.name, overSince };
  const next = elsewhere(tables.filter((it) => it !== here), place.table !== null);
  return { table: next === undefined ? here?.name ?? null : next, overSince: next === undefined ? overSince : null };
}

/**
 * Return the table to show: the one with a game, or else the one that waits for players. If there are
 * several, the overview is shown.
 * @param {TableLine[]} tables @param {boolean} isAway whether the page comes from a table
 */
function elsewhere(tables, isAway) {
  const played = tables.filter(isPlayed), open = tables.filter((it) => it.state === "lobby");
  for (const some of [played, open]) if (some.length) return some.length === 1 ? some[0].name : null;
  return !isAway && tables.length === 1 ? tables[0].name : undefined;
}

/**
 * Return the tables in the order of the list: first those with a game, then those that wait for players.
 * @param {TableLine[]} tables
 */
export function listed(tables) {
  const rank = (it) => (isPlayed(it) ? 0 : isOver(it) ? 2 : 1);
  return [...tables].sort((one, other) => rank(one) - rank(other));
}

/**
 * Return the tables to show now. If not all fit, parts of about equal size take turns.
 * @param {T[]} some @param {number} most @param {number} now @template T
 */
export function page(some, most, now) {
  const pages = Math.max(1, Math.ceil(some.length / most)), each = Math.ceil(some.length / pages), at = Math.floor(now / PAGE_MS) % pages;
  return some.slice(at * each, (at + 1) * each);
}
