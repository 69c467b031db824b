"""A person's connection to a table, and what remains of it afterwards."""

from __future__ import annotations

import time
from collections.abc import Sequence
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
from sealed_wonders.client.tableconnection import (
    TableConnection,
    TerminalEnvironment,
)
from sealed_wonders.client.words import text
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation
from tests.support.endpointharness import FakeDiscovery
from tests.support.inprocess.seats import Seats
from tests.support.toy import Toy

REACTOR: Any = reactor


class FakeLineTerminal:
    """A terminal on which nobody types."""

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


@pytest.fixture(scope="module")
def table() -> Seats:
    """Give a game that has ended."""
    table = Seats(Toy(3))
    table.play()
    return table


def at_host(home: Home, address: Address) -> TableConnection:
    """Sit somebody down in lines."""
    environment = TerminalEnvironment(REACTOR, FakeLineTerminal(), home)
    return TableConnection(environment, Destination(address), "ann")


def connection(
    folder: Path, table: Seats | None, *, passing: bool = False, **environment: Any
) -> tuple[TableConnection, FakeLineTerminal]:
    """Sit somebody down, at the end of a game if there is one."""
    terminal = FakeLineTerminal()
    home, address = Home(folder, folder), Address("127.0.0.1", 1)
    connection = TableConnection(
        TerminalEnvironment(REACTOR, terminal, home, **environment),
        Destination(address, passing=passing),
        "ann",
    )
    if table is not None:
        connection._session.game = cast(
            Game, SimpleNamespace(seat=table.seats[0], close=lambda: None)
        )
    return connection, terminal


@pytest.mark.parametrize("whole", [True, False])
def test_the_log_of_a_game_is_kept(tmp_path: Path, table: Seats, whole: bool) -> None:
    """Whoever wants to check it finds it by the path given, typed as it is."""
    folder = tmp_path / "a home"
    path = connection(folder, table)[0].keep_log(whole=whole)

    (log,) = (folder / "logs").glob("*.swlog")
    assert f"'{log}'" == path
    assert table.fold.log() == log.read_bytes()


def test_what_a_seat_saw_is_kept_apart_from_its_log(
    tmp_path: Path, table: Seats
) -> None:
    """In a private file outside the folder of logs, which people share."""
    home, played = Home(tmp_path, tmp_path), table.fold.charter.gid
    own, _terminal = connection(tmp_path, table)
    own.keep_log(whole=False)
    assert {} == home.seen(played)  # the game may go on

    own.keep_log(whole=True)

    assert {0: table.seats[0].seen} == home.seen(played)
    assert table.seats[0].seen
    assert all(path.suffix == ".swlog" for path in home.logs.iterdir())
    (kept,) = (home.state / "seen").iterdir()
    assert (0o600, 0o700) == (
        kept.stat().st_mode & 0o777,
        kept.parent.stat().st_mode & 0o777,
    )


def test_of_a_lent_seat_nothing_that_it_saw_is_kept(
    tmp_path: Path, table: Seats
) -> None:
    """The lender's machine keeps the log, which everybody has, and nothing else."""
    borrower = SimpleNamespace(participant=Participant, language="en", back="")
    lent, _terminal = connection(tmp_path, table, borrower=borrower)
    assert "" == lent.keep_log(whole=True)

    home = Home(tmp_path, tmp_path)
    assert {} == home.seen(table.fold.charter.gid)
    assert not (home.state / "seen").exists()
    assert [*home.logs.glob("*.swlog")]


def test_at_a_host_of_ones_own_the_log_is_kept_as_everywhere(
    tmp_path: Path, table: Seats
) -> None:
    """The host writes the same file, but says so too late for the last screen."""
    play, _ = connection(tmp_path, table, passing=True)

    assert play.keep_log(whole=True)
    assert play.keep_log(whole=False).endswith(".stopped.swlog")


