"""
Ballots are safe: honest seats never continue in two histories, whatever a host shows.

This is a small model of one phase, r, and of what is signed beyond it. The test searches
everything that can ever be signed, up to a number of ballots. The host is the adversary:
of what was signed, it shows each seat whatever it likes, in any order. A seat may crash at
any moment, and come back with nothing but its disk. So what a seat has seen before binds
nobody, and only the existing envelopes count: a state of the model is the set of these.

If a seat is handed over from the phase after r on, the old and the new holder are one seat
of the model: nothing is signed for it that an honest seat wouldn't sign. (A handover from r
on isn't part of the model: then the old holder has signed nothing that the new one would
have to know.) If a ballot gives a seat away, there are two: the holder when r opened, and
the substitute. A seat can sign something if there is anything that, shown to it, makes it
sign. This also covers hosts that lose the end of a log, and logs that return to r when they
receive a ballot again: these are further orders in which things are shown.

What happens in a history beyond r depends on who may go on in it: if those can remove all
others by a ballot on the next phase, they do.

The product code decides which ballots are accepted, what their results are, which one
closes a phase, and what an honest seat may sign.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.net import voting
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    Handovers,
    Takeover,
    takeover_statement,
    takeovers_of,
)
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import (
    Ballot,
    BallotProposal,
    Ballots,
    CheckSubstitutes,
    Status,
    answer_body,
    is_settled,
    leading,
)
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.electorate import BallotPhase, Electorate, Electorates
from sealed_wonders.net.log.envelopes import Body, Entry, Envelope, sign
from sealed_wonders.net.log.lanes import BALLOTS, lane_of
from sealed_wonders.net.log.phases import WireRefused
from sealed_wonders.net.voting import SignedYes
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
)
from tests.support.inprocess.folds import Table, taker
from tests.support.lobbies import identity_of
from tests.support.thorough import every, only

R = 3
"""The number of the phase that ballots are about."""

SUBSTITUTE = 16
"""Added to the number of a seat for a substitute that a ballot names."""

GID, PREV = bytes(32), bytes([7]) * 32


class Opening(NamedTuple):
    """An envelope that opens a ballot."""

    seat: Seat
    number: int
    known: int
    out: tuple[Seat, ...]
    gives: bool = False
    """Whether the seats go to substitutes."""


class Vote(NamedTuple):
    """An envelope that answers a ballot."""

    seat: Seat
    """The voter; with SUBSTITUTE added, a substitute that could vote."""
    opening: Opening
    yes: bool


Case = tuple[Opening | None, Status, tuple[Vote, ...]]
"""What a seat is shown of a ballot: its opening, its status, and the votes."""


class World(NamedTuple):
    """The way in which the phase closed, in place of the digest of the log after it."""

    ballot: Opening | None
    entry: int
    """Which entry of the lying seat counts there; 0 if none does."""


Way = tuple[World, tuple[Ballots, Ballot | None]]
"""A world, and what a seat is shown there: ballots, and the one that closes the phase."""


class State(NamedTuple):
    """Everything that was signed."""

    ballots: frozenset[Opening]
    votes: frozenset[Vote]
    beyond: frozenset[tuple[Seat, World]]
    """Honest seats that have signed something beyond r, each with its world."""
    handed: frozenset[tuple[Seat, World]] = frozenset()
    """The handovers of honest seats, from the phase after r on."""

    @property
    def gone_on(self) -> frozenset[Seat]:
        """Honest seats for which something is signed beyond r."""
        return frozenset(seat for seat, _ in self.beyond | self.handed)


@cache
def _signer(seat: Seat) -> Any:
    return identity_of(f"seat {seat}")


def _person(seat: Seat) -> TablePerson:
    return TablePerson(f"seat {seat}", _signer(seat).public)


@cache
def _envelope(seat: Seat, opener: Seat, number: int, body: Body) -> Entry:
    lane, says = lane_of(BALLOTS, opener), seat % SUBSTITUTE
    envelope = Envelope(GID, lane, number, "DROP_VOTE", says, PREV, body)
    return sign(_signer(seat), envelope)


@cache
def _taken(seat: Seat) -> Body:
    who = _person(seat + SUBSTITUTE)
    said = takeover_statement(GID, seat, 0, R, who)
    taken = Takeover(R, who, _signer(seat + SUBSTITUTE).sign(said))
    return taken.body[1:]


@cache
def _opening(it: Opening) -> Entry:
    about = tuple(_taken(seat) if it.gives else None for seat in it.out)
    proposal = BallotProposal(R, it.known, it.out, about)
    return _envelope(it.seat, it.seat, it.number, proposal.body)


@dataclass
class Rules:
    """The rules for honest seats. A test can disable one of them."""

    first: bool = True
    second: bool = True
    remembers: bool = True
    """A seat keeps its yeses on disk."""
    knows_words: bool = True
    """A seat knows the contents that it said yes to, and not only their place."""
    hands_over_free: bool = True
    """A seat is handed over only in a world in which its holder could go on."""
    stays_in_world: bool = True
    """The new holder signs on top of the same digest as the handover."""
    substitutes_are_mute: bool = True
    """A substitute named by a ballot on r doesn't vote in other ballots on r."""


