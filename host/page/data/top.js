/* The top of a table's page: the game, and the seats that the table waits for. */
import { choosing, late } from "./clocks.js";
import { room, titleOf } from "./state.js";
import { moment } from "./telling.js";
import { _, list } from "./words.js";

/** The game and its progress. */
export function when() {
  const { about, now, lobby: before, game, table } = room.have;
  if (!about || !(before || (now && table))) return "";
  if (before || !table.cities.length) return titleOf(about);
  if (room.scene) return moment(room.scene.turn.at);
  if (now.over) return _("result");
  return game.behind ? _("with_more", { said: moment(now.at), more: _("behind", { n: game.behind }) }) : moment(now.at);
}

/** The seats that the table waits for: people who have to choose, or slow programs. */
export function awaited() {
  const { now, game, table } = room.have;
  if (!now || !table || now.over) return "";
  if (now.paused) return _("paused_by", { name: now.paused });
  const whom = (seats) => (seats.length ? _("awaited", { names: list(seats.map((seat) => game.people[seat])) }) : "");
  if (now.doing === "chooses") return now.awaited.length === game.people.length ? _("awaited_all") : whom(choosing(now));
  const turn = typeof table.seat === "number" ? _("turn_of", { who: game.people[table.seat] }) : "";
  return [turn, _(`do.${now.doing}`), whom(late(now, performance.now() - room.doing.since))].filter(Boolean).join(". ");
}

/** Return the last chat message as a line. @param {any} chat the section */
export function lastSaid(chat) {
  const it = chat?.lines[chat.lines.length - 1];
  if (!it) return "";
  if (it.code === "me") return `${it.who} ${it.text}`;
  return _("line", { who: it.who, said: it.code === "say" ? it.text : _(`q.${it.code}`) });
}
