"""
A question of Architects as a menu, which parses what is typed.

Each item is one move with a number of its own, such as one way to pay for a stage. Also
accepted are the letter of a pile (``l``, ``r`` or ``c``), the name of a pile, a
card or a token, and the notation of records.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.client.view.architects.sight import architects
from sealed_wonders.client.view.menu import Item, Menu, TypedMeaning
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects.typed import letters
from sealed_wonders.core.architects import notation
from sealed_wonders.core.game import Chosen, IllegalMove
from sealed_wonders.net.words import _, p_

_NUMBER = re.compile("[0-9]{1,3}")


def verbs() -> tuple[str, ...]:
    """Return the verbs that can be typed before a choice, and are ignored."""
    words = p_("typed before a choice", "take build keep token")
    return (*words.split(), "take", "build", "keep", "token", "search", "extra")


@dataclass(frozen=True, slots=True)
class Choices(Menu):
    """The menu of one question."""

    def owns(self, line: str) -> bool:
        """Return whether a line is a letter of this question rather than a command."""
        return line.lower() in self._short()

    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._short(), *Menu.words(self))))

    def _short(self) -> Mapping[str, str]:
        """Return the letters that are valid now, each with the word of an item."""
        offered = {word for item in self.items for word in item.ids}
        return {
            typed: letter
            for letter, own in letters().items()
            if letter in offered
            # English letters are accepted in every language.
            for typed in (letter, own)
        }

    def find(self, line: str) -> TypedMeaning | None:
        line = " ".join(line.lower().split())
        for use in self.uses:
            if line in (use.word, use.move.text):
                return TypedMeaning(use)
        verb, _space, rest = line.partition(" ")
        named = rest if rest and verb in verbs() else line
        # "build 2" is a stage rather than the second choice.
        whole, number = self._by_name(line), self._by_number(named)
        if found := whole or number or self._by_name(named):
            return found
        return self._refused(line)

    def _by_number(self, line: str) -> TypedMeaning | None:
        if not _NUMBER.fullmatch(line):
            return None
        for item in self.items:
            if item.number == int(line):
                return TypedMeaning(item.uses[0])
        said = _("There is no choice {n} here. To repeat the question, type: again")
        return TypedMeaning(lines=(said.format(n=line),))

    def _by_name(self, line: str) -> TypedMeaning | None:
        wanted = text.unaccented(line)
        wanted = self._short().get(wanted, wanted)
        exact = [item for item in self.items if wanted in _names(item)]
        found = exact or [item for item in self.items if _begins(item, wanted)]
        if len(found) == 1:
            return TypedMeaning(found[0].uses[0])
        if len({item.name for item in found}) == 1:
            ways = [f"   {item.number}. {item.line}" for item in found]
            return TypedMeaning(lines=(text.which_payment(found[0].name), *ways))
        if found:
            names = [f"{item.number} ({item.name})" for item in found]
            return TypedMeaning(lines=(text.not_unique(line, names),))
        return None

    def _refused(self, line: str) -> TypedMeaning | None:
        """Return why a move in notation isn't legal; None if it isn't notation."""
        try:
            notation.parse(line)
        except ValueError:
            return None
        state = architects(self.question.state)
        try:
            state.tell(Chosen(self.question.seat, line))
        except IllegalMove as illegal:
            return TypedMeaning(lines=(text.sentence(text.refusal(illegal.refusal)),))
        return TypedMeaning(lines=(text.not_a_choice(),))


def _begins(item: Item, wanted: str) -> bool:
    """Return whether a name of an item has a prefix; letters must be complete."""
    return any(name.startswith(wanted) for name in _names(item) if len(name) > 1)


def _names(item: Item) -> tuple[str, ...]:
    return (text.unaccented(item.name.lower()), *item.ids)
