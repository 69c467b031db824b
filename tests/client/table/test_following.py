"""A link follows its game to another host if players prove that they are there."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
import pytest_twisted

from sealed_wonders.client.table import crossing, inquiry, quorum
from sealed_wonders.client.table.game import Game
from sealed_wonders.client.table.homehost import HomeHost
from sealed_wonders.client.table.session import Session
from sealed_wonders.net import notices
from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import make_certificate, read_certificate, spki_pin
from sealed_wonders.net.connectionend import EndReason
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.log.envelopes import Wire, wires_of
from sealed_wonders.net.log.envelopes import sign as sign_entry
from sealed_wonders.net.messages import (
    VERSION,
    Attestation,
    Attested,
    Closed,
    Depart,
    FromHost,
    Hello,
    Inquire,
    ListTables,
    Log,
    Presence,
    Read,
    Refused,
    TableLine,
    Tables,
    Welcome,
)
from sealed_wonders.net.rollcall import Statement, roll_digest, sign
from tests.client.table.test_link import FakeHost, _player_at, _until
from tests.support.connections import PEM
from tests.support.connections import PIN as HOME
from tests.support.endpointharness import FakeDiscovery
from tests.support.inprocess.seats import Seats
from tests.support.lobbies import identity_of
from tests.support.ports import quiet_port
from tests.support.thorough import only
from tests.support.toy import Toy

pytestmark = pytest.mark.usefixtures("without_waiting")

OTHER = make_certificate(datetime.now(UTC))
PIN = spki_pin(read_certificate(OTHER)[1])


class GameHost(FakeHost):
    """
    Another host than the lost one, which claims to have a game.

    Attributes:
        there: seats that play there.
        pin: the pin that their signatures name.
        says: changes the log that the host sends.
        answers: changes the host's answers about who plays there; None sends nothing.
        is_in_use: whether logins are refused because the identity is in use.
    """

    def __init__(
        self, seats: Seats, pem: bytes = OTHER, there: Collection[int] = (1,)
    ) -> None:
        super().__init__(pem)
        self.seats, self.there, self.pin = seats, there, PIN
        self.name = "another host"
        self.charter = seats.fold.charter
        self.says: Callable[[Any], object] = lambda log: log
        self.answers: Callable[[Attested], FromHost | None] = lambda answer: answer
        self.answer = self._answer
        self.is_in_use = False
        self.ahead = 0
        """Number of phases by which the seats there claim to be ahead of the game."""

    def _answer(self, end: Any, message: Any) -> None:
        names = tuple(person.name for person in self.charter.people)
        match message:
            case Hello() if self.is_in_use:
                end.refuse("in-use", str(notices.IN_USE(seconds="0")))
            case Hello():
                key = identity_of(self.name).public
                end.send(Welcome(VERSION, "salon", key, ()))
            case ListTables():
                line = TableLine("table 9", "toy", 3, 3, "playing", names)
                end.send(Tables((line,)))
            case Read(table, 0):
                said = self.says(Log(table, 0, self.charter.wires))
                if said is not None:
                    end.send(said)
            case Inquire(nonce=nonce):
                answer = self.answers(self._attested(nonce))
                if answer is not None:
                    end.send(answer)

    def _attested(self, nonce: bytes) -> Attested:
        fold = self.seats.fold
        said = Statement(fold.phase.number + self.ahead, fold.digest, None)
        roll, gid = roll_digest((nonce,)), self.charter.gid
        rows = [
            Attestation(
                seat,
                *said,
                sign(identity_of(fold.people[seat].name), gid, self.pin, roll, said),
            )
            for seat in self.there
        ]
        return Attested(gid, (nonce,), tuple(rows), ())

    @property
    def logins(self) -> int:
        """Number of logins."""
        return sum(isinstance(told, Hello) for told in self.calls)

    @property
    def questions(self) -> int:
        """Number of questions about who plays there."""
        return sum(isinstance(told, Inquire) for told in self.calls)

    def announced(self) -> Nearby:
        """Listen, and return the announcement of the game."""
        at = self.open()
        games = (GameNearby(self.charter.gid.hex()[:STEM], 7),)
        return Nearby("salon", Address(at.host, at.port, PIN), (), games)


@pytest.fixture(scope="module")
def seats() -> Seats:
    """Return a game that has begun."""
    made = Seats(Toy(3))
    made.step()
    return made


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWAY_PATIENCE", "GONE_PATIENCE", "HEARING", "SOON"):
        monkeypatch.setattr(quorum, name, 0.02)
    for name in ("AGAIN", "AGAIN_GONE"):
        monkeypatch.setattr(quorum, name, lambda tries: 0.05)
    monkeypatch.setattr(crossing, "ARRIVAL_PATIENCE", 0.2)
    monkeypatch.setattr(inquiry, "PATIENCE", 0.3)


class Following:
    """A client with a seat in the middle of a game, at the host where it was drawn."""

    def __init__(self, seats: Seats) -> None:
        self.home, self.discovery = GameHost(seats, PEM, there=()), FakeDiscovery()
        self.home.pin, self.home.name = HOME, "the host"
        at = self.home.open(quiet_port())
        typed = replace(at, pin=None)  # typed without an invitation
        self.link, self.peer, self.trusted = _player_at(typed, look=self.discovery)
        self.moves: list[tuple[str, str]] = []
        self.link.moved = lambda host, at: self.moves.append((host, str(at)))
        self.offered = self.peer.hosts
        nothing = lambda *_: None
        game = SimpleNamespace(
            seat=seats.seats[0],
            statement=None,
            connection_lost=nothing,
            close=nothing,
            moved=nothing,
            receive=nothing,
            presence=nothing,
            marked=nothing,
            welcomed=nothing,
            attested=nothing,
            stop=nothing,
            recollects=False,
        )
        session = self.session = cast(Session, self.link.session)
        session.game = cast(Game, game)
        session.table, session._at = "table 1", identity_of("the host").public
        session._home = HomeHost(at, False)
        self.done = self.link.run()

    async def lose(self) -> None:
        """Connect to home, and lose it."""
        await self.peer.times(1)
        await self.home.go()
        await _until(lambda: self.discovery.looking == 2)

    async def miss(self, *away: int) -> None:
        """Connect to home, where some seats are absent from now on."""
        await self.peer.times(1)
        here = tuple(seat not in away for seat in range(3))
        for said in ((True,) * 3, here):
            self.home.ends[0].send(Presence("table 1", said))
        await _until(lambda: self.discovery.looking == 1)

    async def follow(self, there: GameHost) -> None:
        """Lose the host, hear of another one, and move there."""
        await self.lose()
        self.discovery.hear(there.announced())
        await _until(lambda: bool(self.moves))

    @property
    def has_ended(self) -> bool:
        return bool(self.done.called)

    async def assert_comes_home(self) -> None:
        """Reopen home, and assert that the client is still running and comes back."""
        self.home.open(self.trusted[0].port)
        await _until(lambda: self.home.logins > 1 or self.has_ended)
        assert not self.has_ended

    async def end(self, *hosts: FakeHost) -> None:
        self.link.stop()
        await self.done
        for host in (self.home, *hosts):
            await host.go()


@pytest_twisted.ensureDeferred
async def test_one_proven_player_is_enough_to_follow_the_game(seats: Seats) -> None:
    following, there = Following(seats), GameHost(seats)
    await following.lose()
    at = there.announced()
    following.discovery.hear(at)
    await _until(lambda: bool(following.moves))
    await following.end(there)
    assert [("salon", str(at.address))] == following.moves
    assert [True, False, True] == following.peer.log[:3]
    assert "table 9" == following.session.table
    assert 1 == len(following.trusted)


def nobody(answer: Attested) -> FromHost | None:
    return msgspec.structs.replace(answer, rows=())


def without_my_nonce(answer: Attested) -> FromHost | None:
    return msgspec.structs.replace(answer, nonces=(bytes(32),))


def unsigned(answer: Attested) -> FromHost | None:
    rows = [msgspec.structs.replace(it, signature=bytes(64)) for it in answer.rows]
    return msgspec.structs.replace(answer, rows=tuple(rows))


def my_own_seat(answer: Attested) -> FromHost | None:
    rows = [msgspec.structs.replace(it, seat=0) for it in answer.rows]
    return msgspec.structs.replace(answer, rows=tuple(rows))


def of_another_game(answer: Attested) -> FromHost | None:
    return msgspec.structs.replace(answer, gid=bytes(32))


def silence(answer: Attested) -> FromHost | None:
    return None


FALSE = (nobody, without_my_nonce, unsigned, my_own_seat, of_another_game, silence)


@pytest.mark.parametrize(
    ("how", "is_lost"),
    only(
        [*((it, True) for it in (*FALSE, HOME)), (nobody, False), (HOME, False)],
        itertools.product((*FALSE, HOME), (True, False)),
    ),
    ids=lambda it: getattr(it, "__name__", ""),
)
@pytest_twisted.ensureDeferred
async def test_a_link_does_not_follow_a_strangers_host(
    how: Callable[[Attested], FromHost | None] | bytes, is_lost: bool, seats: Seats
) -> None:
    """
    Whatever it announces, and even if it relays what others have signed for another
    host.
    """
    following, liar = Following(seats), GameHost(seats, there=(1, 2))
    if isinstance(how, bytes):
        liar.pin = how
    else:
        liar.answers = how
    await (following.lose() if is_lost else following.miss(1, 2))
    at = liar.announced()
    following.discovery.hear(at)
    await _until(lambda: liar.questions > 2)
    old = following.trusted[0]
    if is_lost:
        following.home.open(old.port)
        await following.peer.times(3)
    await following.end(liar)
    assert ([], 0) == (following.moves, liar.logins)
    # A player who has lost the host is offered that one.
    is_offered = is_lost and how not in (of_another_game, silence, without_my_nonce)
    assert ([at] if is_offered else []) == [
        it for some in following.offered for it in some
    ]


@pytest_twisted.ensureDeferred
async def test_asking_who_plays_at_a_host_is_anonymous(seats: Seats) -> None:
    """
    There is no login, so nobody appears to be there, nothing is read, and no password
    is proven.
    """
    following, there = Following(seats), GameHost(seats)
    there.answers = nobody
    await following.miss(1)
    following.discovery.hear(there.announced())
    await _until(lambda: there.questions > 1)
    await following.end(there)
    asked = [told for told in there.calls if isinstance(told, Inquire)]
    assert len({it.nonce for it in asked}) == len(asked)
    assert {Inquire} == {type(it) for it in there.calls} - {str, EndReason}


def nothing(log: Log) -> object:
    return None


def another_game(log: Log) -> object:
    return Log(log.table, 0, log.wires[::-1])


@pytest.mark.parametrize("says", [nothing, another_game])
@pytest_twisted.ensureDeferred
async def test_a_link_leaves_a_host_that_does_not_have_the_game(
    says: Callable[[Any], object], seats: Seats
) -> None:
    """Although somebody plays there, as they sign. The working connection is kept."""
    following, liar = Following(seats), GameHost(seats, there=(1, 2))
    liar.says = says
    await following.miss(1, 2)
    following.discovery.hear(liar.announced())
    await _until(lambda: liar.logins == 1 and following.link._crossing is None)
    await following.end(liar)
    assert ([], [True]) == (following.moves, following.peer.log[:1])
    assert 1 == liar.logins
    assert [] == following.peer.said


def waits(log: Log) -> object:
    return Refused("unwritten", "the disk is full")


@pytest.mark.parametrize("says", [nothing, waits])
@pytest_twisted.ensureDeferred
async def test_a_link_tries_a_host_without_an_answer_again(
    says: Callable[[Any], object], seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was asleep or slow, or it waits for its disk."""
    monkeypatch.setattr(quorum, "PAUSE", lambda visits: 0.05)
    following, there = Following(seats), GameHost(seats)
    there.says = lambda log: log if there.logins > 1 else says(log)
    await following.follow(there)
    await following.end(there)


