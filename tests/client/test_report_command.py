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


RunLines = Callable[..., list[str]]


@pytest.fixture
def output(cli: CliRunner) -> RunLines:
    """Return a function that runs ``wonders``, and returns its lines."""
    return lambda *words, **how: cli(*words, **how).splitlines()


def test_a_report_is_written_into_the_current_folder(
    output: RunLines, here: Path
) -> None:
    """
    For a log, everything is checked, and the page says so. The player's own folder
    isn't created.
    """
    assert ["the report is in three_seats.html"] == output("report", LOG)
    html = (here / "three_seats.html").read_text("utf-8")
    assert "Every signature, rule and proof was checked." in html
    assert not (here / "home").exists()
    (record, *_) = sorted(RECORDS.glob("*.jsonl"))
    said = output("--lang", "fr", "report", record, "-o", "soir.html")
    assert ["la page est dans soir.html"] == said
    page = (here / "soir.html").read_text("utf-8")
    assert "ne prouve rien" in page
    assert '<html lang="fr">' in page
    assert "limite" not in page  # a record doesn't contain a table's options


def test_an_error_is_reported_in_one_line(output: RunLines, here: Path) -> None:
    """The valid part of a game is reported all the same."""
    wires = file.read(LOG.read_bytes())
    (here / "spoilt.swlog").write_bytes(file.write([*wires[:90], *wires[91:]]))
    (said, wrong) = output("report", "spoilt.swlog", status=1)
    assert "the report is in spoilt.html" == said
    assert "spoilt.swlog: The valid part of the log ends here. Entry 9" in wrong
    assert "Age 1, turn" in (here / "spoilt.html").read_text("utf-8")
    (here / "lobby.swlog").write_bytes(file.write(wires[:3]))
    (said,) = output("report", "lobby.swlog", status=1)
    assert "The log ends in the lobby: no game has begun." == said
    (said,) = output("report", LOG, "-o", "nowhere/at.html", status=1)
    assert said.startswith("wonders: nowhere/at.html can't be written: ")
    (said,) = output("--lang", "fr", "report", LOG, "-o", "nowhere/at.html", status=1)
    assert said.endswith(" ne peut pas être écrit : pas de tel fichier ou dossier")
    assert {"spoilt.swlog", "spoilt.html", "lobby.swlog"} == {
        it.name for it in here.iterdir()
    }


def test_a_browser_shows_the_requested_turn(
    output: RunLines, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is left behind."""
    shown: list[int | None] = []
    monkeypatch.setattr(
        browsing, "browse", lambda output, index, saved: shown.append(index)
    )
    assert [] == output("replay", LOG, "--browser", "--turn", "2.3")
    assert [14] == shown
    assert [] == [it.name for it in here.iterdir()]


@pytest.fixture
def game(here: Path, fast_sealing: None) -> Charter:
    """
    Return the charter of bob's unfinished game, with which this machine could continue.
    """
    stores = [InMemory() for _ in range(3)]
    table = Seats(Wonders(3), "own", stores, suite=SEALED)
    while getattr(getattr(table.fold.state, "task", None), "turn", 0) < 3:
        table.step()
    home = here / "home"
    home.mkdir()
    keep_seat(home, table.charter, 1, stores[1])
    (here / "game.swlog").write_bytes(table.fold.log())
    return table.charter


def test_a_report_uses_the_players_keys_only_on_request(
    output: RunLines, here: Path, game: Charter
) -> None:
    output("report", "game.swlog")
    plain = (here / "game.html").read_text("utf-8")
    output("report", "game.swlog", "--own-hand")
    own = (here / "game.html").read_text("utf-8")
    said = str(escape(f"knows what {game.people[1].name} saw"))
    assert said not in plain
    assert said in own


def test_a_replay_shows_the_players_hand_only_on_request(
    output: RunLines, game: Charter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In lines and in a browser. Without the option, lines mention it."""
    hidden: list[int] = []

    def browse(game: Replay, index: int | None, saved: str) -> None:
        steps = tale(story(game, saved), index)["steps"]
        hidden.append(sum(hand["hidden"] for it in steps for hand in it["hands"]))

    monkeypatch.setattr(browsing, "browse", browse)
    for own in ((), ("--own-hand",)):
        output("replay", "game.swlog", "--browser", *own)
    plainly, own_shown = hidden
    assert plainly > own_shown
    plain, own_hand = (
        output("replay", "game.swlog", "--plain", *own) for own in ((), ("--own-hand",))
    )
    assert any("With --own-hand, you also see your own hand" in line for line in plain)
    assert not any("With --own-hand" in line for line in own_hand)
    said = f"knows what {game.people[1].name} saw"
    assert any(said in line for line in own_hand)
    assert not any(said in line for line in plain)


@pytest.mark.usefixtures("game")
def test_choices_from_the_players_hand_are_evaluated_only_on_request(
    output: RunLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "LEAST", 2)
    words = ("analyse", "game.swlog", "--games", "8", "--jobs", "1", "--json")
    plain, own = (
        [json.loads(line)["judged"] for line in output(*words, *more)]
        for more in ((), ("--own-hand",))
    )
    assert [False, False] == plain
    assert [True, True] == own
