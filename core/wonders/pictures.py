"""
Pictures of the cards, card backs and boards of 7 Wonders.

A card has its effects at the top and its cost on the left, from the top down: coins,
goods, and below them the symbol that builds it for nothing. The symbols that it gives are
on the right above its name. A board shows its starting effect, and below that its stages
from left to right; each stage also has a picture of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from sealed_wonders.core.pictures.boards import (
    BOARD_HEIGHT,
    STAGE_HEIGHT,
    STAGE_WIDTH,
    BoardPicture,
    StageSigns,
    emblem,
)
from sealed_wonders.core.pictures.drawings import (
    Palette,
    drawing,
    mixed,
    monument,
)
from sealed_wonders.core.pictures.signs import (
    FILLS,
    PALETTES,
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
    written,
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

_LEADERS = tuple(
    Palette("#efe6d0", "#dfcfa4", clothes, hair)
    for clothes, hair in (
        ("#a8823f", "#43331a"),
        ("#7d5a96", "#2a2420"),
        ("#3f7f8f", "#6a4a2a"),
        ("#a8523f", "#2a2420"),
        ("#5f7f3f", "#43331a"),
    )
)
"""Leaders in turn; several of them share a drawing."""

_EDIFICE = Palette("#1c7a81", "#c3e4e6", "#3c9aa0", "#0c3d41")
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
        yield emblem(board.id, board.names, monument(board.id))
        for side in board.sides.values():
            yield from _board(board, side)
    for n, leader in enumerate(known.leaders):
        draw = partial(_leader, leader, _LEADERS[n % len(_LEADERS)])
        yield Picture(leader.id, "leaders", leader.names, WIDTH, HEIGHT, draw)
    for one in known.edifices:
        draw = partial(_edifice, one)
        yield Picture(one.id, "edifices", one.names, WIDTH, HEIGHT, draw)
    for name, it in _BACKS.items():
        yield Picture(f"back.{name}", "backs", it.names, WIDTH, HEIGHT, it.draw)


# Cards.


def _building(building: Building, lang: str) -> str:
    word = building.colour.word
    return _card(
        PALETTES[word],
        at(6, 6, _emblem(word)),
        effects(building.effects),
        cost(building.goods, building.bank),
        building.names[lang],
        _scene(building.id, PALETTES[word], building.age),
        gives=[chain(it) for it in sorted(building.chain)],
        instead=[chain(building.free_with)] if building.free_with else [],
    )


def _leader(leader: Leader, palette: Palette, lang: str) -> str:
    price = said("I·II·III", 11) if leader.cost is None else coin(leader.cost)
    top = [coin("?"), price] if leader.cost is None else [price]
    if leader.cost == 0:
        top = [free()]
    return _card(
        palette, at(8, 8, crown().body), effects(leader.effects), top,
        leader.names[lang], _scene(leader.id, palette),
    )  # fmt: skip


def _edifice(one: Edifice, lang: str) -> str:
    lost = [*penalty(one.penalty), GAP, said(written(one.debt), 24, "#b02a22")]
    stakes = rect(50, 202, 140, 38, "#fbe3de", 'rx="6"') + at(
        54, 205, rows(lost, 132, 32)
    )
    return _card(
        _EDIFICE, at(8, 8, edifice().body), effects(one.reward), [coin(one.cost)],
        one.names[lang], _scene(one.id, _EDIFICE, one.age, 202, 0.82) + stakes,
    )  # fmt: skip


def _scene(
    id: str, palette: Palette, age: int = 0, lowest: float = 228, scale: float = 1
) -> str:
    """
    Draw what a card shows, below its effects, with the age in a corner.

    Args:
        id: the card's id.
        palette: its colours.
        age: its age; 0 for none.
        lowest: the height at which the buildings stand.
        scale: the size of the buildings.
    """
    parts = [
        rect(46, 102, 148, 142, palette.sky, 'rx="8"'),
        path("M46 226H194V244H46Z", palette.mid),
        at(120 - 70 * scale, lowest - 112 * scale, drawing(id, palette), scale),
    ]
    if age:
        parts.append(rect(156, 102, 38, 26, PAPER, 'rx="8"'))
        parts.append(words(175, 122, numeral(age), 21, INK, face="serif"))
    return "".join(parts)


def _card(
    palette: Palette,
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
            palette.fill,
            f'rx="12" stroke="{INK}" stroke-width="3"',
        ),
        picture,
        rect(46, 8, 146, 90, PAPER, f'rx="8" stroke="{INK}" stroke-width="1.5"'),
        at(52, 14, rows(does, 134, 78)),
        emblem,
    ]
    parts.append(_price(price, 200 if instead else 244))
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


def _price(signs: Sequence[Sign], lowest: float) -> str:
    """
    Draw a cost from the top down; what has no room there stands beside it, at the bottom.
    """
    top, step = 48.0, 39.0
    room = int((lowest - top) // 36)
    rest = len(signs) - room
    step = min(step, (lowest - top) / min(room, len(signs) or 1))
    parts = []
    for n, sign in enumerate(signs):
        scale = min((step - 2.5) / SIZE, 38 / sign.width)
        x, row = (25.0, n) if n < room else (64.0, n - rest)
        parts.append(at(x - sign.width * scale / 2, top + row * step, sign.body, scale))
    return "".join(parts)


# Boards.


def _board(board: Board, side: Side) -> Iterator[Picture]:
    name, drawn = f"{board.id}.{side.name}", _drawn(board, side)
    hue = drawn.monument.hue

    def whole(lang: str) -> str:
        return drawn.draw(board.names[lang], effect(side.start), side.label)

    yield Picture(
        name, "boards", board.names, drawn.width, BOARD_HEIGHT, whole, hue=hue
    )
    for n, _ in enumerate(side.stages):
        yield Picture(
            f"{name}.{n + 1}", "stages", board.names, STAGE_WIDTH, STAGE_HEIGHT,
            partial(_stage, drawn, n), hue=hue,
        )  # fmt: skip


def _drawn(board: Board, side: Side) -> BoardPicture:
    stages = [_stage_signs(one) for one in side.stages]
    return BoardPicture(monument(board.id), stages, side.name == "night")


def _stage_signs(one: Stage) -> StageSigns:
    some = list(one.halves.values()) or [one.whole]
    return StageSigns(cost(one.goods, one.bank), [effects(it) for it in some])


def _stage(drawn: BoardPicture, n: int, lang: str) -> str:
    return drawn.stage(n)


# Backs.


@dataclass(frozen=True, slots=True)
class _Back:
    """The back of some cards."""

    names: Mapping[str, str]
    fill: str
    shown: str
    """The drawing in its middle, by a card's id."""
    age: int = 0
    sign: Sign | None = None

    def draw(self, lang: str) -> str:
        fill, age = self.fill, self.age
        palette = Palette(
            fill, fill, mixed(fill, "#ffffff", 0.35), mixed(fill, "#000000", 0.45)
        )
        parts = [
            rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, fill, f'rx="12" stroke="{INK}" stroke-width="3"'),
            rect(14, 14, WIDTH - 28, HEIGHT - 28, "none", f'rx="8" stroke="{_GILT}" stroke-width="3"'),
            line("M40 182H160", _GILT, 3),
        ]  # fmt: skip
        parts.append(at(30, 70, drawing(self.shown, palette)))
        if age:
            parts.append(words(100, 250, numeral(age), 64, _GILT, face="serif"))
        if self.sign:
            at_side = (24, 24, 1) if age else (68, 196, 2)
            parts.append(at(*at_side[:2], self.sign.body, at_side[2]))
        return "".join(parts)


