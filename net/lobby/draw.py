"""
One person's side of a draw. The host's side is `lobby.coordinator`.

docs/PROTOCOL.md (The lobby) fixes the entries.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence

from sealed_wonders.core.quoting import shown as in_words
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby.charter import Charter, check_commits
from sealed_wonders.net.lobby.entries import (
    Commit,
    TablePerson,
    make_commit,
    make_reveal,
    read_commit,
    read_table,
)
from sealed_wonders.net.lobby.options import Options
from sealed_wonders.net.lobby.reveals import Reveals
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


class DrawSide:
    """
    Our side of one draw: our commitment, its table, and the reveals.

    The nonce is revealed for one table only. A host that has seen the effect of a nonce
    on one table can't get it for a second one.
    """

    def __init__(
        self,
        identity: Identity,
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
        self._reveals: Reveals | None = None
        """None until we have agreed to a table."""
        self._is_void = False

    @property
    def stage(self) -> DrawStage:
        if self._is_void:
            return DrawStage.VOID
        if self._reveals is None:
            return DrawStage.COMMITTED
        return DrawStage.REVEALED if self._reveals.missing else DrawStage.AGREED

    @property
    def missing(self) -> tuple[TablePerson, ...]:
        """People who have yet to reveal at our table."""
        return () if self._reveals is None else self._reveals.missing

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
        if self._reveals is not None and entry == self._reveals.table.entry:
            self._require("TABLE_AGAIN", DrawStage.REVEALED, DrawStage.AGREED)
            return self._reveals.entries[0]
        self._require("TABLE", DrawStage.COMMITTED)
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
        reveals = Reveals(table, people)
        reveals.add(made)
        self._reveals = reveals
        return made

    def accept_reveal(self, entry: Entry) -> Charter | None:
        """
        Accept a LOBBY_REVEAL, and return the charter once all are there.

        Raises:
            RemoteProtocolError: the entry isn't valid at our table.
        """
        if self._reveals is None:
            raise RemoteProtocolError(
                "a reveal at the wrong time: {stage}", stage=self.stage.name
            )
        self._require("REVEAL", DrawStage.REVEALED, DrawStage.AGREED)
        self._reveals.add(entry)
        return self.charter

    @property
    def charter(self) -> Charter | None:
        """The charter, once everybody has revealed."""
        return None if self._reveals is None else self._reveals.charter

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
        self._require("VOIDED", DrawStage.COMMITTED, DrawStage.REVEALED)
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
        self._is_void = True
        return new

    def _require(self, event: str, *stages: DrawStage) -> None:
        if self.stage not in stages:
            raise RemoteProtocolError(
                "{event} at the wrong time: {stage} in draw {n}",
                event=event,
                stage=self.stage.name,
                n=self.number,
            )


def _identity_of(commit: Commit) -> bytes:
    return commit.person.identity
