/*
 * The end of a game: the podium, how a tie was broken, the score sheet by rank, the decisive turns, and
 * disclosed cards.
 */
import { h } from "./dom.js";
import { curves, scoreSheet, totals } from "./charts.js";
import { named, picture, who } from "./pictures.js";
import { moment } from "./telling.js";
import { builtStages, isArchitects, looksOf, places } from "./view.js";
import { _, ROMAN, list, signed } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {{at: number[], seat: number, gain: number, leads: boolean}} Decisive */

/** Return the seats by rank, winners first. @param {View} view */
export function ranking({ people, points }) {
  const all = totals(points), won = (seat) => Number(points.ahead.includes(seat));
  return people.map((_name, seat) => seat).sort((a, b) => won(b) - won(a) || all[b] - all[a] || a - b);
}

/** Return the tie-breaker, or null if nobody was level with the winners. @param {View} view */
export function tie({ people, points, table }) {
  const all = totals(points), winners = points.ahead, best = all[winners[0]];
  if (all.filter((it) => it === best).length < 2) return null;
  const kind = isArchitects() ? "stages" : "coins", city = table.cities[winners[0]];
  if (winners.length > 1) return _(`tie.shared.${kind}`);
  return _(`tie.${kind}`, { who: people[winners[0]], n: kind === "coins" ? city.coins : builtStages(city) });
}

/** Return who has won, as a sentence. @param {View} view */
export function result({ people, points }) {
  const names = points.ahead.map((seat) => people[seat]);
  return _(names.length > 1 ? "they_win" : "one_wins", { who: list(names), n: totals(points)[points.ahead[0]] });
}

/**
 * Return the lines of the sheet in which a seat leads another one by most, at most two, best first.
 * @param {number[][]} rows @param {number} seat @param {number} other
 * @returns {{line: number, n: number}[]}
 */
export function edges(rows, seat, other) {
  const ahead = rows[seat].slice(0, -1).map((n, line) => ({ line, n: n - rows[other][line] }));
  return ahead.filter((it) => it.n > 0).sort((a, b) => b.n - a.n || a.line - b.line).slice(0, 2);
}

/**
 * Return in which lines the winner led: over a seat, or over the runner-up if the seat is the winner; null
 * for a shared victory.
 * @param {View} view @param {number} seat
 */
export function difference(view, seat) {
  const [first, second] = ranking(view), { people, points } = view;
  const other = seat === first || seat < 0 ? second : seat;
  const some = edges(points.rows, first, other);
  if (points.ahead.length > 1 || !some.length) return null;
  return _(seat === first ? "you_ahead_by" : "ahead_by", { who: people[first], whom: people[other], some: list(some.map((it) => `${_(`l.${points.lines[it.line]}`)} (${signed(it.n)})`)) });
}

/** Draw the first three on their steps. @param {View} view */
export function podium(view) {
  const looks = looksOf(view), all = totals(view.points), ranks = places(view.points);
  const steps = ranking(view).slice(0, 3).map((seat) => {
    const place = view.points.ahead.includes(seat) ? 1 : Math.max(2, ranks[seat]);
    return h("li", { class: `place p${place}`, css: { "--c": looks[seat].colour }, "data-seat": seat },
      who("b", looks[seat].name, seat, looks[seat].board),
      h("span", { class: "block" }, h("span", { class: "nth", title: _("rank", { n: place }) }, place), h("span", { class: "score" }, all[seat])));
  });
  return h("ol", { class: "podium" }, steps);
}

/** Draw the score sheet, with the seats in the order of their ranks. @param {View} view */
export function sheetByRank(view) {
  const { points } = view;
  return scoreSheet({ heads: points.lines.map((it) => _(`l.${it}`)), rows: points.rows, winners: points.ahead }, looksOf(view), ranking(view));
}

/** Draw the decisive turns. @param {Decisive[]} some @param {string[]} people */
export function decisive(some, people) {
  if (!some.length) return null;
  return h("section", { class: "decisive", "aria-label": _("decisive") }, h("h3", {}, _("decisive")),
    h("ul", {}, some.map((it) => h("li", {}, _(it.leads ? "decisive.leads" : "decisive.gains", { at: moment(it.at), who: people[it.seat], n: signed(it.gain) })))));
}

/** Draw the cards that were disclosed after the game. @param {{seat: number, cards: any[]}[]} seats @param {string[]} people */
export function opened(seats, people) {
  if (!seats.length) return null;
  return h("section", { class: "panel opened", "aria-label": _("opened") }, h("h3", {}, _("opened")),
    seats.map((it) => h("div", {}, h("h4", {}, people[it.seat]),
      h("ul", {}, it.cards.map((card) => h("li", {}, picture(card.card), h("small", {}, lay(card))))))));
}

/** Return where a disclosed card had been. */
function lay(card) {
  const pile = card.pile === "central" ? _("central") : card.pile && named(`back.${card.pile}`);
  const [age, turn] = card.at;
  const when = turn && card.where !== "last" ? moment(card.at) : age ? _("age_only", { age: ROMAN[age] }) : "";
  return [h("span", {}, _(`w.${card.where}`, { pile })), when ? h("span", {}, when) : null];
}

/**
 * Draw the whole end of a game.
 * @param {View} view
 * @param {{decisive: Decisive[]}} end
 * @param {...any} more what a page says besides
 */
export function ending(view, end, ...more) {
  const why = tie(view);
  return h("section", { class: "ending", "aria-labelledby": "result", "data-n": view.people.length },
    h("div", { class: "winners" }, h("h2", { id: "result" }, result(view)), why ? h("p", { class: "level" }, why) : null),
    h("div", { class: "why" }, decisive(end.decisive, view.people), more),
    podium(view),
    h("div", { class: "course" }, curves(view.points, looksOf(view), 1.5)),
    sheetByRank(view));
}
