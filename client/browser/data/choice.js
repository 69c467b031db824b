/*
 * A choice: the uses of each card, the meaning of a drop on the table, and when a seal counts. Nothing here
 * needs a page.
 */

/** @typedef {{word: string, verb: string, words: string, whole: string, letter: string, paid: Record<string, number>, more: string[]}} Use */
/** @typedef {{number: number, name: string, uses: Use[], notes: string[], slot: number | null}} Item */
/** @typedef {{phase: number, items: Item[], laid: string | null}} Question */

/** Milliseconds after a new question during which nobody can have read it. */
export const SETTLES = 400;

const ACTIONS = { stage: "stage", sell: "sell", decline: "nothing" };

/** Return the action of a use, which its key and its place on the table stand for. @param {Use} use */
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

/** The actions for a card of a turn, in the order of their buttons. */
export const TURN = ["build", "stage", "sell"];

/** Return whether a question is that of a turn, about a card of the hand. @param {Question} question */
export function isTurn(question) {
  return question.items.some((it) => it.slot !== null && usesFor(it, "sell").length > 0);
}

/**
 * Return the ways to carry out the choice that is laid down, if there are several.
 * @param {{item: Item, use: Use} | null} laid
 */
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
 * Return the choice to lay down again after a restart of the program; empty if there is none.
 * @param {Question} before the question as it was, with what was laid down @param {Question} question
 */
export function forgotten(before, question) {
  return question.phase === before.phase && !question.laid ? before.laid ?? "" : "";
}

/**
 * Return whether a tap on an item lays it down: it has a single use, and has been read. A picture has been
 * read once it is selected; an item in words needs no reading. A tap never lays down a card that can only be
 * sold.
 * @param {Item} item @param {boolean} isRead
 */
export function laysDown(item, isRead) {
  return isRead && item.uses.length === 1 && actionOf(item.uses[0]) !== "sell";
}

/**
 * Return the use that a drop on a place of the table lays down: the first, which is the cheapest; null if
 * there is none.
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
 * Return whether a seal counts: the question has been visible long enough to be read.
 * @param {number} askedAt milliseconds @param {number} now
 */
export function canSeal(askedAt, now) {
  return now - askedAt >= SETTLES;
}

/** Return the item with a number. As at the terminal, 0 stands for no item. @param {Question} question */
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
 * Return the price of the cheapest way to build an item, to be drawn in signs.
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
