"""
Parsing of the lines of a game record, which may have been typed in by hand.

Only the form of each line is checked here. Whether a line follows from the rules is
checked in `sealed_wonders.core.architects.check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from sealed_wonders.core.architects.catalog import CENTRAL, TOKENS, catalog
from sealed_wonders.core.architects.lines import (
    OPEN,
    AfterLine,
    BattleLine,
    BuildLine,
    FinalLine,
    HeaderLine,
    Line,
    MixedLine,
    OpenLine,
    ScienceLine,
    SearchLine,
    Seating,
    TakeLine,
    TokenLine,
    TopLine,
)
from sealed_wonders.core.architects.notation import SEARCHED, TOP
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.scoring import CATEGORIES
from sealed_wonders.core.draws import CHOSEN, LOT
from sealed_wonders.core.game import Seat
from sealed_wonders.core.records.fields import (
    NUMBER_CAP,
    Fields,
    check_version,
    fields_of,
    load,
    name_of,
    number,
    read_by,
    shown,
)
from sealed_wonders.core.records.handing import read_handed
from sealed_wonders.core.records.leaving import read_left
from sealed_wonders.core.sentences import Sentence

T = TypeVar("T")


def parse(raw: bytes) -> Line:
    """
    Parse a line.

    Raises:
        ValueError: it is malformed; carries a sentence.
    """
    return read(load(raw))


def read(value: object) -> Line:
    """
    Parse a line from its JSON value.

    Raises:
        ValueError: a record has no such line; carries a sentence.
    """
    return read_by(_READERS, value)


# Fields that several lines share.


def _turn(fields: Fields, key: str = "turn") -> int:
    return fields.number(key, 1, NUMBER_CAP)


def _seat(fields: Fields, key: str = "seat") -> Seat:
    return fields.number(key, 0, PLAYERS[-1] - 1)


def _place(fields: Fields) -> tuple[int, Seat]:
    return _turn(fields), _seat(fields)


def _card(value: object) -> str:
    return name_of(Sentence("a card"), value, catalog().kinds_by_id)


def _cards(fields: Fields, most: int) -> tuple[str, ...]:
    """Return the cards in the catalogue's order, however they are listed."""
    return _sorted(_some(fields, most, _card))


def _some(fields: Fields, most: int, reader: Callable[[object], T]) -> tuple[T, ...]:
    cards = fields.each("cards", reader)
    if not 1 <= len(cards) <= most:
        raise ValueError(
            Sentence(
                "'cards' must name 1 to {most} cards, not {value}",
                most=most,
                value=shown(list(cards)),
            )
        )
    return cards


def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda it: catalog().kinds_by_id[it].number))


def _token(value: object) -> str:
    return name_of(Sentence("a progress token"), value, catalog().tokens_by_id)


def _pile(fields: Fields, key: str = "pile") -> str:
    return fields.one_of(key, (CENTRAL, *catalog().wonders_by_id))


# The lines.


def _header(fields: Fields) -> HeaderLine:
    check_version(fields, "architects")
    players = fields.number("players", PLAYERS[0], PLAYERS[-1])
    seats = fields.each("seats", _seating)
    if len(seats) != players:
        raise ValueError(
            Sentence("{n} players, but {seats} seats", n=players, seats=len(seats))
        )
    wonders = [seating.wonder for seating in seats]
    for wonder in wonders:
        if wonders.count(wonder) > 1:
            raise ValueError(Sentence("{wonder} is named twice", wonder=wonder))
    first = fields.number("first", 0, players - 1)
    draw = fields.one_of("draw", (CHOSEN,)) if fields.has("draw") else LOT
    return HeaderLine(seats, first, draw)


def _seating(value: object) -> Seating:
    fields = fields_of("seats", value)
    seating = Seating(fields.person(), fields.one_of("wonder", catalog().wonders_by_id))
    fields.end()
    return seating


def _top(fields: Fields) -> TopLine:
    pile = fields.one_of("top", catalog().wonders_by_id)
    return TopLine(pile, _card(fields.take("card")))


def _open(fields: Fields) -> OpenLine:
    return OpenLine(_token(fields.take("open")))


def _done(fields: Fields) -> Line:
    return _DEEDS[fields.one_of("do", _DEEDS)](fields)


def _take(fields: Fields) -> TakeLine:
    place, pile = _place(fields), _pile(fields)
    card, by = _card(fields.take("card")), ""
    if fields.has("by"):
        known = (*catalog().tokens_by_id, *catalog().wonders_by_id)
        by = name_of(Sentence("a token or a wonder"), fields.take("by"), known)
    return TakeLine(*place, pile, card, by)


def _build(fields: Fields) -> BuildLine:
    stage = fields.number("stage", 1, 5)
    place, cards = _place(fields), _cards(fields, 4)
    tokens: tuple[str, ...] = ()
    if fields.has("tokens"):
        tokens = tuple(sorted(fields.each("tokens", _token), key=_token_number))
        if not tokens:
            raise ValueError(Sentence("'tokens' must be left out if no token was used"))
    return BuildLine(*place, stage, cards, tokens)


def _token_number(name: str) -> int:
    return list(catalog().tokens_by_id).index(name)


def _science(fields: Fields) -> ScienceLine:
    return ScienceLine(*_place(fields), _cards(fields, 3))


def _token_taken(fields: Fields) -> TokenLine:
    place, token = _place(fields), _token(fields.take("token"))
    return TokenLine(*place, token, fields.one_of("from", (OPEN, TOP)) == TOP)


def _search(fields: Fields) -> SearchLine:
    place, pile = _place(fields), _pile(fields)
    cards = _some(fields, SEARCHED, lambda it: None if it is None else _card(it))
    known = _sorted(card for card in cards if card is not None)
    return SearchLine(*place, pile, (*known, *[None] * cards.count(None)))


def _mixed(fields: Fields) -> MixedLine:
    return MixedLine(
        fields.one_of("mixed", (CENTRAL, *catalog().wonders_by_id, TOKENS))
    )


def _battle(fields: Fields) -> BattleLine:
    turn = _turn(fields, "battle")
    return BattleLine(turn, fields.numbers("shields", 0), fields.numbers("tokens", 0))


def _after(fields: Fields) -> AfterLine:
    turn = _turn(fields, "after")
    cat = fields.take("cat")
    if cat is not None:
        cat = number("cat", cat, 0, PLAYERS[-1] - 1)
    return AfterLine(turn, cat, fields.number("horns", 0, NUMBER_CAP))


def _final(fields: Fields) -> FinalLine:
    return FinalLine(fields.each("final", _row), fields.numbers("winners", 0))


def _row(value: object) -> tuple[int, ...]:
    fields = fields_of("final", value)
    row = tuple(fields.number(name, 0, NUMBER_CAP) for name in CATEGORIES)
    fields.end()
    return row


_READERS: Mapping[str, Callable[[Fields], Line]] = {
    "record": _header,
    "top": _top,
    "open": _open,
    "do": _done,
    "mixed": _mixed,
    "battle": _battle,
    "after": _after,
    "left": read_left,
    "handed": read_handed,
    "final": _final,
}
"""By the key that identifies the kind of line."""

_DEEDS: Mapping[str, Callable[[Fields], Line]] = {
    "take": _take,
    "build": _build,
    "science": _science,
    "token": _token_taken,
    "search": _search,
}
"""By the value of ``do``."""
