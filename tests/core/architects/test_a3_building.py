"""Building stages in Architects, and what they do (RULES.md, A3)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.events import (
    Built,
    Remixed,
    Revealed,
    Searched,
    Taken,
    TokenTaken,
)
from sealed_wonders.core.game import (
    Chosen,
    Deal,
    Deck,
    IllegalMove,
    Order,
    Refusal,
    Shuffle,
    TurnUp,
)
from tests.support.architects import Table, as_it_is, choose, city

# What can be built, and must be.

ORDERS = {
    "alexandria": {"1": "2", "1 2": "3", "1 2 3": "4", "1 2 3 4": "5"},
    "babylon": {"1": "2", "1 2": "3", "1 2 3": "4 5", "1 2 3 4": "5", "1 2 3 5": "4"},
    "ephesus": {"1": "2 3 4", "1 3": "2 4", "1 4 2": "3", "1 2 3 4": "5"},
    "giza": {"1": "2", "1 2": "3", "1 2 3": "4", "1 2 3 4": "5"},
    "halicarnassus": {"1": "2", "1 2": "3 4", "1 2 4": "3", "1 2 3 4": "5"},
    "olympia": {"1": "2 3", "1 3": "2", "1 2": "3", "1 2 3": "4", "1 3 2 4": "5"},
    "rhodes": {"1": "2", "2": "1", "1 2": "3", "2 1 3": "4", "1 2 3 4": "5"},
}


@pytest.mark.parametrize("wonder", ORDERS)
def test_stages_are_built_from_below(wonder: str) -> None:
    """A stage is available once all it rests on are built (A3.1)."""
    first = "1 2" if wonder == "rhodes" else "1"
    for built, available in {"": first, **ORDERS[wonder], "1 2 3 4 5": ""}.items():
        other = "giza" if wonder == "rhodes" else "rhodes"
        one = Table(city(wonder, built=built), city(other)).state.cities[0]
        assert available.split() == [str(stage.number) for stage in one.available]
        assert one.is_finished == (not available)


def test_who_can_pay_must_build() -> None:
    """The turn can't end, and nothing else is a way out (A3.1)."""
    table = Table(
        city("giza", "wood stone clay", tokens="jewellery"),
        "rhodes",
        piles=("stone ...",),
    )
    table.choose("take giza")
    assert "end" not in table.moves()
    table.choose("extra jewellery rhodes")
    assert "end" not in table.moves()
    assert all(move.startswith("build 1 ") for move in table.moves())


def test_whoever_can_pay_again_builds_again() -> None:
    """Several stages in one turn (A3.1)."""
    table = Table("giza: wood stone clay clay, rhodes", at="act")
    table.choose("build 1 wood+stone")
    assert [1, 2] == [event.stage for event in table.happened(Built)]
    assert (1, 2) == table.state.cities[0].built
    assert "" == table.cards(0)


@pytest.mark.parametrize("stage", [1, 2])
def test_which_of_several_stages_comes_first_is_a_choice(stage: int) -> None:
    """Both can be paid for, not both of them (A3.1)."""
    table = Table("rhodes: wood coin, giza", at="act")
    assert ["build 1 wood+coin", "build 2 wood+coin"] == table.moves()
    table.choose(f"build {stage} wood+coin")
    assert (stage,) == table.state.cities[0].built


# Effects.


def test_rhodes_gets_shields() -> None:
    """One for each of two stages, for good (A3.4)."""
    shields = [
        Table(city("rhodes", built=built), "giza").state.cities[0].shields
        for built in ("", "1", "2", "1 2", "1 2 3", "1 2 3 4", "1 2 3 4 5")
    ]
    assert [0, 0, 1, 1, 1, 2, 2] == shields


