"""The thinker: by the rules, by what its seat knows, and in time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from sealed_wonders.client.bots import rollouts, strategy
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, halve
from sealed_wonders.client.bots.wonders import builder, knowledge
from sealed_wonders.client.bots.wonders.knowledge import Knowledge
from sealed_wonders.client.bots.wonders.thinker import Thinker
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer, Player, play
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.choices import careful
from tests.support.games import wonders


@pytest.mark.parametrize("expansions", [(), ("leaders", "edifice")], ids=",".join)
def test_it_plays_by_the_rules_and_by_what_it_sees(expansions: tuple[str, ...]) -> None:
    """Each choice is legal, and the same whatever the others hold, and asked again."""
    rules = Wonders(3, expansions=expansions)
    bots = [strategy("random", str(seat)) for seat in range(3)]
    bots[1] = careful(strategy("thinker:2", "seed"))
    assert isinstance(play(rules, seeded("thinker"), bots).ask, Over)


def test_what_it_deals_agrees_with_all_that_it_has_seen() -> None:
    """After as many turns as there are players, it knows the hands but for a few cards."""
    rules = Wonders(3)
    dealer = Dealer(rules, seeded("knowledge"))
    known = Knowledge(0, rules)
    exact = 0

    def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        nonlocal exact
        now = wonders(state)
        builds = [it for it in state.moves(seat, faces) if it.text.startswith("build")]
        move = builds[0] if builds else state.default(seat, faces)
        if seat or not now.cities:
            return move
        known.look(now, faces)
        blocks = known.book.block_of_card
        for holder in (1, 2) if now.task.name == "turn" else ():
            tracked = known.tracked(now, holder)
            if tracked is None:
                continue
            hand = [blocks[dealer.faces[slot]] for slot in now.hands[holder]]
            left, gone = tracked
            assert gone == len(left) - len(hand)
            assert all(left.count(it) >= hand.count(it) for it in hand)
            exact += not gone
        known.used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * 3):
        pass
    assert exact >= 10


def test_it_supposes_what_builders_used_face_down() -> None:
    """Of hands that went through its own, it takes away what they would have used."""
    rules = Wonders(4)
    dealer = Dealer(rules, seeded("supposed"))
    known = Knowledge(0, rules)
    supposed = 0

    def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        nonlocal supposed
        move = builder.choose(state, seat, faces)
        now = wonders(state)
        if seat or not now.cities:
            return move
        known.look(now, faces)
        blocks = known.book.block_of_card
        for holder in (1, 2, 3) if now.task.name == "turn" else ():
            if tracked := known.tracked(now, holder):
                hand = [blocks[dealer.faces[slot]] for slot in now.hands[holder]]
                gone = known.supposed(now, holder)
                assert sorted(tracked[0]) == sorted([*hand, *gone])
                supposed += len(gone)
        known.used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * 4):
        pass
    assert supposed


@pytest.mark.parametrize("seed", ["whatever:33", "whatever:62"])
def test_it_deals_whatever_others_do(seed: str) -> None:
    """Also where some do what no builder would, and build what they were thought to have used."""
    dice = random.Random(seed)
    rules = Wonders(6, expansions=("edifice",))
    dealer = Dealer(rules, seeded(seed))
    known = [Knowledge(seat, rules) for seat in range(6)]
    at_random = [dice.choice((0, 0.2, 0.5, 1)) for _ in known]

    def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        now = wonders(state)
        moves = state.moves(seat, faces)
        if now.cities:
            known[seat].look(now, faces)
            hand = len(now.hands[seat]) if now.task.name == "turn" else 0
            table = known[seat].dealing(now, faces).deal(dice)
            assert not hand or hand == len(table.city(seat).hand_cards())
        move = builder.choose(state, seat, faces)
        if dice.random() < at_random[seat]:
            move = dice.choice(moves)
        if now.cities:
            known[seat].used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * 6):
        pass


def _right(seed: str) -> float:
    """Return which part of the cards it deals to hands it never saw are there."""
    rules = Wonders(6)
    dealer = Dealer(rules, seeded(seed))
    known = Knowledge(0, rules)
    right = every = 0

    def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        nonlocal right, every
        move = builder.choose(state, seat, faces)
        now = wonders(state)
        if seat or not now.cities:
            return move
        known.look(now, faces)
        unseen: list[Seat] = []
        if now.task.name == "turn" and getattr(now.task, "turn", 0) > 1:
            unseen = [it for it in range(1, 6) if not known.tracked(now, it)]
        dealing = known.dealing(now, faces)
        blocks = known.book.block_of_card
        hands = [
            Counter(blocks[dealer.faces[it]] for it in now.hands[o]) for o in unseen
        ]
        for nth in range(12 if unseen else 0):
            table = dealing.deal(random.Random(nth))
            for other, hand in zip(unseen, hands, strict=True):
                right += (Counter(table.city(other).hand_cards()) & hand).total()
                every += hand.total()
        known.used(now, faces, move.text, move.slot)
        return move

    for _ in dealer.steps([choose] * 6):
        pass
    return right / every


def test_what_others_did_tells_what_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of the cards that it deals are there than if it heeds not what was built of them."""
    heeding = _right("likely:1")
    monkeypatch.setattr(knowledge, "OTHERWISE", 1.0)
    assert heeding > _right("likely:1") + 0.01


def test_it_stops_in_time() -> None:
    """It doesn't begin what it couldn't end any more, as quick as the machine may be."""
    times: list[float] = []

    def noting(clock: list[float]) -> Player:
        def read() -> float:
            clock[0] += 0.004
            return clock[0]

        thinker = Thinker("seed", Budget(seconds=0.2), read)

        def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
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
            arm.came(arm.number / 12, 0.0)

    halve(arms, play, Budget(seconds=0.2), lambda: now, most=12, begun=0.0)
    assert now <= max(0.2, each)
    tried = [arm for arm in arms if arm.tries]
    assert len(tried) == {0.0001: 12, 0.007: 6, 0.03: 2, 0.15: 0, 0.3: 0}[each]
    assert arms[0].number == max((arm.number for arm in tried), default=0)
    assert now > 0.14


def test_how_long_it_thinks_can_be_said() -> None:
    """Games in its mind are a whole number, and not too many."""
    assert (1000, 5, 0, 0) == tuple(
        map(rollouts, ("thinker", "thinker:5", "builder", "random"))
    )
    for name in ("thinker:", "thinker:0", "thinker:05", "thinker:1000001", "builder:3"):
        assert rollouts(name) is None
