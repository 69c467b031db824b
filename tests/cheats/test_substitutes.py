"""Cheating when the others give a silent seat away, and hosts that lie about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.table import seat as seat_module
from sealed_wonders.client.table.actions import AskSubstitute, ProposeBallot
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.host.news import Cheated, PlayerRemoved, Rescued
from sealed_wonders.net.cards import Secrets, UsedBody
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import read_takeover
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Body, Entry, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Reason, SlotTaken
from sealed_wonders.net.messages import FromClient, Post, Whisper
from sealed_wonders.net.plan import PhasePlan
from sealed_wonders.net.sealed.bodies import BOX, PAIR
from sealed_wonders.net.tableoptions import RESCUES
from sealed_wonders.net.verification import at_once
from tests.cheats.modified_clients import MemoizedSecrets
from tests.net.test_rescue import proposal
from tests.support.inprocess.ballots import answer, open_ballot
from tests.support.inprocess.client import Client, votes
from tests.support.inprocess.folds import Player, Table, refused
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.lobbies import named

# At a real host, with whole programs.


class People(NamedTuple):
    """Those at a table that waits for ann, and zed, who looks on."""

    host: HostHarness
    ann: Client
    bob: Client
    cleo: Client
    zed: Client

    @property
    def seat(self) -> Seat:
        return self.ann.seat.number

    def give_away(self, *, to_the_end: bool = False) -> None:
        """
        Let all others give ann's seat to zed: they have waited for long enough.

        They have made their choice, and make no other one, unless they play to the end.
        """
        if not to_the_end:
            self.bob.player.pick = self.cleo.player.pick = None
        self.ann.disconnect()
        self.host.pass_time(100)
        self.cleo.player.vote = True
        self.bob.game.do(AskSubstitute(self.seat, self.zed.identity.public))
        self.host.settle()
        assert 1 == len(self.host.told(Rescued))
        assert "zed" == self.host.game.names[self.seat]

    def goes_on(self) -> bool:
        """The others are to choose again; the seat has."""
        fold = self.host.game.fold
        return {*fold.missing} == {*fold.active} - {self.seat}

    def go_on_without_it(self) -> None:
        host = self.host
        assert (self.seat,) == host.game.fold.missing
        self.bob.player.vote = True
        host.pass_time(100)
        self.cleo.game.do(ProposeBallot())
        host.settle()
        (left,) = host.told(PlayerRemoved)
        assert isinstance(left, PlayerRemoved)
        # It outranks the one that gave the seat away, which then never was.
        assert ("ann",) == left.names
        game = host.game
        assert ((self.seat,), ((),) * 3) == (game.left, game.handed)
        assert self.goes_on()


Start = Callable[..., People]


class LyingSecrets(MemoizedSecrets):
    """Those of a seat that makes its KEYs in another way."""

    def __init__(
        self, fold: Fold, seat: Seat, identity: Identity, lie: Callable[[Body], Body]
    ) -> None:
        super().__init__(fold, seat, identity)
        self._lie = lie

    def speak(self, task: PhasePlan) -> UsedBody:
        words = super().speak(task)
        is_key = task.phase.kind == "KEY"
        return words._replace(body=self._lie(words.body)) if is_key else words


pytestmark = pytest.mark.usefixtures("integers")


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Sit three down at a sealed table where seats can be given away."""
    hosts: list[HostHarness] = []

    def start(**lies: Callable[[Body], Body]) -> People:
        def secrets_of(
            fold: Fold, seat: Seat, draw: object, identity: Identity, seed: object
        ) -> Secrets:
            for name, lie in lies.items():
                if identity.public == named(name).public:
                    return LyingSecrets(fold, seat, identity, lie)
            return MemoizedSecrets(fold, seat, identity)

        monkeypatch.setattr(seat_module, "secrets_of", secrets_of)
        # The first choice of all is one from a hand.
        terms = sealed_terms(3, when_gone=RESCUES, own={"sides": "day"})
        host = HostHarness(tmp_path, terms, work=at_once)
        hosts.append(host)
        people = host.join()
        for person in people:
            person.player.cast = votes(person)
        people[0].player.pick = None
        host.settle()
        table = people[0].session.table
        people.append(host.client("zed", table=table, looks_on=True))
        host.settle()
        return People(host, *people)

    yield start
    for host in hosts:
        host.close()


