"""
Handovers: changing the holder of a seat during a game.

docs/PROTOCOL.md (Handing a seat over) fixes the bytes and the rules below.

Theory of operation
-------------------

The holder of a seat is whoever signs for it. If a player has to go, somebody else can
take the seat: a bot, a friend among the spectators, or the same person at another
machine. The others aren't asked, since they lose nothing: the holder of a seat could
always have let somebody else decide on its moves. But everybody must know, since
everybody verifies signatures.

The two holders first settle the handover between themselves. The old holder sends the
new one the necessary secrets, sealed (`sealed_wonders.net.whispers`). The new holder
reads the log with these; if everything fits, it signs that it takes the seat from phase
r on (`Takeover`). Then the old holder signs the handover, an envelope in lane
``seat/d``, where d is the seat. Its number counts the handovers of that seat, and its
body is the takeover. From r on, the new holder's key signs for the seat in everything
about r or a later phase: entries, ballots, further handovers.

A seat whose holder is silent can't be handed over in this way. With the option
`rescue`, a ballot may give it to a *substitute*, who has signed the same takeover. This
counts as a handover, too. But it is in the ballot rather than in an envelope of its
lane, needs no signature of the old holder, and is in force with the ballot. While the
ballot leads the open phase, the substitute signs there in `main`. It has the seat
permanently once the phase closes with that ballot.

Invariants of signed handovers, and their reasons:

- The old holder has signed nothing about r or a later phase, and signs nothing more.
  Otherwise a host could show some players its entry, and others the entry of the new
  holder. A seat that breaks this rule is convicted by the two envelopes, as by two for
  one place.
- The valid key depends on the phase that an envelope is about, never on the time of its
  arrival. A late entry about an earlier phase is still signed with the old key.
- An identity appears only once at a table. So it belongs to one seat, and a handover
  that is shown again, or in another place, is worthless.
- Whether a name is free follows from what was in force before r. Anything else that has
  arrived, and in which order, isn't the same for all readers of a journal or a file.
- A handover alone changes no digest. It is *in force* from the first phase with
  something that the new holder has signed: there it enters the digest of the log, and
  the file before all entries of the phase. So those who have received the handover and
  those who haven't stay together until it matters.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sealed_wonders.core.game import PROTO, Seat, frame
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Field, Sentence, Text, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import SIGNATURE_SIZE, verify
from sealed_wonders.net.lobby.entries import TablePerson, name_key, read_person
from sealed_wonders.net.lobby.loans import Loan, check_loan, in_takeover, written
from sealed_wonders.net.log.ballots import BallotProposal, read_proposal
from sealed_wonders.net.log.digests import handover_digest
from sealed_wonders.net.log.envelopes import (
    PHASE_CAP,
    Body,
    Entry,
    is_number,
    pack_body,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS, HANDOVERS, phase_about, rules_of
from sealed_wonders.net.log.phases import (
    Collection,
    Reason,
    Receipt,
    WireRefused,
)
from sealed_wonders.net.log.sidelane import (
    LanePlace,
    OfferedEntry,
    SideLane,
    owner_of,
)

MAX_HANDOVERS_PER_SEAT = 16
"""Handovers of one seat in a game, since everybody stores them."""


@dataclass(frozen=True, slots=True)
class Takeover:
    """The new holder's signed statement, which the old holder puts into the log."""

    phase: int
    """Phase from which the new holder signs for the seat, r."""
    person: TablePerson
    signature: bytes
    """The new holder's signature of `takeover_statement`."""
    loan: Loan | None = None
    """The statement of the machine that lends the seat from then on, if one does."""

    @property
    def body(self) -> Body:
        return (self.phase, *_written(self.person, self.loan), self.signature)

    def check(self, gid: bytes, seat: Seat, number: int) -> None:
        """
        Check the signatures of the new holder and of the lender.

        Args:
            number: the number of the handover.

        Raises:
            WireRefused: one of them isn't valid for this seat.
        """
        place, who = (gid, seat, number, self.phase), self.person.identity
        statement = takeover_statement(*place, self.person, self.loan)
        if not verify(who, statement, self.signature):
            raise _refused(Sentence("not signed by the new player"))
        try:
            check_loan(self.loan, who, in_takeover(*place))
        except RemoteProtocolError as error:
            raise _refused(sentence_of(error)) from None


