import assert from "node:assert/strict";
import { test } from "node:test";
import { BEHIND, LEAST_MS, MOST_CARDS, Pacing, fresh, scenes } from "../../net/web/data/pacing.js";

const played = (seat, more = {}) => ({ is: "played", seat, use: "build", card: "altar", ...more });
const table = (coins) => ({ cities: [{ coins }, { coins }, { coins }] });
const points = (n) => ({ lines: ["total"], rows: [[n], [0], [0]], ahead: [0], curves: [] });
const SENT_TURNS = 12;
/** Return turns as the server sends them: the last ones, and the number of events before them. */
const sent = (all) => ({ earlier: all.slice(0, -SENT_TURNS).flatMap((it) => it.events).length, recent: all.slice(-SENT_TURNS) });
const frame = (turns, n = turns.length) => ({ table: table(n), turns: sent(turns), points: points(n) });
const turn = (n, events = [played(0), played(1), played(2)]) => ({ at: [1, n], events });
const begin = frame([{ at: [], events: [{ is: "founded" }] }], 0);

/** Look every tenth of a second, and return each scene once. */
function watch(pacing, from, to) {
  const seen = [];
  for (let now = from; now <= to; now += 100) {
    const scene = pacing.at(now);
    if (scene && seen[seen.length - 1] !== scene) seen.push(scene);
  }
  return seen;
}

test("a turn is shown as cards, coins, conflicts and points, each with the cities of that moment", () => {
  const events = [played(0, { left: 2 }), played(1), { is: "fought", tokens: [[1, -1], [0, -1], [1, 0]] }, { is: "dealt", age: 2 }];
  const before = frame([], 3), after = frame([], 4);
  const found = scenes({ at: [1, 6], events }, before, after);
  assert.deepEqual(found.map((it) => it.kind), ["plays", "coins", "conflicts", "told", "points"]);
  assert.equal(found[0].table, before.table);
  assert.equal(found[1].table, after.table);
  assert.deepEqual(found.map((it) => it.points === after.points), [false, false, false, false, true]);
});

test("a game in progress is shown as it is, without replaying earlier turns", () => {
  const pacing = new Pacing();
  pacing.take(frame([turn(1), turn(2)]), 0);
  assert.equal(pacing.at(0), null);
  pacing.take(frame([turn(1), turn(2)]), 500);
  assert.equal(pacing.at(600), null);
});

test("scenes follow each other at a readable speed, and then the page rests", () => {
  const pacing = new Pacing();
  pacing.take(begin, 0);
  pacing.take(frame([turn(1)]), 1_000);
  assert.equal(pacing.at(1_000).kind, "plays");
  assert.equal(pacing.at(4_000).kind, "plays");
  assert.deepEqual(watch(pacing, 4_000, 20_000).map((it) => it.kind), ["plays", "points"]);
  assert.equal(pacing.isAtRest(20_000), true);
});

test("turns played in quick succession wait, and none is skipped", () => {
  const pacing = new Pacing(), turns = [];
  pacing.take(begin, 0);
  for (let n = 1; n <= 2; n += 1) {
    turns.push(turn(n));
    pacing.take(frame([...turns]), n * 100);
  }
  const seen = watch(pacing, 200, 60_000);
  assert.deepEqual(seen.map((it) => [it.kind, it.turn.at[1]]), [["plays", 1], ["points", 1], ["plays", 2], ["points", 2]]);
});

/** Play all turns at once; return the scenes until the page rests, and how long that took. */
function rush(all) {
  const pacing = new Pacing(), seen = new Set();
  pacing.take(begin, 0);
  all.forEach((_turn, n) => {
    pacing.take(frame([...begin.turns.recent, ...all.slice(0, n + 1)], n), 10 * n);
    seen.add(pacing.at(10 * n));
  });
  let now = 10 * all.length;
  for (; !pacing.isAtRest(now); now += 100) seen.add(pacing.at(now));
  return { seen: [...seen], milliseconds: now - 10 * all.length };
}

const one = (n, more = []) => ({ at: [n], events: [{ is: "taken", seat: n % 7, card: `${n}` }, ...more] });
const cards = (seen) => seen.filter((it) => it.kind === "plays").flatMap((it) => it.turn.events.map((event) => event.card));

test("more than two turns behind, the page catches up by showing only cards, and briefly", () => {
  const { seen } = rush([1, 2, 3, 4, 5, 6].map((n) => turn(n, [0, 1, 2, 3, 4].map((seat) => played(seat, { left: 1 })))));
  assert.deepEqual(seen.map((it) => `${it.kind} ${it.turn.at[1]}`), [
    "plays 1", "plays 2", "plays 3", "plays 4", "coins 4", "points 4", "plays 5", "coins 5", "points 5", "plays 6", "coins 6", "points 6"]);
});

