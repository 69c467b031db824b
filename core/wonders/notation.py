"""
The canonical text of moves, in the log, in records and in typed commands.

Seats sign this text, so neither a word nor its place can change (docs/PROTOCOL.md,
Moves).

A move is a verb, the card that it shows if it shows one, and ``key=value`` words in a
fixed order. Words that are zero or empty are left out:

    board gizah                    a board, where boards are chosen
    side night                     a side of the board
    keep                           the leader to keep, which isn't named
    recruit bilkis bank=4          a leader, and the coins that pay for it
    build palace left=4 right=2    a card, and the coins for each party
    build palace power=1           a card that a power makes free
    stage half=right left=2        a stage, or a half of it
    stage bury=nero join=1         with its choices: see `MoveParts`
    sell                           the card, for coins
    pick library                   a card of the pile that is looked through
    decline                        nothing, where that is allowed
    lose altar                     a penalty: a card, or tokens by their values
    lose 1+3
    drop 5                         a conflict token, by its value

Whether a move is legal isn't decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import IllegalMove, Move, Refusal, Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.remembered import remembered
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.core.wonders.trade import Split

NOTHING = Split(0, 0, 0)

SHOWING = ("build", "recruit", "pick")
"""Verbs that show the card they use."""

PAID = ("build", "recruit", "stage")
"""Verbs that may have a cost."""

LONGEST = 120
"""Maximum characters of a move: texts come from other people's machines."""

SIDES = ("day", "night")

_NAMED = {
    "build": Sentence("a card"),
    "recruit": Sentence("a leader"),
    "pick": Sentence("a card"),
    "side": Sentence("a side"),
    "board": Sentence("a board"),
    "lose": Sentence("a card or tokens"),
    "drop": Sentence("a token"),
}
_ALONE = ("sell", "decline", "keep")
_CHOSEN = {"stage": ("half", "bury", "pawn", "join"), "build": ("power",)}
"""For each verb, the keys of the words that state a choice."""
_KEYS = tuple(key for keys in _CHOSEN.values() for key in keys)
_COINS = {str(n) for n in range(1, 100)}
_AGES = ("1", "2", "3")


class MoveParts(NamedTuple):
    """The parts of a move."""

    verb: str
    name: str = ""
    """The id of the card or board, the side, or what is lost: a card or tokens."""
    half: str = ""
    """``"left"`` or ``"right"``: the half of a split stage."""
    paid: Split = NOTHING
    bury: str = ""
    """The id of the leader that is turned face down (L3.3)."""
    pawn: str = ""
    """The age of the pawn taken from the box, if there is a choice (E2.1)."""
    joins: bool = False
    """Whether the builder of a stage participates in the age's edifice (E1.2)."""
    power: bool = False
    """Whether a building is free because of a power that is used up by it (W8.2)."""

    def choice(self, key: str) -> str:
        """
        Return the choice of a stage's builder for an effect with this key; empty if none.
        """
        match key:
            case "bury":
                return self.bury
            case "pawn":
                return self.pawn
        return ""


def choosing(play: MoveParts, key: str, choice: str) -> MoveParts:
    """
    Return the move with a choice for an effect with this key.

    Raises:
        ValueError: no effect has this key.
    """
    match key:
        case "bury":
            return play._replace(bury=choice)
        case "pawn":
            return play._replace(pawn=choice)
    raise ValueError(Sentence("a move has no choice called {key}", key=shown(key)))


@remembered(4096)
def price_text(paid: Split) -> str:
    """Return a payment as the end of a move, with a leading space unless empty."""
    return "".join(
        f" {party}={coins}"
        for party, coins in zip(Split._fields, paid, strict=True)
        if coins
    )


def text(play: MoveParts) -> str:
    """Return the canonical text of a move."""
    name = f" {play.name}" if play.name else ""
    half = f" half={play.half}" if play.half else ""
    bury = f" bury={play.bury}" if play.bury else ""
    pawn = f" pawn={play.pawn}" if play.pawn else ""
    joins = " join=1" if play.joins else ""
    power = " power=1" if play.power else ""
    rest = f"{joins}{power}{price_text(play.paid)}"
    return f"{play.verb}{name}{half}{bury}{pawn}{rest}"