HERE_TOO = Refused("elsewhere", "you came in again elsewhere")


@pytest.mark.parametrize(
    ("says", "is_person"),
    [
        (Refused("banned", "go away"), False),
        (HERE_TOO, False),
        (HERE_TOO, True),
        (Refused("no-table", "there is no such table"), True),
        (Closed("table 9", "it is over"), True),
        (Log("table 9", 0, (Wire(b"nothing", bytes(64)),)), True),
    ],
    ids=lambda said: type(said).__name__,
)
@pytest_twisted.ensureDeferred
async def test_a_link_returns_home_if_the_other_host_misbehaves(
    says: FromHost, is_person: bool, seats: Seats
) -> None:
    """
    Also if that host says that we are banned or connected elsewhere, or that the game
    is over.
    """
    following, liar = Following(seats), GameHost(seats)
    following.peer.has_person = is_person
    await following.follow(liar)
    liar.ends[-1].send(says)
    await _until(lambda: False in following.peer.log[3:] or following.has_ended)
    await following.assert_comes_home()
    await following.end(liar)
    assert 1 == liar.logins


@pytest.mark.parametrize("is_person", [False, True])
@pytest_twisted.ensureDeferred
async def test_a_link_returns_home_if_the_other_host_claims_our_seat_is_taken(
    is_person: bool, seats: Seats
) -> None:
    """That host accepts us, closes the connection, and then reports another client."""
    following, liar = Following(seats), GameHost(seats)
    following.peer.has_person = is_person
    following.link._wall = iter(range(0, 100_000, 100)).__next__
    await following.follow(liar)
    liar.is_in_use = True
    liar.ends[-1].close()
    await _until(lambda: liar.logins > 1)
    await following.assert_comes_home()
    await following.end(liar)


