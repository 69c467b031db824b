"""Cheating by players and hosts when a ballot gives a silent seat to a substitute."""

from __future__ import annotations

from collections.abc import Callable
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
from tests.support.inprocess.ballots import open_ballot, sign_ballot_answer
from tests.support.inprocess.client import Client, vote_caster
from tests.support.inprocess.folds import Player, Table, refused
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.lobbies import identity_of

# At a real host, with whole programs.


class People(NamedTuple):
    """A table where the others wait for ann, and zed is a spectator."""

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
        Make the others wait long enough, and then give ann's seat to zed.

        They have made their choice, and make no further one unless they play to the
        end.
        """
        if not to_the_end:
            self.bob.player.pick = self.cleo.player.pick = None
        self.ann.disconnect()
        self.host.pass_time(100)
        self.cleo.player.vote = True
        self.bob.act(AskSubstitute(self.seat, self.zed.identity.public))
        assert 1 == len(self.host.news_of(Rescued))
        assert "zed" == self.host.game.names[self.seat]

    def seat_has_chosen(self) -> bool:
        """Return whether all seats but the given one have to choose next."""
        fold = self.host.game.fold
        return {*fold.missing} == {*fold.active} - {self.seat}

    def remove_the_seat(self) -> None:
        host = self.host
        assert (self.seat,) == host.game.fold.missing
        self.bob.player.vote = True
        host.pass_time(100)
        self.cleo.act(ProposeBallot())
        (left,) = host.news_of(PlayerRemoved)
        assert isinstance(left, PlayerRemoved)
        # It outranks the ballot that gave the seat away, which thus never took effect.
        assert ("ann",) == left.names
        game = host.game
        assert ((self.seat,), ((),) * 3) == (game.left, game.handed)
        assert self.seat_has_chosen()


Start = Callable[..., People]


class LyingSecrets(MemoizedSecrets):
    """The secrets of a seat that alters its KEY bodies."""

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
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Return a function that seats three players at a table that allows substitutes."""

    def start(**lies: Callable[[Body], Body]) -> People:
        def secrets_of(
            fold: Fold, seat: Seat, draw: object, identity: Identity, seed: object
        ) -> Secrets:
            for name, lie in lies.items():
                if identity.public == identity_of(name).public:
                    return LyingSecrets(fold, seat, identity, lie)
            return MemoizedSecrets(fold, seat, identity)

        monkeypatch.setattr(seat_module, "secrets_of", secrets_of)
        # With the sides fixed, the first choice is one from a hand.
        terms = sealed_terms(3, when_gone=RESCUES, own={"sides": "day"})
        host = HostHarness(tmp_path, terms, work=at_once)
        people = host.join()
        for person in people:
            person.player.cast_vote = vote_caster(person)
        host.leave_unanswered(people[:1])
        table = people[0].session.table
        people.append(host.client("zed", table=table, looks_on=True))
        host.settle()
        return People(host, *people)

    return start


def without_whispers(message: FromClient) -> FromClient | None:
    return None if isinstance(message, Whisper) else message


def test_a_substitute_ignores_wrong_parts_and_accepts_right_ones_later(
    start: Start,
) -> None:
    """The substitute signs nothing with the wrong parts."""
    people = start()
    host, bob, zed = people.host, people.bob, people.zed
    seat = bob.seat
    right = seat.parts_for
    wrong = [(b"rubbish",), seat.secrets.parts_of(people.cleo.seat.number, {"age1"})]
    wrong_parts = tuple(part for some in wrong for part in some)
    seat.parts_for = lambda seat, **how: wrong_parts  # type: ignore[method-assign]
    people.give_away()
    assert zed.seat.needs_parts
    assert (people.seat,) == host.game.fold.missing
    assert [] == zed.failures
    seat.parts_for = right  # type: ignore[method-assign]
    bob.disconnect()
    host.reconnect([bob])
    assert not zed.seat.needs_parts
    assert people.seat_has_chosen()
    assert "zed" == host.game.names[people.seat]


def test_withheld_parts_only_make_the_seat_silent(start: Start) -> None:
    """The table goes on without the seat, as if there were no substitute."""
    people = start()
    people.cleo.tamper = without_whispers
    people.give_away()
    assert people.zed.seat.needs_parts
    people.remove_the_seat()
    assert [] == people.zed.failures


