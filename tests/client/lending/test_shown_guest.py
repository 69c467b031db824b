"""
A guest's page in a real browser, on a phone: everything fits, and fingers can hit the
buttons. These tests are skipped if there is no browser.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet import reactor as installed
from twisted.internet.task import LoopingCall

from tests.support import browser
from tests.support.browser import ANY_PHONE, TOO_WIDE, ShownPage
from tests.support.lent import LendHarness
from tests.support.scenes import PlayedScene

REACTOR: Any = installed

TICK = 0.02

FINGER = 40
"""Minimum height of a button, in pixels."""

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")

LOW = """[...document.querySelectorAll(".gate button")].filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect().height)"""
"""JavaScript that returns the heights of the buttons of the page that asks for a seat."""


class ShownGuest(ShownPage):
    """A lender whose pages are served at a real port, and a phone that opens them."""

    def __init__(self, folder: Path, scene: PlayedScene) -> None:
        super().__init__()
        self.lender = LendHarness(folder, person=scene.human.person)
        self._port = REACTOR.listenTCP(0, self.lender.factory, interface="127.0.0.1")
        self._ticks = LoopingCall(lambda: self.lender.clock.advance(TICK))
        self._ticks.start(TICK)

    async def open(self) -> None:
        """Open the address in the scanned code."""
        about = self.lender.scanned.partition("#")[2]
        url = f"http://127.0.0.1:{self._port.getHost().port}/#{about}"
        await self.show(url, ANY_PHONE, reduced_motion="reduce", has_touch=True)
        await self.wait("document.getElementById('name')?.checkVisibility()")

    async def sit(self) -> None:
        """Ask for a seat, and have the lender admit this phone."""
        await self.do(self.tab.fill, "#name", "Bob")
        await self.do(self.tab.click, "[data-state=name] button")
        await self.wait("document.getElementById('words').checkVisibility()")
        words = await self.evaluate("document.getElementById('words').textContent")
        self.lender.lines.typed(words)
        await self.wait("document.body.classList.contains('seat')")
        await self.wait("document.querySelector('#moving summary').checkVisibility()")

    async def hang_up(self) -> None:
        """Close all connections, and accept no more."""
        self._port.stopReading()
        for it in [*self.lender.factory.protocols]:
            it.transport.abortConnection()

    async def close(self) -> None:
        await super().close()
        self._ticks.stop()
        await self._port.stopListening()


@pytest_twisted.async_yield_fixture
async def guest(tmp_path: Path) -> AsyncIterator[ShownGuest]:
    scene = PlayedScene(tmp_path / "scene", "first")
    scene.human.person.is_guest = True
    shown = ShownGuest(tmp_path / "lender", scene)
    await shown.open()
    yield shown
    await shown.close()


@pytest_twisted.ensureDeferred
async def test_the_page_that_asks_for_a_seat_fits_on_a_phone(guest: ShownGuest) -> None:
    assert [] == await guest.evaluate(TOO_WIDE)
    heights = await guest.evaluate(LOW)
    assert heights
    assert all(FINGER <= it for it in heights)
    bottom = "document.querySelector('.gate').getBoundingClientRect().bottom"
    assert await guest.evaluate(bottom) <= ANY_PHONE[1]


@pytest_twisted.ensureDeferred
async def test_an_open_page_accepts_a_code_scanned_later(
    guest: ShownGuest,
) -> None:
    code = "document.getElementById('name')?.checkVisibility() && document.getElementById('code').value"
    right = guest.lender.scanned.partition("#")[2]
    for about, shown in (("wrong.aaaaaaaa", "stranger"), (right, "name")):
        # Delayed, since the page reloads at once.
        await guest.evaluate(f"void setTimeout(() => location.hash = {about!r})")
        part = f"document.querySelector('[data-state={shown}]')?.checkVisibility()"
        await guest.wait(f"location.hash === '' && {part}")
    assert await guest.evaluate(code) == guest.lender.code
    await guest.sit()


@pytest_twisted.ensureDeferred
async def test_moving_to_another_phone_is_in_a_separate_row(
    guest: ShownGuest,
) -> None:
    await guest.sit()
    await guest.do(guest.tab.set_viewport_size, {"width": 1280, "height": 720})
    await guest.press("p")
    await guest.wait("document.querySelector('#drawer').checkVisibility()")
    row, hand = await guest.boxes("#moving", "#choice")
    assert row["width"] == 1280
    assert row["top"] >= hand["bottom"]
    await guest.do(guest.tab.click, "#moving summary")
    await guest.wait("document.querySelector('#move').textContent")
    assert [] == await guest.evaluate(TOO_WIDE)


@pytest_twisted.ensureDeferred
async def test_a_lost_connection_asks_about_the_lenders_wi_fi(
    guest: ShownGuest,
) -> None:
    await guest.sit()
    await guest.hang_up()
    await guest.wait("document.querySelector('#status').classList.contains('bad')")
    said = await guest.evaluate("document.querySelector('#status').textContent")
    assert "The lender's program isn't responding. Are you on its Wi-Fi?" in said
    assert [] == await guest.evaluate(TOO_WIDE)
