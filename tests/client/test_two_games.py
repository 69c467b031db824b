"""A host that shows its players different games, with a seat that signs both."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
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
from tests.support.human import Company, Human, no_answer, types
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness

THREE = Terms.of(suite=OPEN, players=3)


@pytest.fixture
def company(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Company]:
    """Cleo, a person, with two programs: ann, who cheats, and bob, who doesn't."""
    folder, name = tmp_path / "host", getattr(request, "param", "cleo")
    folder.mkdir()
    host = HostHarness(folder, THREE)
    human = Human(host, name, tmp_path / name, eager=True)
    human.typing = no_answer
    host.add(human)
    host.settle()
    yield host, human, host.client("ann"), host.client("bob")
    host.close()


def another(ann: Client, wire: Wire) -> Wire:
    """Give what ann signs for the place of her commitment when she cheats."""
    envelope = parse(wire.env)
    if envelope.kind == "PICK" and envelope.seat == ann.seat.number:
        return sign(ann.identity, replace(envelope, body=(bytes(32),))).wire
    return wire


def shown(client: Client, change: Callable[[Wire], Wire]) -> None:
    """Show one client a log in which some entries are others."""
    receive = client.session.receive

    def lied_to(message: FromHost) -> None:
        if isinstance(message, Log):
            message = Log(
                message.table, message.entry, tuple(map(change, message.wires))
            )
        receive(message)

    client.session.receive = lied_to  # type: ignore[method-assign]


def own_only(client: Client) -> Callable[[FromClient], FromClient | None]:
    """Pass on what somebody has signed, and nothing that they know of others."""

    def tamper(message: FromClient) -> FromClient | None:
        wires = message.wires if isinstance(message, Post) else ()
        gid = bytes(32)
        own = (
            it.gid == gid or it.seat == client.seat.number
            for it in (parse(wire.env) for wire in wires)
        )
        return message if all(own) else None

    return tamper


def ready(company: Company, *, is_lied_to: bool = True) -> None:
    """Let the game begin; cleo will be shown another commitment of ann's than bob."""
    host, human, ann, _ = company
    host.settle()
    types(human, "ready")
    if is_lied_to:
        shown(human, lambda wire: another(ann, wire))


def play_to_the_split(company: Company) -> list[str]:
    """Show cleo another commitment of ann's than bob; gives what cleo is told."""
    _, human, _, _ = company
    ready(company)
    types(human, "day")
    return types(human, "s1")


def test_an_honest_host_that_hears_of_it_tells_everybody_whose_doing_it_is(
    company: Company,
) -> None:
    """
    Those who were shown nothing else read it in passing, and play on.

    Without any host, the two logs convict who signed both.
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


def test_who_was_lied_to_goes_on_looking_at_any_other_host(company: Company) -> None:
    """The one that lies shows nothing, and passes nothing on; another has the other game."""
    host, human, ann, _ = company
    human.tamper = own_only(human)
    lines = play_to_the_split(company)
    assert not any(say_settled("ann") == line for line in lines)
    assert human.session.over
    assert not human.session.is_done
    assert [] == host.told(TwoVersions)

    human.disconnect()
    human.tamper = lambda message: message
    del human.session.receive  # that of the class again
    host.come_back([human])
    assert say_settled("ann") in human.look()
    assert human.session.is_done
    (news,) = host.told(TwoVersions)
    assert isinstance(news, TwoVersions)
    assert news.seat == ann.seat.number


@pytest.mark.parametrize(
    ("company", "number"), [("cleo", 0), ("zoe", 2)], indirect=["company"]
)
def test_who_was_started_again_knows_that_it_was_shown_another_game(
    company: Company, number: int
) -> None:
    """What it has signed is of that one, in any seat; it isn't signed a second time."""
    host, human, _, _ = company
    human.tamper = own_only(human)
    play_to_the_split(company)
    assert number == human.seat.number
    human.restart()
    host.come_back([human])
    assert human.session.over
    assert say_parted(None) in human.look()