@remembered(4096)
def parse(line: str) -> MoveParts:
    """
    Parse a move, which must be in its canonical form.

    Raises:
        ValueError: the text isn't a move in canonical form.
    """
    if len(line) > LONGEST:
        raise ValueError(
            Sentence(
                "a move can't be {n} characters long: {line}",
                n=len(line),
                line=shown(line, 40),
            )
        )
    verb, *words = line.split(" ")
    name = _name(verb, words, line)
    values = {
        key: value
        for key, _, value in (it.partition("=") for it in words[bool(name) :])
    }
    chosen = _chosen(verb, values, line)
    paid = _paid(verb, values, line)
    play = MoveParts(
        verb,
        name,
        chosen["half"],
        paid,
        chosen["bury"],
        chosen["pawn"],
        bool(chosen["join"]),
        bool(chosen["power"]),
    )
    if play.power and paid != NOTHING:
        raise ValueError(
            Sentence(
                "a card that a power makes free has no price: {line}", line=shown(line)
            )
        )
    if text(play) != line:
        raise ValueError(
            Sentence(
                "expected {text}, got {line}", text=shown(text(play)), line=shown(line)
            )
        )
    return play


def _name(verb: str, words: Sequence[str], line: str) -> str:
    """Return what a move names after its verb; empty for verbs that name nothing."""
    if verb in PAID + _ALONE and verb not in _NAMED:
        return ""
    if verb not in _NAMED:
        raise ValueError(Sentence("not a move: {move}", move=shown(line)))
    name = words[0] if words else ""
    if not name or "=" in name:
        raise ValueError(
            Sentence(
                "{verb} what? expected {what}: {line}",
                verb=verb,
                what=_NAMED[verb],
                line=shown(line),
            )
        )
    if verb == "side" and name not in SIDES:
        raise ValueError(Sentence("no such side: {line}", line=shown(line)))
    return name


def _chosen(verb: str, values: Mapping[str, str], line: str) -> Mapping[str, str]:
    """Return the choices stated in a move, by key; empty if not stated."""
    keys = _CHOSEN.get(verb, ())
    chosen = {key: values.get(key, "") if key in keys else "" for key in _KEYS}
    if chosen["half"] not in ("", "left", "right"):
        raise ValueError(
            Sentence(
                "the half of a stage must be left or right: {line}", line=shown(line)
            )
        )
    if chosen["pawn"] not in ("", *_AGES) or {chosen["join"], chosen["power"]} - {
        "",
        "1",
    }:
        raise ValueError(
            Sentence(
                "pawn must be an age, and join must be 1 or left out: {line}",
                line=shown(line),
            )
        )
    return chosen


def _paid(verb: str, values: Mapping[str, str], line: str) -> Split:
    """Return the coins that a move pays."""
    if verb not in PAID:
        return NOTHING
    amounts = [values.get(party, "0") for party in Split._fields]
    for amount in amounts:
        if amount != "0" and amount not in _COINS:
            raise ValueError(
                Sentence(
                    "not a number of coins: {amount} in {line}",
                    amount=shown(amount, 20),
                    line=shown(line),
                )
            )
    return Split(*map(int, amounts))


class NotatedMove(NamedTuple):
    """A legal move, both as text and in parts."""

    move: Move
    play: MoveParts


def read_options(moves: Iterable[Move]) -> tuple[NotatedMove, ...]:
    """Parse legal moves."""
    return tuple(NotatedMove(move, parse(move.text)) for move in moves)


def parse_move(seat: Seat, line: str) -> MoveParts:
    """
    Parse a seat's move.

    Raises:
        IllegalMove: the text isn't a move.
    """
    try:
        return parse(line)
    except ValueError as problem:
        raise IllegalMove(seat, Refusal.NOT_A_MOVE, sentence_of(problem)) from None
