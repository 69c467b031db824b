"""A person's connection to a table, and what remains of it afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_twisted
from twisted.internet import reactor
from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from sealed_wonders.client.destination import Destination
from sealed_wonders.client.lines.line import Interpreter
from sealed_wonders.client.storage.home import Home, OngoingGame
from sealed_wonders.client.storage.knownhost import host_moved
from sealed_wonders.client.table.actions import HostHere, LeaveTable
from sealed_wonders.client.table.game import Game
from sealed_wonders.client.table.link import LinkBroken
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.tableconnection import TableConnection, TerminalEnvironment
from sealed_wonders.client.words import text
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation
from tests.support.endpointharness import FakeDiscovery
from tests.support.inprocess.seats import Seats
from tests.support.toy import Toy

REACTOR: Any = reactor


class FakeLineTerminal:
    """A terminal without input."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        return Deferred()

    def show(self, line: str) -> None:
        self.lines.append(line)

    def bell(self) -> None:
        self.lines.append("\a")

    def close(self) -> Deferred[None]:
        return succeed(None)


HOST = Address("127.0.0.1", 1)
OTHER = Address("192.0.2.7", 7777, bytes(range(16)))
ELSEWHERE = Address("192.0.2.5", 7777, b"s" * 16)
ON_A_LINK = "fe80::1%eth0"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return a home whose path must be quoted in a shell."""
    folder = tmp_path / "a home"
    folder.mkdir()
    return Home(folder, folder)


@pytest.fixture(scope="module")
def table() -> Seats:
    """Return a game that has ended."""
    table = Seats(Toy(3))
    table.play()
    return table


Sit = Callable[..., tuple[TableConnection, FakeLineTerminal]]


@pytest.fixture
def sit(home: Home) -> Iterator[Sit]:
    """Return a function that makes a connection, optionally at the end of a game."""
    made: list[TableConnection] = []

    def seated(
        table: Seats | None = None,
        address: Address = HOST,
        *,
        passing: bool = False,
        **environment: Any,
    ) -> tuple[TableConnection, FakeLineTerminal]:
        terminal = FakeLineTerminal()
        one = TableConnection(
            TerminalEnvironment(REACTOR, terminal, home, **environment),
            Destination(address, passing=passing),
            "ann",
        )
        if table is not None:
            one._session.game = cast(
                Game, SimpleNamespace(seat=table.seats[0], close=lambda: None)
            )
        one.person.known.host, one._session.table = "Salon", "red"
        made.append(one)
        return one, terminal

    yield seated
    for one in made:
        for store in one._stores:
            store.close()


def ongoing(home: Home) -> tuple[OngoingGame, ...]:
    """Return the unfinished games that can be resumed."""
    return tuple(home.going(time.time()))


def at(host: str) -> tuple[OngoingGame]:
    return (OngoingGame(host, "red", "Salon"),)


def test_cards_seen_by_a_seat_are_stored_apart_from_its_log(
    sit: Sit, home: Home, table: Seats
) -> None:
    """
    In a private file outside the folder of logs, because people share logs.

    The game stays listed as unfinished until there is a result, because the process may
    end before.
    """
    played = table.fold.charter.gid
    own, _terminal = sit(table)
    own._store_of(bytes(32)).begin()
    assert at("127.0.0.1:1") == ongoing(home)
    own.keep_log(whole=False)
    assert ongoing(home)
    assert {} == home.seen(played)  # the game may continue

    own.keep_log(whole=True)

    assert () == ongoing(home)
    assert {0: table.seats[0].seen} == home.seen(played)
    assert table.seats[0].seen
    assert all(path.suffix == ".swlog" for path in home.logs.iterdir())
    (kept,) = (home.state / "seen").iterdir()
    modes = [path.stat().st_mode & 0o777 for path in (kept, kept.parent)]
    assert [0o600, 0o700] == modes


def test_cards_seen_by_a_lent_seat_are_not_stored(
    sit: Sit, home: Home, table: Seats
) -> None:
    """The lender's machine stores only the log, which is public."""
    borrower = SimpleNamespace(participant=Participant, language="en", back="")
    lent, _terminal = sit(table, borrower=borrower)
    assert "" == lent.keep_log(whole=True)

    assert {} == home.seen(table.fold.charter.gid)
    assert not (home.state / "seen").exists()
    assert [*home.logs.glob("*.swlog")]


