"""
The options of another game, on the page of a finished one.

At most tables, these are the options of a rematch. If bots have all the other seats, these
are the options of a game against bots. Guests on a lent seat get no options, and can't post
any.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.browser.seatsections import to_learn
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.tablewords import tablewishes
from sealed_wonders.client.tablewords.hosting import (
    SettingChoice,
    TableWish,
    choices_against_bots,
)
from sealed_wonders.core.definition import Facts
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _


class PageOptions:
    """The options that somebody is choosing for another game."""

    def __init__(self) -> None:
        self._wanted: TableWish | None = None

    def begin(self) -> None:
        """Forget what was chosen for an earlier game."""
        self._wanted = None

    def section(self, person: Person) -> Facts | None:
        """Return the section of the options; None if none can be chosen."""
        if not may_choose(person):
            return None
        wanted = self._wish(person)
        rows = [_row(it, wanted) for it in _choices(person, wanted)]
        return {"choices": rows, "learn": to_learn()}

    def change(self, person: Person, name: str, at: int) -> str:
        """
        Set an option to one of its values; return an error for people, or an empty string.

        Raises:
            ValueError: There is no such option or value now.
        """
        wanted = self._wish(person)
        found = next((it for it in _choices(person, wanted) if it.name == name), None)
        if found is None or not may_choose(person):
            raise ValueError(name)
        values = _values(found, wanted)
        if not 0 <= at < len(values):
            raise ValueError(at)
        now = found.settled(wanted, values[at])
        if person.known.is_private:
            now = now.with_enough_bots()
        try:
            now.check()
        except ValueError as problem:
            said = _("You can't choose that: {why}.")
            return said.format(why=retold(problem))
        self._wanted = now
        return ""

    def wishes(self, person: Person) -> Wishes:
        """Return the wishes for a rematch; none if nothing was changed, or may be."""
        if self._wanted is None or not may_choose(person):
            return ()
        wanted = self._wanted
        if person.known.is_private:
            wanted = wanted.against_bots()
        return tablewishes.wishes_for(wanted, person.known.terms.choose)

    def _wish(self, person: Person) -> TableWish:
        known = person.known
        if self._wanted is not None:
            return self._wanted
        last = tablewishes.of_last(known.terms, known.news)
        return last.with_any_number().with_enough_bots() if known.is_private else last


def may_choose(person: Person) -> bool:
    """Return whether a person may choose the options of another game."""
    is_free = person.can_play_again and bool(person.known.terms.choose)
    return is_free and not person.is_guest


def _choices(person: Person, wanted: TableWish) -> Iterator[SettingChoice]:
    choose = person.known.terms.choose
    if not person.known.is_private:
        yield from tablewishes.can_choose(wanted, choose)
        return
    for choice in choices_against_bots(wanted):
        if tablewishes.wish_of(choice, wanted.game) in choose:
            yield choice


def _values(choice: SettingChoice, wanted: TableWish) -> list[object]:
    """Return an option's values, with the current one if that was typed."""
    values, now = list(choice.values(wanted)), choice.value(wanted)
    return values if now in values else [*values, now]


def _row(choice: SettingChoice, wanted: TableWish) -> Facts:
    values = _values(choice, wanted)
    return {
        "name": choice.name,
        "label": _(choice.means),
        "values": [choice.shown(it) for it in values],
        "at": values.index(choice.value(wanted)),
        "says": choice.explained(wanted),
    }
