"""Seats removed while others declare their losses: which declarations count."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping

import pytest

from sealed_wonders.client.table.acceptable import rules_of
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.events import Penalised, SeatsLeft, TokenDropped
from sealed_wonders.core.wonders.leaders.effects import OthersDiscardVictory
from sealed_wonders.core.wonders.leaders.tasks import Draft, Recruit, Victims
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.suites import OPEN, SEALED
from tests import independent
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Player, Table
from tests.support.integers import account_with_integers
from tests.support.thorough import only

pytestmark = pytest.mark.usefixtures("integers")

TELESILLA = "telesilla"
"""A leader: when she is recruited, all others lose a victory token."""


def state_of(fold: Fold) -> State:
    assert isinstance(fold.state, State)
    return fold.state


class Recruiter(Player):
    """Keeps Telesilla and recruits her in age III; even seats build red before."""

    def decide(self, turn: str = "") -> Move:
        rules, task = self.fold.ruleset, state_of(self.fold).task
        assert isinstance(rules, Wonders)
        hand = self.secrets.hand(self.fold.task)
        moves = self.fold.state.moves(self.seat, hand)

        def face(move: Move) -> object:
            return None if move.slot is None else rules.catalog.face(hand[move.slot])

        hers = [it for it in moves if getattr(face(it), "id", "") == TELESILLA]
        others = [it for it in moves if it not in hers]
        match task:
            case Draft() if hers:
                return hers[0]
            case Recruit(age) if hers and age == 3:
                return next(it for it in hers if it.text.startswith("recruit"))
            case Recruit() if hers:
                return next((it for it in others if it.text == "sell"), others[0])
            case Turn() if self.seat % 2 == 0:
                for move in moves:
                    colour = str(getattr(face(move), "colour", ""))
                    if move.text.startswith("build") and colour.lower().endswith("red"):
                        return move
        return super().decide(turn)


def declaring(game: str, suite: int = OPEN) -> Table:
    """Return a table where some seats are to declare what they lose."""
    values, players, seed = TABLES[game, suite]
    rules = ruleset("wonders", players, values)
    table = Table(rules, seed, suite, shared=True, **values)
    table.players = [
        Recruiter(table.charter, rules, seat, table.fold) for seat in range(players)
    ]
    task = TASKS[game]
    while table.fold.phase.kind != "DECLARE" or not isinstance(
        state_of(table.fold).task, task
    ):
        table.phase()
    return table


TASKS: Mapping[str, type[Victims | Fail]] = {"victims": Victims, "penalty": Fail}

EXPERT = {"with": "leaders", "leaders": "expert"}

TABLES: Mapping[tuple[str, int], tuple[dict[str, str], int, str]] = {
    ("victims", OPEN): (EXPERT, 5, "declared/20"),
    ("penalty", OPEN): ({"with": "edifice"}, 5, "declared/0"),
    ("penalty", SEALED): ({"with": "edifice"}, 4, "declared/16"),
}
"""Options, number of players and seed of each table."""


def go_on(table: Table, out: Collection[Seat]) -> State:
    """Remove seats while others declare; return the first state afterwards."""
    fold, number = table.fold, table.fold.phase.number
    # The last of them declares after the ballot: otherwise the phase would close first.
    *early, last = (seat for seat in fold.missing if seat not in out)
    for seat in early:
        fold.accept(table.players[seat].speak())
    vote_out(fold, [player.identity for player in table.players], out)
    assert fold.phase.number == number
    fold.accept(table.players[last].speak())
    assert fold.phase.number > number
    first = next(it for it in fold.states if isinstance(it, State) and it.news)
    assert SeatsLeft(tuple(sorted(out))) == first.news[0]
    again = read_log(fold.log(), lambda charter: rules_of(charter.options))
    assert (again.digest, again.state) == (fold.digest, fold.state)
    return first


def lost(state: State) -> set[Seat]:
    kinds = TokenDropped | Penalised
    return {event.seat for event in state.news if isinstance(event, kinds)}


class Roles:
    """
    The relations of seats to the declarations.

    Attributes:
        victims: seats that lose something.
        asked: victims that choose what they lose.
        carried: victims that aren't asked, since there is nothing to choose.
        others: seats that lose nothing; they include the one whose card affects the victims.
    """

    def __init__(self, fold: Fold) -> None:
        state = state_of(fold)
        task = state.task
        assert isinstance(task, Victims | Fail)
        self.victims = {*task.ways(state)}
        self.asked = list(fold.phase.seats)
        self.carried = sorted(self.victims - {*self.asked})
        self.others = [seat for seat in fold.active if seat not in self.victims]


@pytest.mark.parametrize("besides", [False, True], ids=["alone", "with a victim"])
def test_victims_lose_nothing_if_the_leaders_owner_is_removed(*, besides: bool) -> None:
    """This holds even though all have declared what they would lose."""
    table = declaring("victims")
    fold, roles = table.fold, Roles(table.fold)
    (maker,) = [it.seat for it in state_of(fold).may(OthersDiscardVictory.owes)]
    before = [city.tokens for city in state_of(fold).cities]
    out = {maker, roles.asked[0]} if besides else {maker}
    state = go_on(table, out)
    assert set() == lost(state)
    assert before == [city.tokens for city in state.cities]
    assert not isinstance(state.task, Victims)
    table.play()


@pytest.mark.parametrize(
    ("game", "suite", "who"),
    only(
        [
            ("penalty", OPEN, "asked"),
            ("victims", OPEN, "carried"),
            ("victims", OPEN, "others"),
            ("penalty", SEALED, "carried"),
        ],
        [
            *itertools.product(TASKS, [OPEN], ("asked", "carried", "others")),
            *itertools.product(["penalty"], [SEALED], ("carried", "asked")),
        ],
    ),
)
def test_declared_losses_survive_but_removed_seats_lose_nothing(
    game: str, suite: int, who: str
) -> None:
    """
    Seats that had only one way, and weren't asked, lose it too, and the events say so.
    """
    table = declaring(game, suite)
    fold, roles = table.fold, Roles(table.fold)
    some: list[Seat] = getattr(roles, who)
    if game == "victims" and who == "others":
        (maker,) = [it.seat for it in state_of(fold).may(OthersDiscardVictory.owes)]
        some = [seat for seat in some if seat != maker]
    if not some:
        pytest.skip("all are victims")
    out = some[0]
    kept = state_of(fold).cities[out]
    state = go_on(table, {out})
    assert roles.victims - {out} == lost(state)
    now = state.cities[out]
    assert (kept.debts, kept.cards) == (now.debts, now.cards)
    # War follows a penalty at once, and is fought between the remaining cities.
    assert game == "penalty" or kept.tokens == now.tokens
    if suite == OPEN:
        table.play()
        return
    with account_with_integers():
        account = independent.verify(fold.log())
    assert account.table is not None
    assert (fold.digest, fold.active) == (account.table.before, account.table.active)
