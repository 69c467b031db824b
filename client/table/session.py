"""
One player's way through a host: the tables, a lobby, a game.

Takes the host's messages and gives messages to send; it knows no socket and no clock.
A connection may break off at any moment: the session is told of the next one, and goes
on where it stood.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.client.table.exchange import Exchange
from sealed_wonders.client.table.memory import InMemory, Store
from sealed_wonders.client.table.players import LobbyNews, Player
from sealed_wonders.client.table.seat import Outcome, Parted, Seat, must_be_written
from sealed_wonders.client.table.taking import has_taken
from sealed_wonders.client.table.voting import Voter
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Move, Ruleset, State
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import (
    MAX_PEOPLE,
    Charter,
    Commit,
    Draw,
    Options,
    name_key,
    open_charter,
    parse_options,
    read_commit,
)
from sealed_wonders.net.lobby import Person as Seated
from sealed_wonders.net.lobby.draw import Stage
from sealed_wonders.net.log.digests import NONCE_SIZE, ruleset_hash
from sealed_wonders.net.log.envelopes import NOBODY, Entry, Wire, wires_of
from sealed_wonders.net.log.lanes import LOBBY, MAIN
from sealed_wonders.net.log.phases import parse_offered
from sealed_wonders.net.messages import (
    Chat,
    Clock,
    Closed,
    FromClient,
    FromHost,
    Leave,
    Lobby,
    Log,
    Look,
    Person,
    Presence,
    Read,
    Ready,
    Refused,
    Say,
    Sit,
    Summon,
    Tables,
    Taker,
    Takers,
    Welcome,
    Whisper,
    Whispered,
    Willing,
    posts,
)
from sealed_wonders.net.messages import Draw as DrawMessage
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.suites import NETWORKED, OPEN, begin
from sealed_wonders.net.verification import Work, at_once

LOBBY_CAP = 2 * MAX_PEOPLE + 1
"""Entries of the longest lobby: a COMMIT and a REVEAL of each, and the TABLE."""

LOBBY_FOLLOWS = ("drawing", "wrong-draw")
"""Why nobody can sit down just now; the host tells at once how it stands at the table."""

StoreOf = Callable[[bytes], Store]
"""Gives the store for a game, by the hash of the table that was agreed on."""


class Unacceptable(RemoteProtocolError):
    """A table that is as it says, and that we don't sit down at."""


def _raise(error: Exception | None) -> None:
    if error is not None:
        raise error


