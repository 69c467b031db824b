"""Reports in a real browser: on a small phone, and as a page that must be confirmed."""

from __future__ import annotations

import functools
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred
from twisted.web.resource import Resource
from twisted.web.server import Request, Site

from sealed_wonders.client.browser.confirming import Confirming
from sealed_wonders.client.browser.gate import Connections, listen, url
from sealed_wonders.client.logs.replaying import Replay, replay, replay_record
from sealed_wonders.client.reports.page import data, page
from sealed_wonders.client.reports.serving import gate
from sealed_wonders.client.reports.story import story
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.words import LANGUAGES, use
from tests.support import browser
from tests.support.browser import SMALL_PHONE, TOO_WIDE, WIDE_NAME, ShownPage
from tests.support.gates import FakeTerminal
from tests.support.inprocess.folds import Table, disclose_all
from tests.support.printing import printed
from tests.support.thorough import only

RECORDS = Path(__file__).parents[2] / "records"

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")

OPEN_ALL = "document.querySelectorAll('details').forEach((it) => { it.open = true; })"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


@functools.cache
def widely_named(path: Path) -> Replay:
    """Read a record in which everybody has a very wide name."""
    told, count = path.read_text("utf-8"), 0
    for count, name in enumerate(re.findall(r'"name": "(.*?)"', told)):
        told = told.replace(f'"name": "{name}"', f'"name": "{WIDE_NAME}{count}"')
    assert count > 1
    return replay_record(told.encode())


@functools.cache
def disclosed_game(game: str, players: int, **options: Any) -> Replay:
    """Play a game in which everybody has disclosed their cards."""
    rules = ruleset(game, players, options)
    table = Table(rules, "wide", shared=True, **options)
    disclose_all(table)
    return replay(table.fold.log())


GAMES = {
    "wonders": lambda: disclosed_game("wonders", 7, **{"with": "leaders,edifice"}),
    "architects": lambda: disclosed_game("architects", 3),
    "wonders, wide names": lambda: widely_named(RECORDS / "typed_both.jsonl"),
    "architects, wide names": lambda: widely_named(RECORDS / "typed_architects.jsonl"),
}


SOME_GAMES = only(["wonders", "architects, wide names"], GAMES)

STEP = "document.querySelector('#turns .audience')"
WORDS = "document.getElementById('words')?.checkVisibility()"
WHERE = "document.getElementById('where').textContent"
FIRST = "document.querySelector('.court .who').textContent"


@pytest_twisted.async_yield_fixture
async def shown() -> AsyncIterator[ShownPage]:
    """Yield a browser page; it must have no complaints in the end."""
    page = ShownPage()
    yield page
    await page.close()
    assert [] == page.complaints


@pytest.mark.parametrize("game", SOME_GAMES)
@pytest_twisted.ensureDeferred
async def test_no_page_of_a_game_is_wider_than_a_small_phone(
    game: str, tmp_path: Path, shown: ShownPage
) -> None:
    """The result, a seat's view of a step, and the words, in every language."""
    told, path = GAMES[game](), tmp_path / "game.html"
    found = []
    for language in LANGUAGES:
        use(language)
        path.write_text(page(story(told)), "utf-8")
        await shown.show(path.as_uri(), SMALL_PHONE)
        await shown.wait(STEP)
        for key in ("End", "2", "Home", "ArrowRight"):
            await shown.press(key)
            await shown.evaluate(OPEN_ALL)
            found += [(language, key, it) for it in await shown.evaluate(TOO_WIDE)]
    assert not found, "\n".join(map(str, found))


@pytest_twisted.ensureDeferred
async def test_keys_slider_and_seats_navigate_a_game(
    tmp_path: Path, shown: ShownPage
) -> None:
    """The result comes first. A reloaded page shows the same step."""
    made, path = story(disclosed_game("wonders", 3)), tmp_path / "game.html"
    path.write_text(page(made), "utf-8")
    titles = [step.title for step in made.steps]
    hand = next(n for n, step in enumerate(made.steps) if step.hands)
    await shown.show(path.as_uri(), SMALL_PHONE)
    see = shown.evaluate
    (box,) = await shown.boxes(".ending h2")
    assert 0 < box["top"] < box["bottom"] < SMALL_PHONE[1]
    assert await see("document.querySelector('.sheet.turned').checkVisibility()")
    assert titles[-1] == await see(WHERE)
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", -1)):
        await shown.press(key)
        assert titles[step] == await see(WHERE)
    await shown.do(shown.tab.fill, "#slider", str(hand))
    assert titles[hand] == await see(WHERE)
    await shown.do(shown.tab.select_option, "#seat", "1")
    assert made.names[1] == await see(FIRST)
    (held,) = [it for it in made.steps[hand].hands if it.seat == 1]
    cards = "document.querySelectorAll('section.hand .held img').length"
    assert len(held.cards) == await see(cards)
    await shown.press("0")
    assert made.names[0] == await see(FIRST)
    await shown.do(shown.tab.click, ".decisive button")
    assert await see(WHERE) in titles
    await shown.do(shown.tab.reload)
    await shown.wait(STEP)
    assert (await see("location.hash")) == f"#s{titles.index(await see(WHERE)) + 1}"


