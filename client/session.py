"""
One player's way through a host: the tables, a lobby, a game.

Takes the host's messages and gives messages to send; it knows no socket and no clock.
A connection may break off at any moment: the session is told of the next one, and goes
on where it stood.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence

from sealed_wonders.client.memory import InMemory, Store
from sealed_wonders.client.players import LobbyNews, Player
from sealed_wonders.client.seat import Seat
from sealed_wonders.core.game import Move, Ruleset
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import (
    MAX_PEOPLE,
    Charter,
    Draw,
    Options,
    name_key,
    open_charter,
    parse_options,
    read_commit,
)
from sealed_wonders.net.lobby.draw import Stage
from sealed_wonders.net.log.digests import NONCE_SIZE, rules_hash
from sealed_wonders.net.log.envelopes import Wire, parse
from sealed_wonders.net.log.phases import LOBBY
from sealed_wonders.net.messages import (
    Chat,
    Clock,
    Closed,
    FromClient,
    FromHost,
    Leave,
    Lobby,
    Log,
    Person,
    Presence,
    Read,
    Ready,
    Refused,
    Say,
    Sit,
    Welcome,
    posts,
)
from sealed_wonders.net.messages import Draw as DrawMessage
from sealed_wonders.net.suites import OPEN, begin

LOBBY_CAP = 2 * MAX_PEOPLE + 1
"""Entries of the longest lobby: a COMMIT and a REVEAL of each, and the TABLE."""

StoreOf = Callable[[bytes], Store]
"""Gives the store for a game's id."""


