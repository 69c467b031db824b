/*
 * The hand, or whatever else there is to choose from: a fan of pictures with their prices.
 */
import { Memo, h, unseen } from "./dom.js";
import * as choice from "./choice.js";
import { picture, sign } from "./pictures.js";
import { beside } from "./seats.js";
import { _, coins, has } from "./words.js";
import { change, choose, page, people, selectedItem, viewpoint } from "./page.js";
import { act } from "./stream.js";
import { ownInShort } from "./table.js";

const memo = new Memo();

/** Verbs whose items have a price. */
const PRICED = new Set(["build", "recruit", "stage", "sell"]);

/** Draw the whole choice; nothing if there is nothing to see. */
export function hand() {
  const { question, own, sealed, wait } = page.have;
  if (question) return [ownInShort(), heading(question), fan(question), bar(question)];
  const cards = [...(own?.hand ?? []), ...(own?.leaders ?? [])];
  const said = sealed?.said ?? wait?.closed ?? "";
  return [
    said && wait?.seats?.length ? memo.keep("sealed", said, () => h("p", { class: "sealed" }, said)) : null,
    cards.length ? memo.keep("own", [cards, sealed], () => resting(cards, sealed)) : null,
  ];
}

function heading(question) {
  const [first, ...rest] = question.title, cards = isHand(question);
  return memo.keep("heading", [question.title, cards, question.stage, treasury()], () => h("div", { class: "asked" },
    h("h2", {}, first ?? ""), cards ? noStage(question.stage) : null,
    cards || rest.join("").length > 200 ? folded(rest, !cards) : rest.map((it) => h("p", {}, it))));
}

function isHand(question) {
  return question.items.some((it) => it.slot !== null);
}

/** What isn't read each turn; unfolded where there is room for it. */
function folded(lines, isOpen) {
  return lines.length ? h("details", { open: isOpen && innerWidth > 900 }, h("summary", {}, h("span", { class: "more" }, _("more")), h("span", { class: "less" }, _("less"))), lines.map((it) => h("p", {}, it))) : null;
}

/** Why no stage can be built now. */
function noStage(stage) {
  if (!stage?.refusal || stage.refusal === "no_stage_left") return null;
  return h("p", { class: "nostage", title: _("next_stage") }, sign("stage"), h("b", { class: "cross", "aria-hidden": "true" }, "✗"), unseen(_("next_stage")), ...whyNot(stage));
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
      PRICED.has(item.uses[0]?.verb) || item.refusal ? priceTag(item) : null));
}

function button(item, ...inside) {
  const said = [sentence(item), ...item.notes].join(" ");
  return h("button", { type: "button", "data-key": `item-${item.number}`, disabled: !item.uses.length, on: { click: () => tap(item) } }, inside.length ? unseen(said) : said, inside);
}

/** A tap selects an item, and shows what it does; another tap lays it down if there is nothing to choose. */
export function tap(item) {
  const question = page.have.question;
  if (!question) return;
  const isRead = page.selected === item.number || !pictureOf(item);
  change({ selected: item.number, only: "" });
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
  const names = people(), whom = ["left", "right"].filter((it) => price.paid[it]).map((it) => names[beside(viewpoint(), names.length, /** @type {any} */ (it))]);
  const said = price.ways > 1 ? _("ways", { n: price.ways }) : whom.join(", ");
  return [sign("coin"), h("b", {}, price.coins), said ? h("span", { class: "long" }, said) : null];
}

/** Why something can't be built: the goods or coins that are missing. */
function whyNot(it) {
  const lacks = Object.entries(it.lacks ?? {});
  if (lacks.length) return lacks.flatMap(([good, n]) => Array.from({ length: n }, () => sign(good))).concat(unseen(_("lacks")));
  if (it.refusal === "too_few_coins") return [sign("coin"), h("b", {}, it.costs - treasury())];
  return [h("span", { class: "long" }, it.refusal && has(`no.${it.refusal}`) ? _(`no.${it.refusal}`) : "")];
}

/** The coins that we have. */
function treasury() {
  return page.have.table?.cities[viewpoint()]?.coins ?? 0;
}

/* The bar: what can be done with the selected card, and the seal. */

function bar(question) {
  const laid = choice.laid(question), item = laid?.item ?? selectedItem();
  return memo.keep("bar", [question.phase, question.laid, item, page.only, question.items.length, page.have.seat?.autopilot], () => h("div", { class: "bar", "aria-live": "polite" },
    laid ? sealing(laid) : item ? offering(item) : h("p", { class: "hint" }, _(page.have.seat?.autopilot ? "choose_over" : isHand(question) ? "choose_card" : "choose_one"))));
}

function sealing({ item, use }) {
  return [
    h("p", { class: "whole" }, use.whole, " ", h("span", { class: "hint" }, _("unsealed"))),
    h("div", { class: "uses" },
      h("button", { type: "button", class: "seal", "data-key": "seal", on: { click: seal } }, _("seal")),
      h("button", { type: "button", "data-key": "back", on: { click: () => takeBack(item) } }, _("take_back"))),
  ];
}

function line(item) {
  return h("p", { class: "line", on: { click: (event) => event.currentTarget.classList.toggle("all") } }, item.line);
}

function offering(item) {
  const groups = choice.actions(item).filter((it) => !page.only || it.action === page.only);
  return [
    line(item),
    // Why a card can't be built says nothing about the place where it was dropped.
    item.notes.length && !page.only ? h("p", { class: "note" }, item.notes.join(" ")) : null,
    h("div", { class: "uses" }, groups.flatMap(({ action, uses }) => uses.map((use) => h("button", {
      type: "button", class: `use ${action}`, "data-key": `use-${use.word}`, on: { click: () => choose("lay", use.word) },
    }, label(use))))),
  ];
}

/** The words on the button of a use: what it does, and whom it pays. */
function label(use) {
  const settles = use.more.filter((it) => it !== "joins");
  if (!has(`v.${use.verb}`) || settles.length || use.verb === "build" && page.have.seat?.game === "architects") return h("span", {}, use.words);
  const some = paidTo(use.paid);
  if (use.more.includes("joins")) some.push(h("span", {}, sign("pawn"), _("joins")));
  return [h("b", {}, _(`v.${use.verb}`)), some.length ? h("small", {}, some) : null];
}

function paidTo(paid) {
  const names = people(), seat = viewpoint();
  return ["left", "right", "bank"].filter((it) => paid[it]).map((it) => h("span", {}, sign("coin"),
    it === "bank" ? _("to_bank", { coins: coins(paid[it]) }) : _("to_whom", { coins: coins(paid[it]), who: names[beside(seat, names.length, /** @type {any} */ (it))] })));
}

/** Seal what is laid down, unless nobody can have read the question yet. */
export function seal() {
  const laid = choice.laid(page.have.question);
  if (laid && choice.canSeal(page.askedAt, performance.now())) choose("seal", laid.use.word);
}

export function takeBack(item) {
  change({ selected: item?.number ?? null, only: "" });
  act({ do: "take_back" });
}
