"""
Pictures of the cards, stages and progress tokens of Architects, and of its piles.

A card shows what it is, a stage what it costs and what it is worth; ``=`` and ``≠`` say
whether the resources are all of one kind or all different (A3.2).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from functools import cache, partial

from sealed_wonders.core.architects.abilities import (
    BUILD,
    Ability,
    AnyResources,
    DoubleCoin,
    ExtraCard,
    PointsForCopies,
    PointsForWonder,
    PointsPerCat,
    PointsPerToken,
    PointsPerVictory,
    Shields,
)
from sealed_wonders.core.architects.catalog import (
    CENTRAL,
    Colour,
    Kind,
    Stage,
    Token,
    Wonder,
    catalog,
)
from sealed_wonders.core.architects.city import SHIELD_EFFECT
from sealed_wonders.core.architects.notation import SEARCHED
from sealed_wonders.core.pictures.boards import (
    BOARD_HEIGHT,
    STAGE_HEIGHT,
    STAGE_WIDTH,
    BoardPicture,
    StageSigns,
    emblem,
)
from sealed_wonders.core.pictures.drawings import Monument, mixed, monument
from sealed_wonders.core.pictures.signs import (
    FILLS,
    arrow,
    back,
    card,
    cat,
    coin,
    good,
    horn,
    left,
    mark,
    no,
    per,
    pile,
    points,
    progress,
    right,
    science,
    shield,
    stage,
    times,
    token,
    wonder,
)
from sealed_wonders.core.pictures.svg import (
    GAP,
    INK,
    PAPER,
    SIZE,
    Picture,
    Sign,
    at,
    circle,
    line,
    rect,
    rows,
    said,
    title,
)

WIDTH, HEIGHT = 160, 200
"""Of a card, and of a token."""


@cache
def pictures() -> Mapping[str, Picture]:
    """Return the pictures there are, by their ids."""
    return {picture.id: picture for picture in _pictures()}


def _pictures() -> Iterator[Picture]:
    known = catalog()
    for kind in known.kinds:
        draw, word = partial(_kind, kind), kind.colour.name.lower()
        yield Picture(kind.id, "cards", kind.names, WIDTH, HEIGHT, draw, word)
    for one in known.wonders:
        yield emblem(one.id, one.names, monument(one.id))
        yield from _wonder(one)
    for it in known.tokens:
        yield Picture(it.id, "tokens", it.names, WIDTH, HEIGHT, partial(_token, it))
    for name, names in known.names.items():
        shown = None if name == CENTRAL else monument(name)
        draw = partial(_back, shown, names)
        hue = shown.hue if shown else None
        yield Picture(f"back.{name}", "backs", names, WIDTH, HEIGHT, draw, hue=hue)


# Cards.


def _kind(kind: Kind, lang: str) -> str:
    word = kind.colour.name.lower()
    return "".join(
        (
            rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, FILLS[word], f'rx="12" stroke="{INK}" stroke-width="3"'),
            circle(22, 22, 17, "#fff", f'stroke="{INK}" stroke-width="1.5"'),
            at(10, 10, mark(word, FILLS[word])),
            rect(14, 46, WIDTH - 28, 100, PAPER, f'rx="10" stroke="{INK}" stroke-width="1.5"'),
            at(20, 52, rows(_signs(kind), WIDTH - 40, 88)),
            rect(8, 152, WIDTH - 16, 40, PAPER, f'rx="8" stroke="{INK}" stroke-width="1.5"'),
            title(14, 154, WIDTH - 28, 36, kind.names[lang], INK),
        )
    )  # fmt: skip


def _signs(kind: Kind) -> list[Sign]:
    match kind.colour:
        case Colour.GREY:
            return [good(kind.id)]
        case Colour.YELLOW:
            return [coin(1)]
        case Colour.BLUE:
            return [points(kind.points), *([GAP, cat()] if kind.cat else [])]
        case Colour.GREEN:
            return [science(kind.id.removeprefix("sci_"))]
    return [shield(), *([GAP, *[horn()] * kind.horns] if kind.horns else [])]


def small(name: str) -> Sign:
    """Draw a kind of cards in the size of a sign."""
    kind = catalog().kinds_by_id[name]
    return _signs(kind)[0] if not kind.horns else Sign(
        at(0, 0, shield().body) + at(12, 12, horn().body, 0.7), SIZE + 4
    )  # fmt: skip


# Wonders.


def _wonder(one: Wonder) -> Iterator[Picture]:
    board = BoardPicture(monument(one.id), [_stage_signs(one, it) for it in one.stages])
    hue = board.monument.hue

    def whole(lang: str) -> str:
        return board.draw(one.monuments[lang])

    yield Picture(
        one.id, "wonders", one.monuments, board.width, BOARD_HEIGHT, whole, hue=hue
    )
    for n, it in enumerate(one.stages):
        yield Picture(
            f"{one.id}.{it.number}", "stages", one.monuments, STAGE_WIDTH, STAGE_HEIGHT,
            partial(_stage, board, n), hue=hue,
        )  # fmt: skip


def _stage(board: BoardPicture, n: int, lang: str) -> str:
    return board.stage(n)


def _stage_signs(one: Wonder, it: Stage) -> StageSigns:
    price = [
        said(f"{it.cost}", 26, "#fff"),
        good("any"),
        said("=" if it.same else "≠", 26, "#fff"),
    ]
    does = [points(it.points)] if it.points else []
    if it.effect:
        does += [*([GAP] if does else []), *_EFFECTS[one.effect]]
    return StageSigns(price, [does], " ".join(map(str, sorted(it.on))))


_EFFECTS: Mapping[str, tuple[Sign, ...]] = {
    "none": (),
    SHIELD_EFFECT: (shield(),),
    "any_deck_top_card": (said("+"), back("?")),
    "progress_token": (said("+"), progress()),
    "central_top_card": (said("+"), pile()),
    "left_and_right_top_cards": (left(), back(), said("+"), back(), right()),
    "look_5_keep_1": (
        *(left(), per(), right(), said(f"{SEARCHED}"), back("?"), arrow()),
        *(said("1"), back()),
    ),
}
"""By the name in the data."""


# Progress tokens.


def _token(one: Token, lang: str) -> str:
    return "".join(
        (
            circle(80, 76, 72, FILLS["green"], f'stroke="{INK}" stroke-width="3"'),
            circle(80, 76, 62, PAPER),
            at(32, 34, rows(ability(one.ability), 96, 84)),
            rect(8, 152, WIDTH - 16, 40, PAPER, f'rx="8" stroke="{INK}" stroke-width="1.5"'),
            title(14, 154, WIDTH - 28, 36, one.names[lang], INK),
        )
    )  # fmt: skip


@functools.singledispatch
def ability(one: Ability) -> list[Sign]:
    """Draw what a token does; each kind registers its own signs."""
    raise NotImplementedError(one.kind)


@ability.register
def _extra_card(one: ExtraCard) -> list[Sign]:
    taken: list[Sign] = []
    for name in _each(one.on):
        taken += [per(), name] if taken else [name]
    return [*taken, arrow(), said("+"), back()]


def _each(names: tuple[str, ...]) -> list[Sign]:
    """Draw what a card more is taken for; all green cards are one thing."""
    known = catalog().kinds_by_id
    found: list[Sign] = []
    for name in names:
        if name == BUILD:
            sign = stage()
        elif known[name].colour is Colour.GREEN:
            sign = card("green")
        else:
            sign = small(name)
        if sign not in found:
            found.append(sign)
    return found


@ability.register
def _double_coin(one: DoubleCoin) -> list[Sign]:
    return [coin(1), said("="), coin(2)]


@ability.register
def _any_resources(one: AnyResources) -> list[Sign]:
    return [no(said("=≠", 26)), arrow(), stage()]


@ability.register
def _shields(one: Shields) -> list[Sign]:
    return times(shield(), one.shields)


@ability.register
def _points_for_wonder(one: PointsForWonder) -> list[Sign]:
    return [points(one.unfinished), GAP, wonder(), arrow(), points(one.finished)]


@ability.register
def _points_per_cat(one: PointsPerCat) -> list[Sign]:
    return [points(one.each), per(), cat()]


@ability.register
def _points_per_victory(one: PointsPerVictory) -> list[Sign]:
    return [said("+"), points(one.each), per(), token("")]


@ability.register
def _points_per_token(one: PointsPerToken) -> list[Sign]:
    return [points(one.each), per(), progress()]


@ability.register
def _points_for_copies(one: PointsForCopies) -> list[Sign]:
    return [
        *(progress(), arrow(), points(one.one), GAP),
        *(progress(), progress(), arrow(), points(one.both)),
    ]


# Piles.


def _back(shown: Monument | None, names: Mapping[str, str], lang: str) -> str:
    fill = shown.hue.light if shown else "#4d4d4d"
    if shown:
        middle = shown.draw(26, 40, 0.9)
    else:
        middle = line("M80 22L130 76L80 130L30 76Z", "#f1dfae", 3)
    return "".join(
        (
            rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, fill, f'rx="12" stroke="{INK}" stroke-width="3"'),
            rect(14, 14, WIDTH - 28, 122, mixed(fill, PAPER, 0.35), 'rx="6"'),
            middle,
            rect(10, 10, WIDTH - 20, HEIGHT - 20, "none", 'rx="8" stroke="#f1dfae" stroke-width="3"'),
            title(18, 142, WIDTH - 36, 40, names[lang], "#f1dfae"),
        )
    )  # fmt: skip
