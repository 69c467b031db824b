"""Judges a run of the storm: what must hold whatever happens, and what is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgpack

from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.table.memory import Memory
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.taking import seat_of
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.host.news import Bug, Cheated, SetAside, Trouble, TwoVersions
from sealed_wonders.host.server import Server
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.net import notices
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import KEY_SIZE
from sealed_wonders.net.lobby.charter import NoGameYet, open_charter
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.envelopes import Entry, Envelope, Wire, pack_wire, parse
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import LOBBY, MAIN, phase_about
from sealed_wonders.net.messages import (
    Clock,
    FromClient,
    FromHost,
    Hello,
    Log,
    Post,
    encode,
)
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.tableoptions import PLAYERS, WHEN_GONE
from sealed_wonders.net.times import LEAST
from sealed_wonders.net.wire import ToClient
from tests.storm.crooks import MARKS_FALSELY
from tests.storm.forking import DOUBLE
from tests.storm.handing import ONLOOKER
from tests.storm.programs import TABLE

if TYPE_CHECKING:
    from tests.storm.faults import Event
    from tests.storm.forking import Fork
    from tests.storm.people import Person
    from tests.storm.programs import Guest, House
    from tests.storm.table import Table

SECRET_KEY, NONCE_OF_MOVE = "a secret key", "a nonce"
SEAT_SECRETS = (SECRET_KEY, NONCE_OF_MOVE)
"""Kinds of secrets that are handed over with a seat."""

DISK_FAULTS = ("full", "locked", "unsynced", "dies", "fails")
"""Faults that may prevent a program from writing to disk."""

NO_GAME = tuple(
    f"closed: {said(name=repr(TABLE))}"
    for said in (notices.NO_TABLE, notices.ANOTHER_GAME)
)
"""Messages from a host that no longer knows a game that has ended."""


def _complaint(data: bytes) -> str:
    """Return the words, up to the first value, of the complaint about a journal."""
    try:
        journal.read(data)
    except ProtocolError as error:
        said = sentence_of(error)
        assert isinstance(said, Sentence)
        return said.template.partition("{")[0]
    raise AssertionError("this journal can be read")


def _complaint_in_lobby() -> str:
    """Return the words of the complaint about a log without a whole lobby."""
    try:
        open_charter(())
    except NoGameYet as error:
        return str(error.what)
    raise AssertionError("this log has a game")


INCOMPLETE_LOBBY = (_complaint(b""), _complaint(journal.MAGIC))
IN_LOBBY = _complaint_in_lobby()
"""Messages about a journal whose process died at its beginning."""

LATE_SECONDS = 45.0
"""Seconds that a host may be late with a clock; longer than a host sleeps."""


@dataclass
class _Watch:
    """What a host was seen doing."""

    life: int = 0
    """Its machine's `life`."""
    written: set[Wire] = field(default_factory=set)
    """Sent entries that it has written in this life."""
    kept: set[Wire] = field(default_factory=set)
    """What it had sent before it was killed, minus what a loss of power may have cost."""
    turn: tuple[object, float] = (None, 0.0)
    """The choice that a clock is running for, and the time when it ends."""
    heard: float = 0.0
    """When a message was last sent or received at the table."""


