"""Lending seats to phones from the screen: the code, requests and lent seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from twisted.internet.defer import succeed

from sealed_wonders.client.lending.admission import CODE_SECONDS, Phone
from sealed_wonders.client.lending.lending import Lending, LendingTerms
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.terminal.lentseats import SETTLES, LentSeats, PhonesBox
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.net.address import Address
from sealed_wonders.net.words import spoken
from tests.support.lent import TABLE, FakeGuest
from tests.support.stacks import Seated, Sit

URLS = ("http://192.168.178.34:40123/", "http://10.0.0.7:40123/")

HOST = Address("192.0.2.1", 7777)

PHONE = Phone("192.0.2.9", "en")


class FakeService(SimpleNamespace):
    """What lends seats, without a listener."""

    @property
    def scanned(self) -> Sequence[str]:
        code = self.lending.admission.code.current
        return [f"{it}#{code}.abcdefghijkl" for it in self.urls]


class Lender:
    """
    Ann at a screen, who lends seats.

    Attributes:
        begun: The hosts at which lending was begun.
        ended: How often lending was ended.
    """

    def __init__(self, folder: Path, seated: Seated) -> None:
        self.seated, self.stack, self._folder = seated, seated.stack, folder
        self._secrets: dict[str, str] = {}
        self.begun: list[Address] = []
        self.ended = 0
        self.urls = URLS
        self.lent = LentSeats(self.stack, cast(Any, self._open))
        self.at = HOST
        self.stack.lend = lambda: self.lent.show(self.at)

    def _open(self, at: Address, view: Any) -> Any:
        self.begun.append(at)
        clock: Any = self.seated.human.host.clock
        self.lending = Lending(
            clock, self._folder, TABLE, LendingTerms(), view, FakeGuest
        )
        return FakeService(
            lending=self.lending,
            urls=self.urls,
            begin=lambda changed, renewed: changed(),
            end=self._end,
        )

    def _end(self) -> Any:
        self.ended += 1
        return succeed(None)

    def ask(self, name: str, before: str = "") -> str:
        """
        Make a phone ask for a seat, and return the two words that it shows.

        Args:
            before: The two words of the phone whose seat it wants, if any.
        """
        admission = self.lending.admission
        asked: Any = admission.ask(name, admission.code.current, PHONE, before)
        words: str = asked.words
        self._secrets[words] = asked.secret
        return words

    def leave(self, words: str) -> None:
        """Make the phone with these words leave its seat."""
        guest = self.lending.find(self._secrets[words])
        assert isinstance(guest, FakeGuest)
        guest.leave()

    def look(self, width: int = 80, height: int = 24) -> str:
        return self.seated.look(width, height)


@pytest.fixture
def lender(sit: Sit, tmp_path: Path) -> Lender:
    seated = sit()
    seated.begin()
    RootScreen(seated.stack, lambda: seated.stack.base).put()
    return Lender(tmp_path / "lent", seated)


def test_the_code_is_shown_for_each_network(lender: Lender) -> None:
    """
    Enter lends nothing if no phone is waiting. Going to another host ends the lending
    at the first one.
    """
    lender.stack.act("phones")
    drawn = lender.look()
    assert "192.168.178.34" in drawn
    assert "▄" in drawn
    assert f"Code: {lender.lending.admission.code.current}" in drawn
    assert "No phone is waiting." in drawn
    lender.stack.act("right")
    assert "10.0.0.7" in lender.look()
    lender.stack.act("enter")
    assert isinstance(lender.stack.top, PhonesBox)
    assert 0 == len(lender.lending.book)
    lender.stack.act("back")
    lender.at = Address("192.0.2.2", 7777)
    lender.stack.act("phones")
    assert [HOST, lender.at] == lender.begun
    assert 1 == lender.ended
    lender.lent.lending.end()
    lender.lent.lending.end()
    assert 2 == lender.ended


def test_the_phone_whose_words_are_chosen_gets_a_seat(lender: Lender) -> None:
    """A request is announced while the box is closed, too."""
    lender.stack.act("phones")
    lender.stack.act("phones")
    assert not lender.stack.overlays
    bob = lender.ask("Bob")
    assert f"Bob asks for a seat ({bob})." in lender.look()
    cleo = lender.ask("Cleo")
    lender.stack.act("phones")
    drawn = lender.look()
    assert f"{bob}: Bob" in drawn
    assert f"{cleo}: Cleo" in drawn
    assert [HOST] == lender.begun
    lender.stack.act("digit 2")
    lender.stack.act("enter")
    assert [] == [it.name for it in lender.lending.book], (
        "the dialog can't have been read yet"
    )
    lender.seated.human.host.clock.advance(SETTLES)
    lender.stack.act("enter")
    assert ["Cleo"] == [it.name for it in lender.lending.book]
    assert f"Cleo ({cleo})" in lender.look()


def test_a_request_for_a_lent_seat_names_its_present_phone(lender: Lender) -> None:
    """The lender reads whose seat it is while the box is closed, and in the entry."""
    lender.stack.act("phones")
    bob = lender.ask("Bob")
    lender.look()
    lender.seated.human.host.clock.advance(SETTLES)
    lender.stack.act("enter")
    lender.stack.act("phones")
    assert not lender.stack.overlays
    mallory = lender.ask("Mallory", bob)
    drawn = " ".join(lender.look().split())
    assert f"Mallory ({mallory}) wants the seat of Bob ({bob})." in drawn
    lender.stack.act("phones")
    drawn = lender.look()
    rows = [it.rpartition("██")[2].strip(" │") for it in drawn.split("\n")]
    assert f"{mallory}: Mallory, wants the seat of Bob ({bob})" in " ".join(rows)
    assert "give this phone that seat" in drawn
    assert "lend a seat" not in drawn


def test_a_phone_that_gets_or_leaves_a_seat_is_announced(lender: Lender) -> None:
    lender.stack.act("phones")
    bob = lender.ask("Bob")
    lender.stack.act("phones")
    assert lender.lending.admission.admit(bob)
    assert f"Bob has a seat ({bob})." in lender.look()
    lender.leave(bob)
    assert f"Bob has left ({bob})." in lender.look()


def test_the_open_box_shows_at_once_who_asks_and_the_current_code(
    lender: Lender,
) -> None:
    """The box says it itself, so nothing else announces a request."""
    lender.stack.act("phones")
    redrawn: list[str] = []
    lender.stack.changed = lambda: redrawn.append(lender.look())
    bob = lender.ask("Bob")
    assert f"{bob}: Bob" in redrawn[-1]
    assert "asks for a seat" not in redrawn[-1]
    redrawn.clear()
    admission = lender.lending.admission
    before = admission.code.current
    lender.seated.human.host.clock.advance(2 * CODE_SECONDS)
    admission.ask("Cleo", before, PHONE)
    assert before != admission.code.current
    assert f"Code: {admission.code.current}" in redrawn[-1]


def test_the_reason_why_lending_is_impossible_is_shown(
    lender: Lender, tmp_path: Path
) -> None:
    def refuse(at: Address, view: Any) -> Any:
        raise DamagedFile("192.0.2.1", "lent elsewhere")

    lender.lent = LentSeats(lender.stack, refuse)
    lender.stack.act("phones")
    assert "lent elsewhere" in " ".join(lender.look().split())
    lender.stack.overlays.clear()
    lender.stack.lend = None
    lender.stack.act("phones")
    assert "no table here whose seats you can lend" in lender.look()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_the_box_fits(lender: Lender, size: tuple[int, int], language: str) -> None:
    with spoken(language):
        lender.stack.act("phones")
        for name in ("Bob", "Cleo", "Wolfeschlegelsteinhausen"):
            lender.ask(name)
        drawn = lender.look(*size)
        assert "192.168.178.34" in drawn
        assert "Bob" in drawn
