"""A host's folder that is restored during a game: its bots sign nothing twice."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

import msgspec
import pytest

from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.table.recollecting import ALL_PATIENCE
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.log.envelopes import Entry, parse_entries
from sealed_wonders.net.log.lanes import LOBBY
from sealed_wonders.net.messages import Attest, FromClient, Post
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.rollcall import Statement, sign
from sealed_wonders.net.talk import SET_BACK
from tests.support.inprocess.askers import SeatQuestion, pass_roll_call
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import StartHost, open_terms, sealed_terms
from tests.support.lobbies import identity_of
from tests.support.thorough import only
from tests.support.toy import TOY

SEED = bytes(range(16))


def seeded() -> InMemory:
    store = InMemory()
    store.begin(SEED)
    return store


class GameWithBackup:
    """
    A game of ann, bob and the host's bot, and a backup of the host's folder.

    Attributes:
      said: every entry that the bot has signed.
    """

    def __init__(
        self, start_host: StartHost, *others: str, terms: Terms | None = None
    ) -> None:
        self.host = start_host(terms or open_terms(3 + len(others), bots=1))
        self.people = [
            self.host.client(name, store=seeded()) for name in ("ann", "bob", *others)
        ]
        self.host.settle()
        self.people[0].player.pick = None
        self.owner = self.host.server.identity.public
        self.bot = self.host.client(
            "Atossa",
            table=self.host.table.name,
            owner=self.owner,
            near=True,
            store=seeded(),
        )
        self.said: set[Entry] = set()
        self.bot.tamper = self._note
        self.host.settle()

    def _note(self, message: FromClient) -> FromClient:
        if isinstance(message, Post):
            mine = identity_of("Atossa").public
            entries = parse_entries(message.wires)
            self.said.update(
                it
                for it in entries
                if it.envelope.lane != LOBBY and it.is_signed_by(mine)
            )
        return message

    def back_up(self) -> None:
        """Copy the folder and the bot's store."""
        self.journal = self.host.journal.read_bytes()
        self.memory = deepcopy(self.bot.store)

    def choose(self, times: int) -> None:
        self.host.answer(self.people[:1], times)

    def restore(self, *, with_memory: bool) -> None:
        """Replace the folder by the copy, and restart the host and its bot."""
        host, old = self.host, self.bot
        host.kill()
        host.journal.write_bytes(self.journal)
        host.clients.remove(old)
        if with_memory:
            store = self.memory
        else:
            store = seeded()
            store.restore()
        host.start_again()
        self.bot = host.client(
            "Atossa",
            identity=old.identity,
            table=host.table.name,
            owner=self.owner,
            near=True,
            store=store,
            may_be_set_back=True,
        )
        self.bot.tamper = self._note
        host.settle()

    def reconnect(self, *people: Client) -> None:
        self.host.reconnect(people or self.people)

    def ask(self) -> None:
        """Make the bot's client call the roll, as its link does."""
        asker = self.bot.session.recollects
        assert asker is not None
        assert asker.seat is not None
        asking = SeatQuestion(
            self.host, asker.gid, seat=asker.seat, identity=asker.identity
        )
        pass_roll_call(self.host)
        self.bot.session.recollect({self.host.pin: asking.given})
        self.host.settle()

    @property
    def is_waiting(self) -> bool:
        return self.bot.session.recollects is not None

    def go_on(self) -> None:
        """Play on for a while; the bot takes part, and has signed nothing twice."""
        assert not self.is_waiting
        said = len(self.said)
        self.choose(3)
        assert said < len(self.said)
        self.check_said()

    def finish(self) -> None:
        """Play to the end; the log is good, and the bot has signed nothing twice."""
        self.host.answer_at_once(self.people[:1])
        ended = self.host.completed_game()
        assert ended.log is not None
        fold = read_log(ended.log.read_bytes(), lambda c: rules_of(c.options))
        assert fold.over
        assert ended.sheet == fold.state.score()
        self.check_said()
        for person in (*self.people, self.bot):
            assert person.session.finished

    def check_said(self) -> None:
        places = [(it.envelope.lane, it.envelope.phase) for it in self.said]
        assert len(places) == len(set(places))


@pytest.fixture
def world(start_host: StartHost) -> GameWithBackup:
    return GameWithBackup(start_host)


@pytest.mark.parametrize(
    ("with_memory", "sealed"),
    only([(True, False), (False, True)], [*product((True, False), repeat=2)]),
)
def test_a_game_from_a_restored_folder_is_played_to_the_end(
    with_memory: bool, sealed: bool, start_host: StartHost, toy: Terms
) -> None:
    """The bot waits for everybody, accepts its own entries from them, and plays on."""
    terms = sealed_terms if sealed else open_terms
    world = GameWithBackup(start_host, terms=terms(3, bots=1, game=TOY))
    world.choose(1)
    world.back_up()
    world.choose(2)
    position, said = world.host.game.fold.position, set(world.said)
    world.restore(with_memory=with_memory)
    assert world.is_waiting
    world.ask()
    assert said == world.said
    world.reconnect()
    assert position <= world.host.game.fold.position
    world.ask()
    assert not world.is_waiting
    world.finish()


