"""
Handovers: how a seat changes hands in the middle of a game.

Theory of operation
-------------------

A seat is whoever signs for it. Where a person goes home, another takes the seat: a bot, a
friend who looks on, the same person at another machine. Nobody is asked, since nobody loses
by it: whoever has a seat could always have let somebody else tell them what to say. But all
must know, since all look at signatures.

The two settle it between themselves first: what the new one has to know goes to it, sealed
(`sealed_wonders.net.whispers`); it reads the log with that, and if all fits it signs
that it takes the seat from phase r on (`Takeover`). Then the old one signs the handover, an
envelope of a lane of its own, ``seat/d``, d being the seat; its number counts the handovers
of that seat, and its body is the takeover. From r on the seat's key is the new one's, in
everything that is signed about r or a later phase: entries, ballots, further handovers.

A seat whose holder is silent can't be handed over so. Where `rescue` is agreed, a ballot may
give it to a *substitute*, who has signed the same takeover. That is a handover too, but for
where it stands: in the ballot, without a word of the old holder, and in force with it. While
the ballot leads the open phase the substitute signs there, in `main`; it has the seat for
good when the phase is left by that ballot.

What always holds of those that are signed, and why:

- The old one has signed nothing about r or a later phase, and signs nothing more. Else a
  host could show some players its entry and others that of the new one. Whoever does both
  is convicted by the two envelopes, as by two for one place.
- Which key is good depends on the phase an envelope is about, never on when it comes: what
  is said late about an earlier phase is still signed with the old one.
- An identity comes once at a table. So it stands for one seat, and a handover that is shown
  again, or at another place, is worth nothing.
- Whether a name is free follows from what was in force before r. What else has come, and in
  which order, isn't the same for all who read the log, as journal or as file.
- A handover alone changes no digest. It is *in force* from the phase on in which something
  stands that the new one has signed: there it goes into the digest of the log, and into the
  file ahead of all that is said. So those who have heard of it and those who haven't stay
  together until it matters.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import PROTO, Seat, frame
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.identity import SIGNATURE_SIZE, is_identity, verify
from sealed_wonders.net.lobby.entries import Person, name_key
from sealed_wonders.net.log.ballots import (
    Proposal,
    opener_of,
    read_proposal,
    seat_of,
)
from sealed_wonders.net.log.digests import handover_digest
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    pack_body,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS, HANDOVERS, phase_about
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    Receipt,
    Refused,
    Taken,
)
from sealed_wonders.net.names import clean_name

MOST = 16
"""Handovers of one seat in a game, at most: each is written down by all."""


@dataclass(frozen=True, slots=True)
class Takeover:
    """What whoever takes a seat has signed, and the old holder puts into the log."""

    phase: int
    """The phase of the game from which on it signs for the seat, r."""
    person: Person
    signature: bytes
    """Its own, of `takeover_statement`."""

    @property
    def body(self) -> Body:
        """The body of the handover."""
        return (self.phase, *_written(self.person), self.signature)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a seat has committed to, and is to show."""

    nonce: bytes
    text: str
    slot: int | None

    def __repr__(self) -> str:
        return "<Intent>"


@dataclass(frozen=True, slots=True)
class Entrusted:
    """All that whoever takes a seat has to know."""

    gid: bytes
    seat: Seat
    number: int
    """Which handover of the seat it is to be."""
    phase: int
    """The phase of the game from which on the other is to sign, r."""
    prev: bytes
    """The log's digest before that phase, as the old holder knows it."""
    kept: tuple[bytes, ...]
    """What its `Secrets` is to recall."""
    intent: Intent | None

    def __repr__(self) -> str:
        return f"Entrusted(seat={self.seat}, phase={self.phase})"


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody is asked whether they would have a seat, if all others agree."""

    gid: bytes
    seat: Seat
    number: int
    """How many handovers of the seat its holders have signed."""
    phase: int
    """The phase of the game from which on they would sign, r."""
    prev: bytes
    """The log's digest before that phase."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A handover that is in the log, or that all others have decided on by a ballot."""

    seat: Seat
    number: int
    """Which one of its seat, from 0."""
    takeover: Takeover
    before: Person
    """Who had the seat."""
    collection: Collection | None
    """What stands in the log; None where a ballot has it."""

    @property
    def phase(self) -> int:
        """The phase from which on another signs for the seat."""
        return self.takeover.phase

    @property
    def is_voluntary(self) -> bool:
        """Whoever had the seat has signed it."""
        return self.collection is not None

    @property
    def entry(self) -> Entry:
        """
        What stands in the log.

        Raises:
            LocalProtocolError: a ballot stands there.
        """
        if self.collection is None:
            raise LocalProtocolError(f"seat {self.seat} was taken by a ballot")
        return self.collection.entries[0]

    @property
    def digest(self) -> bytes:
        """What stands for it in the log's digest."""
        return handover_digest(self.entry.wire.env)


