"""``wonders arena``, as a user types it."""

from __future__ import annotations

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.commands import arena
from sealed_wonders.client.simulation import botgame
from sealed_wonders.client.simulation.ladder import LadderGame, Trial, play_trial
from sealed_wonders.core.local import Player
from tests.support.clirunner import CliRunner, parse_lines

WORDS = ("arena", "random", "builder", "--game", "architects", "--seed", "t")


@pytest.mark.usefixtures("worker_processes")
def test_json_results_do_not_depend_on_the_number_of_processes(cli: CliRunner) -> None:
    """There is one line for each number of players."""
    words = (*WORDS, "--players", "2..3", "--deals", "2", "--json")
    said = cli(*words)
    assert said == cli(*words, "--jobs", "2")
    two, three = parse_lines(said)
    assert [1, 2] == [len(it["matches"]) for it in (two, three)]
    assert [(4, 6), (2, 3)] == [
        (two["matches"][0]["games"], three["matches"][0]["games"]),
        (two["players"], three["players"]),
    ]
    for told in (two, three):
        assert told["whole"]
        assert ["builder", "random"] == [it["strategy"] for it in told["ladder"]]
        assert [0, 0, 0] == [told["ladder"][1][it] for it in ("elo", "low", "high")]
        assert 0 < told["ladder"][0]["elo"] < told["ladder"][0]["high"]
        for match in told["matches"]:
            assert match["low"] <= match["share"] <= match["high"]
            assert match["share"] == round(match["won"] / match["games"], 4)


def test_arena_plays_the_same_games_as_simulate(cli: CliRunner) -> None:
    """So each of them can be replayed with its seed and seating order."""
    (told,) = parse_lines(cli(*WORDS, "--players", "3", "--deals", "2", "--json"))
    won = 0.0
    for at in (
        "builder,random,random",
        "random,builder,random",
        "random,random,builder",
    ):
        said = cli(
            *("simulate", "--game", "architects", "--players", "3", "--json"),
            *("--seed", "t", "--games", "2", "--strategy", at),
        )
        for played in parse_lines(said)[:-1]:
            won += (at.split(",").index("builder") in played["winners"]) / len(
                played["winners"]
            )
    assert round(won, 3) == told["matches"][1]["won"]


def test_results_are_printed_as_a_table(cli: CliRunner) -> None:
    """With the options, the margin of error and, if requested, the time per choice."""
    said = cli(
        *("arena", "random", "builder", "--players", "3", "--deals", "1"),
        *("--with", "leaders", "--challenger", "builder", "--times"),
    )
    first, _, heading, match, even, _, _, best, last, _, _, *choices = said.splitlines()
    assert "7 Wonders --with leaders, 3 players, deals: 1, seed: 0" == first
    assert heading.split()[:4] == ["one", "others", "games", "won"]
    assert match.split()[:4] == ["builder", "2", "random", "3"]
    assert "A player of equal strength would win 33.3 % of the games." == even
    assert ["builder", "random"] == [best.split()[0], last.split()[0]]
    assert ["random", "+0"] == last.split()
    assert {"builder", "random"} == {it.split()[0] for it in choices if it}
    assert all(it.count(" ms") == 2 for it in choices if it)


def test_thinking_time_is_passed_to_the_strategies(
    cli: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one, they count simulations, so the same seed gives the same games."""
    told: list[float | None] = []

    def made(name: str, seed: str, seconds: float | None) -> Player:
        told.append(seconds)
        return strategy(name, seed, seconds)

    monkeypatch.setattr(botgame, "strategy", made)
    words = (*WORDS, "--players", "2", "--deals", "1", "--json")
    for more, seconds in (((), None), (("--think", "0.25"), 0.25)):
        (line,) = parse_lines(cli(*words, *more))
        assert [seconds] * 4 == told
        assert seconds == line["think"]
        told.clear()


def test_ctrl_c_keeps_complete_deals_and_reports_how_many(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The results equal those of a run with as many deals."""
    words = [*WORDS, "--players", "2", "--json", "--deals"]
    assert 0 == run([*words, "2"])
    two = capsys.readouterr().out
    played = []

    def stopped(trial: Trial) -> LadderGame:
        played.append(trial)
        if len(played) == 6:
            raise KeyboardInterrupt
        return play_trial(trial)

    monkeypatch.setattr(arena, "play_trial", stopped)
    assert 130 == run([*words, "9"])
    said = capsys.readouterr()
    assert said.out == two.replace('"whole": true', '"whole": false')
    assert (
        "wonders arena: stopped early: these results cover 2 of 9 deals\n" == said.err
    )
