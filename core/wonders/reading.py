"""
Parsing of the lines of a game record, which may have been typed in by hand.

Only the form of each line is checked here. Whether a line follows from the rules is
checked in `sealed_wonders.core.wonders.check`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from sealed_wonders.core.draws import CHOSEN, LOT
from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.records.fields import (
    NUMBER_CAP,
    Fields,
    check_version,
    fields_of,
    items,
    load,
    name_of,
    number,
    read_by,
    shown,
)
from sealed_wonders.core.records.handing import read_handed
from sealed_wonders.core.records.leaving import read_left
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.catalog import (
    catalog,
    check_wonders,
    everything,
    possible_boards,
)
from sealed_wonders.core.wonders.effects import BuildFromDiscard
from sealed_wonders.core.wonders.lines import (
    DEBT,
    AfterLine,
    ConflictLine,
    CopyLine,
    DiscardLine,
    DraftLine,
    DrawnLine,
    EdificeLine,
    ExtraLine,
    FinalLine,
    HandsLine,
    HeaderLine,
    LeadersLine,
    Line,
    Lost,
    PenaltyLine,
    PickLine,
    Seating,
    TokenLine,
    UseLine,
)
from sealed_wonders.core.wonders.notation import NOTHING, SIDES
from sealed_wonders.core.wonders.options import EXPANSIONS
from sealed_wonders.core.wonders.scoring import categories
from sealed_wonders.core.wonders.trade import Split

PAID_CAP = 99
"""Maximum coins paid to one party."""

REASONS = ("chain", "power")


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


def _age(fields: Fields) -> int:
    return fields.number("age", 1, 3)


def _seat(fields: Fields) -> Seat:
    return fields.number("seat", 0, 6)


def _place(fields: Fields, first: int = 1) -> tuple[int, int, Seat]:
    """
    Return the age, turn and seat; *first* is 0 where the line may be about leaders.
    """
    return _age(fields), fields.number("turn", first, 7), _seat(fields)


def _building(value: object) -> str:
    return name_of(Sentence("a card"), value, everything().buildings_by_id)


def _leader(value: object) -> str:
    return name_of(Sentence("a leader"), value, everything().leaders_by_id)


def _named(value: object, reader: Callable[[object], str]) -> str | None:
    return None if value is None else reader(value)


def _hand(value: object, reader: Callable[[object], str]) -> tuple[str, ...] | None:
    return None if value is None else tuple(map(reader, items("hands", value)))


def _paid(fields: Fields) -> Split:
    coins = fields_of("paid", fields.take("paid"))
    paid = Split(*(coins.number(party, 0, PAID_CAP) for party in Split._fields))
    coins.end()
    return paid


# The lines.


def _header(fields: Fields) -> HeaderLine:
    check_version(fields, "wonders")
    players = fields.number("players", 3, 7)
    expansions = _expansions(items("with", fields.take("with")))
    seats = fields.each("seats", partial(_seating, expansions=expansions))
    if len(seats) != players:
        raise ValueError(
            Sentence("{n} players, but {seats} seats", n=players, seats=len(seats))
        )
    boards = [seating.board for seating in seats]
    for board in boards:
        if boards.count(board) > 1:
            raise ValueError(Sentence("{board} is named twice", board=board))
    check_wonders(boards)
    edifices = _edifices(fields.take("edifices"), expansions)
    draw = fields.one_of("draw", (CHOSEN,)) if fields.has("draw") else LOT
    return HeaderLine(seats, expansions, edifices, draw)


def _expansions(names: Sequence[object]) -> tuple[str, ...]:
    """Return the expansions in their canonical order, however they are listed."""
    for name in names:
        if name not in EXPANSIONS or names.count(name) > 1:
            known = ", ".join(EXPANSIONS)
            raise ValueError(
                Sentence(
                    "'with' must name some of {known}, not {value}",
                    known=known,
                    value=shown(names),
                )
            )
    return tuple(name for name in EXPANSIONS if name in names)


def _seating(value: object, expansions: tuple[str, ...]) -> Seating:
    fields = fields_of("seats", value)
    name = fields.person()
    boards = [board.id for board in possible_boards(expansions)]
    board = fields.one_of("board", boards)
    side = fields.one_of("side", SIDES)
    fields.end()
    return Seating(name, board, side)


def _edifices(value: object, expansions: tuple[str, ...]) -> tuple[str, ...]:
    known = catalog(expansions).edifices_by_id
    if "edifice" not in expansions:
        if value is not None:
            raise ValueError(
                Sentence(
                    "'edifices' must be null in a game without edifices, not {value}",
                    value=shown(value),
                )
            )
        return ()
    names = items("edifices", value)
    edifices = tuple(name_of(Sentence("an edifice"), name, known) for name in names)
    if [known[name].age for name in edifices] != [1, 2, 3]:
        raise ValueError(
            Sentence(
                "expected one edifice for each age, in order, not {value}",
                value=shown(value),
            )
        )
    return edifices


def _dealt(fields: Fields) -> HandsLine | LeadersLine:
    age = fields.take("dealt")
    if age == "leaders":
        hands = fields.each("hands", partial(_hand, reader=_leader))
        return LeadersLine(hands)
    hands = fields.each("hands", partial(_hand, reader=_building))
    if type(age) is not int or not 1 <= age <= 3:
        raise ValueError(
            Sentence(
                "'dealt' must be 1, 2, 3 or \"leaders\", not {age}", age=shown(age)
            )
        )
    return HandsLine(age, hands)


def _done(fields: Fields) -> Line:
    return _DEEDS[fields.one_of("do", _DEEDS)](fields)


def _draft(fields: Fields) -> DraftLine:
    nth, seat = fields.number("round", 1, 4), _seat(fields)
    return DraftLine(nth, seat, _named(fields.take("card"), _leader))


def _use(fields: Fields) -> UseLine:
    age, turn, seat = _place(fields, 0)
    # The recruitment of leaders is turn 0.
    reader, shows = (_building, "build") if turn else (_leader, "recruit")
    card = _named(fields.take("card"), reader)
    use = fields.one_of("use", (shows, "stage", "sell"))
    if card is None and use == shows:
        raise ValueError(Sentence("a card that was built or recruited must be named"))
    paid = _paid(fields)
    if paid != NOTHING and use == "sell":
        raise ValueError(Sentence("selling a card has no price"))
    free = _free(fields, use, paid)
    if use != "stage":
        _check_no_stage(fields, use)
    half = fields.one_of("half", ("left", "right")) if fields.has("half") else ""
    joins = fields.true("participate")
    pawn = fields.number("pawn", 1, 3) if fields.has("pawn") else 0
    bury = _leader(fields.take("bury")) if fields.has("bury") else ""
    return UseLine(age, turn, seat, card, use, paid, free, half, joins, pawn, bury)


def _check_no_stage(fields: Fields, use: str) -> None:
    """Raise ValueError if there is a field that only belongs to stages."""
    for key in ("half", "participate", "pawn", "bury"):
        if fields.has(key):
            raise ValueError(
                Sentence(
                    "{key} is only for a stage, not for {use}",
                    key=quoted(key),
                    use=quoted(use),
                )
            )


def _free(fields: Fields, use: str, paid: Split) -> str | None:
    """Return why a building was free; None if it wasn't."""
    free = fields.take("free")
    if free is None:
        return None
    if free not in REASONS or use != "build" or paid != NOTHING:
        raise ValueError(
            Sentence(
                "'free' must be null, or whatever made a building free (chain or "
                "power), not {free}",
                free=shown(free),
            )
        )
    return str(free)