class Session:
    """
    One player at one host.

    Attributes:
        table: the name of the table we sit at; empty until the host has said it.
        seat: our seat, once the game has begun.
        over: the game has ended, stopped, or was closed: nothing more will happen.
        finished: it has ended as it should, signed by all.
        stopped: told when it is over, with None; or that it can't go on, by what was
            found out after a message was received; set by whoever wants to know.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        player: Player,
        send: Callable[[FromClient], None],
        *,
        table: str = "",
        sits: bool = True,
        owner: bytes | None = None,
        store_of: StoreOf = lambda gid: InMemory(),
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        work: Work = at_once,
        suites: Collection[int] = NETWORKED,
        stays: bool = False,
        clock: IReactorTime | None = None,
        looks_on: bool = False,
    ) -> None:
        """
        Make ready to sit down.

        Args:
            send: sends a message; what is sent while there is no connection is lost.
            table: which table to sit at; empty for whichever is open.
            sits: if no table is named, sit down at whichever is open, or go on with a
                game of ours; else nothing is asked for before `sit` is called, unless we
                sit at a table that hasn't begun.
            owner: the identity that runs this bot; None for a person.
            work: does what takes long.
            suites: the ways of keeping cards this player accepts.
            stays: hear what is said at the table when the game is over, too.
            clock: tells how long somebody is waited for; without one nothing is voted on,
                and no seat changes hands.
            looks_on: don't sit down at the table, but look on, and take a seat that
                somebody hands over.
        """
        self.table = table
        self.seat: Seat | None = None
        self.over = False
        self.finished = False
        self.stopped: Callable[[Exception | None], None] = _raise
        self._identity = identity
        self._name = name
        self._player = player
        self._send = send
        self._owner = owner
        self._store_of = store_of
        self._entropy = entropy
        self._work = work
        self._suites = suites
        self._stays = stays
        self._clock = clock
        self._voter: Voter | None = None
        self._exchange: Exchange | None = None
        self._looks_on = looks_on
        self._takers: tuple[Taker, ...] = ()
        self._handed: dict[int, list[Seated]] = {}
        """Who has had which seat, as far as the player was told, but for the first."""
        self._has_begun = False
        """The player was told that we have a seat."""
        self._first: State | None = None
        """What the game began with."""
        self._here: Sequence[bool] = ()
        self._known_frauds: set[tuple[int, int]] = set()
        """Of which the player was told, by phase and seat."""
        self._is_out = False
        """The player was told that the others go on without us."""
        self._is_stuck = False
        """The player was told that we can't play on with the seat that we were given."""
        self._is_idle = False
        """The game is over, and we are still there."""
        self._chooses = not sits and not table
        """Which table it is, is said while we are connected."""
        self._sits = not (self._chooses or looks_on)
        """We want to sit at `table`."""
        self._host = b""
        """The host's identity, which signs its tables."""
        self._host_name = ""
        self._draw: Draw | None = None
        self._store: Store | None = None
        """Of the game that is drawn, once we have revealed."""
        self._lobby: Lobby | None = None
        self._agreed = b""
        """The packed options we said we were ready for, in this draw."""
        self._left: set[str] = set()
        """Tables at which games of ours go on that we haven't chosen to go on with."""
        self._early: list[Entry] = []
        """Entries of a log whose lobby isn't complete yet."""
        self._asked_from = -1
        """The entry from which the log was asked for last, on this connection."""
        self._length = 0
        """How many entries the host says the log has."""
        self._proven: set[int] = set()
        """The seats that were seen to sign two versions."""
        self._asked = -1
        """The phase of the last question asked."""
        self._late = -1
        """The phase in which time is out, whether we are there yet or not."""

    # What the link tells us.

    def welcomed(self, welcome: Welcome) -> None:
        """Take the host's welcome, the first on each connection, and sit down."""
        self._host, self._host_name = welcome.identity, welcome.name
        self._player.online(True)
        self._player.tables(welcome.name, welcome.tables)
        if self.seat is not None:
            # Asked for before it is told that there is more: a table that is gone says so.
            self._ask_for_log(self.seat.position)
            if not self._is_idle:
                self._post(self.seat.unheard())
            had = self.seat.fold.handovers.seat_of(self._identity.public)
            if self._looks_on and had is None:
                self._send(Willing(self.table, True, self._owner))
            return
        self._early = []
        if self._looks_on:
            self._send(Willing(self.table, True, self._owner))
            self._send(Read(self.table, 0))
            return
        if not self._sits:
            return
        is_there = any(self._is_here(line.name) for line in welcome.tables)
        draw = self._draw
        if draw is None or not is_there:
            # A host that was restarted has another table, and begins to count again.
            draw = self._take_part(self._new_draw(0))
        self._send(Sit(self.table, draw.commit.wire))

    def lost(self) -> None:
        """Take note that the connection broke off."""
        if self._voter is not None:
            self._voter.lost()
        if self._exchange is not None:
            self._exchange.lost()
        if self._takers:
            # Who is there by then is told anew.
            self._takers = ()
            self._player.takers(())
            if self._exchange is not None:
                self._exchange.takers(())
        self._player.online(False)

    def close(self) -> None:
        """Do nothing more by ourselves; nothing that we still do is heard."""
        if self.seat is not None:
            self.seat.close()
            if self.seat.looked_on:
                self.seat.forget()
        if self._voter is not None:
            self._voter.close()
        if self._exchange is not None:
            self._exchange.close()

    def receive(self, message: FromHost) -> None:
        """
        Take a message.

        Raises:
            RemoteProtocolError: the host sends what no honest host does.
        """
        if self.over:
            if self._is_idle:
                self._receive_idle(message)
            return
        match message:
            case Lobby() if self._is_ours(message):
                self._take_lobby(message)
            case Log(table) if not (self._sits or self._looks_on) and self.seat is None:
                # A game we have left: whoever chooses a table chooses it or doesn't.
                self._left.add(name_key(table))
            case Log(table) if not self.table or self._is_here(table):
                self._take_log(message)
            case Refused():
                self._take_refusal(message)
            case Tables(tables):
                self._player.tables(self._host_name, tables)
            # Whoever has a seat at two tables hears of both.
            case (
                DrawMessage(table)
                | Clock(table)
                | Presence(table)
                | Chat(table)
                | Takers(table)
                | Whispered(table)
                | Closed(table)
            ) if self._is_here(table):
                self._receive_here(message)

    def _receive_here(
        self,
        message: DrawMessage | Clock | Presence | Chat | Takers | Whispered | Closed,
    ) -> None:
        """Take what is said of our own table."""
        match message:
            case DrawMessage(_, wire):
                self._take_draw(wire)
            case Clock(_, seconds, phase):
                self._take_clock(seconds, phase)
            case Presence(_, here):
                self._here = here
                self._player.presence(here)
                if self._voter is not None and self._exchange is not None:
                    self._voter.presence(here)
                    self._exchange.presence(here)
                    self._tell()
            case Chat(_, name, text):
                self._player.chat(name, text)
            case Takers(_, takers):
                self._takers = takers
                self._player.takers(takers)
                if self._exchange is not None:
                    self._exchange.takers(map(_seated, takers))
            case Whispered(_, sender, sealed):
                if self._exchange is not None:
                    self._exchange.whispered(sender, sealed)
                    self._tell()
            case Closed(_, reason):
                self.over = True
                self._player.closed(reason)

    def _take_refusal(self, refused: Refused) -> None:
        if refused.reason == "no-table" and self.seat is not None:
            self.over = True
            self._player.closed(refused.detail)
            return
        if refused.reason == "not-there" and self._exchange is not None:
            self._exchange.not_there()
            return
        if self._exchange is not None:
            self._exchange.refused()
        is_told = refused.reason in LOBBY_FOLLOWS
        if self._chooses and not self.is_seated and not is_told:
            # Nor is it asked for again; another table may be.
            self._sits, self.table = False, ""
        self._player.refused(refused.reason, refused.detail)

    def _receive_idle(self, message: FromHost) -> None:
        """Take a message when the game is over: of those who are there, and of another."""
        match message:
            case Chat(table, name, text) if self._is_here(table):
                self._player.chat(name, text)
            case Presence(table, here) if self._is_here(table):
                self._player.presence(here)
            case Lobby(table, people=people) if self._is_here(table):
                self._player.again([person.name for person in people])
            case Log(table) if self._is_here(table) and message.entry == 0:
                self._player.again([])
            case Refused(reason, detail) if reason != "no-table":
                self._player.refused(reason, detail)

    @property
    def is_done(self) -> bool:
        """Nothing that the host may still say means anything to us."""
        return self.over and not self._is_idle

    def _is_ours(self, lobby: Lobby) -> bool:
        """Tell whether a lobby is that of a table we want to sit at, or sit at already."""
        if self._sits:
            return not self.table or self._is_here(lobby.table)
        return any(it.identity == self._identity.public for it in lobby.people)

    def _is_here(self, table: str) -> bool:
        """Tell whether a table is ours: the host may spell its name in another way."""
        return name_key(table) == name_key(self.table)

    @property
    def is_seated(self) -> bool:
        """Tell whether we have a seat, as far as we have heard."""
        people = () if self._lobby is None else self._lobby.people
        mine = self._identity.public
        return self.seat is not None or any(it.identity == mine for it in people)

    # What the player does.

    def sit(self, table: str) -> None:
        """
        Sit down at a table, empty for whichever is open; who sits already stays.

        At the table of a game that we have left, it is gone on with.

        A name that no table has opens one. What comes of it is a lobby, or a refusal,
        after which another table may be chosen.

        Raises:
            ValueError: not the name of a table.
        """
        if self.is_seated or self._early:
            return
        if table:
            clean_name(table)
        self.table, self._sits, self._lobby = table, True, None
        self._send(Sit(table, self._take_part(self._new_draw(0)).commit.wire))
        if name_key(table) in self._left:
            self._send(Read(table, 0))

    def sit_again(self, before: Session) -> None:
        """
        Sit down where we have played, for another game.

        Args:
            before: the session of the last one, on the same connection.
        """
        self.table, self._sits = before.table, True
        self._host, self._host_name = before._host, before._host_name
        self._send(Sit(self.table, self._take_part(self._new_draw(0)).commit.wire))

    def look(self) -> None:
        """Ask how the tables stand now; the player is told."""
        self._send(Look())

    def ready(self, ready: bool = True) -> None:
        """Say that we are ready to begin, with the options we were shown."""
        if self._lobby is None:
            raise LocalProtocolError(Sentence("there is no lobby to be ready in"))
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

    def vote(self, opener: int, number: int, *, yes: bool) -> None:
        """
        Answer a ballot.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        if self._voter is not None:
            self._voter.vote(opener, number, yes=yes)
            self._tell()

    def go_on(self) -> None:
        """
        Propose to go on without all who were offered.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        if self._voter is not None:
            self._voter.go_on()
            self._tell()

    def look_on(self, table: str) -> None:
        """Look on at a game, and take a seat there that somebody hands over."""
        if self.seat is None and not self._early:
            self.table, self._looks_on, self._sits = table, True, False
            self._send(Willing(table, True, self._owner))
            self._send(Read(table, 0))

    def summon(self) -> None:
        """Ask the host to send one of its bots, to which our seat can be given."""
        self._send(Summon(self.table))

    def give(self, identity: bytes) -> None:
        """Hand our seat over to one of those who would take it."""
        taker = self._find_taker(identity)
        if self._exchange is not None and taker is not None:
            self._exchange.giver.give(taker)
            self._tell()

    def keep(self) -> None:
        """Keep our seat, if it isn't handed over yet."""
        if self._exchange is not None:
            self._exchange.giver.keep()

    def substitute(self, absent: int, identity: bytes | None) -> None:
        """
        Ask somebody to play on for a seat that is silent.

        Args:
            identity: one of those who would take a seat; None is a bot of the host's.
        """
        taker = None if identity is None else self._find_taker(identity)
        if self._exchange is not None and (taker is None) == (identity is None):
            self._exchange.substitution.ask(absent, taker)
            self._tell()

    def _find_taker(self, identity: bytes) -> Seated | None:
        there = (taker for taker in self._takers if taker.identity == identity)
        return next(map(_seated, there), None)

    def say_goodbye(self) -> None:
        """
        Say to all that we leave the game for good.

        Raises:
            OSError: it can't be written down; nothing was said.
        """
        if self.seat is not None and not self.over:
            self.seat.say_goodbye()
            self._tell()

    # The lobby.

    def _new_draw(self, number: int) -> Draw:
        return Draw(
            self._identity,
            self._name,
            nonce=self._entropy(NONCE_SIZE),
            owner=self._owner,
            number=number,
        )

    def _take_part(self, draw: Draw) -> Draw:
        """Take part in another draw; nothing has come of the one before."""
        if self._store is not None:
            self._store.discard()
            self._store = None
        self._draw, self._agreed = draw, b""
        return draw

    def _take_lobby(self, lobby: Lobby) -> None:
        if self.seat is not None:
            return
        options = parse_options(lobby.options)
        self._check_suite(dict(options)["suite"])
        _check_known(options)
        _check_shown(lobby.people)
        if dict(options)["host"] != self._host:
            raise RemoteProtocolError(Sentence("the options name another host"))
        self.table, self._sits = lobby.table, True
        self._lobby = lobby
        if self._draw is None or lobby.draw != self._draw.number:
            # Whoever made another draw necessary is named in the note.
            if self._draw is None or lobby.draw != self._draw.number + 1:
                draw = self._new_draw(lobby.draw)
            else:
                draw = self._draw.again(self._entropy(NONCE_SIZE))
            self._take_part(draw)
            self._send(Sit(self.table, draw.commit.wire))
        self._player.lobby(
            LobbyNews(
                lobby.table, options, lobby.seats_wanted, lobby.people, lobby.note
            )
        )

    def _take_draw(self, wire: Wire) -> None:
        if self.seat is not None:
            return
        if self._lobby is None or self._draw is None:
            raise RemoteProtocolError(Sentence("a draw before there is a lobby"))
        commits = [_commit_of(person.commit).entry for person in self._lobby.people]
        if self._draw.commit not in commits or self._agreed != self._lobby.options:
            # Others draw, or we did before a crash; or we have just thought better of
            # it. Nothing can be drawn for us without our reveal.
            return
        options = parse_options(self._lobby.options)
        reveal = self._draw.accept_table(
            Entry.of(wire),
            commits=commits,
            shown=options,
            rules=ruleset_hash(rules_of(options)),
            suites=self._suites,
        )
        if self._store is None:
            # There can be no game of ours without the file of what we say in it.
            self._store = self._store_of(reveal.envelope.prev)
            try:
                self._store.begin()
            except OSError as error:
                must_be_written(error)
        self._post([reveal.wire])

    # The game.

    def _take_log(self, message: Log) -> None:
        if not message.wires:
            self._length = message.entry
        if self.seat is None:
            self._begin(message)
            return
        position = self.seat.position
        if message.entry > position:
            # On coming back that is under way; it is for a gap which no honest host leaves.
            if self._asked_from != position:
                self._ask_for_log(position)
            return
        if message.entry < position and not message.wires:
            # Its machine went down, and it has forgotten what it had told us.
            self.seat.silent_until = min(self.seat.silent_until, message.entry)
            self._post(wires_of(self.seat.fold.entries(message.entry)))
            self._post(self.seat.unheard())
        new = message.wires[position - message.entry :]
        self._receive(self.seat, tuple(map(parse_offered, new)))

    def _ask_for_log(self, entry: int) -> None:
        self._asked_from = entry
        self._send(Read(self.table, entry))

    def _begin(self, message: Log) -> None:
        """Collect entries until the lobby is complete, then take our seat."""
        if message.entry > len(self._early) or not message.wires:
            self.table, self._sits = message.table, True
            self._send(Read(message.table, len(self._early)))
            return
        new = message.wires[len(self._early) - message.entry :]
        self._early += map(parse_offered, new)
        if not _lobby_is_whole(self._early):
            if len(self._early) >= LOBBY_CAP:
                raise RemoteProtocolError(Sentence("a log whose lobby has no end"))
            return
        charter = open_charter(self._early)
        self._check_agreed(charter)
        is_drawn = charter.seat_of(self._identity.public) is not None
        if is_drawn:
            store = self._store_for(charter)
        else:
            store = self._store_of(charter.table)
            if not self._looks_on and not has_taken(store):
                store.discard()
                self.over = True
                self._player.closed(_("the game began without you"))
                return
        fold = begin(charter, rules_of(charter.options))
        seat = self.seat = Seat(
            self._identity,
            fold,
            store,
            self._entropy,
            work=self._work,
            changed=self._tell,
            failed=self._fail,
            silent_until=self._length,
        )
        if self._clock is not None:
            self._voter = Voter(seat, self._player, self._clock, self._tell)
            self._voter.presence(self._here)
            self._exchange = Exchange(
                seat,
                self._identity,
                self._name,
                self._owner,
                self._player,
                self._clock,
                lambda to, sealed: self._send(Whisper(self.table, to, sealed)),
                self._voter.give_away,
                self.summon,
                self._tell,
            )
            self._voter.substitution = self._exchange.substitution
            self._exchange.takers(map(_seated, self._takers))
        self._first = fold.state
        if not is_drawn:
            self._player.looking_on(charter)
        rest, self._early = self._early[fold.position :], []
        self._receive(seat, rest)

    def _store_for(self, charter: Charter) -> Store:
        """Find what we have said in a game, which is nothing if we drew it just now."""
        if self._store is not None and self._is_drawn(charter):
            return self._store
        store = self._store_of(charter.table)
        if store.is_new:
            store.discard()
            raise LocalProtocolError(
                Sentence(
                    "nothing is kept here of what you said in this game: it can only be "
                    "gone on with where it was begun"
                )
            )
        return store

    def _is_drawn(self, charter: Charter) -> bool:
        """Tell whether a game is the one that this process has drawn."""
        return self._draw is not None and self._draw.commit in charter.entries

    def _check_agreed(self, charter: Charter) -> None:
        """
        Refuse a game we didn't agree to.

        One from before this process is known by our own signature in it.
        """
        if self._draw is not None and self._is_drawn(charter):
            for entry in charter.entries[len(charter.people) + 1 :]:
                self._draw.accept_reveal(entry)
            if self._draw.charter != charter:
                raise _another_game()
        elif self._draw is not None and self._draw.stage is Stage.REVEALED:
            raise _another_game()
        self._check_suite(charter.suite)

    def _check_suite(self, suite: object) -> None:
        if suite in self._suites:
            return
        if suite == OPEN:
            raise Unacceptable(
                Sentence(
                    "cards are dealt in the open at this table: the host, and whoever "
                    "listens in, could work out every hand"
                )
            )
        raise Unacceptable(
            Sentence("this program doesn't know how cards are sealed at this table")
        )

    def _receive(self, seat: Seat, entries: Sequence[Entry]) -> None:
        try:
            seat.receive(entries)
        except Parted as parted:
            self._part(seat, parted)

    def _part(self, seat: Seat, parted: Parted) -> None:
        """
        Stop: somebody was shown another game than we.

        Any honest host that hears of both sides finds who signed two versions.
        """
        number = seat.fold.phase.number
        recent = seat.fold.entries(max(0, seat.fold.position - 2 * MAX_PEOPLE))
        self._post(
            [
                entry.wire
                for entry in recent
                if entry.envelope.lane == MAIN and entry.envelope.phase >= number - 1
            ]
        )
        self.over = True
        self._player.parted(parted.seat)
        self.stopped(None)

    def _tell(self) -> None:
        """Tell the player what has become of the game, and the host what we say."""
        seat = self.seat
        if seat is None or self.over:
            return
        if not self._has_begun and not self._begin_to_play(seat):
            self._post(seat.take())
            return
        self._tell_of_handovers(seat)
        states = seat.happened()
        faces = seat.faces() if states else {}
        for state in states:
            self._player.happened(state, faces)
        fold = seat.fold
        for culprit, fraud in fold.frauds.items():
            if (fraud.phase, culprit) not in self._known_frauds and not fold.stopped:
                self._known_frauds.add((fraud.phase, culprit))
                self._player.cheated(fraud)
        if seat.is_stuck and not self._is_stuck:
            self._is_stuck = True
            self._player.stuck()
        if seat.is_out and not self._is_out and not fold.over:
            self._is_out = True
            if seat.number != NOBODY:  # or somebody else has the seat
                self._player.put_out()
        self._look_for_votes()
        if self._exchange is not None:
            self._exchange.look()
        self._post(seat.take())
        question = seat.question
        for culprit in sorted(set(fold.evidence) - self._proven):
            self._proven.add(culprit)
            self._player.proven(culprit, fold.evidence[culprit])
        if fold.stopped and fold.fraud is not None:
            self.over, self._is_idle = True, self._stays
            self._player.fraud(fold.fraud)
        elif fold.over:
            self.over = self.finished = True
            self._is_idle = self._stays
            seat.forget()
            self._player.ended(fold.state.score(), fold.gone)
        else:
            self._player.waiting(seat.wait)
            # The same choice is being sealed again: the player has made it.
            is_again = seat.is_making or seat.is_held
            if question is not None and question.phase != self._asked and not is_again:
                self._asked = question.phase
                self._player.asked(
                    question, lambda move: self._answer(question.phase, move)
                )
            self._answer_late()
        if self.is_done:
            self.stopped(None)

    def _begin_to_play(self, seat: Seat) -> bool:
        """Tell the player that we have a seat, as soon as we have; tells whether we do."""
        fold = seat.fold
        number: int | None = seat.number
        if number == NOBODY:
            # We never had one, or somebody else got it before we came back.
            number = fold.charter.seat_of(self._identity.public)
        if number is None:
            if self._exchange is not None:
                self._exchange.look()
            if fold.over or fold.stopped:
                self.over = True
                self._player.closed(_("the game is over"))
                self.stopped(None)
            return False
        self._has_begun = True
        self._player.began(fold.charter, number)
        # The first choice of a game is made among what lies there at its beginning.
        if self._first is not None:
            self._player.happened(self._first, {})
        return True

    def _tell_of_handovers(self, seat: Seat) -> None:
        """Tell the player who has got which seat."""
        fold, mine = seat.fold, self._identity.public
        for number, first in enumerate(fold.charter.people):
            now = [it.takeover.person for it in fold.handovers.chain(number)]
            told = self._handed.get(number, [])
            if now == told:
                continue
            self._handed[number] = now
            before = [first, *told][-1]
            # A ballot that gave it to somebody may be outranked by another.
            is_longer = now[: len(told)] == told
            for after in now[len(told) :] if is_longer else [first, *now][-1:]:
                self._player.handed(number, before, after)
                if mine in (before.identity, after.identity):
                    self._asked = -1
                before = after

    def _look_for_votes(self) -> None:
        if self._voter is not None:
            # What can't be written down now is tried again with time.
            with contextlib.suppress(OSError):
                self._voter.look()

    def _fail(self, error: Exception) -> None:
        """Take note that something went wrong while no message was received."""
        if isinstance(error, Parted) and self.seat is not None:
            self._part(self.seat, error)
        else:
            self.stopped(error)

    def _answer(self, phase: int, move: Move, *, late: bool = False) -> None:
        seat = self.seat
        if (
            seat is None
            or seat.question is None
            or seat.question.phase != phase
            or seat.is_making
        ):
            return
        if seat.is_held:
            self._asked = -1  # and asked again, if we keep the seat
            return
        question = seat.question

        def then(outcome: Outcome) -> None:
            if isinstance(outcome, OSError):
                # Not again and again by itself: until the host says so once more.
                self._late = -1
                self._player.unsealed(question, outcome)
            elif outcome:
                self._player.sealed(question, move, late=late)
                self._post(seat.take())

        seat.answer(move, then)
        if seat.is_making:
            self._player.waiting(seat.wait)

    def _take_clock(self, seconds: int | None, phase: int) -> None:
        seat = self.seat
        if seat is None or not dict(seat.fold.charter.options)["turn_time"]:
            return  # nobody agreed to be hurried
        self._player.clock(seconds)
        if seconds == 0:
            self._late = phase
            self._answer_late()

    def _answer_late(self) -> None:
        """Choose what is to be chosen when time is out, if it is."""
        question = self.seat.question if self.seat is not None else None
        if self.seat is None or question is None or self.seat.is_making:
            return
        if question.phase == self._late and not self.seat.is_held:
            laid = self._player.time_out(question)
            move = laid if laid in question.moves else question.default
            self._answer(question.phase, move, late=True)

    def _post(self, wires: Sequence[Wire]) -> None:
        for message in posts(wires):
            self._send(message)


