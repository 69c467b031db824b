/*
 * The page for a room, which shows what the host sends, and sends nothing itself. Sections are plain data,
 * sent whole when they change (see host/page).
 */
import { Memo, h, place, say } from "./dom.js";
import { audience, restingScene } from "./audience.js";
import { firstLanguage, nextLanguage } from "./choices.js";
import { remaining } from "./clocks.js";
import { ending, opened } from "./ending.js";
import { fit } from "./fitting.js";
import { ALL, destination, isSame, ofTable, wished } from "./following.js";
import { evening, lobby } from "./lobby.js";
import { overview, shownTables } from "./overview.js";
import { Pacing } from "./pacing.js";
import { languages, use } from "./pictures.js";
import { revealScene } from "./reveal.js";
import { lastTurn, merged, revealed } from "./sections.js";
import { room, view } from "./state.js";
import { store, stored, toggleTheme } from "./storage.js";
import { Stream } from "./stream.js";
import { moment, told } from "./telling.js";
import { awaited, lastSaid, when } from "./top.js";
import { _, learn, minutes } from "./words.js";

const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const memo = new Memo();
const TICK_MS = 200;

/** Milliseconds for which a chat message is shown. */
const SAID_MS = 12_000;
let language = "", clockAt = 0, saidUntil = 0, version = "";
/** @type {import("./following.js").Place} */
let where = { table: null, overSince: null };
/** The tables that are listed now, and those whose page is broken. */
let listing = "";
const broken = new Set();
let isLost = false, isCrowded = false;
let pacing = new Pacing();
/** @type {"" | "plays" | "table" | "points"} */
let rests = "";

/* What comes. */

const stream = new Stream(take, (isHere) => {
  isLost = !isHere;
  drawStatus();
});

function take(news, isFresh) {
  const before = isFresh ? {} : room.have;
  room.have = merged(before, news);
  if (isOther(room.have.host)) return location.reload();
  note(news);
  if (!isFresh) tell(news, before);
  if (before.game?.codes.en !== room.have.game?.codes.en) begins();
  const { table, turns, points } = room.have;
  if (table && turns && points) pacing.take({ table, turns, points }, performance.now());
  if (!follow()) draw();
  const root = document.documentElement;
  root.dataset.seen = String(Number(root.dataset.seen ?? 0) + 1);
}

/** Return whether the host has a newer version of this page; remembers the first version. */
function isOther(host) {
  if (!host) return false;
  const isNew = Boolean(version) && version !== host.version;
  version = host.version;
  use({ version });
  return isNew;
}

/** Note what pictures and clocks depend on. */
function note(news) {
  const { about, now } = room.have;
  isCrowded = Boolean(news.crowded);
  if (about) use({ game: about.game });
  if (news.clock || news.glances) clockAt = performance.now();
  if (news.now) noteDoing(now);
}

/** Announce what has happened since the page was opened. */
function tell(news, before) {
  if (news.turns) announce(revealed(lastTurn(before.turns), lastTurn(room.have.turns)));
  if (news.chat) saidUntil = performance.now() + SAID_MS;
}

function noteDoing(now) {
  const key = JSON.stringify([now.at, now.doing, now.awaited]);
  if (key !== room.doing.key) room.doing = { key, since: performance.now() };
}

/** Announce events to screen readers. */
function announce(events) {
  const at = lastTurn(room.have.turns)?.at, said = events.map((it) => told(it, room.have.game.people)).filter(Boolean);
  if (said.length) say($("said"), `${[moment(at), ...said].join(". ")}.`);
}

/* The table that the page should show. */

/** Go to the table that the page should show; return whether that is another one. */
function follow() {
  if (room.have.broken) broken.add(room.table);
  const tables = room.have.tables?.tables.filter((it) => !broken.has(it.name));
  if (!tables) return false;
  where = destination(tables, wished(location.hash), where, performance.now());
  if (room.scene) where.overSince = null; // the result counts from when it is shown
  if (isSame(where.table, room.table)) return false;
  show(where.table);
  return true;
}

function show(table) {
  Object.assign(room, { table, have: {} });
  where = { table, overSince: null };
  room.doing = { key: "", since: 0 };
  begins();
  memo.forget();
  stream.follow(table ?? "");
  draw();
}

/** Begin with another game, of which nothing is told yet. */
function begins() {
  pacing = new Pacing();
  room.scene = null;
}

/* What is drawn. */

function draw() {
  const isNew = turnThePage();
  drawTop();
  place($("main"), main());
  fit($("main"));
  drawTimes();
  if (isNew && room.scene) revealScene(room.scene.kind, room.scene.turn.events, room.have.game.people.length);
}

function main() {
  const { have, table } = room;
  if (have.broken) return [panel(_("broken"))];
  if (table === null) return [have.tables ? allTables() : panel(_("loading"))];
  if (have.lobby) return [memo.keep("lobby", [have.lobby, have.host, have.about, have.chat, have.evening], lobby)];
  if (have.table?.cities) return playing();
  if (have.about?.state === "stopped") return [panel(`${_("stopped")} ${have.about.reason}`)];
  return [panel(_(have.host ? "reading" : "loading"))];
}

function allTables() {
  const some = shownTables(performance.now());
  listing = JSON.stringify(some);
  return memo.keep("tables", [some, room.have.glances, room.have.host], () => overview(some));
}

function panel(said) {
  return memo.keep("panel", said, () => h("p", { class: "panel" }, said));
}

