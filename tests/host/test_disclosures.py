"""Disclosing cards after the game, at a host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.table.acceptable import rules_of
from sealed_wonders.client.table.actions import Disclose
from sealed_wonders.core.game import Card
from sealed_wonders.host import journal
from sealed_wonders.host.news import DiskTrouble, GameCompleted
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.disclosures import read
from sealed_wonders.net.history.logs import Reader
from sealed_wonders.net.log.envelopes import sign
from sealed_wonders.net.messages import Post
from sealed_wonders.net.web.sectionstream import BEAT
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    sealed_terms,
)
from tests.support.pages import Browser, PageHarness
from tests.support.thorough import only


def played(host: HostHarness) -> list[Client]:
    people = host.join()
    host.until(lambda: bool(host.news_of(GameCompleted)))
    host.settle()
    assert TableState.OVER is host.table.state
    return people


def opens(person: Client) -> None:
    person.act(Disclose())


@pytest.mark.parametrize("game", only(["wonders"], ["wonders", "architects"]))
def test_disclosed_cards_reach_everybody_and_the_log(
    game: str, start_host: StartHost
) -> None:
    """
    Players who were absent and spectators who come late see them, too. Nobody's cards
    are disclosed before that player agrees. The audit and the standings stay the same.
    """
    host = start_host(open_terms(3, game=game))
    people = played(host)
    ann, bob, cleo = people
    ended = host.completed_game()
    assert ended.log is not None
    before = ended.log.read_bytes()
    assert Verdict.GOOD is audit(before).verdict
    ruled = Reader(lambda charter: rules_of(charter.options), lambda game, options: ())
    counted = ruled.read(ended.log)
    assert [{}] * 3 == [it.player.disclosed for it in people]
    cleo.disconnect()
    truth = dict(ann.player.can_open)
    faces = {
        slot: card
        for slot, card in host.game.fold.cards.faces(ann.seat.number).items()  # type: ignore[attr-defined]
        if slot in truth
    }
    assert faces == truth
    opens(ann)
    seat = ann.seat.number
    assert [{seat: truth}] * 2 == [it.player.disclosed for it in (ann, bob)]
    assert {} == ann.player.can_open
    assert {} == cleo.player.disclosed
    host.reconnect([cleo])
    assert {seat: truth} == cleo.player.disclosed
    # A disclosure made while disconnected is sent on return.
    bob.disconnect()
    mine = dict(bob.player.can_open)
    bob.game.do(Disclose())
    assert {} == bob.player.can_open
    host.settle()
    host.reconnect([bob])
    # In Architects, only one card had been seen by a single player, and it isn't bob's.
    assert bool(mine) == (game == "wonders")
    all_opened = {seat: truth} | ({bob.seat.number: mine} if mine else {})
    assert [all_opened] * 3 == [it.player.disclosed for it in people]
    late = host.connect("dan", sits=False, looks_on=True, table="table 1")
    assert host.game.fold.disclosed == late.seat.fold.disclosed
    opens(ann)
    opens(bob)
    assert len(all_opened) == len(host.game.fold.disclosures)
    data = ended.log.read_bytes()
    report = audit(data)
    assert (Verdict.GOOD, len(all_opened)) == (report.verdict, report.kinds["AFTER"])
    assert data[: len(before)] == before
    assert counted == ruled.read(ended.log)
    for person in people:
        assert data == person.seat.fold.log()
        assert [] == person.failures
        assert [] == person.player.false_disclosures


def test_secrets_are_erased_before_cards_are_disclosed(start_host: StartHost) -> None:
    """What clients keep after the end opens these cards and no others."""
    host = start_host(sealed_terms(3))
    people = played(host)
    for person in people:
        known = vars(person.seat.secrets)
        assert not known["_pairs"]
        assert not known["_seed"]
        assert [] == [*person.store.memories()]
    ann = people[0]
    mine = dict(ann.player.can_open)
    assert mine
    opens(ann)
    for person in people:
        assert {ann.seat.number: mine} == person.player.disclosed
    (ended,) = host.news_of(GameCompleted)
    assert ended.log is not None
    report = audit(ended.log.read_bytes())
    assert report.fold is not None
    assert mine == {slot: it.card for slot, it in report.fold.disclosed.items()}


def test_the_page_shows_only_disclosures_with_valid_proofs(
    start_host: StartHost,
) -> None:
    """The host relays a false disclosure unchecked, but the page must not show it."""
    host = start_host(sealed_terms(3))
    page = PageHarness(host)
    ann, bob, _ = played(host)
    browser = page.look("table 1")
    seen(browser, page)
    assert "checked" == browser.sections["end"]["verdict"]
    assert [] == browser.sections["opened"]["seats"]
    first, *rest = read(tuple(it.body for it in bob.seat._openings))
    (other, *_) = ann.player.can_open.values()
    lie = (first._replace(card=other).body,)
    for number, body in enumerate((lie, tuple(it.body for it in rest))):
        said = bob.seat.fold.disclosure(bob.seat.number, number, body)
        bob.speak(Post((sign(bob.identity, said).wire,)))
    assert host.game.fold.disclosed[first.slot].card == other
    assert [bob.seat.number] == [it.seat for it in ann.player.false_disclosures]
    catalog = host.game.fold.state.rules.catalog  # type: ignore[attr-defined]

    def names(cards: Iterable[Card]) -> Counter[str]:
        return Counter(catalog.face(it).id for it in cards)

    (shown,) = seen(browser, page)
    assert bob.seat.number == shown["seat"]
    assert names(it.card for it in rest) == Counter(it["card"] for it in shown["cards"])
    mine = dict(ann.player.can_open)
    opens(ann)
    late = page.look("table 1")
    assert seen(late, page) == seen(browser, page)
    told = {
        it["seat"]: Counter(card["card"] for card in it["cards"])
        for it in seen(late, page)
    }
    assert names(mine.values()) == told[ann.seat.number]
    assert {"sold", "stage", "last"} >= {
        card["where"] for it in seen(late, page) for card in it["cards"]
    }
    browser.leave()
    late.leave()
    host.clock.advance(BEAT)
    page.settle()
    assert {} == page.board._watched


def seen(browser: Browser, page: PageHarness) -> list[Any]:
    """Return the disclosed cards that a browser shows after everything due was sent."""
    page.host.clock.advance(BEAT)
    page.settle()
    browser.hear()
    found: list[Any] = browser.sections["opened"]["seats"]
    return found


def test_a_full_disk_is_reported_and_loses_no_disclosure(
    open_host: HostHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = played(open_host)
    ended = open_host.completed_game()
    assert ended.log is not None
    before = ended.log.read_bytes()

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "write_whole", full)
        opens(ann)
    assert 1 == len(open_host.news_of(DiskTrouble))
    assert before == ended.log.read_bytes()
    assert ann.seat.number in bob.player.disclosed
    opens(bob)
    assert 2 == audit(ended.log.read_bytes()).kinds["AFTER"]