@dataclass(frozen=True, slots=True)
class Handover:
    """A handover in the log, or one that a ballot has decided on."""

    seat: Seat
    number: int
    """Number among the seat's handovers, from 0."""
    takeover: Takeover
    before: TablePerson
    """The old holder."""
    collection: Collection | None
    """Its envelope in the log; None if it is in a ballot."""
    since: int | None = None
    """Phase in which it came into force; None until it does."""
    dropped: tuple[Handover, ...] = ()
    """
    Handovers of the seat that this one, by a ballot, has dropped. They still say who
    answers ballots on the phase, and convict an old holder who signs about it.
    """

    @property
    def phase(self) -> int:
        """Phase from which the new holder signs for the seat."""
        return self.takeover.phase

    @property
    def is_voluntary(self) -> bool:
        """Whether the old holder has signed it."""
        return self.collection is not None

    @property
    def entry(self) -> Entry:
        """
        Entry in the log.

        Raises:
            LocalProtocolError: the handover is in a ballot.
        """
        if self.collection is None:
            raise LocalProtocolError(f"seat {self.seat} was taken by a ballot")
        return self.collection.entries[0]

    @property
    def digest(self) -> bytes:
        """Digest of the entry, as it enters the digest of the log."""
        return handover_digest(self.entry.wire.env)


class HandoversSnapshot(NamedTuple):
    """The handovers of a game when one of its phases opened."""

    all: Mapping[Seat, tuple[Handover, ...]]
    out: frozenset[Seat]


