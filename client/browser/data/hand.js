/* The hand, or the other items of a choice: a fan of pictures with their prices. */
import { Memo, h, unseen } from "./dom.js";
import * as choice from "./choice.js";
import { picture, sign } from "./pictures.js";
import { beside } from "./seats.js";
import { _, coins, has, signed } from "./words.js";
import { change, choose, page, people, selectedItem, viewpoint } from "./page.js";
import { act } from "./stream.js";
import { ownInShort } from "./table.js";

const memo = new Memo();

/** Verbs whose items have a price. */
const PRICED = new Set(["build", "recruit", "stage", "sell"]);

/** Draw the whole choice; nothing if there is none. */
export function hand() {
  const { question, own, sealed, wait } = page.have;
  if (question) return choice.isTurn(question) ? [ownInShort(), fan(question), panel(question)] : [ownInShort(), heading(question), fan(question), bar(question)];
  const cards = [...(own?.hand ?? []), ...(own?.leaders ?? [])];
  const said = sealed?.said ?? wait?.closed ?? "";
  return [
    said && wait?.seats?.length ? memo.keep("sealed", said, () => h("p", { class: "sealed" }, said)) : null,
    cards.length ? memo.keep("own", [cards, sealed], () => resting(cards, sealed)) : null,
  ];
}

function heading(question) {
  const [first, ...rest] = question.title, cards = isHand(question);
  return memo.keep("heading", [question.title, cards], () => h("div", { class: "asked" },
    h("h2", {}, first ?? ""), cards || rest.join("").length > 200 ? folded(rest, !cards) : rest.map((it) => h("p", {}, it))));
}

function isHand(question) {
  return question.items.some((it) => it.slot !== null);
}

/** Notes that aren't read each turn, unfolded if there is room. */
function folded(lines, isOpen) {
  return lines.length ? h("details", { open: isOpen && innerWidth > 900 }, h("summary", {}, h("span", { class: "more" }, _("more")), h("span", { class: "less" }, _("less"))), lines.map((it) => h("p", {}, it))) : null;
}

/** Cards that wait until everybody has chosen. */
function resting(cards, sealed) {
  return h("ul", { class: "fan resting", "aria-label": _("hand"), css: { "--n": cards.length } },
    cards.map((it, at) => h("li", { class: `card${it.slot === sealed?.slot ? " laid" : ""}`, css: { "--i": at } }, h("div", {}, picture(it.card)))));
}

function fan(question) {
  const shown = question.items, laid = choice.laid(question);
  const node = memo.keep("fan", [question.phase, shown, page.have.table?.piles, page.have.own?.central], () => {
    const pictured = shown.filter((it) => pictureOf(it)), plain = shown.filter((it) => !pictureOf(it));
    const wide = pictured.some((it) => /\.(day|night)$/.test(it.picture ?? ""));
    return h("div", { class: "items" },
      pictured.length ? h("ul", { class: `fan${wide ? " boards" : pictured.length > 9 ? " many" : ""}`, "aria-label": _("hand"), css: { "--n": pictured.length } },
        pictured.map((it, at) => card(it, at))) : null,
      plain.length ? h("ul", { class: "plain" }, plain.map((it) => h("li", { class: "card textual", "data-item": it.number }, button(it)))) : null);
  });
  for (const it of node.querySelectorAll("[data-item]")) {
    const number = Number(it.getAttribute("data-item")), isSelected = (laid?.item.number ?? page.selected) === number;
    it.classList.toggle("selected", isSelected);
    it.classList.toggle("laid", laid?.item.number === number);
    it.querySelector("button")?.setAttribute("aria-pressed", String(isSelected));
  }
  return node;
}

function sentence(item) {
  return item.number ? item.line : item.uses[0]?.words ?? item.line;
}

/** A pile is shown by its top card, if that can be seen. */
function pictureOf(item) {
  if (page.have.seat?.game !== "architects" || !item.picture) return item.picture;
  const name = item.picture.replace(/^back\./, "");
  const pile = (page.have.table?.piles ?? []).find((it) => it.name === name);
  if (!pile) return item.picture;
  return pile.top ?? (name === "central" ? page.have.own?.central : null) ?? `back.${name}`;
}