def test_a_table_that_moved_can_be_resumed_at_its_new_host(
    sit: Sit, home: Home, table: Seats
) -> None:
    """One line names the new host. The pin of the old host is kept."""
    one, terminal = sit(table)
    one._store_of(bytes(32))
    home.hosts.pin("127.0.0.1:1", bytes(16))
    one._moved("salon", ELSEWHERE)
    said = "The table continues on salon (192.0.2.5, pin 73737373)."
    assert [said] == terminal.lines
    assert ["192.0.2.5:7777"] == [game.host for game in ongoing(home)]
    assert {"127.0.0.1:1": bytes(16)} == home.hosts.entries()
    assert one.person.back.endswith("join 192.0.2.5")
    one.keep_log(whole=True)
    assert () == ongoing(home)


class FakeHosting:
    """A local host that takes over a game when a test says so."""

    pin = b"o" * 16
    invitations = (Invitation("192.0.2.7"),)

    def __init__(self) -> None:
        self.log: list[str] = []

    def start(self, table: Any, told: Any) -> None:
        self.table, self.told = table, told

    def end(self) -> Deferred[None]:
        self.log.append("end")
        return succeed(None)


class FakeLink:
    """A link that records where it is led."""

    pin: bytes | None = None

    def __init__(self) -> None:
        self.led: list[Sequence[Address]] = []

    def lead_to(self, host: Sequence[Address]) -> None:
        self.led.append(host)

    def stop(self) -> None:
        pass


Hosting = tuple[TableConnection, FakeHosting, FakeLink]


@pytest.fixture
def hosting(sit: Sit, table: Seats) -> Hosting:
    """Return a connection whose machine takes over a game, because its host is lost."""
    host, link = FakeHosting(), FakeLink()
    one, _ = sit(table, host_here=lambda: host)
    one._session.table, one._link = "oak", cast(Any, link)
    one.do(HostHere())
    return one, host, link


OWN = Address("127.0.0.1", 7777, FakeHosting.pin)


def test_a_local_host_gets_the_log_and_is_joined(
    hosting: Hosting, table: Seats
) -> None:
    """
    After that, the game is resumed on the start screen. The local host ends when the
    table moves elsewhere.
    """
    one, host, link = hosting
    fold = table.seats[0].fold
    assert (fold.charter.gid, "oak") == (host.table.gid, host.table.name)
    assert fold.position == len(host.table.wires)
    host.told.begun(OWN)
    assert [[OWN]] == link.led
    one._moved("mine", OWN)
    known = one.person.known
    assert (True, host.invitations) == (one.person.known.hosts, known.invitations)
    assert not one.person.back.split()[1:]
    one._moved("salon", ELSEWHERE)
    assert not one.person.known.hosts
    assert one._stop_hosting is not None
    assert [] == host.log
    one._stop_hosting.cancel()
    one._end_hosting()
    assert ["end"] == host.log


def test_a_local_host_ends_if_another_host_was_reached_first(hosting: Hosting) -> None:
    """Nobody leaves that host for an empty one."""
    _, host, link = hosting
    link.pin = b"a" * 16
    host.told.begun(OWN)
    assert (["end"], []) == (host.log, link.led)


def test_a_local_host_that_fails_is_reported(hosting: Hosting) -> None:
    """The player can try again."""
    one, host, _ = hosting
    assert not one._can_host()
    host.told.failed("no power")
    terminal: Any = one._terminal
    assert ["This machine can't take over the table: no power"] == terminal.lines
    assert one._can_host()


@pytest_twisted.ensureDeferred
async def test_a_local_host_ends_with_its_client(hosting: Hosting) -> None:
    one, host, _ = hosting
    host.told.begun(OWN)
    one._cut()
    one.do(LeaveTable())
    await one._done
    assert ["end"] == host.log


@pytest_twisted.ensureDeferred
async def test_a_player_who_left_can_return_in_the_same_process(sit: Sit) -> None:
    """The first connection releases its files. Before a game, there is no log."""
    first, _ = sit()
    assert "" == first.keep_log(whole=False)
    ended = first.run()
    first._store_of(bytes(32)).begin()
    first.do(LeaveTable())
    await ended

    second, _ = sit()
    ended = second.run()
    assert not second._store_of(bytes(32)).is_new
    second.do(LeaveTable())
    await ended


def test_a_log_that_cannot_be_stored_is_reported_in_one_line(
    sit: Sit, home: Home, table: Seats
) -> None:
    """With the name of the file."""
    one, terminal = sit(table)
    home.logs.write_text("in the way")
    assert "" == one.keep_log(whole=False)
    (line,) = terminal.lines
    assert ".stopped.swlog: " in line


def test_the_log_of_an_aborted_game_is_stored(
    sit: Sit, home: Home, table: Seats
) -> None:
    """Whatever went wrong."""
    one, terminal = sit(table)
    why = "an impossible card was revealed: this program has"
    one._link_failed(Failure(LinkBroken(why)))
    (log,) = home.logs.iterdir()
    assert table.fold.log() == log.read_bytes()
    assert terminal.lines == [text.log_so_far(f"'{log}'")]
    assert one.failure == why


