/*
 * The steps of a game, each stored as a change from the previous step. Nothing here needs a page.
 * `differences.py` describes the format of changes.
 */

/** Return a value after a change. @param {any} before @param {any} change */
export function changed(before, change) {
  if (!change) return before;
  if ("=" in change) return change["="];
  if ("+" in change) return [...before.slice(0, change["+"][0]), ...change["+"].slice(1)];
  const found = Array.isArray(before) ? [...before] : { ...before };
  for (const key of change["-"] ?? []) delete found[key];
  for (const [key, one] of Object.entries(change["~"])) found[key] = changed(found[key], one);
  return found;
}

/** Return the sections of all steps. @param {{change: any}[]} steps @returns {any[]} */
export function unfolded(steps) {
  const found = [];
  for (const { change } of steps) found.push(changed(found[found.length - 1] ?? {}, change));
  return found;
}

/** Return the last step of a turn, or the first step if there is none. @param {{turn: number[]}[]} steps @param {number[]} at */
export function stepOf(steps, at) {
  const is = ({ turn }) => at.length > 0 && at.every((it, n) => turn[n] === it);
  return Math.max(0, steps.findLastIndex(is));
}

/** Return the step in an address such as "#s5", counted from 0; null if there is none. @param {string} hash @param {number} count */
export function stepIn(hash, count) {
  const found = /^#s(\d+)$/.exec(hash), at = found ? Number(found[1]) - 1 : -1;
  return at >= 0 && at < count ? at : null;
}

/**
 * Return the seats in viewing order: one first, then the others, going round to the left.
 * @param {number} count @param {number | null} first
 */
export function seatsFrom(count, first) {
  return Array.from({ length: count }, (_, n) => ((first ?? 0) + n) % count);
}