@pytest_twisted.ensureDeferred
async def test_a_game_plays_automatically_until_its_end(
    tmp_path: Path, shown: ShownPage
) -> None:
    """The page's clock is advanced by hand here. The space bar starts and stops it."""
    made, path = story(disclosed_game("wonders", 3)), tmp_path / "game.html"
    path.write_text(page(made), "utf-8")
    titles = [step.title for step in made.steps]
    await shown.show(path.as_uri(), SMALL_PHONE, has_clock=True)
    await shown.wait(STEP)
    await shown.press(" ")
    assert titles[0] == await shown.evaluate(WHERE)
    for milliseconds, step in ((2_500, 1), (10_000, 1), (2_500 * len(titles), -1)):
        await shown.do(shown.tab.clock.run_for, milliseconds)
        assert titles[step] == await shown.evaluate(WHERE)
        if step == 1:
            await shown.press(" ")
    play = "document.getElementById('play').getAttribute('aria-label')"
    assert "Play" == await shown.evaluate(play)


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_game_is_printed_on_two_pages(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page(story(GAMES[game]())), "utf-8")
    assert [(595, 842)] * 2 == printed(path, tmp_path)


class ServedReplay:
    """A replay served to this machine, and its terminal."""

    def __init__(self) -> None:
        path = min(RECORDS.glob("*.jsonl"))
        shown = data(story(replay_record(path.read_bytes())), 3)
        self.terminal = FakeTerminal()
        self.confirming = Confirming(
            self.terminal,  # type: ignore[arg-type]
            browser.REACTOR.seconds,
            "let in",
            lambda why: None,
        )
        root = gate(browser.REACTOR, self.confirming.access, shown)
        connections = Connections(browser.REACTOR, root, self.confirming.stranger)
        self.port = listen(browser.REACTOR, connections)
        self.url = url(self.port.getHost().port)

    def end(self) -> Deferred[None]:
        stopped: Deferred[None] = self.port.stopListening()
        return stopped


@pytest_twisted.async_yield_fixture
async def served() -> AsyncIterator[ServedReplay]:
    served = ServedReplay()
    yield served
    await served.end()


@pytest_twisted.ensureDeferred
async def test_a_page_shows_the_game_once_its_words_are_confirmed(
    served: ServedReplay, shown: ShownPage
) -> None:
    """It still does after a reload. A refused page can ask again."""
    await shown.show(served.url, SMALL_PHONE)
    await shown.wait(WORDS)
    words = await shown.do(shown.tab.inner_text, "#words")
    assert [] == await shown.evaluate(TOO_WIDE)
    asked = f"If your browser shows the words {words}, press Enter."
    assert asked == served.terminal.shown[-1]
    other = ShownPage()
    await other.show(served.url, SMALL_PHONE)
    await other.wait(WORDS)
    served.confirming.typed(words)
    await shown.wait(STEP)
    await other.wait("document.body.innerText.includes('was refused')")
    await shown.press("ArrowRight")
    await shown.do(shown.tab.reload)
    await shown.wait(STEP)
    assert f"{served.url}#s5" == await shown.evaluate("location.href")
    assert "" == await shown.evaluate("document.cookie")
    await other.do(other.tab.click, "[data-state=out] button")
    await other.wait(WORDS)
    served.confirming.typed("")
    await other.wait(STEP)
    await other.close()
    assert [] == other.complaints


ATTACK = """async (url) => {
  const read = [];
  for (const path of ["", "ask", "wait", "game"])
    for (const mode of ["cors", "no-cors"])
      for (const method of ["GET", "POST"])
        try {
          const answer = await fetch(url + path, { method, mode, credentials: "include" });
          read.push(await answer.text());
        } catch { /* refused */ }
  return read.join("");
}"""
"""Requests that a page of another port tries in the user's browser."""


class OtherPage(Resource):
    """A page that doesn't restrict its browser."""

    isLeaf = True

    def render_GET(self, request: Request) -> bytes:
        return b"<!doctype html><title>theirs</title><link rel=icon href='data:,'>"


def open_over(page: Any, at: str) -> str:
    """Open an address from a page in a new window; return the text that it shows."""
    with page.expect_popup() as opened:
        page.evaluate("(at) => { open(at); }", at)
    opened.value.wait_for_load_state()
    text: str = opened.value.inner_text("body")
    return text


@pytest_twisted.ensureDeferred
async def test_a_page_of_another_port_can_neither_read_nor_ask(
    served: ServedReplay, shown: ShownPage
) -> None:
    """It tries requests, and opens a window."""
    theirs = browser.REACTOR.listenTCP(0, Site(OtherPage()), interface="127.0.0.1")
    try:
        await shown.show(url(theirs.getHost().port), SMALL_PHONE)
        assert "" == await shown.do(shown.tab.evaluate, ATTACK, served.url)
        said = await shown.do(open_over, shown.tab, served.url)
        assert said.startswith("Forbidden")
        assert [] == served.terminal.shown
    finally:
        await theirs.stopListening()
        shown.complaints.clear()  # these are about refused requests of the other page
