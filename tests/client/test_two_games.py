"""A host that shows its players different games, with a seat that signs both."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.table.session import SETTLING_PATIENCE
from sealed_wonders.client.tablewords.endings import (
    say_parted,
    say_settled,
    theirs,
    two_versions,
)
from sealed_wonders.client.words import text
from sealed_wonders.host.news import TwoVersions
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.comparison import compare
from sealed_wonders.net.log.envelopes import Entry, Wire, parse, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import Convicted, FromClient, FromHost, Log, Post
from sealed_wonders.net.suites import OPEN
from tests.support.human import Company, Human, type_and_settle
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness

THREE = Terms.of(suite=OPEN, players=3)


@pytest.fixture
def company(tmp_path: Path, request: pytest.FixtureRequest) -> Company:
    """
    Return cleo, a person, with two clients that play by themselves: ann cheats, bob
    doesn't.
    """
    folder, name = tmp_path / "host", getattr(request, "param", "cleo")
    folder.mkdir()
    host = HostHarness(folder, THREE)
    human = Human(host, name, tmp_path / name, eager=True)
    host.let_in(human)
    return host, human, host.client("ann"), host.client("bob")


def second_version(ann: Client, wire: Wire) -> Wire:
    """Return the second version of ann's commitment that she signs as a cheater."""
    envelope = parse(wire.env)
    if envelope.kind == "PICK" and envelope.seat == ann.seat.number:
        return sign(ann.identity, replace(envelope, body=(bytes(32),))).wire
    return wire


def show_changed_log(client: Client, change: Callable[[Wire], Wire]) -> None:
    """Show a client a log in which some entries are changed."""
    receive = client.session.receive

    def lied_to(message: FromHost) -> None:
        if isinstance(message, Log):
            message = Log(
                message.table, message.entry, tuple(map(change, message.wires))
            )
        receive(message)

    client.session.receive = lied_to  # type: ignore[method-assign]


def own_only(client: Client) -> Callable[[FromClient], FromClient | None]:
    """Return a tamper function that sends only the client's own entries."""

    def tamper(message: FromClient) -> FromClient | None:
        wires = message.wires if isinstance(message, Post) else ()
        gid = bytes(32)
        own = (
            it.gid == gid or it.seat == client.seat.number
            for it in (parse(wire.env) for wire in wires)
        )
        return message if all(own) else None

    return tamper


def begin_game(company: Company, *, is_lied_to: bool = True) -> None:
    """Begin the game; later, cleo is shown another commitment of ann's than bob."""
    host, human, ann, _ = company
    host.settle()
    type_and_settle(human, "ready")
    if is_lied_to:
        show_changed_log(human, lambda wire: second_version(ann, wire))


def play_to_the_split(company: Company) -> list[str]:
    """Play until cleo has been shown ann's second version; return what cleo reads."""
    _, human, _, _ = company
    begin_game(company)
    type_and_settle(human, "day")
    return type_and_settle(human, "s1")


def test_an_honest_host_that_gets_both_versions_names_the_cheater(
    company: Company,
) -> None:
    """
    Players who saw only one version read about it, and play on.

    Even without a host, the two logs convict the seat that signed both.
    """
    _, human, ann, bob = company
    lines = play_to_the_split(company)
    assert say_settled("ann") in lines
    (kept,) = human.home.logs.glob("*.evidence")
    assert Equivocation.from_bytes(kept.read_bytes()).identity == ann.identity.public
    assert text.audit(str(kept)) in lines
    assert human.session.is_done
    assert {ann.seat.number} == bob.seat.fold.evidence.keys()
    assert not bob.session.over
    (log,) = human.home.logs.glob("*.swlog")
    assert text.audit(f"{log} {theirs()}") in lines
    assert human.seat.fold.log() == log.read_bytes()
    found = compare(human.seat.fold, bob.seat.fold)
    assert [ann.seat.number] == list(found.evidence)


def test_a_deceived_client_finds_the_cheater_at_another_host(company: Company) -> None:
    """The lying host relays nothing, but another has the other version of the game."""
    host, human, ann, _ = company
    human.tamper = own_only(human)
    lines = play_to_the_split(company)
    assert not any(say_settled("ann") == line for line in lines)
    assert human.session.over
    assert not human.session.is_done
    assert [] == host.news_of(TwoVersions)

    human.disconnect()
    human.tamper = lambda message: message
    del human.session.receive  # restores the method of the class
    host.reconnect([human])
    assert say_settled("ann") in human.look()
    assert human.session.is_done
    (news,) = host.news_of(TwoVersions)
    assert isinstance(news, TwoVersions)
    assert news.seat == ann.seat.number


