"""
Consequences of taking a card, and the resources that a stage lacks, as shown beside
them.
"""

from __future__ import annotations

import pytest

from sealed_wonders.client.view.architects.prospects import Prospect, lack, taking
from sealed_wonders.core.architects.abilities import ExtraCard
from sealed_wonders.core.architects.catalog import Colour, catalog
from sealed_wonders.core.architects.notation import parse
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.architects.taking import TakeCard
from sealed_wonders.core.architects.turn import Act
from sealed_wonders.core.game import Choose
from tests.support.architects import asked, at_random, city, state_with


def test_taking_a_card_promises_no_token_if_none_is_left() -> None:
    gear = catalog().kinds_by_id["sci_gear"]
    state = state_with(city("rhodes", "sci_gear"), city("giza"), tokens="")
    assert not taking(state, 0, gear).token


@pytest.mark.parametrize(
    ("cards", "stage", "missing", "helping"),
    [
        ("", 1, 2, ""),
        ("wood", 1, 1, "stone clay papyrus glass coin"),
        ("wood", 2, 1, "wood coin"),
        ("wood stone", 1, 0, ""),
        ("wood stone", 2, 1, "wood stone coin"),
        ("coin coin", 1, 0, ""),
    ],
)
def test_a_stage_lists_its_missing_and_helping_cards(
    cards: str, stage: int, missing: int, helping: str
) -> None:
    state = state_with(city("rhodes", cards), city("giza"), seat=1)
    found = lack(state.cities[0], state.cities[0].wonder.stage(stage))
    assert found.missing == missing
    assert " ".join(kind.id for kind in found.helping) == helping


def test_tokens_can_pay_for_a_stage() -> None:
    state = state_with(city("rhodes", "wood stone", tokens="engineering"), city("giza"))
    mine = state.cities[0]
    assert lack(mine, mine.wonder.stage(2)).missing == 0
    assert lack(mine, mine.wonder.stage(2), ("engineering",)).missing == 1


@pytest.mark.parametrize("players", [2, 5])
def test_predicted_consequences_are_those_of_the_rules(players: int) -> None:
    """Random games are played, and each card on a pile within reach is checked."""
    found = []
    for table in at_random(f"prospects {players}", players):
        state = table.state
        if not isinstance(state.ask, Choose):
            continue
        seat = asked(state)
        for pile in (state.left(seat), state.right(seat)):
            if pile.top is None:
                continue
            said = taking(state, seat, catalog().kind(pile.top))
            after = TakeCard(pile.name).run(state)
            assert said == _consequences(after, state)
            found.append(said)
    for field in Prospect._fields:
        assert any(getattr(one, field) for one in found), field


def _consequences(after: State, before: State) -> Prospect:
    """Return the actual consequences of a card that was taken."""
    moves = [parse(text) for text in Act().options(after)]
    numbers = sorted({said.stage for said in moves if said.verb == "build"})
    kind = next(
        kind
        for kind in catalog().kinds
        if after.city.count(kind) > before.city.count(kind)
    )
    pays = kind.colour in (Colour.GREY, Colour.YELLOW)
    return Prospect(
        tuple(map(after.city.wonder.stage, numbers)) if pays else (),
        kind.colour is Colour.GREEN and any(said.verb == "science" for said in moves),
        after.cat != before.cat,
        bool(kind.horns) and after.horns == after.conflicts,
        any(kind.id in one.on for one in _extra_cards(after)),
    )


def _extra_cards(state: State) -> list[ExtraCard]:
    """Return the unused effects that allow one more card, for the player in turn."""
    return [
        token.ability
        for token in state.city.progress
        if isinstance(token.ability, ExtraCard) and token.id not in state.used
    ]
