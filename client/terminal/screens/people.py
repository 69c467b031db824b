"""The people in a lobby: whether they are ready, and whether we know their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed_wonders.client.signs.draw import Row, measure, row
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import lenders
from sealed_wonders.client.tablewords.lobby import notes
from sealed_wonders.client.terminal.screens.listing import columns
from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.words import lodging, text
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.names import NAME_CAP
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _, language

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.stack import Stack

STATE = 18
"""Columns of the longest state."""


@dataclass(frozen=True, slots=True)
class _Note:
    """Our acquaintance with somebody."""

    style: str
    words: str
    changed: bool = False


class People:
    """The people at a table, as the stack's keyring knows them."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._noted: object = None
        """Arguments for which `_notes` was made."""
        self._notes: Mapping[bytes, _Note] = {}

    def changed(self, news: LobbyNews) -> Sequence[LobbyPerson]:
        """Return the people whose key differs from the one we know."""
        notes = self._known(news)
        return [one for one in news.people if notes[one.identity].changed]

    def rows(self, news: LobbyNews, width: int) -> Sequence[Row]:
        """Draw a row for each person: name, state, and our acquaintance."""
        notes, symbols = self._known(news), self._stack.symbols
        shown = shownnames.people(news)
        states = {
            "ready": row(text.ready(), style="yes"),
            "waits": row(text.not_ready()),
            "away": row(_("not connected"), style="away"),
        }
        wide = min(STATE, max(measure(state) for state in states.values()) + 2)
        names = max([8, *map(measure, shown.values())])
        names = min(names, NAME_CAP) + 2
        rows = []
        for one in news.people:
            state = "away" if not one.here else "ready" if one.ready else "waits"
            note = notes[one.identity]
            name = row(shown[one.identity], style="you" if self._is_me(one) else "")
            said = row(note.words, style=note.style)
            rest = max(0, width - names - wide)
            rows.append(
                columns(
                    (name, names), (states[state], wide), (said, rest), symbols=symbols
                )
            )
        return rows

    def _is_me(self, one: LobbyPerson) -> bool:
        return one.identity == self._stack.known.keyring.me

    def _known(self, news: LobbyNews) -> Mapping[bytes, _Note]:
        """
        Return our acquaintance with everybody, by identity.

        It requires a look into a file, so it is repeated only when something has
        happened. Warnings don't count, because a damaged file causes one each time.
        """
        told = sum(
            it.kind is not LineKind.WARNING for it in self._stack.known.narration
        )
        made_of = news, told, language()
        if self._noted != made_of:
            self._noted = made_of
            self._notes = {one.identity: self._note(one, news) for one in news.people}
        return self._notes

    def _note(self, one: LobbyPerson, news: LobbyNews) -> _Note:
        keyring, key = self._stack.known.keyring, fingerprint(one.identity)
        if self._is_me(one):
            return _Note(
                "you", _("you, with key {fingerprint}").format(fingerprint=key)
            )
        if one.owner is not None:
            return _Note("dim", next(notes(one, news, keyring)))
        if one.lender is not None:
            names = shownnames.people(news)
            where = lodging.where(one.lender, names, keyring.me)
            said = ", ".join(filter(None, (where, lenders.to_anyone(one, news))))
            return _Note("", said)
        match keyring.check(one.name, one.identity):
            case Pin.KNOWN:
                return _Note("yes", _("known to you"))
            case Pin.CHANGED:
                said = _("KEY CHANGED: {fingerprint}").format(fingerprint=key)
                return _Note("warning", said, changed=True)
        if like := keyring.like(one.name, one.identity):
            said = _("new, not {name}: {fingerprint}")
            return _Note("warning", said.format(name=like, fingerprint=key))
        return _Note("", _("new: {fingerprint}").format(fingerprint=key))
