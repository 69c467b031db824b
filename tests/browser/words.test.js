import assert from "node:assert/strict";
import { test } from "node:test";
import { _, learn, signed, text, written } from "../../net/web/data/words.js";

const LABELS = { points: "points", "points.one": "point", wins: "{who} wins with {n}", ways: "{n} ways" };

test("the singular of a label is used where the language uses it", () => {
  learn(LABELS, "en");
  assert.equal(_("points", { n: 1 }), "point");
  assert.equal(_("points", { n: 0 }), "points");
  assert.equal(_("points", { n: "−1", count: -1 }), "point");
  learn(LABELS, "fr");
  assert.equal(_("points", { n: 0 }), "point");
});

test("labels without a singular are the same for any number", () => {
  learn(LABELS, "en");
  assert.equal(_("ways", { n: 1 }), "1 ways");
  assert.equal(_("points"), "points");
  assert.equal(_("wins", { who: "Ann", n: 1 }), "Ann wins with 1");
});

test("negative numbers have a minus sign, not a hyphen", () => {
  learn(LABELS, "en");
  assert.deepEqual([-12, 0, 12].map(written), ["−12", "0", "12"]);
  assert.deepEqual([-12, 0, 12].map(signed), ["−12", "0", "+12"]);
  assert.deepEqual([-2, "Anna-3"].map(text), ["−2", "Anna-3"]);
  assert.equal(_("wins", { who: "Ann-1", n: -1 }), "Ann-1 wins with −1");
});