def test_the_other_version_outlasts_a_loss_of_power(
    company: Company, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else may have it, where the host that showed it is gone."""
    host, human, _, _ = company
    journal, synced, sync = tmp_path / "cleo.journal", [b""], os.fsync

    def note(descriptor: int) -> None:
        sync(descriptor)
        is_there = journal.exists()
        if is_there and os.path.samestat(os.fstat(descriptor), journal.stat()):
            synced.append(journal.read_bytes())

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(human, "log_of", lambda gid, table: GameLog(journal, table))
    human.restart()  # with that file
    human.connect()
    human.tamper = own_only(human)
    assert say_settled("ann") not in play_to_the_split(company)
    human.session.close()
    journal.write_bytes(synced[-1])
    human.tamper = lambda message: message
    human.restart()
    host.come_back([human])
    lines = human.look()
    human.session.close()
    assert say_settled("ann") in lines


def test_a_program_looks_for_a_while_and_hangs_up(company: Company) -> None:
    """Nobody reads what it finds; who has its log can still compare."""
    host, human, ann, bob = company
    ready(company, is_lied_to=False)
    bob.player.is_program = True
    bob.tamper = own_only(bob)
    shown(bob, lambda wire: another(ann, wire))
    types(human, "day")
    types(human, "s1")
    assert bob.session.over
    assert not bob.session.is_done
    host.clock.advance(SETTLING_PATIENCE)
    assert bob.session.is_done


def say_nothing_after(human: Human) -> None:
    """Have a host hear nothing of somebody whose game is over, and so tell them nothing."""
    human.tamper = lambda message: None if human.session.over else message


def test_what_was_read_by_then_names_who_did_it(company: Company) -> None:
    """It may stand behind what gave it away, and the host never answer again."""
    host, human, ann, _ = company
    ready(company)
    receive = human.session.receive

    def of_before(message: FromHost) -> None:
        wires = message.wires if isinstance(message, Log) else ()
        if not any(parse(it.env).kind == "REVEAL" for it in wires):
            receive(message)

    human.session.receive = of_before  # type: ignore[method-assign]
    types(human, "day")
    types(human, "s1")
    assert not human.session.over

    human.disconnect()
    del human.session.receive
    receive = human.session.receive

    def in_another_order(message: FromHost) -> None:
        if isinstance(message, Log):
            wires = sorted(message.wires, key=lambda wire: wire != another(ann, wire))
            message = Log(message.table, message.entry, tuple(wires))
        receive(message)

    human.session.receive = in_another_order  # type: ignore[method-assign]
    say_nothing_after(human)
    host.come_back([human])
    assert say_settled("ann") in human.look()
    assert human.session.is_done


def test_what_was_proven_before_names_who_did_it(company: Company) -> None:
    """A host tells of a proof once."""
    host, human, ann, _ = company
    ready(company)
    say_nothing_after(human)
    types(human, "day")
    fold = host.game.fold
    (pick,) = [it for it in fold.entries() if it.wire != another(ann, it.wire)]
    lie = Entry.of(another(ann, pick.wire))
    proof = Equivocation.of(ann.identity.public, pick, lie)
    wires = proof.first.wire, proof.second.wire
    table = human.session.table
    human.session.receive(Convicted(table, ann.identity.public, *wires))
    assert two_versions("ann") in human.look()
    assert say_settled("ann") in types(human, "s1")
    assert human.session.is_done


def test_a_proof_that_comes_by_is_kept_and_the_game_goes_on(company: Company) -> None:
    """A second version is never logged, and convicts whoever signed it."""
    _, human, ann, _ = company
    ready(company, is_lied_to=False)
    types(human, "day")
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
        Log(human.session.table, position, (another(ann, pick.wire),))
    )
    lines = human.look()
    (kept,) = human.home.logs.glob("*.evidence")
    assert lines == [two_versions("ann"), text.audit(str(kept))]
    proof = Equivocation.from_bytes(kept.read_bytes())
    assert proof.identity == ann.identity.public
    assert fold.position == position
    types(human, "s1")
    assert fold.position > position
    assert not human.session.over
