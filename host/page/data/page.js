"use strict";
/*
 * Shows what the host sends, and sends nothing: sections of plain data, each sent whole when
 * it has changed (see host/page). What is drawn is made of text nodes alone: names and talk
 * are other people's.
 */
const $ = (id) => document.getElementById(id);
const LANGS = ["en", "fr"];
const COLOURS = ["brown", "grey", "blue", "yellow", "red", "green", "purple"];
const ROMAN = ["", "I", "II", "III"];

let words = {}, names = {}, have = {}, source = null, version = null, table = null;
let lang = stored("lang") || (navigator.language || "en").slice(0, 2);
if (!LANGS.includes(lang)) lang = "en";
let theme = stored("theme") || "auto", drawn = {}, seenTurn = "", lastClock = null, lostSince = 0;
let overSince = 0; // when the table that is shown was first seen to be over
let doing = { key: "", since: 0 }; // what its programs do, and since when they wait for the same ones

const RESULT = 20000; // milliseconds for which a result stays, though something else is played
const SLOW = 5000; // and after which those are named whose programs are waited for

function stored(name) {
  const asked = new URLSearchParams(location.search).get(name);
  if (asked) return asked;
  try { return localStorage.getItem(name); } catch { return null; }
}
function store(name, value) { try { localStorage.setItem(name, value); } catch { /* as it was */ } }

function _(key, fields) {
  const said = (words[lang] || {})[key] ?? key;
  return said.replace(/\{(\w+)\}/g, (all, name) => (fields && name in fields ? fields[name] : all));
}
function list(some) {
  if (some.length < 2) return some.join("");
  return `${some.slice(0, -1).join(", ")} ${_("and")} ${some[some.length - 1]}`;
}

/* Makes an element; what isn't an element among its children is text. */
function h(tag, props, ...children) {
  const it = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") it.className = value; else it.setAttribute(name, value === true ? "" : value);
  }
  it.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== ""));
  return it;
}
function s(tag, props, ...children) {
  const it = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props || {})) it.setAttribute(name, value);
  it.append(...children.flat());
  return it;
}

/* Draws something anew only if what it is made of has changed: pictures don't flicker then. */
function keep(id, data, draw) {
  const key = JSON.stringify([lang, data]), old = drawn[id];
  if (old && old.key === key) return old.node;
  const node = draw();
  drawn[id] = { key, node };
  return node;
}

const SIGNS = {
  coin: '<circle cx="12" cy="12" r="10" fill="#e7b93c" stroke="#5a4207"/><circle cx="12" cy="12" r="7" fill="none" stroke="#8a6410"/>',
  shield: '<path d="M3 3H21V12C21 18 16 21 12 23C8 21 3 18 3 12Z" fill="#b02a22" stroke="#241c14"/>',
  won: '<path d="M12 1L15 5L20 4L19 9L23 12L19 15L20 20L15 19L12 23L9 19L4 20L5 15L1 12L5 9L4 4L9 5Z" fill="#d8342a" stroke="#241c14"/>',
  lost: '<path d="M12 1L15 5L20 4L19 9L23 12L19 15L20 20L15 19L12 23L9 19L4 20L5 15L1 12L5 9L4 4L9 5Z" fill="#555" stroke="#111"/><path d="M6 12H18" stroke="#fff" stroke-width="3"/>',
  hand: '<rect x="3" y="4" width="11" height="16" rx="2" fill="#7d6f55" stroke="#241c14"/><rect x="9" y="2" width="11" height="16" rx="2" fill="#b59a5a" stroke="#241c14"/>',
  tablet: '<rect x="4" y="2" width="16" height="20" rx="3" fill="#24753a"/><path d="M8 8H16M8 12H16M8 16H13" stroke="#fff" stroke-width="2"/>',
  gear: '<circle cx="12" cy="12" r="8" fill="#24753a" stroke="#24753a" stroke-width="5" stroke-dasharray="4 3"/><circle cx="12" cy="12" r="3.500" fill="#fff"/>',
  compass: '<path d="M12 3L5 22M12 3L19 22M7 15Q12 19 17 15" stroke="#24753a" stroke-width="3" fill="none"/>',
  pawn: '<circle cx="12" cy="6" r="5" fill="#1c7a81"/><path d="M9 10H15L19 23H5Z" fill="#1c7a81"/>',
  cat: '<path d="M4 3L9 7H15L20 3V14C20 20 16 23 12 23C8 23 4 20 4 14Z" fill="#2d2620" stroke="#f4d35e"/><circle cx="9" cy="13" r="1.700" fill="#f4d35e"/><circle cx="15" cy="13" r="1.700" fill="#f4d35e"/>',
  debt: '<circle cx="12" cy="12" r="10" fill="#fff" stroke="#b02a22" stroke-width="3"/><path d="M6 12H18" stroke="#b02a22" stroke-width="3"/>',
};
function sign(name) {
  const it = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  it.innerHTML = SIGNS[name]; // our own, from above
  return it;
}
function fact(name, value, said) {
  return h("li", { title: said }, sign(name), h("span", {}, String(value)), h("span", { class: "unseen" }, ` ${said}`));
}

/* Pictures. */

