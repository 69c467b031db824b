/* The lobby: the people, the options, and how to join. */
import { h } from "./dom.js";
import { codes, ways } from "./joining.js";
import { room } from "./state.js";
import { _, minutes } from "./words.js";

/** Draw the lobby. */
export function lobby() {
  const it = room.have.lobby;
  const seats = it.wanted ? _("seats_exact", { n: it.wanted }) : _("seats_range", { least: it.least, most: it.most });
  return h("div", { class: "lobby" }, h("div", { class: "founding" }, codes(),
    h("section", { class: "panel people", "aria-labelledby": "here" }, h("h2", { id: "here" }, _("who_is_here")), h("ul", {}, everybody(it)),
      h("p", { class: "dim" }, it.drawing ? _("drawing") : `${seats}. ${_("begins")}`),
      h("ul", { class: "agreed dim" }, agreed().map((one) => h("li", {}, one))),
      it.note ? h("p", {}, it.note) : null, evening(), chat())),
    ways());
}

function everybody(it) {
  const rows = it.people.map((one) => h("li", {}, h("b", { class: "who" }, one.name), one.bot ? h("span", { class: "dim" }, _("bot")) : null, state(one)));
  for (const name of it.bots) rows.push(h("li", {}, h("b", { class: "who" }, name), h("span", { class: "dim" }, _("bot_comes"))));
  while (rows.length < it.wanted) rows.push(h("li", { class: "dim" }, h("b", {}, "…"), h("span", {}, _("free_seat"))));
  return rows;
}

function state(one) {
  if (!one.here) return h("span", { class: "dim" }, _("not_here"));
  return one.ready ? h("span", {}, `✓ ${_("ready")}`) : h("span", { class: "dim" }, _("not_ready"));
}

/** Draw the options, apart from the game. */
function agreed() {
  const it = room.have.about?.options ?? {}, some = [];
  if (it.sides) some.push(_(`o.sides.${it.sides}`));
  if (it.leaders === "expert") some.push(_("o.expert"));
  if (it.boards && it.boards !== "base") some.push(_("o.boards", { names: it.boards.split(",").join(", ") }));
  if (it.draw === "chosen") some.push(_("o.chosen"));
  if (it.turn_time) some.push(_("o.turn", { time: minutes(it.turn_time) }));
  if (it.game_time) some.push(_("o.game", { time: minutes(it.game_time) }) + (it.increment ? `, ${_("o.more", { n: it.increment })}` : ""));
  if (it.onlookers_after) some.push(_("o.behind", { n: it.onlookers_after }));
  return some;
}

/** Draw the last chat messages; null if there are none. */
export function chat() {
  const lines = (room.have.chat?.lines ?? []).slice(-6);
  if (!lines.length) return null;
  const line = (it) => (it.code === "me" ? [h("b", {}, it.who), " ", it.text] : [_("line", { who: it.who, said: it.code === "say" ? it.text : _(`q.${it.code}`) })]);
  return h("section", { class: "chat", "aria-label": _("chat") }, h("ul", {}, lines.map((it) => h("li", {}, line(it)))));
}

const FIGURES = ["games", "won", "points", "average", "rating"];

/**
 * Draw the standings of the people there, from the games that this host has checked; null if there are none.
 */
export function evening() {
  const rows = room.have.evening?.rows ?? [];
  if (!rows.length) return null;
  const figures = (it) => [it.games, it.wins, it.points, Math.round(it.points / it.games), it.rating ?? ""];
  return h("section", { class: "evening", "aria-label": _("evening") }, h("h3", {}, _("evening")),
    h("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": _("evening") }, h("table", { class: "sheet" },
      h("thead", {}, h("tr", {}, h("td", {}), FIGURES.map((it) => h("th", { scope: "col" }, _(`evening.${it}`))))),
      h("tbody", {}, rows.map((it) => h("tr", {}, h("th", { scope: "row" }, it.name), figures(it).map((one) => h("td", {}, one))))))));
}
