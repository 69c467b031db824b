/*
 * A city: what it has, what it makes, its wonder and its cards.
 */
import { h, unseen } from "./dom.js";
import { colourOf, described, fact, game, mark, named, picture, sign, sorted } from "./pictures.js";
import { isBuilt } from "./view.js";
import { _, has, signed } from "./words.js";

/**
 * The data from which a city is drawn.
 * @typedef {object} CityView
 * @property {number} seat
 * @property {string} name
 * @property {any} city as in the section "table"
 * @property {number} points
 * @property {string} colour
 * @property {string} side where it sits: "left", "right", "mine" or ""
 * @property {string[]} tags such as "away"
 * @property {boolean} waits
 * @property {boolean} hasCat
 */

/** Draw a city. @param {CityView} it */
export function city(it) {
  const id = `city-${it.side || "far"}-${it.seat}`;
  // Beside the table, the same cities are no landmarks again.
  return h(it.side ? "section" : "div", { role: it.side ? null : "group", class: `city ${it.side || "far"}${it.waits ? " waits" : ""}`, "data-seat": it.seat, "aria-labelledby": id, tabindex: it.side ? "0" : null, css: { "--c": it.colour } },
    h("header", {}, h("h2", { id }, mark(it.seat, it.city?.board), h("span", { class: "who" }, it.name), it.waits ? h("span", { class: "waiting", title: _("chooses") }, it.side ? ["•••", unseen(` ${_("chooses")}`)] : _("chooses")) : null),
      it.city ? h("small", {}, boardName(it.city)) : null,
      it.tags.map((one) => h("span", { class: "tag" }, one)),
      h("span", { class: "score", title: _(`score.${game()}`) }, it.points, unseen(` ${_("points", { n: it.points })}`))),
    it.city ? inside(it) : null);
}

/** Return the name of a wonder with its side. */
export function boardName(one) {
  return one.side ? _("board_side", { board: named(one.board), side: has(`side.${one.side}`) ? _(`side.${one.side}`) : one.side }) : named(one.board);
}

function inside(it) {
  const one = it.city;
  return [...counts(it), stages(one), heads(allCards(one))];
}

/** Draw what a city has and makes, without its wonder and its cards. @param {Pick<CityView, "city" | "hasCat">} it @param {boolean=} hasChains whether there is room for the chains that its cards begin */
export function counts(it, hasChains = true) {
  const isArchitects = game() === "architects";
  return [h("ul", { class: "facts" }, isArchitects ? architectFacts(it) : wonderFacts(it.city)), isArchitects ? null : making(it.city, hasChains)];
}

function wonderFacts(one) {
  const won = one.tokens.filter((n) => n > 0).reduce((a, b) => a + b, 0), lost = one.tokens.filter((n) => n < 0).length;
  const some = [fact("coin", one.coins, _("treasury", { n: one.coins })), fact("shield", one.shields, _("shields", { n: one.shields }))];
  if (won) some.push(fact("won", won, _("wins")));
  if (lost) some.push(fact("lost", signed(-lost), _("losses", { n: lost })));
  ["tablet", "gear", "compass"].forEach((name, at) => {
    if (one.science[at]) some.push(fact(name, one.science[at], _(name, { n: one.science[at] })));
  });
  if (one.pawns.length) some.push(fact("pawn", one.pawns.length, _("pawns", { n: one.pawns.length })));
  const debts = one.debts.reduce((a, b) => a + b, 0);
  if (one.debts.length) some.push(fact("edifice", signed(debts), _("debts", { n: debts })));
  if (one.kept) some.push(fact("crown", one.kept, _("kept", { n: one.kept })));
  return some;
}

function architectFacts(it) {
  const some = [fact("shield", it.city.shields, _("shields", { n: it.city.shields }))];
  if (it.city.victories) some.push(fact("won", it.city.victories, _("victories", { n: it.city.victories })));
  if (it.hasCat) some.push(fact("cat", "", _("has_cat")));
  return some;
}

/** Instead of the name of a sign: the border around goods that a city makes for itself alone. */
export const OWN = "";

/**
 * Signs of cities that no card explains, with what they count; those that some city has.
 * @param {any[]} cities @returns {{name: string, said: string}[]}
 */
export function signsToExplain(cities) {
  const some = [
    { name: "pawn", said: _("pawns"), isThere: (one) => one.pawns?.length },
    { name: "edifice", said: _("debts"), isThere: (one) => one.debts?.length },
    { name: "crown", said: _("kept"), isThere: (one) => one.kept },
    { name: OWN, said: _("own_goods"), isThere: (one) => one.makes_for_itself?.length },
  ];
  return some.filter(({ isThere }) => cities.some(isThere));
}

/** What a city makes, for its neighbours and for itself, and the chains that its cards begin. */
function making(one, hasChains) {
  const unit = (goods, own) => h("li", { class: `unit${own ? " own" : ""}`, title: saidUnit(goods, own) },
    goods.length > 4 ? sign("any") : goods.map((it) => sign(it)), unseen(saidUnit(goods, own)));
  const units = [...one.makes.map((it) => unit(it, false)), ...one.makes_for_itself.map((it) => unit(it, true))];
  const chains = (hasChains ? one.chains : []).map((it) => h("li", { class: "chain", title: _("chain") }, sign(`chain.${it}`)));
  if (!units.length && !chains.length) return null;
  return h("div", { class: "makes" },
    units.length ? h("ul", { "aria-label": _("makes") }, units) : null,
    chains.length ? h("ul", { class: "chains", "aria-label": _("chains", { n: chains.length }) }, chains) : null);
}

function saidUnit(goods, own) {
  const said = goods.map((it) => _(`g.${it}`)).join("/");
  return own ? _("not_for_sale", { goods: said }) : said;
}

/** Draw the stages of a wonder. */
export function stages(one) {
  return h("ul", { class: "stages", "data-drop": "stage" }, one.stages.map((id, at) => h("li", { class: isBuilt(one, at + 1) ? "built" : "" },
    picture(id, _(isBuilt(one, at + 1) ? "stage_built" : "stage_open", { n: at + 1 })))));
}

/** Return everything that was built in a city, in the order in which it lies. */
export function allCards(one) {
  /** @type {{id: string, colour: string, said?: string}[]} */
  const cards = sorted(one.cards).map((id) => ({ id, colour: colourOf(id) }));
  for (const it of one.leaders ?? []) cards.push({ id: it.buried ? "back.0" : it.id, said: it.buried ? _("buried", { card: named(it.id) }) : undefined, colour: "leader" });
  for (const id of one.edifices ?? []) cards.push({ id, colour: "edifice" });
  if (game() === "architects") for (const id of one.tokens) cards.push({ id, colour: "token" });
  return cards;
}

/** Number of cards in the first of two rows, where there is room for two. */
const ROW = 5;

/** Draw the tops of cards, where their effects are; the same kind in Architects is counted. */
export function heads(cards) {
  if (!cards.length) return h("p", { class: "none" }, _("no_cards"));
  const counted = new Map();
  for (const one of cards) counted.set(one.id, { one, n: (counted.get(one.id)?.n ?? 0) + 1 });
  return h("ul", { class: `heads ${game()}`, css: { "--columns": Math.min(counted.size, Math.max(ROW, Math.ceil(counted.size / 2))) } }, [...counted.values()].map(({ one, n }) => h("li", { class: `head ${one.colour}`, title: one.said ?? described(one.id) },
    picture(one.id, one.said), n > 1 ? h("b", { class: "times" }, `×${n}`) : null)));
}
