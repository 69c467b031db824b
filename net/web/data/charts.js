/*
 * Points: bars, curves over the turns, and the sheet.
 */
import { h, s } from "./dom.js";
import { emblem, who } from "./pictures.js";
import { _, written } from "./words.js";

/** @typedef {import("./seats.js").Look} Look */
/** @typedef {{lines: string[], rows: number[][], ahead: number[], curves: [number[], number[]][]}} Points */

/** Return everybody's total. @param {Points} points */
export function totals(points) {
  return points.rows.map((row) => row[row.length - 1] ?? 0);
}

/** Draw a bar for each seat, most points first. @param {Points} points @param {Look[]} looks */
export function bars(points, looks) {
  const all = totals(points), most = Math.max(1, ...all);
  const order = looks.map((_look, seat) => seat).sort((a, b) => (all[b] ?? 0) - (all[a] ?? 0));
  return h("ol", { class: "bars" }, order.map((seat) => h("li", { css: { "--c": looks[seat].colour } },
    who("span", looks[seat].name, seat, looks[seat].board),
    h("span", { class: "bar", css: { "--part": Math.max(0, all[seat] ?? 0) / most }, "aria-hidden": "true" }),
    h("b", {}, all[seat] ?? 0))));
}

const WIDTH = 420, HEIGHT = 220, LEFT = 26, EDGE = 8;

/** The width of a letter, and the number of letters from which a name is condensed. */
const LETTER = 6.6, LETTERS = 16;

/** Distance between two names. */
const APART = 13;

/**
 * Draw the points after each turn; null before there are two.
 * @param {Points} points @param {Look[]} looks @param {number=} scale how much larger than usual text is
 */
export function curves(points, looks, scale = 1) {
  const data = points.curves;
  if (data.length < 2) return null;
  const values = data.flatMap(([, row]) => row);
  const high = Math.max(5, ...values), low = Math.min(0, ...values);
  const right = WIDTH - 38 - scale * LETTER * Math.min(LETTERS, Math.max(...looks.map((it) => it.name.length)));
  const x = (n) => LEFT + (n * (right - LEFT)) / (data.length - 1);
  const y = (value) => HEIGHT - EDGE - ((value - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const last = data[data.length - 1][1];
  const said = looks.map((it, seat) => `${it.name} ${written(last[seat])}`).join(", ");
  return s("svg", { class: "curves", css: { "--scale": scale }, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${_("curves")}: ${said}` },
    grid(low, high, right, y, scale), ages(data, x), looks.map((it, seat) => curve(data, seat, x, y, it)),
    labels(last, looks, right, y, scale));
}

function grid(low, high, right, y, scale) {
  const step = high - low > 60 ? 20 : high - low > 24 ? 10 : 5, lines = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    lines.push(s("line", { class: "grid", x1: LEFT, x2: right, y1: y(value), y2: y(value) }),
      s("text", { x: LEFT - 4, y: y(value) + 4 * scale, "text-anchor": "end" }, value));
  }
  return lines;
}

/** A line where an age begins. */
function ages(data, x) {
  const begins = data.flatMap(([at], n) => (n && at.length === 2 && data[n - 1][0][0] !== at[0] ? [n - 0.5] : []));
  return begins.map((n) => s("line", { class: "grid", x1: x(n), x2: x(n), y1: 4, y2: HEIGHT - 4, "stroke-dasharray": "2 3" }));
}

function curve(data, seat, x, y, { colour, dash }) {
  const d = data.map(([, row], n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("");
  return s("path", { d, fill: "none", stroke: colour, "stroke-width": 2.4, "stroke-dasharray": dash });
}

/** Names at the ends of the curves, pushed apart if they would overlap. */
function labels(last, looks, right, y, scale) {
  const apart = APART * scale, edge = EDGE * scale;
  const some = looks.map((it, seat) => ({ ...it, at: y(last[seat]) })).sort((a, b) => a.at - b.at);
  some.forEach((one, n) => { one.at = Math.max(one.at, n ? some[n - 1].at + apart : edge); });
  for (let n = some.length - 1, most = HEIGHT - edge; n >= 0; n -= 1, most -= apart) some[n].at = Math.min(some[n].at, most);
  return some.flatMap(({ name, colour, dash, board, at }) => [
    s("line", { x1: right + 2, x2: right + 15, y1: at, y2: at, stroke: colour, "stroke-width": 3, "stroke-dasharray": dash }),
    board ? s("image", { href: emblem(board), x: right + 18, y: at - 6, width: 12, height: 12 }) : null,
    s("text", { x: right + 33, y: at + 4 * scale, ...(name.length > LETTERS ? { textLength: LETTERS * LETTER * scale, lengthAdjust: "spacingAndGlyphs" } : {}) }, name),
  ]);
}

/**
 * Draw the score sheet: a column for each seat, or on narrow screens a row.
 * @param {{heads: string[], rows: number[][], winners: number[], counts?: string[], parts?: string[][][]}} sheet what its lines count, and which cards score there by seat and line, is told of each number, if it is given
 * @param {Look[]} looks
 * @param {number[]} order the seats, as their columns stand
 */
export function scoreSheet(sheet, looks, order = looks.map((_look, seat) => seat)) {
  return h("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": _("sheet") }, across(sheet, looks, order), turned(sheet, looks, order));
}

function nameOf(sheet, looks, seat, more) {
  const name = sheet.winners.includes(seat) ? `★ ${looks[seat].name}` : looks[seat].name;
  return h("th", { ...more, css: { "--c": looks[seat].colour } }, h("span", { class: "fits" }, h("span", {}, name)));
}

/** The explanation of a number or a heading, for pages that can show it. */
function explained(sheet, at, look, points, seat = -1) {
  const said = sheet.counts?.[at];
  if (!said) return {};
  const what = look ? _("counted", { who: look.name, line: sheet.heads[at], points }) : sheet.heads[at];
  return { "data-says": [what, said, ...(sheet.parts?.[seat]?.[at] ?? [])].join("\n") };
}

function across(sheet, looks, order) {
  const head = order.map((seat) => nameOf(sheet, looks, seat, { scope: "col" }));
  const body = sheet.heads.map((line, at) => h("tr", { class: at === sheet.heads.length - 1 ? "total" : "" },
    h("th", { scope: "row", ...explained(sheet, at) }, line), order.map((seat) => h("td", explained(sheet, at, looks[seat], sheet.rows[seat][at], seat), sheet.rows[seat][at]))));
  return h("table", { class: "sheet across", css: { "--lines": body.length } }, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, body));
}

/** A name on a separate line, since there is no room beside so many numbers. */
function turned(sheet, looks, order) {
  const last = sheet.heads.length - 1, kind = (at) => (at === last ? "total" : "");
  const head = sheet.heads.map((line, at) => h("th", { scope: "col", class: kind(at), ...explained(sheet, at) }, h("span", {}, line)));
  const body = order.map((seat) => h("tbody", { css: { "--c": looks[seat].colour } },
    h("tr", {}, nameOf(sheet, looks, seat, { scope: "rowgroup", colspan: sheet.heads.length })),
    h("tr", {}, sheet.rows[seat].map((points, at) => h("td", { class: kind(at), ...explained(sheet, at, looks[seat], points, seat) }, points)))));
  return h("table", { class: "sheet turned" }, h("thead", {}, h("tr", {}, head)), body);
}