function known(id) { return ((names[game()] || {})[id]) || null; }
function named(id) { const it = known(id); return it ? it[LANGS.indexOf(lang)] : id; }
function colourOf(id) { const it = known(id); return it ? it[3] : ""; }
/* Gives a node the colour of a seat's city, as --hue; before it has a city, that of text. */
function hued(node, seat) {
  const it = ((have.table || {}).cities || [])[seat], [light, dark, dash] = (it && (known(it.board) || []).slice(4)) || [];
  node.classList.add("hue");
  if (light) { node.style.setProperty("--light", light); node.style.setProperty("--dark", dark); }
  if (dash) node.style.setProperty("--dash", dash);
  return node;
}
function picture(id, said, shape) {
  const [width, height] = shape || (game() === "architects" ? [160, 200] : [200, 300]);
  const colour = colourOf(id);
  const alt = said !== undefined ? said : colour ? `${named(id)}, ${_("c." + colour)}` : named(id);
  return h("img", { src: `cards/${game()}/${lang}/${id}.svg?${version}`, alt, width, height, decoding: "async" });
}
const STAGE = [150, 110];

/* What the sections say. */

function game() { return (have.about || {}).game || "wonders"; }
function people() { return (have.game || {}).people || []; }
function who(seat) { return people()[seat] || `${seat + 1}`; }
function moment(at) {
  if (!at || !at.length) return _("begin");
  if (at.length === 1) return _("turnonly", { turn: at[0] });
  return `${_("age", { age: ROMAN[at[0]] })}, ${at[1] ? _("turn", { turn: at[1] }) : _("recruit")}`;
}
function neighbour(seat, side) { const n = people().length; return side === "left" ? (seat + 1) % n : (seat + n - 1) % n; }

function take(found) {
  const before = have;
  have = { ...have };
  for (const [name, value] of Object.entries(found)) {
    if (value === null) delete have[name]; else have[name] = value;
  }
  if (have.host) {
    if (version && version !== have.host.version && before.host) { location.reload(); return; }
    version = have.host.version;
  }
  if (found.clock) lastClock = { ...found.clock, at: performance.now() };
  if (!have.clock) lastClock = null;
  if (found.now) {
    const key = JSON.stringify([found.now.at, found.now.doing, found.now.awaited]);
    if (key !== doing.key) doing = { key, since: performance.now() };
  }
  if (found.turns) announce();
  if (follow()) return;
  draw();
  document.documentElement.dataset.seen = String(Number(document.documentElement.dataset.seen || 0) + 1);
}

/* The table that a person has chosen, as it stands in the address; or "all" of them. */
function chosen() {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; }
}
function isPlayed(it) { return it.state === "playing" || it.state === "full"; }
function isOver(it) { return it.state === "over" || it.state === "stopped"; }
function isSame(one, other) { return one === other || (one !== null && other !== null && one.toLowerCase() === other.toLowerCase()); }

/*
 * Where this page belongs. A person who has chosen a table stays there as long as it exists. A
 * television, at which nobody sits, stays until its table is closed or over, and goes on to where
 * something is played.
 */
function destination() {
  const all = (have.tables || {}).tables, wish = chosen();
  if (!all || wish === "all") return table;
  const find = (name) => all.find((it) => isSame(it.name, name));
  if (wish && find(wish)) return wish;
  const here = find(table), played = all.filter(isPlayed);
  overSince = here && isOver(here) ? overSince || performance.now() : 0;
  if (here && (!overSince || performance.now() - overSince < RESULT)) return table;
  if (played.length && (table !== null || played.length === 1)) return played[0].name;
  if (here) return table;
  if (wish) return wish;
  return all.length === 1 ? all[0].name : null;
}
function follow() {
  const to = destination();
  if (isSame(to, table)) return false;
  show(to);
  return true;
}

/* What has happened, in words: for screen readers, and below the pictures. */

