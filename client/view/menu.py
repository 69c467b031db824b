"""
A question as a menu: possible answers, in words, with what is typed for them.

Everything there is to choose from is an item with a number. The legal moves with an
item are its uses, each with a word that is typed for it. Each game determines those
words, and what else is understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sealed_wonders.client.table.events import Question
from sealed_wonders.core.game import Move, Slot

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letters(n: int) -> Sequence[str]:
    """Return letters for *n* ways to do one thing, two each where there are many."""
    if n < 2:
        return ("",) * n  # a single way needs no letter
    return [*LETTERS, *(a + b for a in LETTERS for b in LETTERS)][:n]


@dataclass(frozen=True, slots=True)
class MenuMove:
    """One legal move."""

    word: str
    """The word to type for the move."""
    move: Move
    play: Any
    """The move parsed by the game's notation."""
    words: str
    """The move in words, without its card."""
    whole: str
    """The move in words, with its card."""
    letter: str = ""
    """The letter that distinguishes several ways; may be empty."""

    @property
    def line(self) -> str:
        """The word to type, and the move that it makes."""
        return f"{self.word} {self.words}."


@dataclass(frozen=True, slots=True)
class Item:
    """A card with its uses, or an answer without a card."""

    number: int
    name: str
    ids: tuple[str, ...]
    """Other words that mean the item."""
    line: str
    """The full description."""
    uses: tuple[MenuMove, ...]
    notes: tuple[str, ...] = ()
    """Reasons why it has no further uses."""
    short: tuple[str, ...] = ()
    """Lines on its uses in the menu itself."""
    slot: Slot | None = None
    """The slot of its card, if the card is in a hand or pile."""

    def explained(self) -> Iterator[str]:
        """Yield the description, and each use."""
        yield self.line
        for use in self.uses:
            yield f"   {use.line}"
        for note in self.notes:
            yield f"   {note}"


@dataclass(frozen=True, slots=True)
class TypedMeaning:
    """The meaning of a typed line: a use, or lines that explain an item."""

    use: MenuMove | None = None
    lines: tuple[str, ...] = ()


class TypingLine(str):
    """A line of a title that says what to type."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """A question, in words."""

    question: Question
    title: tuple[str, ...]
    items: tuple[Item, ...]
    view: Any = None
    """Everything the asked seat sees, for games that collect it."""

    @property
    def uses(self) -> tuple[MenuMove, ...]:
        return tuple(use for item in self.items for use in item.uses)

    @property
    def introduction(self) -> tuple[str, ...]:
        """
        The title for those who click.

        It lacks lines on typing, and a last line that only announces a list of the items.
        """
        lines = tuple(it for it in self.title if not isinstance(it, TypingLine))
        announces = len(lines) > 1 and lines[-1].endswith(":")
        return lines[:-1] if announces else lines

    def lines(self) -> Iterator[str]:
        """Yield the whole question."""
        yield from self.title
        yield from self.item_lines()

    def item_lines(self) -> Iterator[str]:
        """Yield the items."""
        for item in self.items:
            if item.number:
                yield _item(item.number, item.line)
            for line in item.short:
                yield f"   {line}"

    def cards(self) -> tuple[str, ...]:
        """Return the cards that a sealed choice was made from."""
        cards = [item for item in self.items if item.slot is not None]
        return tuple(_item(card.number, card.line) for card in cards)

    def notation(self) -> tuple[str, ...]:
        """Return all moves in the notation of records, which can also be typed."""
        return tuple(dict.fromkeys(self.written(use) for use in self.uses))

    def in_words(self, move: Move) -> str:
        """Return a move in words."""
        for use in self.uses:
            if use.move == move:
                return use.whole
        return move.text

    def words(self) -> tuple[str, ...]:
        """Return everything that can be typed, for completion."""
        short = [use.word for use in self.uses]
        names = [item.name.lower() for item in self.items if item.name]
        return tuple(dict.fromkeys([*short, *names, *self.notation()]))

    def written(self, use: MenuMove) -> str:
        """Return a move as it can be typed."""
        return use.move.text

    def owns(self, line: str) -> bool:
        """
        Return whether a line answers the question even if a command has that name.
        """
        return False

    def find(self, line: str) -> TypedMeaning | None:
        """Parse a typed line; return None if it has nothing to do with the menu."""
        line = " ".join(line.lower().split())
        for use in self.uses:
            if line in (use.word, self.written(use)):
                return TypedMeaning(use)
        return None


def _item(index: int, words: str) -> str:
    return f"{index}. {words}"