@pytest.mark.parametrize("built", ["1", "1 2 3"])
def test_alexandria_takes_the_top_card_of_any_pile(built: str) -> None:
    """Far ones as well; on both stages that have it (A3.4)."""
    table = Table(
        city("alexandria", "wood wood wood", built=built),
        *(city(name) for name in ("giza", "rhodes", "olympia", "babylon")),
        piles=("", "", "glass coin ..."),
        at="act",
    )
    reached = ["babylon", "central", "olympia", "rhodes"]
    assert [f"take {pile}" for pile in reached] == table.moves()
    table.choose("take rhodes")
    taken = table.happened(Taken)[0]
    assert ("rhodes", "alexandria") == (taken.pile, taken.by)
    assert "glass" in table.cards(0)
    assert ["coin"] == [
        table.ids([event.card])
        for event in table.happened(Revealed)
        if event.pile == "rhodes"
    ]


def test_alexandria_is_not_asked_for_the_last_pile() -> None:
    """And takes nothing where nothing is left (A3.3)."""
    one = Table("alexandria, giza", piles=("", "glass wood"), central="", at="effect")
    assert "glass" == one.cards(0)
    none = Table("alexandria, giza", piles=("", ""), central="", at="effect")
    assert [] == none.happened(Taken)


@pytest.mark.parametrize("built", ["1", "1 2 3"])
def test_babylon_takes_a_token(built: str) -> None:
    """Like who turned in symbols: an open one, or the unseen one (A3.4, A4.1)."""
    table = Table(
        city("babylon", "wood wood wood", built=built),
        "giza",
        open="culture tactics decor",
        tokens="urbanism politics",
        at="act",
    )
    assert [
        "token culture",
        "token decor",
        "token tactics",
        "token top",
    ] == table.moves()
    table.choose("token tactics")
    (taken,) = table.happened(TokenTaken)
    assert ("tactics", False) == (table.ids([taken.token]), taken.unseen)
    assert "culture decor urbanism" == table.ids(table.state.open)
    assert 2 == table.state.cities[0].shields


@pytest.mark.parametrize(
    ("built", "stage"), [("1", 2), ("1", 3), ("1", 4), ("1 3 4", 2), ("1 2 4", 3)]
)
def test_ephesus_takes_a_card_of_the_central_pile(built: str, stage: int) -> None:
    """On three stages, in any order (A3.4)."""
    cards = {2: "wood wood", 3: "wood stone clay", 4: "wood wood wood"}[stage]
    table = Table(
        city("ephesus", cards, built=built), "giza", central="coin glass ...", at="act"
    )
    if table.state.turn == 1:
        table.choose(f"build {stage} {cards.replace(' ', '+')}")
    assert stage == table.happened(Built)[0].stage
    taken = table.happened(Taken)[0]
    assert (CENTRAL, "ephesus") == (taken.pile, taken.by)
    assert "coin" == table.ids([taken.card])


@pytest.mark.parametrize("built", ["1", "1 2 3"])
def test_olympia_takes_left_and_right(built: str) -> None:
    """Both top cards, on two stages (A3.4)."""
    table = Table(
        city("olympia", "wood wood wood", built=built),
        "giza, rhodes",
        piles=("glass coin ...", "...", "civil_3vp mil_1horn ..."),
        at="begin",
    )
    # Nothing is built before a card is taken.
    assert [] == table.happened(Built)
    table.choose("take central")
    taken = [event for event in table.happened(Taken) if event.by]
    assert [("olympia", "olympia"), ("rhodes", "olympia")] == [
        (event.pile, event.by) for event in taken
    ]
    assert "glass civil_3vp" == table.ids(event.card for event in taken)
    assert ["coin", "mil_1horn"] == [
        table.ids([event.card]) for event in table.happened(Revealed)[-2:]
    ]


@pytest.mark.parametrize(
    ("piles", "cards"),
    [(("", "", "wood stone"), "wood"), (("clay", "", ""), "clay"), (("", "", ""), "")],
    ids=["left empty", "right empty", "both empty"],
)
def test_olympia_takes_what_there_is(piles: tuple[str, ...], cards: str) -> None:
    """One side may be empty, or both (A3.3)."""
    table = Table("olympia, giza, rhodes", piles=piles, central="coin ...", at="effect")
    taken = [event.card for event in table.happened(Taken) if event.by == "olympia"]
    assert cards == table.ids(taken)


