"""A game in one process, as other programs play it."""

from __future__ import annotations

import pytest

from sealed_wonders import Move, OpenGame, check_record, strategy
from sealed_wonders.client.simulation.botgame import GameTask, SimulatedTable, play


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("wonders", 3, {}),
        ("wonders", 4, {"with": "leaders,edifice"}),
        ("architects", 2, {}),
    ],
)
def test_an_open_game_equals_a_simulation_with_the_same_seed(
    game: str, players: int, options: dict[str, str]
) -> None:
    """The bots are the same, too. The record of the game is valid."""
    bots = ["builder", "easy", "random", "builder"][:players]
    made = OpenGame(game, players=players, seed="s", options=options)
    sheet = made.play_out(bots)
    table = SimulatedTable(game, tuple(options.items()), tuple(bots))
    result = play(GameTask(table, "s", recorded=True))
    assert result.sheet == sheet == made.sheet
    assert list(result.record)[1:] == list(made.record)[1:]  # names differ
    assert check_record(it.encode() for it in made.record).sheet == sheet
    assert made.is_over
    assert () == made.to_move
    assert [] == [*made.moves(0), *made.hand(0), *made.faces(0)]


def test_choices_take_effect_when_all_have_chosen() -> None:
    game = OpenGame(players=3, seed="x")
    assert (0, 1, 2) == game.to_move
    is_asked = game.state
    game.play(1, "side day")
    assert [0, 2] == list(game.to_move)
    assert () == game.moves(1)
    assert is_asked is game.state
    game.play(2, game.moves(2)[0])
    game.play(0, "side night")
    assert [0, 1, 2] == list(game.to_move)
    assert 7 == len(game.hand(0)) == len(game.faces(0))
    cities = game.table["cities"]
    assert ["night", "day"] == [it["side"] for it in cities][:2]
    assert game.hand(0)[0] == game.state.rules.cards[next(iter(game.faces(0).values()))]


@pytest.mark.parametrize("move", ["build nothing", Move("side day", 3), "sell"])
def test_an_illegal_move_changes_nothing(move: Move | str) -> None:
    """A seat can choose only once."""
    game = OpenGame(players=3)
    text = move if isinstance(move, str) else move.text
    with pytest.raises(ValueError, match=f"'{text}' isn't a legal move of seat 0"):
        game.play(0, move)
    assert (0, 1, 2) == game.to_move
    game.play(0, "side day")
    for seat in (0, 7):
        with pytest.raises(ValueError, match=f"seat {seat} has nothing to choose now"):
            game.play(seat, "side day")


def test_a_game_can_be_played_out_from_any_point() -> None:
    """Here one seat has already chosen."""
    game = OpenGame(players=3, seed="x")
    game.play(1, "side day")
    bot = strategy("builder", "x")
    game.play_out([bot, bot, bot])
    assert "day" == game.table["cities"][1]["side"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"game": "chess"}, "there is no game called .chess"),
        ({"players": 9}, "3 to 7 players, not 9"),
        ({"options": {"wiht": "leaders"}}, "wonders has no option 'wiht'"),
        ({"options": {"with": "leadrs"}}, "no expansion called 'leadrs'"),
    ],
)
def test_an_impossible_game_is_refused(words: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        OpenGame(**words)  # type: ignore[arg-type]


def test_play_out_needs_a_valid_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 players for 3 seats"):
        OpenGame(players=3).play_out(["builder", "builder"])
    with pytest.raises(ValueError, match="there is no strategy called"):
        OpenGame(players=3).play_out(["builder", "builder", "blider"])
