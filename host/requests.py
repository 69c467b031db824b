"""
Handles the requests of logged-in clients: dispatches each message to its handler.

Rate limits and checks are here. The work is done by the parts of the server.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Template
from sealed_wonders.host.console import CommandRefused, CommandResult
from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.doors import Doors
from sealed_wonders.host.lobby import OpenLobby
from sealed_wonders.host.news import Departed, DiskTrouble
from sealed_wonders.host.peer import Limit, Peer
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.resumption import Resumption
from sealed_wonders.host.rivals import Rivals
from sealed_wonders.host.rollcalls import RollCalls
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.seating import Seater, SeatRequest
from sealed_wonders.host.sidefiles import Backups, SeatBackup
from sealed_wonders.host.supervisor import BotSupervisor
from sealed_wonders.host.tableentry import Summoned, TableEntry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net import notices
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.handovers import takeovers_in
from sealed_wonders.net.identity import is_identity
from sealed_wonders.net.limits import FROM_CLIENT
from sealed_wonders.net.lobby import MAX_PEOPLE
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.log.envelopes import ZERO, Entry
from sealed_wonders.net.log.phases import Reason, WireRefused
from sealed_wonders.net.messages import (
    ANSWER_CAP,
    TAKERS_CAP,
    Account,
    Accounted,
    Attest,
    Backup,
    Depart,
    FromClient,
    Leave,
    ListTables,
    Manage,
    Managed,
    Mark,
    Marked,
    Open,
    Pause,
    Post,
    Prove,
    Read,
    Ready,
    Recall,
    Recalled,
    Retime,
    Say,
    Sit,
    Summon,
    Tables,
    Taker,
    Unseat,
    Whisper,
    Whispered,
    Willing,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.talk import is_signed

COMMAND_LIMIT = Limit(2.0, 20)
"""Commands to the host, each with a possibly long answer."""

READ_LIMIT = Limit(1.0, 16)
"""Requests for a log, each of which may send the whole log."""

CHAT_LIMIT = Limit(1.0, 10)
"""Chat lines, which are sent to everybody."""

LIST_LIMIT = Limit(1.0, 10)
"""Requests for the list of tables, which can have 64 entries."""

SEAT_LIMIT = Limit(4.0, 40)
"""Sitting down, getting up, becoming ready or willing; the whole table is told."""

PROPOSAL_LIMIT = Limit(0.2, 10)
"""Pauses, proposed times, offers to take a seat: people have to read and respond."""

WHISPER_LIMIT = Limit(0.5, 8)
"""
Whispers, each of up to 128 KiB.

A handover takes one or two. A seat that is given away takes one from each of the
others, and another if somebody comes back.
"""

BACKUP_LIMIT = Limit(1 / 10, 4)
"""Backups, each of which is written to disk."""

RECALL_LIMIT = Limit(1.0, 64)
"""Requests for a backup, one for each table there can be."""

REFUSAL_LIMIT = Limit(4.0, 100)
"""
Wires that are refused.

Honest clients send some when they come back, or as a phase ends. Each costs as much as
one that is accepted.
"""

GUESTS_CAP = TAKERS_CAP - MAX_PEOPLE
"""
Maximum number of volunteers for a seat, not counting the host's bots.

There is a place left for one such bot per seat.
"""

WHISPERS_WAITING = FROM_CLIENT.backlog // 4
"""Bytes in a connection's backlog from which no more whispers are passed on to it."""