class Saved(NamedTuple):
    """The handovers of a game, as a phase of it opened."""

    all: Mapping[Seat, tuple[Handover, ...]]
    in_force: Mapping[Seat, tuple[int, ...]]
    out: frozenset[Seat]


class Handovers:
    """
    All handovers of one game, and so who has which seat, from which phase on.

    What a phase is, and what was said in it, is for the fold to say.
    """

    def __init__(self, gid: bytes, people: Iterable[Person]) -> None:
        """
        Begin with those who have drawn the seats.

        Args:
            people: by seat.
        """
        self._gid = gid
        self._people = tuple(people)
        self._all: dict[Seat, list[Handover]] = {
            seat: [] for seat in range(len(self._people))
        }
        self._in_force: dict[Seat, list[int]] = {seat: [] for seat in self._all}
        """For each of a seat that is in force, the phase in which it came to be."""
        self._out: set[Seat] = set()
        """Seats that don't play any more."""
        self._substitutes: dict[Seat, Handover] = {}
        """Who has a seat by the ballot by which the open phase would be left."""

    @property
    def seats(self) -> int:
        """How many there are."""
        return len(self._people)

    def save(self) -> Saved:
        """Give all there is, as a phase opens: for `restore`."""
        return Saved(
            {seat: tuple(some) for seat, some in self._all.items()},
            {seat: tuple(some) for seat, some in self._in_force.items()},
            frozenset(self._out),
        )

    def restore(self, saved: Saved) -> None:
        """Go back to what `save` gave."""
        self._all = {seat: list(some) for seat, some in saved.all.items()}
        self._in_force = {seat: list(some) for seat, some in saved.in_force.items()}
        self._out, self._substitutes = set(saved.out), {}

    def __iter__(self) -> Iterator[Handover]:
        """Give all of them, by ascending seat, those of one as they came."""
        for seat in self._all:
            yield from self.of(seat)

    def of(self, seat: Seat) -> tuple[Handover, ...]:
        """Give those of one seat, as they came."""
        some = self._all[seat]
        return tuple(some[: len(self._in_force[seat])] if seat in self._out else some)

    def holder(self, seat: Seat, phase: int | None = None) -> Person:
        """
        Give who has a seat.

        Args:
            phase: about which something is said; None is now.
        """
        return self._last(self.of(seat), seat, phase)

    def holders(self, phase: int | None = None) -> tuple[Person, ...]:
        """Give who has which seat."""
        if not self.are_there:
            return self._people
        return tuple(self.holder(seat, phase) for seat in self._all)

    def keys(self, phase: int) -> Mapping[Seat, bytes]:
        """Give the identities that sign what is about a phase, as they change."""
        return _Keys(self, phase)

    def voters(self, phase: int) -> Mapping[Seat, bytes]:
        """
        Give the identities that sign what is said in ballots on a phase, as they change.

        Whoever gets a seat by a ballot on the phase says nothing in others on it. Else two
        could answer for one seat, in one world each, and the same ballot would be void here
        and carried there, without anybody who signed both.
        """
        return _Voters(self, phase)

    def signer(self, seat: Seat, phase: int) -> bytes:
        """Give the identity that signs what a seat says about a phase."""
        if not (self._all[seat] or self._substitutes):
            return self._people[seat].identity  # most often, and asked for each entry
        return self._last(self._all[seat], seat, phase).identity

    def seat_of(self, identity: bytes) -> Seat | None:
        """Give the seat that an identity has, or has had; None if it never had one."""
        found = self.person_of(identity)
        return None if found is None else found[0]

    def seat_signed_by(self, identity: bytes) -> Seat | None:
        """
        Give the seat for which an identity signs, or has signed; None if for none.

        Of a seat that is out, one whose handover never came to be in force is among them.
        """
        found = self._find(identity, self._all.__getitem__)
        return None if found is None else found[0]

    def person_of(self, identity: bytes) -> tuple[Seat, Person] | None:
        """Give who it is, and the seat they have or have had; None if they never had one."""
        return self._find(identity, self.of)

    def pending(self, seats: Iterable[Seat]) -> tuple[Handover, ...]:
        """Give those of some seats that aren't in force, by ascending seat."""
        return tuple(
            handover
            for seat in sorted(seats)
            for handover in self.of(seat)[len(self._in_force[seat]) :]
            if seat not in self._substitutes
        )

    def put_in_force(self, seats: Iterable[Seat], phase: int) -> tuple[Handover, ...]:
        """Note that of some seats something stands in a phase; give what is new."""
        came = self.pending(seats)
        for handover in came:
            self._in_force[handover.seat].append(phase)
        return came

    def drop(self, seats: Iterable[Seat]) -> None:
        """Let what isn't in force of some seats never be: they don't play any more."""
        # What has been said is still known by whoever signed it.
        self._out |= set(seats)

    def substitute(self, takeovers: Mapping[Seat, Takeover]) -> None:
        """
        Let others have seats, as the ballot says by which the open phase would be left.

        Args:
            takeovers: who, by seat; nobody, where there is no such ballot.
        """
        self._substitutes = {}
        for seat, takeover in takeovers.items():
            before, number = (
                self.holder(seat, takeover.phase - 1),
                self.next_number(seat),
            )
            self._substitutes[seat] = Handover(seat, number, takeover, before, None)

    @property
    def are_there(self) -> bool:
        """Some seat has changed hands, or would by the ballot that leads."""
        return bool(self._substitutes) or any(self._all.values())

    def last(self, seat: Seat) -> Handover | None:
        """Give by what somebody has a seat; None where nothing has happened to it."""
        return next(reversed(self.chain(seat)), None)

    def is_substituted(self, seat: Seat) -> bool:
        """Tell whether a ballot on the open phase gives a seat to somebody, as it stands."""
        return seat in self._substitutes

    def chain(self, seat: Seat) -> tuple[Handover, ...]:
        """Give those of one seat as it stands now, with that by the ballot that leads."""
        now, in_force = self._substitutes.get(seat), len(self._in_force[seat])
        return self.of(seat) if now is None else (*self._all[seat][:in_force], now)

    def keep_substitutes(self) -> None:
        """Let those have their seats for good: the phase was left by that ballot."""
        for seat, handover in self._substitutes.items():
            # What else was on its way for the seat comes to nothing.
            del self._all[seat][len(self._in_force[seat]) :]
            self._all[seat].append(handover)
            self._in_force[seat].append(handover.phase)
        self._substitutes = {}

    def check_substitutes(self, takeovers: Mapping[Seat, Takeover]) -> None:
        """
        Check that a ballot may give seats away so.

        By what was in force before its phase alone: all come to the same, whenever they
        hear of it, since nobody's yes may be refused by some.

        Raises:
            Refused: it may not.
        """
        for seat, takeover in takeovers.items():
            self._check_substitute(takeover, seat)
        people = [takeover.person for takeover in takeovers.values()]
        identities = {it.identity for it in people}
        names = {name_key(it.name) for it in people}
        if min(len(identities), len(names)) < len(takeovers):
            raise _refused(Sentence("one person for two seats"))

    def _check_substitute(self, takeover: Takeover, seat: Seat) -> None:
        phase = takeover.phase
        before = {person.identity for person in self._people} | {
            handover.takeover.person.identity
            for other in self._all
            for handover in self._all[other][: self._count_before(phase, other)]
        }
        if takeover.person.identity in before:
            raise _refused(
                Sentence("whoever takes a seat has or had one at this table")
            )
        self._check_taker(takeover, seat, self.count_before(seat, phase))

    def count_before(self, seat: Seat, phase: int) -> int:
        """Give how many handovers of a seat its holders had signed, in force by a phase."""
        return sum(
            handover.is_voluntary and since < phase
            for handover, since in zip(
                self._all[seat], self._in_force[seat], strict=False
            )
        )

    def find(self, seat: Seat, number: int) -> Handover | None:
        """Give the handover of a seat that has a number."""
        some = [it for it in self._all.get(seat, ()) if it.is_voluntary]
        return next(iter(some[number : number + 1]), None)

    def offer(self, entry: Entry, prev: bytes | None, said: Iterable[Entry]) -> Receipt:
        """
        Take the envelope of a handover, of a seat that plays.

        Args:
            prev: the log's digest before the phase that it names; None if there isn't
                such a phase yet.
            said: what the seat has said about that phase and those behind it.

        Raises:
            Refused: it has no place here; nothing changes.
        """
        envelope = entry.envelope
        seat = seat_of(envelope.lane, HANDOVERS)
        known = self.find(seat, envelope.phase)
        if known is not None and known.collection is not None:
            return known.collection.offer(entry)
        before = self.holder(seat)
        alone = Phase(envelope.phase, "HANDOVER", (seat,))
        opened = Collection(
            self._gid,
            envelope.lane,
            alone,
            envelope.prev if prev is None else prev,
            {seat: before.identity},
        )
        opened.check_addressed(entry)
        if seat in self._substitutes:
            # Should another ballot be in force after all, nobody has signed it who may.
            raise _refused(
                Sentence("seat {seat} is being given to somebody else", seat=seat)
            )
        takeover = read_takeover(envelope.body)
        if prev is None:
            raise Refused(
                Reason.WRONG_PHASE,
                Sentence("a handover in a phase that isn't open yet"),
            )
        # What isn't a handover by its kind convicts nobody, and is refused below.
        for other in said if envelope.kind == alone.kind else ():
            if other.is_signed_by(before.identity):
                return Equivocation.of(before.identity, entry, other)
        self._check(takeover, seat, envelope.phase)
        receipt = opened.offer(entry)
        if isinstance(receipt, Taken):
            handover = Handover(seat, envelope.phase, takeover, before, opened)
            self._all[seat].append(handover)
        return receipt

    def check(self, takeover: Takeover, seat: Seat) -> None:
        """
        Check that a seat may be handed over so, as far as that doesn't depend on phases.

        Raises:
            Refused: it may not.
        """
        self._check(takeover, seat, self.next_number(seat))

    def convicts(self, entry: Entry) -> Equivocation | None:
        """Give the proof, if an entry is signed by somebody who had handed the seat over."""
        envelope = entry.envelope
        about = phase_about(envelope)
        for handover in self._all.get(envelope.seat, ()):
            if about is None or about < handover.phase:
                return None
            if not handover.is_voluntary:
                continue
            old, first = handover.before.identity, handover.entry.wire.env
            is_ours = envelope.gid == self._gid and entry.wire.env != first
            if is_ours and entry.is_signed_by(old):
                return Equivocation.of(old, handover.entry, entry)
        return None

    def _check(self, takeover: Takeover, seat: Seat, number: int) -> None:
        phase, person = takeover.phase, takeover.person
        some, due = self._all[seat], self.next_number(seat)
        is_next = number == due and number < MOST
        if not is_next or (some and phase < some[-1].phase):
            raise _refused(
                Sentence(
                    "handover {given} of seat {seat}, not {due}",
                    given=number,
                    seat=seat,
                    due=due,
                )
            )
        # Seats that ballots give away later count for nothing: in a file a handover may
        # stand behind them that came before.
        if self._find(person.identity, self._before(phase)) is not None:
            raise _refused(
                Sentence("whoever takes a seat has or had one at this table")
            )
        self._check_taker(takeover, seat, number)

    def _check_taker(self, takeover: Takeover, seat: Seat, number: int) -> None:
        phase, person = takeover.phase, takeover.person
        # By what was in force before the phase, which its digest settles: what else has
        # come, and when, isn't the same for all, and is in no file.
        others = [
            name_key(self._in_force_before(phase, other).name)
            for other in self._all
            if other != seat
        ]
        if name_key(person.name) in others:
            raise _refused(
                Sentence("two people of one name: {name}", name=shown(person.name))
            )
        statement = takeover_statement(self._gid, seat, number, phase, person)
        if not verify(person.identity, statement, takeover.signature):
            raise _refused(Sentence("not signed by whoever takes the seat"))

    def next_number(self, seat: Seat) -> int:
        """Give which handover of a seat the next one is that its holder signs."""
        return sum(handover.is_voluntary for handover in self._all[seat])

    def _in_force_before(self, phase: int, seat: Seat) -> Person:
        count = self._count_before(phase, seat)
        return (
            self._all[seat][count - 1].takeover.person if count else self._people[seat]
        )

    def _count_before(self, phase: int, seat: Seat) -> int:
        return sum(since < phase for since in self._in_force[seat])

    def _before(self, phase: int) -> Callable[[Seat], Sequence[Handover]]:
        """Give what gives those of a seat, without ballots on a phase and those behind."""
        return lambda seat: [
            it for it in self.of(seat) if it.is_voluntary or it.phase < phase
        ]

    def _last(self, some: Sequence[Handover], seat: Seat, phase: int | None) -> Person:
        now = self._substitutes.get(seat)
        if now is not None and (phase is None or now.phase <= phase):
            return now.takeover.person
        for handover in reversed(some):
            if phase is None or handover.phase <= phase:
                return handover.takeover.person
        return self._people[seat]

    def voter(self, seat: Seat, phase: int) -> bytes:
        """Give the identity that signs what a seat says in ballots on a phase."""
        before = itertools.takewhile(
            lambda it: it.is_voluntary or it.phase < phase, self._all[seat]
        )
        found = [it for it in before if it.phase <= phase]
        person = found[-1].takeover.person if found else self._people[seat]
        return person.identity

    def _find(
        self, identity: bytes, some: Callable[[Seat], Sequence[Handover]]
    ) -> tuple[Seat, Person] | None:
        for seat, person in enumerate(self._people):
            takers = [handover.takeover.person for handover in some(seat)]
            if seat in self._substitutes:
                takers.append(self._substitutes[seat].takeover.person)
            for one in (person, *takers):
                if one.identity == identity:
                    return seat, one
        return None