@dataclass(eq=False)
class Model:
    """The space to be searched."""

    seats: int
    max_ballots: int
    """Maximum number of envelopes that open ballots."""
    liar: Seat | None = None
    """A seat that may sign anything, whatever it has signed before."""
    doubles: bool = False
    """Whether the liar also signs two envelopes for one place."""
    survives: bool = False
    """Whether the others' entries survive if a ballot removes a seat in the phase."""
    hands_over: bool = False
    """Whether honest seats may be handed over from the phase after r on."""
    given: tuple[Seat, ...] = ()
    """The seats that a ballot may give to substitutes."""
    only: tuple[tuple[Seat, tuple[Seat, ...]], ...] = ()
    """The possible openers and the seats to remove; empty if all are possible."""
    rules: Rules = field(default_factory=Rules)
    states: int = 0

    def __str__(self) -> str:
        words = [f"{self.seats} seats", f"{self.max_ballots} ballots"]
        words += ["a liar"] * (self.liar is not None)
        words += ["signs twice"] * self.doubles + ["entries survive"] * self.survives
        words += ["handovers"] * self.hands_over + ["some"] * bool(self.only)
        words += [f"{len(self.given)} given away"] * bool(self.given)
        return ", ".join(words)

    @cached_property
    def opened(self) -> BallotPhase:
        return self.opened_for(frozenset())

    @cache  # noqa: B019  # a model lives as long as its test
    def opened_for(self, substitutes: frozenset[Seat]) -> BallotPhase:
        """Return the phase, with substitutes in some seats."""
        seats = range(self.seats)
        keys = {
            seat: _signer(seat + SUBSTITUTE * (seat in substitutes)).public
            for seat in seats
        }
        return BallotPhase(tuple(seats), PREV, keys)

    @cached_property
    def _check_substitutes(self) -> CheckSubstitutes:
        handovers = Handovers(GID, map(_person, range(self.seats)))
        return cache(lambda it: handovers.check_substitutes(takeovers_of(it)))

    @cached_property
    def honest(self) -> tuple[Seat, ...]:
        seats = (*range(self.seats), *(seat + SUBSTITUTE for seat in self.given))
        return tuple(seat for seat in seats if seat != self.liar)

    def members(self, world: World) -> frozenset[Seat]:
        """
        Return who plays in a world. A substitute has the number of its seat plus
        SUBSTITUTE.
        """
        by = world.ballot
        seats = frozenset(range(self.seats))
        if by is None:
            return seats
        new = [seat + SUBSTITUTE for seat in by.out if by.gives]
        return seats.difference(by.out).union(new)

    # How the product code reads the entries that a seat is shown.

    @cache  # noqa: B019
    def show(self, openings: tuple[Opening, ...], votes: tuple[Vote, ...]) -> Ballots:
        shown = Ballots(GID, self._check_substitutes)
        for it in sorted(openings, key=lambda it: it.number):
            new = {vote.seat for vote in votes if vote.opening == it} - {
                *range(SUBSTITUTE)
            }
            opened = self.opened_for(frozenset(seat % SUBSTITUTE for seat in new))
            shown.take(_opening(it), opened)
        for vote in votes:
            ballot = shown.find(vote.opening.seat, vote.opening.number)
            assert ballot is not None
            body = answer_body(ballot, vote.yes)
            entry = _envelope(vote.seat, ballot.opener, ballot.number, body)
            shown.take(entry, self.opened)
        return shown

    def _shown(self, cases: Sequence[Case]) -> Ballots:
        return self.show(
            tuple(it for it, *_ in cases if it is not None),
            tuple(vote for *_, said in cases for vote in said),
        )

    def voters(self, it: Opening) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in it.out)

    @cached_property
    def proposals(self) -> tuple[tuple[Seat, tuple[Seat, ...]], ...]:
        """The openers and the seats to remove, of all ballots that are accepted."""
        found = []
        for seat in range(self.seats):
            for size in range(1, self.seats):
                for out in itertools.combinations(range(self.seats), size):
                    try:
                        self.show((Opening(seat, 0, 0, out),), ())
                    except WireRefused:
                        continue
                    found.append((seat, out))
        return tuple(it for it in found if it in (self.only or found))

    def _cases(
        self, ballots: frozenset[Opening], votes: frozenset[Vote]
    ) -> list[list[Case]]:
        """
        Return, for each place of a ballot, what a seat can be shown of it.

        Only sets of votes that make a difference are included: none, all yeses, one no.
        """
        places: dict[tuple[Seat, int], list[Opening]] = {}
        for it in sorted(ballots):
            places.setdefault((it.seat, it.number), []).append(it)
        found = []
        for its in places.values():
            cases: list[Case] = [(None, Status.OPEN, ())]
            for it in its:
                others = [seat for seat in self.voters(it) if seat != it.seat]
                yeses = [
                    vote
                    for seat in others
                    for vote in (
                        Vote(seat, it, True),
                        Vote(seat + SUBSTITUTE, it, True),
                    )
                    if vote in votes
                ]
                by_seat = {vote.seat % SUBSTITUTE: vote for vote in yeses}
                noes = [Vote(seat, it, False) for seat in others]
                if others:
                    cases.append((it, Status.OPEN, ()))
                if len(by_seat) == len(others):
                    cases.append((it, Status.CARRIED, tuple(by_seat.values())))
                cases += [(it, Status.VOID, (no,)) for no in noes if no in votes][:1]
            found.append(cases)
        return found

    @cache  # noqa: B019
    def ways(
        self, ballots: frozenset[Opening], votes: frozenset[Vote]
    ) -> tuple[Way, ...]:
        """
        Return the worlds that a seat can be shown, each with the most that it is shown
        there.
        """
        return tuple(self._find_ways(ballots, votes))

    def _find_ways(
        self, ballots: frozenset[Opening], votes: frozenset[Vote]
    ) -> Iterator[Way]:
        places = self._cases(ballots, votes)
        for cases in itertools.product(*places):
            openings = [it for it, _, _ in cases if it is not None]
            shown = self._shown(cases)
            on = shown.on(R)
            if not is_settled(on):
                continue
            by = leading(on)
            it = next((it for it in openings if by and _is(it, by)), None)
            for later in itertools.product(*map(_later, cases, places)):
                late = self._shown(later)
                best = by and late.find(by.opener, by.number)
                for entry in self._entries(it):
                    yield World(it, entry), (late, best)
                yield from self._gone_back(late, [it for it, *_ in later], best)

    def _gone_back(
        self, shown: Ballots, openings: Sequence[Opening | None], by: Ballot | None
    ) -> Iterator[Way]:
        """
        Yield the worlds of seats that return to r when a late ballot is carried.

        The host shows nothing that a voter has signed beyond r, since the seats would
        stay then.
        """
        best = leading(shown.on(R))
        if best is None or best is by or not is_settled(shown.on(R)):
            return
        it = next(it for it in openings if it is not None and _is(it, best))
        for entry in self._entries(it):
            yield World(it, entry), (shown, best)

    def _entries(self, by: Opening | None) -> Sequence[int]:
        """Return which entries of the lying seat may count in a world."""
        counts = by is None or by.gives or self.survives
        if not counts or self.liar not in self.members(World(by, 0)):
            return (0,)
        return (1, 2) if self.doubles else (1,)

    # What can be signed next.

    def after(self, state: State) -> Iterator[State]:
        """
        Yield the states in which one more envelope is signed, by an honest seat or the
        liar.
        """
        if len(state.ballots) < self.max_ballots:
            yield from self._open(state)
        for it in state.ballots:
            for seat in self.voters(it):
                if seat != it.seat:
                    yield from self._answer(state, seat, it)
                    if not self.rules.substitutes_are_mute and seat in self.given:
                        yield from self._answer(state, seat + SUBSTITUTE, it)
        beyond = {seat for seat, _ in state.beyond}
        for seat in self.honest:
            if seat not in state.gone_on:
                yield from self._go_on(state, seat)
                if self.hands_over and seat < SUBSTITUTE:
                    yield from self._hand_over(state, seat)
        for seat, world in state.handed:
            if seat not in beyond:
                yield from self._go_on_instead(state, seat, world)

    def _open(self, state: State) -> Iterator[State]:
        beyond = state.gone_on
        for seat, out in self.proposals:
            is_honest = seat != self.liar
            furthest = R + 1 if seat in beyond else R
            if is_honest and self.rules.first and not voting.may_say_yes(R, furthest):
                continue
            mine = {it.number for it in state.ballots if it.seat == seat}
            numbers = (
                {len(mine)} if is_honest or not self.doubles else {*mine, len(mine)}
            )
            for number in sorted(numbers):
                for known in range(len(state.ballots) + 1):
                    for gives in (False, True)[: 1 + (set(out) <= set(self.given))]:
                        it = Opening(seat, number, known, out, gives)
                        if it not in state.ballots:
                            yield state._replace(ballots=state.ballots | {it})

    def _answer(self, state: State, seat: Seat, it: Opening) -> Iterator[State]:
        is_honest = seat != self.liar
        said = {
            vote
            for vote in state.votes
            if vote.seat == seat and vote.opening[:2] == it[:2]
        }
        if said and (is_honest or not self.doubles):
            # The seat knows from its disk what it has answered there.
            return
        furthest = R + 1 if seat in state.gone_on else R
        may = voting.may_say_yes(R, furthest) or not self.rules.first or not is_honest
        for yes in (True, False) if may else (False,):
            vote = Vote(seat, it, yes)
            if vote not in said:
                yield state._replace(votes=state.votes | {vote})

    def _go_on(self, state: State, seat: Seat) -> Iterator[State]:
        for world in self._free(state, seat, is_held=self.rules.second):
            yield state._replace(beyond=state.beyond | {(seat, world)})

    def _hand_over(self, state: State, seat: Seat) -> Iterator[State]:
        """
        Yield the states in which a seat is handed over; for the old holder, this is
        going on.
        """
        for world in self._free(state, seat, is_held=self.rules.hands_over_free):
            yield state._replace(handed=state.handed | {(seat, world)})

    def _go_on_instead(
        self, state: State, seat: Seat, handed: World
    ) -> Iterator[State]:
        """Yield the states in which a new holder goes on: its own yes can't bind it."""
        worlds = {handed}
        if not self.rules.stays_in_world:
            worlds |= {world for world, _ in self.ways(state.ballots, state.votes)}
        for world in sorted(worlds, key=repr):
            if seat in self.members(world):
                yield state._replace(beyond=state.beyond | {(seat, world)})

    def _free(self, state: State, seat: Seat, *, is_held: bool) -> Iterator[World]:
        said = [
            it
            for it in state.ballots
            if it.seat == seat or Vote(seat, it, True) in state.votes
        ]
        found: set[World] = set()
        for world, (shown, by) in self.ways(state.ballots, state.votes):
            if world in found or seat not in self.members(world):
                continue
            passed = {R: SimpleNamespace(ballot=by)}
            fold: Any = SimpleNamespace(
                ballots=shown, closed_phases=passed, phase=SimpleNamespace(number=R + 1)
            )
            kept = [self._yes(it, shown) for it in said if self.rules.remembers]
            if is_held and not voting.may_sign_beyond(kept, fold):
                continue
            found.add(world)
            yield world

    def _yes(self, it: Opening, shown: Ballots) -> SignedYes:
        """Return what a seat knows of its yes."""
        digest = entry_digest(_opening(it).wire.env)
        ballot = shown.find(it.seat, it.number)
        if ballot is not None and not self.rules.knows_words:
            digest = ballot.digest
        return SignedYes(R, it.seat, it.number, digest)

    # What must hold.

    def split(self, state: State) -> str | None:
        """Return what is wrong with a state, or None."""
        for (one, here), (other, there) in itertools.combinations(
            sorted(state.beyond, key=repr), 2
        ):
            if here == there:
                continue
            if self._both_go_on(state, here, there):
                return BOTH_GO_ON
            if here.ballot == there.ballot:
                # There are two entries of the lying seat.
                assert self.doubles
                continue
            (_, lower), (upper, _) = sorted(
                ((here, one), (there, other)), key=lambda it: _rank(it[0])
            )
            assert upper.ballot is not None
            if lower in upper.ballot.out or lower >= SUBSTITUTE:
                # The ballot removes this seat, so all others agree, and the log shows it;
                # or it is a substitute, and doesn't know what the old holder signed.
                continue
            if not self._is_proven(state, upper.ballot):
                return "two worlds, and neither seat is put out in the other's"
        return None

    def _both_go_on(self, state: State, *worlds: World) -> bool:
        """
        Return whether two worlds go on: all members sign, or can remove those who
        don't.

        A liar can help one of them. If it signs in both, this proves that it lied.
        """
        if (
            self._is_convicted(state)
            or len({world.entry for world in worlds} - {0}) > 1
        ):
            return False
        return any(
            self._goes_on(state, worlds[0], self.liar if helped == 0 else None)
            and self._goes_on(state, worlds[1], self.liar if helped == 1 else None)
            for helped in (0, 1)
        )

    def _goes_on(self, state: State, world: World, helper: Seat | None) -> bool:
        members = self.members(world)
        there = {seat for seat in members if (seat, world) in state.beyond}
        there |= members & {helper}
        out = [seat % SUBSTITUTE for seat in members - there]
        return not out or self._behind(world).is_enough(out)

    @cache  # noqa: B019
    def _behind(self, world: World) -> BallotPhase:
        """Return the phase after r, as ballots on it see it."""
        by, before = world.ballot, self.opened
        electorates = Electorates()
        electorates.leave(
            before.seats,
            before.seats,
            by_ballot=by is not None,
            given=by.out if by and by.gives else (),
        )
        seats = tuple(sorted(seat % SUBSTITUTE for seat in self.members(world)))
        return replace(before, seats=seats, electorate=electorates.of(seats))

    def _is_convicted(self, state: State) -> bool:
        places = [it[:2] for it in state.ballots]
        answered = [(vote.seat, vote.opening[:2]) for vote in state.votes]
        return any(len(some) > len(set(some)) for some in (places, answered))

    def _is_proven(self, state: State, it: Opening) -> bool:
        return any(
            {Vote(seat, it, True), Vote(seat, it, False)} <= state.votes
            for seat in self.voters(it)
        )

    def search(self) -> str | None:
        """Search all states; return what is wrong with one of them, or None."""
        begin = State(frozenset(), frozenset(), frozenset())
        seen, todo = {begin}, [begin]
        while todo:
            state = todo.pop()
            self.states = len(seen)
            if wrong := self.split(state):
                return wrong
            for following in self.after(state):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
        return None


