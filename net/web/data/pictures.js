/*
 * Pictures of cards, boards and signs, and the names of what they show.
 */
import { h, unseen } from "./dom.js";
import { MARKS } from "./seats.js";
import { _ } from "./words.js";

/** The order of a city's cards. */
const COLOURS = ["brown", "grey", "blue", "yellow", "red", "green", "purple"];

/** Widths and heights, by part of the catalogue; the rest are as large as cards. */
const SHAPES = { boards: [620, 190], wonders: [770, 190], stages: [150, 110] };
const CARDS = { wonders: [200, 300], architects: [160, 200] };

/**
 * Return the address of a picture on the server.
 * @param {string} path such as "wonders/en/altar" or "signs/coin"
 */
function served(path) {
  return `cards/${path}.svg?${about.version}`;
}

/**
 * Data that all pictures depend on.
 * @typedef {object} About
 * @property {Record<string, any>} names of all languages, and what the server says of each id, by game
 * @property {string} version
 * @property {string} language
 * @property {string} game
 * @property {(path: string) => string} source the address of a picture; a page that has its pictures in itself gives its own
 */

/** @type {About} */
let about = { names: {}, version: "", language: "", game: "wonders", source: served };

/** Set data that all pictures depend on. @param {Partial<About>} more */
export function use(more) {
  about = { ...about, ...more };
}

/** Return the available languages, in the order of the names. @returns {string[]} */
export function languages() {
  return Object.keys(about.names.languages ?? {});
}

export function game() {
  return about.game;
}

/**
 * Return the catalogue's entry for an id; for a board without its side, that of any side.
 * @returns {string[] | undefined} the names, the part and the colour; for a city also its colours and its dash
 */
export function known(id) {
  const all = about.names[about.game] ?? {};
  return all[id] ?? all[`${id}.day`];
}

export function named(id) {
  return known(id)?.[languages().indexOf(about.language)] ?? id;
}

/** Return the catalogue's entry for an id without its names: the part, the colour, and so on. */
function facts(id) {
  return known(id)?.slice(languages().length) ?? [];
}

export function partOf(id) {
  return facts(id)[0] ?? "stages";
}

export function colourOf(id) {
  return facts(id)[1] ?? "";
}

/**
 * Return the colours of a city, on a light and on a dark page, and its dash; an empty list for other ids.
 * @returns {string[]}
 */
export function hueOf(id) {
  return facts(id).slice(2);
}

/** Return the name of a card with its colour, which a picture shows and a name doesn't. */
export function described(id) {
  const colour = colourOf(id);
  return COLOURS.includes(colour) ? `${named(id)}, ${_(`c.${colour}`)}` : named(id);
}

/** Make the picture of a board, with its day side if no side was chosen yet. @param {string} board */
export function boardPicture(board) {
  return picture((about.names[about.game] ?? {})[board] ? board : `${board}.day`, named(board));
}

/** Make a picture. @param {string} id @param {string=} said instead of its name */
export function picture(id, said) {
  const [width, height] = SHAPES[partOf(id)] ?? CARDS[about.game];
  return h("img", { src: about.source(`${about.game}/${about.language}/${id}`), "data-id": id, alt: said ?? described(id), width, height, decoding: "async", draggable: "false" });
}

/** Make a sign, hidden from screen readers. @param {string} name */
export function sign(name) {
  return h("img", { class: "sign", src: about.source(`signs/${name}`), alt: "", draggable: "false" });
}

/**
 * Make the mark beside a name, hidden from screen readers: the emblem of a city, once there is one.
 * @param {number} seat @param {string=} board
 */
export function mark(seat, board) {
  return board ? h("img", { class: "emblem", src: emblem(board), alt: "", draggable: "false" }) : h("span", { class: "seatmark", "aria-hidden": "true" }, MARKS[seat]);
}

/**
 * Make a name with its mark, which `fitting.js` fits into its box.
 * @param {string} tag @param {string} name @param {number} seat @param {string=} board @param {Record<string, any>=} props
 */
export function who(tag, name, seat, board, props) {
  return h(tag, { class: "who fits", ...props }, mark(seat, board), h("span", {}, name));
}

/** Return the address of a board's emblem, for either side. @param {string} board */
export function emblem(board) {
  const [id] = board.split(".");
  return about.source(`${about.game}/${about.language}/emblem.${id}`);
}

/** Make a figure of a city: a sign, a number, and what it counts in words. */
export function fact(name, value, said) {
  return h("li", { title: said, class: `fact ${name}` }, sign(name), h("span", {}, value), unseen(` ${said}`));
}

/** Return ids in the order of their colours. @param {string[]} ids */
export function sorted(ids) {
  const rank = (id) => COLOURS.indexOf(colourOf(id));
  return [...ids].sort((one, other) => rank(one) - rank(other));
}
