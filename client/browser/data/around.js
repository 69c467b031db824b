/*
 * Before and after a game: the lobby, the host without a table, and the end.
 */
import { Memo, h } from "./dom.js";
import { curves, scoreSheet, totals } from "./charts.js";
import { decisive, difference, opened, ranking, tie } from "./ending.js";
import { _, list } from "./words.js";
import { press } from "./drawer.js";
import { looks, page, people, seen, viewpoint } from "./page.js";
import { call } from "./gate.js";
import { replayLink } from "./owngames.js";
import { act } from "./stream.js";
import { places } from "./view.js";

const memo = new Memo();

/** Draw the lobby. */
export function lobby() {
  const it = page.have.lobby, me = it.people.find((one) => one.me);
  return memo.keep("lobby", it, () => h("div", { class: "lobby" },
    h("section", { class: "panel", "aria-labelledby": "lobby-title" }, h("h2", { id: "lobby-title" }, _("who_is_here")), h("p", { class: "none" }, it.where), h("p", { class: "none" }, it.seated), it.to_come ? h("p", { class: "none" }, it.to_come) : null,
      h("ul", { class: "people" }, it.people.map(person), it.bots.map((name) => h("li", { class: "bot" }, h("b", {}, name), h("span", {}, _("bot")))),
        Array.from({ length: Math.max(0, it.wanted - it.people.length - it.bots.length) }, () => h("li", { class: "free" }, h("b", {}, "…"), h("span", {}, _("free_seat"))))),
      h("p", { class: "row" }, it.looks_on ? ready(_("sit_down"), true) : ready(_(me?.ready ? "not_ready" : "be_ready"), !me?.ready)),
      it.watching.map((one) => h("p", {}, one))),
    it.warnings.length ? h("section", { class: "panel warning", "aria-label": _("warnings") }, h("h2", {}, _("warnings")), it.warnings.map((one) => h("p", {}, one))) : null,
    h("section", { class: "panel", "aria-label": _("agreed") }, h("h2", {}, _("agreed")), it.agreed.map((one) => h("p", {}, one)), it.surprises.map((one) => h("p", { class: "surprise" }, one))),
    it.invitations.length ? h("section", { class: "panel", "aria-label": _("invite") }, h("h2", {}, _("invite")), h("ul", {}, it.invitations.map((one) => h("li", { class: "invitation" }, one.map((said) => h("span", {}, said)))))) : null));
}

function person(one) {
  return h("li", { class: one.ready ? "ready" : "" }, h("b", {}, one.name), h("span", {}, one.ready ? "✓ " : "", one.notes.join(" · ")),
    one.machine ? h("details", {}, h("summary", {}, _("which_machine")), one.machine) : null);
}

function ready(said, on) {
  return h("button", { type: "button", class: on ? "seal" : null, "data-key": "ready", on: { click: () => act({ do: "ready", on }) } }, said);
}

/** The current lesson, which advances with the game, or by its buttons. */
export function lesson() {
  const it = page.have.lesson;
  return it ? memo.keep("lesson", it, () => h("section", { class: "panel lesson", "aria-labelledby": "lesson" },
    h("header", {}, h("h2", { id: "lesson" }, _("lesson", { title: it.title })),
      h("button", { type: "button", "data-key": "lesson-back", disabled: !it.back, on: { click: () => turn("back") } }, _("lesson_back")),
      h("button", { type: "button", "data-key": "lesson-next", disabled: !it.next, on: { click: () => turn("next") } }, _("lesson_next")),
      h("button", { type: "button", "data-key": "lesson-quiet", on: { click: () => turn("quiet") } }, _("lesson_quiet")),
      h("button", { type: "button", class: "close", "data-key": "lesson-close", "aria-label": _("close"), on: { click: () => turn("close") } }, "✕")),
    it.lines.map((one) => h("p", {}, one)))) : null;
}

/** @param {string} where "back", "next", "close" or "quiet" */
function turn(where) {
  act({ do: "lesson", text: where });
}

/** Draw the page without a table: the state of the connection, and the end of the log. */
export function atHost() {
  const lines = (page.have.log?.lines ?? []).slice(-12), said = page.have.wait?.said, host = page.have.seat?.host;
  const asksPassword = typeof page.have.seat?.password === "string";
  const form = asksPassword ? memo.keep("password", [page.have.seat.password, page.have.seat.password_why], password) : null;
  return memo.keep("host", [lines, said, page.have.seat], () => h("section", { class: "panel" }, host ? h("h2", {}, host) : null,
    said || lines.length || asksPassword ? null : h("p", {}, _("starting")),
    said ? h("p", {}, said) : null, lines.map(([kind, one]) => h("p", { class: kind }, one)),
    asksPassword ? h("p", { role: "status" }, page.have.seat.password_why, " ", _("has_password")) : null, form));
}

/** The box for the password of the host or of a table. */
function password() {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "password", "data-key": "password", maxlength: 300, autocomplete: "off", "aria-label": _("password"), placeholder: _("password") }));
  const send = (event) => {
    event.preventDefault();
    if (input.value) act({ do: "type", text: input.value });
    input.value = "";
  };
  return h("form", { class: "say", on: { submit: send } }, input, h("button", { type: "submit" }, _("sit_down")));
}