function paid(it) {
  const some = [];
  for (const side of ["left", "right"]) if (it[side]) some.push(_("pays", { n: it[side], whom: who(neighbour(it.seat, side)) }));
  if (it.bank) some.push(_("paysbank", { n: it.bank }));
  if (it.free) some.push(_("free" + it.free));
  if (it.joins) some.push(_("joins"));
  return some.join(", ");
}
function told(it) {
  const name = it.seat !== undefined ? who(it.seat) : "", card = it.card ? named(it.card) : "";
  switch (it.is) {
    case "played": {
      const key = { build: "builds", recruit: "recruits", stage: "stages", sell: "sells" }[it.use];
      const more = paid(it);
      return _(key, { who: name, card, n: it.stage ? it.stage.split(".").pop() : "" }) + (more ? _("colon") + more : "");
    }
    case "enlisted": return _(it.card ? "enlists" : "declines", { who: name, card });
    case "drawn": return _("draws", { who: name, n: it.count });
    case "dropped": return _("drops", { who: name, n: it.value });
    case "picked": return _(it.card ? "picks" : "picksnot", { who: name, card });
    case "edifice": return _(it.built ? "edificebuilt" : "edificefailed", { age: ROMAN[it.age] });
    case "penalised": {
      if (!it.card && !it.coins && !it.tokens.length) return `${name} ${_("debt")}`;
      const what = card || (it.coins ? _("coinsn", { n: it.coins }) : _("tokensn", { n: it.tokens.join(", ") }));
      return _("penalised", { who: name, what });
    }
    case "fought": return `${_("fought", { age: ROMAN[it.age] })}. ` + it.tokens.map(([l, r], seat) => _("foughtwho", { who: who(seat), l: signed(l), left: who(neighbour(seat, "left")), r: signed(r), right: who(neighbour(seat, "right")) })).join(_("semi"));
    case "left": return it.seats.map((seat) => _("leftgame", { who: who(seat) })).join(_("semi"));
    case "copied": return _("copies", { who: name, card });
    case "board": return _("boardtaken", { who: name, card: named(it.board) });
    case "founded": return _("founded");
    case "dealt": return _("dealt", { age: ROMAN[it.age] });
    case "taken": {
      const pile = _("takesfrom", { pile: it.pile === "central" ? _("central") : named(`back.${it.pile}`) });
      const more = [lang === "fr" ? pile.replace(/^de (?=[aeiouyhâéèê])/i, "d'") : pile];
      if (it.by) more.push(named(it.by));
      if (it.cat) more.push(_("catcomes"));
      if (it.horns) more.push(_("horned", { n: it.horns }));
      return `${_("takes", { who: name, card })} (${more.join(", ")})`;
    }
    case "built": return _("stages", { who: name, n: it.stage });
    case "studied": return _("studies", { who: name, n: it.cards.length });
    case "token": return _("tokentaken", { who: name, card });
    case "searched": return _("searches", { who: name, n: it.count });
    case "peeked": return _("peeks", { who: name });
    case "remixed": return _("mixes");
    case "battle": return (_("battle") + _("colon")) + it.tokens.map((n, seat) => (n ? _("battlewho", { who: who(seat), n }) : "")).filter(Boolean).join(_("semi"));
  }
  return "";
}
function signed(n) { return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0"; }

function announce() {
  const turns = have.turns.recent;
  if (!turns.length) return;
  const last = turns[turns.length - 1], key = JSON.stringify([last.at, last.events.length]);
  if (key === seenTurn) return;
  const first = seenTurn === "";
  seenTurn = key;
  if (first) return; // who comes late needn't hear it
  $("said").replaceChildren(h("p", {}, `${moment(last.at)}${_("colon")}${last.events.map(told).filter(Boolean).join(_("semi"))}`));
}

/* The whole page. */

function draw() {
  const root = document.documentElement;
  root.lang = lang;
  root.dataset.theme = theme;
  $("lang").textContent = _("language");
  $("lang").lang = lang === "en" ? "fr" : "en";
  $("theme").textContent = _("theme");
  $("tools").title = _("keys");
  $("all").textContent = _("all");
  const all = (have.tables || {}).tables || [];
  $("all").hidden = table === null || all.length < 2;
  $("all").setAttribute("href", "#all");
  top_();
  let found;
  if (have.gone) found = [h("p", { class: "panel" }, _("gonetable"))];
  else if (have.broken) found = [h("p", { class: "panel" }, _("brokentable"))];
  else if (table === null && have.tables) found = overview(all);
  else if (have.lobby) found = lobby();
  else if (have.table) found = playing();
  else if (have.about && have.about.state === "stopped") found = [h("p", { class: "panel" }, `${_("stoppedv")} ${have.about.reason}`)];
  else found = [h("p", { class: "panel" }, _(have.host && table !== null ? "reading" : "loading"))];
  place($("main"), found);
  tick();
}
/* Puts children where they are not yet, without touching those that are. */
function place(parent, children) {
  children.forEach((child, at) => { if (parent.childNodes[at] !== child) parent.insertBefore(child, parent.childNodes[at] || null); });
  while (parent.childNodes.length > children.length) parent.lastChild.remove();
}

function top_() {
  const host = (have.host || {}).name || "", about = have.about;
  document.title = table === null || !about ? "Sealed Wonders" : `${about.name} – Sealed Wonders`;
  $("title").textContent = table === null || !about ? host || "Sealed Wonders" : about.name;
  const now = have.now;
  let when = "";
  if (about && have.lobby) when = about.title + withs(about);
  if (now && have.table) {
    const behind = have.game.behind ? ` (${_("behind", { n: have.game.behind })})` : "";
    when = now.over ? _("result") : (have.table.cities.length ? moment(now.at) : about.title + withs(about)) + behind;
  }
  $("moment").textContent = when;
  $("code").textContent = now && have.game ? `${_("code")}${_("colon")}${have.game.code}` : "";
}
function withs(about) { return about.expansions.length ? `, ${_("expansions", { names: about.expansions.map((it) => _(it)).join(", ") })}` : ""; }

function chooses(seat) { return have.now.doing === "chooses" && have.now.awaited.includes(seat) && !have.now.over; }
/* Whom the table waits for: people, if one of them has to choose, or programs that take long. */
function awaited() {
  const now = have.now;
  if (!now || !have.table || now.over) return "";
  if (now.paused) return _("pausedby", { name: now.paused });
  const whom = (seats) => _("awaited", { names: list(seats.map(who)) });
  if (now.doing === "chooses") return now.awaited.length ? whom(now.awaited) : "";
  const turn = have.table.seat, isSlow = performance.now() - doing.since >= SLOW;
  const late = now.awaited.filter((seat) => isSlow || now.here[seat] === false);
  return [typeof turn === "number" ? _("turnof", { who: who(turn) }) : "", _(`do.${now.doing}`), late.length ? whom(late) : ""].filter(Boolean).join(". ");
}
/* What runs out next of what is left to a seat, or to all: whichever does counts. */
function clocks() {
  if (!lastClock || !have.now || have.now.over) return { all: null, own: [] };
  const passed = lastClock.runs ? (performance.now() - lastClock.at) / 1000 : 0;
  const own = (lastClock.own || []).map((left, seat) => (chooses(seat) ? left - passed : left));
  const alone = have.now.doing === "chooses" && have.now.awaited.length === 1 ? own[have.now.awaited[0]] : null;
  const some = [typeof lastClock.turn === "number" ? lastClock.turn - passed : null, alone].filter((it) => typeof it === "number");
  return { all: some.length ? Math.min(...some) : null, own };
}
function say(node, said) { if (node.textContent !== said) node.textContent = said; }
/* What changes as time passes, without anything being sent. */
function tick() {
  if (follow()) return;
  const { all, own } = clocks();
  say($("awaited"), awaited());
  say($("clock"), all === null ? "" : _("left", { time: minutes(all) }));
  for (const it of document.querySelectorAll(".time b")) say(it, own.length ? minutes(own[it.dataset.seat]) : "");
}
function minutes(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function overview(all) {
  if (!all.length) return [h("p", { class: "panel" }, _("none")), ...invitation()];
  return [h("section", { "aria-label": _("tables") }, h("h2", { class: "unseen" }, _("tables")), h("ul", { class: "tables" }, all.map((it) => h("li", {},
    h("a", { class: "panel", href: `#${encodeURIComponent(it.name)}` }, h("b", {}, it.name),
      h("p", {}, it.title + withs(it)), h("p", { class: "dim" }, _(it.state)), h("p", {}, it.people.join(", ") || "–")))))), keep("join", have.host, () => h("div", { class: "beside" }, invitation()))];
}

/* The lobby. */

function joining() {
  const some = (have.host || {}).invitations || [];
  return some.find((it) => it.startsWith(location.hostname + ":")) || some[0] || "";
}
function invitation() {
  const join = joining(), at = `${location.origin}/get/`;
  const address = join.split("#")[0], reach = (have.host || {}).reach || {};
  const ways = ((have.host || {}).ways || []).map((it) => h("section", { class: "panel" }, h("h3", {}, it.system),
    h("ol", {}, it.lines.map((one) => h("li", {}, one.replace("{at}", at).replace("{join}", join))))));
  const own = [
    ["way0", ["python3 -m venv .venv", ".venv/bin/pip install .", `.venv/bin/wonders join ${address}`]],
    ["way1", ["py -m venv .venv", ".venv\\Scripts\\pip install .", `.venv\\Scripts\\wonders join ${address}`]],
    ["way2", [_("way2a"), _("way2b"), `${_("way2c")} wonders join ${address}`]],
  ];
  const others = (ways.length ? own.slice(2) : own).map(([key, lines]) => h("section", { class: "panel" }, h("h3", {}, _(key)),
    h("ol", {}, lines.map((one) => h("li", {}, one)))));
  return [
    h("section", { class: "panel" }, h("h2", {}, _("join")), h("div", { class: "invite" },
      h("figure", {}, h("img", { src: "code.svg", alt: _("scan"), width: 200, height: 200 }), h("figcaption", {}, _("scan"))),
      h("figure", {}, h("img", { src: "join.svg", alt: _("whole"), width: 200, height: 200 }), h("figcaption", {}, _("whole"))),
      h("div", {}, h("p", { class: "dim mono" }, "wonders join"), h("p", { class: "address" }, address), reach[join] ? h("p", { class: "dim" }, `(${_("reach." + reach[join])})`) : null, h("p", { class: "dim mono" }, join),
        ways.length ? h("p", {}, h("a", { href: "get/" }, _("get"))) : null))),
    h("section", { class: "ways", "aria-label": _("how") }, h("h2", { class: "unseen" }, _("how")), ways, others),
  ];
}
function lobby() {
  const it = have.lobby, rows = [];
  for (const one of it.people) {
    const how = !one.here ? _("awayl") : one.ready ? `✓ ${_("ready")}` : _("notready");
    rows.push(h("li", {}, h("span", {}, one.name), one.bot ? h("span", { class: "dim" }, _("bot")) : null, h("span", { class: one.ready ? "" : "dim" }, how)));
  }
  for (const name of it.bots) rows.push(h("li", {}, h("span", {}, name), h("span", { class: "dim" }, _("botcomes"))));
  for (let n = rows.length; n < it.wanted; n++) rows.push(h("li", { class: "dim" }, h("span", {}, "…"), h("span", {}, _("free"))));
  const [join, ways] = invitation();
  return [keep("lobby", [have.lobby, have.host, have.about, have.chat, have.evening], () => h("div", { class: "lobby" }, join,
    h("section", { class: "panel people" }, h("h2", {}, _("who")), h("ul", {}, rows),
      h("p", { class: "dim" }, it.drawing ? _("drawing") : `${it.wanted ? _("seatsn", { n: it.wanted }) : _("seatsr", { a: it.least, b: it.most })}. ${_("begins")}.`),
      h("ul", { class: "agreed dim" }, agreed().map((one) => h("li", {}, one))),
      it.note ? h("p", {}, it.note) : null, evening(), chat()), ways))];
}

/* What whoever sits there agrees to, besides the game. */
function agreed() {
  const it = (have.about || {}).options || {}, some = [];
  if (it.sides) some.push(_("o.sides." + it.sides));
  if (it.leaders === "expert") some.push(_("o.expert"));
  if (it.boards && it.boards !== "base") some.push(_("o.boards", { names: it.boards.split(",").join(", ") }));
  if (it.draw === "chosen") some.push(_("o.chosen"));
  if (it.turn_time) some.push(_("o.turn", { time: minutes(it.turn_time) }));
  if (it.game_time) some.push(_("o.game", { time: minutes(it.game_time) }) + (it.increment ? `, ${_("o.more", { n: it.increment })}` : ""));
  if (it.onlookers_after) some.push(_("o.behind", { n: it.onlookers_after }));
  return some;
}

function chat() {
  const lines = ((have.chat || {}).lines || []).slice(-12);
  if (!lines.length) return null;
  return h("section", { "aria-label": _("chat") }, h("ul", { class: "chat" }, lines.map((it) => {
    const text = it.code === "say" || it.code === "me" ? it.text : _("q." + it.code);
    return h("li", {}, h("b", {}, it.who), it.code === "me" ? " " : _("colon"), text);
  })));
}

/* The game. */

function playing() {
  const n = people().length, cities = have.table.cities, over = have.now.over;
  const parts = [];
  for (let seat = 0; seat < n; seat++) parts.push(city(seat, cities[seat]));
  const turns = have.turns.recent;
  parts.push(keep("turn", [turns, have.game, have.table.projects, have.table.piles, have.table.open, have.table.horns], turn));
  parts.push(keep("pts", [have.points, have.chat, have.game, have.table.cities.map((it) => it && it.board), n !== 3 && n !== 2 && n !== 4], points));
  const quiet = n > 4 || !((have.chat || {}).lines || []).length;
  if (!quiet) parts.push(keep("rest", [have.game, have.chat], rest));
  parts.forEach((it) => { it.classList.add("panel"); });
  const round = drawn.round ? drawn.round.node : (drawn.round = { node: h("div", { class: "round" }) }).node;
  round.dataset.n = n;
  round.classList.toggle("quiet", quiet);
  place(round, parts);
  if (!over) { $("main").className = ""; return [round]; }
  $("main").className = "after";
  return [keep("end", [have.end, have.points, have.game, have.about, have.opened, have.evening], end), round];
}

function sorted(ids) {
  const rank = (id) => COLOURS.indexOf(colourOf(id));
  return [...ids].sort((a, b) => rank(a) - rank(b));
}
function columns(ids) {
  const found = {};
  for (const id of ids) (found[colourOf(id)] ||= []).push(id);
  return COLOURS.filter((it) => found[it]).map((it) => found[it]);
}

function city(seat, it) {
  const now = have.now, row = (have.points.rows[seat] || []), total = row[row.length - 1] ?? 0;
  const waits = chooses(seat) || (have.table.seat === seat && !now.over);
  const hasTime = !!((have.clock || {}).own || []).length && !now.over;
  const here = now.here.length && !now.over ? now.here[seat] : true;
  const first = have.points.ahead.includes(seat) && !!it;
  const node = keep(`city${seat}`, [it, who(seat), total, waits, here, first, hasTime, now.gone.includes(seat), now.frauds.includes(seat), now.halting.includes(seat), have.table.cat, version], () => {
    const tags = [];
    if (now.gone.includes(seat)) tags.push(h("span", { class: "tag" }, _("gone")));
    else if (!here) tags.push(h("span", { class: "tag" }, _("away")));
    if (now.frauds.includes(seat)) tags.push(h("span", { class: "tag" }, _("cheated")));
    if (now.halting.includes(seat)) tags.push(h("span", { class: "tag ok" }, _("ends")));
    const id = `city${seat}`;
    return h("section", { class: `city${first ? " first" : ""}`, "aria-labelledby": id, tabindex: "-1" },
      h("header", {}, it ? h("figure", {}, picture(`emblem.${it.board.split(".")[0]}`, "", [120, 120])) : null, h("h2", { id }, who(seat)), it ? h("small", {}, boardName(it)) : null, tags,
        hasTime ? h("span", { class: "time", title: _("owntime") }, h("b", { "data-seat": String(seat) }), h("span", { class: "unseen" }, ` ${_("owntime")}`)) : null,
        h("span", { class: "score", title: _("points") }, String(total), h("span", { class: "unseen" }, ` ${_("points")}`))),
      it ? (game() === "architects" ? architect(seat, it) : wonders(it)) : null);
  });
  node.classList.toggle("waits", waits);
  node.dataset.seat = seat;
  node.style.gridArea = `p${seat}`;
  return hued(node, seat);
}
function boardName(it) {
  const side = it.side ? ` (${_(it.side)})` : "";
  return named(it.board) + side;
}
function stages(it, isBuilt) {
  const built = it.stages.map((id, at) => isBuilt(at));
  return keep(`stages ${it.board}`, [it.stages, built], () => h("ul", { class: "stages" }, it.stages.map((id, at) => h("li", { class: built[at] ? "built" : "" },
    picture(id, _(built[at] ? "stageyes" : "stageno", { n: at + 1 }), STAGE)))));
}
/* Cards of one colour on each other: as much of each is to be seen as there is room for. */
function heap(name, ids, draw) {
  return keep(name, ids, () => {
    const it = h("ul", { class: "pile" }, ids.map((id) => h("li", {}, draw(id))));
    it.style.setProperty("--n", ids.length);
    it.style.setProperty("--r", game() === "architects" ? 1.25 : 1.5);
    const isToken = (known(ids[0]) || [])[2] === "tokens"; // a round one hides no corner of what is below
    it.style.setProperty("--s", isToken ? 1 : game() === "architects" ? 0.73 : 0.36); // what is on a card ends there
    return h("li", {}, it);
  });
}
function pile(city, ids) { return heap(`pile ${city.board} ${colourOf(ids[0])} ${(known(ids[0]) || [])[2]}`, ids, (id) => picture(id)); }
function heaps(piles) {
  if (!piles.length) return h("p", { class: "cards dim" }, _("nocards"));
  const it = h("ul", { class: "cards" }, piles);
  it.style.setProperty("--cols", piles.length);
  it.style.setProperty("--most", Math.max(...piles.map((one) => one.firstChild.childNodes.length)));
  return it;
}
function wonders(it) {
  const won = it.tokens.filter((n) => n > 0).reduce((a, b) => a + b, 0), lost = it.tokens.filter((n) => n < 0).length;
  const facts = [fact("coin", it.coins, _("coins")), fact("shield", it.shields, _("shields"))];
  if (won) facts.push(fact("won", won, _("wins")));
  if (lost) facts.push(fact("lost", lost, _("losses")));
  ["tablet", "gear", "compass"].forEach((name, at) => { if (it.science[at]) facts.push(fact(name, it.science[at], _(name))); });
  if (it.pawns.length) facts.push(fact("pawn", it.pawns.length, _("pawns")));
  if (it.debts.length) facts.push(fact("debt", it.debts.join(" "), _("debts")));
  if (it.hand) facts.push(fact("hand", it.hand, _("hand")));
  const piles = columns(it.cards).map((ids) => pile(it, ids));
  if (it.leaders.length) piles.push(heap(`leaders ${it.board}`, it.leaders, (one) => (one.buried ? picture("back.0", `${named(one.id)}, ${_("buried")}`) : picture(one.id))));
  if (it.edifices.length) piles.push(pile(it, it.edifices));
  return [h("div", { class: "line" }, h("ul", { class: "facts" }, facts), stages(it, (at) => at < it.built)), heaps(piles)];
}
function architect(seat, it) {
  const facts = [fact("shield", it.shields, _("shields"))];
  if (it.victories) facts.push(fact("won", it.victories, _("victories")));
  if (have.table.cat === seat) facts.push(fact("cat", "", _("catof")));
  const piles = columns(it.cards).map((ids) => pile(it, ids));
  if (it.tokens.length) piles.push(pile(it, it.tokens));
  return [h("div", { class: "line" }, h("ul", { class: "facts" }, facts), stages(it, (at) => it.built.includes(at + 1))), heaps(piles)];
}

function turn() {
  const turns = have.turns.recent, parts = [];
  const last = turns[turns.length - 1];
  parts.push(h("h2", {}, last && last.at.length ? `${_("played")} – ${moment(last.at)}` : _("played")));
  if (!last || (!last.at.length && game() === "wonders" && !last.events.length)) parts.push(h("p", {}, _("nothing")));
  else if (game() === "architects") parts.push(...recent(turns));
  else parts.push(...together(last));
  if (turns.length < 2) parts.unshift(h("p", { class: "code" }, `${_("code")}${_("colon")}`, h("b", {}, have.game.code)), h("p", { class: "dim" }, _("codewhy")));
  if (game() === "architects" && have.table.piles.length) parts.push(table_());
  return h("section", { id: "turn", "aria-label": _("played") }, parts);
}
function together(last) {
  const plays = last.events.filter((it) => it.is === "played");
  const others = last.events.filter((it) => it.is !== "played");
  const cards = plays.map((it) => {
    const img = it.use === "stage" ? picture(it.stage, _("stageno", { n: it.stage.split(".").pop() }), STAGE)
      : it.card ? picture(it.card) : picture(`back.${it.use === "sell" && last.at[1] === 0 ? 0 : last.at[0]}`, "");
    const more = it.use === "sell" ? [h("span", {}, _("sells", { who: "" }).trim())] : [];
    for (const side of ["left", "right"]) if (it[side]) more.push(h("span", {}, sign("coin"), ` ${it[side]} → ${who(neighbour(it.seat, side))}`));
    if (it.free) more.push(h("span", {}, _("free" + it.free)));
    if (it.joins) more.push(h("span", {}, sign("pawn"), ` ${_("joins")}`));
    return h("li", { class: it.use }, h("b", {}, who(it.seat)), h("figure", {}, img), more.length ? h("small", {}, more) : null);
  });
  const projects = (have.table.projects || []).map((it) => h("li", {}, picture(it.edifice), it.fate ? _("fate" + it.fate) : [h("span", { "aria-hidden": "true" }, `♟ ${it.pawns}`), h("span", { class: "unseen" }, _("pawnsn", { n: it.pawns }))]));
  return [h("ul", { class: "plays" }, cards), h("div", { class: "below" }, others.length ? happened(others) : null,
    projects.length ? h("ul", { class: "row", "aria-label": _("edifices") }, projects) : null)];
}
/* In as few lines as it takes: beside the pictures there isn't much room at the end of an age. */
function happened(events) {
  const lost = events.filter((it) => it.is === "penalised");
  const lines = [];
  for (const it of events) {
    if (it.is === "fought") lines.push(["big", `${_("fought", { age: ROMAN[it.age] })} (${_("sides")})${_("colon")}${it.tokens.map(([l, r], seat) => `${who(seat)} ${signed(l)}/${signed(r)}`).join(", ")}`]);
    else if (it === lost[0]) lines.push(["", lost.map(told).join(_("semi"))]);
    else if (!lost.includes(it)) lines.push([it.is === "edifice" ? "big" : "", told(it)]);
  }
  const size = lines.reduce((sum, [, said]) => sum + Math.max(60, said.length), 0);
  return h("ul", { class: size > 240 ? "events many" : "events" }, lines.map(([kind, said]) => h("li", { class: kind }, said)));
}
function recent(turns) {
  const some = turns.filter((it) => it.at.length).slice(-people().length - 1);
  const last = some.filter((it) => it.events.some((one) => ["taken", "token", "built"].includes(one.is))).pop();
  const shown = [];
  for (const it of last ? last.events : []) {
    if (it.is === "taken" || it.is === "token") shown.push(h("li", {}, h("b", {}, who(it.seat)), h("figure", {}, picture(it.card))));
    if (it.is === "built") shown.push(h("li", {}, h("b", {}, who(it.seat)), h("figure", {}, picture(`${have.table.cities[it.seat].board}.${it.stage}`, _("stageno", { n: it.stage }), STAGE))));
  }
  if (!some.length) return [h("p", {}, _("nothing"))];
  const lines = some.slice(-4).flatMap((it) => it.events).filter((it) => it.is !== "peeked").slice(-3);
  const many = people().length > 4 ? "events many" : "events";
  return [h("ul", { class: "plays" }, shown),
    h("div", { class: "below" }, h("ul", { class: many }, lines.map((it) => h("li", { class: it.is === "battle" ? "big" : "" }, told(it)))))];
}
function table_() {
  const it = have.table;
  const piles = it.piles.map((one) => h("li", {}, picture(one.top || `back.${one.name}`, one.top ? undefined : ""), h("span", {}, named(`back.${one.name}`)), h("span", {}, String(one.cards))));
  const tokens = it.open.map((id) => h("li", {}, picture(id)));
  return h("ul", { class: "row piles", "aria-label": _("piles") }, piles, tokens);
}

function points() {
  const it = have.points;
  const order = people().map((name, seat) => [it.rows[seat] ? it.rows[seat][it.rows[seat].length - 1] : 0, seat]).sort((a, b) => b[0] - a[0]);
  const most = Math.max(1, ...order.map(([n]) => n));
  const bars = order.flatMap(([n, seat]) => {
    const bar = s("svg", { class: "bar", width: "100%", height: "14", "aria-hidden": "true" },
      s("rect", { width: `${Math.max(1, (100 * Math.max(0, n)) / most)}%`, height: "14", rx: "2" }));
    return [h("span", {}, who(seat)), hued(bar, seat), h("b", {}, String(n))];
  });
  return h("section", { id: "pts", "aria-label": _("far") }, h("h2", {}, _("far")), h("div", { class: "both" }, h("div", { class: "left" }, h("div", { class: "bars" }, bars),
    h("figure", { class: "scan" }, h("img", { src: "code.svg", alt: _("scan"), width: 200, height: 200 }), h("figcaption", {}, _("scan")))), curves(it)), people().length > 4 ? chat() : null);
}
function curves(it) {
  const W = 400, H = 210, left = 22, right = 78, data = it.curves;
  if (data.length < 2) return "";
  const all = data.flatMap(([, row]) => row), high = Math.max(5, ...all), low = Math.min(0, ...all);
  const x = (n) => left + (n * (W - left - right)) / (data.length - 1), y = (v) => H - 8 - ((v - low) * (H - 16)) / (high - low);
  const svg = s("svg", { class: "curves", viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "xMidYMid meet", role: "img", "aria-label": `${_("curves")}${_("colon")}${people().map((name, seat) => _("pointsof", { who: name, n: data[data.length - 1][1][seat] })).join(", ")}` });
  const step = high - low > 60 ? 20 : high - low > 24 ? 10 : 5;
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) svg.append(s("line", { class: "grid", x1: left, x2: W - right, y1: y(v), y2: y(v) }), s("text", { x: left - 4, y: y(v) + 4, "text-anchor": "end" }, String(v)));
  data.forEach(([at], n) => { if (n && at.length === 2 && data[n - 1][0][0] !== at[0]) svg.append(s("line", { class: "grid", x1: x(n - 0.5), x2: x(n - 0.5), y1: 4, y2: H - 4, "stroke-dasharray": "2 3" })); });
  const labels = [];
  people().forEach((name, seat) => {
    const d = data.map(([, row], n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("");
    svg.append(hued(s("path", { d, class: "curve", "stroke-width": "2.4" }), seat));
    labels.push([y(data[data.length - 1][1][seat]), name, seat]);
  });
  labels.sort((a, b) => a[0] - b[0]);
  let last = -99;
  for (const label of labels) { label[0] = Math.max(label[0], last + 12); last = label[0]; }
  const over = Math.max(0, last - (H - 4));
  for (const [at, name, seat] of labels) svg.append(hued(s("line", { class: "curve", x1: W - right + 2, x2: W - right + 12, y1: at - over, y2: at - over, "stroke-width": "3" }), seat), s("text", { x: W - right + 15, y: at - over + 4 }, name.length > 9 ? `${name.slice(0, 8)}…` : name));
  return svg;
}
function rest() {
  return h("section", { id: "rest", "aria-label": _("chat") }, h("h2", {}, _("chat")), chat());
}

function end() {
  const it = have.points, e = have.end, winners = it.ahead.map(who);
  const head = h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, _("points"))), people().map((name, seat) => h("th", { scope: "col" }, it.ahead.includes(seat) ? `★ ${name}` : name)));
  const rows = it.lines.map((name, at) => h("tr", { class: name }, h("th", { scope: "row" }, _("l." + name)), it.rows.map((row) => h("td", {}, String(row[at])))));
  const told = e.decisive.map((one) => h("li", {}, _(one.leads ? "leads" : "gains", { at: moment(one.at), who: who(one.seat), n: signed(one.gain) })));
  return h("div", { class: "end" },
    h("section", { class: "panel", "aria-label": _("result") }, h("h2", { class: "winner" }, winners.length > 1 ? _("shared", { who: list(winners) }) : _("won", { who: winners[0] })),
      h("div", { class: "wrap", tabindex: "0", role: "group", "aria-label": _("result") }, h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, rows)))),
    h("div", { class: "side" }, h("section", { class: "panel", "aria-label": _("decisive") }, h("h2", {}, _("decisive")), h("ul", {}, told)),
      h("section", { class: "panel", "aria-label": _("curves") }, h("h2", {}, _("curves")), curves(it)),
      evening() && h("div", { class: "panel" }, evening()), h("section", { class: "panel", "aria-label": _("verdict") }, h("h2", {}, _("verdict")), h("p", { class: `verdict ${e.verdict}` }, (e.verdict === "checked" ? "✓ " : "") + _(e.verdict === "stopped" ? "stoppedv" : e.verdict)),
        e.ended_early ? h("p", {}, _("early")) : null, h("p", {}, `${_("code")}${_("colon")}`, h("b", {}, have.game.code)), h("p", { class: "dim" }, `${_("digest")}${_("colon")}`, h("code", {}, e.digest)))), opened());
}

