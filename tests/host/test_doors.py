"""Tables with a password: who gets in, and what guessing costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import EnterPassword, Spectate, TakeSeat
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.host.doors import BY_ONE, FROM_ADDRESS
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import passwords
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import DrawSide
from sealed_wonders.net.messages import FromClient, Prove, Read, Sit, Willing
from sealed_wonders.net.passwords import key_of, lock_of, prove
from tests.host.test_service import KEYS, ServiceHarness
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.lobbies import HOST, identity_of, nonce_of

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


def test_the_password_is_needed_to_sit_down(
    start_host: StartHost, short_terms: Terms
) -> None:
    """The first to arrive opens the table with this password."""
    host = start_host(short_terms)
    ann = host.connect("ann", **TEA)
    # They arrive while others open the same table: the first one's password counts.
    bob, eve = host.client("bob", **TEA), host.client("eve", table="garden")
    dan = host.connect("dan", table="garden", password="coffee")
    assert ("ann", "bob") == seated(host)
    assert [["password"], ["wrong-password"]] == [eve.refusals, dan.refusals]
    assert [] == ann.refusals + bob.refusals
    eve.act(EnterPassword("tea"))
    assert host.has_begun


def test_people_who_open_a_table_at_once_share_its_salt(
    start_host: StartHost, short_terms: Terms
) -> None:
    """Latecomers look up the first one's salt."""
    host = start_host(short_terms)
    people = [host.client(name, **TEA) for name in ("ann", "bob", "cleo")]
    host.settle()
    assert host.has_begun
    assert [[], [], []] == [it.player.refusals for it in people]


def test_a_rematch_keeps_the_password_of_the_table(
    start_host: StartHost, short_terms: Terms
) -> None:
    """
    Its players need no password for it, not even the first, who has started the program
    again. Others do.
    """
    host = start_host(short_terms)
    people = [host.client(name, **TEA) for name in ("ann", "bob", "cleo")]
    host.settle()
    assert all(it.session.over for it in people)
    ann, bob, _ = people
    ann.store, ann.gets_ready = InMemory(), False
    ann.options = replace(ann.options, password="")
    host.restart_clients([ann], "garden")
    commit = DrawSide(bob.identity, "bob", nonce=nonce_of("bob")).commit
    bob.speak(Sit("garden", commit.wire))
    eve = host.connect("eve", table="garden")
    assert ("ann", "bob") == seated(host)
    assert ["password"] == eve.refusals


def test_the_password_is_not_sent_to_the_host(open_host: HostHarness) -> None:
    """Other people don't get it either: the table's listing has only a random salt."""
    ann = open_host.client("ann", table="garden", password="correct horse")
    said = ann.record_sent(FromClient)
    open_host.settle()
    eve = open_host.connect("eve", sits=False)
    assert "horse" not in f"{said}{ann.received}{eve.received}"
    assert seated(open_host) == ("ann",)


def test_spectators_need_the_password(open_host: HostHarness) -> None:
    """Without it, they can neither read the log nor offer to be substitutes."""
    for name in ("ann", "bob", "cleo"):
        open_host.client(name, **TEA).player.pick = None
    open_host.settle()
    eve = open_host.connect("eve", sits=False)
    eve.speak(Read("garden", 0), Willing("garden", True, None))
    assert ["password", "password"] == eve.refusals
    assert 0 == eve.entries_received
    eve.act(Spectate("garden"))
    assert ["password"] * 2 == eve.refusals[2:]
    assert ["password"] * 2 == eve.player.refusals  # one prompt per attempt
    eve.act(EnterPassword("tea"))
    assert open_host.game.fold.position == eve.entries_received


def test_a_player_comes_back_without_the_password(open_host: HostHarness) -> None:
    """This also holds at a restarted host, whose journal notes the password."""
    people = [open_host.client(name, **TEA) for name in ("ann", "bob", "cleo")]
    open_host.leave_unanswered(people)
    open_host.restart()
    ann = people[0]
    ann.options = replace(ann.options, password="")
    ann.restart("garden")
    ann.connect()
    eve = open_host.connect("eve", sits=False)
    assert [] == ann.refusals
    assert ann.session.seat is not None
    eve.speak(Read("garden", 0))
    assert ["password"] == eve.refusals  # the journal records that there is a password


def test_the_host_s_bots_need_no_password(start_host: StartHost) -> None:
    """They must connect from the host's machine, so nobody passes for one of them."""
    host = start_host(open_terms(3, bots=1))
    people = ["ann", "bob"]
    for person in people:
        host.client(person, **TEA)
    host.settle()
    ((_table, (name,)),) = host.bots.started
    far = host.connect(name, table="garden", owner=HOST.public)
    assert ["bad-commit"] == far.refusals
    far.disconnect()
    host.connect(name, table="garden", owner=HOST.public, near=True)
    assert tuple(sorted((*people, name))) == seated(host)


