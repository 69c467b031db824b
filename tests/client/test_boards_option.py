"""``--boards`` and ``--draw``: which boards are on the table, and who gets which."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from sealed_wonders.client.commands import playing
from sealed_wonders.core.wonders.typed import read_boards
from tests.support.clirunner import CliRunner


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """Keep what a host of one's own would have been told, and start none."""
    told: list[Mapping[str, object]] = []

    def play_here(loaded: object, wanted: Mapping[str, object], **how: object) -> None:
        told.append(wanted)

    monkeypatch.setattr(playing, "play_here", play_here)
    return told


USUAL = ("alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia") + (
    "rhodos",
)


@pytest.mark.parametrize(
    ("words", "expansions", "boards"),
    [
        ("base", (), ()),
        ("base", ("leaders", "edifice"), ()),
        ("all", (), (*USUAL, "carthage")),
        ("all", ("leaders",), (*USUAL, "roma", "abu_simbel", "carthage")),
        ("all", ("edifice",), ()),
        ("base,carthage", (), (*USUAL, "carthage")),
        ("rhodos,gizah,olympia", (), ("gizah", "olympia", "rhodos")),
        ("Rhodes, Gizeh ,OLYMPIE", (), ("gizah", "olympia", "rhodos")),
        ("ephese,E\u0301phe\u0300se,ÉPHÈSE", (), ("ephesos",)),
        ("abu simbel,ur,roma", ("leaders", "edifice"), ("roma", "abu_simbel", "ur")),
    ],
)
def test_boards_are_named_by_words(
    words: str, expansions: tuple[str, ...], boards: tuple[str, ...]
) -> None:
    """Sets of them, ids, names in either language, in any order (W1.6)."""
    assert boards == read_boards(words, expansions)


@pytest.mark.parametrize("words", ["", "atlantis", "gizah,", "base;all"])
def test_what_is_no_board_here_is_refused(words: str) -> None:
    """With all that there are."""
    with pytest.raises(
        ValueError, match="in this game; the choices are base, all, first, alex"
    ):
        read_boards(words, ())


@pytest.mark.parametrize(
    ("words", "needs"),
    [("ur", "edifice"), ("Ur,gizah", "edifice"), ("roma,gizah", "leaders")],
)
def test_what_needs_an_expansion_says_which(words: str, needs: str) -> None:
    """And how that is asked for (W1.6)."""
    with pytest.raises(ValueError, match=f"needs its expansion: --with {needs}"):
        read_boards(words, ())
    assert read_boards(words, (needs,))


@pytest.mark.parametrize("command", ["play", "learn"])
@pytest.mark.parametrize(
    ("words", "added"),
    [
        ("", {}),
        ("--boards base --draw lot", {}),
        ("--boards all", {"--boards": ",".join((*USUAL, "carthage"))}),
        ("--boards all --with edifice", {}),
        (
            "--draw chosen --boards roma,gizah,babylon,rhodos --with leaders",
            {"--boards": "babylon,gizah,rhodos,roma", "--draw": "chosen"},
        ),
    ],
)
def test_a_host_is_told_of_boards(
    command: str,
    words: str,
    added: Mapping[str, str],
    cli: CliRunner,
    told: list[Mapping[str, object]],
) -> None:
    """And of the usual ones by no word at all."""
    cli(command, *words.split())
    (wanted,) = told
    assert added == {
        option: wanted[option] for option in ("--boards", "--draw") if option in wanted
    }


@pytest.mark.parametrize("command", ["play", "learn"])
@pytest.mark.parametrize("words", ["", "chosen"])
def test_a_host_is_told_how_wonders_are_drawn(
    command: str,
    words: str,
    cli: CliRunner,
    told: list[Mapping[str, object]],
) -> None:
    """Those of Architects, of which all are on the table."""
    cli(command, "--game", "architects", *(["--draw", words] if words else []))
    (wanted,) = told
    assert "--boards" not in wanted
    assert (words or None) == wanted.get("--draw")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--boards atlantis", "'--boards': there is no board 'atlantis' in this game"),
        (
            "--boards roma",
            "'--boards': the roma board needs its expansion: --with leaders",
        ),
        ("--boards gizah,rhodos", "4 players need more than 2 boards"),
        (
            "--boards gizah,rhodos,ur --with edifice",
            "4 players need more than 3 boards",
        ),
        ("--draw auction", "--draw"),
        ("--game architects --boards all", "has no option --boards"),
        ("--game architects --draw auction", "--draw"),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_what_doesn_t_go_together_is_one_line(
    command: str,
    words: str,
    said: str,
    cli: CliRunner,
    told: list[Mapping[str, object]],
) -> None:
    """Before anything is started."""
    line = cli(command, *words.split(), status=2)
    assert said in line
    assert 1 == line.count("\n")
    assert [] == told


def test_it_is_said_in_french(cli: CliRunner) -> None:
    """Why there are no such boards."""
    line = cli("--lang", "fr", "simulate", "--boards", "gizah,rhodos", status=2)
    assert "2 plateaux ne suffisent pas pour 4 joueurs" in line
    line = cli("--lang", "fr", "simulate", "--boards", "atlantis", status=2)
    assert "il n'y a pas de plateau 'atlantis' dans cette partie" in line
    line = cli("--lang", "fr", "simulate", "--boards", "ur", status=2)
    assert "le plateau ur va avec son extension" in line


def test_cards_of_two_boards_of_one_wonder_are_not_listed(cli: CliRunner) -> None:
    """No table has both, whoever plays."""
    line = cli("cards", "--boards", "gizah,gizah_1e", status=2)
    assert "gizah_1e and gizah are boards of the same wonder" in line
    assert 1 == line.count("\n")


@pytest.mark.parametrize("strategy", ["random", "builder"])
def test_bots_choose_boards(strategy: str, cli: CliRunner, tmp_path: Path) -> None:
    """From those on the table, each its own; and records tell that they were chosen."""
    words = "--games 3 --players 3 --draw chosen --boards gizah,rhodos,olympia,carthage"
    said = cli(
        "simulate",
        *words.split(),
        *("--strategy", strategy, "--record", str(tmp_path), "--json"),
    )
    games = [json.loads(line) for line in said.splitlines()[:-1]]
    assert 3 == len(games)
    for game in games:
        boards = {seat["board"] for seat in game["seats"]}
        assert 3 == len(boards)
        assert boards <= {"gizah", "rhodos", "olympia", "carthage"}
    for path in tmp_path.iterdir():
        header = json.loads(path.read_text("utf-8").splitlines()[0])
        assert "chosen" == header["draw"]
        assert "valid record" in cli("check", str(path))


@pytest.mark.parametrize("strategy", ["random", "builder"])
def test_bots_choose_wonders(strategy: str, cli: CliRunner, tmp_path: Path) -> None:
    """Each its own; the builder takes the best that is left."""
    words = "--game architects --games 2 --players 3 --draw chosen"
    said = cli(
        "simulate",
        *words.split(),
        *("--strategy", strategy, "--record", str(tmp_path), "--json"),
    )
    games = [json.loads(line) for line in said.splitlines()[:-1]]
    assert 2 == len(games)
    for game in games:
        wonders = [seat["wonder"] for seat in game["seats"]]
        assert 3 == len(set(wonders))
        assert strategy == "random" or ["alexandria", "rhodes", "giza"] == wonders
    for path in tmp_path.iterdir():
        header = json.loads(path.read_text("utf-8").splitlines()[0])
        assert "chosen" == header["draw"]
        assert "valid record" in cli("check", str(path))
