"""W2: the six turns of an age."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.core.game import Choose, Pass, Refusal, Stay
from sealed_wonders.core.wonders.events import Fought, LeftOver, Played, TurnEnded
from tests.support.wonders import Table, city, face_number


def three(age: int = 1, turn: int = 1, hands: Sequence[str] = ()) -> Table:
    """Lay out three bare cities."""
    cities = (city("gizah"), city("rhodos"), city("ephesos"))
    return Table(*cities, age=age, turn=turn, hands=hands)


@pytest.mark.parametrize(
    ("age", "takers"), [(1, (1, 2, 0)), (2, (2, 0, 1)), (3, (1, 2, 0))]
)
def test_hands_pass_left_in_ages_one_and_three(
    age: int, takers: tuple[int, int, int]
) -> None:
    """In age II they pass to the right (W2.1)."""
    table = three(age)
    assert isinstance(table.state.ask, Choose)
    assert {seat: Pass(taker) for seat, taker in enumerate(takers)} == {
        seat: offer.rest for seat, offer in table.state.ask.offers.items()
    }


def test_what_is_not_used_goes_to_the_neighbour() -> None:
    """The neighbour holds exactly the cards that were not chosen (W2.1)."""
    table = three(hands=("altar baths tavern", "stockade loom_1 well"))
    table.play("build altar", "build loom_1")
    assert ("baths", "tavern", *["theater"] * 4) == table.hand(1)
    assert ("stockade", *["theater"] * 4, "well") == table.hand(2)
    assert ("theater",) * 6 == table.hand(0)


def test_an_age_has_six_turns() -> None:
    """Hands shrink from seven cards to two; then comes something else (W2.1)."""
    table = three()
    sizes = []
    while isinstance(table.state.ask, Choose):
        sizes.append({len(offer.hand) for offer in table.state.ask.offers.values()})
        table.play()
    assert [{7}, {6}, {5}, {4}, {3}, {2}] == sizes


def test_all_choose_before_anything_happens() -> None:
    """Cities change only when the last seat has chosen (W2.1)."""
    table = three(hands=("altar",))
    table.tell(0, "build altar")
    table.tell(2)
    assert () == table.built(0)
    assert (3, 3, 3) == table.coins
    assert () == table.state.news
    table.tell(1)
    assert ("altar",) == table.built(0)
    assert (3, 6, 6) == table.coins


def test_a_card_built_lies_open() -> None:
    """Everybody sees which card it is (W2.2)."""
    table = three(hands=("altar",))
    news = table.play("build altar")
    (played,) = (
        event for event in news if isinstance(event, Played) and event.seat == 0
    )
    assert ("build", face_number("altar")) == (played.use, played.card)
    assert ("altar",) == table.built(0)


def test_a_card_under_a_stage_stays_hidden() -> None:
    """It builds the stage and nothing else (W2.2)."""
    table = Table("gizah: sawmill, rhodos, ephesos")
    news = table.play("stage with theater")
    (played,) = (
        event for event in news if isinstance(event, Played) and event.seat == 0
    )
    assert ("stage", None) == (played.use, played.card)
    city_now = table.state.cities[0]
    assert [played.slot] == [stage.slot for stage in city_now.stages]
    assert ("sawmill",) == table.built(0)
    assert 3 == table.points(0)["wonder"]
    assert 0 == table.points(0)["blue"]


def test_a_card_sold_brings_three_coins_from_the_bank() -> None:
    """It goes to the discard, and its face stays hidden (W2.2)."""
    table = three(hands=("altar", "baths"))
    news = table.play("sell with altar", "sell with baths")
    assert (6, 6, 6) == table.coins
    assert ("altar", "baths", "theater") == table.named(table.state.discard)
    assert {None} == {event.card for event in news if isinstance(event, Played)}


def test_a_card_is_used_for_one_thing() -> None:
    """A move names one use; a turn can't be passed (W2.2)."""
    table = three(hands=("altar",))
    assert Refusal.NO_CHOICE is table.refusal(0, "decline with altar")
    assert Refusal.NO_CHOICE is table.refusal(0, "pick altar")
    assert Refusal.NOT_A_MOVE is table.refusal(0, "build altar sell")
    assert ("build altar", "build theater", "sell") == table.moves(0)


def test_the_last_card_goes_to_the_discard_for_nothing() -> None:
    """On turn 6 the card not chosen is discarded, and no coin comes of it (W2.3)."""
    table = three(turn=6, hands=("altar baths", "tavern well", "loom_1 theater"))
    assert isinstance(table.state.ask, Choose)
    assert {Stay()} == {offer.rest for offer in table.state.ask.offers.values()}
    news = table.play("build altar", "build tavern", "sell with loom_1")
    assert (3, 8, 6) == table.coins
    assert ("baths", "loom_1", "theater", "well") == table.named(table.state.discard)
    assert [0, 1, 2] == [event.seat for event in news if isinstance(event, LeftOver)]
    assert ((), (), ()) == table.state.hands


def test_the_last_cards_come_after_those_sold() -> None:
    """The discard grows in the order of the turn: sold, then left over (W2.3)."""
    table = three(turn=6, hands=("altar baths", "tavern well", "loom_1 theater"))
    table.play("sell with altar", "build tavern", "sell with theater")
    names = [table.named([slot])[0] for slot in table.state.discard]
    assert ["altar", "theater", "baths", "well", "loom_1"] == names


def test_an_age_ends_with_its_conflicts() -> None:
    """They come after all of turn 6, and before the next age (W2.4)."""
    table = Table(
        "gizah: lumber_yard, rhodos, ephesos", turn=6, hands=("stockade altar",)
    )
    news = table.play("build stockade")
    kinds = [type(event) for event in news]
    assert [Played] * 3 + [LeftOver] * 3 + [TurnEnded, Fought] == kinds
    assert [(1, 1), (-1,), (-1,)] == [city.tokens for city in table.state.cities]
