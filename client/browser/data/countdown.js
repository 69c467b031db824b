/* Clocks that run between two messages: a section has the seconds left when it was sent. */

/**
 * @typedef {{left?: number | null, own?: (number | null)[], owing?: number[]}} Clock
 */

/** Return the seconds left for the choice; null if no clock runs. @param {Clock} clock */
export function left(clock, receivedAt, now) {
  if (!clock || typeof clock.left !== "number") return null;
  return Math.max(0, clock.left - (now - receivedAt) / 1000);
}

/** Return the seconds that a seat has left for the whole game; null without a game clock. */
export function own(clock, seat, receivedAt, now) {
  const some = clock?.own?.[seat];
  if (typeof some !== "number") return null;
  const runs = (clock.owing ?? []).includes(seat);
  return Math.max(0, some - (runs ? (now - receivedAt) / 1000 : 0));
}

/** Return whether so little time is left that it should stand out. */
export function isShort(seconds) {
  return seconds !== null && seconds <= 10;
}
