/* Dialogs of the program: the question or text of a feature, with its answers. */
import { h } from "./dom.js";
import { page } from "./page.js";
import { act } from "./stream.js";

let shown = "";
let since = 0;

/** Show the open dialog; if none is open, close the last one. @param {HTMLDialogElement} box */
export function drawDialog(box) {
  const it = page.have.dialog, key = JSON.stringify(it ?? null);
  if (key === shown) return;
  const isSame = it && shown !== "null" && JSON.parse(shown || "null")?.ticket === it.ticket;
  shown = key;
  if (!it) {
    if (box.open) box.close();
    box.replaceChildren();
    return;
  }
  const focused = document.activeElement?.getAttribute("data-key");
  box.replaceChildren(...content(it));
  if (!box.open) box.showModal();
  if (!isSame) since = performance.now();
  const first = box.querySelector(isSame && focused ? `[data-key="${CSS.escape(focused)}"]` : "button");
  /** @type {HTMLElement | null} */ (first)?.focus();
}

function content(it) {
  const parts = [
    h("h2", { id: "asks-title" }, it.title),
    h("div", { class: "lines", tabindex: it.lines.length > 8 ? "0" : null }, it.lines.map((one) => (one.text ? h("p", { class: `${one.style}${one.whole ? " whole" : ""}` }, one.text) : h("br", {})))),
    it.ways.length ? h("ul", { class: "ways" }, it.ways.map((one) => h("li", {}, h("button", { type: "button", "data-key": `way-${one.key}`, on: { click: () => act({ do: "way", ticket: it.ticket, text: one.key }) } },
      h("b", {}, one.label), one.means.map((said) => h("small", {}, said)))))) : null,
    h("p", { class: "answers" }, it.answers.map((one) => h("button", { type: "button", "data-key": `answer-${one.action}`, on: { click: () => answer(one.action) } }, one.word))),
    it.help.length ? h("p", { class: "help" }, it.help.join(" ")) : null,
  ];
  return /** @type {HTMLElement[]} */ (parts.filter(Boolean));
}

/** Answer the open dialog. If nobody can have read it yet, it can only be closed. */
export function answer(action) {
  const it = page.have.dialog;
  if (!it) return;
  const isRead = performance.now() - since >= it.settles * 1000;
  if (isRead || action === "back") act({ do: "answer", ticket: it.ticket, text: action });
}
