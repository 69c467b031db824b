"""A person's seat in a real browser, at a host in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from twisted.internet import reactor as installed
from twisted.internet.task import LoopingCall

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.login import Lender
from tests.support.browser import Screen, wait
from tests.support.browserseats import Page, SeatPages

REACTOR: Any = installed

TICK = 0.02

CHOICES = 60
"""More than there are in a game."""


class ShownSeat:
    """
    Ann's seat, whose pages are served at a real port.

    Attributes:
        pages: the seat and its table.
        page: a page without a browser, on which she plays.
        complaints: what browsers have said of errors.
    """

    def __init__(
        self,
        folder: Path,
        terms: Terms,
        seed: str = "0",
        lender: Lender | None = None,
    ) -> None:
        self.pages = SeatPages(
            folder, terms=terms, seed=seed, players=terms.least, lender=lender
        )
        self._port = REACTOR.listenTCP(0, self.pages.factory, interface="127.0.0.1")
        self.pages.factory.port = self._port.getHost().port
        self._ticks = LoopingCall(lambda: self.pages.clock.advance(TICK))
        self._ticks.start(TICK)
        self._screen = Screen()
        self.complaints = self._screen.complaints

    def begin(self) -> Page:
        self.page = self.pages.begin()
        return self.page

    def play_until(self, holds: Callable[[Page], object]) -> Any:
        """Play as well as `a_build` until something holds; return that."""
        for _ in range(CHOICES):
            if found := holds(self.page):
                return found
            self.page.choose(self.pages.best(self.page))
        raise AssertionError("it never holds")

    async def open(self, size: tuple[int, int], **options: Any) -> Any:
        """Open the seat in a browser, and let the page in."""
        url = f"http://127.0.0.1:{self.pages.factory.port}/"
        tab = await self.do(self._screen.open, url, size, **options)
        await self.do(wait, tab, "document.getElementById('words')?.checkVisibility()")
        self.pages.confirming.typed("")
        await self.do(wait, tab, "document.body.classList.contains('seat')")
        await self.do(
            wait,
            tab,
            "document.querySelector('#when')?.textContent && "
            "[...document.images].every(it => it.complete)",
        )
        return tab

    async def do(self, what: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Do something in the browser's thread."""
        return await self._screen.do(lambda: what(*args, **options))

    async def evaluate(self, tab: Any, script: str) -> Any:
        return await self.do(tab.evaluate, script)

    async def close(self) -> None:
        await self._screen.close()
        self._ticks.stop()
        await self._port.stopListening()
        self.pages.close()
