"""
The page of a host in a real browser: a whole game, clocks, widths, and a bundle's pages.

The tests are skipped if there is no browser. They read constants of the page's scripts,
each written on one line there. ``scripts/browser_end_to_end.py`` follows games of real hosts
and bots, at all sizes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted

from sealed_wonders.client.table.actions import Disclose, Speak
from sealed_wonders.core.games import definition
from sealed_wonders.host.bundle.pages import write_index, write_page
from sealed_wonders.host.bundle.systems import SYSTEMS
from sealed_wonders.host.page import site, streams
from sealed_wonders.host.tableregistry import FINISHED_PATIENCE
from sealed_wonders.net import notices
from sealed_wonders.net.lobby.charter import table_code
from sealed_wonders.net.web.sectionstream import BEAT
from sealed_wonders.net.words import LANGUAGES
from tests.support import browser
from tests.support.browser import (
    ANY_PHONE,
    BROKEN_NAMES,
    PHONE,
    SMALL_PHONE,
    SMALL_TELEVISIONS,
    TELEVISION,
    TOO_WIDE,
    WIDE_NAME,
    Screen,
    wait,
)
from tests.support.inprocess.client import Client
from tests.support.inprocess.followers import follow
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.roompage import NAMES, begin, choose, served_page, wait_for_page
from tests.support.thorough import is_thorough, only


def milliseconds(script: str, name: str) -> int:
    """Return the value of a constant in one of the page's scripts."""
    text = (Path(site.__file__).parent / "data" / script).read_text("utf-8")
    (found,) = re.findall(rf"const {name} = ([\d_]+);", text)
    return int(found)


RESULT_MS = milliseconds("following.js", "RESULT_MS")
"""Milliseconds for which a result stays on the page."""

SLOW_MS = milliseconds("clocks.js", "SLOW_MS")
"""Milliseconds after which the page names players whose clients are waited for."""

LACKING = browser.missing()

pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"NOT TRIED: {LACKING}")


def text(page: Any, selector: str) -> str:
    said: str = page.locator(selector).inner_text()
    return said


@pytest_twisted.ensureDeferred
async def test_the_page_follows_a_game_to_its_end(open_host: HostHarness) -> None:
    """
    One page is open from the beginning, and another one opens late. The host is
    restarted once.
    """
    async with served_page(open_host) as (shown, screen):
        people = [open_host.client("ann"), open_host.client("bob")]
        open_host.leave_unanswered(people)
        page = await screen.do(screen.open, shown.url, has_clock=True)
        await screen.do(wait, page, "document.querySelector('.people')")
        lobby = await screen.do(text, page, "main")
        assert "10.0.0.1:7777" in lobby
        assert "ann" in lobby
        assert "free" in lobby

        people.append(open_host.client("cleo"))
        open_host.leave_unanswered([people[-1]])
        choose(open_host, people, 4)
        await screen.do(wait, page, "document.querySelectorAll('.city').length === 3")
        await screen.do(wait, page, "document.querySelectorAll('.plays li').length")
        top = await screen.do(text, page, "header#top")
        assert "Age I, turn" in top
        assert "Everybody is choosing" in top
        built = {
            building.id
            for city in open_host.game.fold.state.cities  # type: ignore[attr-defined]
            for building in city.buildings
        }
        drawn = "[...document.querySelectorAll('.head img')].map(it => it.src)"
        all_told = f"new Set({drawn}).size === {len(built)}"
        await screen.do(wait_for_page, page, all_told)
        sources = await screen.do(page.evaluate, drawn)
        assert built == {it.rpartition("/")[2].partition(".")[0] for it in sources}
        people[1].act(Speak("<b>hello", "say"))
        talk = "document.querySelector('#talk:not([hidden])')"
        await screen.do(wait, page, f"{talk}?.textContent === 'bob: <b>hello'")
        late = await screen.do(
            screen.open,
            shown.url,
            PHONE,
            has_clock=True,
            color_scheme="dark",
            locale="fr",
        )
        await screen.do(wait, late, "document.querySelectorAll('.city').length === 3")
        assert sources == await screen.do(late.evaluate, drawn)
        width = await screen.do(late.evaluate, "document.documentElement.scrollWidth")
        assert PHONE[0] == width

        # The host stops, and starts again with the game from its journal.
        await shown.stop()
        await screen.do(wait, page, "!document.querySelector('#status').hidden")
        shown.start_again()
        await screen.do(wait, page, "document.querySelector('#status').hidden")
        await screen.do(wait, page, "document.querySelectorAll('.city').length === 3")
        assert sources == await screen.do(page.evaluate, drawn)

        for one in people:
            one.connect()
            one.player.pick = any_move
        open_host.settle()
        choose(open_host, people, 40)
        await screen.do(
            wait_for_page, page, "document.querySelector('.verdict.checked')"
        )
        sheet = open_host.game.fold.state.score()
        said = await screen.do(text, page, "tr.total")
        by_rank = sorted((row[-1] for row in sheet.rows), reverse=True)
        assert [str(it) for it in by_rank] == said.split()[1:]
        steps = "[1, 2, 3].map(n => document.querySelector(`.podium .p${n} .score`)"
        shown_there = await screen.do(page.evaluate, f"{steps}?.textContent)")
        assert [str(it) for it in by_rank] == shown_there
        await screen.do(
            wait_for_page, late, "document.querySelector('.verdict.checked')"
        )

        # A player discloses cards that stayed face down.
        mine = people[0].player.can_open
        people[0].act(Disclose())
        shows = f"document.querySelectorAll('.opened li img').length === {len(mine)}"
        await screen.do(wait, page, shows)
        await screen.do(wait, late, shows)


