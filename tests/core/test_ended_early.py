"""The points of a game that all players agree to end early."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Over, Ruleset, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support import architects_recount, recount
from tests.support.games import LeavingDealer, chooser
from tests.support.thorough import only

TABLES: Mapping[str, Ruleset] = {
    "wonders": Wonders(3),
    "leaders": Wonders(4, "day", ("leaders",)),
    "both": Wonders(5, "night", ("leaders", "edifice")),
    "architects": Architects(3),
    "four": Architects(4),
}

COUNTING: Mapping[str, Any] = {
    "wonders": recount.Recount,
    "architects": architects_recount.Recount,
}


@pytest.mark.parametrize("game", only(["wonders", "both", "architects"], [*TABLES]))
def test_the_points_are_those_of_the_record_so_far(game: str) -> None:
    """At every moment, an account of the record so far gets the same points (G7)."""
    rules = TABLES[game]
    write, counting = writer(rules.name), COUNTING[rules.name]
    seats = range(rules.players)
    names = [f"player {seat}" for seat in seats]
    dealer, again, moments = Dealer(rules, seeded(game)), None, 0
    assert tuple(seats) == dealer.state.score().winners
    for _ in dealer.steps([chooser(f"{game}:{seat}") for seat in seats]):
        values = [
            json.loads(line) for line in write(dealer.state, names, dealer.faces.get)
        ]
        if isinstance(dealer.state.ask, Over) or not values:
            continue
        if again is None:
            again = counting(values)
        else:
            again.go_on(values)
        sheet, rows = dealer.state.score(), again.worths()
        if isinstance(rules, Wonders):
            columns = [[row[name] for name in sheet.categories] for row in rows]
        else:
            columns = rows
        assert [list(row) for row in sheet.rows] == columns
        assert list(sheet.winners) == again.winners(rows)
        moments += 1
    assert moments > 15


def test_choices_count_for_nothing_until_all_seats_have_chosen() -> None:
    """They are carried out once the last seat has chosen (G8)."""
    dealer = LeavingDealer(Wonders(4, "day"), seeded("chosen"))
    players = [chooser(f"chosen:{seat}") for seat in range(4)]
    ask, sheet, waited = dealer.state.ask, dealer.state.score(), 0
    for _ in dealer.follow(players, {}):
        if dealer.state.ask is ask or dealer.asked is dealer.state.ask:
            assert sheet == dealer.state.score()
            waited += 1
        ask, sheet = dealer.state.ask, dealer.state.score()
    assert waited > 30
