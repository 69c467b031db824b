/*
 * A finished game: its result, and a slider over the turns, with the table that spectators see
 * (`audience.js`).
 */
import { audience, restingScene, stage, standing } from "./audience.js";
import { totals } from "./charts.js";
import { Memo, h, place, s, say, unseen } from "./dom.js";
import { city } from "./cities.js";
import { ending, opened } from "./ending.js";
import { mark, picture, use } from "./pictures.js";
import { fit } from "./fitting.js";
import { lastTurn, revealed } from "./sections.js";
import { reveal, skip } from "./reveal.js";
import { seatsFrom, stepIn, stepOf, unfolded } from "./steps.js";
import { looksOf } from "./view.js";
import { _, learn } from "./words.js";

/** Milliseconds for which a step is shown while the game plays by itself. */
const STEP_MS = 2_500;

/** Maximum number of seats for which the table has room for all cards. */
const FEW = 4;

/**
 * @typedef {object} Hand
 * @property {number} seat
 * @property {string} title
 * @property {[string, string, number][]} cards the picture, what became of it, and whether that is now
 * @property {number} hidden
 */

/** @type {any} */
let tale = {};
/** @type {any[]} the sections of each step */
let sections = [];
/** @type {{at: number, seat: number | null, timer: number, unfolded: boolean}} */
const now = { at: 0, seat: null, timer: 0, unfolded: false };
const memo = new Memo();

/** Replace the content of the page by a game. @param {any} data */
export function show(data) {
  tale = data;
  learn(tale.words);
  use({ names: tale.names, language: tale.language, game: tale.game, source: source() });
  sections = unfolded(tale.steps);
  const last = tale.steps.length - 1;
  now.at = stepIn(location.hash, tale.steps.length) ?? tale.start ?? last;
  document.documentElement.lang = tale.language;
  document.documentElement.dataset.theme ??= "auto";
  document.title = tale.heading;
  document.body.className = "tale";
  document.body.replaceChildren(head(), h("main", {}, result(), around(), turns()), controls());
  addEventListener("keydown", press);
  addEventListener("resize", () => fit());
  addEventListener("hashchange", () => go(stepIn(location.hash, tale.steps.length) ?? now.at));
  draw();
  if (now.at !== last) reach();
}

/** The addresses of pictures. The data has each picture only once. */
function source() {
  const known = new Map();
  const drawn = (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return path.startsWith("signs/") ? tale.signs[name] : tale.pictures[name];
  };
  return (path) => {
    if (!known.has(path)) known.set(path, `data:image/svg+xml,${encodeURIComponent(drawn(path) ?? "")}`);
    return known.get(path);
  };
}

/** Return the table after a step. @param {number} at */
function viewAt(at) {
  return { people: tale.people, ...sections[at] };
}

/* Return the notes on the whole game. */

function head() {
  const some = [tale.saved ? _("saved", { when: tale.saved }) : "", tale.code ? _("code_is", { words: tale.code }) : ""].filter(Boolean);
  return h("header", { id: "top" },
    h("h1", {}, tale.title), some.map((it) => h("p", {}, it)),
    h("p", { class: `verdict ${tale.good ? "good" : "bad"}` }, tale.verdict));
}

function result() {
  const view = viewAt(tale.steps.length - 1);
  if (tale.whole) {
    const it = ending(view, tale.end);
    // Coins travel between the cities on the table, and not between the steps of the podium.
    it.querySelectorAll("[data-seat]").forEach((one) => one.removeAttribute("data-seat"));
    it.querySelectorAll(".decisive li").forEach((line, n) => line.append(" ", h("button", { type: "button", class: "reach", on: { click: () => go(stepOf(tale.steps, tale.end.decisive[n].at)) } }, _("show_turn"))));
    return it;
  }
  if (!view.table.cities.length) return null;
  return h("section", { class: "panel unfinished" }, h("h2", {}, _("points_far")), standing(view));
}

function around() {
  return h("div", { class: "around" },
    h("section", { class: "panel fair" }, h("h2", {}, _("verdict")), h("p", {}, tale.verdict), [...tale.about, ...tale.known].map((it) => h("p", {}, it))),
    tale.trades.length ? trades() : null,
    tale.opened.length ? h("details", { class: "panel" }, h("summary", {}, _("opened")), opened(tale.opened, tale.people)) : null);
}

