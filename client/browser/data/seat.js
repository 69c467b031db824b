/* The page of a seat: asks for access, reads the stream, and draws the sections. */
import { enter } from "./gate.js";
import { h, keepFocus, place, say } from "./dom.js";
import { atHost, ending, lesson, lobby } from "./around.js";
import { drawDialog, answer } from "./asking.js";
import { forgotten, laid } from "./choice.js";
import { listen } from "./controls.js";
import { isShort, left, own } from "./countdown.js";
import { explain } from "./explain.js";
import { drawDrawer, press, toggle } from "./drawer.js";
import { hand } from "./hand.js";
import { change, choose, page, people, viewpoint } from "./page.js";
import { use } from "./pictures.js";
import { announcement, reveal } from "./reveal.js";
import { asked, lastTurn, merged, revealed } from "./sections.js";
import { stayAwake, tell } from "./signals.js";
import { stored } from "./storage.js";
import { Stream, act } from "./stream.js";
import { table } from "./table.js";
import { moment, told } from "./telling.js";
import { ROMAN, _, learn, minutes } from "./words.js";

const $ = {
  when: h("h1", { id: "when" }), awaited: h("p", { id: "awaited", role: "status" }), clock: h("p", { id: "clock", role: "timer" }),
  tools: h("nav", { id: "tools" }), status: h("div", { id: "status", role: "status" }), main: h("main", { id: "main", tabindex: "-1" }),
  choice: h("section", { id: "choice" }), drawer: h("aside", { id: "drawer", hidden: true }),
  asks: /** @type {HTMLDialogElement} */ (h("dialog", { id: "asks", "aria-labelledby": "asks-title" })),
  said: h("div", { id: "said", class: "unseen", "aria-live": "polite" }), notice: h("div", { id: "notice", role: "status" }),
};

async function begin() {
  document.documentElement.dataset.theme = stored("theme") ?? "auto";
  const known = await (await enter("words")).json();
  learn(known.words, document.documentElement.lang);
  use({ names: known.names, version: known.version, language: document.documentElement.lang });
  document.querySelector("main.gate")?.remove();
  $.choice.setAttribute("aria-label", _("your_choice"));
  $.tools.setAttribute("aria-label", _("tools"));
  $.asks.addEventListener("cancel", (event) => { event.preventDefault(); answer("back"); });
  document.body.append(h("header", { id: "top" }, $.when, $.awaited, $.clock, $.tools), $.status, $.main, $.choice, $.drawer, $.asks, $.notice, $.said);
  document.body.classList.add("seat");
  page.redraw = () => keepFocus(draw);
  page.note = note;
  $.notice.addEventListener("click", () => say($.notice, ""));
  listen();
  explain(noteBeside);
  addEventListener("pointerdown", () => $.notice.classList.contains("beside") && note(""), { capture: true });
  new Stream({ take, state }).start();
  setInterval(tick, 250);
}

/* What comes. */

let noticed = 0;

/** @typedef {Record<string, any>} Sections */

/** Take sections from a stream. @param {Sections} news @param {boolean} fresh whether it begins anew */
function take(news, fresh) {
  const before = page.have, was = lastTurn(before.turns);
  page.have = merged(fresh ? {} : before, news);
  page.have.question = asked(page.have);
  const { seat, question, notice } = page.have;
  if (news.clock) page.clockAt = performance.now();
  if (seat) use({ game: seat.game || "wonders", language: seat.language });
  if (question?.phase !== before.question?.phase) Object.assign(page, { selected: null, why: "", askedAt: performance.now() });
  page.redraw();
  layAgain(before, fresh);
  if (!fresh) hear(news, before, was);
  noticed = notice?.n ?? 0;
}

/** @type {any} the question when the stream of a lent seat broke, if something was laid down */
let broken = null;

/**
 * Lay down the choice again that a restarted lender's program has forgotten. If the player's own program
 * restarts, the whole page starts again.
 */
function layAgain(before, fresh) {
  const { question } = page.have;
  if (fresh && before.seat?.guest && before.question?.laid) broken = before.question;
  const word = broken && question && forgotten(broken, question);
  if (question) broken = null;
  if (word) choose("lay", word);
}

/**
 * Show the latest events and messages once.
 * @param {Sections} news @param {Sections} before @param {any} was the last turn as it was
 */