def test_parts_that_do_not_add_up_to_the_keys_are_a_fraud(start: Start) -> None:
    """The host and all players name the cheat at this entry, before a card is dealt."""

    def lie(body: Body) -> Body:
        *before, points, boxes = body
        assert isinstance(points, bytes)
        return (*before, points[:PAIR] * 2, boxes)

    people = start(cleo=lie)
    (fraud,) = people.host.news_of(Cheated)
    assert isinstance(fraud, Cheated)
    assert ("cleo", "KEY") == (fraud.name, fraud.kind)
    for person in (people.ann, people.bob):
        assert person.player.culprit is not None
        assert fraud.entry == person.player.culprit.entry


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_wrongly_sealed_boxes_harm_only_their_author(who: str, start: Start) -> None:
    """
    Nobody notices. A substitute can't play ann's seat if her own boxes are wrong, but
    can if bob's are.
    """

    def lie(body: Body) -> Body:
        *before, boxes = body
        assert isinstance(boxes, bytes)
        return (*before, bytes(BOX) + boxes[BOX:])

    people = start(**{who: lie})
    assert [] == people.host.news_of(Cheated)
    people.give_away()
    if who == "ann":
        assert people.zed.seat.needs_parts
        people.remove_the_seat()
    else:
        assert people.seat_has_chosen()
        assert "zed" == people.host.game.names[people.seat]


def test_entries_of_the_former_holder_are_refused(start: Start) -> None:
    """The game continues with the substitute."""
    people = start()
    host, ann, zed = people.host, people.ann, people.zed
    zed.player.pick = None
    people.give_away(to_the_end=True)
    fold = host.game.fold
    assert zed.player.question is not None
    ann.relay = lambda message: []  # she ignores everything the host sends
    host.reconnect([ann])
    late = sign(ann.identity, fold.envelope(people.seat, (bytes(32),)))
    ann.speak(Post((late.wire,)))
    assert ["left"] == ann.refusals
    assert late not in fold.entries()
    zed.player.pick = lambda question: question.default
    host.answer([zed])
    ended = host.completed_game()
    assert "zed" == ended.names[people.seat]
    assert ended.log is not None
    assert Verdict.GOOD is audit(ended.log.read_bytes()).verdict


# Tables where each player has a log.


def at_table() -> Table:
    """Seat four players with a log each, and play until they pick."""
    table = Table(Wonders(4, "day"), "substitutes", gone=RESCUES)
    table.play_until("PICK")
    return table


def ballot_for(table: Table, absent: Seat, name: str) -> list[Entry]:
    """Return the signed entries that give a seat away; no player has them yet."""
    fold = Table(Wonders(4, "day"), "substitutes", gone=RESCUES).play_until("PICK")
    others = [it for it in fold.active if it != absent]
    signers = [player.identity for player in table.players]
    entries = [
        open_ballot(fold, signers[others[0]], others[0], proposal(fold, {absent: name}))
    ]
    fold.accept(entries[0])
    for seat in others[1:]:
        entries.append(
            sign_ballot_answer(fold, signers[seat], seat, others[0], 0, yes=True)
        )
    return entries


def substitute(table: Table, seat: Seat, name: str) -> Player:
    fold = table.players[0].fold
    return Player(table.charter, fold.ruleset, seat, fold, name)


def test_a_host_that_withholds_a_ballot_only_makes_a_seat_silent() -> None:
    """
    Players without the ballot refuse the substitute's entries. Once it arrives, all
    logs are equal.
    """
    table = at_table()
    informed, uninformed = table.players[0].fold, table.players[2].fold
    ballot = ballot_for(table, 3, "zed")
    others = [table.players[seat].speak() for seat in (0, 1, 2)]
    for entry in (*ballot, *others):
        informed.accept(entry)
    said = substitute(table, 3, "zed").speak()
    informed.accept(said)
    for entry in (*ballot[:-1], *others):
        uninformed.accept(entry)

    assert Reason.BAD_SIGNATURE is refused(uninformed, said)
    assert ((3,), {}) == (uninformed.missing, uninformed.evidence)
    uninformed.accept(ballot[-1])
    uninformed.accept(said)
    assert informed.digest == uninformed.digest
    assert informed.log() == uninformed.log()


def test_a_late_entry_of_the_old_holder_splits_no_voters() -> None:
    """
    Everybody who has voted yes waits for the ballot's outcome.

    A voter who is shown a log without the ballot sees the phase close with the old
    holder's entry, but signs nothing after it: their own yes is on disk.
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

    # A restarted client is shown the old holder's entry, but no ballot.
    again = table.seat(2, stores[2])
    again.take()
    again.receive([*before, *map(Entry.of, late)])
    assert again.fold.phase.number > number
    assert again.fold.digest != table.fold.digest
    assert (again.take(), again.may_vote) == ((), False)


def test_a_substitute_that_plays_two_versions_is_convicted() -> None:
    """Everybody who receives both versions convicts the substitute alone."""
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
    assert identity_of("zed").public == proofs[0].identity
    assert [{3}, set(), {3}, set()] == [set(fold.evidence) for fold in folds]
