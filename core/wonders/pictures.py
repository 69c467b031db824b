"""
Pictures of the cards, card backs and boards of 7 Wonders.

A card has its effects at the top and its cost on the left, from the top down: coins,
goods, and below them the symbol that builds it for nothing. The symbols that it gives are
on the right above its name. A board shows its starting effect, and below that its stages
from left to right; each stage also has a picture of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from sealed_wonders.core.pictures.signs import (
    FILLS,
    arrow,
    back,
    card,
    cards,
    chain,
    coin,
    crown,
    edifice,
    free,
    good,
    here,
    left,
    mark,
    no,
    numeral,
    pawn,
    per,
    pile,
    points,
    right,
    science,
    shield,
    stage,
    times,
    token,
    wonder,
)
from sealed_wonders.core.pictures.svg import (
    BREAK,
    DIM,
    GAP,
    INK,
    PAPER,
    SIZE,
    Picture,
    Sign,
    at,
    circle,
    line,
    path,
    rect,
    rows,
    said,
    title,
    words,
)
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
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.effects import DEFEAT, combined
from sealed_wonders.core.wonders.goods import GOODS, unpack
from sealed_wonders.core.wonders.model import (
    Board,
    Building,
    Edifice,
    Effect,
    Leader,
    Penalty,
    Side,
    Stage,
)
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.works import Colour

WIDTH, HEIGHT = 200, 300
"""Of a card."""

STAGE_WIDTH, STAGE_HEIGHT = 150, 110

_LEADER, _EDIFICE = "#efe6d0", "#1c7a81"
_WORDS = tuple(colour.word for colour in Colour)


@cache
def pictures() -> Mapping[str, Picture]:
    """Return the pictures there are, by their ids."""
    return {picture.id: picture for picture in _pictures()}


def _pictures() -> Iterator[Picture]:
    known = everything()
    for building in known.buildings:
        draw = partial(_building, building)
        word = building.colour.word
        yield Picture(building.id, "cards", building.names, WIDTH, HEIGHT, draw, word)
    for board in known.boards:
        for side in board.sides.values():
            yield from _board(board, side)
    for leader in known.leaders:
        draw = partial(_leader, leader)
        yield Picture(leader.id, "leaders", leader.names, WIDTH, HEIGHT, draw)
    for one in known.edifices:
        draw = partial(_edifice, one)
        yield Picture(one.id, "edifices", one.names, WIDTH, HEIGHT, draw)
    for name, body in _BACKS.items():
        shown = dict.fromkeys(("en", "fr"), numeral(int(name)) or "·")
        if name == "0":
            shown = {"en": "Leader", "fr": "Dirigeant"}
        yield Picture(f"back.{name}", "backs", shown, WIDTH, HEIGHT, body)


# Cards.


def _building(building: Building, lang: str) -> str:
    word = building.colour.word
    return _card(
        FILLS[word],
        at(6, 6, _emblem(word)),
        effects(building.effects),
        cost(building.goods, building.bank),
        building.names[lang],
        _scene(word) + _age(building.age),
        gives=[chain(it) for it in sorted(building.chain)],
        instead=[chain(building.free_with)] if building.free_with else [],
    )


def _leader(leader: Leader, lang: str) -> str:
    price = said("I·II·III", 11) if leader.cost is None else coin(leader.cost)
    top = [coin("?"), price] if leader.cost is None else [price]
    if leader.cost == 0:
        top = [free()]
    picture = at(84, 128, crown().body, 2.2)
    return _card(
        _LEADER, at(8, 8, crown().body), effects(leader.effects), top,
        leader.names[lang], picture,
    )  # fmt: skip


def _edifice(one: Edifice, lang: str) -> str:
    lost = rows(penalty(one.penalty), 132, 34)
    debt = at(112, 204, rows([GAP, said(f"{one.debt}", 22, "#b02a22")], 60, 26))
    picture = _age(one.age) + at(52, 160, rect(0, 0, 138, 40, "#f3d9d4", 'rx="6"'))
    picture += at(55, 163, lost) + debt
    return _card(
        _EDIFICE, at(8, 8, edifice().body), effects(one.reward), [coin(one.cost)],
        one.names[lang], picture,
    )  # fmt: skip


def _card(
    fill: str,
    emblem: str,
    does: Sequence[Sign],
    price: Sequence[Sign],
    name: str,
    picture: str,
    gives: Sequence[Sign] = (),
    instead: Sequence[Sign] = (),
) -> str:
    """Draw a card of what is on it."""
    parts = [
        rect(
            1.5,
            1.5,
            WIDTH - 3,
            HEIGHT - 3,
            fill,
            f'rx="12" stroke="{INK}" stroke-width="3"',
        ),
        rect(46, 102, 148, 142, "#fff", 'rx="8" opacity="0.22"'),
        picture,
        rect(46, 8, 146, 90, PAPER, f'rx="8" stroke="{INK}" stroke-width="1.5"'),
        at(52, 14, rows(does, 134, 78)),
        emblem,
    ]
    y = 52.0
    step = min(39.0, (240 - y - (44 if instead else 0)) / max(1, len(price)))
    scale = (step - 2) / SIZE
    for sign in price:
        wide = min(scale, 38 / sign.width)
        parts.append(at(25 - sign.width * wide / 2, y, sign.body, wide))
        y += step
    if instead:
        parts.append(line("M12 203H38", "#fff", 2))
        parts.append(at(9, 208, instead[0].body))
    for n, sign in enumerate(gives):
        parts.append(at(156 - n * 36, 207, sign.body))
    parts.append(
        rect(8, 246, WIDTH - 16, 46, PAPER, f'rx="8" stroke="{INK}" stroke-width="1.5"')
    )
    parts.append(title(14, 249, WIDTH - 28, 40, name, INK))
    return "".join(parts)


def _emblem(word: str) -> str:
    """Draw the shape of a colour on a white disc."""
    disc = circle(19, 19, 18, "#fff", f'stroke="{INK}" stroke-width="1.5"')
    return disc + at(7, 7, mark(word, FILLS[word]))


def _age(age: int) -> str:
    return words(185, 130, numeral(age), 24, "#fff", "end", "serif")


def _scene(word: str) -> str:
    """Draw what buildings of a colour look like from afar."""
    return at(
        52, 110, path(_SCENES[word], "#fff", 'opacity="0.55" fill-rule="evenodd"')
    )


_SCENES: Mapping[str, str] = {
    "brown": "M0 120L38 40L58 78L88 20L136 120ZM38 40L30 62L40 70L48 60ZM88 20L76 46L90 58L102 48Z",
    "grey": "M8 120V60H30V30H44V60L70 44V60L96 44V60L126 44V120ZM20 76V92H36V76ZM52 76V92H68V76ZM84 76V92H100V76Z",
    "blue": "M10 120V110H20V60H10V48L68 18L126 48V60H116V110H126V120ZM32 60V110H44V60ZM62 60V110H74V60ZM92 60V110H104V60Z",
    "yellow": "M6 56L20 26H116L130 56Q120 70 109 56Q98 70 88 56Q78 70 68 56Q58 70 48 56Q38 70 27 56Q16 70 6 56ZM16 72H24V92H112V72H120V120H16Z",
    "red": "M12 120V34H20V44H30V34H40V44H50V34H58V70H78V34H86V44H96V34H106V44H116V34H124V120ZM58 120V92Q68 80 78 92V120Z",
    "green": "M16 120V76H24C24 46 44 32 64 30V18H72V30C92 32 112 46 112 76H120V120ZM40 90V108H54V90ZM82 90V108H96V90Z",
    "purple": "M10 120V44L36 26L62 44V58H74V44L100 26L126 44V120H98V90Q88 78 78 90V120H58V90Q48 78 38 90V120Z",
}  # fmt: skip


# Boards.


def _board(board: Board, side: Side) -> Iterator[Picture]:
    name, width = f"{board.id}.{side.name}", STAGE_WIDTH * 4 + 20
    yield Picture(name, "boards", board.names, width, 190, partial(_side, board, side))
    for n, one in enumerate(side.stages, 1):
        draw = partial(_only_stage, side, n, one)
        yield Picture(
            f"{name}.{n}", "stages", board.names, STAGE_WIDTH, STAGE_HEIGHT, draw
        )


def _side(board: Board, side: Side, lang: str) -> str:
    day = side.name == "day"
    sky, ink = ("#e9c46a", INK) if day else ("#283a5c", "#fff")
    width = STAGE_WIDTH * 4 + 20
    parts = [
        rect(1.5, 1.5, width - 3, 187, sky, f'rx="12" stroke="{INK}" stroke-width="3"'),
        _sun() if day else _moon(),
        rect(12, 10, 116, 52, PAPER, f'rx="8" stroke="{INK}" stroke-width="1.5"'),
        at(16, 14, rows(effect(side.start), 108, 44)),
        title(150, 8, 330, 56, board.names[lang], ink),
    ]
    if side.label:
        parts.append(words(560, 48, side.label, 26, ink, face="serif"))
    first = 10 + (4 - len(side.stages)) * STAGE_WIDTH / 2
    for n, one in enumerate(side.stages):
        x = first + n * STAGE_WIDTH
        parts.append(at(x, 72, _only_stage(side, n + 1, one, lang)))
    return "".join(parts)


def _sun() -> str:
    return circle(596, 36, 18, "#fff3c4", 'stroke="#b8860b" stroke-width="3"')


def _moon() -> str:
    return path("M604 16A22 22 0 1 0 616 52A18 18 0 1 1 604 16Z", "#f4efd2")


def _only_stage(side: Side, n: int, one: Stage, lang: str) -> str:
    price = cost(one.goods, one.bank)
    night = side.name == "night"
    fill = "#dfe6f2" if night else "#fbf0d2"
    inside = STAGE_WIDTH - 12
    parts = [
        rect(
            3,
            2,
            STAGE_WIDTH - 6,
            STAGE_HEIGHT - 4,
            fill,
            f'rx="10" stroke="{INK}" stroke-width="2"',
        ),
        rect(8, 72, inside - 4, 31, "#6b5836", 'rx="6"'),
        at(12, 75, rows(price, inside - 28, 25)),
        words(STAGE_WIDTH - 12, 94, str(n), 15, "#fff", "end", "serif"),
    ]
    if one.halves:
        both = [effects(it) for it in one.halves.values()]
        parts.append(at(8, 8, rows(both[0], 62, 58)) + line("M75 10V66", DIM, 2))
        parts.append(at(80, 8, rows(both[1], 62, 58)))
    else:
        parts.append(at(10, 8, rows(effects(one.whole), inside - 8, 58)))
    return "".join(parts)


# Backs.


def _back(fill: str, name: str, lang: str) -> str:
    parts = [
        rect(
            1.5,
            1.5,
            WIDTH - 3,
            HEIGHT - 3,
            fill,
            f'rx="12" stroke="{INK}" stroke-width="3"',
        ),
        rect(
            14,
            14,
            WIDTH - 28,
            HEIGHT - 28,
            "none",
            'rx="8" stroke="#f1dfae" stroke-width="3"',
        ),
        line("M100 40L170 150L100 260L30 150Z", "#f1dfae", 2),
    ]
    if name:
        parts.append(words(100, 172, name, 62, "#f1dfae", face="serif"))
    else:
        parts.append(at(62, 110, crown().body, 2.4))
    return "".join(parts)


_BACKS: Mapping[str, functools.partial[str]] = {
    "0": partial(_back, "#6a5f4c", ""),
    "1": partial(_back, "#8a4f22", "I"),
    "2": partial(_back, "#3f5d86", "II"),
    "3": partial(_back, "#6d2f46", "III"),
}
"""By age; 0 is that of leaders."""


# Costs, and what is lost.


def cost(goods: int, bank: int) -> list[Sign]:
    """Draw what something costs."""
    signs = [coin(bank)] if bank else []
    for name, count in zip(GOODS, _amounts(goods), strict=True):
        signs += times(good(name), count)
    return signs


def _amounts(goods: int) -> list[int]:
    amounts = unpack(goods)
    return [amounts.get(name, 0) for name in GOODS]


def penalty(one: Penalty) -> list[Sign]:
    """Draw what those lose who took no part in an edifice."""
    match one.kind:
        case "lose_card":
            return [no(card(one.colour.word if one.colour is not None else ""))]
        case "lose_coins":
            return [no(coin(one.amount))]
    return [said(f"{one.amount}×", 18), no(token(""))]


# Effects.


def effects(some: Sequence[Effect]) -> list[Sign]:
    """Draw what several effects do; two that count the same count it once."""
    found: list[Sign] = []
    for clause in combined(some):
        found += [GAP, *_clause(clause)] if found else _clause(clause)
    return found


def effect(one: Effect) -> list[Sign]:
    """Draw what an effect does."""
    return _clause(one.clause)


def _clause(clause: Clause) -> list[Sign]:
    """Draw what happens before what follows from it, and all else in its order."""
    causes = [one for one in clause if isinstance(one, When)]
    rest = [one for one in clause if one not in causes]
    signs = [it for one in causes for it in (*_when(one), arrow())]
    return signs + [it for one in rest for it in _atom(one)]


def _atom(one: Atom) -> list[Sign]:
    match one:
        case Gain(what, n, which):
            return _gain(what, n, which)
        case Make(goods, for_sale):
            signs = _every(goods) if isinstance(goods, Mapping) else _either(goods)
            return (
                signs if for_sale else [said("(", 26, DIM), *signs, said(")", 26, DIM)]
            )
        case Price(coins, goods, ("bank",)):
            whole = len(goods) == len(GOODS)
            return [coin(coins), arrow(), *([good("any")] if whole else _either(goods))]
        case Price(coins, goods, neighbours):
            start = [left()] if "left" in neighbours else []
            end = [right()] if "right" in neighbours else []
            return [*start, *map(good, goods), *end, GAP, coin(coins)]
        case Less("leader", n, neighbours):
            mine = [crown(), coin(f"−{n}")]
            if not neighbours:
                return mine
            return [*mine, GAP, left(), crown(), coin(f"−{neighbours}"), right()]
        case Less(what, n):
            return [*_thing(what), arrow(), said(f"−{n}"), good("any")]
        case Free(what):
            return [*_thing(what), arrow(), free()]
        case Swap(n):
            return [said(f"{n}×", 18), science("gear"), arrow(), *_any_symbol()]
        case Lose("defeat tokens", "self"):
            return [no(token(str(DEFEAT)))]
        case Lose("defeat tokens"):
            return [left(), token(str(DEFEAT)), right()]
        case Lose("victory token"):
            return [left(), right(), no(token(""))]
        case Lose("leader"):
            return [no(crown()), arrow()]
        case Copy("self"):
            return [card("purple"), said("×2")]
        case Copy("neighbours"):
            return [left(), card("purple"), right(), arrow(), card("purple")]
        case May("play last card"):
            return [back("6"), said("+"), back("7")]
        case May("recruit leader"):
            return [arrow(), said("+1"), crown()]
        case Per(of, whose, each):
            return [per(), *([coin(each)] if each > 1 else _things(of, whose))]
        case PerSet(of) if of == SYMBOLS:
            return [per(), BREAK, *map(science, of)]
        case PerSet(of):
            return [per(), cards(of)]
        case Once("age"):
            return [per(), said("I·II·III", 12)]
        case Once("turn"):
            return []
    raise NotImplementedError(f"no signs for {one}")


def _gain(what: str, n: int, which: str) -> list[Sign]:
    match what:
        case "coins":
            return [coin(n)]
        case "more coins":
            return [said("+"), coin(n)]
        case "points":
            return [points(n)]
        case "more points":
            return [said("+"), points(n)]
        case "points of one":
            return [points("x")]
        case "times its cost":
            return [points(n), per(), coin()]
        case "shields":
            return times(shield(), n)
        case "token" if n:
            return [said("+"), token(str(n))]
        case "token":
            return [said("+"), token("1"), per(), token("3"), per(), token("5")]
        case "symbol":
            return _any_symbol() if which == "any" else [science(which)]
        case "symbols of most":
            gear = science("gear")
            return [gear, gear, arrow(), said(f"+{n}"), gear]
        case "leaders":
            return [said(f"+{n}"), crown()]
        case "pawn":
            return [said("+"), pawn(numeral(n) or "?")]
    raise NotImplementedError(f"no sign for {what}")


def _when(when: When) -> list[Sign]:
    things = [it for name in when.of for it in _thing(name)]
    match when.event:
        case "built":
            return [said("+"), *things]
        case "more than neighbours":
            return [left(), said("<"), *things, said(">"), right()]
        case event:
            return [*_EVENTS[event]]


_EVENTS: Mapping[str, Sequence[Sign]] = {
    "built by chain": (said("+"), chain("star")),
    "token gained": (said("+"), token("")),
    "goods bought": (left(), good("any"), right()),
    "coins gained": (said("+"), coin()),
    "wonder complete": (wonder(),),
    "no defeat token": (no(token(str(DEFEAT))),),
    "only leader": (said("1="), crown()),
    "equal tokens": (token("x"), token("x")),
}


def _every(goods: Mapping[str, int]) -> list[Sign]:
    return [good(name) for name, n in goods.items() for _ in range(n)]


def _either(names: Sequence[str]) -> list[Sign]:
    return _or([good(name) for name in names])


def _any_symbol() -> list[Sign]:
    return _or([science(symbol) for symbol in SYMBOLS])


def _or(some: Sequence[Sign]) -> list[Sign]:
    return [it for one in some for it in (per(), one)][1:]


def _thing(name: str) -> list[Sign]:
    """Draw what effects count or make cheaper, by its word in the data."""
    return [card(name)] if name in _WORDS else [*_THINGS[name]]


_THINGS: Mapping[str, Sequence[Sign]] = {
    "wonder_stage": (stage(),),
    "victory_token": (token(""),),
    "coin": (coin(),),
    "colour": (cards(_WORDS[:3]),),
    "leader": (crown(),),
    "card": (back("?"),),
    "card from discard": (pile(),),
    "turn 1": (back("1"),),
    "turn 6": (back("6"),),
    "first of each colour": (said("1."), cards(("red", "green", "blue"))),
}


def _things(of: Sequence[str], scope: str) -> list[Sign]:
    """Draw what is counted, and whose: arrows are those on printed cards."""
    things = [it for name in of for it in _thing(name)]
    match scope:
        case "neighbours":
            return [left(), *things, right()]
        case "self_and_neighbours":
            return [left(), *things, here(), right()]
    return things