class _Keys(Mapping[Seat, bytes]):
    """The identities that sign what is about one phase; there are two for each."""

    __slots__ = ("_handovers", "_phase")

    def __init__(self, handovers: Handovers, phase: int) -> None:
        self._handovers = handovers
        self._phase = phase

    def __getitem__(self, seat: Seat) -> bytes:
        return self._handovers.signer(seat, self._phase)

    def __iter__(self) -> Iterator[Seat]:
        return iter(range(len(self)))

    def __len__(self) -> int:
        return self._handovers.seats


class _Voters(_Keys):
    """The identities that sign what is said in ballots on one phase."""

    __slots__ = ()

    def __getitem__(self, seat: Seat) -> bytes:
        return self._handovers.voter(seat, self._phase)


def lane_of(seat: Seat) -> str:
    """Name the lane of a seat's handovers."""
    return f"{HANDOVERS}{seat}"


def takeover_statement(
    gid: bytes, seat: Seat, number: int, phase: int, person: Person
) -> bytes:
    """
    Give what is signed by whoever takes a seat.

    Args:
        number: which handover of the seat it is.
        phase: from which phase of the game on.
    """
    return frame(
        PROTO,
        b"takeover",
        gid,
        bytes([seat]),
        number.to_bytes(4, "big"),
        phase.to_bytes(4, "big"),
        pack_body(_written(person)),
    )


