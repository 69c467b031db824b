"""Commands about stored games: without an argument, and by number."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem

from sealed_wonders.client.__main__ import wonders
from sealed_wonders.client.commands import keptgames
from sealed_wonders.client.logs.kept import LAST
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.client.storage.home import Home, OngoingGame
from tests.support.clirunner import CliRunner

VECTORS = Path(__file__).parents[1] / "vectors"

LISTING = ("replay", "report", "audit", "analyse", "log", "export")
"""Commands that list the stored games if none is named."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr("sys.argv", ["wonders"])
    (tmp_path / "logs").mkdir()
    return tmp_path


@pytest.fixture
def games(home: Path) -> Path:
    """Store two games, the latest one of Architects, and a file that isn't a log."""
    names = {"aaaaaa11": "three_seats", "bbbbbb22": "architects"}
    for age, (stem, vector) in enumerate(names.items()):
        path = home / "logs" / f"{stem}.swlog"
        shutil.copy(VECTORS / f"{vector}.swlog", path)
        os.utime(path, (1_700_000_000 + 60 * age,) * 2)
    other = home / "logs" / "cccccc33.swlog"
    other.write_bytes(b"nothing of the kind")
    os.utime(other, (1_600_000_000,) * 2)
    return home


@pytest.mark.parametrize("command", LISTING)
def test_a_command_without_a_game_lists_the_stored_ones(
    command: str, games: Path, cli: CliRunner
) -> None:
    """The latest one first, with the winner and the players."""
    first, second, third, hint = cli(command).splitlines()
    assert first.split()[0] == "1"
    assert "Architects" in first
    assert second.split()[0] == "2"
    assert "7 Wonders" in second
    assert "cleo, ann, bob" in second
    assert "cccccc33.swlog" in third
    assert hint.startswith(
        "To choose a game, add its number, or `last` for the newest: "
    )
    assert hint.endswith(f"wonders {command} 1")


@pytest.mark.parametrize("command", LISTING)
def test_an_empty_list_says_how_to_name_a_file(
    command: str, home: Path, cli: CliRunner
) -> None:
    said = cli(command)
    assert said.startswith("No games are stored here yet. ")
    assert said.endswith(f"wonders {command} FILE\n")
    assert "no games are saved here yet" in cli(command, LAST, status=2)


def test_a_long_list_says_how_many_more_there_are(
    games: Path, cli: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keptgames, "LISTED", 1)
    assert "There are 2 older games, with numbers up to 3." in cli("replay")


@pytest.mark.parametrize(
    ("named", "kept"),
    [(LAST, "bbbbbb22"), ("1", "bbbbbb22"), ("2", "aaaaaa11"), ("aaaaaa", "aaaaaa11")],
)
def test_a_game_can_be_named_in_several_ways(
    named: str, kept: str, games: Path, cli: CliRunner
) -> None:
    """By its number in the list, by the beginning of its file name, or by `last`."""
    path = games / "logs" / f"{kept}.swlog"
    assert cli("log", path) == cli("log", named)


def test_a_file_called_last_takes_precedence(
    games: Path, cli: CliRunner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(games / "logs" / "aaaaaa11.swlog", LAST)
    assert cli("log", "2") == cli("log", LAST)


def test_a_number_without_a_game_is_an_error(games: Path, cli: CliRunner) -> None:
    for named in ("0", "4", "99999"):
        said = cli("replay", named, status=2)
        assert f"there is no game {named}: only 3 games are saved here" in said


# Shell completion.


def completions(*words: str) -> list[CompletionItem[str]]:
    """Return the completions of the last word."""
    from click.shell_completion import ShellComplete

    return ShellComplete(wonders, {}, "wonders", "").get_completions(
        list(words[:-1]), words[-1]
    )


def test_shell_completion_offers_games_and_files(games: Path) -> None:
    """Each game with its time."""
    items = completions("replay", "")
    assert [LAST, "bbbbbb", "aaaaaa", "cccccc", ""] == [it.value for it in items]
    assert ["plain"] * 4 + ["file"] == [it.type for it in items]
    assert items[0].help == items[1].help
    assert ["aaaaaa"] == [
        it.value for it in completions("audit", "a") if it.type == "plain"
    ]


def test_shell_completion_offers_settings_commands_and_choices(home: Path) -> None:
    assert ["rejoin", "replay", "report"] == [it.value for it in completions("re")]
    assert ["bell"] == [it.value for it in completions("settings", "be")]
    found = completions("play", "--when-gone", "")
    assert ["go-on", "rescue", "wait"] == [it.value for it in found]


def test_shell_completion_offers_visited_hosts_and_tables(home: Path) -> None:
    """Those with an unfinished game come first, each with the name of its host."""
    mine = Home.find()
    mine.hosts.pin("192.168.1.5:7777", bytes(16))
    mine.set_going(OngoingGame("192.168.1.9:7777", "garden", "Salon"))
    mine.set_going(OngoingGame("192.168.1.5:7777", "oak", "Kitchen"))
    hosts = {it.value: it.help for it in completions("join", "")}
    assert {"192.168.1.5": "Kitchen", "192.168.1.9": "Salon"} == hosts
    tables = {it.value: it.help for it in completions("join", "--table", "")}
    assert {"oak": "Kitchen", "garden": "Salon"} == tables


def test_shell_completion_offers_no_hidden_options(home: Path) -> None:
    """Neither options for other programs nor former names."""
    of_bots = {it.value for it in completions("bot", "--")}
    assert "--seat-name" in of_bots
    assert not {"--owner", "--keep", "--identity", "--pool", "--looks-on"} & of_bots
    assert "--look-on" not in {it.value for it in completions("join", "--")}
