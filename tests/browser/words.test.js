import assert from "node:assert/strict";
import { test } from "node:test";
import { _, learn, signed, text, written } from "../../net/web/data/words.js";

const LABELS = { points: "points", "points.one": "point", wins: "{who} wins with {n}", ways: "{n} ways" };

test("a label for one of something is taken where its language has one", () => {
  learn(LABELS, "en");
  assert.equal(_("points", { n: 1 }), "point");
  assert.equal(_("points", { n: 0 }), "points");
  assert.equal(_("points", { n: "−1", count: -1 }), "point");
  learn(LABELS, "fr");
  assert.equal(_("points", { n: 0 }), "point");
});

test("other labels say the same of any number", () => {
  learn(LABELS, "en");
  assert.equal(_("ways", { n: 1 }), "1 ways");
  assert.equal(_("points"), "points");
  assert.equal(_("wins", { who: "Ann", n: 1 }), "Ann wins with 1");
});

test("numbers below zero have a minus sign, and no hyphen", () => {
  learn(LABELS, "en");
  assert.deepEqual([-12, 0, 12].map(written), ["−12", "0", "12"]);
  assert.deepEqual([-12, 0, 12].map(signed), ["−12", "0", "+12"]);
  assert.deepEqual([-2, "Anna-3"].map(text), ["−2", "Anna-3"]);
  assert.equal(_("wins", { who: "Ann-1", n: -1 }), "Ann-1 wins with −1");
});