function card(item, at) {
  const isNo = item.uses.length > 0 && PRICED.has(item.uses[0].verb) && !choice.price(item).can;
  const pile = page.have.seat?.game === "architects" && pictureOf(item) !== item.picture ? item.name : "";
  return h("li", { class: `card${isNo || !item.uses.length ? " no" : ""}`, "data-item": item.number, css: { "--i": at } },
    button(item, picture(pictureOf(item), ""), item.copies > 1 ? h("b", { class: "times", "aria-hidden": "true" }, _("copies", { n: item.copies })) : null,
      pile || /\.(day|night)$/.test(item.picture) ? h("span", { class: "caption", "aria-hidden": "true" }, pile || item.name) : null,
      PRICED.has(item.uses[0]?.verb) || item.refusal ? priceTag(item) : null, brings(item)));
}

function button(item, ...inside) {
  const said = [sentence(item), item.now, ...item.notes].filter(Boolean).join(" ");
  return h("button", { type: "button", "data-key": `item-${item.number}`, disabled: !item.uses.length, on: { click: () => tap(item) } }, inside.length ? unseen(said) : said, inside);
}

/** A tap selects an item and explains it. Another tap lays it down if it has a single use. */
export function tap(item) {
  const question = page.have.question;
  if (!question) return;
  const isRead = page.selected === item.number || !pictureOf(item);
  change({ selected: item.number, why: "" });
  if (choice.laysDown(item, isRead)) choose("lay", item.uses[0].word);
  else if (question.laid && choice.laid(question)?.item.number !== item.number) act({ do: "take_back" });
}

/* Prices. */

function priceTag(item) {
  const price = choice.price(item);
  const inside = price.can ? canPay(item, price) : [h("b", { class: "cross" }, "✗"), ...whyNot(item)];
  return h("span", { class: `price ${price.can ? (price.coins ? "pays" : "freely") : "cannot"}`, "aria-hidden": "true" }, inside);
}

function canPay(item, price) {
  if (price.free) return [h("b", {}, "✓"), sign("free"), h("span", { class: "long" }, item.by || _(`free.${price.free}`))];
  if (!price.coins) return [h("b", {}, "✓")];
  const whom = paidNeighbours(price.paid);
  const said = [whom.join(", "), price.ways > 1 ? _("ways", { n: price.ways }) : ""].filter(Boolean).join(" · ");
  return [sign("coin"), h("b", {}, price.coins), whom.length ? h("span", { class: "long", title: said }, whom.join(", ")) : null];
}

/**
 * Why an item can't be built: the missing goods, or its price; on a button, with the meaning of the signs.
 */
function whyNot(it, onButton = false) {
  const lacks = Object.entries(it.lacks ?? {}), word = (/** @type {string} */ name) => (onButton ? h("span", {}, _(name)) : unseen(_(name)));
  if (lacks.length) return [word("lacks"), ...lacks.flatMap(([good, n]) => Array.from({ length: n }, () => sign(good)))];
  if (it.refusal === "too_few_coins") return [word("to_pay"), sign("coin"), h("b", {}, it.costs)];
  const said = it.refusal && has(`no.${it.refusal}`) ? _(`no.${it.refusal}`) : "";
  return [h("span", { class: "long", title: said || null }, said)];
}

/** The present worth of a card, whether or not it is printed on the card. */
function brings({ brings: now }) {
  if (!now || !now.coins && !now.points) return null;
  return h("span", { class: "now", "aria-hidden": "true" }, now.coins ? h("span", {}, signed(now.coins), sign("coin")) : null, now.points ? h("span", {}, `${signed(now.points)}★`) : null);
}

/* The panel of a turn, in which each action has a fixed place. */

function panel(question) {
  const laid = choice.laid(question), item = laid?.item ?? selectedItem();
  return memo.keep("panel", [question, item, page.why, page.have.seat?.autopilot], () => h("div", { class: "bar panelled" },
    h("div", { class: "saying", "aria-live": "polite" }, saying(question, laid, item).flat()),
    h("div", { class: "deeds" }, choice.TURN.map((action) => deed(question, laid, item, action))),
    h("div", { class: "sealing" }, sealButtons(laid))));
}

