"""A game's options: which of them a local host gets, in every command that starts it."""

from __future__ import annotations

from collections.abc import Mapping

import click
import pytest

from sealed_wonders.client.commands import play, playing
from sealed_wonders.core import games
from sealed_wonders.core.wonders.typed import read_boards
from sealed_wonders.host.hostoptions import host
from sealed_wonders.net.tableoptions import PLAY, THINK, options_of
from tests.support.clirunner import CliRunner

USUAL = (
    "alexandria",
    "babylon",
    "ephesos",
    "gizah",
    "halikarnassos",
    "olympia",
    "rhodos",
)


@pytest.mark.parametrize("game", games.GAMES)
def test_each_game_option_is_an_option_of_play_and_host(game: str) -> None:
    """With the same choices."""
    for command in (play.play, host):
        offered = {param.name: param for param in command.params}
        for option in games.OPTIONS[game]:
            assert [option.word] == offered[option.name].opts
            kind = offered[option.name].type
            choices = kind.choices if isinstance(kind, click.Choice) else ()
            assert option.choices == tuple(choices)


def test_options_of_one_name_are_the_same_in_all_games() -> None:
    """A command has each option once, whichever games know it."""
    every = [option for game in games.GAMES for option in games.OPTIONS[game]]
    assert len({option.name for option in every}) == len(dict.fromkeys(every))
    assert len({option.word for option in every}) == len(dict.fromkeys(every))


@pytest.fixture
def host_options(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """Record the options that a local host would get, without starting one."""
    host_options: list[Mapping[str, object]] = []
    monkeypatch.setattr(
        playing, "play_here", lambda loaded, wanted, **how: host_options.append(wanted)
    )
    return host_options


def test_a_host_gets_only_options_that_its_game_knows(
    cli: CliRunner, host_options: list[Mapping[str, object]]
) -> None:
    """Two players play Architects; the default is 7 Wonders for four."""
    cli("play", "--game", "architects", "--players", "2")
    cli("play")
    architects, wonders = host_options
    common = {f"--{it.name}" for it in options_of(PLAY) if it is not THINK}
    assert common == set(architects)
    assert common | {"--sides"} == set(wonders)
    asked = ("--game", "--players", "--bots")
    assert ["architects", 2, 1] == [architects[name] for name in asked]
    assert ["wonders", 4, 3] == [wonders[name] for name in asked]


@pytest.mark.parametrize("command", ["play", "learn"])
@pytest.mark.parametrize(
    ("words", "added"),
    [
        ("", {}),
        ("--with edifice", {"--with": "edifice"}),
        (
            "--with edifice,leaders --leaders expert",
            {"--with": "leaders,edifice", "--leaders": "expert"},
        ),
        ("--boards base --draw lot", {}),
        ("--boards all", {"--boards": ",".join((*USUAL, "carthage"))}),
        ("--boards all --with edifice", {"--with": "edifice"}),
        (
            "--draw chosen --boards roma,gizah,babylon,rhodos --with leaders",
            {
                "--boards": "babylon,gizah,rhodos,roma",
                "--draw": "chosen",
                "--with": "leaders",
            },
        ),
        ("--game architects", {}),
        ("--game architects --draw chosen", {"--draw": "chosen"}),
    ],
)
def test_a_host_gets_only_options_that_differ_from_the_default(
    command: str,
    words: str,
    added: Mapping[str, str],
    cli: CliRunner,
    host_options: list[Mapping[str, object]],
) -> None:
    cli(command, *words.split())
    (wanted,) = host_options
    options = ("--with", "--leaders", "--boards", "--draw")
    assert added == {name: wanted[name] for name in options if name in wanted}


# The names of boards (W1.6).


@pytest.mark.parametrize(
    ("words", "expansions", "boards"),
    [
        ("base", "", ""),
        ("base", "leaders edifice", ""),
        ("all", "", (*USUAL, "carthage")),
        ("all", "leaders", (*USUAL, "roma", "abu_simbel", "carthage")),
        ("all", "edifice", ""),
        ("base,carthage", "", (*USUAL, "carthage")),
        ("rhodos,gizah,olympia", "", "gizah olympia rhodos"),
        ("Rhodes, Gizeh ,OLYMPIE", "", "gizah olympia rhodos"),
        ("ephese,E\u0301phe\u0300se,ÉPHÈSE", "", "ephesos"),
        ("abu simbel,ur,roma", "leaders edifice", "roma abu_simbel ur"),
    ],
)
def test_boards_can_be_given_by_set_id_or_name(
    words: str, expansions: str, boards: str | tuple[str, ...]
) -> None:
    """In either language, and in any order."""
    expected = tuple(boards.split()) if isinstance(boards, str) else boards
    assert expected == read_boards(words, tuple(expansions.split()))


@pytest.mark.parametrize("words", ["", "atlantis", "gizah,", "base;all"])
def test_unknown_boards_are_refused(words: str) -> None:
    """The error lists the choices."""
    with pytest.raises(
        ValueError, match="in this game; the choices are base, all, first, alex"
    ):
        read_boards(words, ())