def without_whispers(message: FromClient) -> FromClient | None:
    return None if isinstance(message, Whisper) else message


def test_who_whispers_wrong_parts_is_found_out_by_the_substitute(start: Start) -> None:
    """It says nothing with them; the right ones, which may come later, still count."""
    people = start()
    host, bob, zed = people.host, people.bob, people.zed
    seat = bob.seat
    right = seat.parts_for
    wrong = [(b"rubbish",), seat.secrets.parts_of(people.cleo.seat.number, {"age1"})]
    told = tuple(part for some in wrong for part in some)
    seat.parts_for = lambda seat, **how: told  # type: ignore[method-assign]
    people.give_away()
    assert zed.seat.needs_parts
    assert (people.seat,) == host.game.fold.missing
    assert [] == zed.failures
    seat.parts_for = right  # type: ignore[method-assign]
    bob.disconnect()
    bob.connect()
    host.settle()
    assert not zed.seat.needs_parts
    assert people.goes_on()
    assert "zed" == host.game.names[people.seat]


def test_who_whispers_nothing_only_makes_the_seat_silent(start: Start) -> None:
    """The table goes on without it, as if nobody had come."""
    people = start()
    people.cleo.tamper = without_whispers
    people.give_away()
    assert people.zed.seat.needs_parts
    people.go_on_without_it()
    assert [] == people.zed.failures


def test_parts_that_do_not_make_up_the_keys_are_a_fraud(start: Start) -> None:
    """Named at the entry, by the host and by all, before any card is dealt."""

    def lie(body: Body) -> Body:
        *before, points, boxes = body
        assert isinstance(points, bytes)
        return (*before, points[:PAIR] * 2, boxes)

    people = start(cleo=lie)
    (fraud,) = people.host.told(Cheated)
    assert isinstance(fraud, Cheated)
    assert ("cleo", "KEY") == (fraud.name, fraud.kind)
    for person in (people.ann, people.bob):
        assert person.player.culprit is not None
        assert fraud.entry == person.player.culprit.entry


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_boxes_that_are_sealed_wrongly_harm_their_author_only(
    who: str, start: Start
) -> None:
    """Nobody sees it. Her own seat can't be played on with; that of another can."""

    def lie(body: Body) -> Body:
        *before, boxes = body
        assert isinstance(boxes, bytes)
        return (*before, bytes(BOX) + boxes[BOX:])

    people = start(**{who: lie})
    assert [] == people.host.told(Cheated)
    people.give_away()
    if who == "ann":
        assert people.zed.seat.needs_parts
        people.go_on_without_it()
    else:
        assert people.goes_on()
        assert "zed" == people.host.game.names[people.seat]


def test_who_comes_back_and_plays_on_is_not_heard(start: Start) -> None:
    """What they sign is refused; the game goes on with who has the seat."""
    people = start()
    host, ann, zed = people.host, people.ann, people.zed
    zed.player.pick = None
    people.give_away(to_the_end=True)
    fold = host.game.fold
    assert zed.player.question is not None
    ann.relay = lambda message: []  # she wants to know nothing of it
    ann.connect()
    host.settle()
    late = sign(ann.identity, fold.envelope(people.seat, (bytes(32),)))
    ann.send(Post((late.wire,)))
    host.settle()
    assert ["left"] == ann.refusals
    assert late not in fold.entries()
    zed.player.pick = lambda question: question.default
    zed.player.answer_now()
    host.settle()
    ended = host.ended()
    assert "zed" == ended.names[people.seat]
    assert ended.log is not None
    assert Verdict.GOOD is audit(ended.log.read_bytes()).verdict


# Logs of one's own each.


def at_table() -> Table:
    """Sit four down, each with a log of their own, and play until they choose."""
    table = Table(Wonders(4, "day"), "substitutes", gone=RESCUES)
    table.play_until("PICK")
    return table


def ballot_for(table: Table, absent: Seat, name: str) -> list[Entry]:
    """Sign all that gives a seat to somebody; nobody has heard of it."""
    fold = Table(Wonders(4, "day"), "substitutes", gone=RESCUES).play_until("PICK")
    others = [it for it in fold.active if it != absent]
    signers = [player.identity for player in table.players]
    entries = [
        open_ballot(fold, signers[others[0]], others[0], proposal(fold, {absent: name}))
    ]
    fold.accept(entries[0])
    for seat in others[1:]:
        entries.append(answer(fold, signers[seat], seat, others[0], 0, yes=True))
    return entries