function trades() {
  const looks = looksOf(viewAt(tale.steps.length - 1));
  const total = tale.people.map((_name, seat) => tale.trades.reduce((sum, row) => sum + row[seat], 0));
  const head = looks.map((it, seat) => h("th", { scope: "col", css: { "--c": it.colour } }, mark(seat, it.board), unseen(it.name)));
  const row = (name, some) => h("tr", {}, h("th", { scope: "row" }, name), some.map((it) => h("td", {}, it || "·")));
  return h("section", { class: "panel payments" }, h("h2", {}, _("trades")),
    h("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": _("trades") }, h("table", { class: "sheet" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, _("paid_to")), head)),
      h("tbody", {}, tale.trades.map((some, seat) => row([mark(seat, looks[seat].board), looks[seat].name], some)), row(_("total"), total)))));
}

/* The table at a step. */

function turns() {
  return h("section", { id: "turns", "aria-labelledby": "step", tabindex: "-1" },
    h("h2", { id: "step", "aria-live": "polite" }), h("div", { id: "table" }), h("div", { id: "beside" }));
}

function draw() {
  const step = tale.steps[now.at], view = viewAt(now.at);
  say(element("step"), step.title);
  place(element("table"), [table(view)]);
  place(element("beside"), [memo.keep("beside", [now.at, now.seat], () => beside(step, view))]);
  drawControls(step);
  fit();
}

/** The table, with the seat it is seen from first. */
function table(view) {
  const it = audience(view, restingScene(view), memo), court = it.querySelector(".court");
  const rows = [...(court?.querySelectorAll(".row") ?? [])];
  court?.prepend(...seatsFrom(rows.length, now.seat).map((seat) => rows[seat]));
  return it;
}

function beside(step, view) {
  const mine = step.hands.filter((it) => it.seat === now.seat), others = step.hands.filter((it) => it.seat !== now.seat);
  return h("div", { class: "beside" },
    mine.map((it) => h("section", { class: "panel hand" }, handOf(it))),
    more(view),
    step.lines.length ? h("section", { class: "panel words" }, h("h3", {}, _("in_words")), h("ul", {}, step.lines.map((it) => h("li", {}, it)))) : null,
    view.points.curves.length > 1 ? h("section", { class: "panel far" }, h("h3", {}, _("points_far")), standing(view)) : null,
    view.table.cities.length ? cities(view) : null,
    others.length ? folded(h("details", { class: "panel hands" }, h("summary", {}, _("hands")), others.map((it) => h("div", { class: "hand" }, handOf(it))))) : null);
}

/** What the stage has no room for: conflicts, and what else lies in the middle. */
function more(view) {
  const turn = lastTurn(view.turns), scenes = [];
  if (turn?.events.some((it) => it.is === "fought" || it.is === "battle")) scenes.push({ kind: "conflicts", turn });
  const rest = restingScene(view, "table");
  if (rest.kind === "table" && !scenes.length && view.people.length >= FEW) scenes.push(rest);
  return scenes.map((it) => grouped(stage(view, it)));
}

/** All cities with all their cards, for where the table has no room for them: with many seats, on phones, and on paper. */
function cities(view) {
  const looks = looksOf(view), all = totals(view.points);
  return h("section", { class: looks.length > FEW ? "cities" : "cities few", "aria-label": _("all_cities") }, seatsFrom(looks.length, now.seat).map((seat) => grouped(city({
    seat, name: looks[seat].name, city: view.table.cities[seat], points: all[seat], colour: looks[seat].colour, side: "", tags: [], waits: false, hasCat: view.table.cat === seat,
  }))));
}

/** Say that something is no part of the page of its own: its name isn't the only one of its kind. @param {HTMLElement} it */
function grouped(it) {
  it.setAttribute("role", "group");
  return it;
}

/** Keep what was unfolded so from step to step. @param {HTMLElement} it */
function folded(it) {
  const details = /** @type {HTMLDetailsElement} */ (it);
  details.open = now.unfolded;
  details.addEventListener("toggle", () => { now.unfolded = details.open; });
  return details;
}

