"""``wonders report``, and ``wonders replay --browser``: a game as a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from markupsafe import escape

from sealed_wonders.client.bots import judging
from sealed_wonders.client.commands import browsing
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.reports.tale import tale
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.suites import SEALED
from tests.support.clirunner import CliRunner
from tests.support.inprocess.seats import Seats
from tests.support.replays import LOG, keep_seat

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


Told = Callable[..., list[str]]


@pytest.fixture
def told(cli: CliRunner) -> Told:
    """Give what runs ``wonders``, and returns its lines."""
    return lambda *words, **how: cli(*words, **how).splitlines()


def test_a_page_is_written_beside_where_one_is(told: Told, here: Path) -> None:
    """Of a log all is checked, and the page says so; nothing of ours is made for it."""
    assert ["the report is in three_seats.html"] == told("report", LOG)
    html = (here / "three_seats.html").read_text("utf-8")
    assert "Every signature, rule and proof was checked." in html
    assert not (here / "home").exists()
    (record, *_) = sorted(RECORDS.glob("*.jsonl"))
    said = told("--lang", "fr", "report", record, "-o", "soir.html")
    assert ["la page est dans soir.html"] == said
    page = (here / "soir.html").read_text("utf-8")
    assert "ne prouve rien" in page
    assert '<html lang="fr">' in page
    assert "limite" not in page  # of a table's terms a record knows nothing


def test_what_goes_wrong_is_one_line(told: Told, here: Path) -> None:
    """And what is good of a game is told all the same."""
    wires = file.read(LOG.read_bytes())
    (here / "spoilt.swlog").write_bytes(file.write([*wires[:90], *wires[91:]]))
    (said, wrong) = told("report", "spoilt.swlog", status=1)
    assert "the report is in spoilt.html" == said
    assert "spoilt.swlog: The valid part of the log ends here. Entry 9" in wrong
    assert "Age 1, turn" in (here / "spoilt.html").read_text("utf-8")
    (here / "lobby.swlog").write_bytes(file.write(wires[:3]))
    (said,) = told("report", "lobby.swlog", status=1)
    assert "The log ends in the lobby: no game has begun." == said
    (said,) = told("report", LOG, "-o", "nowhere/at.html", status=1)
    assert said.startswith("wonders: nowhere/at.html can't be written: ")
    assert {"spoilt.swlog", "spoilt.html", "lobby.swlog"} == {
        it.name for it in here.iterdir()
    }


def test_a_browser_is_shown_the_turn_that_was_asked_for(
    told: Told, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no file is left behind."""
    shown: list[int | None] = []
    monkeypatch.setattr(
        browsing, "browse", lambda told, index, saved: shown.append(index)
    )
    assert [] == told("replay", LOG, "--browser", "--turn", "2.3")
    assert [14] == shown
    assert [] == [it.name for it in here.iterdir()]


@pytest.fixture
def game(here: Path, quickly_sealed: None) -> Charter:
    """A game of bob's that broke off, of which this machine has what it takes to go on."""
    stores = [InMemory() for _ in range(3)]
    table = Seats(Wonders(3), "own", stores, suite=SEALED)
    while getattr(getattr(table.fold.state, "task", None), "turn", 0) < 3:
        table.step()
    home = here / "home"
    home.mkdir()
    keep_seat(home, table.charter, 1, stores[1])
    (here / "game.swlog").write_bytes(table.fold.log())
    return table.charter


def test_own_keys_are_used_where_that_is_asked_for_alone(
    told: Told, here: Path, game: Charter
) -> None:
    told("report", "game.swlog")
    plain = (here / "game.html").read_text("utf-8")
    told("report", "game.swlog", "--own-hand")
    own = (here / "game.html").read_text("utf-8")
    said = str(escape(f"knows what {game.people[1].name} saw"))
    assert said not in plain
    assert said in own


def test_a_replay_shows_our_hand_where_that_is_asked_for_alone(
    told: Told, game: Charter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In lines and in a browser; without it, it is said how it is to be had."""
    hidden: list[int] = []

    def browse(game: Replay, index: int | None, saved: str) -> None:
        steps = tale(story(game, saved), index)["steps"]
        hidden.append(sum(hand["hidden"] for it in steps for hand in it["hands"]))

    monkeypatch.setattr(browsing, "browse", browse)
    for own in ((), ("--own-hand",)):
        told("replay", "game.swlog", "--browser", *own)
    plainly, own_shown = hidden
    assert plainly > own_shown
    plain, own_hand = (
        told("replay", "game.swlog", "--plain", *own) for own in ((), ("--own-hand",))
    )
    assert any("With --own-hand, you also see your own hand" in line for line in plain)
    assert not any("With --own-hand" in line for line in own_hand)
    said = f"knows what {game.people[1].name} saw"
    assert any(said in line for line in own_hand)
    assert not any(said in line for line in plain)


@pytest.mark.usefixtures("game")
def test_choices_of_our_hand_are_judged_where_that_is_asked_for_alone(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "LEAST", 2)
    words = ("analyse", "game.swlog", "--games", "8", "--jobs", "1", "--json")
    plain, own = (
        [json.loads(line)["judged"] for line in told(*words, *more)]
        for more in ((), ("--own-hand",))
    )
    assert [False, False] == plain
    assert [True, True] == own