_GILT = "#f1dfae"
_AGES = tuple(dict.fromkeys(("en", "fr"), numeral(age)) for age in range(4))


def _edifice_back(age: int, shown: str) -> _Back:
    title = {"en": f"Edifice {numeral(age)}", "fr": f"Édifice {numeral(age)}"}
    return _Back(title, _EDIFICE.fill, shown, age, edifice())


_BACKS: Mapping[str, _Back] = {
    "0": _Back({"en": "Leader", "fr": "Leader"}, "#6a5f4c", "pericles", sign=crown()),
    "1": _Back(_AGES[1], "#8a4f22", "theater", 1),
    "2": _Back(_AGES[2], "#3f5d86", "aqueduct", 2),
    "3": _Back(_AGES[3], "#6d2f46", "palace", 3),
    "e1": _edifice_back(1, "outpost"),
    "e2": _edifice_back(2, "amphitheater"),
    "e3": _edifice_back(3, "military_school"),
}
"""By age; 0 is that of leaders, and e1 to e3 are those of edifices."""


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
            half = (len(goods) + 1) // 2
            sold = [*map(good, goods[:half]), BREAK, *map(good, goods[half:])]
            return [*start, *sold, *end, GAP, coin(coins)]
        case Less("leader", n, neighbours):
            mine = [crown(), coin(written(-n))]
            if not neighbours:
                return mine
            return [*mine, GAP, left(), crown(), coin(written(-neighbours)), right()]
        case Less(what, n):
            return [*_thing(what), arrow(), said(written(-n)), good("any")]
        case Free(what):
            return [*_thing(what), arrow(), free()]
        case Swap(n):
            return [said(f"{n}×", 18), science("gear"), arrow(), *_any_symbol()]
        case Lose("defeat tokens", "self"):
            return [no(token(written(DEFEAT)))]
        case Lose("defeat tokens"):
            return [left(), token(written(DEFEAT)), right()]
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
            return [said("+"), token(written(n))]
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
    "no defeat token": (no(token(written(DEFEAT))),),
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
