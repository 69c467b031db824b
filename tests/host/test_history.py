"""The history of a host: what it records, and the standings that it shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import fail

from sealed_wonders.host.history import History
from sealed_wonders.host.news import GameCompleted, News, Trouble
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.history.store import NAME, Store
from sealed_wonders.net.messages import StandingRow, Standings
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.verification import Work, at_once
from sealed_wonders.net.web.sectionstream import BEAT
from tests.support.history import finished_game, identity, keep_log
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.pages import Browser, PageHarness
from tests.support.toy import TOY

Start = Callable[..., HostHarness]


@pytest.fixture
def start(tmp_path: Path, short_terms: Terms) -> Start:
    """Return a function that starts hosts with a history, all in one folder."""
    started: list[HostHarness] = []

    def start(
        terms: Terms | None = None,
        work: Work | None = at_once,
        aside: Work = at_once,
        *,
        begins: bool = False,
    ) -> HostHarness:
        host = HostHarness(
            tmp_path,
            terms or short_terms,
            work=work,
            aside=aside,
            seed=f"{len(started)}",
        )
        started.append(host)
        if begins:
            assert host.history is not None
            host.history.begin()
        return host

    return start


def standings_of(client: Client) -> dict[str, StandingRow]:
    by_key = {identity(name): name for name in ("ann", "bob", "cleo", "dan")}
    return {by_key[row.identity]: row for row in client.heard(Standings)[-1].rows}


def evening(browser: Browser, page: PageHarness) -> Any:
    """Return the standings that a page shows, after everything due was sent."""
    page.host.clock.advance(BEAT)
    page.settle()
    browser.hear()
    return browser.sections.get("evening")


def test_the_page_shows_the_evening_s_standings(start: Start, tmp_path: Path) -> None:
    """
    It shows them at the end of a game and in the next lobby, for the people who are
    there.
    """
    host = start(open_terms(3))
    page = PageHarness(host)
    browser = page.look("table 1")
    people = host.join()
    host.settle()
    rows = people[0].heard(Standings)[-1].rows
    shown = evening(browser, page)["rows"]
    assert [(it.games, it.wins, it.points, it.rating) for it in rows] == [
        (it["games"], it["wins"], it["points"], it["rating"]) for it in shown
    ]
    assert {"ann", "bob", "cleo"} == {it["name"] for it in shown}
    again = start(open_terms(4), begins=True)
    page = PageHarness(again)
    browser = page.look("table 1")
    again.client("bob", ready=False)
    again.settle()
    assert [shown[[it["name"] for it in shown].index("bob")]] == evening(browser, page)[
        "rows"
    ]
    again.client("dan", ready=False)
    again.settle()
    assert ["bob"] == [it["name"] for it in evening(browser, page)["rows"]]
    assert ["bob", "dan"] == [it["name"] for it in browser.sections["lobby"]["people"]]
    # Another evening.
    again.evening = 1e12
    assert evening(browser, page) is None


def test_a_game_counts_once_when_it_is_over(start: Start, tmp_path: Path) -> None:
    """The host was restarted before. Everybody who is there gets the standings."""
    host = start()
    people = host.join()
    host.until(lambda: host.has_begun)
    host.restart()
    host.reconnect(people)
    (game,) = Store(tmp_path).games()
    ended = host.completed_game()
    assert (ended.gid, ended.log) == (game.gid.hex(), tmp_path / game.log)
    for person in people:
        assert 1 == len(person.heard(Standings))
        rows = standings_of(person)
        assert {"ann", "bob", "cleo"} == set(rows)
        assert {1} == {row.games for row in rows.values()}
        assert {game.gid} == {row.gid for row in rows.values()}
    points = {it.name: it.points for it in game.places}
    assert points == {name: row.points for name, row in rows.items()}
    assert [it.name for it in game.places if it.won] == [
        name for name, row in rows.items() if row.wins
    ]


def test_standings_count_only_the_game_of_the_table(
    start: Start, tmp_path: Path
) -> None:
    """Points of different games can't be compared."""
    Store(tmp_path).add(finished_game(1, ("ann", 30), ("bob", 20), game="architects"))
    host = start(open_terms(4, game=TOY), begins=True)
    ann = host.connect("ann")
    assert [] == ann.heard(Standings)


def test_games_that_were_not_counted_are_found_at_the_start(
    start: Start, tmp_path: Path
) -> None:
    """
    A machine may have crashed. A damaged file is made again, and one line reports it.
    """
    keep_log(tmp_path, "one.swlog")
    (tmp_path / "two.swlog").write_bytes(b"rubbish")
    (tmp_path / NAME).write_bytes(b"rubbish")
    threads = ManualThreads()
    host = start(open_terms(4), aside=threads, begins=True)
    ann = host.connect("ann")
    assert [] == ann.heard(Standings)
    threads.do_all()
    host.settle()
    assert ["one.swlog"] == [it.log for it in Store(tmp_path).games()]
    assert {"ann"} == set(standings_of(ann))
    damaged, other = [it.what for it in host.news_of(Trouble)]
    moved = "the damaged file has been moved to history.sqlite.damaged"
    assert f"was damaged; {moved}" in damaged
    assert other.startswith("two.swlog doesn't count: ")


@pytest.mark.parametrize("checks", [True, False])
def test_unchecked_games_do_not_count(checks: bool, start: Start, toy: Terms) -> None:
    """A host that only relays proofs doesn't know whether a game was fair."""
    host = start(toy, work=at_once if checks else None)
    people = host.join()
    host.settle()
    ended = host.completed_game()
    assert (checks, SEALED) == (ended.is_checked, ended.suite)
    assert checks == bool(people[0].heard(Standings))


def test_a_failing_disk_loses_no_game(start: Start, tmp_path: Path) -> None:
    """One line reports it, once. The next start finds the game in its log."""
    (tmp_path / NAME).mkdir()
    host = start(begins=True)
    people = host.join()
    host.settle()
    assert any(it.log for it in host.news_of(GameCompleted))
    assert [] == people[0].heard(Standings)
    (said,) = [it.what for it in host.news_of(Trouble)]
    assert said.startswith("games aren't being counted right now: ")
    (tmp_path / NAME).rmdir()
    start(begins=True)
    assert 1 == len(Store(tmp_path).games())


def test_an_unexpected_exception_is_reported(tmp_path: Path) -> None:
    news: list[News] = []
    history = History(tmp_path, lambda job: fail(KeyError("here")), news.append)
    history.begin()
    (said,) = news
    assert isinstance(said, Trouble)
    assert "KeyError" in said.what