def _discard(fields: Fields) -> DiscardLine:
    return DiscardLine(*_place(fields), _named(fields.take("card"), _building))


def _pick(fields: Fields) -> PickLine:
    place = _place(fields, 0)
    by = fields.one_of("by", _pickers())
    return PickLine(*place, _named(fields.take("card"), _building), by)


@cache
def _pickers() -> tuple[str, ...]:
    """
    Return the ids of boards and leaders that let a seat build from the discard pile.
    """
    cards = everything()
    effects = {
        board.id: [
            effect
            for side in board.sides.values()
            for stage in side.stages
            for part in (stage.whole, *stage.halves.values())
            for effect in part
        ]
        for board in cards.boards
    } | {leader.id: list(leader.effects) for leader in cards.leaders}
    return tuple(
        name
        for name, some in effects.items()
        if any(isinstance(effect, BuildFromDiscard) for effect in some)
    )


def _extra(fields: Fields) -> ExtraLine:
    place = _place(fields, 0)
    card, paid = _named(fields.take("card"), _leader), _paid(fields)
    if card is None and paid != NOTHING:
        raise ValueError(Sentence("declining a leader has no price"))
    return ExtraLine(*place, card, paid)


def _token(fields: Fields) -> TokenLine:
    place = _place(fields, 0)
    value = fields.number("value", 1, 5)
    if value not in (1, 3, 5):
        raise ValueError(
            Sentence("'value' must be 1, 3 or 5, not {value}", value=value)
        )
    return TokenLine(*place, value)