def test_a_table_that_goes_on_elsewhere_is_found_again(
    tmp_path: Path, table: Seats
) -> None:
    """One line says where; the way back leads there, and the old host's pin stays."""
    one, terminal = connection(tmp_path, table)
    one._session.table = "table 1"
    one._store_of(bytes(32))
    home = Home(tmp_path, tmp_path)
    home.hosts.pin("127.0.0.1:1", bytes(16))
    one._moved("salon", Address("192.0.2.5", 7777, b"s" * 16))
    said = "The table continues at salon (192.0.2.5, pin 73737373)."
    assert [said] == terminal.lines
    assert ["192.0.2.5:7777"] == [game.host for game in home.going(time.time())]
    assert {"127.0.0.1:1": bytes(16)} == home.hosts.entries()
    assert one.person.back.endswith("join 192.0.2.5")
    one.keep_log(whole=True)
    assert () == home.going(time.time())


class FakeHosting:
    """A host of one's own that goes on with a game when a test says so."""

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
    """A link that goes where it is led."""

    pin: bytes | None = None

    def __init__(self) -> None:
        self.led: list[Sequence[Address]] = []

    def lead_to(self, host: Sequence[Address]) -> None:
        self.led.append(host)

    def stop(self) -> None:
        pass


def hosting(
    folder: Path, table: Seats
) -> tuple[TableConnection, FakeHosting, FakeLink]:
    """Let somebody go on here with a game whose host is lost."""
    host, link = FakeHosting(), FakeLink()
    one, _ = connection(folder, table, host_here=lambda: host)
    one._session.table, one._link = "oak", cast(Any, link)
    one.do(HostHere())
    return one, host, link


OWN = Address("127.0.0.1", 7777, FakeHosting.pin)


def test_a_host_here_is_given_the_log_and_gone_to(tmp_path: Path, table: Seats) -> None:
    """Then the way back is the first screen; it ends when the table goes elsewhere."""
    one, host, link = hosting(tmp_path, table)
    fold = table.seats[0].fold
    assert (fold.charter.gid, "oak") == (host.table.gid, host.table.name)
    assert fold.position == len(host.table.wires)
    host.told.begun(OWN)
    assert [[OWN]] == link.led
    one._moved("mine", OWN)
    known = one.person.known
    assert (True, host.invitations) == (one.person.known.hosts, known.invitations)
    assert not one.person.back.split()[1:]
    one._moved("salon", Address("192.0.2.5", 7777, b"s" * 16))
    assert not one.person.known.hosts
    assert one._stop_hosting is not None
    assert [] == host.log
    one._stop_hosting.cancel()
    one._end_hosting()
    assert ["end"] == host.log


def test_a_host_that_is_back_before_makes_ours_needless(
    tmp_path: Path, table: Seats
) -> None:
    """Or another: nobody leaves it for one that is empty."""
    _, host, link = hosting(tmp_path, table)
    link.pin = b"a" * 16
    host.told.begun(OWN)
    assert (["end"], []) == (host.log, link.led)


def test_a_host_here_that_fails_is_told_of(tmp_path: Path, table: Seats) -> None:
    """And may be tried again."""
    one, host, _ = hosting(tmp_path, table)
    assert not one._can_host()
    host.told.failed("no power")
    terminal: Any = one._terminal
    assert ["This machine can't take over the table: no power"] == terminal.lines
    assert one._can_host()


@pytest_twisted.ensureDeferred
async def test_a_host_here_ends_with_us(tmp_path: Path, table: Seats) -> None:
    """However it was left."""
    one, host, _ = hosting(tmp_path, table)
    host.told.begun(OWN)
    one._cut()
    one.do(LeaveTable())
    await one._done
    assert ["end"] == host.log


def test_without_a_game_there_is_nothing_to_keep(tmp_path: Path) -> None:
    """A table may be closed before it begins."""
    assert "" == connection(tmp_path, None)[0].keep_log(whole=False)


