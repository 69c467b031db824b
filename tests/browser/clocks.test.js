import assert from "node:assert/strict";
import { test } from "node:test";
import { SLOW_MS, choosing, late, remaining } from "../../host/page/data/clocks.js";

const now = { doing: "chooses", awaited: [1], here: [true, true, true], over: false };
const clock = { turn: 90, own: [600, 60, 600], runs: true };

test("time runs for players who have to choose, and the clock that ends first counts", () => {
  assert.deepEqual(remaining(clock, now, 10_000), { first: 50, own: [600, 50, 600] });
  assert.deepEqual(remaining({ ...clock, runs: false }, now, 10_000), { first: 60, own: [600, 60, 600] });
  assert.deepEqual(remaining({ ...clock, turn: null, own: [] }, now, 0), { first: null, own: [] });
  assert.deepEqual(remaining({}, now, 0), { first: null, own: [] });
});

test("programs are named if they are slow or not connected", () => {
  const shuffles = { ...now, doing: "shuffles", awaited: [0, 2], here: [true, true, false] };
  assert.deepEqual(late(shuffles, 0), [2]);
  assert.deepEqual(late(shuffles, SLOW_MS), [0, 2]);
  assert.deepEqual(late(now, SLOW_MS), []);
  assert.deepEqual([choosing(now), choosing(shuffles)], [[1], []]);
});
