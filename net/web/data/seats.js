/*
 * Seats: their colours, which cities, bars and curves share, and who sits beside whom.
 */

/** Told apart with every kind of colour vision, on light and on dark; a dash helps where lines cross. */
export const PALETTE = ["#2f7ed8", "#d9480f", "#2b8a3e", "#ae3ec9", "#b58900", "#0b8794", "#d6336c"];
export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4"];
/** A mark beside each name, where colour alone would tell. */
export const MARKS = ["●", "■", "▲", "◆", "★", "⬟", "✚"];

/** Return the seat beside another one. @param {number} seat @param {number} count @param {"left" | "right"} side */
export function beside(seat, count, side) {
  return side === "left" ? (seat + 1) % count : (seat + count - 1) % count;
}

/** Return the seats that are no neighbours of this one, going round to the left. */
export function others(seat, count) {
  const near = new Set([seat, beside(seat, count, "left"), beside(seat, count, "right")]);
  return Array.from({ length: count }, (_, n) => (seat + n) % count).filter((it) => !near.has(it));
}

/** Return a seat's colour: that of its wonder if pictures know one. @param {string=} ofWonder */
export function colour(seat, ofWonder) {
  return ofWonder && ofWonder.startsWith("#") ? ofWonder : PALETTE[seat % PALETTE.length];
}
