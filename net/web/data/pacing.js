/*
 * What is shown when: the turns of a game as scenes, one at a time and at people's speed,
 * however quickly they were played. Nothing here needs a page.
 *
 * A turn is told in the order in which people at a table would look at it: the cards, the
 * coins, edifices, conflicts, and then the points. Until a scene tells of something, the
 * cities are shown without it.
 *
 * A page that is behind catches up. It shows every card, edifice and conflict, but more
 * briefly the further behind it is, and the cards of several turns together where they are
 * few. So it is behind by no more than the longest game takes at that speed.
 */
import { isExtra, payments } from "./sections.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Turn} Turn */
/** @typedef {import("./view.js").GameEvent} GameEvent */
/** @typedef {Pick<View, "table" | "turns" | "points">} Frame the sections as they were sent */
/** @typedef {"boards" | "plays" | "coins" | "edifices" | "conflicts" | "told" | "points"} Kind */

/**
 * @typedef {object} Scene
 * @property {Kind} kind
 * @property {Turn} turn with the events that this scene tells
 * @property {Frame["table"]} table what the cities are meanwhile
 * @property {Frame["points"]} points
 */

/** Milliseconds for which a scene is shown, by kind, and for each further event in it. */
const LONG = { boards: 3_500, plays: 3_200, coins: 2_200, edifices: 4_500, conflicts: 5_500, told: 2_500, points: 4_000 };
const EACH_MS = 350;

/** Number of waiting turns from which the page catches up. */
export const BEHIND = 3;

/**
 * Milliseconds for which a scene is shown while the page catches up, by kind. Coins and points have no scene
 * then: cards show their costs, and cities their points.
 */
const HURRIED = { boards: 900, plays: 1_300, edifices: 900, conflicts: 1_500, told: 900 };

/** The further behind the page is, the shorter a scene, but never below this, so that it can be seen. */
export const LEAST_MS = 700;

/** Maximum number of cards in turns that are shown as one while the page catches up. */
export const MOST_CARDS = 8;

/**
 * What is shown in rotation while nothing happens: the last cards, the middle of the table, and the points.
 */
const RESTS = /** @type {const} */ ([{ kind: "plays", ms: 12_000 }, { kind: "table", ms: 7_000 }, { kind: "points", ms: 8_000 }]);

/** The scene in which an event is shown. */
const KINDS = {
  board: "boards", founded: "boards",
  played: "plays", enlisted: "plays", picked: "plays", taken: "plays", built: "plays", token: "plays", copied: "plays",
  edifice: "edifices", penalised: "edifices", fought: "conflicts", battle: "conflicts",
};

const ORDER = /** @type {const} */ (["boards", "plays", "coins", "edifices", "conflicts", "told", "points"]);

/** Scenes that still show the points of the previous turn. */
const BEFORE_POINTS = new Set(["boards", "plays", "coins", "edifices", "conflicts", "told"]);

/**
 * Return the scenes of a turn.
 * @param {Turn} turn with what is new of it
 * @param {Frame} before @param {Frame} after
 * @returns {Scene[]}
 */
export function scenes(turn, before, after) {
  const count = after.table.cities.length, found = new Map();
  for (const it of turn.events) {
    const kind = KINDS[it.is] ?? "told";
    found.set(kind, [...(found.get(kind) ?? []), it]);
  }
  const paying = payments(turn.events, count).length ? turn.events : [];
  if (paying.length) found.set("coins", paying);
  if (count && before !== after && JSON.stringify(before.points.rows) !== JSON.stringify(after.points.rows)) found.set("points", []);
  const isBegun = before.table.cities.length > 0;
  return ORDER.filter((kind) => found.has(kind)).flatMap((kind) => {
    const table = isBegun && (kind === "plays" || kind === "boards") ? before.table : after.table;
    const points = isBegun && BEFORE_POINTS.has(kind) ? before.points : after.points;
    return oneByOne(kind, found.get(kind)).map((events) => ({ kind, turn: { at: turn.at, events }, table, points }));
  });
}

/** Boards are taken one after the other; all other events of a kind are shown together. */
function oneByOne(kind, events) {
  return kind === "boards" ? events.map((it) => [it]) : [events];
}

/**
 * Return whether the cards of two scenes are few enough to be shown as one.
 * @param {Scene} one @param {Scene} other
 */
function areOne(one, other) {
  return one.kind === "plays" && other.kind === "plays" && one.turn.events.length + other.turn.events.length <= MOST_CARDS;
}