def title(name: str) -> str:
    return f"document.querySelector('#title').textContent === '{name}'"


@pytest_twisted.ensureDeferred
async def test_a_television_moves_to_a_table_with_a_running_game(
    start_host: StartHost,
) -> None:
    """
    Nobody operates a television. A page where somebody chose a table shows that table
    as long as it exists.
    """
    host = start_host(open_terms(3), tables=4)
    async with served_page(host) as (shown, screen):
        oak = begin(host, "oak", ("ann", "bob", "cleo"))
        television = await screen.do(screen.open, shown.url, has_clock=True)
        guest = await screen.do(screen.open, f"{shown.url}#Oak", has_clock=True)
        pages = television, guest
        for page in pages:
            await screen.do(wait, page, title("oak"))
        begin(host, "ash", ("dan", "eve", "fay"))
        host.pass_time(BEAT)
        for page in pages:
            await screen.do(wait, page, "!document.querySelector('#all').hidden")
            assert "oak" == await screen.do(text, page, "#title")

        # The result is shown for a while.
        choose(host, oak, 40)
        for page in pages:
            await screen.do(
                wait_for_page, page, "document.querySelector('.verdict.checked')"
            )
            await screen.do(page.clock.run_for, RESULT_MS)
        await screen.do(wait, television, title("ash"))
        await screen.do(wait, television, "document.querySelectorAll('.city').length")
        assert "oak" == await screen.do(text, guest, "#title")

        # Once the chosen table is closed, its page behaves like the television's.
        host.pass_time(FINISHED_PATIENCE + BEAT)
        await screen.do(wait, guest, title("ash"))
        (record,) = host.server.registry
        assert "ash" == record.name
        host.server.close(record, notices.CLOSED_BY_OPERATOR())
        host.pass_time(FINISHED_PATIENCE + BEAT)
        nothing = "document.querySelector('.panel')?.textContent"
        for page in pages:
            await screen.do(wait, page, f"{nothing} === 'No table is open just now.'")

        # If a table of that name is opened again, the page goes back to it.
        begin(host, "elm", ("gil", "hal", "ida"))
        host.pass_time(BEAT)
        for page in pages:
            await screen.do(wait, page, title("elm"))
        begin(host, "oak", ("jim", "kim", "lee"))
        host.pass_time(BEAT)
        await screen.do(wait, guest, title("oak"))
        assert "elm" == await screen.do(text, television, "#title")


