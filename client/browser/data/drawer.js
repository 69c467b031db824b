/* The part beside the table: chat and log, points, cities, and keys. */
import { Memo, h, place } from "./dom.js";
import { bars, curves, scoreSheet } from "./charts.js";
import { city, heads } from "./cities.js";
import { _, list } from "./words.js";
import { change, looks, page, people } from "./page.js";
import { hasSound, toggleSound } from "./signals.js";
import { stored, toggleTheme } from "./storage.js";
import { named, sign } from "./pictures.js";
import { signs } from "./signs.js";
import { gamesList, readGames } from "./owngames.js";
import { readSettings, settingsList } from "./ownsettings.js";
import { act } from "./stream.js";
import { viewOf } from "./table.js";
import { completions } from "./keymap.js";
import { inTurns } from "./loglines.js";

const memo = new Memo();
let draft = "";

const TITLES = { log: "log", talk: "log", points: "points_far", city: "cities", cities: "cities", help: "tool.help", command: "tool.help", games: "games", settings: "settings" };

/** Open a part, or close it if it is open. @param {string} name */
export function toggle(name) {
  const same = page.drawer && TITLES[page.drawer] === TITLES[name] && name !== "talk" && name !== "command";
  change({ drawer: same ? "" : name, shownCity: null });
  if (name === "talk") document.getElementById("saying")?.focus();
  if (name === "games") readGames();
  if (name === "settings") readSettings();
  if (name === "command") document.getElementById("typing")?.focus();
}

/** Draw the open part into its element. @param {HTMLElement} aside */
export function drawDrawer(aside) {
  aside.hidden = !page.drawer;
  if (!page.drawer) delete aside.dataset.part;
  if (!page.drawer) return;
  const named = TITLES[page.drawer], title = _(named === "points_far" && page.have.end ? "tool.points" : named);
  aside.setAttribute("aria-label", title);
  const part = `${page.drawer} ${page.shownCity ?? ""}`;
  const isNew = aside.dataset.part !== part;
  aside.dataset.part = part;
  place(aside, [memo.keep("head", title, () => h("header", {}, h("h2", {}, title), h("button", { type: "button", class: "close", "data-key": "close", "aria-label": _("close"), on: { click: () => change({ drawer: "" }) } }, "✕"))), body()]);
  if (isNew) aside.scrollTop = 0;
}

function body() {
  switch (TITLES[page.drawer]) {
    case "log": return log();
    case "points_far": return points();
    case "cities": return cities();
    case "games": return gamesList();
    case "settings": return settingsList();
    default: return keys();
  }
}

function log() {
  const seat = page.have.seat ?? {};
  const hasEnded = page.connection === "ended";
  const frame = memo.keep("log frame", [seat.talks, seat.place, hasEnded], () => {
    const lines = h("ol", { class: "log", tabindex: "0", "aria-label": _("log") });
    return h("div", { class: "talk" }, lines, hasEnded || !seat.talks ? null : sayForm());
  });
  const lines = /** @type {HTMLElement} */ (frame.querySelector(".log"));
  const all = page.have.log?.lines ?? [];
  const key = JSON.stringify(all[all.length - 1]) + all.length;
  if (lines.dataset.last !== key) {
    lines.replaceChildren(...inTurns(all).map((it) => h("li", { class: `${it.kind}${it.begins ? " begins" : it.awaits ? " awaits" : ""}` }, it.said)));
    lines.dataset.last = key;
    requestAnimationFrame(() => { lines.scrollTop = lines.scrollHeight; });
  }
  return frame;
}

function sayForm() {
  const input = h("input", { id: "saying", type: "text", maxlength: 300, autocomplete: "off", placeholder: _("say_something"), "aria-label": _("say_something"), value: draft, on: { input: (event) => { draft = event.target.value; } } });
  const send = (event) => {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (input).value.trim();
    if (text) act({ do: "say", text });
    draft = /** @type {HTMLInputElement} */ (input).value = "";
  };
  return h("form", { class: "say", on: { submit: send } }, input, h("button", { type: "submit" }, _("say")));
}

function points() {
  const { points: some, end } = page.have;
  if (!some) return h("p", {}, _("nothing_played"));
  return memo.keep("points", [some, looks(), end], () => {
    const sheet = end?.sheet ?? { heads: some.heads, rows: some.rows, winners: [] };
    return h("div", { class: "points" }, bars(some, looks()), curves(some, looks()), scoreSheet(sheet, looks()));
  });
}

