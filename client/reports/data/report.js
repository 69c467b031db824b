"use strict";
/* Shows one step after the other, by the arrows or the buttons; without it the page has them all. */
const steps = [...document.querySelectorAll(".step")];
const nav = document.querySelector("nav"), where = document.getElementById("where");
let at = -1;

function go(to, stepping) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((it, n) => it.classList.toggle("here", n === at));
  if (stepping) document.body.classList.add("stepping");
  const here = steps[at];
  where.textContent = `${at + 1} / ${steps.length}`;
  for (const it of here.querySelectorAll("details")) it.open = true;
  history.replaceState(null, "", `#${here.id}`);
  if (document.body.classList.contains("stepping")) scrollTo(0, 0);
  else here.scrollIntoView({ block: "start" });
  here.querySelector("h3").focus({ preventScroll: true });
}
function all() {
  document.body.classList.toggle("stepping");
  go(Math.max(0, at), false);
}
const KEYS = {
  ArrowRight: () => go(at + 1, true), ArrowLeft: () => go(at < 0 ? 0 : at - 1, true),
  Home: () => go(0, true), End: () => go(steps.length - 1, true), Escape: all,
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
for (const it of nav.querySelectorAll("button")) it.onclick = KEYS[it.dataset.key];
nav.hidden = !steps.length;
const asked = steps.findIndex((it) => `#${it.id}` === location.hash);
if (asked >= 0) go(asked, document.body.dataset.start !== undefined);
else if (document.body.dataset.start !== undefined && steps.length) go(Number(document.body.dataset.start), true);