def read_takeover(body: Body) -> Takeover:
    """
    Read the body of a handover.

    Raises:
        Refused: it is something else.
    """
    match body:
        case (
            int(phase),
            bytes(identity),
            str(name),
            (None | bytes()) as owner,
            bytes(signature),
        ) if type(phase) is int and 0 <= phase < 1 << 32:
            person = Person(name, identity, owner)
        case _:
            raise _refused(Sentence("not a handover: {body}", body=shown(body)))
    try:
        clean_name(name)
    except ValueError as error:
        raise _refused(sentence_of(error)) from None
    for key in (identity, *([] if owner is None else [owner])):
        if not is_identity(key):
            raise _refused(Sentence("not an identity: {identity}", identity=shown(key)))
    if owner == identity or len(signature) != SIGNATURE_SIZE:
        raise _refused(Sentence("not a handover: {body}", body=shown(body)))
    return Takeover(phase, person, signature)


def takeovers_in(entry: Entry) -> tuple[Takeover, ...]:
    """
    Give what those have signed who take seats by an entry: a handover, or a ballot.

    Nobody does so by what means nothing; whether it means something else is for the log.
    """
    envelope = entry.envelope
    lane, body = envelope.lane, envelope.body
    with contextlib.suppress(Refused):
        if lane.startswith(HANDOVERS):
            return (read_takeover(body),)
        # Whoever doesn't open a ballot answers it.
        if lane.startswith(BALLOTS) and opener_of(lane) == envelope.seat:
            return tuple(takeovers_of(read_proposal(body)).values())
    return ()


def takeovers_of(proposal: Proposal) -> Mapping[Seat, Takeover]:
    """
    Give who takes which seat by a ballot; nobody, where it gives none away.

    Raises:
        Refused: what is said of one means nothing.
    """
    return {
        seat: read_takeover((proposal.phase, *body))
        for seat, body in proposal.substitutes.items()
    }


def _written(person: Person) -> tuple[bytes, str, bytes | None]:
    return person.identity, person.name, person.owner


def _refused(why: Text) -> Refused:
    return Refused(Reason.BAD_HANDOVER, why)
