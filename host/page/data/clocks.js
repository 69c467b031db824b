/* Clocks of a table, and the seats that it waits for. Nothing here needs a page. */

/** Milliseconds after which the page names the seats whose programs are waited for. */
export const SLOW_MS = 5_000;

/** Return the seats that have to choose. */
export function choosing(now) {
  return now && now.doing === "chooses" && !now.over ? now.awaited : [];
}

/**
 * Return the seats whose programs are waited for, because they are slow or disconnected.
 * @param {number} waited milliseconds for which the table has been doing the same
 */
export function late(now, waited) {
  if (!now || now.over || now.doing === "chooses") return [];
  return now.awaited.filter((seat) => waited >= SLOW_MS || now.here[seat] === false);
}

/**
 * Return the seconds left: of each seat for the game, and of the clock that runs out first.
 * @param {{turn?: number | null, own?: number[], runs?: boolean} | undefined} clock empty without clocks
 * @param {any} now the section
 * @param {number} passed milliseconds since the clock was sent
 * @returns {{first: number | null, own: number[]}}
 */
export function remaining(clock, now, passed) {
  if (!clock?.own || !now || now.over) return { first: null, own: [] };
  const ran = clock.runs ? passed / 1000 : 0, waits = choosing(now);
  const own = clock.own.map((left, seat) => (waits.includes(seat) ? left - ran : left));
  const some = [];
  if (typeof clock.turn === "number") some.push(clock.turn - ran);
  if (waits.length === 1 && typeof own[waits[0]] === "number") some.push(own[waits[0]]);
  return { first: some.length ? Math.min(...some) : null, own };
}
