/*
 * Clocks, which run here between two messages: a section is sent with the seconds left then.
 */

/**
 * @typedef {{left?: number | null, own?: (number | null)[], owing?: number[]}} Clock
 */

/** Return the seconds left for the choice; null if nothing runs. @param {Clock} clock */
export function left(clock, receivedAt, now) {
  if (!clock || typeof clock.left !== "number") return null;
  return Math.max(0, clock.left - (now - receivedAt) / 1000);
}

/** Return the seconds left to one seat for the whole game; null without such a clock. */
export function own(clock, seat, receivedAt, now) {
  const some = clock?.own?.[seat];
  if (typeof some !== "number") return null;
  const runs = (clock.owing ?? []).includes(seat);
  return Math.max(0, some - (runs ? (now - receivedAt) / 1000 : 0));
}

/** Whether so little is left that it should be seen. */
export function isShort(seconds) {
  return seconds !== null && seconds <= 10;
}