def _later(case: Case, place: Sequence[Case]) -> Sequence[Case]:
    """
    Return what else a seat can be shown of a ballot later.

    A carried or void ballot stays so. A ballot that isn't void gains nothing by being
    carried.
    """
    it, status, _ = case
    if it is not None and status is not Status.OPEN:
        return [case]
    shown = {other[0]: other for other in place if it is None or other[0] == it}
    shown |= {
        other[0]: other
        for other in place
        if other[0] in shown and (other[1] is Status.VOID)
    }
    return [other for opening, other in shown.items() if opening or len(shown) == 1]


def _is(it: Opening, ballot: Ballot) -> bool:
    return ballot.digest == entry_digest(_opening(it).wire.env)


def _rank(world: World) -> tuple[int, ...]:
    by = world.ballot
    return () if by is None else (by.known, by.seat, by.number)


GIVEN = Model(3, 2, given=(0,))
TWO_AND_TWO = Model(5, 2, only=((3, (0, 1)), (0, (3, 4))))

ALWAYS = (
    Model(3, 2, survives=True, liar=0),
    Model(3, 2, liar=2, doubles=True),
    Model(3, 1, liar=2, doubles=True, hands_over=True),
    GIVEN,
)

THOROUGH = (
    Model(3, 2, hands_over=True),
    Model(3, 2),
    Model(4, 1, liar=3, doubles=True),
    TWO_AND_TWO,
    Model(5, 1, liar=4),
    Model(3, 2, liar=1, doubles=True, survives=True),
    Model(5, 1),
    Model(5, 1, liar=4, doubles=True, survives=True),
    Model(4, 2, liar=3),
    Model(4, 2, liar=3, doubles=True),
    Model(3, 3, liar=2),
    Model(3, 2, liar=2, doubles=True, hands_over=True),
    Model(3, 2, liar=0, survives=True, hands_over=True),
    Model(3, 2, given=(0, 1, 2)),
    Model(3, 2, liar=1, doubles=True, given=(0,)),
    Model(3, 2, liar=SUBSTITUTE, given=(0,)),
    Model(3, 2, liar=2, doubles=True, survives=True, given=(0,)),
    Model(3, 2, hands_over=True, given=(0,)),
    Model(4, 2, given=(0,)),
    Model(5, 2, given=(0, 1), only=((3, (0, 1)), (0, (3, 4)))),
    Model(5, 2, liar=2, doubles=True, only=((3, (0, 1)), (0, (3, 4)))),
)


