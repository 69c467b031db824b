/*
 * A choice: what can be done with each card, what a drop on the table means, and when a seal
 * counts. Nothing here needs a page.
 */

/** @typedef {{word: string, verb: string, words: string, whole: string, letter: string, paid: Record<string, number>, more: string[]}} Use */
/** @typedef {{number: number, name: string, uses: Use[], notes: string[], slot: number | null}} Item */
/** @typedef {{phase: number, items: Item[], laid: string | null}} Question */

/** Milliseconds after a new question in which nobody can have read it. */
export const SETTLES = 400;

const ACTIONS = { stage: "stage", sell: "sell", decline: "nothing" };

/** Return the action of a use: what its key and its place on the table stand for. @param {Use} use */
export function actionOf(use) {
  return ACTIONS[use.verb] ?? "build";
}

/** Return an item's uses by action, in the order in which they are offered. @param {Item} item */
export function actions(item) {
  /** @type {{action: string, uses: Use[]}[]} */
  const found = [];
  for (const use of item.uses) {
    const action = actionOf(use), there = found.find((it) => it.action === action);
    if (there) there.uses.push(use);
    else found.push({ action, uses: [use] });
  }
  return found;
}

/** @param {Item} item @param {string} action */
export function usesFor(item, action) {
  return item.uses.filter((it) => actionOf(it) === action);
}

/** What can be done with each card of a turn, in the order of its buttons. */
export const TURN = ["build", "stage", "sell"];

/** Whether a question is that of a turn: what to do with a card of the hand. @param {Question} question */
export function isTurn(question) {
  return question.items.some((it) => it.slot !== null && usesFor(it, "sell").length > 0);
}

/** Return the ways to do what is laid down, if there are several. @param {{item: Item, use: Use} | null} laid */
export function ways(laid) {
  const some = laid ? usesFor(laid.item, actionOf(laid.use)) : [];
  return some.length > 1 ? some : [];
}

/** Return the item and the use that are laid down. @param {Question | undefined} question */
export function laid(question) {
  for (const item of question?.items ?? []) {
    const use = item.uses.find((it) => it.word === question?.laid);
    if (use) return { item, use };
  }
  return null;
}

/**
 * Return what to lay down again, because the program was started again; empty if there is nothing.
 * @param {Question} before the question as it was, with what was laid down @param {Question} question
 */
export function forgotten(before, question) {
  return question.phase === before.phase && !question.laid ? before.laid ?? "" : "";
}

/**
 * Whether a tap on an item lays it down: there is nothing to choose, and it has been read. A
 * picture is read once it is selected; an item in words says itself what it is. A card that can
 * only be sold is never laid down by a tap.
 * @param {Item} item @param {boolean} isRead
 */
export function laysDown(item, isRead) {
  return isRead && item.uses.length === 1 && actionOf(item.uses[0]) !== "sell";
}

/**
 * Return what dropping an item on a place of the table lays down: the first of several ways, which
 * is the cheapest one; null if it can't be done.
 * @param {Item} item @param {string} place "build", "stage" or "sell"
 */
export function drop(item, place) {
  return usesFor(item, place)[0] ?? null;
}

/** Return the use after the one that is laid down, among those of the same action. */
export function nextUse(item, action, word) {
  const uses = usesFor(item, action), at = uses.findIndex((it) => it.word === word);
  return uses.length ? uses[(at + 1) % uses.length] : null;
}

/**
 * Whether a seal counts: what was asked anew has been there long enough to be read.
 * @param {number} askedAt milliseconds @param {number} now
 */
export function canSeal(askedAt, now) {
  return now - askedAt >= SETTLES;
}

/** Return the item with a number; as at the terminal, 0 is none. @param {Question} question */
export function numbered(question, number) {
  return question.items.find((it) => it.number === number) ?? null;
}

/** Return the item that is some steps from another one. */
export function stepped(question, item, step) {
  const items = question.items, at = items.indexOf(item);
  if (!items.length) return null;
  return items[at < 0 ? (step > 0 ? 0 : items.length - 1) : (at + step + items.length) % items.length];
}

/**
 * Return how the cheapest way to build an item looks: its price in signs.
 * @returns {{can: boolean, coins: number, free: string, ways: number, paid: Record<string, number>}}
 */
export function price(item) {
  const uses = usesFor(item, "build");
  const least = uses.reduce((best, it) => (best && sum(best.paid) <= sum(it.paid) ? best : it), /** @type {Use | null} */ (null));
  return { can: uses.length > 0, coins: least ? sum(least.paid) : 0, free: item.free ?? "", ways: uses.length, paid: least?.paid ?? {} };
}

/** Return the coins of a payment. @param {Record<string, number>} paid */
export function sum(paid) {
  return Object.values(paid ?? {}).reduce((all, one) => all + one, 0);
}