/** A hand, as far as it is known. @param {Hand} it */
function handOf(it) {
  return [h("h3", {}, it.title), h("ul", { class: "held" },
    it.cards.map(([id, fate, isNow]) => h("li", { class: isNow ? "now" : "" }, picture(id), h("small", {}, fate))),
    it.hidden ? h("li", { class: "never" }, _("never_shown", { n: it.hidden })) : null)];
}

/* Going through the steps. */

function controls() {
  const count = tale.steps.length;
  const slider = h("input", { id: "slider", type: "range", min: 0, max: count - 1, step: 1, "aria-label": _("steps"), on: { input: (event) => go(Number(event.target.value)) } });
  const seats = h("select", { id: "seat", on: { change: (event) => sit(event.target.value === "" ? null : Number(event.target.value)) } },
    h("option", { value: "" }, _("everybody")), tale.people.map((it, seat) => h("option", { value: String(seat) }, it)));
  const marks = tale.end.decisive.map((it) => h("i", { css: { "--at": stepOf(tale.steps, it.at) / Math.max(1, count - 1) } }));
  return h("nav", { id: "controls", "aria-label": _("turn_by_turn"), title: _("keys_of_replay") },
    h("div", { class: "buttons" }, button("first", () => go(0)), button("back", () => go(now.at - 1)), button("play", toggle), button("next", () => go(now.at + 1)), button("last", () => go(count - 1))),
    h("div", { class: "slide" }, slider, h("div", { class: "marks", "aria-hidden": "true" }, marks)),
    h("output", { id: "where", for: "slider" }),
    h("label", {}, h("span", {}, _("seen_from")), " ", seats));
}

const ICONS = { first: "M4 4H7V20H4ZM20 4V20L8 12Z", back: "M18 4V20L6 12Z", play: "M6 4V20L19 12Z", pause: "M6 4H10V20H6ZM14 4H18V20H14Z", next: "M6 4V20L18 12Z", last: "M17 4H20V20H17ZM4 4V20L16 12Z" };

/** A button without words, whose name is said all the same. */
function button(name, does) {
  return named(h("button", { id: name, type: "button", on: { click: does } }), name);
}

function named(it, name) {
  it.replaceChildren(s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name], fill: "currentColor" })));
  it.title = _(name);
  it.setAttribute("aria-label", _(name));
  return it;
}

function drawControls(step) {
  const slider = /** @type {HTMLInputElement} */ (element("slider")), last = tale.steps.length - 1;
  slider.value = String(now.at);
  slider.setAttribute("aria-valuetext", _("step", { n: now.at + 1, all: last + 1, title: step.title }));
  say(element("where"), step.title);
  /** @type {HTMLSelectElement} */ (element("seat")).value = now.seat === null ? "" : String(now.seat);
  named(element("play"), now.timer ? "pause" : "play");
}

/** Show a step; cards turn and coins travel if it is the next one. @param {number} to */
function go(to) {
  const before = now.at;
  now.at = Math.max(0, Math.min(tale.steps.length - 1, to));
  history.replaceState(null, "", `#s${now.at + 1}`);
  draw();
  reach();
  skip();
  if (now.at === before + 1) reveal(revealed(lastTurn(sections[before].turns), lastTurn(sections[now.at].turns)), tale.people.length);
}

/** Bring the table into sight. */
function reach() {
  element("turns").scrollIntoView({ block: "start" });
}

/** See the table from a seat. @param {number | null} seat */
function sit(seat) {
  now.seat = seat !== null && seat < tale.people.length ? seat : null;
  draw();
}

/** Let the game play by itself, or stop that; from the end, it begins again. */
function toggle() {
  const last = tale.steps.length - 1;
  if (now.timer) return stop();
  now.timer = setInterval(() => (now.at < last ? go(now.at + 1) : stop()), STEP_MS);
  go(now.at < last ? now.at : 0);
}

function stop() {
  clearInterval(now.timer);
  now.timer = 0;
  draw();
}

const KEYS = {
  ArrowRight: () => go(now.at + 1), ArrowLeft: () => go(now.at - 1), Home: () => go(0), End: () => go(tale.steps.length - 1), " ": toggle,
};

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target.closest?.("button, summary, select, a");
  if (on && (event.key === " " || on.matches("select"))) return;
  if (/^[0-7]$/.test(event.key)) sit(event.key === "0" ? null : Number(event.key) - 1);
  else if (event.key in KEYS) KEYS[event.key]();
  else return;
  event.preventDefault();
}

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
