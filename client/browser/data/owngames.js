/*
 * The games that are kept on this machine, and their replays, which open in another page. Guests have none.
 */
import { Memo, h } from "./dom.js";
import { call } from "./gate.js";
import { page } from "./page.js";
import { _ } from "./words.js";

const memo = new Memo();

/** @type {{log: string, at: string, title: string, result: string, people: string}[] | null} */
let games = null;

/** Request the list again. */
export async function readGames() {
  games = null;
  const answer = await call("games");
  games = answer.ok ? (await answer.json()).games : [];
  page.redraw();
}

/** Draw the list. */
export function gamesList() {
  return memo.keep("games", games, () => h("div", { class: "games", "aria-live": "polite" },
    games === null ? h("p", {}, _("reading")) : games.length ? h("ul", {}, games.map(row)) : h("p", {}, _("no_games"))));
}

function row(one) {
  return h("li", {}, h("b", {}, one.title), h("span", {}, one.at), h("span", {}, one.people), h("span", {}, one.result), replayLink(one.log));
}

/** A button that opens the replay of a kept game. @param {string} log */
export function replayLink(log) {
  // The new page has this one's secret, since it is opened by it.
  return h("button", { type: "button", "data-key": `replay-${log}`, on: { click: () => { open(`replay.html?log=${encodeURIComponent(log)}`, "_blank"); } } }, _("replay"));
}