@pytest_twisted.ensureDeferred
async def test_whoever_left_can_come_back_in_the_same_process(tmp_path: Path) -> None:
    """What a game must not forget is let go of at the end of a sitting."""
    first, _ = connection(tmp_path, None)
    ended = first.run()
    first._store_of(bytes(32)).begin()
    first.do(LeaveTable())
    await ended

    second, _ = connection(tmp_path, None)
    ended = second.run()
    assert not second._store_of(bytes(32)).is_new
    second.do(LeaveTable())
    await ended


def test_a_log_that_can_not_be_kept_is_one_line(tmp_path: Path, table: Seats) -> None:
    """It names the file; the rest is told all the same."""
    one, terminal = connection(tmp_path, table)
    (tmp_path / "logs").write_text("in the way")

    assert "" == one.keep_log(whole=False)
    (line,) = terminal.lines
    assert ".stopped.swlog: " in line


def test_a_game_that_breaks_off_is_kept_as_far_as_it_went(
    tmp_path: Path, table: Seats
) -> None:
    """Whatever went wrong, the log tells what was played."""
    one, terminal = connection(tmp_path, table)
    one._link_failed(
        Failure(LinkBroken("an impossible card was revealed: this program has"))
    )

    (log,) = (tmp_path / "logs").iterdir()
    assert table.fold.log() == log.read_bytes()
    assert terminal.lines == [text.log_so_far(str(log))]
    assert one.failure == "an impossible card was revealed: this program has"


def test_a_fault_of_this_program_is_reported(tmp_path: Path, table: Seats) -> None:
    """The line names the report, which tells nothing that is secret."""
    one, _ = connection(tmp_path, table)
    one._link_failed(Failure(ZeroDivisionError("a secret")))

    (report,) = (tmp_path / "crashes").iterdir()
    assert one.failure is not None
    assert "The program has a bug: ZeroDivisionError. Please send" in one.failure
    assert str(report) in one.failure
    assert "secret" not in report.read_text() + one.failure


def test_a_host_that_has_moved_is_known_where_it_is_now(tmp_path: Path) -> None:
    """The way back leads there, and so does what others are told."""
    play, terminal = connection(tmp_path, None)
    there = Address("192.0.2.7", 7777, bytes(range(16)))
    play._trust(there.pin or b"", Address("127.0.0.1", 1))
    assert [] == terminal.lines

    play._trust(there.pin or b"", there)
    play._trust(there.pin or b"", there)
    assert [host_moved("192.0.2.7")] == terminal.lines
    assert "wonders join 192.0.2.7" == play.person.back
    assert (Invitation(there.brief),) == play.person.known.invitations
    assert {"192.0.2.7:7777": there.pin} == play._home.hosts.entries()


def test_an_address_of_one_link_is_no_way_back(tmp_path: Path) -> None:
    """A host found there may still be where it was; nobody else writes it like that."""
    play, terminal = connection(tmp_path, None)
    there = Address("192.0.2.7", 7777, bytes(range(16)))
    play._trust(there.pin or b"", there)
    terminal.lines.clear()

    play._trust(there.pin or b"", replace(there, host="fe80::1%eth0"))
    play._host.remember()
    assert [] == [line for line in terminal.lines if "fe80" in line]
    assert (Invitation(there.brief),) == play.person.known.invitations
    assert "wonders join 192.0.2.7" == play.person.back
    assert {"192.0.2.7:7777": there.pin} == play._home.hosts.entries()


def test_an_address_of_one_link_is_the_way_back_if_there_is_no_other(
    tmp_path: Path,
) -> None:
    """It was typed, or chosen, here; and the host is held to its pin there, too."""
    home = Home(tmp_path, tmp_path)
    there = Address("fe80::1%eth0", 7777)
    play = at_host(home, there)
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
def test_only_a_host_that_can_move_is_looked_for(
    tmp_path: Path, host: str, passing: bool, looks: bool
) -> None:
    """One of this machine stays where it is, but its game may go on elsewhere."""
    home, discovery = Home(tmp_path, tmp_path), FakeDiscovery()
    play: Any = TableConnection(
        TerminalEnvironment(REACTOR, FakeLineTerminal(), home, discovery),
        Destination(Address(host, 1), passing=passing),
        "ann",
    )
    assert looks is (play._link._endpoint._look is discovery)


