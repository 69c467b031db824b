"""
The canonical text of moves and hands, and back.

A move is a verb, the card it shows if it shows one, and ``key=value`` words in a fixed
order; what is zero or empty is left out:

    build altar               build palace left=4 right=2
    build sawmill bank=1      stage half=right left=2
    sell                      decline
    pick library              side night
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sealed_wonders.core.game import Card, IllegalMove, Refusal, Seat, Slot
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.trade import Split

NOTHING = Split(0, 0, 0)

SHOWING = ("build", "pick")
"""The verbs that show the card they use."""

LONGEST = 120
"""Characters of a move, at most: texts come from other people's machines."""

SIDES = ("day", "night")

_NAMED = {"build": "a card", "pick": "a card", "side": "a side"}
_PAID = ("build", "stage")
_ALONE = ("sell", "decline")
_COINS = {str(n) for n in range(1, 100)}


class Play(NamedTuple):
    """A move, taken apart."""

    verb: str
    name: str = ""
    """The id of the card shown, or the side."""
    half: str = ""
    """``"left"`` or ``"right"``: the half of a split stage."""
    paid: Split = NOTHING


@lru_cache(maxsize=4096)
def price_text(paid: Split) -> str:
    """Write a payment as the end of a move, with a leading space unless empty."""
    return "".join(
        f" {party}={coins}"
        for party, coins in zip(Split._fields, paid, strict=True)
        if coins
    )


def text(play: Play) -> str:
    """Write a move."""
    name = f" {play.name}" if play.name else ""
    half = f" half={play.half}" if play.half else ""
    return f"{play.verb}{name}{half}{price_text(play.paid)}"


@lru_cache(maxsize=4096)
def parse(line: str) -> Play:
    """
    Read a move; only its canonical text is accepted.

    Raises:
        ValueError: the text is not a move. Whether a move is legal is another matter.
    """
    if len(line) > LONGEST:
        raise ValueError(f"a move of {len(line)} characters: {line!r:.40}")
    verb, *words = line.split(" ")
    name = ""
    if verb in _NAMED:
        if not words or "=" in words[0] or not words[0]:
            raise ValueError(f"{verb} what? expected {_NAMED[verb]}: {line!r:.80}")
        name = words.pop(0)
        if verb == "side" and name not in SIDES:
            raise ValueError(f"no such side: {line!r:.80}")
    elif verb not in _PAID + _ALONE:
        raise ValueError(f"not a move: {line!r:.80}")
    values = {}
    for word in words:
        key, _, value = word.partition("=")
        values[key] = value
    half = values.pop("half", "") if verb == "stage" else ""
    if half not in ("", "left", "right"):
        raise ValueError(f"a stage has a left and a right half: {line!r:.80}")
    coins = {}
    for party in Split._fields if verb in _PAID else ():
        amount = values.pop(party, "0")
        if amount != "0" and amount not in _COINS:
            raise ValueError(f"not a number of coins: {amount!r:.20} in {line!r:.80}")
        coins[party] = int(amount)
    play = Play(verb, name, half, Split(**coins) if coins else NOTHING)
    if text(play) != line:
        raise ValueError(f"expected {text(play)!r:.80}, got {line!r:.80}")
    return play


def parse_move(seat: Seat, line: str) -> Play:
    """
    Read a seat's move.

    Raises:
        IllegalMove: the text is not a move.
    """
    try:
        return parse(line)
    except ValueError as problem:
        raise IllegalMove(seat, Refusal.NOT_A_MOVE, str(problem)) from None


def card_text(card: Card) -> str:
    """Write a physical card: its id, and which copy if there are several."""
    cards = catalog()
    face = cards.cards[card]
    copies = cards.numbers(face)
    return face.id if len(copies) == 1 else f"{face.id}/{copies.index(card) + 1}"


def parse_card(word: str) -> Card:
    """
    Read a physical card.

    Raises:
        ValueError: there is no such card.
    """
    cards = catalog()
    name = word.partition("/")[0]
    face = cards.buildings_by_id.get(name) or cards.boards_by_id.get(name)
    if face is not None:
        for card in cards.numbers(face):
            if card_text(card) == word:
                return card
    raise ValueError(f"not a card: {word!r:.40}")


def hand_text(hand: Sequence[Slot], faces: Mapping[Slot, Card]) -> str:
    """Write a hand: its cards by number, ``?`` for each face not known."""
    known = sorted(faces[slot] for slot in hand if slot in faces)
    words = [card_text(card) for card in known] + ["?"] * (len(hand) - len(known))
    return " ".join(words)


def parse_hand(line: str) -> tuple[Card | None, ...]:
    """
    Read a hand; None for each face not known.

    Raises:
        ValueError: a word is not a card.
    """
    return tuple(None if word == "?" else parse_card(word) for word in line.split())
