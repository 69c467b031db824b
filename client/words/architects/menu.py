"""
A question of Architects as a menu, which parses what is typed.

Each item has a number, followed by a letter if it can be done in several ways (``2b``).
Also accepted are the letter of a pile (``l``, ``r`` or ``c``), the name of a pile, a
card or a token, and the notation of records.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects.sight import architects
from sealed_wonders.client.words.menu import Item, Menu, TypedMeaning
from sealed_wonders.core.architects import notation
from sealed_wonders.core.game import Chosen, IllegalMove
from sealed_wonders.net.words import _, p_

_NUMBER = re.compile(r"(?P<at>[0-9]{1,3}) ?(?P<letter>[a-z]{0,2})")


def letters() -> Mapping[str, str]:
    """
    Return the letters of piles in reach, and of ending a turn, by the English letter.
    """
    return {
        "l": p_("typed for the left pile", "l"),
        "r": p_("typed for the right pile", "r"),
        "c": p_("typed for the central pile", "c"),
        "e": p_("typed to end a turn", "e"),
    }


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
        if found := self._by_number(named) or self._by_name(named):
            return found
        return self._refused(line)

    def _by_number(self, line: str) -> TypedMeaning | None:
        match = _NUMBER.fullmatch(line)
        if match is None:
            return None
        for item in self.items:
            if item.number == int(match["at"]):
                return _use(item, match["letter"])
        said = _("There is no choice {n} here. To repeat the question, type: again")
        return TypedMeaning(lines=(said.format(n=match["at"]),))

    def _by_name(self, line: str) -> TypedMeaning | None:
        wanted = text.unaccented(line)
        wanted = self._short().get(wanted, wanted)
        exact = [item for item in self.items if wanted in _names(item)]
        found = exact or [item for item in self.items if _begins(item, wanted)]
        if len(found) == 1:
            return _use(found[0], "")
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


def _use(item: Item, letter: str) -> TypedMeaning:
    """Return the use of an item, or the list of ways if that is ambiguous."""
    some = [use for use in item.uses if use.letter == letter]
    if len(item.uses) == 1 and letter in ("", "a"):
        some = list(item.uses)
    if len(some) == 1:
        return TypedMeaning(some[0])
    ways = [f"   {text.use(use.word, use.words)}" for use in item.uses]
    return TypedMeaning(lines=(text.which_payment(item.name), *ways))


def _begins(item: Item, wanted: str) -> bool:
    """Return whether a name of an item has a prefix; letters must be complete."""
    return any(name.startswith(wanted) for name in _names(item) if len(name) > 1)


def _names(item: Item) -> tuple[str, ...]:
    return (text.unaccented(item.name.lower()), *item.ids)
