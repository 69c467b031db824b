"""Tables with a password: who gets in, and the cost of guessing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import EnterPassword, Spectate, TakeSeat
from sealed_wonders.host.doors import BY_ONE, FROM_ADDRESS
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import passwords
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import Prove, Read, Sit, Willing
from sealed_wonders.net.passwords import key_of, lock_of, prove
from tests.host.test_service import KEYS, ServiceHarness
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.lobbies import HOST, named

TEA = {"table": "garden", "password": "tea"}


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "COST", 2)


def seated(host: HostHarness, table: str = "garden") -> tuple[str, ...]:
    record = host.server.registry.find(table)
    return () if record is None else tuple(sorted(record.line().players))


def salt_of(host: HostHarness) -> bytes:
    (line,) = host.server.registry.lines(bytes(32))
    assert line.salt is not None
    return line.salt


def shown(password: str, identity: Identity, salt: bytes) -> bytes:
    key = key_of(password, HOST.public, salt)
    return prove(key, HOST.public, identity.public, salt)


def test_who_knows_the_password_sits_down(start_host: StartHost, short: Terms) -> None:
    """Whoever comes first opens the table with it; without it nobody else is seated."""
    host = start_host(short)
    ann = host.come("ann", **TEA)
    # They come at the same time as others who open it, too: the first one's counts.
    bob, eve = host.client("bob", **TEA), host.client("eve", table="garden")
    dan = host.come("dan", table="garden", password="coffee")
    assert ("ann", "bob") == seated(host)
    assert [["password"], ["wrong-password"]] == [eve.refusals, dan.refusals]
    assert [] == ann.refusals + bob.refusals
    eve.act(EnterPassword("tea"))
    assert host.has_begun


def test_two_who_open_a_table_at_once_meet_there(
    start_host: StartHost, short: Terms
) -> None:
    """The second looks for its salt; to play again they need no password, as others do."""
    host = start_host(short)
    people = [host.client(name, **TEA) for name in ("ann", "bob", "cleo")]
    host.settle()
    assert host.has_begun
    assert [[], [], []] == [it.player.refusals for it in people]
    assert all(it.session.over for it in people)
    for person in people[:2]:
        person.gets_ready = False
        person.options = replace(person.options, password="")
        person.play_again()
    host.settle()
    eve = host.come("eve", table="garden")
    assert ("ann", "bob") == seated(host)
    assert ["password"] == eve.refusals


def test_a_host_is_not_told_the_password(open_host: HostHarness) -> None:
    """Nor is anybody else: what a table's line has is chance."""
    ann = open_host.client("ann", table="garden", password="correct horse")
    said: list[object] = []
    ann.tamper = lambda message: said.append(message) or message  # type: ignore[func-returns-value]
    open_host.settle()
    eve = open_host.come("eve", sits=False)
    assert "horse" not in f"{said}{ann.received}{eve.received}"
    assert seated(open_host) == ("ann",)


def test_nobody_looks_on_without_it(open_host: HostHarness) -> None:
    """Neither by asking for the log nor by being willing; with it they may."""
    for name in ("ann", "bob", "cleo"):
        open_host.client(name, **TEA).player.pick = None
    open_host.settle()
    eve = open_host.come("eve", sits=False)
    eve.speak(Read("garden", 0), Willing("garden", True, None))
    assert ["password", "password"] == eve.refusals
    assert 0 == eve.entries_received
    eve.act(Spectate("garden"))
    assert ["password"] * 2 == eve.refusals[2:]
    assert ["password"] * 2 == eve.player.refusals  # they are asked once each time
    eve.act(EnterPassword("tea"))
    assert open_host.game.fold.position == eve.entries_received


def test_a_seat_of_one_s_own_needs_none(open_host: HostHarness) -> None:
    """Who comes back to a game, also of a host that was restarted, was let in before."""
    people = [open_host.client(name, **TEA) for name in ("ann", "bob", "cleo")]
    open_host.hold(people)
    open_host.restart()
    ann = people[0]
    ann.options = replace(ann.options, password="")
    ann.restart("garden")
    ann.connect()
    eve = open_host.come("eve", sits=False)
    assert [] == ann.refusals
    assert ann.session.seat is not None
    eve.speak(Read("garden", 0))
    assert ["password"] == eve.refusals  # the journal knows that there is one


def test_a_bot_of_the_host_s_needs_none(start_host: StartHost) -> None:
    """Only on its machine: nobody else passes for one."""
    host = start_host(open_terms(3, bots=1))
    people = ["ann", "bob"]
    for person in people:
        host.client(person, **TEA)
    host.settle()
    ((_table, (name,)),) = host.bots.started
    far = host.come(name, table="garden", owner=HOST.public)
    assert ["bad-commit"] == far.refusals
    far.disconnect()
    host.come(name, table="garden", owner=HOST.public, near=True)
    assert tuple(sorted((*people, name))) == seated(host)


