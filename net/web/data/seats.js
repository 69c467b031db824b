/*
 * Seats: their colours, which cities, bars and curves share, and who sits beside whom.
 */

/** Return a colour in CSS that follows the theme. @param {string} light @param {string} dark */
function themed(light, dark) {
  return `var(--light,${light}) var(--dark,${dark})`;
}

/**
 * Colours that are readable on the panels of both themes, and can be told apart with any kind of colour
 * vision; a dash helps where lines cross.
 */
export const PALETTE = [
  ["#2b3091", "#688bc1"], ["#740000", "#ff4416"], ["#61724d", "#23bf5c"], ["#9d2af5", "#a17cf9"],
  ["#946900", "#f9dd4d"], ["#1777ab", "#1ff3fe"], ["#900064", "#f880a0"],
].map(([light, dark]) => themed(light, dark));
export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4"];
/** Marks beside names, so that colour isn't the only difference. */
export const MARKS = ["●", "■", "▲", "◆", "★", "⬟", "✚"];

/** Return the seat beside another one. @param {number} seat @param {number} count @param {"left" | "right"} side */
export function beside(seat, count, side) {
  return side === "left" ? (seat + 1) % count : (seat + count - 1) % count;
}

/** Return the seats that aren't neighbours of this one, going round to the left. */
export function others(seat, count) {
  const near = new Set([seat, beside(seat, count, "left"), beside(seat, count, "right")]);
  return Array.from({ length: count }, (_, n) => (seat + n) % count).filter((it) => !near.has(it));
}

/**
 * How a person's city is told apart from others.
 * @typedef {object} Look
 * @property {string} name
 * @property {string} colour a value in CSS, which follows the theme
 * @property {string} dash
 * @property {string} board its wonder; empty before there is one
 */

/**
 * Return the look of a seat: that of its wonder if pictures know one.
 * @param {number} seat @param {string} name @param {string=} board
 * @param {string[]=} hue its colours on a light and on a dark page, and its dash
 * @returns {Look}
 */
export function look(seat, name, board, hue) {
  const [light, dark, dash] = hue ?? [];
  const own = { colour: PALETTE[seat % PALETTE.length], dash: DASHES[seat % DASHES.length] };
  return { name, board: board ?? "", ...(light ? { colour: themed(light, dark), dash } : own) };
}
