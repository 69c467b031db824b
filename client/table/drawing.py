"""
Our part in a lobby's draw: a commitment and, once everybody is ready, its reveal.

Nothing can be drawn for us without our reveal. We reveal once, for the options that our
player saw and was ready for, and only when the store for that game exists: a player who
can't store what they sign must not be drawn into a game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.client.table.acceptable import commit_of, rules_of
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.game import DISK_PATIENCE
from sealed_wonders.client.table.memory import MemoryStore
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.seat import must_be_written
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import Charter, DrawSide, parse_options
from sealed_wonders.net.lobby.draw import DrawStage
from sealed_wonders.net.log.digests import NONCE_SIZE, ruleset_hash
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.messages import Lobby


class LobbyPart:
    """
    Our part, from sitting down to the beginning of the game.

    Attributes:
        draw: the draw in which we take part; None before we have asked for a seat.
        lobby: the last lobby we received; None before the first.
    """

    def __init__(
        self,
        person: Participant,
        suites: Collection[int],
        environment: Environment,
        unwritten: Callable[[OSError | None], None],
    ) -> None:
        """
        Create a part in no draw.

        Args:
            person: who takes part.
            suites: the suites (ways of handling cards) that we accept.
            environment: without a clock, a store that can't be written at once is an
                error.
            unwritten: called with the error once while the store can't be written, and
                with None when it can.
        """
        self.draw: DrawSide | None = None
        self.lobby: Lobby | None = None
        self._person = person
        self._suites = suites
        self._store_of = environment.store_of
        self._tell_unwritten = unwritten
        self._entropy = environment.entropy
        self._clock = environment.clock
        self._agreed = b""
        """The packed options for which we declared ourselves ready in this draw."""
        self._store: MemoryStore | None = None
        """The store of the game being drawn, once we have revealed."""
        self._is_unwritten = False
        self._trying_again: IDelayedCall | None = None

    def begin(self, number: int = 0) -> DrawSide:
        """Take part in a new draw, because the last one has failed."""
        person = self._person
        return self._take_part(
            DrawSide(
                person.identity,
                person.name,
                nonce=self._entropy(NONCE_SIZE),
                owner=person.owner,
                lender=person.lending_key,
                number=number,
            )
        )

    def _take_part(self, draw: DrawSide) -> DrawSide:
        if self._store is not None:
            self._store.discard()
            self._store = None
        self.draw, self._agreed = draw, b""
        return draw

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby lists us."""
        people = () if self.lobby is None else self.lobby.people
        mine = self._person.identity.public
        return any(it.identity == mine for it in people)

    def show(self, lobby: Lobby) -> DrawSide | None:
        """Take a lobby; return a new draw to sit down for, if one has begun."""
        self.lobby = lobby
        draw = self.draw
        if draw is None:
            return self.begin(lobby.draw)
        if lobby.draw == draw.number and not self._is_forgotten(draw, lobby):
            return None
        # The note names whoever made a new draw necessary.
        if lobby.draw == draw.number + 1:
            return self._take_part(draw.again(self._entropy(NONCE_SIZE)))
        return self.begin(lobby.draw)

    def _is_forgotten(self, draw: DrawSide, lobby: Lobby) -> bool:
        """
        Return whether a host has lost our part in the draw, because it was restarted.
        """
        mine = self._person.identity.public
        is_ready = any(it.ready for it in lobby.people if it.identity == mine)
        return draw.stage is DrawStage.REVEALED and not is_ready

    def agree(self, ready: bool) -> tuple[bytes, bool]:
        """
        Declare that we are ready to play with the last options, or no longer are.

        Returns:
            The hash of these options, and whether this is news to the host.

        Raises:
            LocalProtocolError: there is no lobby yet.
        """
        if self.lobby is None:
            raise LocalProtocolError(
                Sentence("you can't be ready, because there is no lobby")
            )
        self._agreed = self.lobby.options if ready else b""
        mine = self._person.identity.public
        is_new = any(
            it.identity == mine and it.ready != ready for it in self.lobby.people
        )
        return hashlib.sha256(self.lobby.options).digest(), is_new

    def fix(self, wire: Wire, reveal: Callable[[Entry], None]) -> None:
        """
        Take the table that the host has fixed, and reveal for it, if it is ours.

        Args:
            wire: the host's entry.
            reveal: called with our reveal, once the store for this game can be written.

        Raises:
            RemoteProtocolError: it isn't the table that we agreed to.
        """
        if self.lobby is None or self.draw is None:
            raise RemoteProtocolError(Sentence("a draw began before there was a lobby"))
        commits = [commit_of(person.commit).entry for person in self.lobby.people]
        if self.draw.commit not in commits or self._agreed != self.lobby.options:
            # Others are drawing, or we were before a crash, or our player is no longer
            # ready. Nothing can be drawn for us without our reveal.
            return
        options = parse_options(self.lobby.options)
        revealed = self.draw.accept_table(
            Entry.of(wire),
            commits=commits,
            shown=options,
            rules=ruleset_hash(rules_of(options)),
            suites=self._suites,
        )
        self._reveal(revealed, self.draw, reveal)

    def _reveal(
        self, revealed: Entry, draw: DrawSide, reveal: Callable[[Entry], None]
    ) -> None:
        if draw is not self.draw:
            return  # that draw has failed
        if self._store is None:
            # We don't play a game without a store for what we sign.
            self._store = self._store_of(revealed.envelope.prev)
        try:
            self._store.begin()
        except OSError as error:
            if self._clock is None:
                must_be_written(error)
            else:
                self._unwritten(error)
                self._trying_again = self._clock.callLater(
                    DISK_PATIENCE, self._reveal, revealed, draw, reveal
                )
            return
        self._unwritten(None)
        reveal(revealed)

    def _unwritten(self, why: OSError | None) -> None:
        if self._is_unwritten != (why is not None):
            self._is_unwritten = why is not None
            self._tell_unwritten(why)

    def close(self) -> None:
        """Stop retrying."""
        if self._trying_again is not None and self._trying_again.active():
            self._trying_again.cancel()

    # The game that was drawn.

    def store_for(self, charter: Charter) -> MemoryStore:
        """
        Return the store for a game; it is empty if we have just drawn it.

        Raises:
            LocalProtocolError: nothing is stored of an earlier game.
        """
        if self._store is not None and self.is_of(charter):
            return self._store
        store = self._store_of(charter.table)
        if store.is_new:
            store.discard()
            raise LocalProtocolError(
                Sentence(
                    "your signed entries in this game aren't stored here: you can "
                    "continue it only on the machine where you began it"
                )
            )
        return store

    def check(self, charter: Charter) -> None:
        """
        Refuse a game that we didn't agree to.

        A game from before this process is recognized by our own signature in it.

        Raises:
            RemoteProtocolError: it is another game.
        """
        if self.draw is not None and self.is_of(charter):
            for entry in charter.entries[len(charter.people) + 1 :]:
                self.draw.accept_reveal(entry)
            if self.draw.charter != charter:
                raise _another_game()
        elif self.draw is not None and self.draw.stage is DrawStage.REVEALED:
            raise _another_game()

    def is_of(self, charter: Charter) -> bool:
        """Return whether a game is the one that this process has drawn."""
        return self.draw is not None and self.draw.commit in charter.entries


def _another_game() -> RemoteProtocolError:
    return RemoteProtocolError(
        Sentence("the host began a game that you didn't agree to")
    )