# Halicarnassus.

HALICARNASSUS = (city("halicarnassus"), city("giza"), city("rhodes"))

FIVE = "clay wood glass wood civil_2vp_cat"


@pytest.mark.parametrize("built", ["1", "1 2 3"])
def test_halicarnassus_chooses_between_left_and_right(built: str) -> None:
    """On two stages; never the central pile (A3.4)."""
    table = Table(
        city("halicarnassus", "wood wood wood", built=built),
        *HALICARNASSUS[1:],
        at="act",
    )
    assert ["search halicarnassus", "search rhodes"] == table.moves()


def searching(pile: str, order: Order = as_it_is) -> Table:
    """Lay out a table at which the pile on the right of Halicarnassus is searched."""
    table = Table(*HALICARNASSUS, piles=("...", "...", pile), at="effect", order=order)
    table.choose("search rhodes")
    return table


def test_halicarnassus_looks_through_five_cards() -> None:
    """It keeps one, and the others are mixed into the pile (A3.4)."""
    table = searching(
        f"{FIVE} stone papyrus ...", lambda label, n: range(n - 1, -1, -1)
    )
    before = table.state.pile("rhodes")
    assert ["clay", "wood", "glass", "civil_2vp_cat"] == [
        table.kept(text) for text in table.moves()
    ]
    table.keep("wood")
    (taken,) = table.happened(Taken)
    assert ("rhodes", "halicarnassus") == (taken.pile, taken.by)
    assert "wood" == table.cards(0)
    assert [Remixed("rhodes")] == table.happened(Remixed)
    after = table.state.pile("rhodes")
    assert set(before.cards) - {taken.card} == set(after.cards)
    # Its order is a new one: what was deep down is up now, and shows.
    assert after.top == table.faces[after.slots[0]]
    assert 24 == len(after.slots)
    assert ("clay", "glass") == tuple(table.pile("rhodes").split()[::23])


def test_nobody_else_sees_what_lies_face_down() -> None:
    """It is peeked at where it lies; the first one lies face up already (A3.4)."""
    table = Table(*HALICARNASSUS, piles=("...", "...", f"{FIVE} stone"), at="effect")
    before = table.state.pile("rhodes")
    state = choose(table.state, "search rhodes")
    assert Deal({0: before.slots[1:5]}, peek=True) == state.ask
    assert [] == [event for event in state.news if isinstance(event, Searched)]
    table.choose("search rhodes")
    assert before.top is not None
    searched = Searched(1, 0, "rhodes", before.top, before.slots[1:5])
    assert [searched] == table.happened(Searched)
    assert before == table.state.pile("rhodes")
    assert set(before.slots[1:5]) == set(table.seen())
    assert () == table.state.saw


def test_what_is_kept_is_named_by_its_place() -> None:
    """Others don't know more of it before it is shown (A3.4)."""
    table = searching(f"{FIVE} stone")
    public = [move.text for move in table.state.moves(0, {})]
    assert [f"keep {place}" for place in (1, 2, 3, 4, 5)] == public
    # Whoever sees them is offered one of each kind: the first.
    assert ["keep 1", "keep 2", "keep 3", "keep 5"] == table.moves()
    # The others of a kind may be kept as well: who couldn't know has nothing against it.
    slot = table.state.pile("rhodes").slots[3]
    asks = choose(table.state, "keep 4").ask
    assert TurnUp((slot,)) == asks


@pytest.mark.parametrize(
    ("cards", "n"), [(f"{FIVE} stone", 5), (f"{FIVE}", 5), ("clay wood glass", 3)]
)
def test_there_is_a_choice_by_what_all_know(cards: str, n: int) -> None:
    """So many places as cards were looked through, whatever they are (A3.4, A2.1)."""
    table = searching(cards)
    assert n == len(table.state.moves(0, {}))
    with pytest.raises(IllegalMove) as caught:
        choose(table.state, f"keep {n + 1}")
    refused = Refusal.NOT_THERE if n < 5 else Refusal.NOT_A_MOVE
    assert refused is caught.value.refusal


