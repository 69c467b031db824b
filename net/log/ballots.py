"""
Ballots: how a table agrees that seats are out of the game, without trusting anybody.

Theory of operation
-------------------

The danger isn't the vote but a split: a host could show some players the late entry of
a silent seat, and others the votes against it. So only what seats have signed counts.

A ballot is about one phase of the game, r, and names the seats to remove, X. It is a
phase in its opener's lane, ``drop/p``, where p is the seat that opened it; its number
counts the ballots that p has opened in this game. S are the seats in the game when r
opens. Each seat of S without X signs one entry: the opener by opening the ballot, which
is a yes, the others a yes or a no. The ballot is

- void, as soon as one of them has said no;
- carried, when all of them have said yes;
- open until then.

Ballots on one phase are ranked. A phase closes by the carried ballot of the highest
rank or, if none is carried, by the entries of all its seats. It doesn't close while
there is an open ballot that outranks what would close it. `sealed_wonders.net.fold`
applies the result to the game; `sealed_wonders.net.voting` says when an honest seat
opens a ballot, or votes yes. The signed bytes are in docs/PROTOCOL.md (Ballots).

Invariants, and the reasons for them:

- S without X is more than half of S; and more than half of the seats that played before
  a ballot that isn't confirmed (`sealed_wonders.net.log.electorate`). So any two
  ballots on one phase have a voter in common. So do a ballot, and anything that is
  decided beyond the phase after another ballot.
- Each voter signs one answer. A second one is an equivocation, like any other.
- An answer names the opener's envelope by its digest, so nobody's yes counts for
  another proposal.
- Instead of removing seats, a ballot may give them to others. It then names the new
  holder of each seat in X, with their signature. Those seats go on playing, under
  another key.
- Nothing here depends on a clock, and a ballot isn't forgotten when its phase closes:
  another one on that phase is still accepted. `sealed_wonders.net.checkpoints` determines
  the consequences. Only when a phase reopens are the ballots on later phases removed,
  since those phases no longer exist.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.electorate import BallotPhase
from sealed_wonders.net.log.envelopes import (
    DIGEST_SIZE,
    Body,
    Entry,
    Value,
    is_number,
)
from sealed_wonders.net.log.lanes import BALLOTS, phase_of, rules_of
from sealed_wonders.net.log.phases import Collection, Reason, Receipt, WireRefused
from sealed_wonders.net.log.sidelane import LanePlace, LogState, SideLane, owner_of

MAX_BALLOTS_PER_PHASE = 16
"""Ballots that one seat may open on one phase, or on all closed phases together."""

MAX_BALLOTS_PER_GAME = 128
"""Ballots that one seat may open in a game, since everybody stores each of them."""

Rank = tuple[int, Seat, int]
"""The number of ballots on the phase that the opener knew, the opener, the number."""


@dataclass(frozen=True, slots=True)
class BallotProposal:
    """Body of the envelope that opens a ballot."""

    phase: int
    """The phase of the game it is about, r."""
    known: int
    """How many ballots on r the opener knows."""
    out: tuple[Seat, ...]
    """The seats to be removed or to change hands, X, ascending."""
    about: tuple[bytes | Body | None, ...]
    """
    For each of them the digest of its entry in r that is a fraud, or nothing; or, where
    their seats are to change hands, who takes them: see `substitutes`.
    """

    @property
    def body(self) -> Body:
        """The body as the opener signs it."""
        return (self.phase, self.known, self.out, self.about)

    @property
    def frauds(self) -> tuple[bytes, ...]:
        """The digests of the entries it names."""
        return tuple(digest for digest in self.about if isinstance(digest, bytes))

    @property
    def put_out(self) -> tuple[Seat, ...]:
        """The seats that don't play any more where it is in force, ascending."""
        return () if self.substitutes else self.out

    @property
    def substitutes(self) -> Mapping[Seat, Body]:
        """The substitutes' signed bodies, by seat; empty if the seats are put out."""
        pairs = zip(self.out, self.about, strict=True)
        return {seat: body for seat, body in pairs if isinstance(body, tuple)}


