"""What must be so whatever has happened, and what is wrong if it isn't."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, get_args

import msgpack

from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.table.memory import Memory
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import KEY_SIZE
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.envelopes import Entry, Wire, parse
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import LOBBY, MAIN
from sealed_wonders.net.messages import FromClient, FromHost, Post, encode

if TYPE_CHECKING:
    from tests.storm.people import Person
    from tests.storm.programs import Guest, House
    from tests.storm.table import Table

FROM_CLIENTS = get_args(FromClient)


class Judge:
    """
    Looks at all that honest programs say, and at what they have in the end.

    Attributes:
        wrong: what is, in a line each.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.wrong: list[str] = []
        self._signed: dict[tuple[bytes, bytes, str, int], bytes] = {}
        self._said = bytearray()
        """All that clients have said to the host."""
        self._secrets: dict[bytes, tuple[str, str]] = {}
        """What nobody else may know: whose it is, and what."""
        self._nonces: dict[bytes, tuple[str, str]] = {}
        """The same, until its owner shows it."""
        self._digests: dict[tuple[bytes, int], tuple[bytes, str]] = {}

    def find(self, what: str) -> None:
        """Take note of something that is wrong, once."""
        if what not in self.wrong:
            self.wrong.append(what)
            self._table.world.note("WRONG", what)

    # While it goes on.

    def said(self, guest: Guest, message: FromClient | FromHost) -> None:
        """See that nobody signs two versions, whatever they have forgotten."""
        if not isinstance(message, FROM_CLIENTS):
            return
        self._said += encode(message)
        if not isinstance(message, Post) or guest.crook is not None:
            return
        for wire in message.wires:
            envelope = parse(wire.env)
            owner = self._signer(guest, wire)
            if envelope.lane == LOBBY or not owner:
                continue  # nobody has signed what a host has garbled
            key = owner, envelope.gid, envelope.lane, envelope.phase
            if self._signed.setdefault(key, wire.env) != wire.env:
                name = self._table.name_of(owner)
                self.find(
                    f"{name} signed two versions of {envelope.lane} {envelope.phase}"
                )

    def _signer(self, sender: Guest, wire: Wire) -> bytes:
        """Give who has signed something, of all there are: most often who sends it."""
        entry = Entry.of(wire)
        for guest in (sender, *self._table.guests):
            if entry.is_signed_by(guest.identity.public):
                return guest.identity.public
        return b""

    def keeps(self, guest: Guest, memory: Memory) -> None:
        """Take note of what somebody keeps to themselves."""
        if memory.kept:
            parts = msgpack.unpackb(memory.kept)
            for part in parts:
                if isinstance(part, bytes) and len(part) >= KEY_SIZE:
                    self._secrets[part] = guest.name, "a secret of a key"
        if memory.nonce and memory.lane == MAIN:
            self._nonces[memory.nonce] = guest.name, "a nonce"

    def left_off(self, guest: Guest) -> None:
        """Compare what a program had with what others had, as it ends."""
        if guest.crook is not None:
            return
        session = getattr(guest, "session", None)
        if session is not None and session.seat is not None:
            self.compare(guest.name, session.seat.fold)

    def compare(self, name: str, fold: Fold) -> None:
        """Compare somebody's history with the others'."""
        gid = fold.charter.gid
        for number in range(fold.phase.number + 1):
            digest = fold.prev_of(number)
            first, whose = self._digests.setdefault((gid, number), (digest, name))
            if first != digest:
                self.find(f"{name} and {whose} have another phase {number}")
                return

    def host_left_off(self, house: House) -> None:
        """
        Compare what a host had, likewise.

        Nobody was told what it couldn't write down. One that was left may have gone on with
        the few who were there; what they came to is gone back in where the others are.
        """
        server = house.server
        for record in () if server is None else server.registry:
            game, journal = record.table.game, record.journal
            if game is None or (self._table.has_moved and not game.is_complete):
                continue
            if journal is None or journal.position == game.fold.position:
                self.compare(f"the host at {house.machine.name}", game.fold)

    # When it is over.

    def judge(self) -> None:
        """See how it has ended for everybody, and what they have been told."""
        for guest in self._table.guests:
            if not guest.is_done:
                self.left_off(guest)
        for house in self._table.houses:
            self.host_left_off(house)
        reports = dict(self._audited())
        liar = self._table.house.liar
        victim = liar.victim if liar is not None and liar.hides else b""
        for guest in self._table.guests:
            if guest.crook is None and guest.identity.public != victim:
                self._judge(guest, reports)
        self._check_proofs()
        self._search()

    def _audited(self) -> Iterator[tuple[bytes, Report]]:
        """Audit all logs that were written, and give what was found of whole ones."""
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
                if report.fold.over:
                    yield report.fold.charter.gid, report

    def _find_lies(self, fold: Fold) -> None:
        """See that nothing wrong stands in a log whose author plays on."""
        said = {entry.wire.env for entry in fold.entries()}
        for guest in self._table.guests:
            lie = None if guest.crook is None else guest.crook.lie
            if lie in said and fold.charter.seat_of(guest.identity.public) in (
                fold.active
            ):
                self.find(f"a lie of {guest.name}'s stands in the log")

    def _check_proofs(self) -> None:
        """See that every proof there is holds, and that none is against somebody honest."""
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

    def _judge(self, guest: Guest, reports: Mapping[bytes, Report]) -> None:
        """See that somebody has seen the end, or waits for what can't come."""
        if guest.is_gone:
            return
        seat = guest.session.seat if hasattr(guest, "session") else None
        if not guest.is_done:
            self._judge_wait(guest, seat)
            return
        player = guest.player
        if player.news != "ended":
            self.find(f"it ended for {guest.name} so: {player.news}")
            return
        report = None if seat is None else reports.get(seat.fold.charter.gid)
        if report is None or report.fold is None:
            self.find(f"nobody has kept the log of {guest.name}'s game")
        elif (player.sheet, player.out) != (
            report.fold.state.score(),
            report.fold.gone,
        ):
            self.find(f"{guest.name} was told another result")

    def _judge_wait(self, guest: Guest, seat: Seat | None) -> None:
        player = getattr(guest, "player", None)
        if seat is None or player is None:
            self._judge_lobby(guest, player)
            return
        fold = seat.fold
        gone = self._gone(fold)
        bound = self._bound(fold, gone)
        missing = {*fold.missing, *fold.frauds} or self._unanswering(fold)
        names = [fold.people[it].name for it in sorted(missing)]
        what = f"{guest.name} waits for {names} in {fold.phase.kind}: {guest.said}"
        goes_on = self._table.terms.when_gone != "wait" and not self._is_patient()
        if not missing or not missing <= gone | bound:
            self.find(what)
        elif goes_on and not bound and fold.opened.is_enough(tuple(sorted(gone))):
            self.find(f"{what}, though the others are enough")
        elif fold.missing and (
            player.waits is None or {*player.waits.missing, *fold.frauds} != missing
        ):
            self.find(f"{what}, and wasn't told so")

    def _is_patient(self) -> bool:
        """Tell whether a program waits for somebody who is there, as it does for ever."""
        guests = self._table.guests
        here = [it for it in guests if it.machine.is_running]
        waited_for = self._kept_out()
        is_here = any(it.identity.public in waited_for for it in here)
        return is_here and any(
            it.manner.is_program for it in here if it.identity.public not in waited_for
        )

    def _unanswering(self, fold: Fold) -> set[int]:
        """Give who hasn't answered what keeps a phase open in which all have spoken."""
        return {
            seat
            for ballot in fold.ballots.on(fold.phase.number)
            if ballot.status is Status.OPEN
            for seat in ballot.missing
        }

    def _kept_out(self) -> set[bytes]:
        """
        Give those who don't come back, cheat, or are kept from it all.

        So are those, where the table has moved, for whom the game has ended: at another host,
        perhaps, than others had lost it at.
        """
        out = {
            it.identity.public
            for it in self._table.guests
            if it.is_gone
            or it.is_lost
            or it.crook is not None
            or (it.is_done and self._table.has_moved)
        }
        if (liar := self._table.house.liar) is not None and liar.hides:
            out.add(liar.victim)
        return out

    def _gone(self, fold: Fold) -> set[int]:
        """Give the seats of those."""
        gone = self._kept_out()
        return {n for n in fold.active if fold.people[n].identity in gone}

    def _bound(self, fold: Fold, gone: set[int]) -> set[int]:
        """
        Give the seats that can't say anything, since somebody doesn't answer who is gone.

        They have said yes to a ballot that came when its phase was left: only a no of that
        somebody would tell them that it wasn't left otherwise elsewhere.
        """
        bound = set()
        for guest in self._table.guests:
            seat = guest.session.seat if hasattr(guest, "session") else None
            if seat is None or guest.is_gone or seat._signed.may_go_on(seat.fold):
                continue
            if any(
                seat.number in ballot.votes and gone & set(ballot.missing)
                for ballot in fold.ballots
                if ballot.proposal.phase < fold.phase.number
            ):
                bound.add(seat.number)
        return bound

    def _judge_lobby(self, guest: Guest, player: Person | None) -> None:
        """See that somebody waits in a lobby since others, or the host, won't come."""
        guests, wanted = self._table.guests, self._table.terms.wanted
        if self._has_no_host:
            return
        left = sum(not (it.is_gone or it.is_lost or it.is_done) for it in guests)
        if guest.is_lost or left >= wanted or player is None or not player.lobbies:
            self.find(f"{guest.name} never came to a game: {guest.said}")
        elif len(player.last_lobby.people) != left:
            self.find(f"{guest.name} sees others in a lobby than there are")

    @property
    def _has_no_host(self) -> bool:
        """The host is lost, and nobody is there who has begun to play, and could go on."""
        games = [
            it.session.seat
            for it in self._table.guests
            if not (it.is_gone or it.is_done or it.is_lost) and hasattr(it, "session")
        ]
        return self._table.house.is_gone and not any(games)

    # What nobody else may know.

    def _search(self) -> None:
        """Search what was said, and what others have on disk, for everybody's secrets."""
        guests, world = self._table.guests, self._table.world
        for guest in guests:
            self._secrets[guest.identity.seed] = guest.name, "the key"
        said = bytes(self._said)
        for secret, (name, what) in self._secrets.items():
            if secret in said:
                self.find(f"{what} of {name}'s was said")
        everything = {**self._secrets, **self._unshown()}
        for path in sorted(world.folder.rglob("*")):
            if path.is_dir():
                continue
            data = path.read_bytes()
            whose = path.relative_to(world.folder).parts[0]
            for secret, (name, what) in everything.items():
                if whose != name and secret in data:
                    self.find(f"{what} of {name}'s is in {path.name} of {whose}")

    def _unshown(self) -> dict[bytes, tuple[str, str]]:
        """Give the nonces that nobody has shown."""
        shown = bytes(self._said)
        return {
            nonce: whose for nonce, whose in self._nonces.items() if nonce not in shown
        }
