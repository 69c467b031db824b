"""The thinker of 7 Wonders: rules, knowledge of its seat, time limits."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pytest

from sealed_wonders.client.bots import rollouts, strategy
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, halve
from sealed_wonders.client.bots.wonders import builder, knowledge
from sealed_wonders.client.bots.wonders.dealing import Dealing
from sealed_wonders.client.bots.wonders.hands import HandPlace
from sealed_wonders.client.bots.wonders.knowledge import Knowledge
from sealed_wonders.client.bots.wonders.thinker import Thinker
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player, play
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from tests.support.choices import checking_player
from tests.support.games import wonders
from tests.support.thorough import only


@pytest.mark.parametrize(
    "expansions",
    [pytest.param((), marks=pytest.mark.thorough), ("leaders", "edifice")],
    ids=",".join,
)
def test_the_thinker_makes_legal_choices_from_what_it_sees(
    expansions: tuple[str, ...],
) -> None:
    """Each choice stays the same whatever the others hold, and when repeated."""
    rules = Wonders(3, expansions=expansions)
    bots = [strategy("random", str(seat)) for seat in range(3)]
    bots[1] = checking_player(strategy("thinker:2", "seed"))
    assert isinstance(play(rules, seeded("thinker"), bots).ask, Over)


class Observation(NamedTuple):
    """The knowledge of seat 0 at a turn, and the actual state."""

    known: Knowledge
    state: State
    faces: Mapping[Slot, Card]
    hands: Sequence[Sequence[int]]
    """By the seats to which they were dealt, each in the order of use."""


def _observe(
    rules: Wonders,
    seed: str,
    others: Sequence[Player],
    see: Callable[[Observation], None],
) -> None:
    """Play a game; observe what seat 0 knows at each turn but the first of an age."""
    dealer = Dealer(rules, seeded(seed))
    known = Knowledge(0, rules)
    used: dict[tuple[int, Seat], list[int]] = {}

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        move = others[seat](state, seat, faces)
        now = wonders(state)
        if not now.cities:
            return move
        blocks, task = known.book.block_of_card, now.task
        age, turn = getattr(task, "age", 0), getattr(task, "turn", 0)
        step = (-1 if age == 2 else 1) * (turn - 1)
        if seat == 0:
            known.look(now, faces)
        if seat == 0 and task.name == "turn" and turn > 1:
            holders = [(it + step) % rules.players for it in range(rules.players)]
            left = [[blocks[dealer.faces[it]] for it in now.hands[o]] for o in holders]
            hands = [used[age, it] + hand for it, hand in enumerate(left)]
            see(Observation(known, now, faces, hands))
        if task.name == "turn" and move.slot is not None:
            origin = (seat - step) % rules.players
            used.setdefault((age, origin), []).append(blocks[faces[move.slot]])
        if seat == 0:
            known.used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * rules.players):
        pass


@pytest.mark.parametrize("players", [3, 4])
def test_the_cards_that_the_thinker_knows_in_hands_are_there(players: int) -> None:
    """The cards it doesn't know are in the places where it takes them to be."""
    places = 0

    def see(look: Observation) -> None:
        nonlocal places
        hands = look.hands
        histories, groups = look.known.histories(look.state, look.faces)
        for history, hand in zip(histories, hands, strict=True):
            both = zip(history.cards, hand, strict=True)
            assert all(card in (None, there) for card, there in both)
        unknown = [
            HandPlace(nth, at)
            for nth, history in enumerate(histories)
            for at, card in enumerate(history.cards)
            if card is None
        ]
        assert sorted(unknown) == sorted(it for group in groups for it in group.places)
        for group in groups[1:]:
            there = [hands[place.hand][place.nth] for place in group.places]
            assert sorted(there) == group.cards
            places += len(there)

    # Easy bots sell at random, so many cards are used face down.
    bots = [strategy("easy", str(seat)) for seat in range(players)]
    _observe(Wonders(players), "known", bots, see)
    assert places >= 50


def _share_dealt_right(seed: str, players: int, first: int, last: int) -> float:
    """
    Return the share of the others' cards that are dealt correctly, within a range of
    turns.
    """
    right = every = 0

    def see(look: Observation) -> None:
        nonlocal right, every
        known, state, faces, hands = look
        turn = getattr(state.task, "turn", 0)
        if not first <= turn <= last:
            return
        dealing = Dealing(known, state, faces)
        dice = random.Random(turn)
        for _ in range(40):
            table = dealing.deal(dice)
            for hand, holder in zip(hands, known.holders(state), strict=True):
                if holder:
                    there = Counter(table.city(holder).hand_cards())
                    right += (there & Counter(hand[turn - 1 :])).total()
                    every += there.total()

    _observe(Wonders(players), seed, [builder.player("")] * players, see)
    return right / every


def test_the_thinker_infers_cards_that_builders_used_face_down() -> None:
    """Once all hands have passed through its own, it knows nearly all of them."""
    assert _share_dealt_right("supposed", 4, 4, 6) > 0.99


def test_the_others_moves_improve_the_thinkers_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More of the dealt cards are right than if the moves are ignored."""
    heeding = _share_dealt_right("likely", 4, 2, 2)
    monkeypatch.setattr(knowledge, "OTHERWISE", 0.9)
    monkeypatch.setattr(knowledge, "SEEN", 10**9)
    assert heeding > _share_dealt_right("likely", 4, 2, 2) + 0.03


def test_the_thinker_learns_which_players_differ_from_builders() -> None:
    """It relies on a builder's likely choices only as far as a player resembles one."""
    said: list[float] = []

    def see(look: Observation) -> None:
        said[:] = [look.known.otherwise(seat) for seat in range(1, 4)]

    bots: list[Player] = [builder.player("")] * 4
    _observe(Wonders(4), "otherwise", bots, see)
    assert max(said) < knowledge.OTHERWISE
    bots[2] = strategy("random", "2")
    _observe(Wonders(4), "otherwise", bots, see)
    assert said[1] > 4 * knowledge.OTHERWISE
    assert max(said[0], said[2]) < knowledge.OTHERWISE


