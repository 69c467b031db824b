/*
 * Names that fit their boxes: they break only at spaces. A word that is too wide is condensed, and made
 * smaller only if that isn't enough.
 */

/** The narrowest width of letters. */
const NARROWEST = 0.55;

/**
 * Return how to fit a word into the available room.
 * @param {number} room @param {number} needed @returns {{narrow: number, size: number}} parts of its width and of its size
 */
export function condensed(room, needed) {
  const part = needed > room && room > 0 ? room / needed : 1;
  return { narrow: Math.max(NARROWEST, part), size: Math.min(1, part / NARROWEST) };
}

/**
 * Fit all names that are marked as `fits`. Call this whenever they may have moved.
 * @param {ParentNode} root
 */
export function fit(root = document) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".fits>:last-child")]);
  for (const it of all) it.style.cssText = "overflow-wrap:normal";
  const found = all.map((it) => ({ it, room: it.clientWidth, lines: widest(it), ...condensed(it.clientWidth, it.scrollWidth) }));
  for (const one of found) Object.assign(one.it.style, one.narrow < 1 ? squeeze(one) : { maxWidth: `${one.lines}px` });
}

/** Return the width of the lines of a name, which are narrower than its box if the name is broken. */
function widest(it) {
  const range = document.createRange();
  range.selectNodeContents(it);
  return Math.ceil(range.getBoundingClientRect().width) + 1;
}

function squeeze({ room, narrow, size }) {
  return {
    flex: "none", maxWidth: "none", width: `${room / narrow}px`, marginRight: `${room - room / narrow}px`,
    transform: `scaleX(${narrow})`, transformOrigin: "0 50%", fontSize: size < 1 ? `${size}em` : "",
  };
}
