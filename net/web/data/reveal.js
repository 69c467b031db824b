/*
 * The reveal: cards turn together, coins travel to their receivers, and tokens from the defeated to the
 * winners. It delays nothing.
 */
import { h } from "./dom.js";
import { sign } from "./pictures.js";
import { marches, payments } from "./sections.js";
import { _ } from "./words.js";

const TURN = 450, TRAVEL = 600, LATER = 350;

const layer = h("div", { id: "reveal", "aria-hidden": "true" });

/**
 * Show new events immediately: a player shouldn't have to wait.
 * @param {any[]} events @param {number} count of seats
 */
export function reveal(events, count) {
  if (!begin(events)) return;
  turnCards(events);
  payCoins(events, count, LATER);
  march(events, LATER);
}

/**
 * Show a scene from `pacing.js`.
 * @param {string} kind @param {any[]} events @param {number} count of seats
 */
export function revealScene(kind, events, count) {
  if (!begin(events)) return;
  if (kind === "plays" || kind === "boards") turnCards(events);
  if (kind === "coins") payCoins(events, count, 0);
  if (kind === "conflicts") march(events, 0);
}

/** Remove what still moves; return whether animations are allowed. */
function begin(events) {
  if (!events.length || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  skip();
  if (!layer.isConnected) document.body.append(layer);
  return true;
}

function payCoins(events, count, delay) {
  payments(events, count).forEach((it) => travel("coin", `${it.coins}`, placeOf(it.from), placeOf(it.to), delay));
}

function march(events, delay) {
  marches(events).forEach((it) => travel("won", `+${it.won}`, placeOf(it.to), placeOf(it.from), delay));
}

/** End all animations. */
export function skip() {
  for (const it of document.querySelectorAll(".play figure")) it.getAnimations().forEach((one) => one.finish());
  layer.replaceChildren();
}

function turnCards(events) {
  const seats = new Set(events.filter((it) => it.seat !== undefined).map((it) => String(it.seat)));
  for (const it of document.querySelectorAll(".play")) {
    if (!seats.has(it.getAttribute("data-by") ?? "")) continue;
    it.querySelector("figure")?.animate(
      [{ transform: "perspective(40rem) rotateY(90deg) scale(.92)", filter: "brightness(.4)" }, { transform: "perspective(40rem) rotateY(0) scale(1)", filter: "none" }],
      { duration: TURN, easing: "cubic-bezier(.2,.9,.3,1.1)", fill: "backwards" });
  }
}

/** Return the middle of a seat's city, or of the table for the bank. */
function placeOf(seat) {
  const found = [...document.querySelectorAll(seat === null ? ".middle, .stage" : `[data-seat="${seat}"]`)]
    .find((it) => it.getClientRects().length && !it.closest("#drawer"));
  if (!found) return null;
  const box = found.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: Math.max(20, Math.min(innerHeight - 20, box.top + Math.min(40, box.height / 2))) };
}

function travel(name, said, from, to, delay) {
  if (!from || !to) return;
  const it = h("span", { class: `travels ${name}` }, sign(name), said);
  layer.append(it);
  const at = (where, scale) => `translate(${where.x}px, ${where.y}px) translate(-50%,-50%) scale(${scale})`;
  it.animate([
    { transform: at(from, 0.4), opacity: 0 },
    { transform: at(from, 1), opacity: 1, offset: 0.15 },
    { transform: at(to, 1.15), opacity: 1, offset: 0.85 },
    { transform: at(to, 0.6), opacity: 0 },
  ], { duration: TRAVEL, delay, easing: "ease-in-out", fill: "both" }).finished.then(() => it.remove(), () => it.remove());
}

/** Return the announcement of new events for the live region. */
export function announcement(said) {
  return said.filter(Boolean).join(". ") || _("nothing_played");
}