def substitute(table: Table, seat: Seat, name: str) -> Player:
    fold = table.players[0].fold
    return Player(table.charter, fold.ruleset, seat, fold, name)


def test_a_host_that_holds_a_ballot_back_only_makes_a_seat_silent() -> None:
    """What the new one says is nothing to whoever hasn't heard; later all is as it was."""
    table = at_table()
    told, kept_from = table.players[0].fold, table.players[2].fold
    ballot = ballot_for(table, 3, "zed")
    others = [table.players[seat].speak() for seat in (0, 1, 2)]
    for entry in (*ballot, *others):
        told.accept(entry)
    said = substitute(table, 3, "zed").speak()
    told.accept(said)
    for entry in (*ballot[:-1], *others):
        kept_from.accept(entry)

    assert Reason.BAD_SIGNATURE is refused(kept_from, said)
    assert ((3,), {}) == (kept_from.missing, kept_from.evidence)
    kept_from.accept(ballot[-1])
    kept_from.accept(said)
    assert told.digest == kept_from.digest
    assert told.log() == kept_from.log()


def test_a_host_that_shows_some_what_the_old_holder_says_splits_nobody() -> None:
    """
    All who have said yes wait until they know what became of it.

    Whoever is shown a log without the ballot sees the phase left by what the one before
    said, and signs nothing behind it: it has its own yes on disk.
    """
    rules = Wonders(4, "day")
    stores = [InMemory() for _ in range(4)]
    table = Seats(rules, "split", stores, gone=RESCUES)
    while table.fold.phase.kind != "PICK":
        table.step()
    number = table.fold.phase.number
    honest = table.seats[:3]
    for seat in honest:
        assert seat.question is not None
        seat.answer(seat.question.default)
    choices = [wire for seat in honest for wire in seat.take()]
    absent = table.seats[3]
    assert absent.question is not None
    absent.answer(absent.question.default)
    late = absent.take()
    table.hear(choices)
    before = [Entry.of(wire) for wire in table.wires]
    taken = proposal(table.fold, {3: "zed"}).substitutes
    honest[0].propose([3], {3: read_takeover((number, *taken[3]))})
    table.hear(honest[0].take())
    for seat in honest[1:]:
        (ballot,) = seat.unanswered
        seat.vote(ballot, yes=True)
        table.hear(seat.take())
    assert "zed" == table.fold.people[3].name
    zed = Player(table.charter, rules, 3, honest[0].fold, "zed")
    table.hear([zed.speak().wire])
    assert all(seat.fold.phase.number > number for seat in honest)

    # One who was started again is shown what ann said, and no ballot.
    again = table.seat(2, stores[2])
    again.take()
    again.receive([*before, *map(Entry.of, late)])
    assert again.fold.phase.number > number
    assert again.fold.digest != table.fold.digest
    assert (again.take(), again.may_vote) == ((), False)


def test_a_substitute_that_plays_two_versions_is_convicted() -> None:
    """By whoever hears of both; nobody else is, and not whoever had the seat before."""
    table = at_table()
    folds = [player.fold for player in table.players]
    ballot = ballot_for(table, 3, "zed")
    others = [table.players[seat].speak() for seat in (0, 1, 2)]
    for fold in folds:
        for entry in (*ballot, *others):
            fold.accept(entry)
    zed = substitute(table, 3, "zed")
    versions = [zed.speak(turn=turn) for turn in ("one", "other")]
    assert versions[0].wire.env != versions[1].wire.env
    for fold in folds[:2]:
        assert isinstance(fold.accept(versions[0]), SlotTaken)
    for fold in folds[2:]:
        assert isinstance(fold.accept(versions[1]), SlotTaken)
    assert folds[0].digest == folds[1].digest
    assert folds[0].digest != folds[2].digest

    proofs = [folds[0].accept(versions[1]), folds[2].accept(versions[0])]
    assert isinstance(proofs[0], Equivocation)
    assert proofs[0] == proofs[1]
    assert named("zed").public == proofs[0].identity
    assert [{3}, set(), {3}, set()] == [set(fold.evidence) for fold in folds]
