/*
 * The words of a page: labels that its server sends, in the language of the program.
 */

/** @type {Record<string, string>} */
let known = {};

/** Use these labels from now on. */
export function learn(words) {
  known = words;
}

/**
 * Return a label, with its fields filled in.
 * @param {string} name
 * @param {Record<string, any>=} fields
 */
export function _(name, fields) {
  return (known[name] ?? name).replace(/\{(\w+)\}/g, (all, one) => (fields && one in fields ? String(fields[one]) : all));
}

/** @param {string} name */
export function has(name) {
  return name in known;
}

/** Return "Ann, Bob and Cleo". @param {string[]} some */
export function list(some) {
  if (some.length < 2) return some.join("");
  return _("and", { some: some.slice(0, -1).join(", "), last: some[some.length - 1] });
}

/** @param {number} n */
export function coins(n) {
  return _(n === 1 ? "coin" : "coins", { n });
}

/** Return a number with its sign. @param {number} n */
export function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

/** Return seconds as minutes and seconds. @param {number} seconds */
export function minutes(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

export const ROMAN = ["", "I", "II", "III"];
