"""The page of a host in this process, for a real browser, and people who play there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from twisted.internet import reactor as installed
from twisted.internet.task import LoopingCall

from tests.support.browser import Screen
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness
from tests.support.pages import PageHarness

REACTOR: Any = installed

TICK = 0.02

NAMES = (
    "Francesca",
    "Konstantinopolitanides",
    "Maximilian",
    "Anna-Katharina",
    "Jean Christophe",
    "Bartholomew",
    "Wolfgang",
)
"""As long as names get, and as wide as those of people are."""


class ServedPage:
    """A host in this process, whose page is served at a real port."""

    def __init__(self, host: HostHarness) -> None:
        self.host = host
        self.page = PageHarness(host)
        self.port = REACTOR.listenTCP(0, self.page.factory, interface="127.0.0.1")
        self._at: int = self.port.getHost().port
        self._ticks = LoopingCall(lambda: self.host.clock.advance(TICK))
        self._ticks.start(TICK)

    @property
    def at(self) -> str:
        return f"http://127.0.0.1:{self._at}/"

    @property
    def url(self) -> str:
        return f"{self.at}?lang=en"

    def start_again(self) -> None:
        """Kill the host, and start another that resumes its games at the same port."""
        self.host.restart()
        self.page = PageHarness(self.host)
        self.port = REACTOR.listenTCP(
            self._at, self.page.factory, interface="127.0.0.1"
        )
        self._ticks.start(TICK)

    async def stop(self) -> None:
        self._ticks.stop()
        self.page.board.stop()
        for protocol in tuple(self.page.factory.protocols):
            protocol.transport.abortConnection()
        await self.port.stopListening()


@asynccontextmanager
async def served_page(host: HostHarness) -> AsyncIterator[tuple[ServedPage, Screen]]:
    """Serve a host's page; a browser that opens it has nothing to complain of."""
    shown, screen = ServedPage(host), Screen()
    try:
        yield shown, screen
        assert [] == screen.complaints
    finally:
        await screen.close()
        await shown.stop()


def choose(host: HostHarness, people: list[Client], times: int = 1) -> None:
    """Make all those choose who have been asked; in Architects, the others wait."""
    for _ in range(times):
        host.answer([one for one in people if one.player.question is not None])


def wait_for_page(page: Any, condition: str) -> None:
    """
    Wait until a condition holds once the page has shown all events; its clock is put
    forward.
    """
    for _ in range(300):
        page.clock.run_for(2_000)
        if page.evaluate(f"Boolean({condition})"):
            return
        time.sleep(0.03)
    raise TimeoutError(f"{condition}: {page.inner_text('body')[:2000]}")


def begin(host: HostHarness, table: str, names: Iterable[str]) -> list[Client]:
    """Begin a game of three who keep their questions unanswered."""
    people = [host.client(it, table=table) for it in names]
    host.leave_unanswered(people)
    return people
