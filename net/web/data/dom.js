/*
 * Elements from plain data. Children that aren't nodes become text: names and messages come from other
 * people, so nothing here parses markup.
 */

import { text } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** The fingerprint of a key, as people compare it. */
const FINGERPRINT = /\b([0-9a-f]{4}(?:-[0-9a-f]{4}){3})\b/;

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, any>=} props attributes; `class`, `on` (listeners) and `css`
 *   (custom properties) are special, and what is null or false is left out
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const it = document.createElement(tag);
  set(it, props ?? {});
  it.append(...kept(children).flatMap(unbroken));
  return it;
}

/**
 * Make an element of SVG.
 * @param {string} tag
 * @param {Record<string, any>=} props
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, props, ...children) {
  const it = document.createElementNS(SVG, tag);
  set(it, props ?? {});
  it.append(...kept(children));
  return it;
}

function set(it, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, does] of Object.entries(value)) it.addEventListener(event, does);
    else if (name === "css") for (const [key, one] of Object.entries(value)) it.style.setProperty(key, String(one));
    else if (name === "value") it.value = value;
    else it.setAttribute(name, value === true ? "" : String(value));
  }
}

function kept(children) {
  return children.flat(3)
    .filter((one) => one !== null && one !== undefined && one !== false && one !== "")
    .map((one) => (one instanceof Node ? one : text(one)));
}

/** Keep fingerprints in a text from being broken at a hyphen. @param {Node | string} child */
function unbroken(child) {
  if (typeof child !== "string" || !FINGERPRINT.test(child)) return [child];
  return child.split(FINGERPRINT).map((one, at) => {
    if (at % 2 === 0) return one; // the text between two fingerprints
    const it = document.createElement("span");
    it.className = "fingerprint";
    it.textContent = one;
    return it;
  });
}

/** Set the children of an element, without touching those that are in place already. */
export function place(parent, children) {
  const some = children.filter(Boolean);
  some.forEach((child, at) => {
    if (parent.childNodes[at] !== child) parent.insertBefore(child, parent.childNodes[at] ?? null);
  });
  while (parent.childNodes.length > some.length) parent.lastChild.remove();
}

/** Set the text of an element if it differs, since a live region announces any text that is set. */
export function say(node, said) {
  if (node.textContent !== said) node.textContent = said;
}

/** Text for screen readers only. */
export function unseen(said) {
  return h("span", { class: "unseen" }, said);
}

/** Keeps drawings, and draws again only if the data has changed. */
export class Memo {
  constructor() {
    this._drawn = new Map();
  }

  /**
   * @template {Node} T
   * @param {string} name
   * @param {any} data what the drawing depends on
   * @param {() => T} draw
   * @returns {T}
   */
  keep(name, data, draw) {
    const key = JSON.stringify(data), old = this._drawn.get(name);
    if (old && old.key === key) return old.node;
    const node = draw();
    this._drawn.set(name, { key, node });
    return node;
  }

  forget() {
    this._drawn.clear();
  }
}

/**
 * Run something that may replace elements; the focus returns to the element with the same `data-key`.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const key = document.activeElement?.closest?.("[data-key]")?.getAttribute("data-key");
  draw();
  if (!key || document.activeElement !== document.body) return;
  const again = [...document.querySelectorAll("[data-key]")].find((it) => it.getAttribute("data-key") === key);
  /** @type {HTMLElement | undefined} */ (again)?.focus({ preventScroll: true });
}