@pytest.mark.parametrize("model", only(ALWAYS, (*ALWAYS, *THOROUGH)), ids=str)
def test_honest_seats_never_go_on_in_two_worlds(
    model: Model, record_property: Callable[[str, object], None]
) -> None:
    """
    If two of them sign beyond r, they sign on top of one digest, with three exceptions.

    A seat that all others remove, and to which the host shows another log, is alone in
    that log. A seat that signs a yes and a no, or two entries, can show them to
    different players; then the two envelopes prove this. A substitute doesn't know what
    the old holder signed. But if all members of one world go on, those of another never
    do.
    """
    assert None is model.search()
    record_property("states", model.states)
    assert model.states > 700


BOTH_GO_ON = "two worlds go on, and nobody has signed twice"

TWO_WORLDS = "two worlds, and neither seat is put out in the other's"


@pytest.mark.parametrize(
    "model",
    [
        # A seat that has gone on says yes to another history.
        Model(3, 2, rules=Rules(first=False)),
        # A seat goes on after a yes without knowing the ballot's result.
        Model(3, 2, rules=Rules(second=False)),
        # A seat crashes and forgets its yes.
        Model(3, 2, rules=Rules(remembers=False)),
        # A seat is shown another ballot in the place of the one that it said yes to.
        pytest.param(
            Model(4, 2, 3, doubles=True, rules=Rules(knows_words=False)),
            marks=pytest.mark.thorough,
        ),
        # A holder says yes and hands over; the new holder doesn't know of the yes.
        Model(3, 2, hands_over=True, rules=Rules(hands_over_free=False)),
        # A new holder goes on in another log than that of the handover.
        Model(3, 2, hands_over=True, rules=Rules(stays_in_world=False)),
        # A substitute says yes where the old holder has said no.
        Model(3, 2, given=(0,), rules=Rules(substitutes_are_mute=False)),
    ],
    ids=[
        "yes after going on",
        "going on after yes",
        "lost disk",
        "other contents",
        "handed over after yes",
        "handed over elsewhere",
        "yes of a substitute",
    ],
)
def test_honest_seats_are_split_without_any_one_of_the_rules(model: Model) -> None:
    """So each rule is necessary, and the search finds violations."""
    assert TWO_WORLDS == model.search()


