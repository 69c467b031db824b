/* An overview of all tables: the game, its progress, who leads, and the time left. */
import { h } from "./dom.js";
import { listed, ofTable, page } from "./following.js";
import { codes, ways } from "./joining.js";
import { room, titleOf } from "./state.js";
import { who } from "./pictures.js";
import { PALETTE } from "./seats.js";
import { moment } from "./telling.js";
import { _ } from "./words.js";

/** Maximum number of tables that are shown at a time. */
const MOST = 6;

/** Return the tables that are shown now. @param {number} now milliseconds */
export function shownTables(now) {
  return page(listed(room.have.tables.tables), MOST, now);
}

/** Draw some tables. @param {any[]} tables */
export function overview(tables) {
  if (!tables.length) return h("div", { class: "all empty" }, h("p", { class: "panel none" }, _("no_table")), codes(), ways());
  const joins = tables.some((it) => it.state === "lobby");
  return h("div", { class: joins ? "all joins" : "all" },
    h("section", { "aria-label": _("tables") }, h("h2", { class: "unseen" }, _("tables")), h("ul", { class: "tables", "data-n": tables.length }, tables.map((it) => h("li", {}, table(it))))),
    joins ? codes() : null);
}

function table(it) {
  const glance = ofTable(room.have.glances, it.name);
  return h("a", { class: "panel", href: `#${encodeURIComponent(it.name)}` },
    h("header", {}, h("b", {}, it.name), h("span", { class: "dim" }, glance?.at.length && !glance.over ? moment(glance.at) : _(`state.${it.state}`)),
      glance ? h("span", { class: "left", "data-table": it.name }) : null),
    h("p", { class: "dim" }, titleOf(it)),
    glance ? players(glance) : h("p", {}, it.people.join(", ") || "–"));
}

/** The players, the leading ones first. */
function players({ people, points, ahead, awaited, clock }) {
  const order = people.map((_name, seat) => seat).sort((a, b) => (points[b] ?? 0) - (points[a] ?? 0));
  return h("ol", { class: "glance" }, order.map((seat) => h("li", { class: awaited.includes(seat) ? "waits" : "", css: { "--c": PALETTE[seat] } },
    who("span", people[seat], seat),
    ahead.includes(seat) && ahead.length < people.length ? h("span", { class: "lead", title: _("leads_it") }, "★") : null,
    clock?.own?.length ? h("span", { class: "own dim", "data-seat": seat }) : null,
    h("b", {}, points[seat] ?? ""))));
}