def test_a_bug_is_reported_without_secrets(sit: Sit, home: Home, table: Seats) -> None:
    """The line names the report."""
    one, _ = sit(table)
    one._link_failed(Failure(ZeroDivisionError("a secret")))
    (report,) = (home.state / "crashes").iterdir()
    assert one.failure is not None
    assert "The program has a bug: ZeroDivisionError. Please send" in one.failure
    assert str(report) in one.failure
    assert "secret" not in report.read_text() + one.failure


def test_a_moved_host_is_remembered_at_its_new_address(sit: Sit, home: Home) -> None:
    """
    The command to return uses that address, and so do invitations.

    A link-local address isn't used: the host may still be at its old address as well,
    and other machines can't use it.
    """
    play, terminal = sit()
    pin = OTHER.pin or b""
    play._trust(pin, HOST)
    assert [] == terminal.lines
    play._trust(pin, OTHER)
    play._trust(pin, OTHER)
    play._trust(pin, replace(OTHER, host=ON_A_LINK))
    play._host.remember()
    assert [host_moved("192.0.2.7")] == terminal.lines
    assert "wonders join 192.0.2.7" == play.person.back
    assert (Invitation(OTHER.brief),) == play.person.known.invitations
    assert {"192.0.2.7:7777": pin} == home.hosts.entries()


def test_a_typed_link_local_address_is_used_to_return(sit: Sit) -> None:
    """It was typed or chosen on this machine. The host must have its pin there, too."""
    there = Address(ON_A_LINK, 7777)
    play, _ = sit(address=there)
    play._trust(bytes(16), there)
    assert "wonders join '[fe80::1%eth0]'" == play.person.back
    assert () == play.person.known.invitations


@pytest.mark.parametrize(
    ("host", "passing", "looks"),
    [
        ("127.0.0.1", False, True),
        ("192.0.2.7", True, False),
        ("192.0.2.7", False, True),
    ],
)
def test_a_temporary_host_is_not_searched_for(
    sit: Sit, host: str, passing: bool, looks: bool
) -> None:
    """
    A lasting one on this machine is: its address doesn't change, but its game may
    continue elsewhere.
    """
    discovery = FakeDiscovery()
    play: Any = sit(address=Address(host, 1), passing=passing, look=discovery)[0]
    assert looks is (play._link._endpoint._look is discovery)


def test_a_stored_pin_is_used_to_find_a_host(sit: Sit, home: Home) -> None:
    """Even if only the address was typed. A damaged file yields no pin."""
    pin = bytes(range(16))
    home.hosts.pin("192.0.2.7:7777", pin)

    def hint() -> object:
        play: Any = sit(address=Address("192.0.2.7", 7777))[0]
        play._get_up()
        return play._link._endpoint._sought

    assert pin == hint()
    home.hosts.path.write_text("rubbish")
    assert None is hint()


# Returning to a game.


@pytest.mark.parametrize("gave", [False, True])
def test_a_seat_given_away_is_not_listed_as_unfinished(
    sit: Sit, home: Home, table: Seats, gave: bool
) -> None:
    """
    At that host, the former holder would only read that the game has begun. The new
    holder can return.
    """
    one, _terminal = sit(table)
    one.person.known.charter = table.fold.charter
    one.person.known.ours = None if gave else 0
    one._store_of(bytes(32)).begin()
    one._forget_if_over()
    assert ongoing(home) == (() if gave else at("127.0.0.1:1"))


def test_an_unfinished_game_is_resumed_at_its_hosts_new_address(
    sit: Sit, home: Home, table: Seats
) -> None:
    """
    Whether the host moved during the game, or after the player left. When the game is
    over, that entry is removed.
    """
    home.set_going(*at("127.0.0.1:1"))
    one, _terminal = sit(table)
    one._trust(bytes(16), OTHER)
    assert at("192.0.2.7:7777") == ongoing(home)
    one._store_of(bytes(32)).begin()
    for host in ("192.0.2.8", ON_A_LINK):
        one._trust(bytes(16), replace(OTHER, host=host))
        assert at("192.0.2.8:7777") == ongoing(home)
    one.keep_log(whole=True)
    assert () == ongoing(home)


def test_a_game_at_a_temporary_host_is_not_listed_as_unfinished(
    sit: Sit, home: Home
) -> None:
    one, _terminal = sit(passing=True)
    one._store_of(bytes(32))
    assert () == ongoing(home)