test("however far behind, every card and every conflict is shown", () => {
  const battle = { is: "battle", tokens: [1, 0, 0], shields: [2, 1, 0] };
  const { seen } = rush(Array.from({ length: 200 }, (_it, n) => one(n + 1, n % 20 ? [] : [battle])));
  assert.deepEqual(cards(seen), Array.from({ length: 200 }, (_it, n) => `${n + 1}`));
  assert.equal(seen.filter((it) => it.kind === "conflicts").length, 10);
});

test("when catching up, cards of several turns share a scene, but not too many", () => {
  const { seen } = rush(Array.from({ length: 40 }, (_it, n) => one(n + 1)));
  const some = seen.filter((it) => it.turn.from);
  assert.ok(some.length);
  assert.ok(some.every((it) => it.turn.events.length <= MOST_CARDS));
  for (const { turn: it } of some) assert.equal(it.events.length, it.at[0] - it.from[0] + 1);
});

test("scenes get shorter the further the page is behind, down to a minimum", () => {
  const seven = [0, 1, 2, 3, 4, 5, 6].map((seat) => played(seat));
  const shown = (count) => {
    const pacing = new Pacing(), all = Array.from({ length: count }, (_it, n) => turn(n + 1, seven));
    pacing.take(begin, 0);
    all.forEach((_turn, n) => pacing.take(frame([...begin.turns.recent, ...all.slice(0, n + 1)], n), 0));
    const first = pacing.at(0);
    let now = 0;
    while (pacing.at(now) === first) now += 10;
    return now;
  };
  const times = [BEHIND, BEHIND + 1, BEHIND + 2, 50].map(shown);
  assert.deepEqual([...times].sort((a, b) => b - a), times);
  assert.ok(times[1] > times[2]);
  assert.equal(times[3], LEAST_MS);
});

test("the page catches up with three hundred turns in less than a minute", () => {
  const { milliseconds } = rush(Array.from({ length: 300 }, (_it, n) => one(n + 1)));
  assert.ok(milliseconds < 60_000, `${milliseconds}`);
});

test("turns that were never sent are marked as missed", () => {
  const first = (count) => sent(Array.from({ length: count }, (_it, n) => one(n + 1)));
  const said = (before, now) => fresh(first(before), first(now)).map((it) => it.events.map((event) => event.is));
  assert.deepEqual(said(12, 40).slice(0, 2), [["missed", "taken"], ["taken"]]);
  assert.deepEqual(said(12, 25).length, SENT_TURNS);
  assert.deepEqual(said(12, 25)[0], ["missed", "taken"]);
  assert.deepEqual(said(12, 23), Array.from({ length: 11 }, () => ["taken"]));
});

test("nothing is marked as missed if all turns are new but none was left out", () => {
  const all = Array.from({ length: 2 * SENT_TURNS }, (_it, n) => one(n + 1));
  for (const count of [1, SENT_TURNS])
    assert.deepEqual(fresh(sent(all.slice(0, count)), sent(all.slice(0, count + SENT_TURNS))), all.slice(count, count + SENT_TURNS));
});

test("the rest of a turn that was only partly sent is marked as missed", () => {
  const rest = one(1, [{ is: "passed", seat: 1 }]), later = Array.from({ length: SENT_TURNS }, (_it, n) => one(n + 2));
  assert.deepEqual(fresh(sent([one(1)]), sent([rest, ...later]))[0].events[0], { is: "missed" });
});

test("a new event is shown once, even if it is added to a turn or old turns are dropped", () => {
  const one = turn(1), more = { at: [1, 1], events: [...one.events, { is: "dealt" }] };
  assert.deepEqual(fresh(sent([one]), sent([more])), [{ at: [1, 1], events: [{ is: "dealt" }] }]);
  assert.deepEqual(fresh(sent([turn(1), turn(2)]), { earlier: 3, recent: [turn(2), turn(3)] }).map((it) => it.at[1]), [3]);
  assert.deepEqual(fresh(sent([turn(6)]), sent([turn(6), { at: [1, 7], events: [played(0)] }])).map((it) => it.at), [[1, 7]]);
});

test("an extra card is shown with its turn", () => {
  const found = fresh(sent([turn(5)]), sent([turn(5), turn(6), { at: [1, 7], events: [played(0)] }]));
  assert.deepEqual(found.map((it) => [it.at, it.events.length]), [[[1, 6], 4]]);
});

test("boards are shown one after the other", () => {
  const events = [{ is: "board", seat: 0, board: "gizah" }, { is: "board", seat: 1, board: "rhodos" }, { is: "founded" }];
  const none = { table: { cities: [] }, turns: sent([]), points: points(0) };
  const found = scenes({ at: [], events }, none, begin);
  assert.deepEqual(found.map((it) => it.turn.events[0].is), ["board", "board", "founded"]);
});

test("while nothing happens, the page alternates between the last cards, the table and the points", () => {
  const pacing = new Pacing();
  pacing.take(begin, 0);
  assert.deepEqual([0, 11_999, 12_000, 19_000, 26_999, 27_000].map((now) => pacing.resting(now)), ["plays", "plays", "table", "points", "points", "plays"]);
});
