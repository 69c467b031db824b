/* How to join this host: QR codes for phones, and the command to type. */
import { h } from "./dom.js";
import { room } from "./state.js";
import { _ } from "./words.js";

/** Loopback addresses. */
const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Return the invitation for the network through which this browser has come. */
function invitation() {
  const some = room.have.host?.invitations ?? [];
  return some.find((it) => it.startsWith(`${location.hostname}:`)) ?? some[0] ?? "";
}

/** Return the address that a phone opens to play; empty if nobody lends seats. */
function lender() {
  const some = room.have.host?.lends?.at ?? [];
  return some.find((it) => it.startsWith(`http://${location.hostname}:`)) ?? some[0] ?? "";
}

/** Return the address of this page for phones. A browser on the host's machine may have used another. */
function pageAddress() {
  if (!HERE.includes(location.hostname)) return location.host;
  const at = invitation().replace(/:\d+(#.*)?$/, "");
  return at ? `${at}:${location.port}` : location.host;
}

/**
 * Draw a QR code large enough to be scanned from a chair.
 * @param {string} src @param {string} title @param {any[]} more
 */
function code(src, title, ...more) {
  return h("figure", {}, h("figcaption", {}, h("h3", {}, title)), h("img", { src, alt: title, width: 300, height: 300 }), more);
}

/** Draw how to play: on a phone if somebody lends seats, otherwise with the program. */
function play() {
  const phones = lender(), [address] = invitation().split("#");
  const program = () => code("join.svg", _("whole"), h("p", { class: "address" }, address));
  if (!phones) return program();
  const it = code(`play.svg?${room.have.host.lends.n}`, _("play_phone"), h("p", { class: "address" }, phones.replace(/^http:\/\/|\/$/g, "")), h("p", { class: "dim" }, _("play_how")));
  // The host shows this code only to the lender's networks.
  it.querySelector("img")?.addEventListener("error", () => it.replaceWith(program()));
  return it;
}

/** Draw a QR code to play, one to watch, and the command to type. */
export function codes() {
  const [address] = invitation().split("#");
  return h("section", { class: "panel codes", "aria-labelledby": "join" }, h("h2", { id: "join" }, _("join")),
    h("div", { class: "invite" }, play(), code("code.svg", _("scan"), h("p", { class: "address" }, pageAddress()))),
    lender() ? h("p", { class: "typed" }, _("play_program"), " ", h("b", { class: "mono" }, `wonders join ${address}`)) : reached(invitation()),
    h("p", { class: "typed" }, h("a", { href: "get/" }, _("get_at", { at: `http://${pageAddress()}/get/` }))));
}

function reached(join) {
  const reach = (room.have.host?.reach ?? {})[join];
  return reach ? h("p", { class: "dim" }, `(${_(`reach.${reach}`)})`) : null;
}

/** Draw how to get the program, and what to type on each system. */
export function ways() {
  const join = invitation(), [address] = join.split("#"), at = `http://${pageAddress()}/get/`;
  const filled = (line) => line.replace("{at}", at).replace("{join}", join);
  const some = (room.have.host?.ways ?? []).map((it) => way(titled(it), it.lines.map(filled)));
  return h("section", { class: "ways", "aria-label": _("how") }, h("h2", { class: "unseen" }, _("how")), some,
    way(_("way.installed"), [_("way.start"), _("way.choose"), _("way.type", { line: `wonders join ${address}` })]));
}

function titled({ system, takes_python: takesPython }) {
  const name = _(`system.${system}`);
  return takesPython ? _("way.python", { system: name }) : name;
}

function way(title, lines) {
  return h("section", { class: "panel" }, h("h3", {}, title), h("ol", {}, lines.map((one) => h("li", {}, one))));
}
