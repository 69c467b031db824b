/*
 * Moments and events of a game in words.
 */
import { beside } from "./seats.js";
import { named } from "./pictures.js";
import { marches } from "./sections.js";
import { _, ROMAN, coins, list, signed } from "./words.js";

/** The last turn of an age, apart from an extra card. */
const LAST_TURN = 6;

/**
 * Return when something happened.
 * @param {number[]} at age and turn, or the turn alone, or nothing
 */
export function moment(at) {
  if (!at || !at.length) return _("begin");
  if (at.length === 1) return _("turn_only", { turn: at[0] });
  if (!at[1]) return _("age_leaders", { age: ROMAN[at[0]] });
  if (at[1] > LAST_TURN) return _("age_extra", { age: ROMAN[at[0]] });
  return _("age_turn", { age: ROMAN[at[0]], turn: at[1] });
}

/** Return the cost and effect of a play in words: who is paid, why it is free, and coins from the bank. */
export function paid(it, people) {
  const some = [];
  for (const side of /** @type {const} */ (["left", "right"])) {
    if (it[side]) some.push(_("pays", { coins: coins(it[side]), who: people[beside(it.seat, people.length, side)] }));
  }
  if (it.bank) some.push(_("pays_bank", { coins: coins(it.bank) }));
  if (it.free) some.push(_(`free.${it.free}`));
  if (it.gains) some.push(_("gains", { coins: coins(it.gains) }));
  if (it.joins) some.push(_("joins"));
  return some.join(", ");
}

function withPaid(said, it, people) {
  const more = paid(it, people);
  return more ? _("with_more", { said, more }) : said;
}

/** Return an event as a sentence without its full stop; empty if nobody needs to hear it. */
export function told(it, people) {
  const who = it.seat === undefined ? "" : people[it.seat] ?? "";
  const tell = TELL[it.is];
  return tell ? tell(it, who, people) : "";
}

const name = (id) => (id ? named(id) : "");

const TELL = {
  missed: () => _("e.missed"),
  board: (it, who) => _("e.board", { who, card: name(it.board) }),
  founded: () => _("e.founded"),
  dealt: (it) => _("e.dealt", { age: ROMAN[it.age] }),
  played(it, who, people) {
    return withPaid(_(`e.${it.use}`, { who, card: name(it.card), n: it.stage ? it.stage.split(".").pop() : "" }), it, people);
  },
  enlisted: (it, who, people) => withPaid(_(it.card ? "e.recruit" : "e.declines", { who, card: name(it.card) }), it, people),
  drawn: (it, who) => _("e.drawn", { who, n: it.count }),
  dropped: (it, who) => _("e.dropped", { who, n: it.value }),
  picked: (it, who, people) => withPaid(_(it.card ? "e.picked" : "e.picked_not", { who, card: name(it.card) }), it, people),
  edifice: (it) => _(it.built ? "e.edifice" : "e.edifice_not", { age: ROMAN[it.age] }),
  penalised(it, who) {
    if (!it.card && !it.coins && !it.tokens.length) return _("e.debt", { who });
    const what = it.card ? name(it.card) : it.coins ? coins(it.coins) : _("tokens_of", { count: it.tokens.length, n: it.tokens.join(", ") });
    return _("e.penalised", { who, what });
  },
  fought(it, who, people) {
    const each = marches([it]).map(({ from, to, won }) => _("e.fought_one", { who: people[from], whom: people[to], won: signed(won), lost: signed(-1) }));
    return _("e.fought", { age: ROMAN[it.age], more: each.join(", ") || _("e.fought_none") });
  },
  left: (it, who, people) => _("e.left", { who: list(it.seats.map((seat) => people[seat])) }),
  copied: (it, who) => _("e.copied", { who, card: name(it.card) }),
  taken(it, who) {
    const pile = it.pile === "central" ? _("central") : name(`back.${it.pile}`);
    const more = [it.by ? _("by", { card: name(it.by) }) : "", it.cat ? _("cat_comes") : "", it.horns ? _("to_battle", { n: it.horns }) : ""].filter(Boolean);
    const said = _("e.taken", { who, card: name(it.card), pile });
    return more.length ? _("with_more", { said, more: more.join(", ") }) : said;
  },
  built: (it, who) => _("e.stage", { who, n: it.stage }),
  studied: (it, who) => _("e.studied", { who, n: it.cards.length }),
  token: (it, who) => _("e.token", { who, card: name(it.card) }),
  searched: (it, who) => _("e.searched", { who, n: it.count }),
  peeked: (it, who) => _("e.peeked", { who }),
  remixed: () => _("e.remixed"),
  battle(it, who, people) {
    const won = it.tokens.map((n, seat) => (n ? _("e.battle_one", { who: people[seat], n }) : "")).filter(Boolean);
    return won.length ? _("with_more", { said: _("e.battle"), more: won.join(", ") }) : _("e.battle");
  },
};
