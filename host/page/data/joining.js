/*
 * How to join this host: codes for phones, and what to type.
 */
import { h } from "./dom.js";
import { room } from "./state.js";
import { _ } from "./words.js";

/** Return the invitation for the network through which this browser has come. */
function invitation() {
  const some = room.have.host?.invitations ?? [];
  return some.find((it) => it.startsWith(`${location.hostname}:`)) ?? some[0] ?? "";
}

function code(src, said) {
  return h("figure", {}, h("img", { src, alt: said, width: 200, height: 200 }), h("figcaption", {}, said));
}

/** Draw the codes and the address. */
export function codes() {
  const join = invitation(), [address] = join.split("#"), reach = (room.have.host?.reach ?? {})[join];
  return h("section", { class: "panel" }, h("h2", {}, _("join")), h("div", { class: "invite" },
    code("code.svg", _("scan")), code("join.svg", _("whole")),
    h("div", {}, h("p", { class: "dim mono" }, "wonders join"), h("p", { class: "address" }, address), reach ? h("p", { class: "dim" }, `(${_(`reach.${reach}`)})`) : null, h("p", { class: "dim mono" }, join),
      (room.have.host?.ways ?? []).length ? h("p", {}, h("a", { href: "get/" }, _("get"))) : null)));
}

/** Draw what to type on each system. */
export function ways() {
  const join = invitation(), [address] = join.split("#"), at = `${location.origin}/get/`;
  const filled = (line) => line.replace("{at}", at).replace("{join}", join);
  const some = (room.have.host?.ways ?? []).map((it) => way(it.system, it.lines.map(filled)));
  const installed = way(_("way.installed"), [_("way.start"), _("way.choose"), _("way.type", { line: `wonders join ${address}` })]);
  const folder = [
    way(_("way.unix"), ["python3 -m venv .venv", ".venv/bin/pip install .", `.venv/bin/wonders join ${address}`]),
    way(_("way.windows"), ["py -m venv .venv", ".venv\\Scripts\\pip install .", `.venv\\Scripts\\wonders join ${address}`]),
  ];
  return h("section", { class: "ways", "aria-label": _("how") }, h("h2", { class: "unseen" }, _("how")), some.length ? some : folder, installed);
}

function way(title, lines) {
  return h("section", { class: "panel" }, h("h3", {}, title), h("ol", {}, lines.map((one) => h("li", {}, one))));
}
