/*
 * Points: bars, curves over the turns, and the sheet.
 */
import { h, s } from "./dom.js";
import { DASHES, MARKS } from "./seats.js";
import { _ } from "./words.js";

/** @typedef {{lines: string[], rows: number[][], ahead: number[], curves: [number[], number[]][]}} Points */

/** Return everybody's total. @param {Points} points */
export function totals(points) {
  return points.rows.map((row) => row[row.length - 1] ?? 0);
}

/** Draw a bar for each seat, most points first. */
export function bars(points, people, colours) {
  const all = totals(points), most = Math.max(1, ...all);
  const order = people.map((_name, seat) => seat).sort((a, b) => (all[b] ?? 0) - (all[a] ?? 0));
  return h("ol", { class: "bars" }, order.map((seat) => h("li", { css: { "--c": colours[seat] } },
    h("span", { class: "who" }, people[seat]),
    h("span", { class: "bar", css: { "--part": Math.max(0, all[seat] ?? 0) / most }, "aria-hidden": "true" }),
    h("b", {}, all[seat] ?? 0))));
}

const WIDTH = 420, HEIGHT = 220, LEFT = 26, RIGHT = 92, EDGE = 8;

/** Draw the points after each turn; null before there are two. */
export function curves(points, people, colours) {
  const data = points.curves;
  if (data.length < 2) return null;
  const values = data.flatMap(([, row]) => row);
  const high = Math.max(5, ...values), low = Math.min(0, ...values);
  const x = (n) => LEFT + (n * (WIDTH - LEFT - RIGHT)) / (data.length - 1);
  const y = (value) => HEIGHT - EDGE - ((value - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const last = data[data.length - 1][1];
  const said = people.map((who, seat) => `${who} ${last[seat]}`).join(", ");
  return s("svg", { class: "curves", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${_("curves")}: ${said}` },
    grid(low, high, y), ages(data, x), people.map((_who, seat) => curve(data, seat, x, y, colours[seat])),
    labels(last, people, colours, y));
}

function grid(low, high, y) {
  const step = high - low > 60 ? 20 : high - low > 24 ? 10 : 5, lines = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    lines.push(s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { x: LEFT - 4, y: y(value) + 4, "text-anchor": "end" }, value));
  }
  return lines;
}

/** A line where an age begins. */
function ages(data, x) {
  const begins = data.flatMap(([at], n) => (n && at.length === 2 && data[n - 1][0][0] !== at[0] ? [n - 0.5] : []));
  return begins.map((n) => s("line", { class: "grid", x1: x(n), x2: x(n), y1: 4, y2: HEIGHT - 4, "stroke-dasharray": "2 3" }));
}

function curve(data, seat, x, y, stroke) {
  const d = data.map(([, row], n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("");
  return s("path", { d, fill: "none", stroke, "stroke-width": 2.4, "stroke-dasharray": DASHES[seat % DASHES.length] });
}

/** Names at the ends of the curves, pushed apart where they would cover each other. */
function labels(last, people, colours, y) {
  const some = people.map((who, seat) => ({ who, seat, at: y(last[seat]) })).sort((a, b) => a.at - b.at);
  let low = -99;
  for (const one of some) low = one.at = Math.max(one.at, low + 13);
  const over = Math.max(0, low - (HEIGHT - 4));
  return some.flatMap(({ who, seat, at }) => [
    s("line", { x1: WIDTH - RIGHT + 2, x2: WIDTH - RIGHT + 14, y1: at - over, y2: at - over, stroke: colours[seat], "stroke-width": 3 }),
    s("text", { x: WIDTH - RIGHT + 18, y: at - over + 4 }, `${MARKS[seat]} ${who.length > 9 ? `${who.slice(0, 8)}…` : who}`),
  ]);
}

/** Draw the score sheet. @param {{heads: string[], rows: number[][], winners: number[]}} sheet */
export function scoreSheet(sheet, people, colours) {
  const head = people.map((who, seat) => h("th", { scope: "col", css: { "--c": colours[seat] } },
    sheet.winners.includes(seat) ? `★ ${who}` : who));
  const body = sheet.heads.map((line, at) => h("tr", { class: at === sheet.heads.length - 1 ? "total" : "" },
    h("th", { scope: "row" }, line), sheet.rows.map((row) => h("td", {}, row[at]))));
  return h("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": _("sheet") },
    h("table", { class: "sheet" }, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, body)));
}