/* How those who are there stand, by the games that this host has checked. */
function evening() {
  const rows = (have.evening || {}).rows || [];
  if (!rows.length) return null;
  const heads = ["e.games", "e.won", "e.points", "e.average", "e.rating"].map((it) => h("th", { scope: "col" }, _(it)));
  return h("section", { class: "evening", "aria-label": _("evening") }, h("h2", {}, _("evening")),
    h("div", { class: "wrap", tabindex: "0", role: "group", "aria-label": _("evening") }, h("table", { class: "sheet" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, _("who"))), heads)),
      h("tbody", {}, rows.map((it) => h("tr", {}, h("th", { scope: "row" }, it.name),
        [it.games, it.wins, it.points, Math.round(it.points / it.games), it.rating ?? ""].map((one) => h("td", {}, String(one)))))))));
}

/* What people have opened when it was over: the host sends what is proven, and nothing else. */
function opened() {
  const seats = (have.opened || {}).seats || [];
  if (!seats.length) return null;
  return h("section", { class: "panel opened", "aria-label": _("opened") }, h("h2", {}, _("opened")), h("div", {}, seats.map((it) => h("div", {},
    h("h3", {}, who(it.seat)), h("ul", { class: "row" }, it.cards.map((card) => h("li", {}, picture(card.card), lay(card))))))));
}
function lay(card) {
  const pile = card.pile === "central" ? _("central") : card.pile && named(`back.${card.pile}`);
  const said = _("w." + card.where, { pile });
  const [age, turn] = card.at;
  return age ? `${said} ${ROMAN[age]}${turn && card.where !== "last" ? `.${turn}` : ""}` : said;
}

