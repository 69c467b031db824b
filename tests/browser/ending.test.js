import assert from "node:assert/strict";
import { test } from "node:test";
import { difference, edges } from "../../net/web/data/ending.js";
import { learn } from "../../net/web/data/words.js";

const ROWS = [[3, 5, 10, 18], [9, 4, 0, 13], [3, 5, 1, 9]];

test("a winner's lead is explained by the lines with the largest margins", () => {
  assert.deepEqual(edges(ROWS, 0, 1), [{ line: 2, n: 10 }, { line: 1, n: 1 }]);
  assert.deepEqual(edges(ROWS, 2, 0), []);
});

test("the lead is shown compared with the reader, and to the winner compared with the next player", () => {
  learn({ ahead_by: "{who} > {whom}: {some}", you_ahead_by: "You > {whom}: {some}", and: "{some} and {last}", "l.blue": "blue", "l.green": "green", "l.military": "military" }, "en");
  const view = (ahead) => /** @type {any} */ ({ people: ["Ann", "Bob", "Cleo"], points: { lines: ["military", "green", "blue", "total"], rows: ROWS, ahead } });
  assert.equal(difference(view([0]), 2), "Ann > Cleo: blue (+9)");
  assert.equal(difference(view([0]), 0), "You > Bob: blue (+10) and green (+1)");
  assert.equal(difference(view([0]), -1), "Ann > Bob: blue (+10) and green (+1)");
  assert.equal(difference(view([0, 1]), 2), null);
});
