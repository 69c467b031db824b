/*
 * Names that fit where they stand: they are broken at spaces alone. A word that is too wide is
 * condensed, and only made smaller if that isn't enough.
 */

/** How narrow letters may get. */
const NARROWEST = 0.55;

/** Return how a word that needs some room is made to fit into what there is. @param {number} room @param {number} needed @returns {{narrow: number, size: number}} parts of its width and of its size */
export function condensed(room, needed) {
  const part = needed > room && room > 0 ? room / needed : 1;
  return { narrow: Math.max(NARROWEST, part), size: Math.min(1, part / NARROWEST) };
}

/** Make all names fit that are marked as `fits`: call it whenever they may have moved. @param {ParentNode} root */
export function fit(root = document) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".fits>:last-child")]);
  for (const it of all) it.style.cssText = "overflow-wrap:normal";
  const found = all.map((it) => ({ it, room: it.clientWidth, lines: widest(it), ...condensed(it.clientWidth, it.scrollWidth) }));
  for (const one of found) Object.assign(one.it.style, one.narrow < 1 ? squeeze(one) : { maxWidth: `${one.lines}px` });
}

/** How wide the lines of a name are, which are narrower than its box where it is broken. */
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