/* The connection. */

function show(name) {
  table = name;
  have = {};
  drawn = {};
  seenTurn = "";
  lastClock = null;
  overSince = 0;
  doing = { key: "", since: 0 };
  $("main").className = "";
  connect();
  draw();
}
let timer = 0;
function connect() {
  if (source) source.close();
  source = new EventSource(`events?table=${encodeURIComponent(table || "")}`);
  source.onmessage = (event) => { alive(); const found = JSON.parse(event.data); if (lostSince) { lostSince = 0; have = {}; } take(found); };
  source.onopen = () => { have = {}; alive(); };
  source.onerror = () => {
    lostSince = lostSince || Date.now();
    $("status").hidden = false;
    $("status").textContent = _(have.crowded ? "crowded" : "lost");
    if (source.readyState === 2) { clearTimeout(timer); timer = setTimeout(connect, 2000); }
  };
}
function alive() { $("status").hidden = true; }

function followHash() {
  const name = chosen();
  show(name && name !== "all" ? name : null);
}
function toggleLanguage() { lang = lang === "en" ? "fr" : "en"; store("lang", lang); drawn = {}; draw(); }
function toggleTheme() {
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  theme = dark ? "light" : "dark";
  store("theme", theme);
  draw();
}
$("lang").onclick = toggleLanguage;
$("theme").onclick = toggleTheme;
addEventListener("hashchange", followHash);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "l") toggleLanguage();
  else if (event.key === "t") toggleTheme();
  else if (event.key === "a") location.hash = "#all";
  else if (/^[1-7]$/.test(event.key)) {
    const it = document.querySelector(`.city[data-seat="${event.key - 1}"]`);
    if (it) { it.focus(); it.scrollIntoView({ block: "nearest" }); }
  }
});
setInterval(tick, 500);
Promise.all(["words.json", "names.json"].map((it) => fetch(it).then((answer) => answer.json())))
  .then(([one, other]) => { words = one; names = other; followHash(); })
  .catch(() => { setTimeout(() => location.reload(), 3000); });
