import assert from "node:assert/strict";
import { test } from "node:test";
import { RESULT_MS, destination } from "../../host/page/data/following.js";

const oak = { name: "oak", state: "playing" }, ash = { name: "ash", state: "playing" }, over = { ...oak, state: "over" };
const from = (table, overSince = null) => ({ table, overSince });

test("the only table that is played is shown", () => {
  assert.equal(destination([oak], "", from(null), 0).table, "oak");
  assert.equal(destination([oak, { name: "elm", state: "lobby" }], "", from(null), 0).table, "oak");
  assert.equal(destination([{ name: "elm", state: "lobby" }], "", from(null), 0).table, "elm");
  assert.equal(destination([oak, ash], "", from(null), 0).table, null);
});

test("whoever has chosen a table stays there as long as it exists", () => {
  assert.equal(destination([over, ash], "OAK", from("oak", 0), RESULT_MS * 9).table, "oak");
  assert.equal(destination([ash], "oak", from("oak"), 0).table, "ash");
  assert.equal(destination([oak, ash], "all", from("oak"), 0).table, null);
});

test("a result stays for a while, and then what is played is shown", () => {
  const first = destination([over, ash], "", from("oak"), 1_000);
  assert.deepEqual(first, { table: "oak", overSince: 1_000 });
  assert.equal(destination([over, ash], "", first, 1_000 + RESULT_MS - 1).table, "oak");
  assert.equal(destination([over, ash], "", first, 1_000 + RESULT_MS).table, "ash");
  assert.equal(destination([over], "", first, 1_000 + RESULT_MS).table, "oak");
});

test("a wrong address and a table that was closed lead home", () => {
  assert.equal(destination([], "nowhere", from("nowhere"), 0).table, null);
  assert.equal(destination([oak], "nowhere", from("nowhere"), 0).table, "oak");
});
