"""``--game``: the game to play, in every command that begins one."""

from __future__ import annotations

from collections.abc import Mapping

import click
import pytest

from sealed_wonders.client.commands import play, playing
from sealed_wonders.core import games
from sealed_wonders.host.hostoptions import host
from sealed_wonders.net.tableoptions import PLAY, THINK, options_of
from tests.support.clirunner import CliRunner


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """Keep what a host of one's own would have been told, and start none."""
    told: list[Mapping[str, object]] = []
    monkeypatch.setattr(
        playing, "play_here", lambda loaded, wanted, **how: told.append(wanted)
    )
    return told


@pytest.mark.parametrize("game", games.GAMES)
def test_what_a_game_has_is_offered(game: str) -> None:
    """At the table of one's own, and by a host; each in the words of the game."""
    for command in (play.play, host):
        offered = {param.name: param for param in command.params}
        for option in games.OPTIONS[game]:
            assert [option.word] == offered[option.name].opts
            kind = offered[option.name].type
            choices = kind.choices if isinstance(kind, click.Choice) else ()
            assert option.choices == tuple(choices)


def test_options_of_one_name_are_one() -> None:
    """A command has an option once, whichever games know it."""
    every = [option for game in games.GAMES for option in games.OPTIONS[game]]
    assert len({option.name for option in every}) == len(dict.fromkeys(every))
    assert len({option.word for option in every}) == len(dict.fromkeys(every))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "chess"), "--game"),
        (("--players", "2"), "7 Wonders is for 3 to 7 players, not 2"),
        (("--game", "architects", "--players", "1"), "--players"),
        (
            ("--game", "architects", "--sides", "choose"),
            "7 Wonders: Architects has no option --sides",
        ),
        (("--with", "edifice", "--game", "architects"), "has no option --with"),
        (("--game", "architects", "--leaders", "expert"), "has no option --leaders"),
        (("--game", "architects", "--players", "2", "--bots", "2"), "at a table for 2"),
    ],
)
def test_what_doesn_t_go_together_is_one_line(
    words: tuple[str, ...], said: str, cli: CliRunner, told: list[Mapping[str, object]]
) -> None:
    """Before anything is started."""
    line = cli("play", *words, status=2)
    assert said in line
    assert 1 == line.count("\n")
    assert [] == told


def test_a_host_is_told_nothing_that_the_game_doesn_t_know(
    cli: CliRunner, told: list[Mapping[str, object]]
) -> None:
    """Two play architects; and what isn't said is 7 Wonders for four, as ever."""
    cli("play", "--game", "architects", "--players", "2")
    cli("play")
    architects, wonders = told
    common = {f"--{it.name}" for it in options_of(PLAY) if it is not THINK}
    assert common == set(architects)
    assert common | {"--sides"} == set(wonders)
    assert ("architects", 2, 1) == tuple(
        architects[name] for name in ("--game", "--players", "--bots")
    )
    assert ("wonders", 4, 3) == tuple(
        wonders[name] for name in ("--game", "--players", "--bots")
    )
