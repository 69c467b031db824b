"""The view contains what one seat may see, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from sealed_wonders.core.game import (
    Card,
    Gone,
    Look,
    Refusal,
    Seat,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.events import (
    Event,
    Fought,
    LeftOver,
    Picked,
    Played,
    SeatsLeft,
    TurnEnded,
)
from sealed_wonders.core.wonders.notation import price_text
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.view import last_turn, view
from tests.support.games import builder, wonders
from tests.support.thorough import only
from tests.support.wonders import Table


class Faces(Mapping[Slot, Card]):
    """Faces that record which slots were looked up."""

    def __init__(self, faces: Mapping[Slot, Card]) -> None:
        self._faces = dict(faces)
        self.asked: set[Slot] = set()

    def __getitem__(self, slot: Slot) -> Card:
        self.asked.add(slot)
        return self._faces[slot]

    def __iter__(self) -> Iterator[Slot]:
        self.asked |= set(self._faces)
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)


def allowed(state: State, seat: Seat) -> set[Slot]:
    """
    Return the slots whose faces a seat may see: its hand, and the pile that it looks
    through.
    """
    looking = state.ask == Look(seat, state.discard)
    kept = state.leaders[seat] if state.leaders else ()
    return {*state.hands[seat], *kept, *(state.discard if looking else ())}


EXPANSIONS = ((), ("leaders",), ("edifice",), ("leaders", "edifice"))


def follow(
    players: int, seed: str, expansions: tuple[str, ...] = ()
) -> Iterator[Dealer]:
    leaders = "expert" if "leaders" in expansions else "standard"
    rules = Wonders(players, "choose", expansions, leaders)
    dealer = Dealer(rules, seeded(seed))
    yield dealer
    for _ in dealer.steps([builder(seed)] * players):
        yield dealer


@pytest.mark.parametrize("expansions", EXPANSIONS)
@pytest.mark.parametrize("players", only([3], [3, 7]))
def test_a_view_depends_only_on_faces_that_its_seat_may_see(
    players: int, expansions: tuple[str, ...]
) -> None:
    """
    At a table that knows all faces, only the seat's own faces are looked up.

    If all other faces are exchanged at random, or removed, the view stays the same.
    """
    chance, looked = random.Random(players), 0
    for dealer in follow(players, f"hidden/{players}", expansions):
        state = wonders(dealer.state)
        for seat in range(players):
            faces = Faces(dealer.faces)
            shown = view(state, seat, faces)
            assert faces.asked <= allowed(state, seat)
            looked += bool(shown.pile)
            hidden = sorted(set(dealer.faces) - allowed(state, seat))
            cards = [dealer.faces[slot] for slot in hidden]
            chance.shuffle(cards)
            others = dict(dealer.faces) | dict(zip(hidden, cards, strict=True))
            assert shown == view(state, seat, others)
            bare = {it: dealer.faces[it] for it in dealer.faces if it not in hidden}
            assert shown == view(state, seat, bare)
    assert looked or players < 6 or expansions


@pytest.mark.parametrize("expansions", EXPANSIONS)
@pytest.mark.parametrize("players", only([3], [3, 7]))
def test_a_view_agrees_with_the_rules(
    players: int, expansions: tuple[str, ...]
) -> None:
    past: tuple[Event, ...] = ()
    for dealer in follow(players, f"same/{players}", expansions):
        state = wonders(dealer.state)
        past += state.news
        for seat in range(players):
            shown = view(state, seat, dealer.faces, past)
            assert (seat in shown.waiting_for) == bool(shown.moves)
            assert bool(shown.moves) == (shown.default in shown.moves)
            assert set(shown.waiting_for) <= set(shown.asked)
            assert [len(hand) for hand in state.hands] == list(shown.hands)
            assert (state.cities, state.gone) == (shown.cities, shown.gone)
            assert state.score() == shown.sheet
            assert state.projects == shown.projects
            assert [len(kept) for kept in state.leaders] == list(shown.kept)
            joins = {move.text for move in shown.moves if "join=1" in move.text}
            assert not joins or shown.joining is not None
            builds = {"turn", "recruit", "last_card"}
            assert (shown.stage is not None) == (
                bool(shown.moves) and shown.step in builds
            )
            for held in (*shown.hand, *shown.pile):
                texts = {move.text for move in held.moves}
                if shown.moves and held.quote and shown.step != "from_discard":
                    splits = held.quote.splits
                    assert {
                        f"build {held.face.id}{price_text(split)}" for split in splits
                    } == {text for text in texts if text.startswith("build")}
                    assert (held.quote.refusal is None) == bool(splits)
            with_card = [move for move in shown.moves if move.slot is not None]
            ages = {move for it in (*shown.hand, *shown.pile) for move in it.moves}
            leaders = (*shown.leaders, *shown.selection)
            in_hand = ages | {move for it in leaders for move in it.moves}
            assert set(with_card) == in_hand


def test_a_seat_that_has_chosen_has_no_moves() -> None:
    """Its hand is already being passed on."""
    table = Table("rhodos, gizah, carthage", age=2)
    table.tell(1)
    shown = view(table.state, 1, table.faces)
    assert ((), (), None, None) == (shown.moves, shown.hand, shown.default, shown.stage)
    assert (0, 2) == shown.waiting_for == view(table.state, 0, table.faces).waiting_for
    assert (-1, 0) == (shown.passing, shown.passes_to)


def test_only_one_seat_sees_the_discard_pile() -> None:
    """
    Its pile contains all cards, including those that it can't build. Others see a
    number.
    """
    table = Table(
        "halikarnassos night: brickyard altar, gizah, ephesos", discard="altar well"
    )
    table.play("stage")
    shown = view(table.state, 0, table.faces)
    assert [("altar", Refusal.ALREADY_BUILT), ("well", None)] == [
        (held.face.id, held.quote and held.quote.refusal) for held in shown.pile[:2]
    ]
    assert [(), ("pick well",), ("pick theater",), ("pick theater",)] == [
        tuple(move.text for move in held.moves) for held in shown.pile
    ]
    assert (4, 1, 1) == (shown.discard, shown.age, shown.turn)
    assert 6 == len(shown.hand)
    assert {None} == {held.quote for held in shown.hand}
    other = view(table.state, 1, table.faces)
    assert ((), 4, (0,), ()) == (other.pile, other.discard, other.asked, other.moves)
    assert 6 == len(other.hand)


def test_a_hand_without_faces_is_shown_as_a_number() -> None:
    table = Table("halikarnassos night: brickyard, gizah, ephesos")
    table.play("stage")
    shown = view(table.state, 1, {})
    assert ((), (6, 6, 6)) == (shown.hand, shown.hands)


def test_a_seat_that_left_sees_only_public_facts() -> None:
    """An empty hand, and the cities."""
    table = Table("rhodos, gizah, carthage, ephesos")
    table.state = table.state.tell(Gone((2,)))
    shown = view(table.state, 2, table.faces)
    assert ((), (), (2,), (7, 7, 0, 7)) == (
        shown.hand,
        shown.moves,
        shown.gone,
        shown.hands,
    )
    assert (0, 1, 3) == shown.asked
    assert 3 == view(table.state, 1, table.faces).passes_to


def test_the_last_turn_has_all_events_since_the_previous_turn() -> None:
    """The sixth turn includes the leftover cards, Babylon's card and the conflicts."""
    table = Table("babylon night +1, halikarnassos night: brickyard, ephesos", turn=5)
    past = table.play()
    assert past == last_turn(past)
    before = len(past)
    past += table.play("build theater")
    assert TurnEnded(1, 6, (6, 9, 9), (0, 0, 0)) == past[-1]
    assert past[before:] == last_turn(past)
    past += table.play()
    kinds = [type(event) for event in last_turn(past)]
    assert [Played] * 3 + [TurnEnded] + [LeftOver] * 3 + [TurnEnded, Fought] == kinds
    assert [] == [event for event in last_turn(past) if isinstance(event, Picked)]
    assert past[before:] == view(table.state, 0, {}, past).last


@pytest.mark.parametrize("players", [3, 4])
def test_every_turn_of_a_game_is_the_last_turn_at_some_point(players: int) -> None:
    """No play is omitted or shown twice."""
    past: tuple[Event, ...] = ()
    seen: list[tuple[int, int]] = []
    for dealer in follow(players, f"last/{players}"):
        past += wonders(dealer.state).news
        played = [event for event in last_turn(past) if isinstance(event, Played)]
        turns = {(event.age, min(event.turn, 6)) for event in played}
        if turns and [*turns] != seen[-1:]:
            assert players == len(played)
            seen += turns
    assert [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)] == seen


def test_before_the_first_turn_the_last_turn_is_the_setup() -> None:
    """If the past isn't given, there is no last turn."""
    past = (SeatsLeft((1,)),)
    assert past == last_turn(past)
    assert () == last_turn(())