class Judge:
    """
    Watches everything that honest programs send, and checks what they have at the end.

    Attributes:
        wrong: the findings, one line each.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.wrong: list[str] = []
        self._signed: dict[tuple[bytes, bytes, str, int], bytes] = {}
        self._said = bytearray()
        """Everything that clients have sent to hosts."""
        self._secrets: dict[bytes, tuple[str, str]] = {}
        """Secrets, each with its owner's name and its kind."""
        self._nonces: dict[bytes, tuple[str, str]] = {}
        """The same, for nonces, which are secret until their owner reveals them."""
        self._digests: dict[tuple[bytes, int], tuple[bytes, str, Fold]] = {}
        self._watches: dict[str, _Watch] = {}
        """What each machine's host was seen doing."""
        self._helped: dict[tuple[bytes, str, int], bytes] = {}
        """What the helper of a fork has signed first in each place."""
        self._has_two_versions = False
        """Whether the helper has signed something else in the same place."""
        self._lost_power: set[str] = set()
        """Players who lost what they had heard in the other world, and heard none of it since."""
        self._posted: dict[tuple[str, str, int], set[bytes]] = {}
        """What hosts have received from cheats, by name, lane and phase."""
        self._furthest: dict[tuple[str, bytes], int] = {}
        """The furthest phase that a player has signed anything about, by name and game."""
        table.world.overhear = self.overheard

    def find(self, what: str) -> None:
        """Record something that is wrong, once."""
        if what not in self.wrong:
            self.wrong.append(what)
            self._table.world.note("WRONG", what)

    # During the game.

    def said(self, guest: Guest, message: FromClient | FromHost) -> None:
        """Check that nobody signs two versions, whatever they have forgotten."""
        is_again = isinstance(message, Hello) and not guest.is_crossing
        if is_again and guest.player.connected:
            self.find(f"{guest.name} wasn't told that the connection was lost")
        fork = self._table.fork
        if isinstance(message, Log) and fork is not None and not fork.is_healed:
            self._lost_power.discard(guest.name)
        if not isinstance(message, FromClient):
            return
        self._said += encode(message)
        if not isinstance(message, Post):
            return
        if fork is not None and guest in (fork.helper, fork.double):
            self._note_versions(message, fork.helper.identity.public)
        if guest.crook is not None:
            return
        for wire in message.wires:
            envelope = parse(wire.env)
            owner = self._signer(guest, wire)
            if envelope.lane == LOBBY or not owner:
                continue  # a host has garbled it
            if fork is not None and owner == fork.helper.identity.public:
                continue
            key = owner, envelope.gid, envelope.lane, envelope.phase
            if self._signed.setdefault(key, wire.env) != wire.env:
                name = self._table.name_of(owner)
                self.find(
                    f"{name} signed two versions of {envelope.lane} {envelope.phase}"
                )

    def _note_versions(self, post: Post, signer: bytes) -> None:
        """Record whether a player in two worlds has signed two versions of an entry."""
        for wire in post.wires:
            envelope = parse(wire.env)
            if envelope.lane != LOBBY and Entry.of(wire).is_signed_by(signer):
                place = envelope.gid, envelope.lane, envelope.phase
                first = self._helped.setdefault(place, wire.env)
                self._has_two_versions |= first != wire.env

    def _signer(self, sender: Guest, wire: Wire) -> bytes:
        """Return who has signed a wire, usually its sender; empty if nobody has."""
        entry = Entry.of(wire)
        for guest in (sender, *self._table.guests):
            if entry.is_signed_by(guest.identity.public):
                return guest.identity.public
        return b""

    def keeps(self, guest: Guest, memory: Memory) -> None:
        """Record what a player keeps secret."""
        for store in guest._stores:
            if store.seed:
                self._secrets[store.seed] = guest.name, "the seed"
        if memory.kept:
            parts = msgpack.unpackb(memory.kept)
            for part in parts:
                if isinstance(part, bytes) and len(part) >= KEY_SIZE:
                    self._secrets[part] = guest.name, SECRET_KEY
        if memory.nonce and memory.lane == MAIN:
            self._nonces[memory.nonce] = guest.name, NONCE_OF_MOVE
        is_taken = seat_of(memory) is not None
        if memory.wire.env and guest.crook is None and not is_taken:
            self._check_yes(guest, parse(memory.wire.env))

    def _check_yes(self, guest: Guest, envelope: Envelope) -> None:
        """
        Check that nobody votes yes on a phase after signing a later one.

        Players whose disk fails are left out, since what couldn't be written doesn't
        count as signed.
        """
        about = phase_about(envelope)
        fails = any(
            it.whom == guest.name and it.kind in DISK_FAULTS for it in self._events
        )
        if about is None or fails:
            return
        furthest = self._furthest.get((guest.name, envelope.gid), 0)
        is_no = envelope.kind != "DROP_VOTE" or envelope.body[2:] == (False,)
        if not is_no and about < furthest:
            self.find(
                f"{guest.name} has signed in phase {furthest}, and says yes to a ballot "
                f"on phase {about}"
            )
        self._furthest[guest.name, envelope.gid] = max(about, furthest)

    @property
    def _events(self) -> Sequence[Event]:
        return self._table.events

    def overheard(self, connection: ToClient, message: FromClient | FromHost) -> None:
        """Check that a host has written what it sends, and reports when time is up."""
        here = self._table.world.current
        house = next((it for it in self._table.houses if it.machine is here), None)
        if house is None:
            return  # a thief's host, which isn't expected to be honest
        server, watch = house.server, self._watch(house)
        if house.machine.life != watch.life and server is not None:
            watch.life = house.machine.life
            self._check_kept(house, server)
            watch.written.clear()
            # Nobody can compare with what only the earlier process has received.
            self._posted.clear()
            watch.turn = None, 0.0
        if isinstance(message, Log):
            self._check_written(house, message)
        elif isinstance(message, Post):
            self._note_posted(message)
        for record in () if server is None else server.registry:
            subscription = record.subscriptions.get(connection)
            if subscription is not None and subscription.position is not None:
                self._check_time(watch, record, message)

    def _check_written(self, house: House, log: Log) -> None:
        """
        Check that a host that is killed now would have everything that it sends here.

        Its machine may lose what wasn't synced: those who received it send it again. Of
        a game that is over, the host sends what it has at hand.
        """
        folder, liar, watch = house.folder, house.liar, self._watch(house)
        new = [wire for wire in log.wires if wire not in watch.written]
        if not new or (liar is not None and liar.kind == "garbles"):
            return
        if any(folder.glob("*.swlog")):
            return
        journals = b"".join(path.read_bytes() for path in folder.glob("*.journal"))
        for wire in new:
            if pack_wire(wire) not in journals:
                self.find("the host sent what it hadn't written down")
        watch.written.update(new)

    def _check_kept(self, house: House, server: Server) -> None:
        """Check that a host killed and restarted has everything that it had sent."""
        watch = self._watch(house)
        kept, watch.kept = watch.kept, set()
        if not kept or any(house.folder.glob("*.swlog")):
            return
        games = (record.game for record in server.registry)
        there = {it.wire for game in games if game for it in game.fold.entries()}
        if not kept <= there:
            self.find("the host has lost what it had sent before it was killed")

    def _note_posted(self, post: Post) -> None:
        """Record the entries that cheats have signed and sent."""
        for guest in self._table.guests:
            if guest.crook is None or guest.crook.kind != "signs twice":
                continue
            for wire in post.wires:
                if Entry.of(wire).is_signed_by(guest.identity.public):
                    envelope = parse(wire.env)
                    place = guest.name, envelope.lane, envelope.phase
                    self._posted.setdefault(place, set()).add(wire.env)

    def _check_convictions(self, reports: Mapping[bytes, Report]) -> None:
        """Check that everybody who has signed and sent two versions is reported."""
        news = (it for house in self._table.houses for it in house.news)
        known = {it.name for it in news if isinstance(it, TwoVersions)}
        entries = {
            entry.wire.env
            for report in reports.values()
            if report.fold is not None
            for entry in report.fold.entries()
        }
        for (name, lane, _), said in self._posted.items():
            if lane == MAIN and len(said) > 1 and said & entries and name not in known:
                self.find(f"{name} signed two versions, and nobody reported it")

    def _check_time(
        self, watch: _Watch, record: TableEntry, message: FromClient | FromHost
    ) -> None:
        """Check that the players present hear when the time for a choice is up."""
        game, now = record.game, self._table.world.now
        if game is None or not record.is_live:
            return
        if isinstance(message, Clock) and message.seats:
            earned = message.phase * game.time.times.increment
            if max(message.seats) > max(game.time.times.game, LEAST) + earned:
                self.find(f"somebody has too much time in phase {message.phase}")
        if not game.time.times.turn:
            return
        heard, watch.heard = watch.heard, now
        turn = game.gid, game.fold.phase.number, game.fold.digest
        is_told = isinstance(message, Clock) and message.phase == turn[1]
        is_timed = game.fold.phase.kind in CHOOSING and not record.files.halted
        if turn != watch.turn[0] or is_told or not is_timed:
            left: int | None = game.time.times.turn
            if isinstance(message, Clock) and is_told:
                left = message.seconds
            if turn == watch.turn[0] and watch.turn[1] == math.inf:
                return  # reported before, and still true
            watch.turn = turn, now + left if left else math.inf
        elif now > watch.turn[1] + LATE_SECONDS:
            if heard >= watch.turn[1]:
                self.find(f"nobody reported that time was up in phase {turn[1]}")
            watch.turn = turn, now  # nobody was there to hear it

    def left_off(self, guest: Guest) -> None:
        """Compare what a program had with what others had, when it ends."""
        if guest.crook is not None:
            return
        self._check_accusations(guest)
        session = getattr(guest, "session", None)
        if session is not None and session.seat is not None:
            fork, knows = self._table.fork, guest.player.news.startswith("parted")
            if fork is not None and fork.is_open and not (guest.machine.is_up or knows):
                self._lost_power.add(guest.name)
            if not guest.is_gone:
                # Otherwise, they may have heard something that nobody else ever hears. So may a
                # machine that loses its power; but it is bound by what it has signed on disk.
                seat = session.seat
                binding = None if guest.machine.is_up else seat._signed.furthest
                self.compare(guest.name, seat.fold, binding=binding)
            if not session.over:
                self._check_log(guest, session.seat.fold.charter.gid)

    def _check_log(self, guest: Guest, gid: bytes) -> None:
        """
        Check that the log of a running game is still on disk, unless the disk may have
        failed.
        """
        fails = any(
            it.whom == guest.name and it.kind in (*DISK_FAULTS, "power")
            for it in self._events
        )
        if not fails and not guest.home._game_log(gid).exists():
            self.find(f"{guest.name} has lost the log of a game in progress")

    def _check_accusations(self, guest: Guest) -> None:
        """
        Check that a program accuses no honest player of cheating or of counting
        differently.
        """
        player, session = (getattr(guest, it, None) for it in ("player", "session"))
        if player is None or session is None or session.seat is None:
            return
        people = session.seat.fold.charter.people
        for fraud in player.cheats:
            name = people[fraud.seat].name
            if name not in self._crooks():
                self.find(f"{guest.name} is told that {name} cheats: {fraud.reason}")
        is_marked = any(
            it.crook and it.crook.kind == MARKS_FALSELY for it in self._table.guests
        )
        if player.state_mismatches and not is_marked:
            self.find(f"{guest.name} was told that others count differently")

    def _crooks(self) -> set[str]:
        return {it.name for it in self._table.guests if it.crook is not None}

    def compare(self, name: str, fold: Fold, *, binding: int | None = None) -> None:
        """
        Compare somebody's history with the others'.

        Args:
            binding: the last phase from which the others must go on; None: all are binding.
        """
        gid = fold.charter.gid
        fork = self._table.fork
        if fork is not None and fork.is_open:
            return  # there are two histories
        for number in range(fold.phase.number + 1):
            digest = fold.prev_of(number)
            mine = digest, name, fold
            known = self._digests.get((gid, number), mine)
            first, whose, other = known
            is_same = first == digest
            if not is_same and not self._is_abandoned(other, fold):
                if not self._is_abandoned(fold, other):
                    self.find(f"{name} and {whose} have another phase {number}")
                return
            if binding is None or number <= binding:
                self._digests[gid, number] = known if is_same else mine

    def _is_abandoned(self, fold: Fold, other: Fold) -> bool:
        """
        Return whether the others have removed all who went on in one of two logs.

        At a host that was left a few may go on, with an entry that the others never
        receive. Their ballot is about the phase in which the logs part ("No split" in
        docs/PROTOCOL.md).
        """
        common = range(min(fold.phase.number, other.phase.number) + 1)
        parted = (it - 1 for it in common if fold.prev_of(it) != other.prev_of(it))
        last = next(parted, None)
        ballots = (
            it.ballot
            for it in other.left_phases
            if it.ballot is not None and it.collection.phase.number == last
        )
        ballot = next(ballots, None)
        if last is None or ballot is None or not self._table.has_moved:
            return False
        beyond = {
            it.envelope.seat
            for it in fold.entries()
            if (phase_about(it.envelope) or 0) > last
        }
        return beyond <= {*ballot.proposal.out}

    def host_left_off(self, house: House) -> None:
        """
        Compare what a host had, likewise.

        Nobody received what it couldn't write. A host that was left may have gone on
        with the few players there; their phases are undone where the others are.
        """
        watch, is_up = self._watch(house), house.machine.is_up
        server = house.server
        for record in () if server is None else server.registry:
            game, journal = record.game, record.files.journal
            if game is None or (self._table.has_moved and not game.is_complete):
                continue
            if journal is None or journal.position == game.fold.position:
                # Others may never have heard of what a machine loses with its power.
                name = f"the host at {house.machine.name}"
                self.compare(name, game.fold, binding=None if is_up else -1)
        if not is_up:
            watch.written.clear()  # some of it may be lost; its recipients send it again
        watch.kept = {*watch.written}

    def _watch(self, house: House) -> _Watch:
        return self._watches.setdefault(house.machine.name, _Watch())

    # After the game.

    def judge(self) -> None:
        """Check how the game has ended for everybody, and what they have heard."""
        for guest in self._table.guests:
            if not guest.is_done:
                self.left_off(guest)
        for house in self._table.houses:
            self.host_left_off(house)
        reports = dict(sorted(self._audited(), key=lambda it: _last_phase(it[1])))
        liar = self._table.house.liar
        victim = liar.victim if liar is not None and liar.hides else b""
        for guest in self._table.guests:
            if guest.crook is None and guest.identity.public != victim:
                self._judge(guest, reports)
        self._check_proofs()
        self._check_convictions(reports)
        self._check_news()
        self._search()

    def _audited(self) -> Iterator[tuple[bytes, Report]]:
        """Audit all logs on the disks, and yield the reports on finished games."""
        known: dict[bytes, Report] = {}
        for path in sorted(self._table.world.folder.rglob("*.swlog")):
            log = path.read_bytes()
            name = path.relative_to(self._table.world.folder)
            try:
                report = known.setdefault(log, known.get(log) or audit(log))
            except ProtocolError as error:
                self.find(f"{name} is no log: {error}")
                continue
            is_part = len(path.suffixes) > 1
            if report.verdict is Verdict.FAULT and not self._table.crooks:
                self.find(f"{name} is wrong: {report.fault}")
            elif report.verdict is Verdict.UNFINISHED and not is_part:
                self.find(f"{name} isn't finished")
            elif report.fold is not None:
                self.compare(str(name), report.fold)
                self._find_lies(report.fold)
                self._check_ballots(str(name), report.fold)
                if report.fold.over:
                    yield report.fold.charter.gid, report

    def _is_stopped(self, fold: Fold) -> bool:
        """Return whether too few honest players are left to go on without cheats."""
        culprits = {fold.people[seat].name for seat in fold.frauds}
        return fold.stopped and culprits <= self._crooks()

    def _find_lies(self, fold: Fold) -> None:
        """Check that no log contains a lie whose author plays on."""
        if self._is_stopped(fold):
            return
        said = {entry.wire.env for entry in fold.entries()}
        for guest in self._table.guests:
            lie = None if guest.crook is None else guest.crook.lie
            if lie in said and fold.charter.seat_of(guest.identity.public) in (
                fold.active
            ):
                self.find(f"a lie of {guest.name}'s stands in the log")

    def _check_ballots(self, name: str, fold: Fold) -> None:
        """Check that more than half of the players agreed to each carried ballot."""
        for passed in fold.left_phases:
            if passed.ballot is not None:
                seats, yeses = passed.opened.seats, sum(passed.ballot.votes.values())
                if 2 * yeses <= len(seats):
                    number = passed.collection.phase.number
                    self.find(
                        f"only {yeses} of {len(seats)} agreed to leave phase {number} in {name}"
                    )

    def _check_proofs(self) -> None:
        """Check that every proof is valid, and none against an honest player."""
        crooks = [it.identity.public for it in self._table.guests if it.crook]
        for path in sorted(self._table.world.folder.rglob("*.evidence")):
            try:
                proof = Equivocation.from_bytes(path.read_bytes())
            except ProtocolError as error:
                self.find(f"{path.name} proves nothing: {error}")
                continue
            if proof.identity not in crooks:
                name = self._table.name_of(proof.identity)
                self.find(f"{path.name} is against {name}, who is honest")

    def _check_news(self) -> None:
        """Check that the operator hears nothing false and of no fault of its own."""
        loses_power = any(it.kind in ("power", "fails") for it in self._table.events)
        for news in (it for house in self._table.houses for it in house.news):
            match news:
                case Cheated(name=name) | TwoVersions(name=name):
                    if name not in self._crooks():
                        self.find(f"the host says that {name} cheats, who is honest")
                case Bug(what=what):
                    self.find(f"a fault in the host: {what}")
                case SetAside(reason=why) if (
                    why.startswith(INCOMPLETE_LOBBY) or IN_LOBBY in why
                ):
                    pass  # nobody had heard of that game
                case SetAside(reason=why) | Trouble(what=why) if not loses_power and (
                    isinstance(news, SetAside) or "is damaged" in why
                ):
                    # A process that is killed in the middle of a write leaves the beginning
                    # of an entry; no more than that.
                    self.find(f"the host can't read what it has written: {why}")

    def _judge(self, guest: Guest, reports: Mapping[bytes, Report]) -> None:
        """Check that a player has seen the end, or waits for what can't come."""
        if guest.is_gone or guest.only_looks_on:
            return
        fork = self._table.fork
        if fork is not None and fork.is_open:
            self._judge_forked(guest, fork)
            return
        seat = guest.seat
        if not guest.is_done:
            if not self._has_missed_the_end(guest, seat, reports):
                self._judge_wait(guest, seat, reports)
            return
        player = guest.player
        if player.news != "ended":
            if player.news in NO_GAME and self._is_missed(seat, reports):
                return
            if seat is not None and self._is_stopped(seat.fold):
                return
            # A host also says this to players who are behind in the log.
            if any(
                player.news.startswith(f"closed: fraud: {it}") for it in self._crooks()
            ):
                return
            self.find(f"{guest.name}'s game ended wrongly: {player.news}")
            return
        if seat is not None:
            # There may be others, of void draws: they contain no secrets.
            kept = f"games/{seat.fold.charter.table.hex()}.seat"
            fails = any(
                it.whom == guest.name and it.kind in DISK_FAULTS for it in self._events
            )
            if not fails and (guest.home.state / kept).exists():
                self.find(f"what only {guest.name} knew is still there after the game")
        report = None if seat is None else reports.get(seat.fold.charter.gid)
        if seat is None or report is None or report.fold is None:
            self.find(f"nobody has kept the log of {guest.name}'s game")
        else:
            is_earlier = self._has_ended_earlier(seat.fold, report.fold)
            ended = seat.fold if is_earlier else report.fold
            if (player.sheet, player.out, _out_before_the_end(seat.fold)) != (
                ended.state.score(),
                seat.fold.gone,
                _out_before_the_end(ended),
            ):
                self.find(f"{guest.name} was told another result")

    def _has_ended_earlier(self, fold: Fold, longer: Fold) -> bool:
        """
        Return whether all halts about a phase met at one host, and it was left at
        another.

        Both logs are valid: one just stops earlier ("Why halts are safe" in
        docs/PROTOCOL.md).
        """
        is_longer = fold.phase.number < longer.phase.number
        return self._table.has_moved and fold.halted and is_longer

    def _judge_forked(self, guest: Guest, fork: Fork) -> None:
        """
        Check that a player in one of two worlds has seen its end, or knows why not.

        Where only one world is left, nobody learns that there were two, nor whose doing
        that was. There may be no proof of it: somebody who votes yes in one world, and
        goes on without the ballot in the other, has broken a rule, but signed no two
        versions.
        """
        player, seat = guest.player, guest.session.seat
        if guest.is_lost or not guest.is_done:
            # A player who was away at the end may find an empty lobby.
            waits = bool(player.lobbies)
            if seat is not None:
                fold = seat.fold
                missing = () if player.waits is None else player.waits.missing
                unanswering = self._unanswering(fold)
                waits = bool({*missing, *unanswering} - {seat.number})
                # A program never decides for its person, and the others need not go on without
                # them if they wait for everybody who is connected.
                if guest.never_comes_back and not self._goes_on:
                    theirs = missing if fold.phase.kind in CHOOSING else ()
                    waits = waits or seat.number in {*theirs, *unanswering}
            is_told = any(it.startswith("proven") for it in player.story)
            if not (guest.said or waits or is_told):
                self.find(f"{guest.name} waits for nothing: {player.story[-5:]}")
        elif player.news.startswith("parted"):
            settled = [it for it in player.story if it.startswith("settled")]
            is_provable = fork.is_healed and self._has_two_versions
            if is_provable and not settled and not self._is_forgotten(fork):
                self.find(f"{guest.name} wasn't told who has signed two versions")
        elif player.news != "ended" and not (
            player.news in NO_GAME and self._is_started_again
        ):
            self.find(f"{guest.name}'s game ended wrongly: {player.news}")

    def _is_forgotten(self, fork: Fork) -> bool:
        """
        Return whether everybody left of the other world has lost power.

        A program doesn't sync what it hears until it knows of two worlds, and that host
        is gone.
        """
        there = {it.name for it in fork.others if not it.is_gone}
        return bool(there) and there <= self._lost_power

    def _has_missed_the_end(
        self, guest: Guest, seat: Seat | None, reports: Mapping[bytes, Report]
    ) -> bool:
        """
        Return whether all have agreed to end a phase before the one that somebody
        reads.

        A host that lost its power may have shown the last entry of that phase before,
        and the last halt since ("Why halts are safe" in docs/PROTOCOL.md). Whoever read
        the entry first is told that nothing more is written; after a restart, their
        program sees the end.
        """
        if seat is None or "refused over" not in guest.player.story:
            return False
        report = reports.get(seat.fold.charter.gid)
        ended = None if report is None else report.fold
        if ended is None or not ended.halted or not self._is_started_again:
            return False
        return ended.phase.number < seat.fold.phase.number

    def _is_missed(self, seat: Seat | None, reports: Mapping[bytes, Report]) -> bool:
        """Return whether a game has ended, and its host has restarted since."""
        is_ended = seat is not None and seat.fold.charter.gid in reports
        return is_ended and self._is_started_again

    @property
    def _is_started_again(self) -> bool:
        kinds = ("kill", "power", "dies", "fails")
        return any(it.whom == "house" and it.kind in kinds for it in self._events)

    def _judge_wait(
        self, guest: Guest, seat: Seat | None, reports: Mapping[bytes, Report]
    ) -> None:
        player = getattr(guest, "player", None)
        if seat is None or player is None:
            self._judge_lobby(guest, player, reports)
            return
        if self._has_nowhere_to_go(guest, player):
            return
        fold = seat.fold
        gone = self._gone(fold) | self._stranded(fold)
        bound = self._bound(fold, gone)
        missing = {*fold.missing, *fold.frauds} or self._unanswering(fold)
        names = " and ".join(fold.people[it].name for it in sorted(missing))
        what = f"{guest.name} waits for {names or 'nobody'} in {fold.phase.kind}"
        said = f": {guest.said}" if guest.said else ""
        if not missing or not missing <= gone | bound:
            self.find(what + said)
        elif (
            self._goes_on
            and not bound
            and fold.opened.is_enough(
                tuple(sorted(gone | self._beyond(fold.phase.number)))
            )
        ):
            self.find(f"{what}, though the others could go on{said}")
        elif fold.missing and (
            player.waits is None or {*player.waits.missing, *fold.frauds} != missing
        ):
            self.find(f"{what}, and wasn't told so{said}")
        liar = self._table.house.liar
        if self._table.has_moved:
            return  # players at another host aren't seen here
        if player.connected and (liar is None or liar.victim != guest.identity.public):
            self._check_presence(guest, player, fold)

    def _has_nowhere_to_go(self, guest: Guest, player: Person) -> bool:
        """
        Return whether somebody's host is lost for good, and nobody is at another one.

        Programs don't go there by themselves. A player who wasn't invited is asked, and
        one who was could type the address, as nobody does here.
        """
        if player.connected or not self._table.house.is_gone:
            return False
        others = [it for it in self._table.guests if it is not guest]
        if any(not it.is_gone and it.plays_at_a_host for it in others):
            return False
        if guest.may_choose_host and any(it.plays for it in self._table.another):
            self.find(f"{guest.name} wasn't asked whether to go to another host")
        return True

    def _check_presence(self, guest: Guest, player: Person, fold: Fold) -> None:
        """
        Check that a waiting player sees who is at their host, and who isn't.

        A player who helps a thief is at the thief's host.
        """
        here = {
            it.identity.public: (
                it.machine.is_running
                and it.player.connected
                and not it.plays_away_from(guest)
            )
            for it in self._table.guests
            if hasattr(it, "player")
        }
        for seat, person in enumerate(fold.people):
            sees = seat < len(player.seats_connected) and player.seats_connected[seat]
            if sees != here.get(person.identity, False):
                shown = "present" if sees else "absent"
                self.find(f"{guest.name}'s program shows {person.name} as {shown}")

    @property
    def _goes_on(self) -> bool:
        """Whether those present would go on without somebody once they are enough."""
        return self._table.terms[WHEN_GONE] != "wait" and not self._is_patient()

    def _is_patient(self) -> bool:
        """
        Return whether programs wait for somebody who is present, as they do forever.

        They do so if no person is there who would go on.
        """
        guests = self._table.guests
        here = [it for it in guests if it.machine.is_running and not it.only_looks_on]
        waited_for = self._kept_out()
        is_here = any(it.identity.public in waited_for for it in here)
        return is_here and all(
            it.manner.is_program for it in here if it.identity.public not in waited_for
        )

    def _unanswering(self, fold: Fold) -> set[int]:
        """
        Return who hasn't answered a ballot that keeps a phase open after all have
        spoken.
        """
        return {
            seat
            for ballot in fold.ballots.on(fold.phase.number)
            if ballot.status is Status.OPEN
            for seat in ballot.missing
        }

    def _kept_out(self) -> set[bytes]:
        """
        Return those who don't come back, cheat, or are kept from the game.

        If the table has moved, these include players for whom the game has ended,
        perhaps at another host than the one that others had lost. A program that
        restarts after somebody has seen the end shows a lobby, and answers nothing
        about that game any more.
        """
        out = {
            it.identity.public
            for it in self._table.guests
            if it.is_gone
            or it.is_lost
            or it.never_comes_back
            or it.crook is not None
            or (it.is_done and self._table.has_moved)
        }
        if self._table.has_moved:
            end = min(it.ended_at for it in self._table.guests)
            out |= {
                it.identity.public
                for it in self._table.guests
                if it.is_in_lobby and it.started_at > end
            }
        if (liar := self._table.house.liar) is not None and liar.hides:
            out.add(liar.victim)
        return out

    def _gone(self, fold: Fold) -> set[int]:
        """Return the seats of all identities that are kept out."""
        gone = self._kept_out()
        return {n for n in fold.active if fold.people[n].identity in gone}

    def _stranded(self, fold: Fold) -> set[int]:
        """
        Return the seats that go to no host, since nobody plays at one.

        A player who continues the table at another host may have given away their seat
        before.
        """
        stranded = {
            it.identity.public
            for it in self._table.guests
            if hasattr(it, "player") and self._has_nowhere_to_go(it, it.player)
        }
        return {n for n in fold.active if fold.people[n].identity in stranded}

    def _bound(self, fold: Fold, gone: set[int]) -> set[int]:
        """
        Return the seats that can't say anything, since somebody who is gone doesn't
        answer.

        They have voted yes on a phase that was left, in their world or in that of
        others, who can't agree to anything about it any more. Only that somebody's no
        would prove that the phase wasn't left otherwise elsewhere.
        """
        bound = set()
        for guest in self._table.guests:
            seat = guest.seat
            if seat is None or guest.is_gone:
                continue
            theirs = seat.fold.phase.number
            is_left = bool(self._beyond(theirs))
            if any(
                seat.number in ballot.votes and gone & set(ballot.missing)
                for ballot in seat.fold.ballots
                if ballot.status is Status.OPEN
                and ballot.proposal.phase < theirs + is_left
            ):
                bound.add(seat.number)
        return bound

    def _beyond(self, phase: int) -> set[int]:
        """Return the seats still there that have signed something beyond a phase."""
        seats = (it.seat for it in self._table.guests if not it.is_gone)
        return {it.number for it in seats if it and it._signed.furthest > phase}

    def _judge_lobby(
        self, guest: Guest, player: Person | None, reports: Mapping[bytes, Report]
    ) -> None:
        """
        Check that somebody waits in a lobby because the others, or the host, won't
        come.
        """
        guests, wanted = self._table.guests, self._table.terms[PLAYERS]
        if self._has_no_host or self._has_given(guest):
            return
        # A game that has ended may go on for those who don't know yet, at another host or
        # since theirs hides the end. They aren't in a lobby: `_judge_wait` judges those at
        # another host, and nobody judges the rest.
        left = sum(
            not (
                it.is_gone
                or it.is_lost
                or it.is_done
                or it.looks_on
                or it.plays_away_from(guest)
                or self._is_kept_from_the_end(it, reports)
            )
            for it in guests
        )
        if guest.is_lost or left >= wanted or player is None or not player.lobbies:
            said = f": {guest.said}" if guest.said else ""
            self.find(f"{guest.name} never came to a game{said}")
        elif len(player.last_lobby.people) != left:
            self.find(f"{guest.name} sees others in a lobby than there are")

    def _is_kept_from_the_end(
        self, guest: Guest, reports: Mapping[bytes, Report]
    ) -> bool:
        """Return whether the host hides from somebody that their game has ended."""
        liar, seat = self._table.house.liar, guest.seat
        if liar is None or not liar.hides or liar.victim != guest.identity.public:
            return False
        return seat is not None and seat.fold.charter.gid in reports

    def _has_given(self, guest: Guest) -> bool:
        """Return whether somebody has handed over their seat and wants another game."""
        seats = (it.seat for it in self._table.guests)
        return any(
            handover.before.identity == guest.identity.public
            for seat in seats
            if seat is not None
            for handover in seat.fold.handovers
        )

    @property
    def _has_no_host(self) -> bool:
        """
        Whether the host is lost, and nobody is left who has begun to play and could go
        on.
        """
        games = [
            it.seat
            for it in self._table.guests
            if not (it.is_gone or it.is_done or it.is_lost)
        ]
        return self._table.house.is_gone and not any(games)

    # Secrets.

    def _search(self) -> None:
        """Search all messages, and the others' disks, for everybody's secrets."""
        guests, world = self._table.guests, self._table.world
        for guest in guests:
            self._secrets[guest.identity.seed] = guest.name, "the key"
        said = bytes(self._said)
        for secret, (name, what) in self._secrets.items():
            if secret in said:
                self.find(f"a secret of {name}'s was sent: {what}")
        everything = {**self._secrets, **self._unshown()}
        for path in sorted(world.folder.rglob("*")):
            if path.is_dir():
                continue
            data = path.read_bytes()
            whose = path.relative_to(world.folder).parts[0]
            if self._table.fork is not None and whose == DOUBLE:
                whose = self._table.fork.helper.name
            is_told = self._table.handing is not None
            for secret, (name, what) in everything.items():
                if is_told and ONLOOKER in (whose, name) and what in SEAT_SECRETS:
                    continue  # a seat that they may have got
                if whose != name and secret in data:
                    self.find(
                        f"a secret of {name}'s is in {whose}'s {path.name}: {what}"
                    )

    def _unshown(self) -> dict[bytes, tuple[str, str]]:
        """Return the nonces that nobody has revealed."""
        shown = bytes(self._said)
        return {
            nonce: whose for nonce, whose in self._nonces.items() if nonce not in shown
        }


def _last_phase(report: Report) -> int:
    """Return the phase in which a game ended: the longer of two logs counts."""
    return -1 if report.fold is None else report.fold.phase.number


def _out_before_the_end(fold: Fold) -> tuple[int, ...]:
    """
    Return who was out by the end of a game.

    A ballot on the end may be in the logs of those who have carried it, and in no
    other.
    """
    last = fold.left_phases[-1] if fold.left_phases else None
    if last is None or last.ballot is None or last.collection.phase.kind != "END":
        return fold.gone
    return tuple(it for it in fold.gone if it not in last.ballot.proposal.put_out)
