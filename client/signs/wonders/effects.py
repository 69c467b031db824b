"""
Effects as a few signs, or as short words where there is no sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.signs.draw import Piece, Row, piece, row
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.signs.wonders.signs import (
    GAP,
    SLASH,
    any_science,
    arrows,
    coin_change,
    coins,
    colour,
    either,
    goods,
    joined,
    made,
    points,
    shields,
    token,
)
from sealed_wonders.client.words import text
from sealed_wonders.core.wonders.atoms import (
    Atom,
    Clause,
    Copy,
    Free,
    Gain,
    Less,
    Lose,
    Make,
    May,
    Once,
    Per,
    PerSet,
    Price,
    Swap,
    When,
)
from sealed_wonders.core.wonders.effects import DEFEAT, combined
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.model import Effect
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, n_


def effect(one: Effect, symbols: Symbols) -> Row:
    """Write what an effect does."""
    return _clause(one.clause, symbols)


def effects(some: Sequence[Effect], symbols: Symbols) -> Row:
    """Write what several effects do; two that count the same count it once."""
    clauses = combined(some)
    gap = GAP if all(map(_is_short, clauses)) else piece(f" {symbols.dot} ", "dim")
    return joined((_clause(one, symbols) for one in clauses), gap)


def _is_short(clause: Clause) -> bool:
    """Return whether a gap suffices to separate a clause from the next one."""
    match clause:
        case (
            Make() | Gain("coins" | "points" | "shields" | "symbol" | "token"),
            *rest,
        ):
            return all(isinstance(one, Per) for one in rest)
    return False


def _clause(clause: Clause, symbols: Symbols) -> Row:
    match clause:
        case (Gain("more coins", 1), When("coins gained"), Once("turn")):
            return row(_("1 more coin a turn"))
        case (Free("card"), Once("age")):
            return row(_("1 free card an age"))
        case (Gain() as now, Gain() as end, *rest):
            gains = (*_atom(now, symbols), GAP, *_atom(end, symbols))
            return row(gains, *(_atom(one, symbols) for one in rest))
    return row(*(_atom(one, symbols) for one in clause))


def _atom(one: Atom, symbols: Symbols) -> Row:
    match one:
        case Gain():
            return _gain(one, symbols)
        case When():
            return _when(one, symbols)
        case Make():
            return made(one)
        case Price(n, some, ("bank",)):
            every = len(some) == len(GOODS)
            what = row(_("any goods")) if every else either(some)
            return (*what, GAP, coins(n, symbols), piece(" " + _("bank")))
        case Price(n, some, neighbours):
            arrow = piece(f" {arrows(neighbours, symbols)}")
            return (*goods(dict.fromkeys(some, 1)), GAP, coins(n, symbols), arrow)
        case Less("leader", n, neighbours):
            sign, both = _leader(symbols), symbols.to_left + symbols.to_right
            mine = row(sign, " ", coin_change(-n, symbols))
            if not neighbours:
                return mine
            comma = piece(", ", "dim")
            return row(mine, comma, both, sign, " ", coin_change(-neighbours, symbols))
        case Less(what, n):
            said = n_("-{n} good", "-{n} goods", n).format(n=n)
            return row(said, f" {_('per')} ", _thing(what, symbols))
        case Free("turn 1"):
            return row(_("turn 1 card free"))
        case Free("turn 6"):
            return row(_("turn 6 card free"))
        case Free("first of each colour"):
            return row(_("new colour free"))
        case Free("card from discard"):
            return row(_("1 from discard"))
        case Free(what):
            return row(_thing(what, symbols), " " + _("free"))
        case Swap(n):
            return row(_("swap {n}").format(n=n) + " ", _any_symbol(symbols))
        case Lose("defeat tokens", "self"):
            return row(_("no more") + " ", _defeat(symbols))
        case Lose("defeat tokens"):
            return row(_defeat(symbols), " " + _("to winner"))
        case Lose("victory token"):
            return row(_("others lose") + " ", token("", symbols))
        case Lose("leader"):
            return row(_("bury 1") + " ", _leader(symbols), text.colon())
        case Copy("self"):
            guild = colour(Colour.PURPLE, symbols)
            return row(_("best") + " ", guild, " " + _("twice"))
        case Copy("neighbours"):
            return row(_("copies a guild"))
        case May("play last card"):
            return row(_("7th card too"))
        case May("recruit leader"):
            return row(_("1 more") + " ", _leader(symbols))
        case Per():
            return _per(one, symbols)
        case PerSet(of) if of == SYMBOLS:
            three = piece("".join(symbols.science[it] for it in SYMBOLS), "science")
            return row(f" {_('per')} ", three)
        case PerSet(of) if len(of) == len(Colour):
            return row(" " + _("per set of 7 colours"))
        case PerSet(of):
            each = joined((_thing(it, symbols) for it in of), piece("+", "dim"))
            return row(f" {_('per')} ", each)
        case Once():
            return ()  # Prices that hold once a turn need no sign.
    raise NotImplementedError(f"no signs for {one}")


def _gain(gain: Gain, symbols: Symbols) -> Row:
    n = gain.n
    match gain.what:
        case "coins" | "more coins":
            return (coin_change(n, symbols),)
        case "points":
            return (points(n, symbols),)
        case "more points":
            return (piece(f"+{n}{symbols.point}", "point"),)
        case "points of one":
            return token("", symbols)
        case "times its cost":
            return row(points(n, symbols), f" {_('per')} ", _thing("coin", symbols))
        case "shields":
            return (shields(n, symbols),)
        case "token":
            return token(f"+{n}" if n else "+1/3/5", symbols)
        case "symbol" if gain.which in SYMBOLS:
            return (piece(symbols.science[gain.which], "science"),)
        case "symbol":
            said = _("any {symbols}").format(symbols=any_science(symbols))
            return (piece(said, "science"),)
        case "symbols of most":
            return row(f"+{n} " + _("of most") + " ", _any_symbol(symbols))
        case "leaders":
            return row(_("draw {n}").format(n=n) + " ", _leader(symbols))
        case "pawn":
            said = _("of age {age}").format(age=n) if n else _("of any age")
            return row(piece(symbols.pawn, "pawn"), f" {said}")


def _when(when: When, symbols: Symbols) -> Row:
    things = [part for name in when.of for part in _thing(name, symbols)]
    match when.event:
        case "built":
            return row(f" {_('per new')} ", *things)
        case "built by chain":
            return row(f" {_('per new')} ", piece(symbols.free, "free"))
        case "token gained":
            return row(f" {_('per new')} ", token("", symbols))
        case "goods bought":
            both = symbols.to_left + symbols.to_right
            return row(" " + _("if you buy") + f" {both}")
        case "wonder complete":
            return row(" " + _("if wonder done"))
        case "more than neighbours":
            return row(" " + _("if most") + " ", *things)
        case "no defeat token":
            return row(" " + _("if no") + " ", _defeat(symbols))
        case "only leader":
            return row(" " + _("if only") + " ", _leader(symbols))
        case "equal tokens":
            return row(" " + _("per equal pair"))
    raise NotImplementedError(f"no signs for {when}")


def _any_symbol(symbols: Symbols) -> Piece:
    return piece(any_science(symbols), "science")


def _leader(symbols: Symbols) -> Piece:
    return piece(symbols.leader, "leader")


def _defeat(symbols: Symbols) -> Row:
    return token(str(DEFEAT), symbols)


# What effects count, and whose.


def _thing(name: str, symbols: Symbols) -> Row:
    """Draw what effects count or make cheaper, by its word in the data."""
    if name in _COLOURS:
        return (colour(_COLOURS[name], symbols),)
    match name:
        case "wonder_stage":
            return (piece(_("stage")),)
        case "victory_token":
            return token("", symbols)
        case "leader":
            return (_leader(symbols),)
        case "coin":
            return (piece(symbols.coin, "coin"),)
        case "colour":
            return (piece(_("colour")),)
    raise NotImplementedError(f"no sign for {name}")


_COLOURS: Mapping[str, Colour] = {one.word: one for one in Colour}


def _per(per: Per, symbols: Symbols) -> Row:
    """Write the counted things and whose they are, with the arrows of printed cards."""
    if per.each > 1:
        return row(f" {_('per')} ", coins(per.each, symbols))
    some = [colour(_COLOURS[name], symbols) for name in per.of if name in _COLOURS]
    rest = [_thing(name, symbols) for name in per.of if name not in _COLOURS]
    signs = [*some, *([SLASH] if some and rest else []), *joined(rest, SLASH)]
    arrow = {
        "self": "",
        "neighbours": f" {symbols.to_left}{symbols.to_right}",
        "self_and_neighbours": f" {symbols.to_left}{symbols.down}{symbols.to_right}",
    }[per.whose]
    return row(f" {_('per')} ", *signs, arrow)
