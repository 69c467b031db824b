/*
 * All cities side by side, each reduced to what matters most: its goods, coins, shields, science, stages, and
 * last card. With few seats there is room for all cards.
 */
import { h, unseen } from "./dom.js";
import { OWN, allCards, boardName, counts, heads, stages } from "./cities.js";
import { totals } from "./charts.js";
import { mark, named, picture, sign } from "./pictures.js";
import { builtStages, isArchitects, leaders, looksOf } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Look} Look */

/**
 * Maximum number of seats whose cards and chains are all shown. With more, a chain is shown once it is used.
 */
const FEW = 4;

/** Number of cards from which they are drawn smaller. */
const MANY = 14;

/**
 * Return everything that a city's row depends on, to see whether it must be drawn again.
 * @param {View} view @param {number} seat
 */
export function rowState(view, seat) {
  const { people, table, points, now } = view;
  return [people, table.cities[seat], totals(points)[seat], leaders(points).includes(seat), table.cat === seat,
    ["waits", "away", "gone"].map((name) => Boolean(now?.[name].includes(seat))), now?.tags?.[seat], now?.hasTime];
}

/** Explain some signs. @param {{name: string, said: string}[]} some */
export function legend(some) {
  return h("ul", { class: "legend" }, some.map(({ name, said }) => h("li", {}, name === OWN ? h("span", { class: "unit own" }) : sign(name), said)));
}

/** Draw one city. @param {View} view @param {number} seat */
export function row(view, seat) {
  const { table, now } = view, it = table.cities[seat], look = looksOf(view)[seat];
  const leads = Boolean(it) && leaders(view.points).includes(seat), waits = Boolean(now?.waits.includes(seat));
  const id = `court-${seat}`, total = totals(view.points)[seat] ?? 0;
  return h("section", { class: ["city row", waits && "waits", leads && "leads", now?.hasTime && "timed", it && allCards(it).length > MANY && "many"].filter(Boolean).join(" "), "data-seat": seat, tabindex: "-1", "aria-labelledby": id, css: { "--c": look.colour } },
    head(id, view, seat, look, waits),
    h("span", { class: "score", title: _("points", { n: total }) }, leads ? h("span", { class: "lead", title: _("leads_it") }, "★", unseen(` ${_("leads_it")} `)) : null, it ? total : "", unseen(` ${_("points", { n: total })}`)),
    time(now, seat), it ? body(view, seat, it) : null);
}

function head(id, view, seat, look, waits) {
  const { table, now } = view, it = table.cities[seat];
  return h("header", {},
    h("h2", { id, class: look.name.length > 14 ? "fits long" : "fits" }, mark(seat, it?.board), h("span", { class: "who" }, look.name)),
    it ? h("small", {}, h("span", {}, view.people.length > FEW ? named(it.board) : boardName(it))) : null,
    waits ? h("span", { class: "waiting", title: _("chooses") }, "…", unseen(` ${_("chooses")}`)) : null,
    tags(now, seat).map((said) => h("span", { class: "tag" }, said)),
    it && view.people.length > FEW && !isArchitects() ? steps(it) : null);
}

/** A seat's remaining time, which the page fills in. */
function time(now, seat) {
  return now?.hasTime ? h("span", { class: "time", title: _("own_time") }, h("b", { "data-seat": seat }), unseen(` ${_("own_time")}`)) : null;
}

function tags(now, seat) {
  const some = now?.tags?.[seat] ?? [];
  if (now?.gone.includes(seat)) return [_("gone"), ...some];
  return now?.away.includes(seat) ? [_("away"), ...some] : some;
}

function body(view, seat, it) {
  const isFew = view.people.length <= FEW;
  return [
    h("div", { class: "counts" }, counts({ city: it, hasCat: view.table.cat === seat }, isFew), !isFew && isArchitects() ? steps(it) : null),
    isFew ? stages(it) : null,
    isFew || isArchitects() ? heads(allCards(it)) : last(it),
  ];
}

/** The card that was built last. */
function last({ cards }) {
  return h("figure", { class: "last" }, cards.length ? picture(cards[cards.length - 1]) : null);
}

/** The stages of a wonder as signs, those that are built in colour. */
function steps(it) {
  const said = _("stages_of", { n: builtStages(it), m: it.stages.length });
  return h("p", { class: "steps", title: said }, it.stages.map((_id, at) => h("span", { class: at < builtStages(it) ? "step built" : "step" }, sign("stage"))), unseen(said));
}
