"""In a whole game, a guest's page receives only what its seat may see."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import maybeDeferred

from sealed_wonders.client.browser import owngames, seatsections
from sealed_wonders.client.browser.seatlistener import SeatListener
from sealed_wonders.client.person.person import Person
from sealed_wonders.core.games import definition
from sealed_wonders.net.tableoptions import PLAYERS
from sealed_wonders.net.verification import at_once
from tests.support import shown as shown_cards
from tests.support.human import Human
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lent import LENDER, LendHarness
from tests.support.sealedpage import SealedAnswer
from tests.support.shown import ShownCards
from tests.support.thorough import only

TABLES = {**shown_cards.TABLES, "architects": open_terms(2, game="architects")}


class GuestAtTable(Human):
    """A guest at a host's table, who plays on a page."""

    def _listener(self) -> Any:
        super()._listener()
        self.person = Person(
            SeatListener(lambda: self.changed()),
            self.host.clock,
            self.identity.public,
            self.home.people,
        )
        self.person.is_guest = True
        self.person.table = self
        self.changed = lambda: None
        return self.person


class Phone:
    """
    The phone of a guest.

    Attributes:
        have: the sections that its page has.
    """

    def __init__(self, host: HostHarness, guest: GuestAtTable, folder: Path) -> None:
        self.lender = LendHarness(folder, person=guest.person, clock=host.clock)
        self.secret = self.lender.seat("ann")
        self.have: dict[str, Any] = {}
        guest.changed = self.lender.guest(self.secret).face.changed
        self._stream = self.lender.post("events", secret=self.secret)

    def hear(self) -> str:
        """Update the sections from the stream; return everything received so far."""
        text = self._stream.news.decode()
        for line in text.split("\n"):
            if line.startswith("data:"):
                self.have |= json.loads(line[5:])
        return text

    def choose(self) -> None:
        """Seal the first available choice, if there is a question."""
        question = self.have.get("question")
        if question is None:
            return
        use = next(use for item in question["items"] for use in item["uses"])
        body = {"do": "seal", "phase": question["phase"], "text": use["word"]}
        self.lender.clock.advance(1)
        assert 204 == self.lender.post("act", body, self.secret).status

    def keep(self) -> SealedAnswer:
        """Ask for the log of the game."""
        return self.lender.post("log", secret=self.secret)

    def report(self) -> SealedAnswer:
        """Ask for a page about the game."""
        return self.lender.post("report", secret=self.secret)


@pytest.mark.parametrize("name", only(["wonders", "both", "architects"], [*TABLES]))
def test_a_guest_is_sent_no_card_that_the_seat_may_not_see(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """
    Everything sent is searched at each step of a whole game. Cards are dealt openly
    here, so the host could leak them.
    """
    monkeypatch.setattr(owngames, "in_thread", maybeDeferred)
    shown = ShownCards(monkeypatch)
    terms = TABLES[name]
    names = ["bob", "cleo"][: terms[PLAYERS] - 1]
    host = HostHarness(tmp_path / "host", terms, work=at_once)
    guest = GuestAtTable(host, "ann", tmp_path / "ann")
    host.add(guest)
    phone = Phone(host, guest, tmp_path / "lender")
    others = host.join(names)
    host.settle()
    guest.person.readiness.be_ready(True)
    own, seen = set[str](), set[str]()
    refused = False
    while not host.has_begun or not host.table.is_done:
        if not host.step():
            if host.table.is_done:
                break
            phone.choose()
            if not refused:
                assert phone.report().status == phone.keep().status == 403
                refused = True
        host.clock.advance(0.1)
        text = phone.hear()
        if not host.has_begun:
            continue
        cards = host.game.fold.ruleset.cards
        shown.see(others, cards)
        sight = guest.person.known.sight
        own |= set() if sight is None else {cards[it] for it in sight.faces.values()}
        boards = {it.split(".")[0] for it in re.findall(r'"board":"([^"]+)"', text)}
        boards |= {
            it.split(".")[0]
            for some in re.findall(r'"boards":\[([^\]]*)\]', text)
            for it in re.findall(r'"([^"]+)"', some)
        }
        piles = set(re.findall(r'"(?:name|pile)":"([^"]+)"', text))
        words = {it.split(".")[0] for it in re.findall(r'"([\w.]+)"', text)}
        named = words & {*cards}
        assert named <= shown.public | own | boards | piles
        seen |= named
        pictures = definition(host.terms.game).pictures()
        allowed = {*cards} & (shown.public | own | boards | piles)
        ids = [{it for it in some if it in pictures} for some in (allowed, cards)]
        may, all = (
            {n for it in some for n in pictures[it].names.values()} for some in ids
        )
        assert not [it for it in all - may if f'"{it}"' in text]
    host.settle()
    phone.hear()
    assert "end" in phone.have
    assert refused, "the game was still on"
    kept = phone.keep().body
    assert others[0].seat.fold.log() == kept, "what everybody has"
    assert phone.have["end"]["keeps"].endswith(".swlog")
    secrets = (LENDER.seed, guest.identity.seed, phone.secret.encode())
    assert not any(it in kept for it in secrets)
    page = phone.report()
    assert page.body.startswith(b"<!doctype html>")
    assert not [it for it in ("ann", *names) if it.encode() not in page.body]
    assert not any(it in page.body for it in secrets)
    assert own & seen or name == "architects"
    assert shown.hidden - shown.public - own or name == "architects"


def test_a_leaked_card_would_be_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """This proves that the search above works."""
    told = seatsections.of_person

    def leaky(person: Person, *rest: Any) -> Any:
        found = told(person, *rest)
        sight = person.known.sight
        if sight is not None:
            found["leak"] = {"hand": [sight.state.rules.cards[-1]]}
        return found

    monkeypatch.setattr(seatsections, "of_person", leaky)
    with pytest.raises(AssertionError, match="Extra items"):
        test_a_guest_is_sent_no_card_that_the_seat_may_not_see(
            monkeypatch, tmp_path, "both"
        )
