"""Seats that leave a game of Architects permanently (RULES.md, G4 to G6)."""

from __future__ import annotations

import random

import pytest

from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.events import (
    Fought,
    Remixed,
    Revealed,
    Searched,
)
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import (
    Ask,
    Choose,
    Chosen,
    Deal,
    Gone,
    IllegalMove,
    Mixed,
    Over,
    Refusal,
    Shuffle,
    TurnedUp,
    TurnUp,
    seeded,
)
from tests.support.architects import (
    Table,
    all_numbers,
    architects,
    asked,
    at_random,
    city,
)
from tests.support.thorough import only

THREE = (city("giza"), city("rhodes"), city("ephesus"))

HALICARNASSUS = (city("halicarnassus"), city("giza"), city("rhodes"))

FIVE = "clay wood glass coin civil_2vp_cat"


def searching(up_to: type[Ask] = Choose) -> Table:
    """
    Return a table at which the right pile is being searched.

    Args:
        up_to: the current request: the look, the choice of a card to keep, turning that
            card up, or mixing the rest.
    """
    table = Table(*HALICARNASSUS, piles=("...", "...", f"{FIVE} ..."), at="effect")
    table.tell(Chosen(0, "search rhodes"))
    if not isinstance(table.state.ask, up_to):
        table.step()
    if not isinstance(table.state.ask, up_to):
        table.tell(Chosen(0, "keep 3"))
    if not isinstance(table.state.ask, up_to):
        table.step()
    assert isinstance(table.state.ask, up_to)
    return table


def test_a_kept_card_is_replaced_if_its_player_leaves() -> None:
    """The player leaves before the rest is mixed (G5, A1.1)."""
    table = searching()
    table.tell(Chosen(0, "keep 1"))
    slots = table.state.pile("rhodes").slots
    table.leave(0, lost=False)
    after = table.state.pile("rhodes")
    assert slots == after.slots
    assert "wood" == table.ids([card for card in (after.top,) if card is not None])


@pytest.mark.parametrize("asked_for", [Deal, Choose, TurnUp])
def test_a_search_starts_again_if_its_pile_was_mixed(
    asked_for: type[Ask],
) -> None:
    """
    Neither the cards that were seen nor the one to keep are in their places any more
    (G6).
    """
    table = searching(asked_for)
    before = table.state.pile("rhodes")
    table.tell(Gone((2,), before.hidden))
    while not isinstance(table.state.ask, Deal):
        table.step()
    after = table.state.pile("rhodes")
    assert Deal({0: after.slots[1:5]}, peek=True) == table.state.ask
    assert not set(after.slots[1:5]) & set(before.slots)
    table.go_on()
    assert [0] == [event.seat for event in table.happened(Searched)]
    kept = table.kept(table.moves()[-1])
    table.choose(table.moves()[-1])
    assert kept == table.cards(0)
    assert 24 == len(table.state.pile("rhodes").slots)


def test_the_rest_of_a_search_is_mixed_before_another_card_comes_up() -> None:
    """Even if the pile was mixed because somebody left (G6, A3.4)."""
    table = searching()
    table.tell(Chosen(0, "keep 1"))
    table.tell(Gone((2,), table.hidden()))
    table.go_on()
    pile = table.state.pile("rhodes")
    assert "clay" == table.cards(0)
    shown = [it for it in table.happened(Revealed) if it.pile == "rhodes"]
    assert [pile.top] == [event.card for event in shown]


# Face-down cards.


def test_only_piles_with_lost_cards_are_mixed() -> None:
    """A single pile, or none if all cards can be opened (G6)."""
    table = Table(*THREE)
    slots = table.state.central.slots
    table.leave(2, lost=False)
    assert [] == table.happened(Remixed)
    table = Table(*THREE, "olympia")
    table.tell(Gone((2,), table.state.piles[1].hidden[3:5]))
    table.go_on()
    assert ["rhodes"] == [event.pile for event in table.happened(Remixed)]
    assert slots == tuple(range(slots[0], slots[0] + 60))


def test_all_mixes_have_different_names() -> None:
    """Whatever happens during a mix (G6)."""
    table = Table(*HALICARNASSUS, "ephesus, olympia", at="effect")
    table.choose("search halicarnassus")
    table.tell(Chosen(0, table.moves()[0]))
    names: list[str] = []
    for leaver in (1, 2, 3):
        assert isinstance(table.state.ask, Shuffle)
        names += [deck.name for deck in table.state.ask.decks]
        table.tell(Gone((leaver,), table.hidden()))
    while not table.moves():
        if isinstance(table.state.ask, Shuffle):
            names += [deck.name for deck in table.state.ask.decks]
        table.step()
    assert len(names) == len(set(names))
    assert "halicarnassus/2" in names


# Setting up.


def test_wonders_are_mixed_again_if_some_cannot_be_opened() -> None:
    """The new deck has another name, and every seat still gets a wonder (G6)."""
    state = architects(Architects(3).begin(seeded("setup")))
    assert isinstance(state.ask, Shuffle)
    first = state.ask.decks[0]
    mixed = architects(state.tell(Mixed((tuple(range(7)),))))
    again = architects(mixed.tell(Gone((1,), (0, 5))))
    assert isinstance(again.ask, Shuffle)
    (deck,) = again.ask.decks
    assert (first.cards, "wonders/2") == (deck.cards, deck.name)
    # The four wonders that nobody gets may be lost.
    same = architects(mixed.tell(Gone((1,), (3, 4, 5, 6))))
    assert TurnUp((0, 1, 2)) == same.ask