function playing() {
  const { have } = room, isOver = have.now.over && !room.scene;
  $("main").classList.toggle("over", isOver);
  if (!isOver) return [drawTable()];
  const now = view();
  const end = memo.keep("end", [now, have.end, have.opened, have.evening], () => ending(now, have.end, verdict(), evening()));
  const cards = have.opened?.seats.length ? memo.keep("opened", have.opened, () => /** @type {HTMLElement} */ (opened(have.opened.seats, now.people))) : null;
  return [end, cards, audience(now, restingScene(now), memo)];
}

/** Draw the table with what is told just now; or as it is, with the last turn. */
function drawTable() {
  const now = view(), { scene } = room;
  if (scene) return audience({ ...now, table: scene.table, points: scene.points }, scene, memo);
  const isBegun = now.turns.recent.length > 1;
  return audience({ ...now, notes: isBegun ? [] : tableCode() }, restingScene(now, rests || "plays"), memo);
}

/** The table code in the language of the page and, for comparison, in the others. */
function tableCode() {
  const { codes } = room.have.game, others = languages().filter((it) => it !== language);
  return [_("code"), h("b", {}, codes[language]),
    ...others.map((it) => h("p", { lang: it }, _("line", { who: languageName(it), said: codes[it] }))), _("code_why")];
}

/**
 * Return what is due to be shown: a scene, or what is shown while nothing is told.
 * @returns {{scene: import("./pacing.js").Scene | null, rests: typeof rests}}
 */
function due() {
  const now = performance.now(), next = pacing.at(now);
  return { scene: next, rests: next ? "" : pacing.resting(now) };
}

function isDue() {
  if (room.table === null) return Boolean(room.have.tables) && listing !== JSON.stringify(shownTables(performance.now()));
  const it = due();
  return it.scene !== room.scene || it.rests !== rests;
}

/** Go on to what is due; return whether that is another scene. */
function turnThePage() {
  const before = room.scene;
  ({ scene: room.scene, rests } = due());
  return room.scene !== before;
}

function verdict() {
  const { end } = room.have;
  return h("section", { class: "panel", "aria-label": _("verdict") }, h("h3", {}, _("verdict")), h("p", { class: `verdict ${end.verdict}` }, (end.verdict === "checked" ? "✓ " : "") + _(`verdict.${end.verdict}`)),
    end.ended_early ? h("p", {}, _("early")) : null);
}

function drawTop() {
  const { have, table } = room, { about } = have;
  document.documentElement.lang = language;
  $("lang").textContent = languageName(nextLanguage(languages(), language));
  $("theme").textContent = _("theme");
  $("tools").title = _("keys");
  $("tools").setAttribute("aria-label", _("tools"));
  $("all").textContent = _("all");
  $("all").hidden = table === null || (have.tables?.tables ?? []).length < 2;
  document.title = about ? `${about.name} – Sealed Wonders` : "Sealed Wonders";
  say($("title"), about?.name ?? have.host?.name ?? "Sealed Wonders");
  say($("moment"), when());
}

/** What changes as time passes, without anything being sent. */
function tick() {
  if (follow()) return;
  if (isDue()) draw();
  else drawTimes();
}

function drawTimes() {
  const passed = performance.now() - clockAt, { first, own } = remaining(room.have.clock, room.have.now, passed);
  for (const it of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".left[data-table]"))) {
    const glance = ofTable(room.have.glances, it.dataset.table ?? "");
    const { first: left, own: each } = remaining(glance?.clock, glance && { doing: "chooses", awaited: glance.awaited, over: glance.over }, passed);
    say(it, left === null ? "" : minutes(left));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (it.closest("a")?.querySelectorAll(".own") ?? [])) {
      const seconds = each[Number(one.dataset.seat)];
      say(one, typeof seconds === "number" ? minutes(seconds) : "");
    }
  }
  const said = performance.now() < saidUntil && room.have.table ? lastSaid(room.have.chat) : "";
  say($("talk"), said);
  $("talk").hidden = !said;
  say($("awaited"), awaited());
  say($("clock"), first === null ? "" : _("time_left", { time: minutes(first) }));
  for (const it of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".time b"))) {
    const left = own[Number(it.dataset.seat)];
    say(it, typeof left === "number" ? minutes(left) : "");
  }
}

function drawStatus() {
  $("status").hidden = !isLost;
  if (isLost) say($("status"), _(isCrowded ? "crowded" : "lost"));
}

/* Language, theme and keys. */

let names = {};

/** Return what was chosen: in the address, or stored. @param {string} name */
function chosen(name) {
  return new URLSearchParams(location.search).get(name) || stored(name);
}

function languageName(one) {
  return names.languages[one];
}

async function speak(one) {
  learn(await (await fetch(`words/${one}.json`)).json(), one);
  language = one;
  use({ language });
  memo.forget();
}

async function nextOne() {
  await speak(nextLanguage(languages(), language));
  store("lang", language);
  draw();
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "l") nextOne();
  else if (event.key === "t") toggleTheme();
  else if (event.key === "a") location.hash = ALL;
  else if (/^[1-7]$/.test(event.key)) {
    const it = /** @type {HTMLElement | null} */ (document.querySelector(`.city[data-seat="${Number(event.key) - 1}"]`));
    it?.focus();
    it?.scrollIntoView({ block: "nearest" });
  }
}

async function begin() {
  document.documentElement.dataset.theme = chosen("theme") ?? "auto";
  names = await (await fetch("names.json")).json();
  use({ names });
  await speak(firstLanguage(languages(), [chosen("lang"), ...navigator.languages]));
  $("lang").addEventListener("click", nextOne);
  $("theme").addEventListener("click", toggleTheme);
  addEventListener("hashchange", () => follow());
  addEventListener("keydown", press);
  addEventListener("resize", () => fit());
  setInterval(tick, TICK_MS);
  show(wished(location.hash) || null);
}

begin().catch(() => setTimeout(() => location.reload(), 3_000));
