import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, events, fronts, lastTurn, marches, merged, payments, revealed } from "../../net/web/data/sections.js";

test("complete events are taken, and the rest is kept for the next piece", () => {
  const { news, rest } = events('retry:1000\n\ndata:{"a":1}\n\n:\n\ndata:{"b"');
  assert.deepEqual(news, [{ a: 1 }]);
  assert.equal(rest, 'data:{"b"');
  assert.deepEqual(events(`${rest}:2}\n\n`).news, [{ b: 2 }]);
});

test("a section set to null is removed, and others stay", () => {
  assert.deepEqual(merged({ a: 1, b: 2 }, { b: null, c: 3 }), { a: 1, c: 3 });
});

test("a question is shown with the choice that is laid down", () => {
  assert.equal(asked({ laid: { word: "b1" } }), undefined);
  assert.deepEqual(asked({ question: { phase: 2 } }), { phase: 2, laid: null });
  assert.deepEqual(asked({ question: { phase: 2, laid: "b1" }, laid: { word: "w1" } }), { phase: 2, laid: "w1" });
});

const begun = { at: [], events: [{ is: "dealt" }] };
const first = { at: [1, 1], events: [{ is: "played", seat: 0 }] };

test("the last turn is the last one in which a card was played", () => {
  assert.equal(lastTurn({ recent: [begun, first, { at: [1, 2], events: [{ is: "dealt" }] }] }), first);
  assert.equal(lastTurn({ recent: [begun] }), begun);
  assert.equal(lastTurn(undefined), undefined);
});

test("an extra card belongs to the turn before", () => {
  const sixth = { at: [2, 6], events: [{ is: "played", seat: 0 }] }, extra = { at: [2, 7], events: [{ is: "played", seat: 1 }] };
  const last = lastTurn({ recent: [sixth, extra] });
  assert.deepEqual(last, { at: [2, 6], events: [...sixth.events, ...extra.events] });
  assert.deepEqual(revealed(sixth, last), extra.events);
});

test("a turn is revealed once, and later additions separately", () => {
  assert.deepEqual(revealed(begun, first), first.events);
  assert.deepEqual(revealed(first, first), []);
  const more = { at: [1, 1], events: [...first.events, { is: "fought" }] };
  assert.deepEqual(revealed(first, more), [{ is: "fought" }]);
  assert.deepEqual(revealed(undefined, first), []);
});

test("payments go to the left neighbour, who has the next number, to the right one and to the bank", () => {
  assert.deepEqual(payments([{ seat: 2, left: 2, right: 1, bank: 1 }], 3), [
    { from: 2, to: 0, coins: 2 }, { from: 2, to: 1, coins: 1 }, { from: 2, to: null, coins: 1 },
  ]);
  assert.deepEqual(payments([{ seat: 1, gains: 6 }], 3), [{ from: null, to: 1, coins: 6 }]);
});

test("coming conflicts have the value of the age, and a defeat is worth minus one", () => {
  const cities = [{ shields: 2 }, { shields: 1 }, { shields: 3 }];
  assert.deepEqual(fronts(cities, 0, 3).map((it) => [it.side, it.seat, it.worth]), [["left", 1, 5], ["right", 2, -1]]);
  assert.equal(fronts(cities, 2, 2)[0].worth, 3);
  assert.deepEqual(fronts(cities, 0, 0), []);
});

test("the winners of conflicts march", () => {
  assert.deepEqual(marches([{ is: "fought", tokens: [[1, -1], [0, -1], [1, 0]] }]), [
    { from: 0, to: 1, won: 1 }, { from: 2, to: 0, won: 1 },
  ]);
});
