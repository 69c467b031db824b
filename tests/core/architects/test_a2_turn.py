"""A turn of Architects (RULES.md, A2)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.events import (
    Built,
    FinalSheet,
    Revealed,
    Taken,
    TurnEnded,
)
from sealed_wonders.core.game import Choose, Offer, Over, Stay, TurnUp
from tests.support.architects import Table, choose, city

THREE = (city("giza"), city("rhodes"), city("ephesus"))


@pytest.mark.parametrize("pile", ["giza", "ephesus", CENTRAL])
def test_the_top_card_of_a_pile_in_reach_is_taken(pile: str) -> None:
    """It lies in the city then, and the next one is up, or down as before (A2.1)."""
    tops = ("stone glass ...", "coin", "clay papyrus ...")
    table = Table(*THREE, piles=tops, central="coin wood ...")
    assert ["take central", "take ephesus", "take giza"] == table.moves()
    top = {"giza": "stone", "ephesus": "clay", CENTRAL: "coin"}[pile]
    under = {"giza": "glass", "ephesus": "papyrus", CENTRAL: "wood"}[pile]
    left = len(table.state.pile(pile).cards)
    table.choose(f"take {pile}")
    (taken,) = table.happened(Taken)
    assert (1, 0, pile, "") == (taken.turn, taken.seat, taken.pile, taken.by)
    assert top == table.ids([taken.card]) == table.cards(0)
    after = table.state.pile(pile)
    assert taken.card not in after.cards
    assert left - 1 == len(after.cards) == len(after.slots)
    assert under == table.ids([table.faces[after.slots[0]]])
    assert (pile != CENTRAL) == (after.top is not None)


def test_the_central_card_is_turned_up_when_it_is_taken() -> None:
    """Nobody knows it before (A2.1)."""
    table = Table(*THREE, central="coin wood")
    top = table.state.central.slots[0]
    state = choose(table.state, "take central")
    assert TurnUp((top,)) == state.ask
    table.choose("take central")
    assert [] == [one for one in table.happened(Revealed) if one.pile == CENTRAL]
    assert "coin" == table.cards(0)


def test_one_seat_chooses_at_a_time_and_has_no_hand() -> None:
    """All that lies on the table is for everybody to see (A2.1)."""
    table = Table(*THREE, seat=1)
    assert Choose({1: Offer((), Stay())}) == table.state.ask
    for seat in (0, 2, -1, 3):
        assert () == table.state.moves(seat, {})


def test_the_turn_ends_when_nothing_is_left_to_do() -> None:
    """And the player on the left goes on (A2.1)."""
    table = Table(*THREE, piles=("stone ...",))
    table.choose("take giza")
    (ended,) = table.happened(TurnEnded)
    assert (1, 0) == (ended.turn, ended.seat)
    assert (2, 1) == (table.state.turn, table.state.seat)
    assert ["take central", "take giza", "take rhodes"] == table.moves()


def test_what_is_to_be_done_is_done_in_any_order() -> None:
    """Stages, symbols and cards besides, as long as there are any (A2.1)."""
    table = Table(
        city("giza", "wood sci_gear sci_gear", tokens="jewellery"),
        "rhodes",
        piles=("stone clay ...",),
    )
    table.choose("take giza")
    due = ["build 1 wood+stone", "science sci_gear+sci_gear"]
    extra = [f"extra jewellery {pile}" for pile in ("central", "giza", "rhodes")]
    assert sorted([*due, *extra]) == table.moves()
    orders = (
        ("build 1 wood+stone", "science sci_gear+sci_gear", "token top"),
        ("science sci_gear+sci_gear", "token top", "build 1 wood+stone"),
    )
    for order in orders:
        other = Table(
            city("giza", "wood sci_gear sci_gear", tokens="jewellery"),
            "rhodes",
            piles=("stone clay ...",),
        )
        other.choose("take giza", *order)
        assert ["end", *extra] == other.moves()
    table.choose("extra jewellery giza")
    assert "build 1 stone+clay" in table.moves()
    assert "build 1 wood+clay" in table.moves()


def test_what_has_only_one_answer_is_not_asked() -> None:
    """A pile alone, a stage with one way to pay: the rules do it (A2.1)."""
    table = Table("giza: wood, rhodes", piles=("stone", ""), central="")
    # It is taken, the stage is built, and with all piles empty the game is over.
    (built,) = table.happened(Built)
    assert "wood stone" == table.ids(built.cards)
    assert Over() == table.state.ask


def test_extra_cards_act_like_the_first() -> None:
    """Symbols, resources, cats, horns, and further cards (A2.2)."""
    table = Table(
        city("giza", "sci_gear glass", tokens="urbanism jewellery science"),
        "rhodes",
        piles=("wood stone civil_2vp_cat", "sci_gear mil_2horn ..."),
        central="coin ...",
        at="take",
    )
    table.choose("take giza")
    assert "build 1 wood+glass" in table.moves()
    table.choose("extra urbanism rhodes")
    assert "science sci_gear+sci_gear" in table.moves()
    table.choose("extra science rhodes")
    assert 2 == table.state.horns
    assert [2] == [event.horns for event in table.happened(Taken)]
    # Nothing allows one for horns; for wood and for a symbol they were taken.
    assert not any("extra" in move for move in table.moves())
    table.choose("science sci_gear+sci_gear", "token top")
    # The only way left to pay for the only stage.
    (built,) = table.happened(Built)
    assert (1, "wood glass") == (built.stage, table.ids(built.cards))
    assert 2 == table.state.turn


def test_an_empty_pile_stays_empty() -> None:
    """One chooses among the others (A2.3)."""
    table = Table(*THREE, piles=("stone", "coin ...", "clay ..."))
    table.choose("take giza")
    assert () == table.state.piles[0].cards == table.state.piles[0].slots
    assert [] == table.happened(Revealed)
    assert ["take central", "take rhodes"] == table.moves()
    for _ in range(2):
        table.choose("take central")
    assert ["take central", "take ephesus"] == table.moves()


@pytest.mark.parametrize(
    ("piles", "central", "listed"),
    [
        (("", "coin ...", "coin ..."), "coin ...", ["take central", "take ephesus"]),
        (("coin ...", "coin ...", ""), "coin ...", ["take central", "take giza"]),
        (("coin ...", "", "coin ..."), "", ["take ephesus", "take giza"]),
    ],
    ids=["left", "right", "central"],
)
def test_each_pile_can_be_the_empty_one(
    piles: tuple[str, ...], central: str, listed: list[str]
) -> None:
    """The left, the right and the central one (A2.3)."""
    assert listed == Table(*THREE, piles=piles, central=central).moves()


def test_who_reaches_no_card_takes_none() -> None:
    """The turn is over; others go on with theirs (A2.3)."""
    table = Table(*THREE, piles=("", "coin wood ...", ""), central="", at="begin")
    # Seat 0 reaches nothing, seat 1 only its own pile, seat 2 only that one, too.
    taken = table.happened(Taken)
    assert [1, 2, 1] == [event.seat for event in taken[:3]]
    ended = table.happened(TurnEnded)
    assert [0, 1, 2, 0] == [event.seat for event in ended[:4]]


def test_who_reaches_no_card_may_still_have_something_to_do() -> None:
    """Engineering pays for a stage in every turn (A2.3, A4.3)."""
    table = Table(
        city("giza", "stone clay glass", built="1", tokens="engineering"),
        "rhodes, ephesus",
        piles=("", "coin ...", ""),
        central="",
        at="begin",
    )
    assert [
        "build 2 clay+glass",
        "build 2 stone+clay",
        "build 2 stone+glass",
    ] == table.moves()
    assert [] == table.happened(Taken)


def test_the_game_ends_when_all_piles_are_empty() -> None:
    """With the turn that took the last card (A2.3)."""
    table = Table(*THREE, piles=("", "", "coin"), central="", seat=2)
    assert Over() == table.state.ask
    assert [2] == [event.seat for event in table.happened(Taken)]
    assert [TurnEnded, FinalSheet] == [type(event) for event in table.news[-2:]]


def test_the_game_ends_when_nobody_reaches_a_card() -> None:
    """What lies between two who left is out of everybody's reach (A2.3, G5)."""
    table = Table(
        *(*THREE, city("olympia"), city("babylon")),
        piles=("coin", "", "clay stone ...", "", ""),
        central="",
        gone=(2, 3),
        seat=4,
        turn=10,
    )
    # Seat 0 takes the coin; the pile of seat 2 lies between seats 2 and 3.
    assert [0] == [event.seat for event in table.happened(Taken)]
    assert Over() == table.state.ask
    assert table.state.piles[2].cards