class Status(enum.Enum):
    """Outcome of a ballot so far."""

    OPEN = enum.auto()
    CARRIED = enum.auto()
    VOID = enum.auto()


class Ballot:
    """
    One ballot, and the votes on it.

    Attributes:
        opener: the seat that opened it.
        number: which of its opener's ballots in this game it is, from 0; its envelopes
            have this number as their phase.
        proposal: what it is about.
        digest: the SHA-256 of the opener's envelope, which answers name.
        voters: the seats that speak in it, ascending.
        votes: the votes so far, by seat; True is yes.
    """

    def __init__(
        self,
        entry: Entry,
        proposal: BallotProposal,
        voters: tuple[Seat, ...],
        opened: Collection,
    ) -> None:
        self.opener = entry.envelope.seat
        self.number = entry.envelope.phase
        self.proposal = proposal
        self.digest = entry_digest(entry.wire.env)
        self.voters = voters
        self.votes: dict[Seat, bool] = {self.opener: True}
        self._collection = opened

    def __repr__(self) -> str:
        return f"<Ballot {self.rank} on {self.proposal.phase}: {self.status.name}>"

    @property
    def key(self) -> tuple[Seat, int]:
        """Identifier of the ballot within the game: its opener and number."""
        return self.opener, self.number

    @property
    def rank(self) -> Rank:
        """Sort key for ballots on one phase; the higher rank prevails."""
        return (self.proposal.known, self.opener, self.number)

    @property
    def status(self) -> Status:
        if not all(self.votes.values()):
            return Status.VOID
        return Status.CARRIED if len(self.votes) == len(self.voters) else Status.OPEN

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that haven't answered."""
        return tuple(seat for seat in self.voters if seat not in self.votes)

    def waits_for(self, seat: Seat) -> bool:
        """Return whether the ballot is open and a seat has yet to answer it."""
        is_missing = seat in self.voters and seat not in self.votes
        return is_missing and self.status is Status.OPEN

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """The voters in the order in which a log file has their envelopes."""
        return (self.opener, *(seat for seat in self.voters if seat != self.opener))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The ballot's entries: the opener's first, then by ascending seat."""
        said = self._collection.entries
        mine = [entry for entry in said if entry.envelope.seat == self.opener]
        others = [entry for entry in said if entry.envelope.seat != self.opener]
        return (*mine, *others)

    def offer(self, entry: Entry) -> Receipt:
        """
        Take an answer.

        Raises:
            WireRefused: it is none, or isn't signed by somebody who has to give one.
        """
        envelope = entry.envelope
        is_first = envelope.seat in self.missing
        if is_first and entry.envelope.body[1:2] != (self.digest,):
            # Signed or not, it is about other words than those that were signed here.
            self._collection.check_addressed(entry)
            raise WireRefused(
                Reason.BAD_BALLOT, Sentence("a vote in a different ballot")
            )
        yes = _read_answer(envelope.body, self.proposal.phase) if is_first else True
        receipt = self._collection.offer(entry)
        if is_first:
            self.votes[envelope.seat] = yes
        return receipt


CheckSubstitutes = Callable[[BallotProposal], None]
"""Raise `WireRefused` if seats can't go to the people whom a ballot names."""


def no_substitutes(proposal: BallotProposal) -> None:
    """Refuse a ballot that gives seats away."""
    raise WireRefused(
        Reason.BAD_BALLOT, Sentence("this table doesn't allow substitutes")
    )


