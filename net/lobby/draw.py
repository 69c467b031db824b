"""One person's side of a draw. The host's side is `lobby.coordinator`."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence

from sealed_wonders.core.quoting import shown as in_words
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby.charter import Charter, charter_of, check_commits
from sealed_wonders.net.lobby.entries import (
    AgreedTable,
    Commit,
    LobbyReveal,
    SeatIdentity,
    TablePerson,
    make_commit,
    make_reveal,
    read_commit,
    read_reveal,
    read_table,
)
from sealed_wonders.net.lobby.options import Options
from sealed_wonders.net.log.envelopes import Entry

MAX_DRAWS = 100
"""Maximum draws at one table: more than anybody sits through, and a small number."""


class DrawStage(enum.Enum):
    COMMITTED = enum.auto()
    """Our commitment was sent."""
    REVEALED = enum.auto()
    """We have agreed to a table, and our nonce was sent."""
    AGREED = enum.auto()
    """All nonces are known: there is a game."""
    VOID = enum.auto()
    """Somebody didn't reveal, and a new draw has begun."""


class DrawEvent(enum.Enum):
    TABLE = enum.auto()
    TABLE_AGAIN = enum.auto()
    REVEAL = enum.auto()
    LAST_REVEAL = enum.auto()
    REVEAL_AGAIN = enum.auto()
    VOIDED = enum.auto()


TRANSITIONS: Mapping[tuple[DrawStage, DrawEvent], DrawStage] = {
    (DrawStage.COMMITTED, DrawEvent.TABLE): DrawStage.REVEALED,
    (DrawStage.COMMITTED, DrawEvent.VOIDED): DrawStage.VOID,
    (DrawStage.REVEALED, DrawEvent.TABLE_AGAIN): DrawStage.REVEALED,
    (DrawStage.REVEALED, DrawEvent.REVEAL): DrawStage.REVEALED,
    (DrawStage.REVEALED, DrawEvent.REVEAL_AGAIN): DrawStage.REVEALED,
    (DrawStage.REVEALED, DrawEvent.LAST_REVEAL): DrawStage.AGREED,
    (DrawStage.REVEALED, DrawEvent.VOIDED): DrawStage.VOID,
    (DrawStage.AGREED, DrawEvent.TABLE_AGAIN): DrawStage.AGREED,
    (DrawStage.AGREED, DrawEvent.REVEAL_AGAIN): DrawStage.AGREED,
}


