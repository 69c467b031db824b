/*
 * The table as spectators see it: all cities, and a stage that shows one thing at a time. It depends only on
 * the sections of a page (`view.js`), which come from a stream or from a replay's slider.
 */
import { Memo, h, place } from "./dom.js";
import { bars, curves } from "./charts.js";
import { signsToExplain } from "./cities.js";
import { legend, row, rowState } from "./court.js";
import { lastTurn } from "./sections.js";
import { areMany, boards, conflicts, isPlay, lines, middle, plays, trades } from "./stage.js";
import { moment } from "./telling.js";
import { isArchitects, looksOf } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Turn} Turn */

/**
 * The content of the stage: a scene from `pacing.js`, or the last turn at rest.
 * @typedef {object} Scene
 * @property {"boards" | "plays" | "coins" | "edifices" | "conflicts" | "told" | "points" | "table"} kind
 * @property {Turn=} turn the events that are told
 */

/**
 * Return the content of the stage while nothing new happens.
 * @param {View} view @param {"plays" | "table" | "points"=} wanted the last turn, all else that lies there, or the points
 * @returns {Scene}
 */
export function restingScene(view, wanted = "plays") {
  if (!view.table.cities.length) return { kind: "boards", turn: view.turns.recent[0] };
  const turn = lastTurn(view.turns), hasMore = !isArchitects() && ((view.table.projects ?? []).length > 0 || turn?.events.some((it) => !isPlay(it)));
  return { kind: wanted === "table" && !hasMore ? "plays" : wanted, turn };
}

/**
 * Draw the table.
 * @param {View} view @param {Scene=} scene
 * @param {Memo=} memo keeps what was drawn before, and draws anew only what has changed
 * @returns {HTMLElement}
 */
export function audience(view, scene = restingScene(view), memo = new Memo()) {
  const count = view.people.length;
  const court = memo.keep("court", count, () => h("div", { class: "court", "data-n": count }));
  const rows = view.people.map((_name, seat) => memo.keep(`row ${seat}`, rowState(view, seat), () => row(view, seat)));
  place(court, [...rows, legendOf(view, memo)]);
  const kind = isArchitects() ? "architects" : "wonders";
  const whole = memo.keep("audience", [count, kind], () => h("div", { class: `audience ${kind}`, "data-n": count }));
  place(whole, [court, memo.keep("stage", [scene, view.people, view.table, view.points, view.notes?.length], () => stage(view, scene))]);
  return whole;
}

function legendOf({ table: { cities } }, memo) {
  const some = signsToExplain(cities);
  return some.length ? memo.keep("legend", some, () => legend(some)) : null;
}

const TITLES = { boards: "founding", coins: "who_pays", edifices: "edifices", conflicts: "conflicts", points: "points_far" };

/** Draw the stage. @param {View} view @param {Scene=} scene */
export function stage(view, scene = restingScene(view)) {
  const { kind, turn } = scene, title = TITLES[kind];
  const events = turn?.events ?? [], at = turn ? [turn.from ?? [], turn.at].filter((it) => it.length).map(moment).join(" – ") : "";
  return h("section", { class: `stage ${kind}`, "data-n": view.people.length, "aria-label": title ? _(title) : _("played") },
    h("h2", {}, [at, title ? _(title) : ""].filter(Boolean).join(" – ") || _("played")),
    DRAW[kind](view, events, turn?.at ?? []), view.notes?.length ? h("div", { class: "notes" }, view.notes) : null);
}

/** @type {Record<string, (view: View, events: any[], at: number[]) => any[]>} */
const DRAW = {
  boards: (view, events) => boards(events, view),
  plays: played,
  coins: (view, events) => [trades(events, view)],
  edifices: (view, events) => [middle(view), lines(events, view.people)],
  conflicts: (view, events) => [conflicts(events, view), lines(events.filter((it) => it.is !== "fought" && it.is !== "battle"), view.people)],
  told: (view, events) => [lines(events, view.people)],
  points: standing,
  table: (view, events) => [middle(view), lines(events.filter((it) => !isPlay(it)), view.people)],
};

/** Maximum number of seats whose cards leave room for other events. */
const FEW = 3;

/** The cards of a turn, with other events if there is room. */
function played(view, events, at) {
  const others = lines(events.filter((it) => isArchitects() || !isPlay(it)), view.people), hasCards = events.some(isPlay);
  if (!events.length) return [h("p", { class: "none" }, _("nothing_played")), middle(view)];
  const isRoomy = (isArchitects() || view.people.length <= FEW) && !areMany(events, view);
  return [hasCards ? plays({ at, events }, view) : others, hasCards && isRoomy ? others : null, isRoomy ? middle(view) : null];
}

/** Draw the points so far: bars, and curves over the turns. @param {View} view */
export function standing(view) {
  const looks = looksOf(view);
  return [bars(view.points, looks), curves(view.points, looks)];
}