def test_the_pin_of_the_last_time_helps_to_find_a_host(tmp_path: Path) -> None:
    """Though it was joined by its address alone; a file that is damaged doesn't."""
    home, pin = Home(tmp_path, tmp_path), bytes(range(16))
    home.hosts.pin("192.0.2.7:7777", pin)
    there = Address("192.0.2.7", 7777)

    def hint() -> object:
        play: Any = at_host(home, there)
        play._get_up()
        return play._link._endpoint._sought

    assert pin == hint()
    home.hosts.path.write_text("rubbish")
    assert None is hint()


def test_the_way_back_to_a_game_is_kept_until_that_is_over(
    tmp_path: Path, table: Seats
) -> None:
    """A process that ends in the midst of it leaves the way; a result doesn't."""
    home = Home(tmp_path, tmp_path)
    one, _terminal = connection(tmp_path, table)
    one.person.known.host, one._session.table = "Salon", "red"
    one._store_of(bytes(32)).begin()
    now = time.time()
    assert (OngoingGame("127.0.0.1:1", "red", "Salon"),) == home.going(now)
    one.keep_log(whole=False)
    assert home.going(now)
    one.keep_log(whole=True)
    assert () == home.going(now)
    for store in one._stores:
        store.close()


def test_there_is_no_way_back_to_a_seat_that_somebody_else_has(
    tmp_path: Path, table: Seats
) -> None:
    """The host would say that the game has begun; whoever has taken one has a way."""
    home, known = Home(tmp_path, tmp_path), []
    for gave in (False, True):
        one, _terminal = connection(tmp_path, table)
        one.person.known.host, one._session.table = "Salon", "red"
        one.person.known.charter = table.fold.charter
        one.person.known.ours = None if gave else 0
        one._store_of(bytes(32)).begin()
        one._forget_if_over()
        known.append(home.going(time.time()))
        one._get_up()
        for store in one._stores:
            store.close()
    assert [(OngoingGame("127.0.0.1:1", "red", "Salon"),), ()] == known


def test_the_way_back_to_a_game_leads_to_where_its_host_is_now(
    tmp_path: Path, table: Seats
) -> None:
    """Also if it moved in the midst of it, or since it was left; and it is forgotten there."""
    home, there = Home(tmp_path, tmp_path), Address("192.0.2.7", 7777, bytes(16))
    home.set_going(OngoingGame("127.0.0.1:1", "red", "Salon"))
    one, _terminal = connection(tmp_path, table)
    one.person.known.host, one._session.table = "Salon", "red"
    one._trust(bytes(16), there)
    now = time.time()
    assert (OngoingGame("192.0.2.7:7777", "red", "Salon"),) == home.going(now)
    one._store_of(bytes(32)).begin()
    one._trust(bytes(16), replace(there, host="192.0.2.8"))
    assert (OngoingGame("192.0.2.8:7777", "red", "Salon"),) == home.going(now)
    one._trust(bytes(16), replace(there, host="fe80::1%eth0"))
    assert (OngoingGame("192.0.2.8:7777", "red", "Salon"),) == home.going(now)
    one.keep_log(whole=True)
    assert () == home.going(now)
    for store in one._stores:
        store.close()


def test_a_host_of_ones_own_is_no_place_to_come_back_to(tmp_path: Path) -> None:
    one, _terminal = connection(tmp_path, None, passing=True)
    one.person.known.host, one._session.table = "Salon", "red"
    one._store_of(bytes(32))
    assert () == Home(tmp_path, tmp_path).going(time.time())
    for store in one._stores:
        store.close()
