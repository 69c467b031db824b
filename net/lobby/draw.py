"""A draw, as one who sits at the table sees it."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence

from sealed_wonders.core.quoting import shown as in_words
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby.charter import Charter, charter_of, check_commits
from sealed_wonders.net.lobby.entries import (
    Commit,
    Identity,
    Person,
    Reveal,
    Table,
    make_commit,
    make_reveal,
    read_commit,
    read_reveal,
    read_table,
)
from sealed_wonders.net.lobby.options import Options
from sealed_wonders.net.log.envelopes import Entry

MAX_DRAWS = 100
"""Draws at one table: more than anybody sits through, few enough to be a number."""


class Stage(enum.Enum):
    """How far the draw is."""

    COMMITTED = enum.auto()
    """Our commitment is out."""
    REVEALED = enum.auto()
    """There is a table we agreed to; our nonce is out."""
    AGREED = enum.auto()
    """Everybody's nonce is out: there is a game."""
    VOID = enum.auto()
    """Somebody did not reveal; a new draw has begun."""


class Event(enum.Enum):
    """What happens to a draw."""

    TABLE = enum.auto()
    TABLE_AGAIN = enum.auto()
    REVEAL = enum.auto()
    LAST_REVEAL = enum.auto()
    REVEAL_AGAIN = enum.auto()
    VOIDED = enum.auto()


TRANSITIONS: Mapping[tuple[Stage, Event], Stage] = {
    (Stage.COMMITTED, Event.TABLE): Stage.REVEALED,
    (Stage.COMMITTED, Event.VOIDED): Stage.VOID,
    (Stage.REVEALED, Event.TABLE_AGAIN): Stage.REVEALED,
    (Stage.REVEALED, Event.REVEAL): Stage.REVEALED,
    (Stage.REVEALED, Event.REVEAL_AGAIN): Stage.REVEALED,
    (Stage.REVEALED, Event.LAST_REVEAL): Stage.AGREED,
    (Stage.REVEALED, Event.VOIDED): Stage.VOID,
    (Stage.AGREED, Event.TABLE_AGAIN): Stage.AGREED,
    (Stage.AGREED, Event.REVEAL_AGAIN): Stage.AGREED,
}


