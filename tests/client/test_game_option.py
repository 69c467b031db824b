"""``--game``: which game is played, wherever one begins."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sealed_wonders.client.commands import options, play
from sealed_wonders.core import games
from tests.support.shell import Shell


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """Keep what a host of one's own would have been told, and start none."""
    told: list[Mapping[str, object]] = []
    monkeypatch.setattr(
        play, "play_here", lambda loaded, wanted, **how: told.append(wanted)
    )
    return told


def test_what_is_offered_is_what_there_is() -> None:
    """Its words are there before the modules that know them are."""
    assert games.GAMES == options.GAMES == tuple(options.PLAYERS)
    assert games.TITLES == options.TITLES
    for game in games.GAMES:
        assert games.players(game) == options.PLAYERS[game]
        own = {option.removeprefix("--") for option in options.OWN[game].values()}
        assert own == {
            "no-memory-aid" if name == "memory" else name
            for name in games.OPTIONS[game]
        }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "chess"), "--game"),
        (("--players", "2"), "7 Wonders is for 3 to 7 players, not for 2"),
        (("--game", "architects", "--players", "1"), "--players"),
        (
            ("--game", "architects", "--sides", "choose"),
            "7 Wonders: Architects has no option --sides",
        ),
        (("--with", "edifice", "--game", "architects"), "has no option --with"),
        (("--game", "architects", "--leaders", "expert"), "has no option --leaders"),
        (("--game", "architects", "--players", "2", "--bots", "2"), "more than 2"),
    ],
)
def test_what_doesn_t_go_together_is_one_line(
    words: tuple[str, ...], said: str, shell: Shell, told: list[Mapping[str, object]]
) -> None:
    """Before anything is started."""
    line = shell("play", *words, status=2)
    assert said in line
    assert 1 == line.count("\n")
    assert [] == told


def test_a_host_is_told_nothing_that_the_game_doesn_t_know(
    shell: Shell, told: list[Mapping[str, object]]
) -> None:
    """Two play architects; and what isn't said is 7 Wonders for four, as ever."""
    shell("play", "--game", "architects", "--players", "2")
    shell("play")
    architects, wonders = told
    common = {"--game", "--seats", "--bots", "--strategy", "--turn-time"}
    assert common == set(architects)
    assert common | {"--sides"} == set(wonders)
    assert ("architects", 2, 1) == tuple(
        architects[name] for name in ("--game", "--seats", "--bots")
    )
    assert ("wonders", 4, 3) == tuple(
        wonders[name] for name in ("--game", "--seats", "--bots")
    )