/**
 * The text above the buttons: why an action is impossible, the choice that is laid down, the card, or the
 * question.
 */
function saying(question, laid, item) {
  const some = said(question, laid, item);
  return some.length ? [h("h2", { class: "unseen" }, question.title[0] ?? ""), some] : [heading(question), page.have.seat?.autopilot ? h("p", { class: "hint" }, _("choose_over")) : null];
}

function said(question, laid, item) {
  if (page.why) return [h("p", { class: "note" }, whyNotNow(question, item, page.why))];
  if (laid) return [h("p", { class: "whole" }, laid.use.whole, choice.actionOf(laid.use) === "build" ? gained(item) : null), payees(laid)];
  if (item) return [line([item.line, item.now].filter(Boolean).join(" ")), item.notes.length ? h("p", { class: "note" }, item.notes.join(" ")) : null];
  return [];
}

function gained(item) {
  return item.now ? h("span", { class: "gained" }, ` ${item.now}`) : null;
}

/** Why an action is impossible with a card. */
function whyNotNow({ stage }, item, action) {
  if (!item) return _("choose_card");
  if (action === "stage") return stage ? stage.why_not : _("wonder_complete");
  return item.notes.join(" ");
}

/** The button of an action, which keeps its place when the action is impossible. */
function deed(question, laid, item, action) {
  const use = item && (choice.usesFor(item, action)[0] ?? null), isLaid = laid && choice.actionOf(laid.use) === action;
  const shown = isLaid ? laid.use : use, why = use ? "" : whyNotNow(question, item, action);
  const press = () => (use ? isLaid || (change({ selected: item.number, why: "" }), choose("lay", use.word)) : change({ why: action }));
  return h("button", { type: "button", class: `use ${action}${isLaid ? " on" : ""}`, "data-key": `use-${action}`, "aria-disabled": use ? null : "true", "aria-pressed": use ? String(Boolean(isLaid)) : null, title: titleOf(question, action, why), on: { click: press } },
    h("span", { class: "does" }, does(question, shown, action)), h("small", {}, [costs(question, shown, item, action)].flat(2)), why ? unseen(` ${why}`) : null);
}

/** The meaning of a button, in words. */
function does(question, use, action) {
  if (action === "sell") return [h("b", {}, _("v.sell"))];
  if (action === "build") return [h("b", {}, _(question.items.some((it) => it.uses.some((one) => one.verb === "recruit")) ? "v.recruit" : "v.build"))];
  return question.stage ? [h("b", {}, _("stage_n", { n: question.stage.number })), " ", question.stage.effect] : [h("b", {}, _("wonder_complete"))];
}

/** The full text of a button that may be cut, and why its action is impossible. */
function titleOf({ stage }, action, why) {
  return [action === "stage" && stage ? `${_("stage_n", { n: stage.number })} ${stage.effect}` : "", why].filter(Boolean).join("\n") || null;
}

/** The cost of a button's action: the first way to pay, or the missing goods. */
function costs({ stage }, use, item, action) {
  if (use) return paying(use, item, action);
  if (action === "stage" && stage?.refusal) return [h("b", { class: "cross" }, "✗"), ...whyNot(stage, true)];
  if (action === "stage" && stage) return [h("b", { class: "yes" }, "✓"), stage.costs ? [_("to_pay"), sign("coin"), h("b", {}, stage.costs)] : null];
  return item && action === "build" ? [h("b", { class: "cross" }, "✗"), ...whyNot(item, true)] : null;
}

/** The price of a use in brief: the coins, and who gets them. */
function paying(use, item, action) {
  const free = action === "build" && item.free, whom = paidNeighbours(use.paid);
  const n = choice.sum(use.paid), joins = use.more.includes("joins") ? [sign("pawn"), _("joins")] : null;
  if (n) return [h("span", { class: "who" }, action === "stage" ? `${_("to_pay")} ` : "", sign("coin"), h("b", {}, n), whom.length ? ` → ${whom.join(", ")}` : ""), joins];
  return free ? h("span", {}, sign("free"), item.by || _(`free.${free}`)) : action === "sell" ? null : [h("b", { class: "yes" }, "✓"), joins];
}

