/*
 * The settings of the player's program, which sends their meanings, and the reason if it refuses a value.
 * Guests have none.
 */
import { Memo, h } from "./dom.js";
import { call } from "./gate.js";
import { page } from "./page.js";
import { _ } from "./words.js";

const memo = new Memo();

/** @typedef {{name: string, means: string, value: string | number | boolean, offered: string[], note: string}} Setting */

/** @type {Setting[] | null} */
let settings = null;

/** @type {{name: string, value: any, why: string}} what was refused */
const NOTHING = { name: "", value: "", why: "" };
let refused = NOTHING;

/** Request the settings again. */
export async function readSettings() {
  settings = null;
  refused = NOTHING;
  await take(call("settings"), NOTHING);
}

/** Change a setting. @param {string} name @param {string | boolean} value */
function put(name, value) {
  return take(call("settings", { name, value }), { name, value, why: "" });
}

async function take(called, asked) {
  const answer = await called;
  const got = answer.ok ? await answer.json() : { settings: [], refused: "" };
  settings = got.settings;
  refused = got.refused ? { ...asked, why: got.refused } : NOTHING;
  page.redraw();
}

/** Draw the settings. */
export function settingsList() {
  return memo.keep("settings", [settings, refused], () => h("div", { class: "settings" }, h("p", {}, _("settings_when")),
    settings === null ? h("p", {}, _("reading")) : settings.map(row)));
}

/** @param {Setting} one */
function row(one) {
  const why = refused.name === one.name ? refused.why : "";
  const said = [why ? h("small", { class: "warning", role: "alert" }, why) : null, one.note ? h("small", {}, one.note) : null];
  return h("label", {}, h("span", {}, h("b", {}, one.name), h("span", {}, one.means)), field(one, why), said);
}

/** @param {Setting} one @param {string} why */
function field(one, why) {
  const common = { "data-key": `set-${one.name}`, "aria-invalid": why ? "true" : null };
  const changed = (read) => ({ change: (event) => { put(one.name, read(event.target)); } });
  if (typeof one.value === "boolean") return h("input", { ...common, type: "checkbox", checked: one.value, on: changed((it) => it.checked) });
  if (one.offered.length) return h("select", { ...common, on: changed((it) => it.value) }, ["", ...one.offered].map((it) => h("option", { value: it, selected: it === one.value }, it || _("unset"))));
  return h("input", { ...common, type: "text", maxlength: 300, autocomplete: "off", value: why ? refused.value : one.value, on: changed((it) => it.value) });
}