def test_an_open_table_is_not_taken_for_a_closed_one(open_host: HostHarness) -> None:
    """Whoever thinks that it has a password hears that it has none, and sits elsewhere."""
    open_host.come("ann", table="garden")
    bob = open_host.come("bob", **TEA)
    assert ["no-password"] == bob.refusals
    cleo = open_host.come("cleo", password="tea")
    assert "table 1" == cleo.session.table
    # And whoever has none and names no table gets one that is open.
    dan = open_host.come("dan")
    assert "garden" == dan.session.table
    # Who names none and has one goes where one is wanted.
    eve = open_host.come("eve", password="tea")
    assert "table 1" == eve.session.table


def test_an_operator_s_password_is_that_of_all_tables(start_host: StartHost) -> None:
    """Nobody opens one without it, whatever other they have; nor sits down."""
    lock = lock_of("house", HOST.public, bytes(16))
    host = start_host(open_terms(3), lock=lock)
    eve, dan = host.client("eve"), host.client("dan", **TEA)
    host.settle()
    assert [["password"], ["wrong-password"]] == [eve.refusals, dan.refusals]
    assert () == tuple(host.server.registry)
    ann = host.client("ann", password="house")
    eve.act(EnterPassword("house"))
    assert ("ann", "eve") == seated(host, ann.session.table)


def test_guessing_is_slow(open_host: HostHarness) -> None:
    """So often from one address, whatever keys they make; then also the right one waits."""
    ann = open_host.come("ann", **TEA)
    salt = salt_of(open_host)

    def guess(eve: Client, password: str) -> str:
        commit = eve.session._drawing.begin().commit.wire
        proof = shown(password, eve.identity, salt)
        eve.speak(Prove(salt, proof), Sit("garden", commit))
        return eve.refusals[-1] if eve.refusals else ""

    eve = open_host.come("eve", sits=False, address="10.0.9.9")
    tries = [guess(eve, f"{n}") for n in range(BY_ONE.at_once)]
    assert ["wrong-password"] * BY_ONE.at_once == tries
    assert "too-many-tries" == guess(eve, "tea")
    # Other keys from the same line help so far and no further.
    more = [
        open_host.client(f"eve {n}", sits=False, address="10.0.9.9") for n in range(4)
    ]
    open_host.settle()
    left = FROM_ADDRESS.at_once - BY_ONE.at_once
    tries = [guess(more[n // 4], f"{n}") for n in range(left + 1)]
    assert ["wrong-password"] * left + ["too-many-tries"] == tries
    assert "too-many-tries" == guess(more[3], "tea")
    # Somebody elsewhere is let in meanwhile, and they themselves after a while.
    bob = open_host.client("bob", **TEA)
    open_host.pass_time(1 / FROM_ADDRESS.often + 1)
    assert ("ann", "bob") == seated(open_host)
    guess(more[3], "tea")
    assert ("ann", "bob", "eve 3") == seated(open_host)
    assert [] == ann.refusals + bob.refusals


def test_a_proof_is_no_use_to_another(open_host: HostHarness) -> None:
    """A salt that is somebody's own lets nobody into the table it was copied from."""
    open_host.come("ann", **TEA)
    salt = salt_of(open_host)
    eve = open_host.come("eve", sits=False)
    eve.send(Prove(salt, shown("tea", named("ann"), salt)))
    eve.speak(Read("garden", 0))
    assert ["wrong-password"] == eve.refusals
    # Opened with the same salt, and a password of their own.
    eve.session._doors._new["cellar"] = salt
    eve.act(TakeSeat("cellar", "mine"))
    assert "cellar" == eve.session.table
    eve.send(Prove(salt, shown("mine", eve.identity, salt)))
    eve.speak(Read("garden", 0))
    assert ["wrong-password", "password"] == eve.refusals


def test_a_host_reads_the_password_of_all_tables(tmp_path: Path) -> None:
    """The first line of a file; of it nothing is kept but what a key is made of."""
    secret = tmp_path / "secret.txt"
    secret.write_text("correct horse\n# of the club\n")
    harness = ServiceHarness(tmp_path, password=secret)
    lock = harness.service.server.registry.policy.lock
    assert lock is not None
    host = KEYS.identity.public
    assert lock == lock_of("correct horse", host, lock.salt)
    other = ServiceHarness(
        tmp_path, password=secret
    ).service.server.registry.policy.lock
    assert other != lock


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "can't read .*secret.txt: No such file"),
        (b"\n", "secret.txt: a password needs at least one character"),
        (b"\xff", "secret.txt: a password must be text in UTF-8"),
    ],
)
def test_a_host_without_its_password_does_not_begin(
    tmp_path: Path, data: bytes | None, why: str
) -> None:
    """One line says why: else its tables would be open to everybody."""
    if data is not None:
        (tmp_path / "secret.txt").write_bytes(data)
    with pytest.raises(BadFile, match=why):
        ServiceHarness(tmp_path, password=tmp_path / "secret.txt")
