import assert from "node:assert/strict";
import { test } from "node:test";
import { completions, meaning } from "../../client/browser/data/keymap.js";

const at = { dialog: false, drawer: false, asks: true, laid: false, selected: false, keys: [{ name: "quit", key: "q" }, { name: "bot", key: "z" }] };

test("letters choose the use of a card, as in the terminal", () => {
  assert.deepEqual(meaning(at, "b"), { do: "use", what: "build" });
  assert.deepEqual(meaning(at, "w"), { do: "use", what: "stage" });
  assert.deepEqual(meaning(at, "3"), { do: "select", what: 3 });
  assert.deepEqual(meaning(at, "ArrowLeft"), { do: "step", what: -1 });
  assert.equal(meaning({ ...at, asks: false }, "b"), null);
});

test("Enter first lays a card down, then seals it", () => {
  assert.equal(meaning(at, "Enter").do, "lay");
  assert.equal(meaning({ ...at, laid: true }, "Enter").do, "seal");
});

test("Esc undoes the last step", () => {
  assert.equal(meaning({ ...at, laid: true, drawer: true }, "Escape").do, "close");
  assert.equal(meaning({ ...at, laid: true }, "Escape").do, "take_back");
  assert.deepEqual(meaning({ ...at, selected: true }, "Escape"), { do: "select", what: 0 });
  assert.equal(meaning(at, "Escape"), null);
});

test("features have their own keys, and so do the parts of the page", () => {
  assert.deepEqual(meaning(at, "q"), { do: "press", what: "quit" });
  assert.deepEqual(meaning(at, "l"), { do: "open", what: "log" });
  assert.deepEqual(meaning(at, ":"), { do: "open", what: "command" });
});

test("an open dialog gets all keys", () => {
  const open = { ...at, dialog: true, laid: true };
  assert.deepEqual(meaning(open, "Enter"), { do: "answer", what: "enter" });
  assert.deepEqual(meaning(open, "Escape"), { do: "answer", what: "back" });
  assert.equal(meaning(open, "q"), null);
});

test("a command is completed from its beginning", () => {
  assert.deepEqual(completions(["pause", "points", "quit"], "P"), ["pause", "points"]);
  assert.deepEqual(completions(["pause"], ""), []);
  assert.deepEqual(completions(["pause"], "pause"), []);
});