def test_an_unfinished_mix_is_requested_again() -> None:
    """The new mix, of wonders or of piles, has another name (G6)."""
    state = architects(Architects(3).begin(seeded("setup")))
    state = architects(state.tell(Gone((0,))))
    assert isinstance(state.ask, Shuffle)
    assert ["wonders/2"] == [deck.name for deck in state.ask.decks]
    state = architects(state.tell(Mixed((tuple(range(7)),))))
    state = architects(state.tell(TurnedUp(catalog().piles["wonders"][:3])))
    assert isinstance(state.ask, Shuffle)
    assert {"2"} == {deck.name.split("/")[1] for deck in state.ask.decks}
    assert (0, 60) == (len(state.ask.decks[0].slots), len(state.ask.decks[0].cards))
    assert CENTRAL == state.ask.decks[0].name.split("/")[0]


def test_nobody_wins_if_all_seats_leave() -> None:
    """All seats may leave at once, even before there are cities (G4)."""
    begun = architects(Architects(2).begin(seeded("empty")))
    ended = architects(begun.tell(Gone((0, 1))))
    assert (Over(), ()) == (ended.ask, ended.score().winners)


# After that.


def test_leaving_after_the_end_changes_nothing() -> None:
    """The score sheet is final (G4)."""
    table = Table(city("giza", built="1 2 3 4 5"), "rhodes", at="end")
    sheet = table.state.score()
    after = architects(table.state.tell(Gone((0,))))
    assert (sheet, (), ()) == (after.score(), after.gone, after.news)


@pytest.mark.parametrize(
    "gone",
    [(), (3,), (-1,), (1, 0), (0, 0), (2,), (0, 2)],
    ids=["nobody", "no seat", "below zero", "descending", "twice", "gone", "one gone"],
)
def test_only_active_seats_can_leave(gone: tuple[int, ...]) -> None:
    """The list has active seats in ascending order, each once (G5)."""
    state = Table(*THREE, gone=(2,)).state
    text = repr(state)
    with pytest.raises(IllegalMove) as caught:
        state.tell(Gone(gone))
    assert Refusal.NOT_ASKED is caught.value.refusal
    assert text == repr(state)


def moment(state: State) -> str:
    """Return the kinds of the request and of the task."""
    return f"{type(state.ask).__name__} {type(state.task).__name__}"


def finish(table: Table, seed: str) -> None:
    """Play on at random to the end, and check that no card is lost."""
    chance = random.Random(seed)
    while not isinstance(table.state.ask, Over):
        if isinstance(table.state.ask, Choose):
            table.tell(Chosen(asked(table.state), chance.choice(table.moves())))
        else:
            table.step()
        assert table.state.seat not in table.state.gone or not table.moves()
        if table.state.piles:
            assert all_numbers(table.state) == sorted(set(all_numbers(table.state)))
            assert 75 + 25 * table.state.players == len(all_numbers(table.state))


SETTING_UP = {
    *("Shuffle MixWonders", "TurnUp TurnUpWonders", "Shuffle MixPiles"),
}

PLAYING = {
    *("TurnUp Refill", "Choose Take", "Choose Act", "Choose TakeToken"),
    *("TurnUp TakeCard", "TurnUp TakeTop", "Deal Peek"),
    *("Choose TakeAny", "Choose Search", "Deal LookThrough", "Choose Keep"),
    *("Shuffle Remix", "Shuffle Mend"),
}


@pytest.mark.parametrize("players", only([4], PLAYERS))
def test_seats_may_leave_at_any_moment(players: int) -> None:
    """No city changes because of that, and the game comes to its end (G4 to G6)."""
    chance = random.Random(players)
    seen: set[tuple[str, bool]] = set()
    games = 0
    while games < 12 and len(seen) < 2 * len(SETTING_UP | PLAYING):
        games += 1
        leaving = {25: (chance.randrange(players),)} if games > 6 else {}
        for table in at_random(f"leaving/{players}/{games}", players, leaving):
            state = table.state
            for seat in chance.sample(state.active, min(2, len(state.active))):
                own = seat == state.seat and state.turn > 0
                if (moment(state), own) in seen or isinstance(state.ask, Over):
                    continue
                seen.add((moment(state), own))
                left = table.copy()
                left.tell(Gone((seat,), left.hidden()))
                fought = left.happened(Fought)
                if state.cities and not fought:
                    assert state.cities == left.state.cities
                    assert state.cat == left.state.cat
                    assert state.discard == left.state.discard
                assert seat in left.state.gone
                if len(left.state.active) < 2:
                    assert Over() == left.state.ask
                finish(left, f"{players}/{seat}/{moment(state)}")
    asked_for = {name for name, _ in seen}
    rare = {"Choose TakeAny", "Choose Search", "Deal LookThrough", "Choose Keep"}
    rare |= {"Shuffle Remix", "Shuffle Mend"} if players < 5 else set()
    assert SETTING_UP | (PLAYING - rare) <= asked_for | {"Shuffle Mend"}
    if players == 7:
        assert SETTING_UP | PLAYING == asked_for