def _penalty(fields: Fields) -> PenaltyLine:
    age, seat, lose = _age(fields), _seat(fields), fields.take("lose")
    lost: Lost
    match lose:
        case list():
            lost = tuple(sorted(number("lose", token, 1, 5) for token in lose))
        case int() if type(lose) is int:
            lost = number("lose", lose, 1, NUMBER_CAP)
        case str() if lose == DEBT or lose in everything().buildings_by_id:
            lost = lose
        case _:
            raise ValueError(
                Sentence(
                    "'lose' must be a card, a number of coins, a list of tokens or "
                    '"{debt}", not {lose}',
                    debt=DEBT,
                    lose=shown(lose),
                )
            )
    return PenaltyLine(age, seat, lost)


def _copy(fields: Fields) -> CopyLine:
    return CopyLine(_seat(fields), _building(fields.take("card")))


def _drawn(fields: Fields) -> DrawnLine:
    cards = fields.each("drawn", lambda card: _named(card, _leader))
    return DrawnLine(*_place(fields, 0), cards)


def _edifice(fields: Fields) -> EdificeLine:
    return EdificeLine(fields.number("edifice", 1, 3), fields.flag("built"))


def _after(fields: Fields) -> AfterLine:
    at = fields.numbers("after", 0)
    if len(at) != 2:
        raise ValueError(
            Sentence("'after' must be an age and a turn, not {at}", at=shown(at))
        )
    return AfterLine(*at, fields.numbers("coins", 0), fields.numbers("shields", 0))


def _conflict(fields: Fields) -> ConflictLine:
    age, tokens = fields.number("conflict", 1, 3), fields.each("tokens", _gained)
    deflected: tuple[tuple[Seat, Seat], ...] = ()
    if fields.has("deflected"):
        deflected = fields.each("deflected", _from_to)
        if not deflected:
            raise ValueError(Sentence("'deflected' must be left out if it is empty"))
    return ConflictLine(age, tokens, deflected)


def _gained(value: object) -> tuple[int, int]:
    match [number("tokens", token, -1, 5) for token in items("tokens", value)]:
        case [left, right]:
            return left, right
    raise ValueError(
        Sentence(
            "expected the tokens from two conflicts, not {value}", value=shown(value)
        )
    )


def _from_to(value: object) -> tuple[Seat, Seat]:
    match [number("deflected", seat, 0, 6) for seat in items("deflected", value)]:
        case [loser, winner]:
            return loser, winner
    raise ValueError(
        Sentence("expected two seats, from and to, not {value}", value=shown(value))
    )


def _final(fields: Fields) -> FinalLine:
    rows = fields.each("final", _row)
    names = {tuple(row) for row in rows}
    if len(names) > 1:
        raise ValueError(
            Sentence("all players on the score sheet must have the same categories")
        )
    sheet = tuple(tuple(row.values()) for row in rows)
    winners = fields.numbers("winners", 0)
    return FinalLine(sheet, winners, *names)


def _row(value: object) -> Mapping[str, int]:
    fields = fields_of("final", value)
    played = tuple(name for name in EXPANSIONS if fields.has(name))
    row = {
        name: fields.number(name, -NUMBER_CAP, NUMBER_CAP)
        for name in categories(played)
    }
    fields.end()
    return row


_READERS: Mapping[str, Callable[[Fields], Line]] = {
    "record": _header,
    "dealt": _dealt,
    "do": _done,
    "drawn": _drawn,
    "after": _after,
    "edifice": _edifice,
    "conflict": _conflict,
    "left": read_left,
    "handed": read_handed,
    "final": _final,
}
"""By the key that identifies the kind of line."""

_DEEDS: Mapping[str, Callable[[Fields], Line]] = {
    "draft": _draft,
    "play": _use,
    "discard": _discard,
    "pick": _pick,
    "extra_leader": _extra,
    "drop_token": _token,
    "penalty": _penalty,
    "copy": _copy,
}
"""By the value of ``do``."""
