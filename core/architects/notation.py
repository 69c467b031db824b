"""
The canonical text of moves, in the log, in records and in typed commands.

Seats sign this text, so neither a word nor its place can change (docs/PROTOCOL.md,
Moves).

    wonder rhodes           a wonder, where wonders are chosen
    take rhodes             the top card of a pile, by its wonder, or ``central``
    extra urbanism central  an extra card, by the token that allows it
    build 3 wood+wood+coin  a stage, and the cards that pay for it
    science sci_gear+sci_gear          the symbols that are turned in
    token culture           an open token, or ``top``: the unseen one
    search rhodes           a pile to look through
    keep 3                  the card to keep, by its place from the top
    end                     nothing more this turn

Words are in this order, with single spaces; cards are in the order of the catalogue.
Whether a move is legal isn't decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sealed_wonders.core.architects.catalog import CENTRAL, Kind, catalog
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.remembered import remembered
from sealed_wonders.core.sentences import Sentence

TOP = "top"
"""Stands for the token on top of the pile, which nobody has seen."""

END = "end"

MAX_CARDS = 4
"""Maximum cards in a move: the number that the most expensive stages cost."""

SEARCHED = 5
"""Maximum number of cards in a search."""

_WORDS = {
    "wonder": ("wonder",),
    "take": ("pile",),
    "extra": ("token", "pile"),
    "build": ("stage", "cards"),
    "science": ("cards",),
    "token": ("token",),
    "search": ("pile",),
    "keep": ("place",),
    END: (),
}
"""The words after each verb."""

_PLACES = tuple(str(place) for place in range(1, SEARCHED + 1))

VERBS = tuple(_WORDS)


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """The parts of a move; parts that its verb doesn't have are empty."""

    verb: str
    wonder: str = ""
    pile: str = ""
    token: str = ""
    stage: int = 0
    cards: tuple[Kind, ...] = ()
    place: int = 0

    def __str__(self) -> str:
        parts = {
            "wonder": self.wonder,
            "pile": self.pile,
            "token": self.token,
            "stage": str(self.stage),
            "cards": spelled(self.cards),
            "place": str(self.place),
        }
        return " ".join((self.verb, *(parts[word] for word in _WORDS[self.verb])))


def spelled(cards: Iterable[Kind]) -> str:
    """Return the names of cards as in a move."""
    return "+".join(kind.id for kind in sorted(cards, key=lambda it: it.number))


@remembered(4096)
def parse(text: str) -> ParsedMove:
    """
    Parse a move.

    Raises:
        ValueError: the text isn't a move in canonical form.
    """
    verb, *words = text.split(" ")
    if verb not in _WORDS or len(words) != len(_WORDS[verb]):
        raise ValueError(Sentence("not a move: {move}", move=shown(text)))
    parts = dict(zip(_WORDS[verb], words, strict=True))
    said = ParsedMove(
        verb,
        _wonder(parts.get("wonder")),
        _pile(parts.get("pile")),
        _token(parts.get("token")),
        _stage(parts.get("stage")),
        _cards(parts.get("cards")),
        _place(parts.get("place")),
    )
    if str(said) != text:
        raise ValueError(
            Sentence("not in its canonical form: {move}", move=shown(text))
        )
    return said


def _wonder(word: str | None) -> str:
    if word not in (None, *catalog().wonders_by_id):
        raise ValueError(Sentence("no such wonder: {wonder}", wonder=shown(word, 40)))
    return word or ""


def _pile(word: str | None) -> str:
    if word not in (None, CENTRAL, *catalog().wonders_by_id):
        raise ValueError(Sentence("no such pile: {pile}", pile=shown(word, 40)))
    return word or ""


def _token(word: str | None) -> str:
    if word not in (None, TOP, *catalog().tokens_by_id):
        raise ValueError(Sentence("no such token: {token}", token=shown(word, 40)))
    return word or ""


def _stage(word: str | None) -> int:
    if word is None:
        return 0
    if not (len(word) == 1 and word in "12345"):
        raise ValueError(Sentence("no such stage: {stage}", stage=shown(word, 40)))
    return int(word)


def _place(word: str | None) -> int:
    if word is None:
        return 0
    if word not in _PLACES:
        raise ValueError(Sentence("no such place: {place}", place=shown(word, 40)))
    return int(word)


def _cards(word: str | None) -> tuple[Kind, ...]:
    if word is None:
        return ()
    kinds, names = catalog().kinds_by_id, word.split("+")
    if len(names) > MAX_CARDS:
        raise ValueError(Sentence("too many cards: {cards}", cards=shown(word, 40)))
    for name in names:
        if name not in kinds:
            raise ValueError(Sentence("no such card: {card}", card=shown(name, 40)))
    return tuple(kinds[name] for name in names)