@pytest_twisted.ensureDeferred
async def test_a_page_that_is_disconnected_for_another_says_so(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "STREAMS", 1)
    host = start_host(open_terms(3))
    async with served_page(host) as (shown, screen):
        first, second = [await screen.do(screen.open, shown.url) for _ in range(2)]
        status = "document.querySelector('#status')"
        said = f"{status}.textContent.startsWith('Too many browsers')"
        await screen.do(wait, first, f"!{status}.hidden && {said}")
        assert await screen.do(second.evaluate, f"{status}.hidden")


@pytest_twisted.ensureDeferred
async def test_a_page_shows_the_table_code_in_every_language(
    start_host: StartHost,
) -> None:
    """The players read it aloud, each in their own language."""
    host = start_host(open_terms(3))
    async with served_page(host) as (shown, screen):
        begin(host, "oak", ("ann", "bob", "cleo"))
        page = await screen.do(screen.open, shown.url)
        await screen.do(wait, page, "document.querySelector('.notes')")
        said = await screen.do(text, page, ".notes")
        for language in LANGUAGES:
            assert table_code(host.game.gid, language) in said


CLOCKS = "[...document.querySelectorAll('.time b')].map(it => it.textContent)"


@pytest.mark.parametrize("game", ["wonders", "architects"])
@pytest_twisted.ensureDeferred
async def test_every_clock_is_shown(start_host: StartHost, game: str) -> None:
    """
    Each player's clock is shown with or without a turn time, and so is whose clock
    runs.
    """
    host = start_host(open_terms(3, game=game, game_time=3600, increment=0))
    async with served_page(host) as (shown, screen):
        people = begin(host, "oak", ("ann", "bob", "cleo"))
        page = await screen.do(screen.open, shown.url)
        await screen.do(wait, page, f"{CLOCKS}.length === 3")
        while len(thinking(host, people)) > 1:
            choose(host, thinking(host, people)[:1])
        (one,) = thinking(host, people)
        seat = one.seat.number
        host.pass_time(1800)
        alone = f"Number({CLOCKS}[{seat}].split(':')[0]) < 31"
        await screen.do(wait, page, alone)
        times = await screen.do(page.evaluate, CLOCKS)
        assert all(it.startswith(("59:", "60:")) for it in set(times) - {times[seat]})
        said = await screen.do(text, page, "#clock")
        assert said.endswith(" left")
        assert int(said.split(":")[0]) < 31
        name = host.game.fold.people[seat].name
        assert f"Waiting for {name}" == await screen.do(text, page, "#awaited")
        waits = await screen.do(text, page, ".city.waits .who")
        assert name == waits
        await screen.do(page.goto, f"{shown.url}#/")
        own = "[...document.querySelectorAll('.glance .own')].map(it => it.textContent)"
        await screen.do(wait, page, f"{own}.length === 3 && {own}.every(Boolean)")
        there = await screen.do(page.evaluate, own)
        assert 1 == sum(int(it.split(":")[0]) < 31 for it in there)


def thinking(host: HostHarness, people: list[Client]) -> list[Client]:
    return [it for it in people if it.seat.number in host.game.fold.missing]


@pytest_twisted.ensureDeferred
async def test_the_shorter_of_turn_time_and_game_time_is_shown(
    start_host: StartHost,
) -> None:
    host = start_host(open_terms(3, game="architects", turn_time=90, game_time=3600))
    async with served_page(host) as (shown, screen):
        begin(host, "oak", ("ann", "bob", "cleo"))
        page = await screen.do(screen.open, shown.url)
        await screen.do(
            wait, page, "/^1:[0-3]/.test(document.querySelector('#clock').textContent)"
        )
        assert 3 == len(await screen.do(page.evaluate, CLOCKS))


WAITS: Mapping[str, tuple[str, str, str]] = {
    "wonders": ("REVEAL", "Choices are being revealed", "On révèle les choix"),
    "architects": (
        "OPEN_SHARE",
        "Cards are being turned up",
        "On retourne des cartes",
    ),
}
"""By game: a phase without choices, and its text in English and French."""


