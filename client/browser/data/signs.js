/* The meanings of the signs on the table. */
import { h } from "./dom.js";
import { game, named, sign } from "./pictures.js";
import { frontSign } from "./table.js";
import { _ } from "./words.js";

/** @typedef {[() => any, string][]} Signs each as the table shows it, and the label that explains it */

const WONDERS = /** @type {Signs} */ ([
  [() => frontSign({ side: "left", ours: 2, theirs: 3, worth: -1 }), "front"],
  [() => sign("won"), "won"],
  [() => sign("lost"), "lost"],
  [() => sign("shield"), "shield"],
  [() => sign("stage"), "stage"],
  [() => h("span", { class: "unit own" }, sign("wood"), sign("clay")), "own"],
  [() => h("span", { class: "chain" }, sign("chain.lamp")), "chain"],
  [() => h("span", { class: "price cannot" }, h("b", { class: "cross" }, "✗"), sign("clay")), "lacks"],
  [() => h("span", { class: "price freely" }, h("b", {}, "✓"), sign("free")), "free"],
  [() => h("span", { class: "price pays" }, sign("coin"), h("b", {}, "2")), "pays"],
  [() => h("span", { class: "now" }, "+1★"), "brings"],
  [() => h("b", { class: "score" }, "12"), "score.wonders"],
]);

const ARCHITECTS = /** @type {Signs} */ ([
  [() => sign("shield"), "shield"],
  [() => sign("won"), "military"],
  [() => sign("stage"), "stage"],
  [() => sign("cat"), "cat"],
  [() => [sign("horn"), " 1/3"], "horn"],
  [() => [sign("progress"), " 8"], "progress"],
  [() => h("small", {}, named("back.central"), " ", h("b", {}, "16")), "pile"],
  [() => h("b", {}, "×2"), "copies"],
  [() => h("b", { class: "score" }, "12"), "score.architects"],
]);

/** Draw the signs with their meanings. */
export function signs() {
  return h("div", { class: "signs" }, h("h3", {}, _("signs")),
    h("dl", {}, (game() === "architects" ? ARCHITECTS : WONDERS).flatMap(([drawn, name]) => [h("dt", { "aria-hidden": "true" }, drawn()), h("dd", {}, _(`sign.${name}`))])));
}
