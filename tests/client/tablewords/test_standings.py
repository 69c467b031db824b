"""The evening's standings, in line mode and on screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.signs.draw import Room, measure, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.table.events import StandingsChanged
from sealed_wonders.client.tablewords.standings import brief, lines, note, stands
from sealed_wonders.client.terminal.screens.evening import evening
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.net.messages import StandingRow, Standings
from tests.support.human import Begin, Company, Human, build_first, no_answer
from tests.support.lobbies import identity_of
from tests.support.stacks import Seated

HEADING = "This evening  games  won  points  average  rating"


def row(name: str, games: int = 2, rating: int | None = 1100) -> StandingRow:
    return StandingRow(identity_of(name).public, games, 1, 91, rating, bytes(32))


def games_of(human: Human) -> set[int]:
    return {one.games for one in human.person.known.standings}


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """Return ann in a lobby, on a screen."""
    seated = Seated(tmp_path)
    seated.stack.base = LobbyScreen(seated.stack)
    return seated


def play_out(company: Company) -> Company:
    host, human, *_ = company
    human.typing = build_first
    human.type("ready")
    host.settle()
    human.typing = no_answer
    return company


def headings(company: Company) -> list[str]:
    """Return every heading of the standings that ann has read in line mode."""
    _host, human, *_ = company
    return [line for line in human.all if line == HEADING]


def test_in_line_mode_standings_are_printed_once_at_the_end(begin: Begin) -> None:
    """
    They follow the result and name everybody who played. They stay the same when
    somebody sits down for a rematch.
    """
    host, human, bob, _cleo = company = play_out(begin(counts=True))
    all_of_it = human.all
    at = all_of_it.index(HEADING)
    assert {"ann", "bob", "cleo"} == {
        line.split()[0] for line in all_of_it[at + 1 : at + 4]
    }
    assert "Everybody has signed this result." in all_of_it[:at]
    assert host.history is not None
    host.history.begin()
    host.settle()
    assert [HEADING] == headings(company)
    before = human.person.known.standings
    assert 3 == len(before)
    bob.gets_ready = False
    bob.play_again()
    host.settle()
    assert ("bob",) == human.person.known.again
    assert before == human.person.known.standings


def test_standings_are_printed_once_the_host_sends_them(begin: Begin) -> None:
    """
    The host needs a moment to count, and the game is over for the client before that.
    """
    _host, human, *_ = company = play_out(begin())
    assert [] == headings(company)
    human.person.told(StandingsChanged([row("ann"), row("bob", rating=None)]))
    human.person.told(StandingsChanged([row("ann", 3)]))
    assert [HEADING] == headings(company)
    assert ["ann", "2", "1", "91", "46", "1100"] == human.all[-3].split()
    assert ["bob", "2", "1", "91", "46"] == human.all[-2].split()
    assert note() == human.all[-1]


def test_standings_are_cleared_when_another_game_begins(begin: Begin) -> None:
    """In its lobby they are those after the last game; at its end, new ones."""
    host, human, bob, cleo = company = play_out(begin(counts=True))
    human.type("rematch")
    host.settle()
    assert {1} == games_of(human)
    for other in (bob, cleo):
        other.play_again()
    human.typing = build_first
    host.until(lambda: human.person.known.charter is not None)
    assert () == human.person.known.standings
    host.settle()
    assert {2} == games_of(human)
    assert [HEADING] * 2 == headings(company)


def test_a_lobby_shows_the_standings_of_known_players(seated: Seated) -> None:
    """
    Players whose name the client doesn't know are left out, and so are those without a
    game.
    """
    assert HEADING not in seated.look()
    seated.human.person.told(
        StandingsChanged([row("cleo", 3), row("nobody"), row("ann", 0)])
    )
    shown = seated.look().splitlines()
    at = shown.index(HEADING)
    assert ["cleo", "3", "1", "91", "30", "1100"] == shown[at + 1].split()
    assert note() == shown[at + 2].strip(), "bots that won aren't missing by mistake"
    assert "" == shown[at + 3].strip()
    assert ["Games won this evening: cleo 1 of 3."] == [brief(seated.stack.known)]


def test_a_small_screen_shows_the_standings_in_one_line(seated: Seated) -> None:
    seated.human.person.told(StandingsChanged([row("ann"), row("bob")]))
    text = text_of(seated.stack.base.draw(Room(80, 15, UNICODE)))
    assert HEADING not in text
    assert "Games won this evening: ann 1 of 2, bob 1 of 2." in text


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_standings_fit_any_width(seated: Seated, width: int) -> None:
    """They fit with very large numbers, too."""
    known = seated.stack.known
    assert known.news is not None
    most = 2**31
    known.standings = tuple(
        StandingRow(one.identity, most, most, -most, most, bytes(32))
        for one in known.news.people
    )
    rows = evening(known, width, Room(width, 24, UNICODE))
    assert len(known.news.people) + 2 == len(rows), "a heading, and a note"
    assert all(measure(one) <= width for one in rows)


def test_names_in_the_standings_do_not_come_from_the_host(seated: Seated) -> None:
    """
    The host can invent numbers. The client checks the table, and takes names only from
    keys that it knows.
    """
    known, session = seated.stack.known, seated.human.session
    assert known.news is not None
    lie = StandingRow(identity_of("bob").public, 9, 99, 999, None, bytes(32))
    session.receive(Standings("another table", (lie,)))
    assert () == known.standings
    session.receive(Standings(known.news.table, (lie, row("nobody"), lie)))
    assert ["bob"] == [one.name for one in stands(known)]
    assert "bob 9 99 999 111" in " ".join(seated.look().split())
    assert "nobody" not in seated.look()


def test_without_standings_nothing_is_shown(seated: Seated) -> None:
    known = seated.stack.known
    assert [] == [*lines(known)]
    assert () == evening(known, 80, Room(80, 24, UNICODE))
    assert "" == brief(known)
