/* Key presses, and cards that are dragged onto the table. */
import { h } from "./dom.js";
import * as choice from "./choice.js";
import { answer } from "./asking.js";
import { press, toggle } from "./drawer.js";
import { seal, takeBack, tap } from "./hand.js";
import { meaning } from "./keymap.js";
import { sign } from "./pictures.js";
import { skip } from "./reveal.js";
import { change, choose, page, selectedItem } from "./page.js";
import { act } from "./stream.js";
import { _ } from "./words.js";

/** Start listening to keys and pointers. */
export function listen() {
  addEventListener("keydown", key);
  addEventListener("pointerdown", grab);
  addEventListener("click", closeBeside, { capture: true });
  for (const sign of ["keydown", "pointerdown", "pointermove", "wheel"]) addEventListener(sign, touched, { passive: true });
}

/** On a small screen, a part covers the table, and a tap beside it closes it. */
function closeBeside(event) {
  if (!page.drawer || !matchMedia("(max-width:900px)").matches) return;
  if (event.target instanceof Element && !event.target.closest("#drawer,#tools,dialog")) change({ drawer: "" });
}

/** Milliseconds between two reports that the player is there. */
const PRESENCE = 20_000;
let touchedAt = -PRESENCE;

/** Report that the player is there, however they touch the page. */
function touched() {
  const now = performance.now();
  if (now - touchedAt < PRESENCE) return;
  touchedAt = now;
  act({ do: "touch" });
}

/* Keys. */

function key(event) {
  skip();
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const onButton = event.target instanceof Element && event.target.closest("button,summary,a,[type=checkbox]");
  // On the card that is laid down, Enter seals; other buttons do what they say.
  const isLaid = onButton && onButton.closest(".card.laid") && event.key === "Enter";
  if (onButton && !isLaid && (event.key === "Enter" || event.key === " ")) return;
  const found = meaning(situation(), event.key);
  if (!found) return;
  event.preventDefault();
  DOES[found.do](found.what);
}

function isTyping(target) {
  return target instanceof Element && target.matches("input:not([type=checkbox]),textarea,select");
}

function situation() {
  const { question, dialog, keys } = page.have;
  return { dialog: Boolean(dialog), drawer: Boolean(page.drawer), asks: Boolean(question), laid: Boolean(question?.laid), selected: page.selected !== null, keys: keys?.keys ?? [] };
}

const DOES = {
  answer,
  close: () => change({ drawer: "" }),
  open: toggle,
  press,
  seal,
  take_back: () => takeBack(choice.laid(page.have.question)?.item),
  select(number) {
    const item = choice.numbered(page.have.question ?? { items: [] }, number);
    if (item) tapAndFocus(item);
    else change({ selected: null, why: "" });
  },
  step(by) {
    const item = choice.stepped(page.have.question, current(), by);
    if (!item) return;
    if (page.have.question.laid) takeBack(item);
    else change({ selected: item.number, why: "" });
    focusItem(item);
  },
  lay() {
    const item = current();
    if (item?.uses.length) choose("lay", item.uses[0].word);
  },
  use(action) {
    const question = page.have.question;
    const item = action === "nothing" ? question.items.find((it) => choice.usesFor(it, "nothing").length) : current();
    const use = item && choice.nextUse(item, action, question.laid);
    if (!use) return;
    change({ selected: item.number, why: "" });
    choose("lay", use.word);
  },
};

function current() {
  return choice.laid(page.have.question)?.item ?? selectedItem();
}

function tapAndFocus(item) {
  tap(item);
  focusItem(item);
}

function focusItem(item) {
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-item="${item?.number}"]`))?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/* Dragging. */

const FAR = 12; // pixels after which a press is no tap any more

function grab(event) {
  skip();
  const node = event.target instanceof Element && event.target.closest("#choice .card[data-item]");
  const item = node && choice.numbered(page.have.question ?? { items: [] }, Number(node.getAttribute("data-item")));
  if (!item || event.button || !item.uses.length) return;
  const start = { x: event.clientX, y: event.clientY };
  /** @type {{ghost: HTMLElement, zones: HTMLElement} | null} */
  let drag = null;
  const move = (one) => {
    if (!drag && Math.hypot(one.clientX - start.x, one.clientY - start.y) > FAR) drag = lift(node, item);
    if (!drag) return;
    drag.ghost.style.setProperty("transform", `translate(${one.clientX}px, ${one.clientY}px) translate(-50%, -60%) rotate(-2deg)`);
    light(placeFor(item, one));
  };
  const end = (one) => {
    for (const [name, does] of Object.entries(listeners)) removeEventListener(name, does, true);
    if (!drag) return;
    if (one.type === "pointerup") dropped(item, placeFor(item, one)?.getAttribute("data-drop"));
    drag.ghost.remove();
    drag.zones.remove();
    light(null);
    document.body.classList.remove("dragging");
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  };
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [name, does] of Object.entries(listeners)) addEventListener(name, does, true);
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

function lift(node, item) {
  const ghost = h("div", { class: "ghost", "aria-hidden": "true" }, node.querySelector("img")?.cloneNode() ?? item.name);
  const zones = h("div", { class: "zones", "aria-hidden": "true" }, choice.actions(item).filter((it) => it.action !== "nothing")
    .map(({ action }) => h("div", { class: "zone", "data-drop": action }, sign({ build: "wonder", stage: "stage", sell: "coin" }[action]), _(`v.${choice.usesFor(item, action)[0].verb}`))));
  document.body.append(zones, ghost);
  document.body.classList.add("dragging");
  return { ghost, zones };
}

/**
 * The smallest place under the pointer where an item does something: on a wonder without a stage to
 * build, that is its city. If it does nothing there at all, the smallest place can say why.
 */
function placeFor(item, event) {
  const first = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;
  let place = first;
  while (place && !choice.drop(item, place.getAttribute("data-drop") ?? "")) place = place.parentElement?.closest("[data-drop]") ?? null;
  return place ?? first;
}

function light(place) {
  for (const it of document.querySelectorAll(".over")) if (it !== place) it.classList.remove("over");
  place?.classList.add("over");
}

function dropped(item, place) {
  if (!place) return;
  const use = choice.drop(item, place);
  change({ selected: item.number, why: use ? "" : place });
  if (use) choose("lay", use.word);
}
