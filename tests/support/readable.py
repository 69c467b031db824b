"""What can be read of a page from a sofa, three metres from a television."""

from __future__ import annotations

import json
from collections.abc import Mapping

LEAST_PIXELS = 24
"""Minimum size of letters, at 1920×1080."""

LEAST_CARD = 160
"""Minimum width of a card that was just played."""

EXEMPT: Mapping[str, str] = {
    ".unseen": "for screen readers alone",
    "#tools": "for somebody who stands at the screen with a mouse",
    ".lobby .ways": "below the codes, for somebody who scrolls",
    "#main.over>:not(.ending)": "below the result, for somebody who scrolls",
}
"""What needn't be readable, and why. Text in pictures of cards isn't measured at all."""

LEFT_OUT = ".row small span"
"""The names of wonders in rows of cities: they are whole, or not there."""

BREAKS = ".ways li, .typed, .address, .mono"
"""Text that may be broken anywhere: addresses, and lines that are to be typed."""

_MEASURE = """(([least, card, exempt, breaks, leftOut]) => {
 const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
 const named = (it) => `${it.parentElement.className.baseVal ?? it.parentElement.className} > ${it.tagName}.${it.className.baseVal ?? it.className}`;
 const say = (what, it, said) => found.push(`${what}: ${named(it)} "${said.trim().slice(0, 40)}"`);
 const isCut = (box, it, size) => {
  const slack = size / 5, edges = [{ left: 0, right: innerWidth, top: 0, bottom: innerHeight, isAcross: true, isDown: true }];
  for (let up = it; up && up !== document.documentElement; up = up.parentElement) {
   const style = getComputedStyle(up), one = up.getBoundingClientRect();
   if (style.overflowX !== "visible" || style.overflowY !== "visible") edges.push({ left: one.left, right: one.right, top: one.top, bottom: one.bottom });
  }
  return edges.some((one) => box.left < one.left - 1.5 || box.right > one.right + 1.5 || box.top < one.top - slack || box.bottom > one.bottom + slack);
 };
 for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const it = node.parentElement, style = getComputedStyle(it);
  if (!node.data.trim() || it.closest(exempt) || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(it.tagName)) continue;
  range.selectNodeContents(node);
  const isDrawn = it instanceof SVGGraphicsElement, box = (isDrawn ? it : range).getBoundingClientRect();
  if (it.closest(leftOut) && box.top > it.parentElement.getBoundingClientRect().bottom - 4) continue;
  if (!box.width || style.visibility === "hidden") continue;
  const scale = isDrawn ? it.getScreenCTM().a : 1, size = parseFloat(style.fontSize) * scale;
  if (size < least - 0.05) say(`${size.toFixed(1)} px`, it, node.data);
  if (isCut(box, it, size)) say("cut", it, node.data);
  if (style.textOverflow === "ellipsis" && it.scrollWidth > it.clientWidth) say("cut short", it, node.data);
  if (it.closest(breaks) || range.getClientRects().length < 2) continue;
  for (const one of node.data.matchAll(/[^\\s-]+/g)) {
   range.setStart(node, one.index); range.setEnd(node, one.index + one[0].length);
   if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) say("split", it, one[0]);
  }
 }
 for (const it of document.querySelectorAll(".plays figure img")) {
  // As it is laid out: a card that is being turned up is narrower for a moment.
  if (it.complete && it.offsetWidth < card && !it.closest(exempt)) found.push(`card of ${it.offsetWidth} px`);
 }
 return found;
})"""

UNREADABLE = f"{_MEASURE}({json.dumps([LEAST_PIXELS, LEAST_CARD, ', '.join(EXEMPT), BREAKS, LEFT_OUT])})"
"""Text that is too small, cut off or split within a word, and small cards; by JavaScript."""
