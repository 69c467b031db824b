"""
The lines of a game record: what each says, as values, and to and from JSON.

A record tells one game in plain JSON, a line for each thing that happened. It is
written from what happened (`sealed_wonders.core.wonders.record`), or typed in by hand,
so whatever is read is checked for its shape here; whether it follows from the rules is
found out by `sealed_wonders.core.wonders.check`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, TypeVar

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.scoring import LINES
from sealed_wonders.core.wonders.trade import Split

MAX_LINE = 8192
"""Bytes of a line; the longest a base game needs is about 1500."""

MAX_DEPTH = 64
"""Opening brackets in a line, so nothing is nested deeper; hands of seven need ten."""

NAME_CAP = 64
"""Characters of a player's name."""

PAID_CAP = 99
"""Coins to one party."""

NUMBER_CAP = 999
"""Every other number stays within this, above and below zero."""

USES = ("build", "stage", "sell")
REASONS = ("chain", "power")


class Seating(NamedTuple):
    """Who sits where, with which board."""

    name: str
    board: str
    side: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what is played, and by whom."""

    seats: tuple[Seating, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of an age were dealt; None for a hand that isn't known."""

    age: int
    hands: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A card was built, put under a stage or sold; None for a face not known."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    use: str
    paid: Split = NOTHING
    free: str | None = None
    half: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """The leftover of an age went to the discard."""

    age: int
    turn: int
    seat: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class Pick:
    """A card was built from the discard; None if that was declined."""

    age: int
    turn: int
    seat: Seat
    card: str | None
    by: str


@dataclass(frozen=True, slots=True)
class After:
    """What all have once everything of a turn has happened."""

    age: int
    turn: int
    coins: tuple[int, ...]
    shields: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The tokens of an age's conflicts: against the left, against the right."""

    age: int
    tokens: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Final:
    """The score sheet."""

    rows: tuple[tuple[int, ...], ...]
    """A number for each of the sheet's lines, by seat."""
    winners: tuple[Seat, ...]


Line = Header | Hands | Use | Discard | Pick | After | Conflict | Final


def to_json(line: Line) -> dict[str, Any]:
    """Give a line as JSON data, with its keys in the order of the documentation."""
    match line:
        case Header(seats):
            return {
                "record": 1,
                "game": "wonders",
                "players": len(seats),
                "with": [],
                "seats": [seating._asdict() for seating in seats],
                "edifices": None,
            }
        case Hands(age, hands):
            shown = [None if hand is None else list(hand) for hand in hands]
            return {"dealt": age, "hands": shown}
        case Use(age, turn, seat, card, use, paid, free, half):
            play = {"do": "play", "age": age, "turn": turn, "seat": seat, "card": card}
            play |= {"use": use, "paid": paid._asdict(), "free": free}
            return play | {"half": half} if half else play
        case Discard(age, turn, seat, card):
            where = {"age": age, "turn": turn, "seat": seat}
            return {"do": "discard", **where, "card": card}
        case Pick(age, turn, seat, card, by):
            where = {"age": age, "turn": turn, "seat": seat}
            return {"do": "pick", **where, "card": card, "by": by}
        case After(age, turn, coins, shields):
            have = {"coins": list(coins), "shields": list(shields)}
            return {"after": [age, turn], **have}
        case Conflict(age, tokens):
            return {"conflict": age, "tokens": [list(gained) for gained in tokens]}
        case Final(rows, winners):
            sheet = [dict(zip(LINES, row, strict=True)) for row in rows]
            return {"final": sheet, "winners": list(winners)}


def title(line: Line) -> str:
    """Say what a line stands for: which one it is in its game."""
    match line:
        case Header():
            return "the header"
        case Hands(age):
            return f"the hands of age {age}"
        case Use(age, turn, seat):
            return f"the play of seat {seat} in age {age}, turn {turn}"
        case Discard(age, turn, seat):
            return f"the leftover of seat {seat} in age {age}, turn {turn}"
        case Pick(age, turn, seat):
            return f"the pick of seat {seat} in age {age}, turn {turn}"
        case After(age, turn):
            return f"what all have after age {age}, turn {turn}"
        case Conflict(age):
            return f"the conflicts of age {age}"
        case Final():
            return "the score sheet"