/**
 * Join two scenes: first the cards of both, then their consequences.
 * @param {Scene} one @param {Scene} other @returns {Scene}
 */
function joint(one, other) {
  const events = [...one.turn.events, ...other.turn.events];
  return { ...one, turn: { from: one.turn.from ?? one.turn.at, at: other.turn.at, events } };
}

/**
 * Return the new events of some turns.
 * @param {Frame["turns"]} before @param {Frame["turns"]} now @returns {Turn[]}
 */
export function fresh(before, now) {
  let seen = before.recent.reduce((sum, it) => sum + it.events.length, before.earlier) - now.earlier;
  /** @type {GameEvent[]} */
  const missed = seen < 0 ? [{ is: "missed" }] : [];
  const found = now.recent.map(({ at, events }) => {
    const some = events.slice(Math.max(0, seen));
    seen -= events.length;
    return { at, events: some };
  });
  if (found.length) found[0].events.unshift(...missed);
  return joined(found.filter((it) => it.events.length));
}

/** Join an extra card with the turn to which it belongs. @param {Turn[]} turns @returns {Turn[]} */
function joined(turns) {
  /** @type {Turn[]} */
  const found = [];
  for (const it of turns) {
    const last = found[found.length - 1];
    if (last && isExtra(it.at, last.at)) found[found.length - 1] = { at: last.at, events: [...last.events, ...it.events] };
    else found.push(it);
  }
  return found;
}

/** Plays the turns of one table as scenes. */
export class Pacing {
  constructor() {
    /** @type {Frame | null} */
    this._last = null;
    /** @type {{scene: Scene, turn: number}[]} what is to be shown, the current scene first */
    this._queue = [];
    this._since = 0;
    this._turns = 0;
  }

  /** Take the present sections. @param {Frame} frame @param {number} now milliseconds */
  take(frame, now) {
    const before = this._last;
    this._last = frame;
    if (!before) {
      this._since = now;
      return;
    }
    this.at(now);
    if (!this._queue.length) this._since = now;
    fresh(before.turns, frame.turns).forEach((turn, n) => {
      this._turns += 1;
      // Of several turns at once, only what the last one led to is known.
      const some = scenes(turn, n ? frame : before, frame);
      this._queue.push(...some.map((scene) => ({ scene, turn: this._turns })));
    });
    this._hurry();
  }

  /** Whether a turn is so far behind that the page catches up with it. */
  _isLate({ turn }) {
    return this._turns - turn >= BEHIND;
  }

  /** Fold what waits for too long: no card, edifice or conflict is left out. What is shown stays. */
  _hurry() {
    const [shown, ...waiting] = this._queue;
    /** @type {typeof this._queue} */
    const found = shown ? [shown] : [];
    for (const it of waiting.filter((one) => !this._isLate(one) || one.scene.kind in HURRIED)) {
      const last = found[found.length - 1];
      if (last !== shown && this._isLate(it) && areOne(last.scene, it.scene)) found[found.length - 1] = { ...it, scene: joint(last.scene, it.scene) };
      else found.push(it);
    }
    this._queue = found;
  }

  /** Return the scene at a time; null if nothing is told. @param {number} now @returns {Scene | null} */
  at(now) {
    for (;;) {
      const first = this._queue[0];
      if (!first) return null;
      const ms = this._milliseconds(first);
      if (ms > 0 && now < this._since + ms) return first.scene;
      if (ms > 0) this._since = now;
      this._queue.shift();
    }
  }

  /** Return for how long the first scene is shown: not at all if the page has to catch up without it. */
  _milliseconds({ scene, turn }) {
    if (this._isLate({ turn })) return scene.kind in HURRIED ? Math.max(LEAST_MS, (HURRIED[scene.kind] * BEHIND) / (this._turns - turn)) : 0;
    return LONG[scene.kind] + EACH_MS * Math.max(0, scene.turn.events.length - 1);
  }

  /** Whether all that has happened was told. @param {number} now */
  isAtRest(now) {
    return this.at(now) === null;
  }

  /** Return what is shown while nothing is told. @param {number} now @returns {"plays" | "table" | "points"} */
  resting(now) {
    const all = RESTS.reduce((sum, it) => sum + it.ms, 0);
    let passed = Math.max(0, now - this._since) % all;
    for (const { kind, ms } of RESTS) {
      if (passed < ms) return kind;
      passed -= ms;
    }
    return "plays";
  }
}
