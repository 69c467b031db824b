"""
A question as a menu: what can be answered, in words, and by which words.

Whatever there is to choose from is an item with a number; what can be done with it are
its uses, each with a word that is typed for it. Which words those are, and what else is
understood, is for each game to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.terminal import text
from sealed_wonders.core.game import Move, Slot
from sealed_wonders.net.words import _

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letters(n: int) -> Sequence[str]:
    """Give each of several ways a letter, or two where there are many."""
    if n < 2:
        return ("",) * n  # one alone needs none
    return [*LETTERS, *(a + b for a in LETTERS for b in LETTERS)][:n]


@dataclass(frozen=True, slots=True)
class Use:
    """One legal move."""

    word: str
    """What is typed for it."""
    move: Move
    play: Any
    """The move taken apart, as the game's notation has it."""
    words: str
    """What it is, beside the name of its card."""
    whole: str
    """What it is, with the name of its card."""
    letter: str = ""
    """Which of several ways it is."""


@dataclass(frozen=True, slots=True)
class Item:
    """A card with its uses, or an answer without a card."""

    number: int
    name: str
    ids: tuple[str, ...]
    """Other words for it."""
    line: str
    """All about it."""
    uses: tuple[Use, ...]
    notes: tuple[str, ...] = ()
    """Why it can't be used otherwise."""
    short: tuple[str, ...] = ()
    """What is said of its uses in the menu itself."""
    slot: Slot | None = None
    """Where its card is, if it is one of a hand or a pile."""

    def explained(self) -> Iterator[str]:
        """Say all about it, and each of its uses."""
        yield self.line
        for use in self.uses:
            yield f"   {text.use(use.word, use.words)}"
        for note in self.notes:
            yield f"   {note}"


@dataclass(frozen=True, slots=True)
class Found:
    """What a typed line means: a use; or an item to be explained; or neither."""

    use: Use | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """A question, in words."""

    question: Question
    title: tuple[str, ...]
    items: tuple[Item, ...]
    view: Any = None
    """All that the asked seat sees, where the game has a digest of it."""

    @property
    def uses(self) -> tuple[Use, ...]:
        """All uses of all items."""
        return tuple(use for item in self.items for use in item.uses)

    def lines(self) -> Iterator[str]:
        """Say the whole question."""
        yield from self.title
        yield from self.item_lines()

    def item_lines(self) -> Iterator[str]:
        """Say what there is to choose from."""
        for item in self.items:
            if item.number:
                yield _item(item.number, item.line)
            for line in item.short:
                yield f"   {line}"

    def cards(self) -> tuple[str, ...]:
        """Say what there was to choose from, when the choice is made."""
        cards = [item for item in self.items if item.slot is not None]
        lines = [_item(card.number, card.line) for card in cards]
        return (chosen_from(), *lines) if lines else ()

    def notation(self) -> tuple[str, ...]:
        """Give all moves as they stand in records, and can be typed."""
        return tuple(dict.fromkeys(self.written(use) for use in self.uses))

    def in_words(self, move: Move) -> str:
        """Say what a move is."""
        for use in self.uses:
            if use.move == move:
                return use.whole
        return move.text

    def words(self) -> tuple[str, ...]:
        """Give all that can be typed, for completion."""
        short = [use.word for use in self.uses]
        names = [item.name.lower() for item in self.items if item.name]
        return tuple(dict.fromkeys([*short, *names, *self.notation()]))

    def written(self, use: Use) -> str:
        """Write a move so that it can be typed."""
        return use.move.text

    def owns(self, line: str) -> bool:
        """Tell whether a line answers the question whatever command it would be."""
        return False

    def find(self, line: str) -> Found | None:
        """Understand a typed line; None if it has nothing to do with the menu."""
        line = " ".join(line.lower().split())
        for use in self.uses:
            if line in (use.word, self.written(use)):
                return Found(use)
        return None


def chosen_from() -> str:
    return _("You chose from:")


def _item(index: int, words: str) -> str:
    return f"{index}. {words}"