def text(line: Line) -> str:
    """Write a line, without its end; in ASCII, so that no terminal or file minds."""
    return json.dumps(to_json(line))


def parse(raw: bytes) -> Line:
    """
    Read a line.

    Raises:
        ValueError: it isn't one; says why.
    """
    if len(raw) > MAX_LINE:
        raise ValueError(f"longer than {MAX_LINE} bytes")
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH:
        raise ValueError(f"more than {MAX_DEPTH} brackets")
    try:
        value = json.loads(
            raw.decode(),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise ValueError(f"not UTF-8: {raw!r:.60}") from None
    except json.JSONDecodeError as problem:
        column = f"at character {problem.colno}"
        raise ValueError(f"not JSON: {problem.msg.lower()} {column}") from None
    return read(value)


def read(value: object) -> Line:
    """
    Check the shape of a line that was JSON.

    Raises:
        ValueError: a record has no such line; says why.
    """
    if type(value) is not dict:
        raise ValueError(f"not a JSON object: {_shown(value)}")
    for key, reader in _READERS.items():
        if key in value:
            fields = _Fields(value)
            line = reader(fields)
            fields.end()
            return line
    raise ValueError(f"not a line of a record: {_shown(value)}")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"{_shown(key)} stands twice")
    return dict(pairs)


def _whole(digits: str) -> int:
    if len(digits) > 4:
        raise ValueError(f"too large a number: {digits:.20}")
    return int(digits)


def _no_number(digits: str) -> NoReturn:
    raise ValueError(f"not a whole number: {digits:.20}")