@pytest.mark.parametrize("game", WAITS)
@pytest_twisted.ensureDeferred
async def test_the_page_says_what_happens_and_who_is_waited_for(
    start_host: StartHost, game: str
) -> None:
    """
    This includes phases that only clients take part in. Shuffling is shown only while
    it happens.
    """
    kind, *doings = WAITS[game]
    host = start_host(open_terms(3, game=game))
    async with served_page(host) as (shown, screen):
        people = host.join()
        host.until_phase("MIX")
        languages = "en", "fr"
        pages = [
            await screen.do(screen.open, f"{shown.at}?lang={it}", has_clock=True)
            for it in languages
        ]
        shuffled = ("Cards are being shuffled", "On mélange les cartes")
        for page, said in zip(pages, shuffled, strict=True):
            await screen.do(wait, page, awaited(said, "startsWith"))
        host.until(lambda: is_turn(host, kind))
        people[2].stalled = True
        host.settle()
        host.pass_time(1)
        (late,) = host.game.fold.missing
        name = host.game.fold.people[late].name
        turn: Any = getattr(host.game.fold.state, "seat", None)
        for page, doing, whose, waiting in zip(
            pages,
            doings,
            ("{}'s turn. ", "C'est à {} de jouer. "),
            (f"Waiting for {name}", f"On attend {name}"),
            strict=True,
        ):
            first = ""
            if game == "architects":
                first = whose.format(host.game.fold.people[turn].name)
            await screen.do(wait, page, awaited(f"{first}{doing}", "startsWith"))
            await screen.do(page.clock.run_for, SLOW_MS)
            await screen.do(wait, page, awaited(f"{first}{doing}. {waiting}"))


def is_turn(host: HostHarness, kind: str) -> bool:
    fold = host.game.fold
    at = definition(fold.ruleset.name).public.at(fold.state)
    return fold.phase.kind == kind and bool(at)


def awaited(said: str, how: str = "") -> str:
    """Return JavaScript that compares the line at the top of the page."""
    node = "document.querySelector('#awaited').textContent"
    return f'{node}.{how}("{said}")' if how else f'{node} === "{said}"'


PLAYED = {
    "wonders": open_terms(7, own={"with": "leaders,edifice"}, game_time=9999),
    "architects": open_terms(7, game="architects", game_time=9999),
}


LOOKS = (1, 2, 6, 20) if is_thorough() else (12, 90)
"""Numbers of choices at which pages are checked; only Architects reaches the last."""


@pytest.mark.parametrize("game", PLAYED)
@pytest_twisted.ensureDeferred
async def test_no_page_is_wider_than_a_small_phone(
    start_host: StartHost, game: str
) -> None:
    """
    The page is checked from the lobby to the end, in both languages, with wide names.
    """
    host = start_host(PLAYED[game])
    found: list[tuple[str, str, str]] = []

    def look(page: Any, moment: str) -> None:
        wait(page, "document.fonts.status === 'loaded'")
        for language in ("en", "fr"):
            wait(page, f"document.documentElement.lang === '{language}'")
            found.extend((moment, language, it) for it in page.evaluate(TOO_WIDE))
            page.keyboard.press("l")  # switches the language
        page.goto("about:blank")

    async with served_page(host) as (shown, screen):
        people = [host.client(f"{WIDE_NAME}0")]
        people += [follow(host, f"{WIDE_NAME}{n}", people[0]) for n in range(1, 6)]
        host.settle()
        page = await screen.do(screen.open, shown.url, SMALL_PHONE, has_clock=True)
        await screen.do(wait, page, "document.querySelector('.people li:nth-child(6)')")
        await screen.do(look, page, "lobby")
        people.append(follow(host, f"{WIDE_NAME}6", people[0]))
        host.leave_unanswered(people)
        turns = 0
        while not host.game.fold.over:
            turns += 1
            # Drawing a turn takes longer than playing it, so few turns are drawn.
            is_seen = turns in LOOKS or (is_thorough() and not turns % 40)
            if is_seen:
                await screen.do(page.goto, shown.url)
                await screen.do(wait, page, "document.querySelector('main > *')")
            before = host.game.fold.position
            choose(host, people)
            assert host.game.fold.position > before
            if is_seen:
                await screen.do(wait, page, "document.querySelector('.stage, .ending')")
                await screen.do(look, page, f"turn {turns}")
        await screen.do(page.goto, shown.url)
        await screen.do(
            wait_for_page, page, "document.querySelector('.verdict.checked')"
        )
        count = sum(len(one.player.can_open) for one in people)
        for one in people:
            one.game.do(Disclose())
        host.settle()
        shows = f"document.querySelectorAll('.opened li img').length === {count}"
        await screen.do(wait, page, shows)
        await screen.do(look, page, "end")
        await screen.do(page.goto, f"{shown.url}#/")
        host.connect("zoe", table="another")
        await screen.do(wait, page, "document.querySelector('.tables')")
        await screen.do(look, page, "tables")
        assert not found, "\n".join(map(str, found))