def test_honest_seats_are_split_if_ballots_have_no_ranks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two ballots that nobody compares are carried, for one seat each."""
    monkeypatch.setattr(Ballot, "rank", (0, 0, 0))
    assert TWO_WORLDS == Model(3, 2).search()


def test_without_a_majority_both_halves_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each half removes the other."""

    whole = Ballots.check

    def check(
        self: Ballots, proposal: BallotProposal, opener: Seat, opened: BallotPhase
    ) -> None:
        if opener in proposal.out:
            whole(self, proposal, opener, opened)

    monkeypatch.setattr(Ballots, "check", check)
    assert BOTH_GO_ON == Model(3, 2).search()


@pytest.mark.parametrize("model", only([GIVEN], [GIVEN, TWO_AND_TWO]), ids=str)
def test_two_worlds_go_on_if_only_a_majority_of_the_rest_is_needed(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Seats that are removed in one world, and substitutes, are the majority in the other.
    """
    monkeypatch.setattr(Electorates, "of", lambda it, seats: Electorate(seats))
    assert BOTH_GO_ON == replace(model).search()


def test_two_worlds_go_on_if_substitutes_count_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One substitute and one seat removed in the other world are two of three."""
    whole = Electorates.leave

    def leave(it: Electorates, *given: Any, **others: Any) -> None:
        whole(it, *given, **{**others, "given": ()})

    monkeypatch.setattr(Electorates, "leave", leave)
    assert BOTH_GO_ON == replace(GIVEN).search()


# Whether the model agrees with the product code.


def _taken_by(name: str, fold: Fold, seat: Seat) -> Body:
    number, who = fold.phase.number, TablePerson(name, identity_of(name).public)
    said = takeover_statement(fold.charter.gid, seat, 0, number, who)
    return Takeover(number, who, identity_of(name).sign(said)).body[1:]


def _is_new(fold: Fold, seat: Seat) -> bool:
    return fold.people[seat] != fold.charter.people[seat]


@pytest.mark.parametrize("seed", every(5, range(40)))
@pytest.mark.parametrize("kind", ["KEY", "REVEAL"])
@pytest.mark.parametrize("gone", ["go-on", "rescue"])
def test_a_fold_closes_a_phase_when_and_by_the_ballot_of_the_model(
    seed: int, kind: str, gone: str
) -> None:
    """This holds in whatever order entries and votes arrive."""
    chance = random.Random(f"{kind}/{seed}")
    table = Table(ruleset("wonders", 4, {}), f"s{seed}", shared=True, gone=gone)
    fold = table.play_until(kind)
    number, signers = fold.phase.number, [player.identity for player in table.players]
    silent = chance.randrange(4)
    todo = [
        p.speak() for p in table.players if p.seat != silent or chance.random() < 0.5
    ]
    prev, is_standing = fold.task.prev, kind == "REVEAL"
    while todo and fold.phase.number == number:
        if chance.random() < 0.4 and len(fold.ballots.on(number)) < 6:
            seat = chance.randrange(4)
            out = chance.choice([other for other in range(4) if other != seat])
            proposal = honest_proposal(fold, [out], known=chance.randrange(3))
            if gone == "rescue" and chance.random() < 0.5:
                proposal = replace(
                    proposal, about=(_taken_by(f"new {out}", fold, out),)
                )
            entry = open_ballot(fold, signers[seat], seat, proposal)
            fold.accept(entry)
            ballot = fold.ballots.find(seat, entry.envelope.phase)
            assert ballot is not None
            for voter in ballot.missing:
                yes = chance.random() < 0.8
                said = sign_ballot_answer(
                    fold, signers[voter], voter, seat, ballot.number, yes=yes
                )
                todo.insert(chance.randrange(len(todo) + 1), said)
        elif new := [seat for seat in fold.missing if _is_new(fold, seat)]:
            after = taker(table, new[0], fold.people[new[0]].name)
            after.intent = table.players[new[0]].intent
            fold.accept(after.speak())
        else:
            entry = todo.pop()
            if entry.is_signed_by(fold.people[entry.envelope.seat].identity) or (
                entry.envelope.lane != "main"
            ):
                fold.accept(entry)
        on = fold.ballots.on(number)
        by = leading(on)
        spoken = set(fold.spoken) if fold.phase.number == number else None
        if not is_settled(on):
            assert spoken is not None
        elif by is None or by.proposal.substitutes:
            assert spoken is None or spoken < set(range(4))
        elif not is_standing:
            assert spoken is None
        else:
            assert spoken is None or not spoken >= set(by.voters)
        if fold.phase.number != number:
            assert by is fold.closed_phases[number].ballot
            assert prev == fold.prev_of(number)