def test_the_rest_of_the_pile_is_mixed_with_what_was_seen() -> None:
    """As it lies, then the one that lies face up; under a name of its own (A3.4)."""
    table = searching(f"{FIVE} stone papyrus")
    before = table.state.pile("rhodes")
    table.tell(Chosen(0, "keep 3"))
    table.step()
    hidden = (before.slots[1], *before.slots[3:])
    assert before.top is not None
    assert Shuffle((Deck("rhodes/2", hidden, (before.top,)),)) == table.state.ask


@pytest.mark.parametrize("cards", ["clay wood glass", "clay wood glass wood"])
def test_fewer_than_five_are_all_looked_through(cards: str) -> None:
    """What is left of them is mixed, too (A3.4)."""
    table = searching(cards)
    (searched,) = table.happened(Searched)
    assert len(cards.split()) == searched.count
    table.keep("clay")
    assert [Remixed("rhodes")] == table.happened(Remixed)
    after = table.state.pile("rhodes")
    assert sorted(cards.split()[1:]) == sorted(table.pile("rhodes").split())
    assert after.top is not None
    assert len(after.slots) == len(after.cards)


@pytest.mark.parametrize(("kept", "other"), [("clay", "wood"), ("wood", "clay")])
def test_of_two_cards_the_other_stays_and_lies_face_up(kept: str, other: str) -> None:
    """There is nothing to be mixed (A3.4)."""
    table = searching("clay wood")
    table.keep(kept)
    assert [] == table.happened(Remixed)
    assert other == table.pile("rhodes")
    assert other == table.ids(table.state.pile("rhodes").cards)
    assert table.state.pile("rhodes").top is not None
    assert len(table.happened(Revealed)) == (kept == "clay")


def test_a_card_alone_is_kept() -> None:
    """There is no choice, and nothing that others didn't see (A3.4)."""
    table = Table(*HALICARNASSUS, piles=("...", "...", "clay"), at="effect")
    taken = choose(table.state, "search rhodes")
    assert [Searched, Taken] == [type(event) for event in taken.news[:2]]
    table.choose("search rhodes")
    assert "clay" == table.cards(0)
    assert "" == table.pile("rhodes")


@pytest.mark.parametrize(
    ("piles", "searched"),
    [
        (("", "...", "clay wood"), "rhodes"),
        (("clay wood", "...", ""), "halicarnassus"),
    ],
)
def test_an_empty_side_is_not_searched(piles: tuple[str, ...], searched: str) -> None:
    """The other one is, without a question (A3.3)."""
    table = Table(*HALICARNASSUS, piles=piles, at="effect")
    assert [searched] == [event.pile for event in table.happened(Searched)]
    assert ["clay", "wood"] == [table.kept(text) for text in table.moves()]


def test_what_is_kept_does_what_it_does() -> None:
    """The cat comes, and a token allows one more card (A2.2, A3.4)."""
    table = Table(
        city("halicarnassus", tokens="urbanism"),
        *HALICARNASSUS[1:],
        piles=("...", "...", FIVE),
        at="effect",
    )
    table.choose("search rhodes")
    other = Table(
        city("halicarnassus", tokens="urbanism"),
        *HALICARNASSUS[1:],
        piles=("...", "...", FIVE),
        at="effect",
    )
    table.keep("civil_2vp_cat")
    assert 0 == table.state.cat
    other.choose("search rhodes")
    other.keep("clay")
    assert "extra urbanism rhodes" in other.moves()


def test_an_effect_is_not_optional() -> None:
    """There is no move that leaves it out (A3.3)."""
    for wonder, verb in (
        ("alexandria", "take"),
        ("babylon", "token"),
        ("halicarnassus", "search"),
    ):
        table = Table(city(wonder, "wood wood", built="1"), "giza", at="act")
        assert table.moves()
        assert {verb} == {move.split()[0] for move in table.moves()}