def _shown(value: object) -> str:
    shown = json.dumps(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


_Item = TypeVar("_Item")


class _Fields:
    """The fields of a JSON object, taken one by one."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def has(self, key: str) -> bool:
        return key in self._values

    def take(self, key: str) -> object:
        if key not in self._values:
            raise ValueError(f"{key!r} is missing")
        return self._values.pop(key)

    def end(self) -> None:
        for key in self._values:
            raise ValueError(f"{_shown(key)} has no place in this line")

    def number(self, key: str, low: int, high: int) -> int:
        return _number(key, self.take(key), low, high)

    def numbers(self, key: str, low: int = -NUMBER_CAP) -> tuple[int, ...]:
        return self.each(key, lambda item: _number(key, item, low, NUMBER_CAP))

    def each(self, key: str, reader: Callable[[object], _Item]) -> tuple[_Item, ...]:
        return tuple(map(reader, _list(key, self.take(key))))

    def one_of(self, key: str, words: Iterable[str]) -> str:
        value = self.take(key)
        words = tuple(words)
        if type(value) is not str or value not in words:
            raise ValueError(f"{key!r} is one of {', '.join(words)}: {_shown(value)}")
        return value

    def card(self) -> str | None:
        value = self.take("card")
        return None if value is None else _card(value)

    def age(self) -> int:
        return self.number("age", 1, 3)

    def turn(self) -> int:
        return self.number("turn", 1, 7)

    def seat(self) -> Seat:
        return self.number("seat", 0, 6)


def _number(key: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{key!r} is not {low} to {high}: {_shown(value)}")
    return value


def _list(key: str, value: object) -> Sequence[object]:
    if type(value) is not list:
        raise ValueError(f"{key!r} is not a list: {_shown(value)}")
    return value


def _dict(key: str, value: object) -> _Fields:
    if type(value) is not dict:
        raise ValueError(f"{key!r} is not an object: {_shown(value)}")
    return _Fields(value)


def _card(value: object) -> str:
    if type(value) is not str or value not in catalog().buildings_by_id:
        raise ValueError(f"not the id of a card: {_shown(value)}")
    return value


def _header(fields: _Fields) -> Header:
    if (version := fields.take("record")) != 1 or type(version) is not int:
        raise ValueError(f"a record of another version than 1: {_shown(version)}")
    if (game := fields.take("game")) != "wonders":
        raise ValueError(f"a record of another game: {_shown(game)}")
    players = fields.number("players", 3, 7)
    if expansions := _list("with", fields.take("with")):
        raise ValueError(f"only the base game is known, not {_shown(expansions)}")
    seats = fields.each("seats", _seating)
    if len(seats) != players:
        raise ValueError(f"{players} players and {len(seats)} seats")
    boards = [seating.board for seating in seats]
    for board in boards:
        if boards.count(board) > 1:
            raise ValueError(f"there is only one board {board}")
    if fields.take("edifices") is not None:
        raise ValueError("only the base game is known, without edifices")
    return Header(seats)


def _seating(value: object) -> Seating:
    fields = _dict("seats", value)
    name = fields.take("name")
    if type(name) is not str or not name.isprintable():
        raise ValueError(f"not a name that can be shown: {_shown(name)}")
    if not 1 <= len(name) <= NAME_CAP:
        raise ValueError(f"a name has 1 to {NAME_CAP} characters: {_shown(name)}")
    board = fields.one_of("board", catalog().boards_by_id)
    side = fields.one_of("side", ("day", "night"))
    fields.end()
    return Seating(name, board, side)


def _hands(fields: _Fields) -> Hands:
    return Hands(fields.number("dealt", 1, 3), fields.each("hands", _hand))


def _hand(value: object) -> tuple[str, ...] | None:
    return None if value is None else tuple(map(_card, _list("hands", value)))


def _done(fields: _Fields) -> Line:
    match fields.one_of("do", ("play", "discard", "pick")):
        case "play":
            return _use(fields)
        case "discard":
            age, turn, seat = fields.age(), fields.turn(), fields.seat()
            return Discard(age, turn, seat, fields.card())
    age, turn, seat = fields.age(), fields.turn(), fields.seat()
    by = fields.one_of("by", catalog().boards_by_id)
    return Pick(age, turn, seat, fields.card(), by)


def _use(fields: _Fields) -> Use:
    age, turn, seat = fields.age(), fields.turn(), fields.seat()
    card, use = fields.card(), fields.one_of("use", USES)
    if card is None and use == "build":
        raise ValueError("a card that was built was seen: name it")
    coins = _dict("paid", fields.take("paid"))
    paid = Split(*(coins.number(party, 0, PAID_CAP) for party in Split._fields))
    coins.end()
    if paid != NOTHING and use == "sell":
        raise ValueError("nothing is paid for a sale")
    free = fields.take("free")
    if free is not None and (free not in REASONS or use != "build" or paid != NOTHING):
        raise ValueError(
            "'free' is null, or what made a building cost nothing, chain or power: "
            f"{_shown(free)}"
        )
    half = ""
    if fields.has("half"):
        half = fields.one_of("half", ("left", "right"))
        if use != "stage":
            raise ValueError(f"'half' goes with a stage, not {use!r}")
    reason = None if free is None else str(free)
    return Use(age, turn, seat, card, use, paid, reason, half)


def _after(fields: _Fields) -> After:
    at = fields.numbers("after", 1)
    if len(at) != 2:
        raise ValueError(f"'after' is an age and a turn: {_shown(at)}")
    return After(*at, fields.numbers("coins", 0), fields.numbers("shields", 0))


def _conflict(fields: _Fields) -> Conflict:
    return Conflict(fields.number("conflict", 1, 3), fields.each("tokens", _gained))


def _gained(value: object) -> tuple[int, int]:
    match [_number("tokens", token, -1, 5) for token in _list("tokens", value)]:
        case [left, right]:
            return left, right
    raise ValueError(f"tokens of two conflicts each: {_shown(value)}")


def _final(fields: _Fields) -> Final:
    return Final(fields.each("final", _row), fields.numbers("winners", 0))


def _row(value: object) -> tuple[int, ...]:
    fields = _dict("final", value)
    row = tuple(fields.number(line, -NUMBER_CAP, NUMBER_CAP) for line in LINES)
    fields.end()
    return row


_READERS: Mapping[str, Callable[[_Fields], Line]] = {
    "record": _header,
    "dealt": _hands,
    "do": _done,
    "after": _after,
    "conflict": _conflict,
    "final": _final,
}
"""By the key that tells a line's kind."""