def test_a_password_for_an_open_table_is_refused(open_host: HostHarness) -> None:
    """
    Somebody with a password and no table's name gets a table with that password.
    Somebody with neither gets an open table.
    """
    open_host.connect("ann", table="garden")
    bob = open_host.connect("bob", **TEA)
    assert ["no-password"] == bob.refusals
    cleo = open_host.connect("cleo", password="tea")
    assert "table 1" == cleo.session.table
    # Without a password and a table's name, a guest gets an open table.
    dan = open_host.connect("dan")
    assert "garden" == dan.session.table
    # With a password and no name, a guest gets a table with a password.
    eve = open_host.connect("eve", password="tea")
    assert "table 1" == eve.session.table


def test_the_operator_s_password_is_needed_at_all_tables(start_host: StartHost) -> None:
    """Without it, nobody can open a table, even with another password."""
    lock = lock_of("house", HOST.public, bytes(16))
    host = start_host(open_terms(3), lock=lock)
    eve, dan = host.client("eve"), host.client("dan", **TEA)
    host.settle()
    assert [["password"], ["wrong-password"]] == [eve.refusals, dan.refusals]
    assert () == tuple(host.server.registry)
    ann = host.client("ann", password="house")
    eve.act(EnterPassword("house"))
    assert ("ann", "eve") == seated(host, ann.session.table)


def test_guesses_are_limited_by_key_and_address(open_host: HostHarness) -> None:
    """
    New keys don't help beyond the address's limit. After too many guesses, even the
    right password has to wait.
    """
    ann = open_host.connect("ann", **TEA)
    salt = salt_of(open_host)

    def guess(eve: Client, password: str) -> str:
        commit = eve.session._drawing.begin().commit.wire
        proof = shown(password, eve.identity, salt)
        eve.speak(Prove(salt, proof), Sit("garden", commit))
        return eve.refusals[-1] if eve.refusals else ""

    eve = open_host.connect("eve", sits=False, address="10.0.9.9")
    tries = [guess(eve, f"{n}") for n in range(BY_ONE.at_once)]
    assert ["wrong-password"] * BY_ONE.at_once == tries
    assert "too-many-tries" == guess(eve, "tea")
    # Other keys from the same address help only up to its limit.
    more = [
        open_host.client(f"eve {n}", sits=False, address="10.0.9.9") for n in range(4)
    ]
    open_host.settle()
    left = FROM_ADDRESS.at_once - BY_ONE.at_once
    tries = [guess(more[n // 4], f"{n}") for n in range(left + 1)]
    assert ["wrong-password"] * left + ["too-many-tries"] == tries
    assert "too-many-tries" == guess(more[3], "tea")
    # Meanwhile, a guest from elsewhere gets in; the guesser has to wait.
    bob = open_host.client("bob", **TEA)
    open_host.pass_time(1 / FROM_ADDRESS.often + 1)
    assert ("ann", "bob") == seated(open_host)
    guess(more[3], "tea")
    assert ("ann", "bob", "eve 3") == seated(open_host)
    assert [] == ann.refusals + bob.refusals


def test_a_proof_of_the_password_can_t_be_copied(open_host: HostHarness) -> None:
    """
    Opening a table with a copied salt doesn't give access to the table it was copied
    from.
    """
    open_host.connect("ann", **TEA)
    salt = salt_of(open_host)
    eve = open_host.connect("eve", sits=False)
    eve.send(Prove(salt, shown("tea", identity_of("ann"), salt)))
    eve.speak(Read("garden", 0))
    assert ["wrong-password"] == eve.refusals
    # Eve opens a table with the same salt and another password.
    eve.session._doors._new["cellar"] = salt
    eve.act(TakeSeat("cellar", "mine"))
    assert "cellar" == eve.session.table
    eve.send(Prove(salt, shown("mine", eve.identity, salt)))
    eve.speak(Read("garden", 0))
    assert ["wrong-password", "password"] == eve.refusals


def test_a_host_reads_its_password_from_the_first_line_of_a_file(
    tmp_path: Path,
) -> None:
    """The host keeps only the key that it derives from the password."""
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
def test_a_host_does_not_start_with_an_unusable_password_file(
    tmp_path: Path, data: bytes | None, why: str
) -> None:
    """Otherwise, its tables would be open to everybody."""
    if data is not None:
        (tmp_path / "secret.txt").write_bytes(data)
    with pytest.raises(BadFile, match=why):
        ServiceHarness(tmp_path, password=tmp_path / "secret.txt")
