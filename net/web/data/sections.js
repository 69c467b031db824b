/* The stream's content: events with the sections that changed. Nothing here needs a page. */

/** Parse the complete events in received text. @returns {{news: object[], rest: string}} */
export function events(text) {
  const parts = text.split("\n\n"), rest = parts.pop() ?? "";
  const news = parts.filter((it) => it.startsWith("data:")).map((it) => JSON.parse(it.slice(5)));
  return { news, rest };
}

/** Return the sections after an update; null removes a section. */
export function merged(have, news) {
  const found = { ...have, ...news };
  for (const [name, value] of Object.entries(news)) if (value === null) delete found[name];
  return found;
}

/** Return the open question with what is laid down; undefined if there is none. */
export function asked(have) {
  return have.question && { ...have.question, laid: have.laid?.word ?? null };
}

/** Return the last turn in which anything was played, with its events. */
export function lastTurn(turns) {
  const recent = turns?.recent ?? [];
  const played = recent.filter((it) => it.events.some((one) => SHOWN.has(one.is)));
  const last = played[played.length - 1], before = played[played.length - 2];
  if (last && before && isExtra(last.at, before.at)) return { at: before.at, events: [...before.events, ...last.events] };
  return last ?? recent[recent.length - 1];
}

/** Return whether a turn is that of the extra card, which belongs to the sixth turn. */
export function isExtra(at, before) {
  return at[1] === 7 && before[0] === at[0] && before[1] === 6;
}

const SHOWN = new Set(["played", "taken", "built", "token", "board", "enlisted", "picked", "fought", "battle"]);

/**
 * Return the new events of a turn, so that each is revealed once.
 * @param {any} before the last turn as it was
 * @param {any} now
 * @returns {any[]} events
 */
export function revealed(before, now) {
  if (!before || !now) return [];
  const same = JSON.stringify(before.at) === JSON.stringify(now.at);
  return same ? now.events.slice(before.events.length) : now.events;
}

/**
 * Return the transfers of coins in some events, between seats, or to and from the bank.
 * @returns {{from: number | null, to: number | null, coins: number}[]}
 */
export function payments(events, count) {
  const found = [];
  for (const it of events) {
    if (it.seat === undefined) continue;
    if (it.left) found.push({ from: it.seat, to: (it.seat + 1) % count, coins: it.left });
    if (it.right) found.push({ from: it.seat, to: (it.seat + count - 1) % count, coins: it.right });
    if (it.bank) found.push({ from: it.seat, to: null, coins: it.bank });
    if (it.gains) found.push({ from: null, to: it.seat, coins: it.gains });
  }
  return found;
}

/** What a won conflict is worth, by age. */
const WORTH = [0, 1, 3, 5];

/**
 * Return the present outcomes of the next conflicts, on the left and on the right.
 * @param {{shields: number}[]} cities @param {number} me @param {number} age 0 before the first
 * @returns {{side: string, seat: number, ours: number, theirs: number, worth: number}[]}
 */
export function fronts(cities, me, age) {
  if (!age || cities.length < 3) return [];
  return [["left", 1], ["right", cities.length - 1]].map(([side, step]) => {
    const seat = (me + Number(step)) % cities.length, ours = cities[me].shields, theirs = cities[seat].shields;
    return { side: String(side), seat, ours, theirs, worth: ours > theirs ? WORTH[age] : ours < theirs ? -1 : 0 };
  });
}

/**
 * Return the won conflicts, each with the winner first.
 * @returns {{from: number, to: number, won: number}[]}
 */
export function marches(events) {
  return events.filter((it) => it.is === "fought").flatMap(({ tokens }) => tokens.flatMap(([left, right], seat) => [
    left > 0 ? { from: seat, to: (seat + 1) % tokens.length, won: left } : null,
    right > 0 ? { from: seat, to: (seat + tokens.length - 1) % tokens.length, won: right } : null,
  ].filter(Boolean)));
}
