"""
The page of a host on a television, as seen from a sofa.

Everything that is ever shown at 1920×1080, in every language: each piece of text is
measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import pytest_twisted

from sealed_wonders.host.terms import Terms
from sealed_wonders.net.web.sectionstream import BEAT
from tests.support import browser
from tests.support.browser import CUT_ACCENTS, Screen, wait
from tests.support.inprocess.followers import follow
from tests.support.inprocess.server import StartHost, open_terms
from tests.support.readable import UNREADABLE
from tests.support.roompage import begin, choose, served_page, wait_for_page
from tests.support.thorough import is_thorough

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")

NAMES = (
    "Ann",
    "Konstantinopolitanides",
    "山田太郎",
    "Bartholomew Featherstone",
    "Anna-Katharina",
    "Jean Christophe",
    "Maximilian",
)
"""Names of 3 to 24 letters, with and without spaces, one in wide characters."""

BOTH = {"with": "leaders,edifice"}

PLAYED: Mapping[str, Terms] = {
    "3": open_terms(3, own=BOTH),
    "7": open_terms(7, own={**BOTH, "draw": "chosen"}, game_time=9999),
    "architects": open_terms(7, game="architects", game_time=9999),
}

LOOKS: Mapping[str, tuple[int, ...]] = {
    "3": (1, 4, 5, 12, 24) if is_thorough() else (1, 5, 24),
    "7": (1, 7, 12, 20, 28) if is_thorough() else (7, 20),
    "architects": (1, 2, 30, 150) if is_thorough() else (2, 150),
}
"""Numbers of choices after which everything is checked until the page is at rest."""

SIGNS: Mapping[str, set[str]] = {
    "3": {"pawns in edifices", "points of debt", "leaders in hand"},
    "7": {
        "pions dans les édifices",
        "points de dette",
        "leaders en main",
        "ressources pas à vendre",
    },
    "architects": set(),
}
"""The explanations of the cities' signs; each is shown if a city has the sign."""

SAID = "[...document.querySelectorAll('{}')].map(it => it.textContent)"

STEP_MS = 2_500

ROUND_MS = 45_000
"""Milliseconds in which a page shows a turn, and then everything at rest."""


class PageWatcher:
    """Watches a page in some languages, and collects text that can't be read."""

    def __init__(self, screen: Screen, url: str, *languages: str) -> None:
        self._languages = languages
        self._screen = screen
        self._url = url
        self._pages: list[tuple[str, Any]] = []
        self.found: dict[str, str] = {}
        self.signs: set[str] = set()
        self.chains = 0

    async def open(self) -> None:
        for language in self._languages:
            url = self._url.format(language=language)
            page = await self._screen.do(self._screen.open, url, has_clock=True)
            self._pages.append((language, page))

    async def wait(self, condition: str) -> None:
        for _, page in self._pages:
            await self._screen.do(wait, page, condition)

    async def look(self, moment: str, milliseconds: int = STEP_MS) -> None:
        """Check everything that is shown for a while."""
        for language, page in self._pages:
            await self._screen.do(
                self._see, page, f"{moment}, {language}", milliseconds
            )

    def _see(self, page: Any, moment: str, milliseconds: int) -> None:
        for passed in range(0, milliseconds, STEP_MS):
            page.clock.run_for(STEP_MS)
            for it in page.evaluate(UNREADABLE):
                self.found.setdefault(it, f"{moment} after {passed} ms")
            for it in page.evaluate(CUT_ACCENTS):
                self.found.setdefault(f"accents cut: {it}", moment)
            self.signs |= set(page.evaluate(SAID.format(".court .legend li")))
            self.chains += len(page.evaluate(SAID.format(".court .chain")))

    async def go(self) -> None:
        """Close the pages for now: drawing a turn takes longer than playing it."""
        for _, page in self._pages:
            await self._screen.do(page.goto, "about:blank")

    async def connect(self) -> None:
        """Open the pages again."""
        for language, page in self._pages:
            await self._screen.do(page.goto, self._url.format(language=language))
        await self.wait("document.querySelector('main > *')")

    async def told(self, condition: str) -> None:
        """Wait for a condition, while the pages' clocks run fast."""
        for _, page in self._pages:
            await self._screen.do(wait_for_page, page, condition)

    async def said(self, selector: str) -> str:
        """Return the text of some elements of the first page."""
        _, page = self._pages[0]
        some = await self._screen.do(page.evaluate, SAID.format(selector))
        return " ".join(some)

    def complain(self) -> None:
        assert not self.found, "\n".join(
            f"{it} ({at})" for it, at in self.found.items()
        )


@pytest.mark.parametrize("game", PLAYED)
@pytest_twisted.ensureDeferred
async def test_everything_can_be_read_from_a_sofa(
    start_host: StartHost, game: str
) -> None:
    host = start_host(PLAYED[game])
    *first, last = NAMES[: 3 if game == "3" else 7]
    async with served_page(host) as (shown, screen):
        sofa = PageWatcher(
            screen, shown.at + "?lang={language}", "en" if game == "3" else "fr"
        )
        people = [host.client(first[0])]
        people += [follow(host, it, people[0]) for it in first[1:]]
        host.settle()
        await sofa.open()
        await sofa.wait("document.querySelector('.people')")
        await sofa.look("lobby")
        systems = await sofa.said(".ways h3")
        assert ("Linux and macOS" if game == "3" else "Linux et macOS") in systems
        people.append(follow(host, last, people[0]))
        host.leave_unanswered(people)
        turns = 0
        while not host.game.fold.over:
            turns += 1
            if turns in LOOKS[game]:
                await sofa.connect()
            choose(host, people)
            if turns in LOOKS[game]:
                await sofa.look(f"turn {turns}", ROUND_MS)
                await sofa.go()
        await sofa.connect()
        await sofa.told("document.querySelector('.verdict.checked')")
        await sofa.look("end")
        sofa.complain()
        assert SIGNS[game] == sofa.signs
        # With many cities, there is room only for the essentials.
        assert (game == "3") == bool(sofa.chains)


@pytest_twisted.ensureDeferred
async def test_all_tables_can_be_read_from_a_sofa(start_host: StartHost) -> None:
    """
    There are six at a time, with clocks, and instructions for joining if one is waiting
    for players.
    """
    host = start_host(open_terms(3, game_time=3600), tables=7)
    async with served_page(host) as (shown, screen):
        sofa = PageWatcher(screen, shown.at + "?lang={language}#/", "en", "fr")
        names = iter(f"{NAMES[n % 7][:20]} {n}" for n in range(99))
        for n in range(6):
            people = begin(host, f"table {n}", [next(names) for _ in range(3)])
            choose(host, people, 2 * n)
        await sofa.open()
        await sofa.wait("document.querySelectorAll('.tables li').length > 5")
        await sofa.look("tables")
        host.connect("Gilgamesh", table="the last one")
        host.pass_time(BEAT)
        await sofa.told("document.querySelector('.invite')")
        await sofa.look("a lobby among them")
        sofa.complain()