class Ballots(SideLane):
    """All ballots of one game, in the order in which they came."""

    rules = rules_of(BALLOTS)

    def __init__(
        self, gid: bytes, check_substitutes: CheckSubstitutes = no_substitutes
    ) -> None:
        super().__init__(gid)
        self._check_substitutes = check_substitutes
        self._all: dict[tuple[Seat, int], Ballot] = {}
        self._on: dict[int, list[Ballot]] = {}
        """The same, by the phase they are about."""
        self._late: Counter[Seat] = Counter()
        """How many each seat has opened on phases that were left."""

    def __iter__(self) -> Iterator[Ballot]:
        """Iterate over all ballots in order of arrival."""
        return iter(self._all.values())

    def on(self, phase: int) -> tuple[Ballot, ...]:
        """Return the ballots on a phase in order of arrival."""
        return tuple(self._on.get(phase, ()))

    @property
    def phases(self) -> tuple[int, ...]:
        """The phases there are ballots on."""
        return tuple(self._on)

    def forget_beyond(self, phase: int) -> None:
        self._all = {
            key: it for key, it in self._all.items() if it.proposal.phase <= phase
        }
        self._on = {number: on for number, on in self._on.items() if number <= phase}

    def opened_by(self, seat: Seat) -> int:
        """Return how many ballots a seat has opened in this game."""
        return sum(opener == seat for opener, _ in self._all)

    def may_open(self, seat: Seat, phase: int) -> bool:
        """Return whether a seat may open another ballot without exceeding the limits."""
        mine = sum(ballot.opener == seat for ballot in self.on(phase))
        # One is kept back, for whichever may be on its way when the phase is left.
        return (
            mine < MAX_BALLOTS_PER_PHASE
            and self._late[seat] < MAX_BALLOTS_PER_PHASE - 1
            and self.opened_by(seat) < MAX_BALLOTS_PER_GAME - 1
        )

    def find(self, seat: Seat, number: int) -> Ballot | None:
        """Return a ballot by its opener and its number; None if there is none."""
        return self._all.get((seat, number))

    def known_at(self, place: LanePlace, seat: Seat) -> None:
        """Return None: after the end of a game, known votes are refused like others."""

    def admit(self, entry: Entry, log: LogState) -> Receipt:
        return self.take(entry, log.opened_at(phase_of(entry.envelope.body)))

    def take(self, entry: Entry, opened: BallotPhase | None) -> Receipt:
        """
        Accept the envelope that opens a ballot, or answers one.

        Args:
            opened: the phase of the game that its body names; None if that phase hasn't
                opened.

        Raises:
            WireRefused: it has no place here; nothing changes.
        """
        envelope = entry.envelope
        opener = owner_of(envelope.lane, BALLOTS)
        ballot = self.find(opener, envelope.phase)
        if ballot is not None:
            return ballot.offer(entry)
        if opened is None:
            raise WireRefused(
                Reason.WRONG_PHASE, Sentence("a ballot on a phase that isn't open yet")
            )
        return self._open_ballot(entry, opener, opened)

    def _open_ballot(self, entry: Entry, opener: Seat, opened: BallotPhase) -> Receipt:
        envelope, prev, keys = entry.envelope, opened.prev, opened.keys
        if opener not in opened.seats:
            raise WireRefused(
                Reason.WRONG_SEAT, "seat {seat} isn't in the game", seat=opener
            )
        # First whether it is truly signed; and nobody but its opener opens a ballot.
        alone = self._slots(envelope, "DROP_VOTE", (opener,), prev, keys)
        alone.check_addressed(entry)
        proposal = read_proposal(envelope.body)
        self.check(proposal, opener, opened)
        last = max((number for seat, number in self._all if seat == opener), default=-1)
        if envelope.phase < last:
            # One that came to nothing is in no file: there may be gaps.
            raise WireRefused(
                Reason.BAD_BALLOT,
                "ballot {given} of seat {seat} came after its ballot {last}",
                given=envelope.phase,
                seat=opener,
                last=last,
            )
        voters = tuple(seat for seat in opened.seats if seat not in proposal.out)
        collection = self._slots(envelope, "DROP_VOTE", voters, prev, keys)
        receipt = collection.offer(entry)
        ballot = Ballot(entry, proposal, voters, collection)
        self._all[opener, envelope.phase] = ballot
        self._on.setdefault(proposal.phase, []).append(ballot)
        self._late[opener] += opened.is_left
        return receipt

    def check(
        self, proposal: BallotProposal, opener: Seat, opened: BallotPhase
    ) -> None:
        """
        Check what a seat proposes on a phase.

        Raises:
            WireRefused: the ballot is invalid, or the seat has opened too many.
        """
        seats, out = opened.seats, proposal.out
        if (
            not out
            or list(out) != sorted({seat for seat in out if seat in seats})
            or opener in out
        ):
            raise WireRefused(
                Reason.BAD_BALLOT,
                "not a valid list of seats to remove: {out}",
                out=shown(out),
            )
        if not opened.is_enough(out):
            raise WireRefused(
                Reason.BAD_BALLOT,
                "more than half of the seats must remain, so these can't be "
                "removed: {out}",
                out=shown(out),
            )
        if self._has_opened_most(opener, proposal.phase, opened):
            raise WireRefused(
                Reason.BAD_BALLOT,
                "seat {seat} has already opened {most} ballots",
                seat=opener,
                most=MAX_BALLOTS_PER_PHASE,
            )
        if proposal.substitutes:
            self._check_substitutes(proposal)

    def _has_opened_most(self, opener: Seat, phase: int, opened: BallotPhase) -> bool:
        """Whether a seat has opened as many ballots as it may, on a phase or of all."""
        mine = sum(ballot.opener == opener for ballot in self.on(phase))
        return (
            mine >= MAX_BALLOTS_PER_PHASE
            or (opened.is_left and self._late[opener] >= MAX_BALLOTS_PER_PHASE)
            or self.opened_by(opener) >= MAX_BALLOTS_PER_GAME
        )