@pytest.mark.parametrize("reason", ["elsewhere", "in-use"])
@pytest_twisted.ensureDeferred
async def test_a_proven_displacement_at_another_host_is_reported(
    reason: str, seats: Seats
) -> None:
    """Somebody there signs with our key, and two clients mustn't sign for one seat."""
    following, there = Following(seats), GameHost(seats)
    following.peer.has_person = True
    told = following.peer.displaced
    following.link._wall = iter(range(0, 100_000, 100)).__next__
    await following.follow(there)
    there.there = (0, 1)
    there.is_in_use = True
    if reason == "in-use":
        there.ends[-1].close()
    else:
        there.ends[-1].refuse("elsewhere", str(notices.DISPLACED()))
    await following.done
    assert ([0], True) == (told, following.session.over)
    await there.go()


@pytest_twisted.ensureDeferred
async def test_a_lone_player_moves_to_the_others(seats: Seats) -> None:
    """The old host stays connected until then, and is told where the player goes."""
    following, there = Following(seats), GameHost(seats, there=(1, 2))
    await following.miss(1, 2)
    at = there.announced()
    following.discovery.hear(at)
    await _until(lambda: bool(following.moves))
    await _until(lambda: any(isinstance(it, Depart) for it in following.home.calls))
    assert 0 == following.discovery.looking
    await following.end(there)
    assert [("salon", str(at.address))] == following.moves
    assert False not in following.peer.log[:1]
    assert Depart("table 1", PIN, "salon") in following.home.calls