class Draw:
    """
    Our side of one draw: the commitment, the table it is for, the reveals.

    The nonce is revealed for one table only. A host that brings a second one, having
    seen what a nonce does to the first, gets no second answer.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        *,
        nonce: bytes,
        owner: bytes | None = None,
        number: int = 0,
    ) -> None:
        """
        Commit.

        Args:
            nonce: 32 random bytes, for this draw and no other.
            owner: the identity that runs this bot; None for a person.
            number: how many draws at this table came to nothing before, as the host
                says.

        Raises:
            RemoteProtocolError: the number can't be right.
            LocalProtocolError: the name or the owner is none.
        """
        if not 0 <= number < MAX_DRAWS:
            raise RemoteProtocolError(
                Sentence("draw {n}, with {most} at most", n=number, most=MAX_DRAWS)
            )
        self.number = number
        self.commit = make_commit(identity, name, owner, number, nonce)
        """What asks for the seat."""
        try:
            self._own = read_commit(self.commit)
        except RemoteProtocolError as error:
            raise LocalProtocolError(sentence_of(error)) from None
        self._identity = identity
        self._nonce = nonce
        self._stage = Stage.COMMITTED
        self._table: Table | None = None
        self._commits: tuple[Commit, ...] = ()
        self._reveals: dict[bytes, Reveal] = {}

    @property
    def stage(self) -> Stage:
        """How far it is."""
        return self._stage

    @property
    def missing(self) -> tuple[Person, ...]:
        """Who has yet to reveal at the table we agreed to."""
        if self._table is None:
            return ()
        return tuple(p for p in self._table.people if p.identity not in self._reveals)

    def accept_table(
        self,
        entry: Entry,
        *,
        commits: Sequence[Entry],
        shown: Options,
        rules: bytes,
        suites: Collection[int],
    ) -> Entry:
        """
        Agree to a table, and give our LOBBY_REVEAL; for the same table, the same one.

        Args:
            commits: the LOBBY_COMMITs of the people shown to the person here, in any
                order.
            shown: the options shown to the person here, whose host is the one this
                client is connected to.
            rules: the hash of the rules and cards these options mean here.
            suites: the ways of dealing that are acceptable here.

        Raises:
            RemoteProtocolError: the table is not the one we committed to sit at, or a
                second one; the nonce stays secret.
        """
        if self._table is not None and entry == self._table.entry:
            self._enter(Event.TABLE_AGAIN)
            return self._reveals[self._own.person.identity].entry
        after = self._after(Event.TABLE)
        table = read_table(entry)
        people = sorted(map(read_commit, commits), key=_identity_of)
        check_commits(table, people)
        if self.commit not in commits:
            raise RemoteProtocolError(Sentence("the table doesn't hold our commitment"))
        if table.options != shown:
            raise RemoteProtocolError(
                Sentence(
                    "the table has options {options}, we were shown others",
                    options=in_words(table.options),
                )
            )
        if table.rules != rules:
            raise RemoteProtocolError(
                Sentence(
                    "the table has rules {rules}, ours are {other}",
                    rules=table.rules.hex(),
                    other=rules.hex(),
                )
            )
        suite = dict(table.options)["suite"]
        if suite not in suites:
            raise RemoteProtocolError(
                Sentence("we don't accept suite {suite}", suite=in_words(suite))
            )
        reveal = read_reveal(make_reveal(self._identity, table, self._nonce), table)
        self._table = table
        self._commits = tuple(people)
        self._reveals = {self._own.person.identity: reveal}
        self._stage = after
        return reveal.entry

    def accept_reveal(self, entry: Entry) -> Charter | None:
        """
        Take one person's LOBBY_REVEAL, and give the charter once all are there.

        Raises:
            RemoteProtocolError: it has no place at our table.
        """
        if self._table is None:
            raise RemoteProtocolError(
                Sentence("a reveal while {stage}", stage=self._stage.name)
            )
        reveal = read_reveal(entry, self._table)
        if reveal.person.identity in self._reveals:
            self._enter(Event.REVEAL_AGAIN)
            return self.charter
        last = self.missing == (reveal.person,)
        self._enter(Event.LAST_REVEAL if last else Event.REVEAL)
        self._reveals[reveal.person.identity] = reveal
        return self.charter

    @property
    def charter(self) -> Charter | None:
        """What was agreed, once it is."""
        if self._table is None or self._stage is not Stage.AGREED:
            return None
        reveals = [self._reveals[person.identity] for person in self._table.people]
        return charter_of(self._table, self._commits, reveals)

    def again(self, nonce: bytes) -> Draw:
        """
        Give this draw up as void, and commit to the next.

        Args:
            nonce: 32 random bytes, new ones.

        Raises:
            RemoteProtocolError: everybody has revealed; there is a game, and no host
                can take it back.
            LocalProtocolError: the nonce isn't new.
        """
        after = self._after(Event.VOIDED)
        if nonce == self._nonce:
            raise LocalProtocolError("a nonce is for one draw")
        person = self._own.person
        new = Draw(
            self._identity,
            person.name,
            nonce=nonce,
            owner=person.owner,
            number=self.number + 1,
        )
        self._stage = after
        return new

    def _after(self, event: Event) -> Stage:
        try:
            return TRANSITIONS[self._stage, event]
        except KeyError:
            raise RemoteProtocolError(
                Sentence(
                    "{event} while {stage} in draw {n}",
                    event=event.name,
                    stage=self._stage.name,
                    n=self.number,
                )
            ) from None

    def _enter(self, event: Event) -> None:
        self._stage = self._after(event)


def _identity_of(commit: Commit) -> bytes:
    return commit.person.identity