@dataclass(eq=False, repr=False, slots=True)
class Requests:
    """Handles requests of clients, with all parts of a server."""

    context: Context
    publisher: Publisher
    resumption: Resumption
    seating: Seater
    supervisor: BotSupervisor
    doors: Doors
    rivals: Rivals
    rolls: RollCalls
    manage: Callable[[Peer, Manage], CommandResult]
    kinds: Mapping[type[FromClient], Callable[[Peer, Any], None]] = field(init=False)
    """The handler of each class of messages."""
    _backups: Backups = field(init=False)

    def __post_init__(self) -> None:
        self._backups = Backups(self.context.archive.folder)
        self.kinds = {
            Sit: self._sit,
            Open: self._sit,
            Prove: self._prove,
            Ready: self._ready,
            Pause: self._pause,
            Manage: self._manage,
            Retime: self._retime,
            Leave: self._leave,
            Unseat: self._unseat,
            Post: self._post,
            Read: self._read,
            Say: self._say,
            ListTables: self._look,
            Willing: self._willing,
            Summon: self._summon,
            Whisper: self._whisper,
            Mark: self._mark,
            Account: self._account,
            Attest: self.rolls.attest,
            Depart: self._depart,
            Backup: self._backup,
            Recall: self._recall,
        }

    def answer(self, peer: Peer, message: FromClient) -> None:
        try:
            self.kinds[type(message)](peer, message)
        except Denied as denied:
            peer.refuse(denied.reason, str(denied))

    def _limit(self, peer: Peer, limit: Limit, why: Template) -> None:
        if not self._may(peer, limit):
            raise Denied("too-fast", why())

    def _may(self, peer: Peer, limit: Limit) -> bool:
        return peer.may(limit, self.context.clock.seconds())

    # Seats.

    def _sit(self, peer: Peer, message: Sit | Open) -> None:
        self._limit(peer, SEAT_LIMIT, notices.SITS_TOO_OFTEN)
        lock = None
        if isinstance(message, Open):
            lock = PasswordLock(message.salt, message.key)
            if not lock.is_good:
                raise Denied("no-password", "that can't be a password lock")
        table, commit, wishes = message.table, message.commit, message.wishes
        self.seating.sit(SeatRequest(peer, table, commit, lock, wishes))

    def _prove(self, peer: Peer, message: Prove) -> None:
        self.doors.take_proof(peer, message.salt, message.proof)

    def _ready(self, peer: Peer, message: Ready) -> None:
        self._limit(peer, SEAT_LIMIT, notices.READY_TOO_OFTEN)
        table = self.context.registry.seat_of(peer.identity)
        with self.publisher.changing(table):
            table.phase.ready(peer.identity, message.ready, message.options)

    def _pause(self, peer: Peer, message: Pause) -> None:
        limit = PROPOSAL_LIMIT if message.paused else SEAT_LIMIT
        self._limit(peer, limit, notices.PAUSES_TOO_OFTEN)
        table, game, _seat = self._played_at(message.table, peer)
        with self.publisher.changing(table):
            game.pause(peer.identity, paused=message.paused)

    def _manage(self, peer: Peer, message: Manage) -> None:
        # Exactly one answer per command, because nothing else matches answers to
        # commands.
        try:
            self._limit(peer, COMMAND_LIMIT, notices.MANAGES_TOO_OFTEN)
            answer = self.manage(peer, message)
        except (Denied, CommandRefused) as problem:
            answer = CommandResult(str(problem), is_well=False)
        # Only the beginning of a long list; the admin socket prints all of it.
        lines = answer.text.splitlines()
        if len(lines) > ANSWER_CAP:
            lines[ANSWER_CAP - 1 :] = [
                f"(and {len(lines) - ANSWER_CAP + 1} more lines)"
            ]
        told = Managed(tuple(map(make_line, lines)), answer.is_well)
        peer.connection.send(told)

    def _retime(self, peer: Peer, message: Retime) -> None:
        self._limit(peer, PROPOSAL_LIMIT, notices.RETIMES_TOO_OFTEN)
        table, game, _seat = self._played_at(message.table, peer)
        with self.publisher.changing(table):
            game.retime(peer.identity, message.times, agrees=message.agrees)

    def _leave(self, peer: Peer, message: Leave) -> None:
        self._limit(peer, SEAT_LIMIT, notices.LEAVES_TOO_OFTEN)
        table = self.context.registry.seat_of(peer.identity)
        with self.publisher.changing(table):
            table.phase.leave(peer.identity)

    def _unseat(self, peer: Peer, message: Unseat) -> None:
        self._limit(peer, SEAT_LIMIT, notices.UNSEATS_TOO_OFTEN)
        table = self.context.registry.lobby_of(peer.identity)
        lobby = table.lobby
        if lobby is not None:
            with self.publisher.changing(table):
                lobby.ask_to_get_up(peer.identity, message.identity, message.asks)

    # The log.

    def _post(self, peer: Peer, message: Post) -> None:
        """Accept envelopes one by one; an invalid one doesn't affect the next."""
        for wire in message.wires:
            if not peer.connection.is_open:
                return  # closed because of an earlier one
            try:
                self._take(peer, Entry.of(wire))
            except Denied as denied:
                self._refuse_wire(peer, denied.reason, str(denied))
            except WireRefused as refused:
                self._refuse_wire(peer, refused.reason.value, str(refused))
            except RemoteProtocolError as error:
                self._refuse_wire(peer, Reason.MALFORMED.value, str(error))

    def _refuse_wire(self, peer: Peer, reason: str, detail: str) -> None:
        """Refuse a wire; disconnect a client that sends too many bad ones."""
        if self._may(peer, REFUSAL_LIMIT):
            peer.refuse(reason, detail)
        else:
            said = f"more than {REFUSAL_LIMIT.rate:g} invalid envelopes a second"
            peer.connection.refuse("flood", said)

    def _take(self, peer: Peer, entry: Entry) -> None:
        registry, gid = self.context.registry, entry.envelope.gid
        # Envelopes signed before the game has an id are for the lobby.
        at_lobby = gid == ZERO
        table = registry.lobby_of(peer.identity) if at_lobby else registry.playing(gid)
        if table is None:
            raise WireRefused(Reason.WRONG_GAME, gid.hex())
        self._check_taker(table, entry)
        proof = None
        with self.publisher.changing(table):
            bots, holders = table.own_bots, table.holders
            match table.phase:
                case OpenLobby() as lobby:
                    lobby.reveal(peer.identity, entry)
                case RunningGame() as game:
                    if table.state is TableState.STOPPED:
                        raise Denied("stopped", table.reason)
                    proof = game.post(peer.identity, entry)
                case _:
                    assert_never(table.phase)
            table.advance()
            self.supervisor.took_seats(table, bots)
            if holders != table.holders:
                with self._written():
                    self._backups.prune(gid, table.holders)
            if proof is not None:
                table.keep_proof(proof)
        if proof is not None:
            raise Denied(
                "two-versions", "a different version of this entry was signed earlier"
            )

    def _read(self, peer: Peer, message: Read) -> None:
        table = self.context.registry.find(message.table)
        if table is None:
            # If the game is suspended, the request is carried out when it resumes.
            peer.read_from = message
            self.resumption.check_not_suspended(peer, message.table)
            peer.read_from = None
            raise Denied("no-table", notices.NO_TABLE(name=f"{message.table!r}"))
        self._limit(peer, READ_LIMIT, notices.READS_TOO_OFTEN)
        self.doors.check_at(peer, table)
        self.publisher.subscribe(peer, table)
        table.subscriptions[peer.connection].read(message)

    # Seats that change hands.

    def _willing(self, peer: Peer, message: Willing) -> None:
        limit = PROPOSAL_LIMIT if message.willing else SEAT_LIMIT
        self._limit(peer, limit, notices.WILLING_TOO_OFTEN)
        if not message.willing:
            self._unwilling(peer, message.table)
            return
        table, owner = self._game_at(message.table), message.owner
        if table.phase.has_sat(peer.identity):
            raise Denied("had-seat", f"you have, or had, a seat at {message.table!r}")
        is_bot = owner == self.context.host
        self._check_owner(peer, owner)
        if not is_bot:
            self.doors.check_at(peer, table)
        self._check_takers(peer, table, is_bot=is_bot)
        self.publisher.subscribe(peer, table)
        taker = Taker(peer.name, peer.identity, owner, peer.lender, None)
        table.subscriptions[peer.connection].taker = taker

    def _check_owner(self, peer: Peer, owner: bytes | None) -> None:
        """Raise `Denied` if a bot claims an owner that it can't have."""
        is_forged = owner == self.context.host and not peer.origin.is_near
        is_bot = peer.lender is None and owner != peer.identity
        is_good = owner is None or (is_bot and is_identity(owner))
        if is_forged or not is_good:
            raise Denied(
                "bad-taker", f"{peer.name!r} isn't a bot of the owner that it names"
            )

    def _check_takers(self, peer: Peer, table: TableEntry, *, is_bot: bool) -> None:
        """Raise `Denied` if there is no room for another volunteer for a seat."""
        others = [it for it in table.takers if it.identity != peer.identity]
        guests = [it for it in others if it.owner != self.context.host]
        if len(others) >= TAKERS_CAP or (not is_bot and len(guests) >= GUESTS_CAP):
            raise Denied(
                "table-full", "enough others are already willing to take a seat there"
            )

    def _unwilling(self, peer: Peer, name: str) -> None:
        table = self.context.registry.find(name)
        subscription = table and table.subscriptions.get(peer.connection)
        if table is not None and subscription:
            subscription.taker = None
            self.publisher.change(table)

    def _summon(self, peer: Peer, message: Summon) -> None:
        self._limit(peer, SEAT_LIMIT, notices.SUMMONS_TOO_OFTEN)
        table, game, seat = self._played_at(message.table, peer)
        if seat in game.left:
            raise Denied("left", f"the game goes on without {peer.name}")
        about = seat if message.seat is None else message.seat
        if about not in game.fold.active:
            raise Denied("no-seat", f"nobody plays in that seat at {message.table!r}")
        may_be_given = rescues(game.fold.charter.options) and about in game.fold.missing
        if about != seat and not may_be_given:
            raise Denied(
                "no-seat", f"that seat at {message.table!r} isn't being handed over"
            )
        self.supervisor.summon(table, Summoned(seat, about))

    def _whisper(self, peer: Peer, message: Whisper) -> None:
        """Pass on an encrypted message to a single recipient."""
        self._limit(peer, WHISPER_LIMIT, notices.WHISPERS_TOO_OFTEN)
        table = self._game_at(message.table)
        if not table.may_whisper(peer.identity):
            raise Denied("no-seat", f"you have no seat at {message.table!r}")
        to = self.context.peers.of(message.to)
        if to is None or to is peer or not table.may_whisper(to.identity):
            raise Denied("not-there", "the recipient isn't connected")
        if not any(table.phase.seats(it.identity) for it in (peer, to)):
            raise Denied("not-there", "the recipient isn't connected")
        # A slow reader would be disconnected, and anybody may be a volunteer.
        if to.connection.backlog > WHISPERS_WAITING:
            raise Denied("too-fast", notices.TOO_MUCH_TO_READ())
        # A whisper about a seat refers to the game's current state.
        self.publisher.inform(to, table)
        to.connection.send(Whispered(table.name, peer.identity, message.sealed))

    # Comparison of states.

    def _mark(self, peer: Peer, message: Mark) -> None:
        """Pass a mark on, with its signature, which every client checks."""
        table, game, _seat = self._played_at(message.table, peer)
        marked = Marked(message.phase, message.digest, message.mark, message.signature)
        with self.publisher.changing(table):
            game.mark(peer.identity, marked)

    def _account(self, peer: Peer, message: Account) -> None:
        """Pass on how a seat's rules compute the state, because others differ."""
        self._limit(peer, WHISPER_LIMIT, notices.WHISPERS_TOO_OFTEN)
        table, _game, seat = self._played_at(message.table, peer)
        told = Accounted(table.name, seat, message.phase, message.account)
        for connection in table.subscriptions:
            reads = connection.backlog <= WHISPERS_WAITING
            other = self.context.peers.find(connection)
            # A spectator with a delay mustn't hear of a phase that they don't see yet.
            is_late = table.shown_to(None if other is None else other.identity)
            if other is not peer and reads and is_late is None:
                connection.send(told)

    def _depart(self, peer: Peer, message: Depart) -> None:
        """Report to the operator where a player says that they continue the game."""
        self._limit(peer, PROPOSAL_LIMIT, notices.DEPARTS_TOO_OFTEN)
        table, game, seat = self._played_at(message.table, peer)
        told = Departed(table.name, game.names[seat], message.name, message.pin.hex())
        self.context.tell(told)

    # Backups for another machine.

    def _backup(self, peer: Peer, message: Backup) -> None:
        """Store a seat's backup; say nothing if it comes too late or too often."""
        table = self.context.registry.find(message.table)
        game = None if table is None else table.running
        if table is None or game is None:
            return
        if game.seat_of(peer.identity) is None or not self._may(peer, BACKUP_LIMIT):
            return
        with self._written():
            backup = SeatBackup(peer.identity, message.tag, message.box)
            self._backups.keep(game.gid, backup, table.holders)

    def _recall(self, peer: Peer, message: Recall) -> None:
        """Return the backup stored under a tag, to anybody who knows the tag."""
        self._limit(peer, RECALL_LIMIT, notices.RECALLS_TOO_OFTEN)
        table = self.context.registry.find(message.table)
        game = None if table is None else table.game
        left = None if game is None else self._backups.find(game.gid, message.tag)
        if table is not None and left is not None:
            self.rivals.words_used(table, left.identity)
        box = None if left is None else left.box
        peer.connection.send(Recalled(message.table, box))

    @contextlib.contextmanager
    def _written(self) -> Iterator[None]:
        """Report an error in writing backups, and go on without them."""
        try:
            yield
        except OSError as error:
            self.context.tell(DiskTrouble(f"can't write backups: {error.strerror}"))

    def _game_at(self, name: str) -> TableEntry:
        """Return a table with a running game, or raise `Denied`."""
        table = self.context.registry.find(name)
        if table is None:
            raise Denied("no-table", notices.NO_TABLE(name=f"{name!r}"))
        if table.running is None:
            raise Denied("no-game", f"no game is in progress at {name!r}")
        return table

    def _played_at(self, name: str, peer: Peer) -> tuple[TableEntry, RunningGame, Seat]:
        """Return a table, its running game and a player's seat; or raise `Denied`."""
        table = self._game_at(name)
        game = table.game
        seat = None if game is None else game.seat_of(peer.identity)
        if game is None or seat is None:
            raise Denied("no-seat", f"you don't play at {name!r}")
        return table, game, seat

    def _check_taker(self, table: TableEntry, entry: Entry) -> None:
        """Raise `Denied` if a taker poses as our bot: we trust and restart those."""
        context = self.context
        for takeover in takeovers_in(entry):
            person = takeover.person
            if person.owner != context.host or context.bots.keeps(person.identity):
                continue
            taker = Taker(*person, seat=None)
            if taker not in table.takers and not table.phase.has_sat(person.identity):
                raise Denied(
                    "bad-taker", f"{person.name!r} isn't one of this host's bots"
                )

    # Other people.

    def _say(self, peer: Peer, message: Say) -> None:
        """Add a chat line for everybody at the table, if its sender is subscribed."""
        table = self.context.registry.find(message.table)
        if table is None or peer.connection not in table.subscriptions:
            raise Denied("no-seat", f"you aren't at {message.table!r}")
        self._limit(peer, CHAT_LIMIT, notices.SAYS_TOO_MUCH)
        said = message.said
        is_own = (said.identity, said.name) == (peer.identity, peer.name)
        if not (is_own and is_signed(said)):
            raise Denied("unsigned", "the message isn't signed by its sender")
        table.talk.add(said)
        game = table.game
        with self.publisher.changing(table):
            if game is not None:
                game.heard(said.identity, said.place, said.code)

    def _look(self, peer: Peer, message: ListTables) -> None:
        self._limit(peer, LIST_LIMIT, notices.LOOKS_TOO_OFTEN)
        lines = self.context.registry.lines(peer.identity, message.table)
        peer.connection.send(Tables(lines))
