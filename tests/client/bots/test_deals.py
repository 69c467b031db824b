"""A thinker's deals agree with everything that is public and everything it has seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from sealed_wonders.client.bots.architects.dealing import Dealing as ArchitectsDealing
from sealed_wonders.client.bots.wonders import hands
from sealed_wonders.client.bots.wonders.dealing import Dealing
from sealed_wonders.client.bots.wonders.knowledge import Knowledge
from sealed_wonders.client.engine.architects.encode import token_number
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.client.engine.wonders.kinds import SELL
from sealed_wonders.client.engine.wonders.reading import Unread
from sealed_wonders.core import game
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.game import Card, Choose, Gone, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.architects import asked, at_random
from tests.support.engine import varied_rules
from tests.support.games import wonders
from tests.support.thorough import only
from tests.support.witness import Witness

TASKS = {
    *("draft", "recruit", "turn", "last_card", "enlist", "from_discard", "fail"),
    "victims",
}
"""Tasks with a question for a thinker, after the boards were chosen."""


def _check_deals(number: int) -> set[str]:
    """Check deals of all seats throughout a game; return the tasks at which they dealt."""
    rules, name = varied_rules(number), f"deals:{number}"
    dealer, dice = Dealer(rules, seeded(name)), random.Random(name)
    mind = random.Random(f"{name}:mind")
    known = [Knowledge(seat, rules) for seat in range(rules.players)]
    seen = [Witness(it.seat, it.book, rules.players) for it in known]
    tasks = set()

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        now, moves = wonders(state), state.moves(seat, faces)
        good = [it for it in moves if it.text not in ("sell", "decline")]
        move = dice.choice(good if good and dice.random() < 0.8 else moves)
        if now.cities:
            known[seat].look(now, faces)
            seen[seat].look(now, faces)
            table = Dealing(known[seat], now, faces).deal(mind)
            seen[seat].check(now, faces, table)
            known[seat].used(now, faces, move.text, move.slot)
            seen[seat].used(now, faces, move.slot)
            tasks.add(now.task.name)
        return move

    for _ in dealer.steps([choose] * rules.players):
        for it in seen:
            it.hear(wonders(dealer.state).news, dealer.faces)
    return tasks


@pytest.fixture(autouse=True)
def _few_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make dealing fast; the likelihood of deals doesn't matter here."""
    monkeypatch.setattr(hands, "SWAPS", 3)
    monkeypatch.setattr(hands, "WARM", 1)


@pytest.mark.parametrize("number", only([0, 6, 13], range(200)))
def test_a_deal_agrees_with_all_that_was_seen(number: int) -> None:
    """
    Deals are checked at every choice, with varying numbers of players, expansions and
    boards.
    """
    assert _check_deals(number) >= {"turn"}


def test_deals_are_checked_at_every_task() -> None:
    """
    Two of these games include all tasks, and the sizes that the three games above don't
    have.
    """
    assert _check_deals(17) | _check_deals(129) == TASKS


def test_a_thinker_notices_a_move_made_in_its_place() -> None:
    """This happens when its time runs out, and a card is sold instead."""
    rules = Wonders(3)
    dealer = Dealer(rules, seeded("instead"))
    known = Knowledge(0, rules)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        now = wonders(state)
        if seat == 0 and now.cities:
            known.look(now, faces)
            move = next(it for it in now.moves(0, faces) if it.text[:5] == "build")
            known.used(now, faces, move.text, move.slot)
        return state.default(seat, faces)

    for _ in dealer.steps([choose] * 3):
        state = wonders(dealer.state)
        if getattr(state.task, "turn", 0) == 3:
            break
    known.look(wonders(dealer.state), {})
    histories, _ = known.histories(wonders(dealer.state), {})
    assert histories[0].verbs[0] == histories[2].verbs[1] == SELL
    assert histories[0].cards[0] is histories[2].cards[1] is None
    assert not known.lying


def test_nothing_is_dealt_after_a_seat_has_left() -> None:
    """A thinker plays like `builder` from then on."""
    rules = varied_rules(1)
    dealer = Dealer(rules, seeded("left"))
    known = Knowledge(0, rules)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        now = wonders(state)
        if seat == 0 and now.gone:
            known.look(now, faces)
            with pytest.raises(Unread):
                Dealing(known, now, faces)
        return state.default(seat, faces)

    for _ in dealer.steps([choose] * rules.players):
        state = wonders(dealer.state)
        if not state.gone and getattr(state.task, "turn", 0) == 3:
            dealer.state = state.tell(Gone((1,)))
    assert wonders(dealer.state).gone == (1,)


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("players", only([2, 4, 7], PLAYERS))
def test_a_deal_of_architects_agrees_with_all_that_was_seen(
    players: int, leaves: bool
) -> None:
    """
    Each pile keeps its cards, and the cards that the seat has been shown are in their
    places.
    """
    dice, kinds = random.Random(players), catalog()
    seen: list[dict[Slot, Card]] = [{} for _ in range(players)]
    leaving = {60: (players - 1,)} if leaves else {}
    shown = 0
    for table in at_random(f"deals/{players}", players, leaving):
        state = table.state
        if not isinstance(state.ask, Choose) or not state.piles:
            continue
        seen[asked(state)].update(table.seen())
        dealing = ArchitectsDealing(state, table.seen())
        dealt = EngineTable(dealing.root.book)
        dealing.deal_to(dealt, dice)
        for nth, pile in enumerate(state.around):
            cards = dealt.pile(nth)
            there = Counter(kinds.kind(card).number for card in pile.cards)
            assert Counter(cards) == there
            for at, slot in enumerate(pile.slots):
                if slot in seen[asked(state)] or slot in pile.face_up:
                    assert cards[at] == kinds.kind(table.faces[slot]).number
                    shown += slot not in pile.face_up
        tokens = [token_number(kinds.token(card)) for card in state.tokens.cards]
        assert Counter(dealt.supplied()) == Counter(tokens)
    assert shown