@pytest.mark.parametrize("with_memory", [True, False])
def test_a_bot_waits_for_an_entry_that_only_one_player_has(
    with_memory: bool, world: GameWithBackup
) -> None:
    """It signs nothing before that player is back, and then sends the same bytes."""
    ann, bob = world.people
    world.choose(1)
    world.bot.player.pick = None
    world.choose(1)
    assert world.bot.player.question is not None
    world.back_up()
    ann.disconnect()
    before = set(world.said)
    world.host.answer([world.bot])
    (last,) = world.said - before
    assert last == bob.seat.fold.entry_of(world.bot.seat.number)
    assert None is ann.seat.fold.entry_of(world.bot.seat.number)
    said = set(world.said)
    world.restore(with_memory=with_memory)
    world.reconnect(ann)
    for _ in range(3 if with_memory else 20):
        world.ask()
    assert world.is_waiting
    assert said == world.said
    # A bot without its memory knows at once that something is lost, and reports it once.
    assert ([] if with_memory else [SET_BACK]) == codes(ann)
    world.reconnect(bob)
    world.ask()
    assert [[SET_BACK]] * 2 == [codes(ann), codes(bob)]
    assert not world.is_waiting
    assert last == world.host.game.fold.entry_of(world.bot.seat.number)
    world.go_on()


def codes(person: Client) -> list[str]:
    return [it.code for it in person.player.heard]


def test_a_bot_that_may_have_lost_nothing_waits_a_minute(
    world: GameWithBackup,
) -> None:
    """It then goes on, and may vote, although not everybody has come back."""
    ann, _ = world.people
    world.back_up()
    world.restore(with_memory=True)
    for _ in range(20):
        world.ask()  # nobody has come back
    assert world.is_waiting
    world.reconnect(ann)
    world.ask()
    assert world.is_waiting
    assert not world.bot.seat.may_vote
    world.host.pass_time(ALL_PATIENCE)
    world.ask()
    assert not world.is_waiting
    assert world.bot.seat.may_vote
    assert [] == codes(ann)


def lies(person: Client, **about: Any) -> None:
    """Make a client sign a changed statement in roll calls."""

    def tamper(message: FromClient) -> FromClient:
        if not isinstance(message, Attest):
            return message
        said = Statement(
            message.phase, message.digest, message.own, message.mark, message.heard
        )._replace(**about)
        host = person.host
        signature = sign(person.identity, host.game.gid, host.pin, message.roll, said)
        return Attest(message.table, message.roll, *said, signature)

    person.tamper = tamper


@pytest.mark.parametrize(
    "about",
    [
        {"heard": (bytes(32),)},
        {"own": bytes(32)},
        {"phase": 999},
        {"digest": bytes(32)},
    ],
)
def test_a_bot_waits_for_a_player_who_claims_to_know_more(
    about: dict[str, Any], world: GameWithBackup
) -> None:
    """
    This is no worse than saying nothing. The bot goes on once the player tells the
    truth.
    """
    _, bob = world.people
    world.back_up()
    world.choose(1)
    world.restore(with_memory=False)
    said = set(world.said)
    lies(bob, **about)
    world.reconnect()
    world.ask()
    assert world.is_waiting
    assert said == world.said
    bob.tamper = lambda message: message
    world.ask()
    world.go_on()


def test_a_bot_ignores_statements_with_a_bad_signature(world: GameWithBackup) -> None:
    """So the host can't answer for an absent player."""
    ann, bob = world.people
    world.back_up()
    world.restore(with_memory=False)
    world.reconnect()
    bob.tamper = lambda message: (
        msgspec.structs.replace(message, signature=bytes(64))
        if isinstance(message, Attest)
        else message
    )
    world.ask()
    assert world.is_waiting
    assert world.bot.seat.must_recollect
    assert ann.seat.statement is not None


def test_a_bot_waits_for_the_end_of_an_open_ballot(start_host: StartHost) -> None:
    """It has voted, but nobody received the vote, so it must not vote again."""
    world = GameWithBackup(start_host, "cleo")
    ann, bob, cleo = world.people
    world.choose(1)
    bob.propose(ann)
    world.host.settle()
    world.back_up()
    for one in world.people:
        one.disconnect()
    world.bot.vote_on_all(yes=True)
    world.host.settle()
    said = set(world.said)
    assert "DROP_VOTE" in {it.envelope.kind for it in said}
    world.restore(with_memory=False)
    world.reconnect()
    world.ask()
    assert world.is_waiting
    assert said == world.said
    cleo.vote_on_all(yes=False)
    world.host.settle()
    world.ask()
    assert not world.is_waiting
    assert () == world.bot.seat.unanswered
    world.go_on()


def test_the_others_may_go_on_without_a_waiting_bot(start_host: StartHost) -> None:
    """It is possible if a player stays away and the rest are more than half."""
    world = GameWithBackup(start_host, "cleo", "dan")
    *there, dan = world.people
    world.back_up()
    world.restore(with_memory=False)
    world.reconnect(*there)
    said = set(world.said)
    world.host.answer_at_once(there[:1])
    assert world.is_waiting
    world.host.go_on_without([world.bot, dan], there)
    ended = world.host.completed_game()
    assert ended.log is not None
    assert {world.bot.seat.number, dan.seat.number} == set(ended.left)
    assert [ended.sheet] * 3 == [it.player.sheet for it in there]
    assert said == world.said