/** Draw the result, and what can follow it. */
export function ending() {
  const { end, points, opened: shown, decisive: turns, options } = page.have;
  const view = seen(), quit = page.have.keys?.keys.find((it) => it.name === "quit");
  // Who has signed a result matters less than the result; anything else is said first.
  const signed = end.sheet ? end.lines.slice(-1) : [], lines = end.lines.slice(0, end.lines.length - signed.length);
  return memo.keep("end", [end, points, shown, turns, looks(), quit, options], () => h("section", { class: "panel ending", "aria-labelledby": "result" },
    h("h2", { id: "result" }, result(end, points)),
    end.sheet ? whyAndRanks(view) : null,
    lines.map((it) => h("p", {}, it)),
    h("p", { class: "row" }, end.again || end.watch_again ? h("button", { type: "button", class: "seal", "data-key": "rematch", on: { click: () => act({ do: "rematch" }) } }, _(end.again ? "rematch" : "watch_again")) : null,
      end.keeps ? keeping(end) : null,
      end.replay ? replayLink(end.replay) : null,
      end.discloses ? disclosing(end) : null,
      quit ? h("button", { type: "button", "data-key": "quit", on: { click: () => press("quit") } }, quit.label) : null),
    options ? anotherGame(options) : null,
    h("div", { class: "both" }, end.sheet ? h("div", {}, scoreSheet(end.sheet, looks(), ranking(view)), h("p", { class: "none" }, _("tap_number"))) : null, curves(points, looks())),
    decisive(turns?.turns ?? [], people()),
    opened(shown?.seats ?? [], people()),
    end.standings.length ? h("div", { class: "standings" }, end.standings.map((it) => h("p", {}, it))) : null,
    signed.map((it) => h("p", { class: "none" }, it))));
}

/** Everybody's place, why a tie was won, and what made the difference. */
function whyAndRanks(view) {
  const me = page.have.seat.ours === null ? -1 : viewpoint(), ranks = places(view.points), all = totals(view.points);
  return [tie(view), difference(view, me)].filter(Boolean).map((it) => h("p", { class: "level" }, it)).concat(
    h("ol", { class: "ranks" }, ranking(view).map((seat) => h("li", { class: seat === me ? "me" : "" },
      _("nth", { n: view.points.ahead.includes(seat) ? 1 : Math.max(2, ranks[seat]), who: people()[seat], points: _("n_points", { n: all[seat] }) })))));
}

let showsOptions = false;

/** The options of another game; and the command for the lessons. */
function anotherGame(options) {
  const rows = options.choices.map((it) => h("label", {}, h("span", {}, it.label),
    h("select", { "data-key": `option-${it.name}`, on: { change: (event) => act({ do: "option", text: it.name, at: event.target.selectedIndex }) } },
      it.values.map((one, at) => h("option", { selected: at === it.at }, one))), h("small", {}, it.says)));
  return h("details", { class: "another", open: showsOptions, on: { toggle: (event) => { showsOptions = event.target.open; } } },
    h("summary", { "data-key": "other-options" }, _("other_options")), h("div", { class: "settings" }, rows),
    h("button", { type: "button", class: "seal", "data-key": "another", on: { click: () => act({ do: "rematch" }) } }, _("start_this")),
    h("p", { class: "further" }, options.learn[0], " ", h("code", {}, options.learn[1])));
}

/** Offer to show everybody what lies face down, with what is counted. */
function disclosing(end) {
  return h("button", { type: "button", class: "use", "data-key": "disclose", on: { click: () => act({ do: "disclose" }) } },
    _("disclose", { n: end.discloses }));
}

/** What a guest can keep: a page for any browser, and the log, which only the program reads. @param {any} end */
function keeping({ keeps: log, sheet }) {
  const title = (page.have.game?.title ?? "game").toLowerCase().replaceAll(" ", "-"), now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((it) => String(it).padStart(2, "0")).join("-");
  return [
    sheet ? h("button", { type: "button", "data-key": "keep", on: { click: () => keep("report", `${title}-${day}.html`) } }, _("keep_game")) : null,
    h("button", { type: "button", "data-key": "keep-log", on: { click: () => keep("log", log) } }, _("keep_log")),
    h("small", { class: "none" }, _("log_for")),
  ];
}

/** Download something of the game. @param {string} what @param {string} name of the file */
async function keep(what, name) {
  page.note(_("keeping"));
  const answer = await call(what).catch(() => null);
  if (!answer?.ok) return page.note(_("not_kept"));
  const href = URL.createObjectURL(await answer.blob());
  h("a", { href, download: name }).click();
  page.note(_(what === "report" ? "kept_page" : "kept_log", { name }));
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function result(end, points) {
  if (!end.sheet) return _("over");
  const winners = end.sheet.winners, me = page.have.seat.ours === null ? -1 : viewpoint();
  if (winners.length === 1 && winners[0] === me) return _("you_win", { n: totals({ ...points, rows: end.sheet.rows })[me] });
  const names = winners.map((seat) => people()[seat]);
  return _(winners.length > 1 ? "they_win" : "one_wins", { who: list(names), n: end.sheet.rows[winners[0]].at(-1) });
}
