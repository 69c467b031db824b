"""Rulesets made from the options of a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import pytest

from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import AnyState, Card, Move, Ruleset, Seat, Slot, seeded
from sealed_wonders.core.games import (
    GAMES,
    OPTIONS,
    TITLES,
    definition,
    named,
    part,
    players,
    read,
    ruleset,
    seats,
    standings,
)
from sealed_wonders.core.local import play
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.wonders.ruleset import Wonders

ANOTHER = {"turn_time": 30, "sides": "night", "with": "leaders", "boards": "gizah"}
"""Options that Architects doesn't have."""


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ({}, Wonders(3, "choose")),
        ({"sides": "night", "turn_time": 30, "host": bytes(32)}, Wonders(3, "night")),
        ({"with": ""}, Wonders(3, "choose")),
        ({"with": "leaders"}, Wonders(3, "choose", ("leaders",))),
        (
            {"with": "leaders,edifice", "leaders": "expert"},
            Wonders(3, "choose", ("leaders", "edifice"), "expert"),
        ),
        (ANOTHER, Architects(3)),
        (ANOTHER | {"draw": "chosen"}, Architects(3, "chosen")),
    ],
)
def test_a_ruleset_is_made_from_the_options_of_a_table(
    options: Mapping[str, object], rules: Ruleset
) -> None:
    """Missing options have the rulebook's default; other games' options are ignored."""
    assert rules == ruleset(rules.name, 3, options)


@pytest.mark.parametrize("game", GAMES)
def test_a_definition_provides_everything_about_a_game(game: str) -> None:
    """Its definition has all that anybody asks a game for."""
    assert TITLES[game] == definition(game).title
    assert OPTIONS[game] == definition(game).options
    assert {} == read(game, {option.name: option.usual for option in OPTIONS[game]})
    assert () == named(game, "nothing", {})
    assert players(game) == seats(game, {})
    rules = ruleset(game, players(game)[0], {})
    assert game == rules.name
    assert [] == list(standings(rules.begin(seeded("0"))))
    assert 0 == part(rules.begin(seeded("0")))
    assert callable(writer(game))
    assert definition(game) is definition(game)


def test_options_of_another_game_are_ignored() -> None:
    """A host passes on every option that was typed, or has a default in some game."""
    typed = {"sides": "day", "boards": "atlantis", "draw": "chosen"}
    assert {"draw": "chosen"} == read("architects", typed)


@pytest.mark.parametrize(
    ("game", "players", "options", "text"),
    [
        ("chess", 3, {}, "there is no game called 'chess'; the games are wonders"),
        ("architects", 1, {}, "this game is for 2 to 7 players, not 1"),
        ("architects", 8, {}, "this game is for 2 to 7 players, not 8"),
        ("wonders", 2, {}, "this game is for 3 to 7 players, not 2"),
        ("wonders", 8, {}, "this game is for 3 to 7 players, not 8"),
        ("wonders", 3, {"sides": "dawn"}, "sides must be one of"),
        ("wonders", 3, {"sides": 1}, "the option 'sides' must be a word, not 1"),
        ("wonders", 3, {"with": 1}, "the option 'with' must be a word, not 1"),
        ("wonders", 3, {"with": b"leaders"}, "'with' must be a word, not 7 bytes"),
        ("wonders", 3, {"with": "edifice,leaders"}, "expansions must be some of"),
        ("wonders", 3, {"with": "leaders,leaders"}, "expansions must be some of"),
        ("wonders", 3, {"with": "cities"}, "expansions must be some of"),
        ("wonders", 3, {"leaders": "expert"}, "dealt only in a game with Leaders"),
        ("wonders", 3, {"with": "leaders", "leaders": "all"}, "leaders must be one of"),
        ("wonders", 3, {"with": "leaders", "leaders": 0}, "'leaders' must be a word"),
        ("wonders", 3, {"boards": "gizah,rhodos"}, "need more than 2 boards"),
        ("wonders", 3, {"boards": "rhodos,gizah,ephesos"}, "in the usual order"),
        ("wonders", 3, {"boards": "gizah,gizah,olympia"}, "must be named once"),
        ("wonders", 3, {"boards": "gizah,olympia,troy"}, "there is no board 'troy'"),
        (
            *("wonders", 3, {"boards": "gizah,olympia,roma"}),
            "the roma board needs its expansion: --with leaders",
        ),
        (
            *("wonders", 3, {"boards": "gizah,olympia,ur", "with": "leaders"}),
            "the ur board needs its expansion: --with edifice",
        ),
        ("wonders", 3, {"boards": ["gizah"]}, "the option 'boards' must be a word"),
        ("wonders", 3, {"draw": "auction"}, "must be lot or chosen, not 'auction'"),
        ("wonders", 3, {"draw": 1}, "the option 'draw' must be a word, not 1"),
        ("architects", 2, {"draw": "auction"}, "'draw' must be lot or chosen"),
        ("architects", 2, {"draw": 1}, "the option 'draw' must be a word, not 1"),
    ],
)
def test_invalid_options_are_refused_with_one_sentence(
    game: str, players: int, options: Mapping[str, object], text: str
) -> None:
    """Whatever a host proposes (W1.1, W1.6)."""
    with pytest.raises(ValueError, match=text):
        ruleset(game, players, options)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_rules_for_every_number_of_players(game: str) -> None:
    """A lobby that admits a number of players can begin with them."""
    assert [ruleset(game, n, {}).players for n in players(game)] == list(players(game))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no game called 'chess'"):
        players("chess")


@pytest.mark.parametrize(
    ("rules", "said"),
    [(Wonders(3, "night"), ["board", "side"]), (Architects(4), ["wonder"])],
)
def test_standings_name_board_and_side_or_wonder_of_each_seat(
    rules: Ruleset, said: list[str]
) -> None:
    """In the catalogue's words; empty before it is known who has which."""
    order = seeded("standings")
    assert [] == list(standings(rules.begin(order)))

    def first(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return state.moves(seat, faces)[0]

    told = standings(play(rules, order, [first] * rules.players))
    assert [said] * rules.players == [list(seat) for seat in told]
    assert rules.players == len({seat[said[0]] for seat in told})
    assert {"night"} == {seat.get("side", "night") for seat in told}


@pytest.mark.parametrize(
    ("rules", "parts"),
    [
        (Wonders(3, "choose", ("leaders", "edifice"), "expert"), [0, 1, 2, 3]),
        (Wonders(3, "choose", (), "standard"), [0, 1, 2, 3]),
        (Architects(3, "chosen"), None),
    ],
)
def test_the_parts_of_a_game_count_up(rules: Ruleset, parts: list[int] | None) -> None:
    """Whatever is chosen. Settings agreed for the next part take effect there, once."""
    for seed in range(10):
        seen: list[int] = []
        random_choice = random.Random(seed).choice

        def choose(
            state: AnyState,
            seat: Seat,
            faces: Mapping[Slot, Card],
            pick: Callable[[Sequence[Move]], Move] = random_choice,
            seen: list[int] = seen,
        ) -> Move:
            seen.append(part(state))
            return pick(state.moves(seat, faces))

        play(rules, seeded(f"parts {seed}"), [choose] * 3)
        assert sorted(seen) == seen
        assert sorted({*seen}) == (
            list(range(max(seen) + 1)) if parts is None else parts
        )