@functools.lru_cache(maxsize=4 * MAX_PEOPLE)
def _commit_of(wire: Wire) -> Commit:
    """
    Read a commitment that a lobby shows.

    Each is shown again whenever anything changes there, and its signature is verified once.
    """
    return read_commit(Entry.of(wire))


def _check_shown(people: Sequence[Person]) -> None:
    """Refuse a lobby that shows other people than those who have committed."""
    for person in people:
        if _commit_of(person.commit).person != (
            person.name,
            person.identity,
            person.owner,
        ):
            raise RemoteProtocolError(
                Sentence(
                    "the commitment shown as {name}'s is somebody else's",
                    name=quoted(person.name),
                )
            )


def _another_game() -> RemoteProtocolError:
    return RemoteProtocolError(Sentence("the host began another game than we agreed"))


def _seated(taker: Taker) -> Seated:
    return Seated(taker.name, taker.identity, taker.owner)


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
        raise RemoteProtocolError(sentence_of(problem)) from None


def _check_known(options: Options) -> None:
    """Refuse a table at which something is played that we know no rules of."""
    try:
        rules_of(options)
    except RemoteProtocolError:
        raise Unacceptable(
            Sentence(
                "this program doesn't know what is played at this table; another "
                "version of it may"
            )
        ) from None


def _lobby_is_whole(entries: Sequence[Entry]) -> bool:
    """Tell whether a log's lobby is all there: as many reveals as commitments."""
    kinds = []
    for entry in entries:
        if entry.envelope.lane != LOBBY:
            return True
        kinds.append(entry.envelope.kind)
    reveals = kinds.count("LOBBY_REVEAL")
    return 0 < reveals == kinds.count("LOBBY_COMMIT")