@pytest.mark.parametrize(
    ("company", "number"), [("cleo", 0), ("zoe", 2)], indirect=["company"]
)
def test_a_restarted_client_recognizes_a_different_game(
    company: Company, number: int
) -> None:
    """
    Its own entries, in any seat, belong to the game that it was shown first. It doesn't
    sign again.
    """
    host, human, _, _ = company
    human.tamper = own_only(human)
    play_to_the_split(company)
    assert number == human.seat.number
    human.restart()
    host.reconnect([human])
    assert human.session.over
    assert say_parted(None) in human.look()


def test_the_second_version_survives_a_power_failure(
    company: Company, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else may have it, if the host that showed it is gone."""
    host, human, _, _ = company
    journal, synced, sync = tmp_path / "cleo.journal", [b""], os.fsync

    def note(descriptor: int) -> None:
        sync(descriptor)
        is_there = journal.exists()
        if is_there and os.path.samestat(os.fstat(descriptor), journal.stat()):
            synced.append(journal.read_bytes())

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(human, "log_of", lambda gid, table: GameLog(journal, table))
    human.restart()  # so that it uses that file
    human.connect()
    human.tamper = own_only(human)
    assert say_settled("ann") not in play_to_the_split(company)
    human.session.close()
    journal.write_bytes(synced[-1])
    human.tamper = lambda message: message
    human.restart()
    host.reconnect([human])
    lines = human.look()
    human.session.close()
    assert say_settled("ann") in lines


def test_a_bot_searches_for_the_cheater_for_a_limited_time(company: Company) -> None:
    """Nobody reads its result. Its log can still be compared later."""
    host, human, ann, bob = company
    begin_game(company, is_lied_to=False)
    bob.player.is_program = True
    bob.tamper = own_only(bob)
    show_changed_log(bob, lambda wire: second_version(ann, wire))
    type_and_settle(human, "day")
    type_and_settle(human, "s1")
    assert bob.session.over
    assert not bob.session.is_done
    host.clock.advance(SETTLING_PATIENCE)
    assert bob.session.is_done


def say_nothing_after(human: Human) -> None:
    """Make a host hear nothing of a person whose game is over, so it won't answer."""
    human.tamper = lambda message: None if human.session.over else message


def test_the_cheater_is_named_by_entries_read_before(company: Company) -> None:
    """
    The second version may follow the entry that revealed it, and the host may never
    answer again.
    """
    host, human, ann, _ = company
    begin_game(company)
    receive = human.session.receive

    def of_before(message: FromHost) -> None:
        wires = message.wires if isinstance(message, Log) else ()
        if not any(parse(it.env).kind == "REVEAL" for it in wires):
            receive(message)

    human.session.receive = of_before  # type: ignore[method-assign]
    type_and_settle(human, "day")
    type_and_settle(human, "s1")
    assert not human.session.over

    human.disconnect()
    del human.session.receive
    receive = human.session.receive

    def in_another_order(message: FromHost) -> None:
        if isinstance(message, Log):
            wires = sorted(
                message.wires, key=lambda wire: wire != second_version(ann, wire)
            )
            message = Log(message.table, message.entry, tuple(wires))
        receive(message)

    human.session.receive = in_another_order  # type: ignore[method-assign]
    say_nothing_after(human)
    host.reconnect([human])
    assert say_settled("ann") in human.look()
    assert human.session.is_done


def test_the_cheater_is_named_by_an_earlier_proof(company: Company) -> None:
    """A host sends a proof only once."""
    host, human, ann, _ = company
    begin_game(company)
    say_nothing_after(human)
    type_and_settle(human, "day")
    fold = host.game.fold
    (pick,) = [it for it in fold.entries() if it.wire != second_version(ann, it.wire)]
    lie = Entry.of(second_version(ann, pick.wire))
    proof = Equivocation.of(ann.identity.public, pick, lie)
    wires = proof.first.wire, proof.second.wire
    table = human.session.table
    human.session.receive(Convicted(table, ann.identity.public, *wires))
    assert two_versions("ann") in human.look()
    assert say_settled("ann") in type_and_settle(human, "s1")
    assert human.session.is_done


def test_a_proof_of_fraud_is_stored_and_the_game_continues(company: Company) -> None:
    """A second version is never logged, but convicts its signer."""
    _, human, ann, _ = company
    begin_game(company, is_lied_to=False)
    type_and_settle(human, "day")
    seat = human.seat
    fold, me = seat.fold, ann.seat.number
    (pick,) = [
        wire
        for wire in fold.entries()
        if (parse(wire.wire.env).kind, parse(wire.wire.env).seat) == ("PICK", me)
    ]
    human.look()
    position = fold.position
    human.session.receive(
        Log(human.session.table, position, (second_version(ann, pick.wire),))
    )
    lines = human.look()
    (kept,) = human.home.logs.glob("*.evidence")
    assert lines == [two_versions("ann"), text.audit(str(kept))]
    proof = Equivocation.from_bytes(kept.read_bytes())
    assert proof.identity == ann.identity.public
    assert fold.position == position
    type_and_settle(human, "s1")
    assert fold.position > position
    assert not human.session.over
