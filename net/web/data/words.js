/*
 * The words of a page: labels that its server sends, in the language of the program.
 */

/** @type {Record<string, string>} */
let known = {};
let plurals = new Intl.PluralRules("en");

/** Set the labels. @param {Record<string, string>} words @param {string=} language */
export function learn(words, language) {
  known = words;
  plurals = new Intl.PluralRules(language || "en");
}

/**
 * Return a label, with its fields filled in. The field `count`, or else `n`, selects the plural: for one,
 * there may be a label with the same name and ".one".
 * @param {string} name
 * @param {Record<string, any>=} fields
 */
export function _(name, fields) {
  const count = fields?.count ?? fields?.n, one = `${name}.one`;
  const said = typeof count === "number" && one in known && plurals.select(Math.abs(count)) === "one" ? known[one] : known[name];
  return (said ?? name).replace(/\{(\w+)\}/g, (all, one) => (fields && one in fields ? text(fields[one]) : all));
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

/** Return any value as text. @param {any} it */
export function text(it) {
  return typeof it === "number" ? written(it) : String(it);
}

/** Return a number as text, with a minus sign rather than a hyphen. @param {number} n */
export function written(n) {
  return n < 0 ? `−${-n}` : String(n);
}

/** Return a number with its sign. @param {number} n */
export function signed(n) {
  return n > 0 ? `+${n}` : written(n);
}

/** Return seconds as minutes and seconds. @param {number} seconds */
export function minutes(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

export const ROMAN = ["", "I", "II", "III"];
