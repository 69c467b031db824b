import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, seatsFrom, stepIn, stepOf, unfolded } from "../../client/reports/data/steps.js";

test("a step changes only what it names", () => {
  const before = { table: { cities: [{ coins: 3 }, { coins: 4 }] }, turns: [1, 2] };
  const after = changed(before, { "~": { table: { "~": { cities: { "~": { 1: { "~": { coins: { "=": 7 } } } } } } }, turns: { "+": [1, 3, 4] } } });
  assert.deepEqual(after, { table: { cities: [{ coins: 3 }, { coins: 7 }] }, turns: [1, 3, 4] });
  assert.deepEqual(before.turns, [1, 2]);
  assert.equal(after.table.cities[0], before.table.cities[0]);
});

test("steps are unfolded one after the other, and a step may change nothing", () => {
  const steps = [{ change: { "~": { a: { "=": 1 } } } }, { change: null }, { change: { "~": {}, "-": ["a"] } }];
  assert.deepEqual(unfolded(steps), [{ a: 1 }, { a: 1 }, {}]);
});

test("an address of a turn leads to the turn's last step", () => {
  const steps = [{ turn: [] }, { turn: [1, 1] }, { turn: [1, 2] }, { turn: [1, 2] }, { turn: [2, 1] }];
  assert.equal(stepOf(steps, [1, 2]), 3);
  assert.equal(stepOf(steps, [1]), 3);
  assert.equal(stepOf(steps, [9]), 0);
  assert.equal(stepOf(steps, []), 0);
});

test("an address names an existing step, or none", () => {
  assert.equal(stepIn("#s3", 5), 2);
  for (const wrong of ["", "#s0", "#s6", "#3", "#s1x"]) assert.equal(stepIn(wrong, 5), null);
});

test("a seat comes first, followed by the others in seating order", () => {
  assert.deepEqual(seatsFrom(4, 2), [2, 3, 0, 1]);
  assert.deepEqual(seatsFrom(3, null), [0, 1, 2]);
});