/** The ways to carry out the choice that is laid down, such as whom to pay. */
function payees(laid) {
  const some = choice.ways(laid);
  return some.length ? h("div", { class: "payees", role: "group", "aria-label": _("other_ways") }, some.map((use) => h("button", {
    type: "button", class: use.word === laid.use.word ? "payee on" : "payee", "data-key": `pay-${use.word}`, "aria-pressed": String(use.word === laid.use.word), on: { click: () => choose("lay", use.word) },
  }, wayOf(use)))) : null;
}

function wayOf(use) {
  const some = use.more.length ? [] : paidTo(use.paid);
  return some.length ? some : use.words;
}

/* The bar: the uses of the selected card, and the seal. */

function bar(question) {
  const laid = choice.laid(question), item = laid?.item ?? selectedItem();
  return memo.keep("bar", [question.phase, question.laid, item, question.items.length, page.have.seat?.autopilot], () => h("div", { class: "bar", "aria-live": "polite" },
    laid ? sealing(laid) : item ? offering(item) : h("p", { class: "hint" }, _(page.have.seat?.autopilot ? "choose_over" : isHand(question) ? "choose_card" : "choose_one"))));
}

function sealing(laid) {
  return [
    h("p", { class: "whole" }, laid.use.whole, " ", h("span", { class: "hint" }, _("unsealed"))), payees(laid),
    h("div", { class: "uses" }, sealButtons(laid)),
  ];
}

/** The buttons that seal the choice that is laid down, or take it back. */
function sealButtons(laid) {
  return [
    h("button", { type: "button", class: "seal", "data-key": "seal", disabled: !laid, on: { click: seal } }, _("seal")),
    h("button", { type: "button", "data-key": "back", disabled: !laid, on: { click: () => takeBack(laid?.item) } }, _("take_back")),
  ];
}

/** A sentence that is cut if there is little room, until it is tapped. */
function line(said) {
  return h("p", { class: "line", on: { click: (event) => event.currentTarget.classList.toggle("all") } }, said);
}

function offering(item) {
  const groups = choice.actions(item);
  return [
    line(item.line),
    item.notes.length ? h("p", { class: "note" }, item.notes.join(" ")) : null,
    h("div", { class: "uses" }, groups.flatMap(({ action, uses }) => uses.map((use) => h("button", {
      type: "button", class: `use ${action}`, "data-key": `use-${use.word}`, on: { click: () => choose("lay", use.word) },
    }, label(use))))),
  ];
}

/** The label of a use's button: its effect, and who is paid. */
function label(use) {
  if (use.verb === "side" || use.verb === "board") return h("b", {}, _("v.choose", { what: use.words }));
  const settles = use.more.filter((it) => it !== "joins");
  if (!has(`v.${use.verb}`) || settles.length || use.verb === "build" && page.have.seat?.game === "architects") return h("span", {}, use.words);
  const some = paidTo(use.paid);
  if (use.more.includes("joins")) some.push(h("span", {}, sign("pawn"), _("joins")));
  return [h("b", {}, _(`v.${use.verb}`)), some.length ? h("small", {}, some) : null];
}

function paidTo(paid) {
  return ["left", "right", "bank"].filter((it) => paid[it]).map((it) => h("span", {}, sign("coin"),
    it === "bank" ? _("to_bank", { coins: coins(paid[it]) }) : _("to_whom", { coins: coins(paid[it]), who: neighbour(it) })));
}

/** Return the names of the neighbours who get coins. */
function paidNeighbours(paid) {
  return ["left", "right"].filter((it) => paid[it]).map(neighbour);
}

/** Return the name of a neighbour. @param {any} side "left" or "right" */
function neighbour(side) {
  return people()[beside(viewpoint(), people().length, side)];
}

/** Seal the choice that is laid down, unless nobody can have read the question yet. */
export function seal() {
  const laid = choice.laid(page.have.question);
  if (laid && choice.canSeal(page.askedAt, performance.now())) choose("seal", laid.use.word);
}

export function takeBack(item) {
  change({ selected: item?.number ?? null, why: "" });
  act({ do: "take_back" });
}