function cities() {
  if (!page.have.table) return h("p", {}, _("nothing_played"));
  const all = people().map((_name, seat) => seat);
  const shown = page.shownCity === null ? all : [page.shownCity];
  const views = shown.map((seat) => viewOf(seat, ""));
  const { ours } = page.have.seat, leaders = page.have.own?.leaders ?? [];
  return memo.keep("cities", [views, page.shownCity, ours, leaders], () => h("div", { class: "cities" },
    views.flatMap((it) => [city(it), it.seat === ours && leaders.length ? held(leaders) : null]),
    page.shownCity === null ? null : h("p", {}, h("button", { type: "button", on: { click: () => change({ shownCity: null }) } }, _("all_cities")))));
}

/** The leaders in the player's own hand, which nobody else sees. */
function held(leaders) {
  return h("section", { class: "held" }, h("h3", {}, _("held")), heads(leaders.map((it) => ({ id: it.card, colour: "leader" }))),
    h("p", {}, list(leaders.map((it) => named(it.card)))));
}

/* Keys, features, and typed commands. */

function keys() {
  const { keys: some, game, seat } = page.have;
  return memo.keep("keys", [some, game?.primer, page.drawer === "command", hasSound(), stored("theme"), seat?.place, seat?.guest, seat?.talks], () => h("div", { class: "keys" },
    game?.primer ? primer(game.primer) : null,
    seat?.game ? signs() : null,
    some ? [h("h3", {}, _("actions")), actions(some.keys.filter((it) => !EXPERT.has(it.name)))] : null,
    h("h3", {}, _("this_page")),
    h("p", { class: "row" }, toggleButton("sound", hasSound(), toggleSound), themeButton()),
    !some || seat?.guest ? null : h("p", { class: "row" }, partButton("games"), partButton("settings")),
    h("h3", { class: "bykeys" }, _("keys")),
    h("dl", { class: "bykeys" }, KEYS.filter(([, name]) => name !== "talk" || seat?.talks).flatMap(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, _(`k.${name}`))])),
    some ? h("details", { class: "experts", open: page.drawer === "command" }, h("summary", {}, _("experts")), actions(some.keys.filter((it) => EXPERT.has(it.name))), command(some.typed)) : null));
}

/** Features that few people need. */
const EXPERT = new Set(["words", "compare"]);

/** How the game is played, and what scores points. */
function primer(lines) {
  return h("div", { class: "primer" }, h("h3", {}, _("primer")),
    h("dl", {}, lines.flatMap(([some, said]) => [h("dt", { "aria-hidden": "true" }, some.map(sign)), h("dd", {}, said)])));
}

function actions(some) {
  return h("ul", {}, some.map((it) => h("li", {}, h("button", { type: "button", "data-key": `press-${it.name}`, on: { click: () => press(it.name) } }, h("b", {}, it.label), h("kbd", {}, it.key)), h("span", {}, it.means))));
}

const KEYS = [["1 … 9", "number"], ["← →", "step"], ["b", "build"], ["w", "stage"], ["s", "sell"], ["n", "nothing"], ["Enter", "enter"], ["Esc", "escape"],
  ["l", "log"], ["t", "talk"], ["p", "points"], ["c", "cities"], [":", "command"], ["?", "help"]];

/** Parts that guests don't have. */
function partButton(name) {
  return h("button", { type: "button", "data-key": name, on: { click: () => toggle(name) } }, _(TITLES[name]));
}

/** Run a feature, as its key does. */
export function press(name) {
  if (name === "quit" && page.have.end?.keeps && !confirm(_("leave_unkept"))) return;
  change({ drawer: "" });
  act({ do: "press", text: name });
}

function command(known) {
  const list = h("datalist", { id: "commands" }, known.map((it) => h("option", { value: it })));
  const input = h("input", { id: "typing", type: "text", list: "commands", maxlength: 300, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": _("type_command"), placeholder: _("type_command"), on: { keydown: (event) => complete(event, known) } });
  const send = (event) => {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (input).value.trim();
    /** @type {HTMLInputElement} */ (input).value = "";
    if (text) act({ do: "type", text });
  };
  return h("form", { class: "say", on: { submit: send } }, h("span", { "aria-hidden": "true" }, ":"), input, list, h("button", { type: "submit" }, _("do_it")));
}

/** Complete the typed command on Tab, as far as it is unambiguous. */
function complete(event, known) {
  if (event.key !== "Tab" || event.shiftKey) return;
  const some = completions(known, event.target.value);
  if (some.length !== 1) return;
  event.preventDefault();
  event.target.value = some[0];
}

function toggleButton(name, isOn, toggleIt) {
  return h("button", { type: "button", "data-key": name, "aria-pressed": String(isOn), on: { click: () => { toggleIt(); page.redraw(); } } }, _(isOn ? `${name}_on` : `${name}_off`));
}

function themeButton() {
  return h("button", { type: "button", "data-key": "theme", on: { click: () => { toggleTheme(); page.redraw(); } } }, _("theme"));
}
