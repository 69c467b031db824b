/*
 * All cities side by side, each shrunk to what decides: what it makes, coins, shields,
 * science, stages, and the last card. With few seats there is room for all cards.
 */
import { h, unseen } from "./dom.js";
import { allCards, boardName, counts, heads, stages } from "./cities.js";
import { totals } from "./charts.js";
import { mark, picture } from "./pictures.js";
import { builtStages, leaders, looksOf } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Look} Look */

/** Maximum number of seats whose cards are all shown. */
const FEW = 4;

/** Draw the cities of all seats, in the order in which they sit. @param {View} view */
export function court(view) {
  return h("div", { class: "court", "data-n": view.people.length }, view.people.map((_name, seat) => row(view, seat)));
}

/** Return everything that a city's row depends on, to see whether it has to be drawn anew. @param {View} view @param {number} seat */
export function rowState(view, seat) {
  const { people, table, points, now } = view;
  return [people, table.cities[seat], totals(points)[seat], leaders(points).includes(seat), table.cat === seat,
    ["waits", "away", "gone"].map((name) => Boolean(now?.[name].includes(seat))), now?.tags?.[seat], now?.hasTime];
}

/** Draw one city. @param {View} view @param {number} seat */
export function row(view, seat) {
  const { table, now } = view, it = table.cities[seat], look = looksOf(view)[seat];
  const leads = Boolean(it) && leaders(view.points).includes(seat), waits = Boolean(now?.waits.includes(seat));
  const id = `court-${seat}`;
  return h("section", { class: `city row${waits ? " waits" : ""}${leads ? " leads" : ""}`, "data-seat": seat, tabindex: "-1", "aria-labelledby": id, css: { "--c": look.colour } },
    head(id, view, seat, look, waits),
    h("span", { class: "score", title: _("points", { n: totals(view.points)[seat] ?? 0 }) }, leads ? h("span", { class: "crown", title: _("leads_it") }, "★", unseen(` ${_("leads_it")} `)) : null, totals(view.points)[seat] ?? 0, unseen(` ${_("points", { n: totals(view.points)[seat] ?? 0 })}`)),
    it ? body(view, seat, it) : null);
}

function head(id, view, seat, look, waits) {
  const { table, now } = view, it = table.cities[seat];
  return h("header", {},
    h("h2", { id, class: look.name.length > 14 ? "long" : "" }, mark(seat, it?.board), h("span", { class: "who" }, look.name)),
    it ? h("small", {}, boardName(it)) : null,
    waits ? h("span", { class: "waiting", title: _("chooses") }, "…", unseen(` ${_("chooses")}`)) : null,
    tags(now, seat).map((said) => h("span", { class: "tag" }, said)),
    now?.hasTime ? h("span", { class: "time", title: _("own_time") }, h("b", { "data-seat": seat }), unseen(` ${_("own_time")}`)) : null);
}

function tags(now, seat) {
  const some = now?.tags?.[seat] ?? [];
  if (now?.gone.includes(seat)) return [_("gone"), ...some];
  return now?.away.includes(seat) ? [_("away"), ...some] : some;
}

function body(view, seat, it) {
  const isFew = view.people.length <= FEW, last = it.cards[it.cards.length - 1];
  return [
    h("div", { class: "counts" }, counts({ city: it, hasCat: view.table.cat === seat })),
    isFew ? stages(it) : h("p", { class: "steps", title: stepsSaid(it) }, it.stages.map((_id, at) => h("span", { class: at < builtStages(it) ? "step built" : "step", "aria-hidden": "true" })), unseen(stepsSaid(it))),
    isFew ? heads(allCards(it)) : h("figure", { class: "last" }, last ? picture(last) : null),
  ];
}

function stepsSaid(it) {
  return _("stages_of", { n: builtStages(it), m: it.stages.length });
}
