"""The states of a table, and what each of them allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.wonders.options import has_memory_aid
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.typed import read_boards
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tableregistry import TablePolicy, TableRegistry
from sealed_wonders.host.tablestate import TableEvent, TableState
from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.lobby import DrawSide
from sealed_wonders.net.messages import Sit
from tests.support.agreed import agreed
from tests.support.clock import Clock
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import StartHost, open_terms, waiting_for_ann
from tests.support.lobbies import HOST, identity_of, nonce_of


def opened(terms: Terms) -> TableEntry:
    """Return a table of a host that writes nothing."""
    policy, archive = TablePolicy(Offered(terms, frozenset())), Archive(Path("nowhere"))
    return TableRegistry(HOST, policy, Clock().seconds, archive).open("oak", terms)


@pytest.mark.parametrize("state", [TableState.OVER, TableState.STOPPED])
def test_a_table_that_has_ended_accepts_no_event(state: TableState) -> None:
    """An event without a transition is an error, and changes nothing."""
    table = opened(Terms.of())
    table.state = state
    for event in TableEvent:
        with pytest.raises(LocalProtocolError, match=event.name):
            table._enter(event)
    assert state is table.state


def test_another_s_commitment_gives_no_seat(start_host: StartHost) -> None:
    """It doesn't open a table either."""
    host = start_host()
    eve = Client(host, "eve")
    eve.session.welcomed = lambda welcome: None  # type: ignore[method-assign]
    host.add(eve)
    commit = DrawSide(identity_of("bob"), "bob", nonce=nonce_of("bob")).commit
    eve.speak(Sit("", commit.wire), Sit("", commit.wire._replace(sig=bytes(64))))
    assert ["bad-commit"] * 2 == eve.refusals
    assert [] == list(host.server.registry)


def test_a_game_whose_table_name_is_taken_is_not_resumed(
    start_host: StartHost, tmp_path: Path
) -> None:
    """
    Two hosts with one folder may have used the same name. One game waits for the other.
    """
    host, _ = waiting_for_ann(start_host)
    host.kill()
    other = start_host(open_terms(3))
    other.server.seating.open("TABLE 1", permanent=True)
    other.server.resumption.resume_all()
    assert ["TABLE 1"] == [record.name for record in other.server.registry]
    assert 1 == len(list(tmp_path.glob("*.journal")))


# Terms.


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"game": "chess"}, "there is no game called 'chess'"),
        ({"players": 2}, "a table of 7 Wonders has 3 to 7"),
        ({"players": 8}, "players must be a number from 2 to 7, or any, not 8"),
        ({"players": 3, "bots": 4}, "4 bots are too many for 3 seats"),
        ({"bots": -1}, "bots must be a number from 0 to 7, not -1"),
        ({"bots": 7}, "leave nobody a seat"),
        ({"turn_time": -1}, "turn-time must be a number"),
        ({"turn_time": 86_401}, "turn-time must be a number"),
        (
            {"game_time": 86_401},
            "game-time must be a number from 0 to 86400, not 86401",
        ),
        (
            {"game_time": 1, "increment": -1},
            "increment must be a number from 0 to 86400, not -1",
        ),
        ({"increment": 5}, "seconds needs a game time"),
        ({"own": agreed(sides="dawn")}, "sides must be one of"),
        (
            {"own": agreed(expansions=("cities",))},
            "expansions must be some of leaders, edifice",
        ),
        (
            {"own": agreed(expansions=("edifice", "leaders"))},
            "expansions must be some of",
        ),
        ({"own": agreed(leaders="expert")}, "dealt only in a game with Leaders"),
        (
            {"own": agreed(expansions=("leaders",), leaders="all")},
            "leaders must be one of",
        ),
        ({"suite": 1}, "there is no suite called 1"),
        (
            {"own": agreed(boards=("gizah", "rhodos"))},
            "3 players need more than 2 boards",
        ),
        (
            {"own": agreed(boards=("rhodos", "gizah", "olympia"))},
            "in the usual order: rhodos, gizah",
        ),
        (
            {"own": agreed(boards=("gizah", "rhodos", "ur"))},
            "needs its expansion: --with edifice",
        ),
        (
            {"own": agreed(draw="auction")},
            "'draw' must be lot or chosen, not 'auction'",
        ),
    ],
)
def test_impossible_terms_are_refused(values: dict[str, object], words: str) -> None:
    """One sentence gives the reason."""
    with pytest.raises(ValueError, match=words):
        Terms.of(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "seated", "players"),
    [(0, 0, 3), (0, 3, 3), (0, 5, 5), (0, 9, 7), (4, 0, 4), (4, 7, 4)],
)
def test_options_contain_the_number_of_players(
    wanted: int, seated: int, players: int
) -> None:
    """
    It is the number wanted, or otherwise the number of people seated, as far as the
    game allows.
    """
    options = Terms.of(players=wanted, own=agreed(sides="night")).options(
        HOST.public, seated
    )
    assert players == dict(options)["players"]
    assert players == rules_of(options).players


