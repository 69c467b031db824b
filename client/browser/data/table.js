/* The table: the neighbours to the left and right, the player's own city, the last turn, and the middle. */
import { Memo, h, unseen } from "./dom.js";
import { city, counts } from "./cities.js";
import { totals } from "./charts.js";
import { game, mark, sign } from "./pictures.js";
import { beside, others } from "./seats.js";
import { middle as inTheMiddle, lines, plays } from "./stage.js";
import { moment } from "./telling.js";
import { builtStages } from "./view.js";
import { _, signed } from "./words.js";
import { change, looks, page, people, seen, viewpoint, waitsFor } from "./page.js";
import { fronts, lastTurn } from "./sections.js";
import { act } from "./stream.js";

const memo = new Memo();

/** Draw the table's parts, as children of its grid. */
export function table() {
  const count = people().length, me = viewpoint();
  const left = beside(me, count, "left"), right = beside(me, count, "right");
  return [
    strip(others(me, count)),
    cityAt(left, "left"),
    middle(),
    right === left ? null : cityAt(right, "right"),
    cityAt(me, "mine"),
  ];
}

/** The data from which a city is drawn. */
export function viewOf(seat, side) {
  const { table: shown, points, game: about } = page.have, tags = [];
  if (about.gone.includes(seat)) tags.push(_("gone"));
  else if (about.here.length && about.here[seat] === false && !page.have.seat.over) tags.push(_("away"));
  if (side === "left" || side === "right") tags.push(_(`on_${side}`));
  if (about.lent?.[seat]) tags.push(about.lent[seat]);
  return {
    seat, side, tags, name: people()[seat], city: shown.cities[seat], points: totals(points)[seat] ?? 0,
    colour: looks()[seat].colour, waits: waitsFor(seat) || (shown.seat === seat && !page.have.seat.over), hasCat: shown.cat === seat,
  };
}

/** The next conflicts of the player's own city. */
function wars(seat) {
  return game() === "wonders" && !page.have.seat.over ? fronts(page.have.table.cities, seat, page.have.at?.at[0] ?? 0) : [];
}

/** A summary of the player's own city, for screens where the hand covers it; null before there is a city. */
export function ownInShort() {
  const seat = viewpoint();
  if (!page.have.table?.cities[seat]) return null;
  const it = viewOf(seat, "mine"), some = wars(seat), one = it.city, ready = stageReady();
  return memo.keep("short", [it, some, ready], () => {
    const node = h("section", { class: "short", "aria-label": it.name, css: { "--c": it.colour } }, counts(it), openButton(seat));
    node.querySelector(".facts")?.prepend(h("li", {}, mark(seat, one.board)));
    node.querySelector(".facts")?.append(h("li", { title: ready || null, class: ready ? "ready" : null }, built(one), ready ? [h("b", { class: "yes", "aria-hidden": "true" }, " ✓"), unseen(` ${ready}`)] : null), h("li", { class: "score" }, it.points, unseen(` ${_("points", { n: it.points })}`)), ...some.map(front));
    return node;
  });
}

/** A note that the next stage of the player's wonder can be built; empty if it can't. */
function stageReady() {
  const stage = page.have.question?.stage;
  return stage && !stage.refusal ? _("stage_ready", { n: stage.number }) : "";
}

function cityAt(seat, side) {
  const it = viewOf(seat, side), some = side === "mine" ? wars(seat) : [];
  return memo.keep(side, [it, some], () => {
    const node = city(it);
    if (side === "mine") {
      node.querySelector(".facts")?.append(some.length ? h("li", { class: "ifended", "aria-hidden": "true" }, _("if_ended")) : "", ...some.map(front));
      node.dataset.drop = "build";
      node.querySelector(".fact.coin")?.setAttribute("data-drop", "sell");
    } else {
      node.append(openButton(seat));
    }
    node.addEventListener("click", () => showCity(seat));
    return node;
  });
}

