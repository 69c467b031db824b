import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurns } from "../../client/browser/data/loglines.js";

/** @typedef {import("../../client/browser/data/loglines.js").LogLine} LogLine */

const LOG = /** @type {LogLine[]} */ ([
  ["table", "Ann is ready.", []], ["game", "Sealed: Baths.", []],
  ["game", "Turn 1:", [1, 1]], ["game", "You build Baths.", [1, 1]], ["game", "Sealed: Temple.", []], ["chat", "Ann: hello", [1, 1]],
  ["game", "Turn 2:", [1, 2]], ["game", "You build Temple.", [1, 2]], ["game", "Sealed: Loom.", []],
]);

test("a sealed choice is listed in its own turn, apart from the turn before", () => {
  const read = inTurns(LOG);
  assert.deepEqual(read.map((it) => it.said), [
    "Ann is ready.", "Sealed: Baths.", "Turn 1:", "You build Baths.", "Ann: hello",
    "Turn 2:", "Sealed: Temple.", "You build Temple.", "Sealed: Loom.",
  ]);
  assert.deepEqual(read.filter((it) => it.begins).map((it) => it.said), ["Turn 1:", "Turn 2:"]);
  assert.deepEqual(read.filter((it) => it.awaits).map((it) => it.said), ["Sealed: Loom."]);
});