class Session:
    """
    One player at one host.

    Attributes:
        table: the name of the table we sit at; empty until the host has said it.
        seat: our seat, once the game has begun.
        over: the game has ended, stopped, or was closed: nothing more will happen.
        finished: it has ended as it should, signed by all.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        player: Player,
        send: Callable[[FromClient], None],
        *,
        table: str = "",
        owner: bytes | None = None,
        store_of: StoreOf = lambda gid: InMemory(),
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        suites: Collection[int] = (OPEN,),
    ) -> None:
        """
        Make ready to sit down.

        Args:
            send: sends a message; what is sent while there is no connection is lost.
            table: which table to sit at; empty for whichever is open.
            owner: the identity that runs this bot; None for a person.
            suites: the ways of keeping cards this player accepts.
        """
        self.table = table
        self.seat: Seat | None = None
        self.over = False
        self.finished = False
        self._identity = identity
        self._name = name
        self._player = player
        self._send = send
        self._owner = owner
        self._store_of = store_of
        self._entropy = entropy
        self._suites = suites
        self._host = b""
        """The host's identity, which signs its tables."""
        self._draw: Draw | None = None
        self._lobby: Lobby | None = None
        self._agreed = b""
        """The packed options we said we were ready for, in this draw."""
        self._early: list[Wire] = []
        """Entries of a log whose lobby isn't complete yet."""
        self._asked = -1
        """The phase of the last question asked."""

    # What the link tells us.

    def welcomed(self, welcome: Welcome) -> None:
        """Take the host's welcome, the first on each connection, and sit down."""
        self._host = welcome.identity
        self._player.online(True)
        self._player.tables(welcome.name, welcome.tables)
        if self.seat is not None:
            self._send(Read(self.table, self.seat.fold.position))
            self._post(self.seat.unheard())
            return
        self._early = []
        is_there = any(self._is_here(line.name) for line in welcome.tables)
        if self._draw is None or not is_there:
            # A host that was restarted has another table, and begins to count again.
            self._draw, self._agreed = self._new_draw(0), b""
        self._send(Sit(self.table, self._draw.commit))

    def lost(self) -> None:
        """Take note that the connection broke off."""
        self._player.online(False)

    def receive(self, message: FromHost) -> None:
        """
        Take a message.

        Raises:
            RemoteProtocolError: the host sends what no honest host does.
        """
        if self.over:
            return
        match message:
            case Lobby(table) if not self.table or self._is_here(table):
                self._take_lobby(message)
            case DrawMessage(table, wire) if self._is_here(table):
                self._take_draw(wire)
            case Log(table) if not self.table or self._is_here(table):
                self._take_log(message)
            case Clock(table, seconds, phase) if self._is_here(table):
                self._take_clock(seconds, phase)
            case Refused("no-table", detail) if self.seat is not None:
                self.over = True
                self._player.closed(detail)
            case Refused(reason, detail):
                self._player.refused(reason, detail)
            # Whoever has a seat at two tables hears of both.
            case Presence(table, here) if self._is_here(table):
                self._player.presence(here)
            case Chat(table, name, text) if self._is_here(table):
                self._player.chat(name, text)
            case Closed(table, reason) if self._is_here(table):
                self.over = True
                self._player.closed(reason)

    def _is_here(self, table: str) -> bool:
        """Tell whether a table is ours: the host may spell its name in another way."""
        return name_key(table) == name_key(self.table)

    # What the player does.

    def ready(self, ready: bool = True) -> None:
        """Say that we are ready to begin, with the options we were shown."""
        if self._lobby is None:
            raise LocalProtocolError("there is no lobby to be ready in")
        self._agreed = self._lobby.options if ready else b""
        shown = hashlib.sha256(self._lobby.options).digest()
        self._send(Ready(ready, shown))

    def say(self, text: str) -> None:
        """
        Say something to the table.

        Raises:
            ValueError: it isn't a line that can be sent.
        """
        self._send(Say(text))

    def leave(self) -> None:
        """Get up from the table."""
        self._send(Leave())

    # The lobby.

    def _new_draw(self, number: int) -> Draw:
        return Draw(
            self._identity,
            self._name,
            nonce=self._entropy(NONCE_SIZE),
            owner=self._owner,
            number=number,
        )

    def _take_lobby(self, lobby: Lobby) -> None:
        if self.seat is not None:
            return
        options = parse_options(lobby.options)
        _check_shown(lobby.people)
        if dict(options)["host"] != self._host:
            raise RemoteProtocolError("the options name another host")
        self.table = lobby.table
        self._lobby = lobby
        if self._draw is None or lobby.draw != self._draw.number:
            # Whoever made another draw necessary is named in the note.
            self._agreed = b""
            if self._draw is None or lobby.draw != self._draw.number + 1:
                self._draw = self._new_draw(lobby.draw)
            else:
                self._draw = self._draw.again(self._entropy(NONCE_SIZE))
            self._send(Sit(self.table, self._draw.commit))
        self._player.lobby(
            LobbyNews(
                lobby.table, options, lobby.seats_wanted, lobby.people, lobby.note
            )
        )

    def _take_draw(self, wire: Wire) -> None:
        if self.seat is not None:
            return
        if self._lobby is None or self._draw is None:
            raise RemoteProtocolError("a draw before there is a lobby")
        commits = [person.commit for person in self._lobby.people]
        if self._draw.commit not in commits or self._agreed != self._lobby.options:
            # Others draw, or we did before a crash; or we have just thought better of
            # it. Nothing can be drawn for us without our reveal.
            return
        options = parse_options(self._lobby.options)
        reveal = self._draw.accept_table(
            wire,
            commits=commits,
            shown=options,
            rules=rules_hash(rules_of(options).facts),
            suites=self._suites,
        )
        self._post([reveal])

    # The game.

    def _take_log(self, message: Log) -> None:
        if self.seat is None:
            self._begin(message)
            return
        position = self.seat.fold.position
        if message.entry > position:
            self._send(Read(self.table, position))
            return
        if message.entry < position and not message.wires:
            # Its machine went down, and it has forgotten what it had told us.
            self._post(self.seat.fold.entries(message.entry))
            self._post(self.seat.unheard())
        self._play(self.seat, message.wires[position - message.entry :])

    def _begin(self, message: Log) -> None:
        """Collect entries until the lobby is complete, then take our seat."""
        if message.entry > len(self._early) or not message.wires:
            self.table = message.table
            self._send(Read(message.table, len(self._early)))
            return
        self._early += message.wires[len(self._early) - message.entry :]
        if not _lobby_is_whole(self._early):
            if len(self._early) >= LOBBY_CAP:
                raise RemoteProtocolError("a log whose lobby has no end")
            return
        charter = open_charter(self._early)
        self._check_agreed(charter)
        if charter.seat_of(self._identity.public) is None:
            self.over = True
            self._player.closed("the game began without you")
            return
        fold = begin(charter, rules_of(charter.options))
        store = self._store_of(charter.gid)
        self.seat = Seat(self._identity, fold, store, self._entropy)
        self._player.began(charter, self.seat.number)
        rest, self._early = self._early[fold.position :], []
        self._play(self.seat, rest)

    def _check_agreed(self, charter: Charter) -> None:
        """
        Refuse a game we didn't agree to.

        One from before this process is known by our own signature in it.
        """
        if self._draw is not None and self._draw.commit in charter.wires:
            for wire in charter.wires[len(charter.people) + 1 :]:
                self._draw.accept_reveal(wire)
            if self._draw.charter != charter:
                raise RemoteProtocolError("the host began another game than we agreed")
        elif self._draw is not None and self._draw.stage is Stage.REVEALED:
            raise RemoteProtocolError("the host began another game than we agreed")
        if charter.suite not in self._suites:
            raise RemoteProtocolError(f"we don't accept suite {charter.suite}")

    def _play(self, seat: Seat, wires: Sequence[Wire]) -> None:
        for state in seat.receive(wires):
            self._player.happened(state, seat.secrets.faces())
        self._post(seat.take())
        fold = seat.fold
        if fold.fraud is not None:
            self.over = True
            self._player.fraud(fold.fraud)
            return
        if fold.over:
            self.over = self.finished = True
            self._player.ended(fold.state.score())
            return
        question = seat.question
        if question is not None and question.phase != self._asked:
            self._asked = question.phase
            self._player.asked(
                question, lambda move: self._answer(question.phase, move)
            )
        else:
            self._player.waiting(fold.missing)

    def _answer(self, phase: int, move: Move, *, late: bool = False) -> None:
        seat = self.seat
        if seat is None or seat.question is None or seat.question.phase != phase:
            return
        question = seat.question
        seat.answer(move)
        self._player.sealed(question, move, late=late)
        self._post(seat.take())

    def _take_clock(self, seconds: int | None, phase: int) -> None:
        seat = self.seat
        if seat is None or not dict(seat.fold.charter.options)["turn_time"]:
            return  # nobody agreed to be hurried
        self._player.clock(seconds)
        question = seat.question
        if seconds == 0 and question is not None and question.phase == phase:
            self._answer(phase, question.default, late=True)

    def _post(self, wires: Sequence[Wire]) -> None:
        for message in posts(wires):
            self._send(message)


def _check_shown(people: Sequence[Person]) -> None:
    """Refuse a lobby that shows other people than those who have committed."""
    for person in people:
        if read_commit(person.commit).person != (
            person.name,
            person.identity,
            person.owner,
        ):
            raise RemoteProtocolError(
                f"the commitment shown as {person.name!r}'s is somebody else's"
            )


def rules_of(options: Options) -> Ruleset:
    """
    Give the ruleset of a table's options.

    Raises:
        RemoteProtocolError: we know no such game.
    """
    values = dict(options)
    game, players = values["game"], values["players"]
    try:
        return ruleset(str(game), int(players), values)
    except ValueError as problem:
        raise RemoteProtocolError(str(problem)) from None


def _lobby_is_whole(wires: Sequence[Wire]) -> bool:
    """Tell whether a log's lobby is all there: as many reveals as commitments."""
    kinds = []
    for wire in wires:
        envelope = parse(wire.env)
        if envelope.lane != LOBBY:
            return True
        kinds.append(envelope.kind)
    reveals = kinds.count("LOBBY_REVEAL")
    return 0 < reveals == kinds.count("LOBBY_COMMIT")
