import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_TURNS, Pacing, fresh, scenes } from "../../net/web/data/pacing.js";

const played = (seat, more = {}) => ({ is: "played", seat, use: "build", card: "altar", ...more });
const table = (coins) => ({ cities: [{ coins }, { coins }, { coins }] });
const points = (n) => ({ lines: ["total"], rows: [[n], [0], [0]], ahead: [0], curves: [] });
const frame = (turns, n = turns.length) => ({ table: table(n), turns: { recent: turns }, points: points(n) });
const turn = (n, events = [played(0), played(1), played(2)]) => ({ at: [1, n], events });
const begin = frame([{ at: [], events: [{ is: "founded" }] }], 0);

/** Take a look every tenth of a second, and note each scene once. */
function watch(pacing, from, to) {
  const seen = [];
  for (let now = from; now <= to; now += 100) {
    const scene = pacing.at(now);
    if (scene && seen[seen.length - 1] !== scene) seen.push(scene);
  }
  return seen;
}

test("a turn is told as cards, coins, conflicts and points, each with the cities as they were", () => {
  const events = [played(0, { left: 2 }), played(1), { is: "fought", tokens: [[1, -1], [0, -1], [1, 0]] }, { is: "dealt", age: 2 }];
  const before = frame([], 3), after = frame([], 4);
  const found = scenes({ at: [1, 6], events }, before, after);
  assert.deepEqual(found.map((it) => it.kind), ["plays", "coins", "conflicts", "told", "points"]);
  assert.equal(found[0].table, before.table);
  assert.equal(found[1].table, after.table);
  assert.deepEqual(found.map((it) => it.points === after.points), [false, false, false, false, true]);
});

test("a table in the middle of a game is shown as it is, and nothing of it is told again", () => {
  const pacing = new Pacing();
  pacing.take(frame([turn(1), turn(2)]), 0);
  assert.equal(pacing.at(0), null);
  pacing.take(frame([turn(1), turn(2)]), 500);
  assert.equal(pacing.at(600), null);
});

test("scenes follow each other at people's speed, and then the page rests", () => {
  const pacing = new Pacing();
  pacing.take(begin, 0);
  pacing.take(frame([turn(1)]), 1_000);
  assert.equal(pacing.at(1_000).kind, "plays");
  assert.equal(pacing.at(4_000).kind, "plays");
  assert.deepEqual(watch(pacing, 4_000, 20_000).map((it) => it.kind), ["plays", "points"]);
  assert.equal(pacing.isAtRest(20_000), true);
});

test("quick turns wait, and none is skipped", () => {
  const pacing = new Pacing(), turns = [];
  pacing.take(begin, 0);
  for (let n = 1; n <= 2; n += 1) {
    turns.push(turn(n));
    pacing.take(frame([...turns]), n * 100);
  }
  const seen = watch(pacing, 200, 60_000);
  assert.deepEqual(seen.map((it) => [it.kind, it.turn.at[1]]), [["plays", 1], ["points", 1], ["plays", 2], ["points", 2]]);
});

test("more than two turns behind, the page catches up: cards alone, and briefly", () => {
  const pacing = new Pacing(), turns = [];
  pacing.take(begin, 0);
  for (let n = 1; n <= 6; n += 1) {
    turns.push(turn(n));
    pacing.take(frame([...turns]), n * 100);
  }
  const seen = watch(pacing, 600, 9_000).map((it) => `${it.kind} ${it.turn.at[1]}`);
  assert.deepEqual(seen.slice(0, 4), ["plays 1", "plays 2", "plays 3", "plays 4"]);
  assert.deepEqual(watch(pacing, 9_000, 60_000).map((it) => `${it.kind} ${it.turn.at[1]}`).slice(-2), ["plays 6", "points 6"]);
});

test("a page that slept goes on with the last turns", () => {
  const pacing = new Pacing(), all = [];
  pacing.take(begin, 0);
  for (let n = 1; n <= 40; n += 1) {
    all.push({ at: [n], events: [{ is: "taken", seat: 0 }] });
    pacing.take(frame(all.slice(-12), n), n);
  }
  const told = new Set(watch(pacing, 40, 200_000).map((it) => it.turn.at[0]));
  assert.ok(told.size <= MOST_TURNS + 1);
  assert.ok(told.has(40));
});

test("what is new is told once, also when it is added to a turn or old turns are gone", () => {
  const one = turn(1), more = { at: [1, 1], events: [...one.events, { is: "dealt" }] };
  assert.deepEqual(fresh([one], [more]), [{ at: [1, 1], events: [{ is: "dealt" }] }]);
  assert.deepEqual(fresh([turn(1), turn(2)], [turn(2), turn(3)]).map((it) => it.at[1]), [3]);
  assert.deepEqual(fresh([turn(6)], [turn(6), { at: [1, 7], events: [played(0)] }]).map((it) => it.at), [[1, 7]]);
});

test("an extra card is told with its turn", () => {
  const found = fresh([turn(5)], [turn(5), turn(6), { at: [1, 7], events: [played(0)] }]);
  assert.deepEqual(found.map((it) => [it.at, it.events.length]), [[[1, 6], 4]]);
});

test("boards are taken one after the other", () => {
  const events = [{ is: "board", seat: 0, board: "gizah" }, { is: "board", seat: 1, board: "rhodos" }, { is: "founded" }];
  const none = { table: { cities: [] }, turns: { recent: [] }, points: points(0) };
  const found = scenes({ at: [], events }, none, begin);
  assert.deepEqual(found.map((it) => it.turn.events[0].is), ["board", "board", "founded"]);
});

test("while nothing happens, the last cards, the table and the points take turns", () => {
  const pacing = new Pacing();
  pacing.take(begin, 0);
  assert.deepEqual([0, 11_999, 12_000, 19_000, 26_999, 27_000].map((now) => pacing.resting(now)), ["plays", "plays", "table", "points", "points", "plays"]);
});