def _is_possible_with_the_deck(
    known: Knowledge, state: State, table: EngineTable
) -> bool:
    """Return whether the dealt hands and discard can exist beside the buildings."""
    age, book = getattr(state.task, "age", 0), known.book
    cards = Counter(it for city in table.cities for it in city.hand_cards())
    names = [it.id for city in state.cities for it in city.buildings]
    cards.update(it for name in names if book.age[it := book.by_name[name]] == age)
    guilds = sum(n for it, n in cards.items() if book.colour[it] == 6)
    thrown = [it for it in table.discarded() if book.colour[it] == 6]
    deck = Counter(book.decks[age - 1])
    deck.update(book.decks[3] if age == 3 else ())
    return cards <= deck and guilds + len(thrown) <= known.rules.players + 2


@pytest.mark.parametrize(
    ("seed", "late"),
    only(
        [("whatever:33", 1), ("whatever:62", 4)],
        itertools.product(("whatever:33", "whatever:62"), (1, 4)),
    ),
)
def test_the_thinker_deals_possible_hands_whatever_the_others_do(
    seed: str, late: int
) -> None:
    """
    Some players do what no builder would, and build cards that they were thought to
    have used. In some cases, the thinker also misses the first turns of each age.
    """
    dice = random.Random(seed)
    rules = Wonders(6, expansions=("edifice",))
    dealer = Dealer(rules, seeded(seed))
    known = [Knowledge(seat, rules) for seat in range(6)]
    at_random = [dice.choice((0, 0.2, 0.5, 1)) for _ in known]
    dealt = 0

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        nonlocal dealt
        now = wonders(state)
        moves = state.moves(seat, faces)
        if getattr(now.task, "turn", 6) < late:
            known[seat] = Knowledge(seat, rules)
        elif now.cities:
            known[seat].look(now, faces)
            hand = len(now.hands[seat]) if now.task.name == "turn" else 0
            table = Dealing(known[seat], now, faces).deal(dice)
            assert not hand or hand == len(table.city(seat).hand_cards())
            if hand or now.task.name == "last_card":
                assert _is_possible_with_the_deck(known[seat], now, table)
                dealt += 1
        move = builder.player("")(state, seat, faces)
        if dice.random() < at_random[seat]:
            move = dice.choice(moves)
        if now.cities:
            known[seat].used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * 6):
        pass
    assert dealt >= 50


def test_the_thinker_keeps_to_its_time_limit() -> None:
    """It starts no game that it can't finish in time, however fast the machine is."""
    times: list[float] = []

    def recording(clock: list[float]) -> Player:
        def read() -> float:
            clock[0] += 0.004
            return clock[0]

        thinker = Thinker("seed", Budget(seconds=0.2), read)

        def choose(
            state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
        ) -> Move:
            if getattr(wonders(state).task, "age", 0) < 3:
                return state.default(seat, faces)
            before = clock[0]
            move = thinker(state, seat, faces)
            times.append(clock[0] - before)
            return move

        return choose

    bots = [strategy("random", str(seat)) for seat in range(3)]
    bots[0] = recording([0.0])
    play(Wonders(3), seeded("in time"), bots)
    assert 0.1 < max(times) <= 0.22


@pytest.mark.parametrize("each", [0.0001, 0.007, 0.03, 0.15, 0.3])
def test_slow_rollouts_reduce_the_moves_tried_and_not_the_time_limit(
    each: float,
) -> None:
    """It keeps to its limit even if not a single rollout fits into it."""
    now = 0.0
    arms = [Arm(Move("sell", slot), slot, -float(slot)) for slot in range(12)]

    def play(some: Sequence[Arm]) -> None:
        nonlocal now
        for arm in some:
            now += each
            arm.came(arm.number / 12, 0.0, 0.0)

    halve(arms, play, Budget(seconds=0.2), lambda: now, most=12, begun=0.0)
    assert now <= max(0.2, each)
    tried = [arm for arm in arms if arm.tries]
    assert len(tried) == {0.0001: 12, 0.007: 6, 0.03: 2, 0.15: 0, 0.3: 0}[each]
    assert arms[0].number == max((arm.number for arm in tried), default=0)
    assert now > 0.14


@pytest.mark.parametrize(("games", "best"), [(20, 0), (2000, 1)])
def test_prior_values_matter_only_beside_few_rollouts(games: int, best: int) -> None:
    """With many rollouts, their results decide."""
    moves = [Move("sell", slot) for slot in range(2)]
    arms = [
        Arm(move, nth, 0.0, before)
        for nth, (move, before) in enumerate(zip(moves, (3, 0), strict=True))
    ]

    def play(some: Sequence[Arm]) -> None:
        for arm in some:
            arm.came(0.5 + 0.1 * arm.number, 0.5, 0.0)

    halve(arms, play, Budget(games), lambda: 0.0, most=12, begun=0.0)
    assert arms[0].number == best


def test_the_number_of_rollouts_can_be_part_of_the_name() -> None:
    """It is a whole number, and limited."""
    assert (1000, 5, 0, 0) == tuple(
        map(rollouts, ("thinker", "thinker:5", "builder", "random"))
    )
    for name in ("thinker:", "thinker:0", "thinker:05", "thinker:1000001", "builder:3"):
        assert rollouts(name) is None
