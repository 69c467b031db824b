import assert from "node:assert/strict";
import { test } from "node:test";
import { DASHES, MARKS, PALETTE, beside, look, others } from "../../net/web/data/seats.js";
import { _, coins, learn, list, minutes, signed } from "../../net/web/data/words.js";

test("the neighbour on the left has the next number", () => {
  assert.equal(beside(2, 3, "left"), 0);
  assert.equal(beside(0, 3, "right"), 2);
  assert.deepEqual(others(0, 5), [2, 3]);
  assert.deepEqual(others(0, 3), []);
});

test("seven seats differ in colour, mark and dash", () => {
  for (const some of [PALETTE, MARKS, DASHES]) assert.equal(new Set(some).size, 7);
  assert.deepEqual(look(1, "Ann"), { name: "Ann", board: "", colour: PALETTE[1], dash: DASHES[1] });
});

test("a city has the colours and the dash of its wonder", () => {
  const hue = ["#111111", "#eeeeee", "9 4"];
  assert.deepEqual(look(1, "Ann", "gizah.day", hue),
    { name: "Ann", board: "gizah.day", colour: "var(--light,#111111) var(--dark,#eeeeee)", dash: "9 4" });
});

test("labels are filled in, and names and chat are left as they are", () => {
  learn({ and: "{some} and {last}", coin: "{n} coin", coins: "{n} coins", told: "{who} says" });
  assert.equal(_("told", { who: "{n}" }), "{n} says");
  assert.equal(list(["Ann", "Bob", "Cleo"]), "Ann, Bob and Cleo");
  assert.deepEqual([coins(1), coins(2)], ["1 coin", "2 coins"]);
  assert.deepEqual([signed(-1), signed(0), signed(3)], ["−1", "0", "+3"]);
  assert.equal(minutes(61.2), "1:02");
});
