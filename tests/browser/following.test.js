import assert from "node:assert/strict";
import { test } from "node:test";
import { RESULT_MS, destination, listed, ofTable, page, wished } from "../../host/page/data/following.js";

const oak = { name: "oak", state: "playing" }, ash = { name: "ash", state: "playing" }, over = { ...oak, state: "over" };
const from = (table, overSince = null) => ({ table, overSince });

test("the only table with a game in progress is shown", () => {
  assert.equal(destination([oak], "", from(null), 0).table, "oak");
  assert.equal(destination([oak, { name: "elm", state: "lobby" }], "", from(null), 0).table, "oak");
  assert.equal(destination([{ name: "elm", state: "lobby" }], "", from(null), 0).table, "elm");
  assert.equal(destination([oak, ash], "", from(null), 0).table, null);
});

test("a chosen table stays on the screen as long as it exists", () => {
  assert.equal(destination([over, ash], "OAK", from("oak", 0), RESULT_MS * 9).table, "oak");
  assert.equal(destination([ash], "oak", from("oak"), 0).table, "ash");
  assert.equal(destination([oak, ash], null, from("oak"), 0).table, null);
});

test("a table of any name can be followed", () => {
  for (const name of ["all", "/", "=", "Été 1", "100%"]) {
    const fragment = `#${encodeURIComponent(name)}`;
    assert.equal(destination([oak, { ...ash, name }], wished(fragment) ?? "", from(null), 0).table, name);
  }
  assert.deepEqual(["", "#", "#%", "#/"].map(wished), ["", "", "", null]);
});

test("a table may be named like a property that every object has", () => {
  const names = ["constructor", "toString", "valueOf", "__proto__"];
  assert.deepEqual(names.map((it) => ofTable({}, it)), names.map(() => undefined));
  const glances = JSON.parse(`{${names.map((it, n) => `"${it}": ${n}`)}}`);
  assert.deepEqual(names.map((it) => ofTable(glances, it)), [0, 1, 2, 3]);
  assert.equal(ofTable(undefined, "oak"), undefined);
});

test("a result stays for a while, then a table in play is shown", () => {
  const first = destination([over, ash], "", from("oak"), 1_000);
  assert.deepEqual(first, { table: "oak", overSince: 1_000 });
  assert.equal(destination([over, ash], "", first, 1_000 + RESULT_MS - 1).table, "oak");
  assert.equal(destination([over, ash], "", first, 1_000 + RESULT_MS).table, "ash");
  assert.equal(destination([over], "", first, 1_000 + RESULT_MS).table, "oak");
});

test("a wrong address or a closed table leads to the start page", () => {
  assert.equal(destination([], "nowhere", from("nowhere"), 0).table, null);
  assert.equal(destination([oak], "nowhere", from("nowhere"), 0).table, "oak");
});

test("a finished table gives way to one in play or one waiting for players", () => {
  const late = from("oak", 0), elm = { name: "elm", state: "lobby" };
  assert.equal(destination([over, ash, elm], "", late, RESULT_MS).table, "ash");
  assert.equal(destination([over, ash, { ...ash, name: "fir" }], "", late, RESULT_MS).table, null);
  assert.equal(destination([over, elm], "", late, RESULT_MS).table, "elm");
  assert.equal(destination([over, elm], "", late, RESULT_MS - 1).table, "oak");
});

test("all tables are listed, in pages if there are many", () => {
  const elm = { name: "elm", state: "lobby" };
  assert.deepEqual(listed([over, elm, ash]), [ash, elm, over]);
  assert.deepEqual([0, 10_000, 20_000].map((now) => page([1, 2, 3], 2, now)), [[1, 2], [3], [1, 2]]);
  assert.deepEqual([0, 10_000].map((now) => page([1, 2, 3, 4, 5, 6, 7], 6, now)), [[1, 2, 3, 4], [5, 6, 7]]);
});