/** A future conflict: our shields and theirs, and its present outcome. */
function front(it) {
  const said = _("front", { who: people()[it.seat], ours: it.ours, theirs: it.theirs, worth: _("worth", { n: signed(it.worth), count: it.worth }) });
  return h("li", { title: said, "data-says": said }, frontSign(it), unseen(said));
}

/** The sign of a future conflict, in brackets, since there are no tokens yet. */
export function frontSign(it) {
  return h("span", { class: `front ${it.worth > 0 ? "wins" : it.worth < 0 ? "loses" : ""}`, "aria-hidden": "true" },
    it.side === "left" ? "← " : "", sign("shield"), `${it.ours}:${it.theirs} `, h("span", { class: "frontword" }, _(it.worth > 0 ? "front_wins" : it.worth < 0 ? "front_loses" : "front_level")), ` (${signed(it.worth)})`, it.side === "right" ? " →" : "");
}

/** The summary of a neighbour on small screens; a tap shows the whole city. */
function openButton(seat) {
  return h("button", { type: "button", class: "open", "data-key": `city-${seat}`, "aria-label": _("show_city", { who: people()[seat] }), on: { click: (event) => { event.stopPropagation(); showCity(seat); } } }, "⤢");
}

/** Show a whole city beside the table. */
export function showCity(seat) {
  if (page.have.seat.ours === null) act({ do: "look", seat });
  change({ drawer: "city", shownCity: seat });
}

/** The other players, one tap away. */
function strip(seats) {
  if (!seats.length) return null;
  const all = seats.map((seat) => viewOf(seat, ""));
  return memo.keep("others", all, () => h("ul", { class: "others", "aria-label": _("others") }, all.map((it) => h("li", {},
    h("button", { type: "button", class: `chip${it.waits ? " waits" : ""}`, "data-seat": it.seat, "data-key": `chip-${it.seat}`, css: { "--c": it.colour }, on: { click: () => showCity(it.seat) } },
      mark(it.seat, it.city?.board), h("span", { class: "who" }, it.name),
      it.waits ? h("span", { class: "waiting" }, "•••", unseen(_("chooses"))) : null, it.tags.map((one) => h("span", { class: "tag" }, one)),
      it.city ? brief(it.city) : null, h("b", { class: "score" }, it.points, unseen(` ${_("points", { n: it.points })}`))))))); 
}

/** The stages of a wonder that are built. */
function built(one) {
  return [sign("stage"), `${builtStages(one)}/${one.stages.length}`];
}

function brief(one) {
  return h("span", { class: "brief" }, "coins" in one ? [sign("coin"), one.coins, " "] : null, sign("shield"), one.shields, " ", built(one));
}

/* The middle. */

function middle() {
  const { turns, table: shown, at, seat, own } = page.have, last = lastTurn(turns), view = seen();
  return memo.keep("middle", [last, shown.projects, shown.piles, shown.open, shown.horns, shown.discard, own?.central, people(), at, seat.over, turns?.recent.length], () => h("section", { class: "middle", tabindex: "0", "aria-label": _("played") },
    h("h2", {}, last?.at.length ? _("played_at", { moment: moment(last.at) }) : _("played")),
    last?.at.length ? played(last, view) : h("p", { class: "none" }, _("nothing_played")),
    inTheMiddle(view, own?.central)));
}

function played(last, view) {
  const rest = game() === "architects"
    ? view.turns.recent.slice(-4).flatMap((it) => it.events).filter((it) => it.is !== "peeked").slice(-4)
    : last.events.filter((it) => it.is !== "played");
  return [plays({ ...last, events: inOrder(last.events) }, view), lines(rest, view.people)];
}

/** Return the seats from left to right, with the player in the middle. */
function inOrder(events) {
  const count = people().length, me = viewpoint();
  const rank = (it) => (me - (it.seat ?? 0) + count + Math.floor(count / 2)) % count;
  return game() === "architects" ? events : [...events].sort((a, b) => rank(a) - rank(b));
}
