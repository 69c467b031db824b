import assert from "node:assert/strict";
import { test } from "node:test";
import { isShort, left, own } from "../../client/browser/data/countdown.js";

test("a clock runs from the moment it was received", () => {
  assert.equal(left({ left: 30 }, 1_000, 6_000), 25);
  assert.equal(left({ left: 3 }, 0, 9_000), 0);
  assert.equal(left({ left: null }, 0, 0), null);
  assert.equal(left(undefined, 0, 0), null);
});

test("a seat's own clock runs while the seat has to choose", () => {
  const clock = { own: [60, 90], owing: [1] };
  assert.equal(own(clock, 0, 0, 5_000), 60);
  assert.equal(own(clock, 1, 0, 5_000), 85);
  assert.equal(own({ own: [null] }, 0, 0, 0), null);
});

test("ten seconds or less are marked as short", () => {
  assert.equal(isShort(10), true);
  assert.equal(isShort(11), false);
  assert.equal(isShort(null), false);
});
