/*
 * A table as spectators see it: the sections of a page that are the same for every viewer. See
 * `core/chronicle.py` and `host/page/sections.py` for their contents.
 */
import { totals } from "./charts.js";
import { game, hueOf } from "./pictures.js";
import { look } from "./seats.js";

/** @typedef {import("./seats.js").Look} Look */
/** @typedef {import("./charts.js").Points} Points */
/** @typedef {Record<string, any> & {is: string}} GameEvent */
/** @typedef {{at: number[], events: GameEvent[], from?: number[]}} Turn `from` is the first of several turns that are told as one */

/**
 * @typedef {object} View
 * @property {string[]} people by seat
 * @property {any} table the section "table"
 * @property {{earlier: number, recent: Turn[]}} turns the recent ones, and the number of events before them
 * @property {Points} points
 * @property {(HTMLElement | string)[]=} notes what a page says while nothing has been played
 * @property {Now=} now what the table does just now; nothing in a replay
 */

/**
 * @typedef {object} Now
 * @property {number[]} waits seats that have to choose
 * @property {number[]} away seats whose program isn't connected
 * @property {number[]} gone seats that left the game
 * @property {Record<number, string[]>=} tags what else is said of a seat
 * @property {boolean=} hasTime whether each seat has a clock
 */

/** Return how the cities are told apart. @param {Pick<View, "people" | "table">} view @returns {Look[]} */
export function looksOf({ people, table }) {
  const cities = table?.cities ?? [];
  return people.map((name, seat) => look(seat, name, cities[seat]?.board, hueOf(cities[seat]?.board)));
}

/**
 * Return the ranks of all seats by points, from 1; seats that are level share a rank.
 * @param {Points} points
 */
export function places(points) {
  const all = totals(points);
  return all.map((mine) => 1 + all.filter((other) => other > mine).length);
}

/** Return the leading seats; none while all are level. @param {Points} points */
export function leaders(points) {
  const some = points.ahead ?? [];
  return some.length < points.rows.length ? some : [];
}

/** Return how many stages of a wonder are built. */
export function builtStages(city) {
  return Array.isArray(city.built) ? city.built.length : city.built;
}

/** Return whether a stage is built. @param {number} number from 1 */
export function isBuilt(city, number) {
  return Array.isArray(city.built) ? city.built.includes(number) : number <= city.built;
}

/** Return whether this is a game of Architects. */
export function isArchitects() {
  return game() === "architects";
}
