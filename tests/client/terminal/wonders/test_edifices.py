"""Edifices in lines: taking part, rewards, penalties, and what can be looked at."""

from __future__ import annotations

from sealed_wonders.client.questions.wonders.question import menu
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words.wonders import look
from sealed_wonders.core.game import seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import ChooseSides
from tests.support.games import chooser, wonders
from tests.support.menus import NAMES
from tests.support.wonders import Table, city

EDIFICE = "edifice"


def test_a_pawn_from_the_box_is_not_one_of_those_that_lay_on_the_edifice() -> None:
    """Or all that are left and those taken would be more than there were."""
    table = Table(
        *(city("gizah", pawns=(2,)), city("ur", pawns=(2,)), city("rhodos")),
        expansions=EDIFICE,
        projects="outpost factory::2 agora",
        age=2,
    )
    sight = Sight(NAMES, 0, table.state, table.faces)
    _of_age_1, now, _of_age_3 = sight.state.projects
    assert "you and bob (from the box)" == look.pawn_holders(
        sight, now._replace(takers=(0,))
    )
    assert "Pawns: you (from the box) and bob (from the box)." in " ".join(
        look.edifices(sight)
    )


def test_edifices_are_explained_before_sides_are_chosen() -> None:
    """And a board whose sides begin with something else says so at each."""
    dealer = Dealer(Wonders(7, "choose", ("leaders", EDIFICE)), seeded("rome"))
    steps = dealer.steps([chooser("roma")] * 7)
    while not isinstance(wonders(dealer.state).task, ChooseSides):
        next(steps)
    state = wonders(dealer.state)
    names = tuple("abcdefg")
    said = []
    for seat in range(7):
        moves = state.moves(seat, {})
        question = Question(0, state, seat, {}, moves, moves[0])
        said.append(menu(Sight(names, seat, state, {}), question))
    for some in said:
        assert 3 == len([line for line in some.title if "5 pawns are left;" in line])
    (roma,) = [some for some in said if "Your board is Roma" in some.title[0]]
    assert "Your board is Roma. Choose a side: day or night." == roma.title[0]
    day, night = roma.item_lines()
    assert day.startswith("1. Day side. Your leaders cost nothing. Stage 1, for")
    assert "your leaders" in night.lower()