class DrawSide:
    """
    Our side of one draw: our commitment, its table, and the reveals.

    The nonce is revealed for one table only. A host that has seen the effect of a nonce
    on one table can't get it for a second one.
    """

    def __init__(
        self,
        identity: SeatIdentity,
        name: str,
        *,
        nonce: bytes,
        owner: bytes | None = None,
        lender: Identity | None = None,
        number: int = 0,
    ) -> None:
        """
        Commit.

        Args:
            nonce: 32 random bytes, for this draw only.
            owner: the identity that runs this bot; None for a person.
            lender: the machine that lends this seat; None for a machine's own seat.
            number: the number of failed draws at this table, according to the host.

        Raises:
            RemoteProtocolError: the number is out of range.
            LocalProtocolError: the name, the owner or the lender isn't valid.
        """
        if not 0 <= number < MAX_DRAWS:
            raise RemoteProtocolError(
                "draw {n}, but at most {most} draws are allowed",
                n=number,
                most=MAX_DRAWS,
            )
        self.number = number
        self.commit = make_commit(identity, name, owner, number, nonce, lender)
        """Entry that asks for a seat."""
        try:
            self._own = read_commit(self.commit)
        except RemoteProtocolError as error:
            raise LocalProtocolError(sentence_of(error)) from None
        self._identity = identity
        self._lender = lender
        self._nonce = nonce
        self._stage = DrawStage.COMMITTED
        self._table: AgreedTable | None = None
        self._commits: tuple[Commit, ...] = ()
        self._reveals: dict[bytes, LobbyReveal] = {}

    @property
    def stage(self) -> DrawStage:
        return self._stage

    @property
    def missing(self) -> tuple[TablePerson, ...]:
        """People who have yet to reveal at our table."""
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
        Agree to a table, and return our LOBBY_REVEAL; the same one for the same table.

        Args:
            commits: the LOBBY_COMMITs of the people shown to our user, in any order.
            shown: the options shown to our user, which name the host that this client
                is connected to.
            rules: the hash of the rules and cards that these options mean here.
            suites: the suites that are acceptable here.

        Raises:
            RemoteProtocolError: it isn't the table that we committed to, or it is a
                second one; the nonce stays secret.
        """
        if self._table is not None and entry == self._table.entry:
            self._enter(DrawEvent.TABLE_AGAIN)
            return self._reveals[self._own.person.identity].entry
        after = self._after(DrawEvent.TABLE)
        table = read_table(entry)
        people = sorted(map(read_commit, commits), key=_identity_of)
        check_commits(table, people)
        if self.commit not in commits:
            raise RemoteProtocolError(
                Sentence("the table lacks your program's commitment")
            )
        if table.options != shown:
            raise RemoteProtocolError(
                "the table has the options {options}, but your program was shown "
                "different ones",
                options=in_words(table.options),
            )
        if table.rules != rules:
            raise RemoteProtocolError(
                "the table has the rules {rules}, but your program has {other}",
                rules=table.rules.hex(),
                other=rules.hex(),
            )
        suite = dict(table.options)["suite"]
        if suite not in suites:
            raise RemoteProtocolError(
                "this program doesn't accept suite {suite}", suite=in_words(suite)
            )
        made = make_reveal(self._identity, table, self._nonce, self._lender)
        reveal = read_reveal(made, table)
        self._table = table
        self._commits = tuple(people)
        self._reveals = {self._own.person.identity: reveal}
        self._stage = after
        return reveal.entry

    def accept_reveal(self, entry: Entry) -> Charter | None:
        """
        Accept a LOBBY_REVEAL, and return the charter once all are there.

        Raises:
            RemoteProtocolError: the entry isn't valid at our table.
        """
        if self._table is None:
            raise RemoteProtocolError(
                "a reveal at the wrong time: {stage}", stage=self._stage.name
            )
        reveal = read_reveal(entry, self._table)
        if reveal.person.identity in self._reveals:
            self._enter(DrawEvent.REVEAL_AGAIN)
            return self.charter
        last = self.missing == (reveal.person,)
        self._enter(DrawEvent.LAST_REVEAL if last else DrawEvent.REVEAL)
        self._reveals[reveal.person.identity] = reveal
        return self.charter

    @property
    def charter(self) -> Charter | None:
        """The charter, once everybody has revealed."""
        if self._table is None or self._stage is not DrawStage.AGREED:
            return None
        reveals = [self._reveals[person.identity] for person in self._table.people]
        return charter_of(self._table, self._commits, reveals)

    def again(self, nonce: bytes) -> DrawSide:
        """
        Treat this draw as failed, and commit to the next one.

        Args:
            nonce: 32 new random bytes.

        Raises:
            RemoteProtocolError: everybody has revealed. There is a game, and no host
                can take it back.
            LocalProtocolError: the nonce isn't new.
        """
        after = self._after(DrawEvent.VOIDED)
        if nonce == self._nonce:
            raise LocalProtocolError("a nonce is for one draw")
        person = self._own.person
        new = DrawSide(
            self._identity,
            person.name,
            nonce=nonce,
            owner=person.owner,
            lender=self._lender,
            number=self.number + 1,
        )
        self._stage = after
        return new

    def _after(self, event: DrawEvent) -> DrawStage:
        try:
            return TRANSITIONS[self._stage, event]
        except KeyError:
            raise RemoteProtocolError(
                "{event} at the wrong time: {stage} in draw {n}",
                event=event.name,
                stage=self._stage.name,
                n=self.number,
            ) from None

    def _enter(self, event: DrawEvent) -> None:
        self._stage = self._after(event)


def _identity_of(commit: Commit) -> bytes:
    return commit.person.identity
