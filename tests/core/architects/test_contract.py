"""States of Architects fulfil the contract of `core.game`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import Choice, State
from sealed_wonders.core.draws import CHOSEN, DRAWS, LOT
from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Dealt,
    IllegalMove,
    Looked,
    Mixed,
    Refusal,
    TurnedUp,
    seeded,
)
from tests.support.architects import (
    Table,
    architects,
    asked,
    at_random,
    choose,
    city,
)
from tests.support.refusals import RefusedAnswer, check_all, refusal_names
from tests.support.thorough import only

# Refusals.


def begun() -> State:
    return architects(Architects(3).begin(seeded("contract")))


def choosing() -> State:
    return architects(Architects(3, CHOSEN).begin(seeded("contract")))


def mixed() -> State:
    return architects(begun().tell(Mixed((tuple(range(7)),))))


WONDERS = catalog().piles["wonders"]


def piles() -> State:
    return architects(mixed().tell(TurnedUp(WONDERS[:3])))


SIZES = (60, 25, 25, 25, 15)


def laid() -> tuple[tuple[int, ...], ...]:
    slots = iter(range(100, 250))
    return tuple(tuple(next(slots) for _ in range(size)) for size in SIZES)


def tops() -> State:
    return architects(piles().tell(Mixed(laid())))


TOPS = (
    *(catalog().piles[wonder.id][0] for wonder in catalog().wonders[:3]),
    *catalog().piles["tokens"][:3],
)

TAKE = Table("giza, rhodes, ephesus, olympia", piles=("", "...", "...", "..."))
ACT = Table(
    city(
        "rhodes", "wood stone wood coin sci_gear sci_gear", built="1", tokens="urbanism"
    ),
    "giza",
    piles=("coin ...", ""),
    due=("urbanism",),
    at="act",
)
DONE = Table(
    city("giza", "sci_gear", built="1 2 3 4 5", tokens="science"),
    "rhodes",
    due=("science",),
    at="act",
)
TOKEN = Table("babylon, giza", open="culture decor", tokens="", at="effect")
ANY = Table("alexandria, giza", piles=("...", ""), at="effect")
SEARCH = Table("halicarnassus, giza", at="effect")
LOOKED = choose(SEARCH.state, "search halicarnassus")
BELOW = LOOKED.piles[0].slots[1:5]
KEEP = SEARCH.copy()
KEEP.choose("search halicarnassus")
KEPT = choose(KEEP.state, "keep 3")
FEW = Table("halicarnassus, giza", piles=("wood clay", ""), at="effect")
PEEK = Table("giza, rhodes", seat=1, cat=0)
PEEK.tell(Chosen(1, "take giza"))
PEEK.step()
CENTRAL = choose(
    PEEK.copy().state.tell(Dealt({0: PEEK.state.central.slots[:1]})), "take central"
)
OVER = Table(city("giza", built="1 2 3 4 5"), "rhodes", at="end")


NOT_ASKED: Mapping[str, tuple[State, Any]] = {
    "a deal for a shuffle": (begun(), Dealt({})),
    "no deck": (begun(), Mixed(())),
    "two decks": (begun(), Mixed((tuple(range(7)), ()))),
    "a wonder too few": (begun(), Mixed((tuple(range(6)),))),
    "a wonder too many": (begun(), Mixed((tuple(range(8)),))),
    "a move for a shuffle": (begun(), Chosen(0, "take central")),
    "a look for a shuffle": (begun(), Looked("end")),
    "cards turned up for a shuffle": (begun(), TurnedUp(WONDERS[:3])),
    "a shuffle for wonders to turn up": (mixed(), Mixed((tuple(range(7)),))),
    "a wonder turned up too few": (mixed(), TurnedUp(WONDERS[:2])),
    "a wonder turned up too many": (mixed(), TurnedUp(WONDERS[:4])),
    "a pile too few": (piles(), Mixed(laid()[:4])),
    "a pile too many": (piles(), Mixed((*laid(), ()))),
    "piles in another order": (piles(), Mixed(laid()[::-1])),
    "a top card too few": (tops(), TurnedUp(TOPS[:5])),
    "a top card too many": (tops(), TurnedUp((*TOPS, TOPS[0]))),
    "a move while cards are turned up": (tops(), Chosen(0, "take central")),
    "a shuffle for a turn": (TAKE.state, Mixed(())),
    "cards turned up for a turn": (TAKE.state, TurnedUp(())),
    "a deal for a turn": (TAKE.state, Dealt({})),
    "a look for a turn": (TAKE.state, Looked("take central")),
    "another seat's move": (TAKE.state, Chosen(1, "take central")),
    "a seat that isn't there": (TAKE.state, Chosen(4, "take central")),
    "a seat below zero": (TAKE.state, Chosen(-1, "take central")),
    "a card with a move": (TAKE.state, Chosen(0, "take central", face=0)),
    "a slot with a move": (TAKE.state, Chosen(0, "take central", slot=3)),
    "a rest with a move": (TAKE.state, Chosen(0, "take central", rest=(3,))),
    "a move for a peek": (PEEK.state, Chosen(0, "take central")),
    "a peek at nothing": (PEEK.state, Dealt({})),
    "a peek of another seat": (PEEK.state, Dealt({1: PEEK.state.central.slots[:1]})),
    "a peek at another card": (PEEK.state, Dealt({0: PEEK.state.central.slots[1:2]})),
    "a move for a search": (LOOKED, Chosen(0, "keep 1")),
    "a search of nothing": (LOOKED, Dealt({0: ()})),
    "a search of fewer cards": (LOOKED, Dealt({0: BELOW[:3]})),
    "a search of other cards": (LOOKED, Dealt({0: LOOKED.piles[0].slots[2:6]})),
    "a search of another seat": (LOOKED, Dealt({1: BELOW})),
    "a search for two": (LOOKED, Dealt({0: BELOW, 1: BELOW})),
    "cards of a search turned up": (LOOKED, TurnedUp(LOOKED.piles[0].unseen[:4])),
    "a card with what is kept": (KEEP.state, Chosen(0, "keep 2", face=60)),
    "a move when all is over": (OVER.state, Chosen(0, "end")),
    "a shuffle when all is over": (OVER.state, Mixed(())),
    "nothing": (TAKE.state, None),
    "words": (TAKE.state, "take central"),
}

NOT_A_MOVE = (
    *(
        "",
        " ",
        "tak",
        "Take central",
        "take",
        "take ",
        "take central ",
        " take central",
    ),
    *("take  central", "take central\n", "take the_sea", "take tokens"),
    *("take central 2", "extra", "extra urbanism", "extra central urbanism"),
    *("extra culture", "extra top", "extra urbanism rhodes central"),
    *("extra nothing rhodes", "build", "build 1", "build 1 ", "build 0 wood+wood"),
    *("build 6 wood+wood", "build 01 wood+wood", "build +1 wood+wood"),
    *("build \u0661 wood+wood", "build one wood+wood", "build 12 wood"),
    *("build 1 wood,stone", "build 1 wood+", "build 1 stone+wood", "build 1 coin+wood"),
    *("build 1 gold", "build wood+wood 1", "build 1 wood wood"),
    *("build 5 wood+wood+wood+wood+wood", "build 5 " + "+".join(["wood"] * 5000)),
    *("science", "science sci_gear+sci_tablet", "science gear+gear", "science "),
    *("token", "token gold", "token top top", "search", "search tokens"),
    *("keep", "keep wood", "keep 0", "keep 6", "keep 1 2", "keep 1+2", "keep 01"),
    *("keep -1", "keep +1", "keep \u0661", "keep one", "end now", "end "),
    *("wonder", "wonder atlantis", "wonder giza rhodes"),
    *("END", "pass", "build baths", "sell", "wood", "t" * 5000),
)

CHOICES: Mapping[Refusal, Mapping[str, tuple[State, str]]] = {
    Refusal.NOT_A_MOVE: {
        f"{line!r:.40}/{i}": (ACT.state, line) for i, line in enumerate(NOT_A_MOVE)
    },
    Refusal.NO_CHOICE: {
        "a card for a wonder": (choosing(), "take central"),
        "building before a card is taken": (TAKE.state, "build 1 wood+stone"),
        "ending before a card is taken": (TAKE.state, "end"),
        "an extra card for the first": (TAKE.state, "extra urbanism central"),
        "a second card": (ACT.state, "take central"),
        "a token for nothing": (ACT.state, "token culture"),
        "a search for nothing": (ACT.state, "search rhodes"),
        "keeping what isn't looked through": (ACT.state, "keep 1"),
        "a card for a token": (TOKEN.state, "take central"),
        "ending without the token": (TOKEN.state, "end"),
        "a token for a card": (ANY.state, "token culture"),
        "taking what is to be searched": (SEARCH.state, "take halicarnassus"),
        "ending without a search": (SEARCH.state, "end"),
        "searching again": (KEEP.state, "search halicarnassus"),
        "taking what was looked through": (KEEP.state, "take halicarnassus"),
    },
    Refusal.OUT_OF_REACH: {
        "an empty pile": (TAKE.state, "take giza"),
        "a pile across the table": (TAKE.state, "take ephesus"),
        "a pile of another table": (TAKE.state, "take babylon"),
        "an extra card of nothing": (ACT.state, "extra urbanism giza"),
        "an empty pile far off": (ANY.state, "take giza"),
        "the central pile searched": (SEARCH.state, "search central"),
        "a search elsewhere": (SEARCH.state, "search rhodes"),
    },
    Refusal.RESTS_ON_OTHERS: {
        "a stage built before": (ACT.state, "build 1 wood+stone"),
        "a stage on air": (ACT.state, "build 3 wood+stone+coin"),
    },
    Refusal.NO_STAGE_LEFT: {
        "a sixth of five stages": (DONE.state, "build 1 wood+wood"),
    },
    Refusal.WRONG_PAYMENT: {
        "too few cards": (ACT.state, "build 2 wood"),
        "too many cards": (ACT.state, "build 2 wood+wood+coin"),
        "different cards": (ACT.state, "build 2 wood+stone"),
        "symbols": (ACT.state, "build 2 sci_gear+sci_gear"),
    },
    Refusal.NOT_THERE: {
        "a wonder that somebody has": (
            choose(choosing(), "wonder rhodes"),
            "wonder rhodes",
        ),
        "cards that aren't there": (ACT.state, "build 2 clay+clay"),
        "too many of them": (ACT.state, "build 2 stone+stone"),
        "symbols that aren't there": (ACT.state, "science sci_tablet+sci_tablet"),
        "one symbol": (DONE.state, "science sci_gear"),
        "resources as symbols": (ACT.state, "science wood+wood"),
        "a token that isn't open": (TOKEN.state, "token tactics"),
        "an unseen one that isn't there": (TOKEN.state, "token top"),
        "a card that wasn't seen": (FEW.state, "keep 3"),
    },
    Refusal.NO_RIGHT: {
        "a token nobody has": (ACT.state, "extra crafts rhodes"),
        "a token that pays": (ACT.state, "extra economy rhodes"),
        "the unseen token": (ACT.state, "extra top rhodes"),
    },
    Refusal.NOT_YET: {
        "an end before the building": (ACT.state, "end"),
    },
}

TURNED_UP: Mapping[str, tuple[State, tuple[Any, ...]]] = {
    "the same wonder twice": (mixed(), (WONDERS[0], WONDERS[1], WONDERS[0])),
    "a card for a wonder": (mixed(), (WONDERS[0], WONDERS[1], 0)),
    "no wonder at all": (mixed(), (WONDERS[0], WONDERS[1], -1)),
    "a card of another pile": (tops(), (TOPS[1], TOPS[0], *TOPS[2:])),
    "a card for a token": (tops(), (*TOPS[:5], 0)),
    "the same token twice": (tops(), (*TOPS[:5], TOPS[4])),
    "no such card": (tops(), (10_000, *TOPS[1:])),
    "words for a card": (tops(), ("wood", *TOPS[1:])),
    "the card on top for one that is kept": (KEPT, (KEPT.piles[0].top,)),
    "a card of another pile for one that is kept": (KEPT, (KEPT.piles[1].unseen[0],)),
    "a token for a card that is kept": (KEPT, (TOPS[-1],)),
    "a card that is gone": (CENTRAL, (TAKE.state.piles[1].cards[0],)),
}

WRONG: Mapping[str, RefusedAnswer] = {
    **{
        name: RefusedAnswer(Refusal.NOT_ASKED, *case)
        for name, case in NOT_ASKED.items()
    },
    **{
        f"{name} ({refusal.name})": RefusedAnswer(
            refusal, state, Chosen(asked(state), text)
        )
        for refusal, choices in CHOICES.items()
        for name, (state, text) in choices.items()
    },
    **{
        name: RefusedAnswer(Refusal.NOT_IN_HAND, state, TurnedUp(faces))
        for name, (state, faces) in TURNED_UP.items()
    },
}


def test_a_wrong_answer_is_refused_and_changes_nothing() -> None:
    check_all(WRONG)


def test_every_refusal_is_tested() -> None:
    assert refusal_names("architects") == {wrong.refusal for wrong in WRONG.values()}


# Moves.


def points(players: int, seed: str, draw: str = LOT) -> Iterator[Table]:
    """Play a game at random, and yield the table at each choice."""
    for table in at_random(seed, players, draw=draw):
        if isinstance(table.state.ask, Choose):
            yield table


@pytest.mark.parametrize("players", only([2, 4, 7], PLAYERS))
def test_moves_are_sorted_stable_and_legal(players: int) -> None:
    """Each listed move is accepted and has its own effect; there are at least two."""
    for table in points(players, f"moves/{players}"):
        state, seat = table.state, asked(table.state)
        listed, seen = state.moves(seat, {}), state.moves(seat, table.seen())
        assert list(listed) == sorted(set(listed))
        assert len(listed) > 1
        assert state.default(seat, table.seen()) in seen
        if isinstance(state.task, Keep):
            # Equal cards are listed once, at the first place of each.
            kinds = [table.kept(move.text) for move in listed]
            assert list(seen) == [
                listed[kinds.index(it)] for it in dict.fromkeys(kinds)
            ]
        else:
            assert listed == seen
        told = [state.tell(Chosen(seat, move.text)) for move in listed]
        assert all(after != state for after in told)
        for other in range(-1, players + 1):
            if other != seat:
                assert () == state.moves(other, {})


def test_the_default_is_the_simplest_move() -> None:
    """It takes the first pile, does what is mandatory, and takes no further card."""
    assert "take olympia" == TAKE.state.default(0, {}).text
    assert "build 2 wood+wood" == ACT.state.default(0, {}).text
    assert "end" == DONE.state.default(0, {}).text
    assert "token culture" == TOKEN.state.default(0, {}).text
    assert "search halicarnassus" == SEARCH.state.default(0, {}).text
    assert "keep 1" == KEEP.state.default(0, {}).text


@pytest.mark.parametrize(
    "state", [begun(), mixed(), piles(), tops(), PEEK.state, CENTRAL, OVER.state]
)
def test_a_seat_that_is_not_asked_has_no_moves(state: State) -> None:
    for seat in (0, 1, -1, 7):
        assert () == state.moves(seat, {})
        with pytest.raises(IllegalMove) as caught:
            state.default(seat, {})
        assert Refusal.NOT_ASKED is caught.value.refusal


def test_every_kind_of_choice_comes_up_in_random_games() -> None:
    """So the tests with random games cover every kind of choice."""
    kinds: set[str] = set()
    for game in range(8):
        for table in points(7, f"kinds/{game}", DRAWS[game % 2]):
            kinds.add(type(table.state.task).__name__)
    choices = {"ChooseWonders", "Act", "Keep", "Search", "Take", "TakeAny", "TakeToken"}
    assert choices == kinds
    assert choices == {kind.__name__ for kind in Choice.__subclasses__()}


# The table.


def test_moves_reveal_no_hidden_card() -> None:
    """Moves are about open cards; a card that is kept is turned up afterwards."""
    rules = Architects(2)
    assert not any(rules.shows(text) for text in ("take central", "end", "keep 2"))
