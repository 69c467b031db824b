import assert from "node:assert/strict";
import { test } from "node:test";
import { moment, told } from "../../net/web/data/telling.js";
import { learn } from "../../net/web/data/words.js";

const LABELS = {
  "e.fought": "Conflicts of age {age}: {more}",
  "e.fought_one": "{who} beats {whom} ({won}, {lost})",
  "e.fought_none": "no victories",
};

test("Babylon's extra card isn't called a numbered turn", () => {
  learn({ age_turn: "Age {age}, turn {turn}", age_extra: "Age {age}, extra card" }, "en");
  assert.deepEqual([[3, 6], [3, 7]].map(moment), ["Age III, turn 6", "Age III, extra card"]);
});

test("conflicts show who has beaten whom", () => {
  learn(LABELS, "en");
  const people = ["Ann", "Bob", "Cleo"];
  const fought = (tokens) => told({ is: "fought", age: 2, tokens }, people);
  assert.equal(fought([[3, -1], [0, -1], [3, 0]]), "Conflicts of age II: Ann beats Bob (+3, −1), Cleo beats Ann (+3, −1)");
  assert.equal(fought([[0, 0], [0, 0], [0, 0]]), "Conflicts of age II: no victories");
});
