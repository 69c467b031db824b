import assert from "node:assert/strict";
import { test } from "node:test";
import * as choice from "../../client/browser/data/choice.js";

const use = (word, verb, paid = {}) => ({ word, verb, paid, words: word, whole: word, letter: "", more: [] });
const altar = { number: 1, name: "Altar", notes: [], slot: 7, uses: [use("b1", "build"), use("w1a", "stage", { left: 2 }), use("w1b", "stage", { right: 4 }), use("s1", "sell")] };
const palace = { number: 2, name: "Palace", notes: ["no"], slot: 8, uses: [use("s2", "sell")] };
const nothing = { number: 0, name: "", notes: [], slot: null, uses: [use("none", "decline")] };
const question = { phase: 3, items: [altar, palace, nothing], laid: "w1b" };

test("a card's uses are grouped by action", () => {
  assert.deepEqual(choice.actions(altar).map((it) => [it.action, it.uses.length]), [["build", 1], ["stage", 2], ["sell", 1]]);
  assert.equal(choice.actionOf(nothing.uses[0]), "nothing");
  assert.equal(choice.actionOf(use("k1", "keep")), "build");
});

test("a drop lays down the first way, or nothing if there is none", () => {
  assert.equal(choice.drop(altar, "build"), altar.uses[0]);
  assert.equal(choice.drop(altar, "stage").word, "w1a");
  assert.equal(choice.drop(palace, "build"), null);
});

test("a question is a turn only if a card from the hand can be sold", () => {
  assert.equal(choice.isTurn(question), true);
  assert.equal(choice.isTurn({ ...question, items: [nothing] }), false);
  assert.equal(choice.isTurn({ ...question, items: [{ ...altar, uses: [use("k1", "keep")] }] }), false);
});

test("there is a choice of whom to pay only if there are several ways", () => {
  assert.deepEqual(choice.ways(choice.laid(question)).map((it) => it.word), ["w1a", "w1b"]);
  assert.deepEqual(choice.ways(choice.laid({ ...question, laid: "b1" })), []);
  assert.deepEqual(choice.ways(null), []);
});

test("tapping a card that has been read lays it down if there is only one use", () => {
  const leader = { ...palace, uses: [use("k2", "keep")] };
  assert.equal(choice.laysDown(leader, false), false);
  assert.equal(choice.laysDown(leader, true), true);
  assert.equal(choice.laysDown(altar, true), false);
  assert.equal(choice.laysDown(nothing, true), true);
});

test("a card that can only be sold is never laid down by a tap", () => {
  assert.equal(choice.laysDown(palace, false), false);
  assert.equal(choice.laysDown(palace, true), false);
});

test("the use that is laid down is found with its card", () => {
  assert.deepEqual(choice.laid(question), { item: altar, use: altar.uses[2] });
  assert.equal(choice.laid({ ...question, laid: null }), null);
  assert.equal(choice.laid(undefined), null);
});

test("pressing the same key again takes the next way", () => {
  assert.equal(choice.nextUse(altar, "stage", null).word, "w1a");
  assert.equal(choice.nextUse(altar, "stage", "w1a").word, "w1b");
  assert.equal(choice.nextUse(altar, "stage", "w1b").word, "w1a");
  assert.equal(choice.nextUse(palace, "build", null), null);
});

test("a seal right after a new question does nothing", () => {
  assert.equal(choice.canSeal(1000, 1399), false);
  assert.equal(choice.canSeal(1000, 1400), true);
});

test("the arrow keys wrap around", () => {
  assert.equal(choice.stepped(question, null, 1), altar);
  assert.equal(choice.stepped(question, altar, -1), nothing);
  assert.equal(choice.stepped({ items: [] }, null, 1), null);
});

test("the price is that of the cheapest way", () => {
  const bought = { ...altar, uses: [use("b1a", "build", { left: 2, right: 2 }), use("b1b", "build", { right: 3 })] };
  assert.deepEqual(choice.price(bought), { can: true, coins: 3, free: "", ways: 2, paid: { right: 3 } });
  assert.equal(choice.price(palace).can, false);
});

test("a choice that a restarted program has forgotten is laid down again", () => {
  const before = { phase: 7, items: [], laid: "b1" };
  assert.equal(choice.forgotten(before, { ...before, laid: null }), "b1");
  assert.equal(choice.forgotten(before, { ...before, laid: "s2" }), "");
  assert.equal(choice.forgotten(before, { ...before, phase: 8, laid: null }), "");
  assert.equal(choice.forgotten({ ...before, laid: null }, { ...before, laid: null }), "");
});