class Handovers(SideLane):
    """
    All handovers of one game, and so the holder of each seat in each phase.

    The fold knows the phases and their entries.
    """

    rules = rules_of(HANDOVERS)

    def __init__(self, gid: bytes, people: Iterable[TablePerson]) -> None:
        """
        Create the handovers of a new game.

        Args:
            people: the first holders, by seat.
        """
        super().__init__(gid)
        self._people = tuple(people)
        self._all: dict[Seat, list[Handover]] = {
            seat: [] for seat in range(len(self._people))
        }
        """In order of arrival; those of a seat come into force in this order."""
        self._out: set[Seat] = set()
        """Seats that have been removed."""
        self._substitutes: dict[Seat, Handover] = {}
        """Handovers by the leading ballot on the open phase."""

    @property
    def seats(self) -> int:
        return len(self._people)

    def save(self) -> HandoversSnapshot:
        """Return a snapshot for `restore`, when a phase opens."""
        return HandoversSnapshot(
            {seat: tuple(some) for seat, some in self._all.items()},
            frozenset(self._out),
        )

    def restore(self, saved: HandoversSnapshot) -> None:
        self._all = {seat: list(some) for seat, some in saved.all.items()}
        self._out, self._substitutes = set(saved.out), {}

    def __iter__(self) -> Iterator[Handover]:
        """Iterate over all handovers: by seat, then in order of arrival."""
        for seat in self._all:
            yield from self.of(seat)

    def of(self, seat: Seat) -> tuple[Handover, ...]:
        """Return a seat's handovers in order of arrival."""
        return tuple(self._in_force(seat) if seat in self._out else self._all[seat])

    def holder(self, seat: Seat, phase: int | None = None) -> TablePerson:
        """
        Return the holder of a seat.

        Args:
            phase: the phase that an envelope is about; None for the current holder.
        """
        return self._last(self.of(seat), seat, phase)

    def holders(self, phase: int | None = None) -> tuple[TablePerson, ...]:
        if not self.are_there:
            return self._people
        return tuple(self.holder(seat, phase) for seat in self._all)

    def keys(self, phase: int) -> Mapping[Seat, bytes]:
        """Return a live mapping to the identities that sign entries about a phase."""
        return _Keys(self, phase)

    def voters(self, phase: int) -> Mapping[Seat, bytes]:
        """
        Return a live mapping to the identities that sign ballots on a phase.

        Somebody who gets a seat by a ballot on the phase says nothing in other ballots
        on it. Otherwise two people could answer for one seat in two branches, and the
        same ballot would be void in one and carried in the other, although nobody
        signed both answers.
        """
        return _Voters(self, phase)

    def signer(self, seat: Seat, phase: int) -> bytes:
        """Return the identity that signs what a seat says about a phase."""
        if not (self._all[seat] or self._substitutes):
            return self._people[seat].identity  # the usual case, and a hot path
        return self._last(self._all[seat], seat, phase).identity

    def seat_of(self, identity: bytes) -> Seat | None:
        """Return the seat that an identity has or has had, or None."""
        found = self.person_of(identity)
        return None if found is None else found[0]

    def seat_signed_by(self, identity: bytes) -> Seat | None:
        """
        Return the seat for which an identity signs or has signed, or None.

        This includes identities from handovers of a removed seat that never came into
        force.
        """
        found = self._find(identity, self._all.__getitem__)
        return None if found is None else found[0]

    def identities(self, seat: Seat) -> Iterator[bytes]:
        """Yield everybody who signs or has signed for a seat."""
        yield self._people[seat].identity
        # The last may hold the seat only by the leading ballot on the open phase.
        for handover in (*self._ever(seat), *self.chain(seat)[-1:]):
            yield handover.takeover.person.identity

    def person_of(self, identity: bytes) -> tuple[Seat, TablePerson] | None:
        """Return the seat and the person of an identity, even a former one, or None."""
        return self._find(identity, self.of)

    def pending(self, seats: Iterable[Seat]) -> tuple[Handover, ...]:
        """Return some seats' handovers that aren't in force, ascending by seat."""
        return tuple(
            handover
            for seat in sorted(seats)
            for handover in self.of(seat)
            if handover.since is None and seat not in self._substitutes
        )

    def put_in_force(self, seats: Iterable[Seat], phase: int) -> tuple[Handover, ...]:
        """Put handovers of seats that signed in a phase in force; return them."""
        came = tuple(replace(it, since=phase) for it in self.pending(seats))
        for seat, some in itertools.groupby(came, key=lambda it: it.seat):
            self._all[seat] = [*self._in_force(seat), *some]
        return came

    def drop(self, seats: Iterable[Seat]) -> None:
        """Discard the handovers of removed seats that aren't in force."""
        # What was signed still identifies its signer.
        self._out |= set(seats)

    def substitute(self, takeovers: Mapping[Seat, Takeover]) -> None:
        """
        Let substitutes hold seats, as the leading ballot on the open phase says.

        Args:
            takeovers: the takeover of each seat; empty if there is no such ballot.
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
        """Whether any seat has changed hands, or would by the leading ballot."""
        return bool(self._substitutes) or any(self._all.values())

    def last(self, seat: Seat) -> Handover | None:
        """Return the handover that gave a seat to its holder; None if there is none."""
        return next(reversed(self.chain(seat)), None)

    def is_substituted(self, seat: Seat) -> bool:
        """Return whether the leading ballot on the open phase gives a seat away."""
        return seat in self._substitutes

    def chain(self, seat: Seat) -> tuple[Handover, ...]:
        """Return a seat's current handovers, including one by the leading ballot."""
        now = self._substitutes.get(seat)
        return self.of(seat) if now is None else (*self._in_force(seat), now)

    def keep_substitutes(self) -> None:
        """
        Confirm the substitutes, since their ballot closed the phase.
        """
        for seat, handover in self._substitutes.items():
            dropped = tuple(it for it in self._all[seat] if it.since is None)
            kept = replace(handover, since=handover.phase, dropped=dropped)
            self._all[seat] = [*self._in_force(seat), kept]
        self._substitutes = {}

    def check_substitutes(self, takeovers: Mapping[Seat, Takeover]) -> None:
        """
        Check that a ballot may give seats away.

        The result depends only on what was in force before the phase of the ballot. So
        everybody reaches the same one whenever the ballot arrives, and no yes is
        refused by only some.

        Raises:
            WireRefused: it may not.
        """
        for seat, takeover in takeovers.items():
            self._check_substitute(takeover, seat)
        people = [takeover.person for takeover in takeovers.values()]
        identities = {it.identity for it in people}
        names = {name_key(it.name) for it in people}
        if min(len(identities), len(names)) < len(takeovers):
            raise _refused(Sentence("one person can't take two seats"))

    def _check_substitute(self, takeover: Takeover, seat: Seat) -> None:
        phase = takeover.phase
        before = {person.identity for person in self._people} | {
            handover.takeover.person.identity
            for other in self._all
            for handover in self._in_force(other, phase)
        }
        if takeover.person.identity in before:
            raise _refused(
                Sentence("the new player already has or had a seat at this table")
            )
        self._check_taker(takeover, seat, self.count_before(seat, phase))

    def count_before(self, seat: Seat, phase: int) -> int:
        """Return the number of a seat's signed handovers in force before a phase."""
        return sum(it.is_voluntary for it in self._in_force(seat, phase))

    def find(self, seat: Seat, number: int) -> Handover | None:
        """Return a seat's signed handover with a number, or None."""
        some = [it for it in self._all.get(seat, ()) if it.is_voluntary]
        return next(iter(some[number : number + 1]), None)

    def known_at(self, place: LanePlace, seat: Seat) -> Collection | None:
        known = self.find(*place)
        return None if known is None else known.collection

    def _expect(self, offer: OfferedEntry) -> Collection:
        envelope, seat = offer.envelope, offer.place.owner
        opened = offer.log.opened_at(phase_about(envelope))
        prev = envelope.prev if opened is None else opened.prev
        keys = {seat: self.holder(seat).identity}
        return self._slots(envelope, "HANDOVER", (seat,), prev, keys)

    def _check(self, offer: OfferedEntry) -> Equivocation | None:
        envelope, log = offer.envelope, offer.log
        seat, number = offer.place
        if seat in self._substitutes:
            # If another ballot comes into force after all, nobody entitled to has
            # signed it.
            raise _refused("seat {seat} is being given to somebody else", seat=seat)
        takeover = read_takeover(envelope.body)
        if log.opened_at(takeover.phase) is None:
            raise WireRefused(
                Reason.WRONG_PHASE,
                Sentence("a handover in a phase that isn't open yet"),
            )
        said, old = log.said_from(seat, takeover.phase), self.holder(seat).identity
        # An envelope of another kind convicts nobody, and is refused below.
        for other in said if envelope.kind == "HANDOVER" else ():
            if other.is_signed_by(old):
                return Equivocation.of(old, offer.entry, other)
        self._check_next(takeover, seat, number)
        return None

    def _keep(self, offer: OfferedEntry, slots: Collection) -> Receipt:
        receipt = slots.offer(offer.entry)
        takeover, (seat, number) = read_takeover(offer.envelope.body), offer.place
        handover = Handover(seat, number, takeover, self.holder(seat), slots)
        self._all[seat].append(handover)
        return receipt

    def check(self, takeover: Takeover, seat: Seat) -> None:
        """
        Check that a seat may be handed over, as far as that doesn't depend on phases.

        Raises:
            WireRefused: it may not.
        """
        self._check_next(takeover, seat, self.next_number(seat))

    def convicts(self, entry: Entry) -> Equivocation | None:
        """Return the proof if somebody signed an entry after handing over the seat."""
        envelope = entry.envelope
        about = phase_about(envelope)
        for handover in self._ever(envelope.seat):
            if about is None or about < handover.phase:
                return None
            if not handover.is_voluntary:
                continue
            old, first = handover.before.identity, handover.entry.wire.env
            is_ours = envelope.gid == self._gid and entry.wire.env != first
            if is_ours and entry.is_signed_by(old):
                return Equivocation.of(old, handover.entry, entry)
        return None

    def _check_next(self, takeover: Takeover, seat: Seat, number: int) -> None:
        phase, person = takeover.phase, takeover.person
        some, due = self._all[seat], self.next_number(seat)
        is_next = number == due and number < MAX_HANDOVERS_PER_SEAT
        if not is_next or (some and phase < some[-1].phase):
            raise _refused(
                "got handover {given} of seat {seat}, expected {due}",
                given=number,
                seat=seat,
                due=due,
            )
        # Seats that later ballots give away don't count: in a file, these may precede a
        # handover that arrived before them.
        if self._find(person.identity, self._before(phase)) is not None:
            raise _refused(
                Sentence("the new player already has or had a seat at this table")
            )
        self._check_taker(takeover, seat, number)

    def _check_taker(self, takeover: Takeover, seat: Seat, number: int) -> None:
        phase, person = takeover.phase, takeover.person
        # Only what was in force before the phase counts, because its digest determines
        # that. Anything else that has arrived, and when, isn't the same for everybody,
        # and is in no file.
        others = [
            name_key(self._person_before(phase, other).name)
            for other in self._all
            if other != seat
        ]
        if name_key(person.name) in others:
            raise _refused(
                "two people with the same name: {name}", name=shown(person.name)
            )
        takeover.check(self._gid, seat, number)

    def next_number(self, seat: Seat) -> int:
        """Return the number of a seat's next signed handover."""
        return sum(handover.is_voluntary for handover in self._all[seat])

    def _in_force(self, seat: Seat, before: int = PHASE_CAP) -> list[Handover]:
        """Return a seat's handovers that came into force before a phase, or at all."""
        some = self._all[seat]
        return [it for it in some if it.since is not None and it.since < before]

    def _person_before(self, phase: int, seat: Seat) -> TablePerson:
        some = self._in_force(seat, phase)
        return some[-1].takeover.person if some else self._people[seat]

    def _before(self, phase: int) -> Callable[[Seat], Sequence[Handover]]:
        """Return a function for a seat's handovers but by ballots from *phase* on."""
        return lambda seat: [
            it for it in self.of(seat) if it.is_voluntary or it.phase < phase
        ]

    def _last(
        self, some: Sequence[Handover], seat: Seat, phase: int | None
    ) -> TablePerson:
        now = self._substitutes.get(seat)
        if now is not None and (phase is None or now.phase <= phase):
            return now.takeover.person
        for handover in reversed(some):
            if phase is None or handover.phase <= phase:
                return handover.takeover.person
        return self._people[seat]

    def voter(self, seat: Seat, phase: int) -> bytes:
        """Return the identity that signs for a seat in ballots on a phase."""
        before = itertools.takewhile(
            lambda it: it.is_voluntary or it.phase < phase, self._ever(seat)
        )
        found = [it for it in before if it.phase <= phase]
        person = found[-1].takeover.person if found else self._people[seat]
        return person.identity

    def _ever(self, seat: Seat) -> Iterator[Handover]:
        """Yield a seat's handovers, and before each those that it has dropped."""
        for handover in self._all.get(seat, ()):
            yield from handover.dropped
            yield handover

    def _find(
        self, identity: bytes, some: Callable[[Seat], Sequence[Handover]]
    ) -> tuple[Seat, TablePerson] | None:
        for seat, person in enumerate(self._people):
            takers = [handover.takeover.person for handover in some(seat)]
            if seat in self._substitutes:
                takers.append(self._substitutes[seat].takeover.person)
            for one in (person, *takers):
                if one.identity == identity:
                    return seat, one
        return None


