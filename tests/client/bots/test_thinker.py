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
from tests.support.choices import careful
from tests.support.games import wonders
from tests.support.thorough import only


@pytest.mark.parametrize(
    "expansions",
    [pytest.param((), marks=pytest.mark.thorough), ("leaders", "edifice")],
    ids=",".join,
)
def test_it_plays_by_the_rules_and_by_what_it_sees(expansions: tuple[str, ...]) -> None:
    """Each choice is legal, and the same whatever the others hold, and asked again."""
    rules = Wonders(3, expansions=expansions)
    bots = [strategy("random", str(seat)) for seat in range(3)]
    bots[1] = careful(strategy("thinker:2", "seed"))
    assert isinstance(play(rules, seeded("thinker"), bots).ask, Over)


class Look(NamedTuple):
    """What seat 0 knows at a turn, and how it is."""

    known: Knowledge
    state: State
    faces: Mapping[Slot, Card]
    hands: Sequence[Sequence[int]]
    """By the seats they were dealt to, each in the order in which it was used."""


def _watch(
    rules: Wonders, seed: str, others: Sequence[Player], see: Callable[[Look], None]
) -> None:
    """Play a game, and look at what seat 0 knows at each turn but the first of an age."""
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
            see(Look(known, now, faces, hands))
        if task.name == "turn" and move.slot is not None:
            origin = (seat - step) % rules.players
            used.setdefault((age, origin), []).append(blocks[faces[move.slot]])
        if seat == 0:
            known.used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * rules.players):
        pass


@pytest.mark.parametrize("players", [3, 4])
def test_what_it_knows_of_hands_is_so(players: int) -> None:
    """Each card of a hand that it knows is there, and the others are where it takes them to be."""
    places = 0

    def see(look: Look) -> None:
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

    # Some sell at random, so that much is used face down.
    bots = [strategy("easy", str(seat)) for seat in range(players)]
    _watch(Wonders(players), "known", bots, see)
    assert places >= 50


def _right(seed: str, players: int, first: int, last: int) -> float:
    """Return which part of others' cards are dealt as they are, from some turn to another."""
    right = every = 0

    def see(look: Look) -> None:
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

    _watch(Wonders(players), seed, [builder.player("")] * players, see)
    return right / every


def test_it_supposes_what_builders_used_face_down() -> None:
    """When all hands have gone through its own, it knows them but for a few of such cards."""
    assert _right("supposed", 4, 4, 6) > 0.99


def test_what_others_did_tells_what_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of the cards that it deals are there than if it heeds not what was done with them."""
    heeding = _right("likely", 4, 2, 2)
    monkeypatch.setattr(knowledge, "OTHERWISE", 0.9)
    monkeypatch.setattr(knowledge, "SEEN", 10**9)
    assert heeding > _right("likely", 4, 2, 2) + 0.03


def test_it_learns_who_plays_otherwise() -> None:
    """It relies on what builders would do as far as somebody does."""
    said: list[float] = []

    def see(look: Look) -> None:
        said[:] = [look.known.otherwise(seat) for seat in range(1, 4)]

    bots: list[Player] = [builder.player("")] * 4
    _watch(Wonders(4), "otherwise", bots, see)
    assert max(said) < knowledge.OTHERWISE
    bots[2] = strategy("random", "2")
    _watch(Wonders(4), "otherwise", bots, see)
    assert said[1] > 4 * knowledge.OTHERWISE
    assert max(said[0], said[2]) < knowledge.OTHERWISE


def _is_of_the_deck(known: Knowledge, state: State, table: EngineTable) -> bool:
    """Tell whether hands and the discard that were dealt can be there beside what stands."""
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
def test_it_deals_whatever_others_do(seed: str, late: int) -> None:
    """
    Also where some do what no builder would, and build what they were thought to have used.

    And where it comes back late in each age, and wasn't there when much was done.
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
                assert _is_of_the_deck(known[seat], now, table)
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


def test_it_stops_in_time() -> None:
    """It doesn't begin what it couldn't end any more, as quick as the machine may be."""
    times: list[float] = []

    def noting(clock: list[float]) -> Player:
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
    bots[0] = noting([0.0])
    play(Wonders(3), seeded("in time"), bots)
    assert 0.1 < max(times) <= 0.22


@pytest.mark.parametrize("each", [0.0001, 0.007, 0.03, 0.15, 0.3])
def test_slow_games_make_it_try_fewer_moves_but_take_no_longer(each: float) -> None:
    """However long a game in its mind takes, even if not one can be ended in time."""
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
def test_what_moves_seem_to_be_worth_counts_beside_few_games(
    games: int, best: int
) -> None:
    """Of many games, what came of them decides."""
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


def test_how_long_it_thinks_can_be_said() -> None:
    """Games in its mind are a whole number, and not too many."""
    assert (1000, 5, 0, 0) == tuple(
        map(rollouts, ("thinker", "thinker:5", "builder", "random"))
    )
    for name in ("thinker:", "thinker:0", "thinker:05", "thinker:1000001", "builder:3"):
        assert rollouts(name) is None