def leading(ballots: tuple[Ballot, ...]) -> Ballot | None:
    """Return the highest-ranked carried ballot on one phase; None if none is carried."""
    if not ballots:
        return None  # nearly always, and asked several times for each entry
    carried = [it for it in ballots if it.status is Status.CARRIED]
    return max(carried, key=lambda it: it.rank, default=None)


def out_already(ballots: tuple[Ballot, ...]) -> tuple[Seat, ...]:
    """Return the seats that the highest-ranked carried ballot on one phase puts out."""
    best = leading(ballots)
    return () if best is None else best.proposal.put_out


def is_settled(ballots: tuple[Ballot, ...]) -> bool:
    """Return whether no open ballot outranks the highest-ranked carried one, if any."""
    best = leading(ballots)
    return not ballots or not any(
        it.status is Status.OPEN and (best is None or it.rank > best.rank)
        for it in ballots
    )


def answer_body(ballot: Ballot, yes: bool) -> Body:
    """Return the body of a vote, as the voter signs it."""
    return (ballot.proposal.phase, ballot.digest, yes)


def read_proposal(body: Body) -> BallotProposal:
    """
    Parse the body of an envelope that opens a ballot.

    Raises:
        WireRefused: it is something else.
    """
    match body:
        case (phase, known, tuple(out), tuple(about)) if (
            is_number(phase)
            and is_number(known)
            and all(map(is_number, out))
            and len(out) == len(about)
            and all(map(_is_about, about))
        ):
            return BallotProposal(phase, known, out, about)  # type: ignore[arg-type]
    raise WireRefused(Reason.BAD_BALLOT, "not a valid ballot: {body}", body=shown(body))


def _read_answer(body: Body, phase: int) -> bool:
    match body:
        case (int(about), bytes(), bool(yes)) if is_number(about) and about == phase:
            return yes
    raise WireRefused(
        Reason.BAD_BALLOT, "not a valid vote in a ballot: {body}", body=shown(body)
    )


def _is_about(value: Value) -> bool:
    match value:
        case None | (bytes(), str(), None | bytes() | tuple(), bytes()):
            return True
    return type(value) is bytes and len(value) == DIGEST_SIZE