@pytest_twisted.ensureDeferred
async def test_only_actual_entries_move_a_client_to_a_host_with_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The claim of a player there to be further doesn't."""
    for name in ("NEWS_PATIENCE", "HELD_PATIENCE"):
        monkeypatch.setattr(quorum, name, 0.02)
    monkeypatch.setattr(quorum, "PAUSE", lambda times: 0.05)
    seats = Seats(Toy(3))
    for _ in range(2):
        seats.step()
    fold = seats.fold
    assert (1,) == fold.missing
    following, there = Following(seats), GameHost(seats)
    # At home, all entries would be expected to be shown.
    following.session._home = HomeHost(Address("192.0.2.1", 7777, bytes(16)), False)
    following.home.there, there.ahead = (2,), 1
    shown = Log("table 1", 0, wires_of(fold.entries()))
    following.session._log.take(shown)
    await following.peer.times(1)
    following.home.ends[0].send(Presence("table 1", (True,) * 3))
    await _until(lambda: following.discovery.looking == 1)
    following.discovery.hear(there.announced())
    await _until(lambda: there.logins > 1)
    assert [] == following.moves
    entry = sign_entry(identity_of(fold.people[1].name), fold.envelope(1, ()))
    wires = *seats.charter.wires, entry.wire
    there.says = lambda log: Log(log.table, 0, wires)
    await _until(lambda: bool(following.moves))
    assert [True] == following.peer.log[:1]
    await following.end(there)


@pytest_twisted.ensureDeferred
async def test_a_person_can_move_to_any_host_by_typing_its_invitation(
    seats: Seats,
) -> None:
    """Even if nobody plays there."""
    following, there = Following(seats), GameHost(seats, there=())
    await following.lose()
    at = there.open()
    following.link.lead_to([Address(at.host, at.port, PIN)])
    await _until(lambda: bool(following.moves))
    await following.end(there)
    assert 0 == there.questions


@pytest_twisted.ensureDeferred
async def test_a_failed_move_is_reported_to_the_person(seats: Seats) -> None:
    """The invitation has a wrong pin, for example. The connection is kept."""
    following, there = Following(seats), GameHost(seats, there=())
    await following.peer.times(1)
    at = there.open()
    following.link.lead_to([Address(at.host, at.port, bytes(16))])
    await _until(lambda: bool(following.peer.said))
    await following.end(there)
    assert ([], 0) == (following.moves, there.logins)
