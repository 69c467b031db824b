/*
 * The table as spectators see it: all cities, and a stage on which one thing is shown at a
 * time. Made from the sections of a page alone (`view.js`): the host's page follows a stream
 * with it, a replay a slider.
 */
import { h, unseen } from "./dom.js";
import { bars, curves } from "./charts.js";
import { court } from "./court.js";
import { lastTurn } from "./sections.js";
import { isPlay, lines, middle, plays } from "./stage.js";
import { moment } from "./telling.js";
import { looksOf } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Turn} Turn */

/**
 * What is on the stage.
 * @typedef {object} Scene
 * @property {"plays" | "points"} kind
 * @property {Turn=} turn the turn that is told
 */

/** Return what is on the stage while nothing new happens: the last turn. @param {View} view @returns {Scene} */
export function restingScene(view) {
  return { kind: "plays", turn: lastTurn(view.turns) };
}

/** Draw the table. @param {View} view @param {Scene=} scene */
export function audience(view, scene = restingScene(view)) {
  return h("div", { class: "audience", "data-n": view.people.length }, court(view), stage(view, scene));
}

/** Draw what is on the stage. @param {View} view @param {Scene=} scene */
export function stage(view, scene = restingScene(view)) {
  const name = _(scene.kind === "points" ? "points_far" : "played");
  return h("section", { class: `stage ${scene.kind}`, "aria-label": name }, scene.kind === "points" ? standing(view) : turn(view, scene.turn));
}

/** Draw the points so far: bars, and curves over the turns. @param {View} view */
export function standing(view) {
  const looks = looksOf(view);
  return [h("h2", {}, _("points_far")), bars(view.points, looks), curves(view.points, looks)];
}

/** @param {View} view @param {Turn=} last */
function turn(view, last) {
  if (!last || !last.events.length) return [h("h2", {}, _("played")), h("p", { class: "none" }, _("nothing_played")), middle(view)];
  const rest = last.events.filter((it) => !isPlay(it) || it.is === "built");
  return [h("h2", {}, moment(last.at), unseen(` ${_("played")}`)), plays(last, view), lines(rest, view.people), middle(view)];
}