function hear(news, before, was) {
  const { turns, notice } = page.have;
  if (news.turns) happened(revealed(was, lastTurn(turns)));
  if (news.opened && showsOurs(page.have) && !showsOurs(before)) document.querySelector(".opened")?.scrollIntoView({ block: "center" });
  if (notice && notice.n !== noticed) note(notice.said);
  if (news.log && page.drawer !== "log" && page.drawer !== "talk") overheard(before.log, news.log);
}

/** Return whether cards that we have disclosed are shown. @param {Sections} have */
function showsOurs({ opened, seat }) {
  return Boolean(opened?.seats.some((it) => it.seat === seat?.ours));
}

/** Show chat messages while the log isn't open. */
function overheard(before, log) {
  const count = Math.max(0, log.total - (before?.total ?? log.total));
  const said = count ? log.lines.slice(-count).filter(([kind]) => kind === "chat").map(([, line]) => line) : [];
  if (said.length) note(said.join("\n"));
}

function happened(events) {
  if (!page.have.end) reveal(events, people().length); // else it would cover the result
  const at = lastTurn(page.have.turns)?.at;
  if (events.length) say($.said, announcement([moment(at), ...events.map((it) => told(it, people()))]));
}

let noteTimer = 0;

function note(said) {
  clearTimeout(noteTimer);
  $.notice.classList.remove("beside");
  say($.notice, said);
  noteTimer = setTimeout(() => say($.notice, ""), 3_000 + said.length * 60);
}

/** Pixels between a picture and what is said of it, and from there to the edge of the window. */
const GAP = 6;

/** Say something below a picture, or above it; until anything is touched. @param {string} said @param {DOMRect} box */
function noteBeside(said, box) {
  note(said);
  $.notice.classList.add("beside");
  const { width, height } = $.notice.getBoundingClientRect(), below = box.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(GAP, box.top - GAP - height) : below;
  const left = Math.min(Math.max(GAP, box.left + box.width / 2 - width / 2), Math.max(GAP, innerWidth - width - GAP));
  $.notice.style.setProperty("--x", `${left}px`);
  $.notice.style.setProperty("--y", `${top}px`);
}

function state(now, why = "", further = /** @type {string[][]} */ ([])) {
  if (now === "ended") {
    page.further = further;
    end(why || _(page.have.seat?.guest ? "left" : "ended"));
  }
  if (now !== page.connection) change({ connection: now });
}

/** Nothing can be done any more: leave what can be read, and what was said last. @param {string} why */
function end(why) {
  const { seat, game, table: shown, turns, points, at, log, end: result, opened, decisive } = page.have;
  const offers = { again: false, watch_again: false, keeps: "", replay: "", discloses: 0 };
  // Without the options of another game.
  page.have = { seat: seat && { ...seat, over: true }, game, table: shown, turns, points, at, log, opened, decisive, end: result && { ...result, ...offers } };
  page.ended = [why, ...($.notice.textContent ?? "").split("\n")].filter(Boolean);
  clearTimeout(noteTimer);
  say($.notice, "");
}

/* What is drawn. */

function draw() {
  const { seat, game, table: shown, end } = page.have;
  const root = document.documentElement, where = seat?.place ?? "";
  root.lang = seat?.language ?? root.lang;
  document.body.dataset.place = where === "table" && !shown?.cities.length ? "dealing" : where;
  document.body.classList.toggle("finished", Boolean(end));
  document.body.classList.toggle("open", Boolean(page.drawer));
  top_();
  status();
  place($.main, main(where, shown, end));
  // A card that is dropped anywhere on the table is built there.
  if (page.have.question && shown?.cities.length) $.main.dataset.drop = "build";
  else delete $.main.dataset.drop;
  $.main.className = shown?.cities.length ? `table n${Math.min(people().length, 4)}` : "plainly";
  place($.choice, end || !game ? [] : hand());
  $.choice.hidden = !$.choice.childNodes.length;
  $.choice.classList.toggle("laid", Boolean(laid(page.have.question)));
  drawDrawer($.drawer);
  drawDialog($.asks);
  tick();
  stayAwake(where === "table" && !end);
}

function main(where, shown, end) {
  if (hasLeft()) return [h("section", { class: "panel left", "aria-labelledby": "left" }, page.ended.map((it, at) => (at ? h("p", {}, it) : h("h2", { id: "left" }, it))), further())];
  if (page.have.lobby) return [lobby()];
  if (where === "table" && shown?.cities.length) return [lesson(), end ? ending() : null, readCode(), ...table()];
  return [readCode(), lesson(), page.have.question ? null : atHost()];
}