@pytest_twisted.ensureDeferred
async def test_a_television_shows_all_cities_at_once(start_host: StartHost) -> None:
    """Nobody can scroll there, however wide the names are."""
    host = start_host(open_terms(7))
    async with served_page(host) as (shown, screen):
        people = [host.client(f"{WIDE_NAME}{n}") for n in range(7)]
        host.leave_unanswered(people)
        choose(host, people)
        page = await screen.do(screen.open, shown.url)
        await screen.do(wait, page, "document.querySelectorAll('.city').length === 7")
        said = await screen.do(text, page, "main")
        assert said.count(WIDE_NAME) >= 7
        fits = "document.documentElement.scrollHeight <= innerHeight"
        assert await screen.do(page.evaluate, fits)


@pytest.mark.parametrize(
    ("game", "seats"),
    only(
        [("wonders", 7), ("architects", 4)],
        [(game, seats) for game in PLAYED for seats in (4, 7)],
    ),
)
@pytest_twisted.ensureDeferred
async def test_names_of_players_are_never_split(
    start_host: StartHost, game: str, seats: int
) -> None:
    """Where there is little room, wonders' names give way."""
    host = start_host(open_terms(seats, game=game, game_time=9999))
    async with served_page(host) as (shown, screen):
        people = begin(host, "oak", NAMES[:seats])
        page = await screen.do(screen.open, shown.url, has_clock=True)
        for turns in (1, 13 if game == "wonders" else 60):
            choose(host, people, turns)
            rows = f"document.querySelectorAll('.row .score').length === {seats}"
            await screen.do(wait_for_page, page, rows)
            for width, height in (TELEVISION, SMALL_TELEVISIONS[1], ANY_PHONE):
                size = {"width": width, "height": height}
                await screen.do(page.set_viewport_size, size)
                broken = await screen.do(page.evaluate, BROKEN_NAMES)
                assert not broken, f"{width}x{height}: {broken}"


@pytest_twisted.ensureDeferred
async def test_the_page_says_that_it_loads_until_data_arrives(
    open_host: HostHarness,
) -> None:
    """It doesn't say that no table is open, and shows no empty codes."""

    def reload_without_data(page: Any) -> None:
        page.route("**/events*", lambda route: route.abort())
        page.reload()

    async with served_page(open_host) as (shown, screen):
        page = await screen.do(screen.open, shown.url)
        await screen.do(reload_without_data, page)
        await screen.do(wait, page, "document.querySelector('main p')")
        assert "Loading…" == await screen.do(text, page, "main")
        assert not await screen.do(page.evaluate, "document.images.length")


@pytest_twisted.ensureDeferred
async def test_no_page_of_a_bundle_is_wider_than_a_small_phone(tmp_path: Path) -> None:
    """File names may be long. Only lines to type scroll by themselves."""
    wheel = "cffi-2.0.0-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"
    (tmp_path / "wheels").mkdir()
    for name in (*(it.file for it in SYSTEMS), f"wheels/{wheel}"):
        (tmp_path / name).write_bytes(b"")
    write_page(tmp_path)
    write_index(tmp_path)
    screen = Screen()
    try:
        for name in ("index.html", "simple/cffi/index.html"):
            url = (tmp_path / name).as_uri()
            page = await screen.do(screen.open, url, SMALL_PHONE)
            assert [] == await screen.do(page.evaluate, TOO_WIDE)
    finally:
        await screen.close()