@pytest.mark.parametrize(
    ("game", "boards", "wanted", "most"),
    [
        ("wonders", "", 0, 7),
        ("wonders", "gizah,rhodos,olympia,babylon", 0, 4),
        ("wonders", "gizah,rhodos,olympia", 3, 3),
        ("wonders", "all", 0, 7),
        ("wonders", "gizah,rhodos,olympia,babylon", 3, 3),
        ("architects", "gizah,rhodos,olympia", 0, 7),
    ],
)
def test_named_boards_limit_the_number_of_seats(
    game: str, boards: str, wanted: int, most: int
) -> None:
    """They do so only if no number was given, and only in the game that has them."""
    named = agreed(boards=read_boards(boards, ()) if boards else ())
    terms = Terms.of(game, players=wanted, own=named if boards else {})
    assert most == terms.most
    options = terms.options(HOST.public, 7)
    assert most == dict(options)["players"] == rules_of(options).players


@pytest.mark.parametrize(
    ("own", "said", "title"),
    [
        ({}, {}, "wonders"),
        ({"memory_aid": False}, {"memory": "off"}, "wonders"),
        ({"expansions": ("leaders",)}, {"with": "leaders"}, "wonders+leaders"),
        ({"expansions": ("edifice",)}, {"with": "edifice"}, "wonders+edifice"),
        (
            {"expansions": ("leaders", "edifice"), "leaders": "expert"},
            {"with": "leaders,edifice", "leaders": "expert"},
            "wonders+leaders+edifice",
        ),
    ],
)
def test_options_contain_expansions_and_other_choices(
    own: dict[str, Any], said: dict[str, str], title: str
) -> None:
    """Defaults aren't included, so that the bytes of a plain table stay the same."""
    terms = Terms.of(own=agreed(**own))
    options = terms.options(HOST.public, 3)
    of_every_table = {"game", "host", "players", "sides", "suite", "turn_time"}
    assert said == {key: it for key, it in options if key not in of_every_table}
    leaders = own.get("leaders", "standard")
    rules = Wonders(3, "choose", own.get("expansions", ()), leaders)
    assert rules == rules_of(options)
    assert has_memory_aid(dict(options)) is own.get("memory_aid", True)
    table = opened(terms)
    assert title == table.line().game


@pytest.mark.parametrize(("wanted", "players"), [(0, 2), (5, 5)])
def test_options_of_another_game_are_left_out(wanted: int, players: int) -> None:
    """Nobody signs an option without a meaning. Architects can be played by two."""
    terms = Terms.of(
        "architects",
        players=wanted,
        own=agreed(memory_aid=False, expansions=("leaders",)),
    )
    options = terms.options(HOST.public, 1)
    assert {"game", "host", "players", "suite", "turn_time"} == set(dict(options))
    assert Architects(players) == rules_of(options)
    table = opened(terms)
    assert "architects" == table.line().game