/** Whether everything has ended, and no table is left to look at. */
function hasLeft() {
  return page.connection === "ended" && !page.have.table?.cities.length;
}

/** How to play again once the program has ended. */
function further() {
  return page.further.map(([said, typed]) => h("p", { class: "further" }, said, typed ? [" ", h("code", {}, typed)] : null));
}

/** The table code, which people at a table read aloud once. */
function readCode() {
  const { game } = page.have;
  if (!game?.read_code) return null;
  return h("section", { class: "panel code", "aria-label": _("code") }, h("p", {}, _("code_why")), h("p", { class: "words" }, game.code), game.other_codes.map((it) => h("p", { class: "others" }, it)),
    h("button", { type: "button", "data-key": "code", on: { click: () => act({ do: "code" }) } }, _("code_read")));
}

function top_() {
  const { seat, at, wait, end, game, table: shown } = page.have;
  const title = game?.title ?? "Sealed Wonders";
  say($.when, end ? _("over") : shown?.cities.length && at ? now(at.at, game) : title);
  const ours = Boolean(wait?.ours);
  say($.awaited, ours ? _("your_turn") : wait?.said ?? "");
  document.body.classList.toggle("ours", ours);
  tell(ours && !seat?.over, title);
  tools();
}

/** The moment of the game; before the first turn of an age, there is only the age without Leaders. */
function now(at, game) {
  const isBetween = at.length === 2 && !at[1] && !game?.expansions.includes("leaders");
  return isBetween ? _("age_only", { age: ROMAN[at[0]] }) : moment(at);
}

let toolsKey = "";

function tools() {
  const { keys, seat } = page.have, first = (keys?.keys ?? []).filter((it) => it.first);
  const key = JSON.stringify([first, seat?.place, page.drawer, hasLeft()]);
  if (key === toolsKey) return;
  toolsKey = key;
  const part = (name, icon) => h("button", { type: "button", "data-key": `open-${name}`, "aria-expanded": String(page.drawer === name), title: _(`k.${name}`), "aria-label": _(`k.${name}`), on: { click: () => toggle(name) } }, h("span", { "aria-hidden": "true" }, icon), h("span", { class: "word" }, _(`tool.${name}`)));
  place($.tools, hasLeft() ? [] : [
    ...first.map((it) => h("button", { type: "button", class: "feature", "data-key": `tool-${it.name}`, title: it.means, on: { click: () => press(it.name) } }, it.label)),
    seat?.place === "table" ? part("points", "★") : null, seat?.place === "table" ? part("cities", "⌂") : null, part("log", "☷"), part("help", "☰"),
  ]);
}

let statusKey = "";

/** What lasts: the connection, and what features have to say. */
function status() {
  const said = [...connection(), ...(page.have.wait?.status ?? [])];
  const ways = (page.have.keys?.keys ?? []).filter((it) => it.first && !ALWAYS.has(it.name));
  const more = page.connection === "ended" && !hasLeft() ? further() : [];
  const key = JSON.stringify([said, ways, more.length]);
  if (key === statusKey) return;
  statusKey = key;
  $.status.classList.toggle("bad", page.connection === "lost");
  place($.status, [...said.map((it) => h("p", {}, it)), ways.length ? h("p", { class: "ways" }, ways.map(way)) : null, ...more]);
}

/** What there is to say about the connection. @returns {string[]} */
function connection() {
  const now = page.connection, offline = page.have.seat?.offline ? [_("offline")] : [];
  if (now === "ended") return [...(hasLeft() ? [] : page.ended), ...offline];
  if (now === "here") return offline;
  return [_(now === "lost" && page.have.seat?.guest ? "lost_guest" : now), ...offline];
}

/** Features that are offered at any time; others are offered because something has happened. */
const ALWAYS = new Set(["bot", "quit"]);

/** What can be done now, where the bar of tools has no room for it. */
function way(it) {
  return h("button", { type: "button", "data-key": `way-${it.name}`, title: it.means, on: { click: () => press(it.name) } }, it.label);
}

/** What changes as time passes. */
function tick() {
  const now = performance.now(), clock = page.have.clock;
  const choice = left(clock, page.clockAt, now), game = own(clock, viewpoint(), page.clockAt, now);
  const some = [choice, game].filter((it) => it !== null);
  const least = some.length ? Math.min(.../** @type {number[]} */ (some)) : null;
  say($.clock, least === null ? "" : _("time_left", { time: minutes(least) }));
  $.clock.classList.toggle("short", isShort(least));
}

begin();
