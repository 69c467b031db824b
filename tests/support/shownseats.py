"""A person's seat in a real browser, at a host in this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from twisted.internet import reactor as installed
from twisted.internet.task import LoopingCall

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.login import Lender
from tests.support.browser import ShownPage
from tests.support.browserseats import Page, SeatPages

REACTOR: Any = installed

TICK = 0.02

CHOICES = 60
"""An upper bound on the choices in a game."""

Moment = Callable[[Page], Any]
"""Returns what it looks for on a page, or something false until a moment has come."""

Size = tuple[int, int]

Look = Callable[["ShownSeat", Any], Awaitable[None]]
"""Checks a seat in its window, given the result of its moment."""


class Sight(NamedTuple):
    """A check of the page at a moment of the game, in a window of a given size."""

    size: Size
    moment: Moment
    look: Look
    options: Mapping[str, Any] = {}


class ShownSeat(ShownPage):
    """
    Ann's seat, whose pages are served at a real port.

    Attributes:
        pages: the seat and its table.
        page: a page without a browser, on which Ann plays.
    """

    page: Page

    def __init__(
        self,
        folder: Path,
        terms: Terms,
        seed: str = "0",
        lender: Lender | None = None,
    ) -> None:
        super().__init__()
        self.pages = SeatPages(folder, terms=terms, seed=seed, lender=lender)
        self._windows: dict[str, Any] = {}
        self._port = REACTOR.listenTCP(0, self.pages.factory, interface="127.0.0.1")
        self.pages.factory.port = self._port.getHost().port
        self._ticks = LoopingCall(lambda: self.pages.clock.advance(TICK))
        self._ticks.start(TICK)

    async def open(self, size: Size, **options: Any) -> None:
        """Open the seat in a browser, and let the page in; nothing moves there."""
        url = f"http://127.0.0.1:{self.pages.factory.port}/"
        await self.show(url, size, **{"reduced_motion": "reduce", **options})
        self._windows[_window(size, options)] = self.tab
        await self.wait("document.getElementById('words')?.checkVisibility()")
        self.pages.confirming.typed("")
        await self.wait("document.body.classList.contains('seat')")
        await self.wait(
            "document.querySelector('#when')?.textContent && "
            "[...document.images].every(it => it.complete)",
        )

    async def go_on_to(self, moment: Moment) -> Any:
        """Play as well as `build_at_random` until a moment; return what is found then."""
        for _ in range(CHOICES):
            if found := moment(self.page):
                await self.settle()
                return found
            self.page.choose(self.pages.best(self.page))
        raise AssertionError("it never holds")

    async def go_through(self, sights: Sequence[Sight]) -> None:
        """Play on, and look at each sight in a window when its moment has come."""
        left = list(sights)
        while left:
            for sight in [it for it in left if it.moment(self.page)]:
                window = self._windows.get(_window(sight.size, sight.options))
                if window is None:
                    await self.open(sight.size, **sight.options)
                else:
                    self.tab = window
                await self.settle()
                await sight.look(self, sight.moment(self.page))
                # What a key or a tap has opened is closed for the next one.
                await self.press("Escape")
                await self.press("Escape")
                left.remove(sight)
            if left:
                assert "end" not in self.page, left
                self.page.choose(self.pages.best(self.page))

    async def settle(self) -> None:
        """Wait until the browser shows the question that is open, or the end."""
        if "end" in self.page:
            await self.wait("document.querySelector('.ending .sheet')")
            return
        title = self.page["question"]["title"][0]
        titles = "[...document.querySelectorAll('#choice h2')]"
        await self.wait(f"{titles}.some(it => it.textContent === {title!r})")

    async def raise_card(self, number: int) -> None:
        """Raise a card so that the page shows what can be done with it."""
        card = f"document.querySelector('[data-item=\"{number}\"] button')"
        await self.evaluate(f"{card}.click()")
        await self.wait("document.querySelector('.bar button')")

    async def close(self) -> None:
        await super().close()
        self._ticks.stop()
        await self._port.stopListening()


def _window(size: Size, options: Mapping[str, Any]) -> str:
    return f"{size} {options}"