class _Keys(Mapping[Seat, bytes]):
    """
    Live mapping to the identities that sign entries about one phase.

    Every phase has two such mappings, so they are kept small.
    """

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
    """Live mapping to the identities that sign ballots on one phase."""

    __slots__ = ()

    def __getitem__(self, seat: Seat) -> bytes:
        return self._handovers.voter(seat, self._phase)


def takeover_statement(
    gid: bytes,
    seat: Seat,
    number: int,
    phase: int,
    person: TablePerson,
    loan: Loan | None = None,
) -> bytes:
    """
    Return the bytes that the new holder of a seat signs.

    Args:
        number: the number of the handover.
        phase: the phase from which the new holder signs.
        loan: the statement of the machine that lends the seat, if one does.
    """
    place = in_takeover(gid, seat, number, phase)
    return frame(PROTO, *place, pack_body(_written(person, loan)))


def read_takeover(body: Body) -> Takeover:
    """
    Parse the body of a handover.

    Raises:
        WireRefused: the body is something else.
    """
    match body:
        case (
            phase,
            bytes(identity),
            str(name),
            (None | bytes() | tuple()) as machine,
            bytes(signature),
        ) if is_number(phase) and len(signature) == SIGNATURE_SIZE:
            pass
        case _:
            raise _refused("not a valid handover: {body}", body=shown(body))
    try:
        person, loan = read_person(name, identity, machine)
    except RemoteProtocolError as error:
        raise _refused(sentence_of(error)) from None
    return Takeover(phase, person, signature, loan)


def takeovers_in(entry: Entry) -> tuple[Takeover, ...]:
    """
    Return the takeovers in an entry, which is a handover or opens a ballot.

    Anything else contains none; the log decides on its meaning.
    """
    envelope = entry.envelope
    lane, body = envelope.lane, envelope.body
    with contextlib.suppress(WireRefused):
        if lane.startswith(HANDOVERS):
            return (read_takeover(body),)
        # Others in the lane of a ballot only answer it.
        if lane.startswith(BALLOTS) and owner_of(lane, BALLOTS) == envelope.seat:
            return tuple(takeovers_of(read_proposal(body)).values())
    return ()


def takeovers_of(proposal: BallotProposal) -> Mapping[Seat, Takeover]:
    """
    Return the takeovers in a ballot by seat; none if it gives no seat away.

    Raises:
        WireRefused: an item isn't a valid takeover.
    """
    return {
        seat: read_takeover((proposal.phase, *body))
        for seat, body in proposal.substitutes.items()
    }


def _written(person: TablePerson, loan: Loan | None) -> Body:
    return person.identity, person.name, written(person.owner, loan)


def _refused(why: Text, **fields: Field) -> WireRefused:
    return WireRefused(Reason.BAD_HANDOVER, why, **fields)
