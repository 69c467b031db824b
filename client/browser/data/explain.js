/*
 * Explanations of the pictures on the table, on a tap or under the mouse. A number of the score sheet
 * explains what it counts, and a conflict what it is worth.
 */
import { call } from "./gate.js";
import { game, named, partOf } from "./pictures.js";

/** @type {Promise<Record<string, Record<string, string>>> | null} */
let known = null;

/** Return the explanation of a picture. The first call loads all explanations. @param {string} id */
async function said(id) {
  known ??= call("says").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
  try {
    return (await known)[game()]?.[id] ?? "";
  } catch {
    known = null;
    return "";
  }
}

/**
 * Return the id of the picture at an event; empty for card backs, and for items that a tap chooses.
 * @param {Event} event
 */
function pictured(event) {
  const found = event.target instanceof Element && !event.target.closest("button") ? event.target.closest("img[data-id]") : null;
  const id = found?.getAttribute("data-id") ?? "";
  return id.startsWith("back.") ? "" : id;
}

/** Start explaining pictures. @param {(said: string, beside: DOMRect) => void} show */
export function explain(show) {
  addEventListener("click", async (event) => {
    const number = event.target instanceof Element ? event.target.closest("[data-says]") : null;
    if (number) return show(number.getAttribute("data-says") ?? "", number.getBoundingClientRect());
    const id = pictured(event);
    if (!id) return;
    event.stopPropagation();
    const box = /** @type {Element} */ (event.target).getBoundingClientRect(), words = await said(id);
    if (words) show(partOf(id) === "cards" ? `${named(id)}\n${words}` : words, box);
  }, { capture: true });
  addEventListener("pointerover", async (event) => {
    const id = event.pointerType === "mouse" ? pictured(event) : "";
    const words = id && await said(id);
    if (words) /** @type {Element} */ (event.target).setAttribute("title", words);
  });
}
