"""The points of a game that all agree to end before its end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sealed_wonders.core.architects import lines as architects_lines
from sealed_wonders.core.architects import record as architects_record
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Over, Ruleset, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders import lines as wonders_lines
from sealed_wonders.core.wonders import record as wonders_record
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support import architects, architects_recount, games, recount
from tests.support.games import LeavingDealer
from tests.support.thorough import only

TABLES: Mapping[str, Ruleset] = {
    "wonders": Wonders(3),
    "leaders": Wonders(4, "day", ("leaders",)),
    "both": Wonders(5, "night", ("leaders", "edifice")),
    "architects": Architects(3),
    "four": Architects(4),
}


@pytest.mark.parametrize("game", only(["wonders", "both", "architects"], [*TABLES]))
def test_the_points_are_those_of_what_was_carried_out(game: str) -> None:
    """At every moment: who reads the record up to it counts the same (G7)."""
    rules = TABLES[game]
    of: Any = (wonders_record, wonders_lines, games, recount)
    if isinstance(rules, Architects):
        of = (architects_record, architects_lines, architects, architects_recount)
    record, lines, players, counting = of
    seats = range(rules.players)
    names = [f"player {seat}" for seat in seats]
    dealer, again, moments = Dealer(rules, seeded(game)), None, 0
    assert tuple(seats) == dealer.state.score().winners
    for _ in dealer.steps([players.chooser(f"{game}:{seat}") for seat in seats]):
        told = record.told(dealer.state, names, dealer.faces.get)
        values = [json.loads(lines.text(line)) for line in told]
        if isinstance(dealer.state.ask, Over) or not values:
            continue
        if again is None:
            again = counting.Recount(values)
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


def test_what_some_have_chosen_counts_for_nothing_before_all_have() -> None:
    """It is carried out when the last has chosen, and not before (G8)."""
    dealer = LeavingDealer(Wonders(4, "day"), seeded("chosen"))
    players = [games.chooser(f"chosen:{seat}") for seat in range(4)]
    ask, sheet, waited = dealer.state.ask, dealer.state.score(), 0
    for _ in dealer.follow(players, {}):
        if dealer.state.ask is ask or dealer.asked is dealer.state.ask:
            assert sheet == dealer.state.score()
            waited += 1
        ask, sheet = dealer.state.ask, dealer.state.score()
    assert waited > 30
