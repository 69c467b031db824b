"""Checking records of 7 Wonders: correct ones pass, and the first fault is reported."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Gone, Move, Refusal, Seat, Slot, seeded
from sealed_wonders.core.local import Player
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import Flaw, RecordFault
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import catalog, everything
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.trade import Split
from tests.support.games import LeavingDealer, builder, chooser, edifice_player, wonders
from tests.support.records import (
    COMBINATIONS,
    Json,
    as_json,
    changed,
    damaged,
    example,
    fault,
    fault_or_none,
    file_lines,
    index_of,
    order_beginning_with,
    plausible_mistakes,
    recorded,
    recorded_with_leavers,
    rules_with,
)
from tests.support.recount import Recount
from tests.support.soak import random_leavers, random_rules
from tests.support.thorough import is_thorough, only

TYPED = Path(__file__).parents[2] / "records" / "typed.jsonl"


examples = st.builds(
    example, st.integers(3, 7), st.integers(0, 7), st.sampled_from(COMBINATIONS)
)


def face_down(line: Json) -> bool:
    """Return whether not everybody has seen a line's card."""
    return line.get("do") in ("discard", "draft") or line.get("use") in (
        "stage",
        "sell",
    )


# Correct records.


@given(examples, st.randoms(use_true_random=False))
def test_hands_and_face_down_cards_may_be_unknown(
    played: tuple[Json, ...], dice: random.Random
) -> None:
    """A record remains correct if any hands and face-down cards become null."""
    values = copy.deepcopy(list(played))
    share = dice.random()
    for line in values:
        if "hands" in line:
            line["hands"] = [
                None if dice.random() < share else dice.sample(hand, len(hand))
                for hand in line["hands"]
            ]
        elif "drawn" in line:
            line["drawn"] = [
                None if dice.random() < share else card for card in line["drawn"]
            ]
        elif face_down(line):
            line["card"] = None if dice.random() < share else line["card"]
    assert len(values) == check(file_lines(values)).lines


# Changed records.


def harmless(was: Sequence[Json], now: Sequence[Json]) -> bool:
    """
    Return whether a record that was changed in one place is as correct as before.

    A player may have any name. A face-down card may be unknown, and a leader that
    nobody saw may be another one that nobody saw. A city, an edifice, a lost building
    or a leader that was turned face down may be another one if the difference had no
    effect; this is what the check decides, so only their common properties are compared
    here.
    """
    (index,) = [i for i, (a, b) in enumerate(zip(was, now, strict=True)) if a != b]
    old, new = was[index], now[index]
    if index == 0:
        return _harmless_header(was, old, new)
    if face_down(old) and old | {"card": None} == new:
        return True
    seat = old.get("seat")
    had = {
        card
        for line in was
        if line.get("seat") == seat
        for card in [line.get("card"), *line.get("drawn", [])]
        if line.get("do") == "draft" or "drawn" in line
    }
    used = {line.get("card") for line in was if line.get("use") == "recruit"}
    used |= {line.get("card") for line in was if line.get("do") == "extra_leader"}
    (key,) = [key for key in old if old[key] != new[key]]
    match old:
        case {"turn": 0, "do": "play"} if key == "card":
            return face_down(old) and new["card"] in had - used
        case {"drawn": cards}:
            ((card, other),) = [
                pair
                for pair in zip(cards, new["drawn"], strict=True)
                if len({*pair}) > 1
            ]
            return other is None or card not in used
        case {"do": "penalty"}:
            both = [catalog().buildings_by_id[name] for name in (old[key], new[key])]
            return len({building.colour for building in both}) == 1
        case {"bury": _} if key == "bury":
            return {old[key], new[key]} <= used
    return str(key) == "pawn"


def _harmless_header(was: Sequence[Json], old: Json, new: Json) -> bool:
    if old["edifices"] != new["edifices"]:
        pairs = zip(old["edifices"], new["edifices"], strict=True)
        (age,) = [age for age, pair in enumerate(pairs, 1) if len({*pair}) > 1]
        return any(line == {"edifice": age, "built": False} for line in was)
    (seat,) = [i for i, s in enumerate(old["seats"]) if s != new["seats"][i]]
    if old["seats"][seat]["name"] != new["seats"][seat]["name"]:
        return True
    stages = sum(line.get("use") == "stage" and line["seat"] == seat for line in was)
    sides = [
        everything()
        .boards_by_id[header["seats"][seat]["board"]]
        .sides[header["seats"][seat]["side"]]
        for header in (old, new)
    ]
    mine, other = ([s.whole for s in side.stages[:stages]] for side in sides)
    return mine == other


@given(examples, st.randoms(use_true_random=False))
def test_any_single_change_is_reported_or_harmless(
    values: tuple[Json, ...], dice: random.Random
) -> None:
    """A change is another value, an additional line, a missing or a misplaced one."""
    for _ in range(10 if is_thorough() else 3):
        what, now = damaged(values, dice, plausible_mistakes)
        found = fault_or_none(now)
        if found is None:
            assert harmless(values, now), what
        else:
            assert 1 <= found.line <= len(now) + 1
            assert found.detail


def test_the_first_of_two_faults_is_reported() -> None:
    """Even if it is only found after the later line has been read."""
    values = list(example(5, 1))
    first = index_of(values, do="play", use="build", free="chain")
    wrong = changed(values[first], ("free",), None)
    others_turn = [
        index
        for index in range(first + 1, first + 5)
        if values[index].get("turn") == wrong["turn"]
        and values[index].get("do") == "play"
    ]
    for later in others_turn:
        now = [*values]
        now[first] = wrong
        now[later] = "rubbish"
        found = fault(now)
        assert (Flaw.DIFFERS, first + 1) == (found.flaw, found.line)
        assert 'free is null in the record, but "chain" according to the rules' == str(
            found.detail
        )


@pytest.mark.parametrize(
    ("where", "path", "new", "reason"),
    [
        ({"after": [1, 1]}, ("coins", 1), 40, "coins[1] is 40 in the record, but"),
        (
            {"after": [2, 3]},
            ("after", 1),
            4,
            "expected the coins and shields after age 2, turn 3 here",
        ),
        ({"conflict": 2}, ("tokens", 0, 1), 1, "tokens[0][1] is 1 in the record, but"),
        (
            {"dealt": 2},
            ("dealt",),
            3,
            "expected the age 2 hands here, not the age 3 hands",
        ),
        (
            {"do": "play", "turn": 2},
            ("seat",),
            1,
            "expected seat 0's move in age 1, turn 2 here, not seat 1's move",
        ),
        ({"dealt": 3}, ("hands",), [None] * 2, "2 hands for 3 players"),
        (
            {"dealt": 1},
            ("hands", 0, 0),
            "palace",
            "palace is not among the remaining age 1 cards",
        ),
    ],
)
def test_a_fault_names_both_values_or_both_lines(
    where: dict[str, Json], path: tuple[str | int, ...], new: Json, reason: str
) -> None:
    """The actual and the expected value, or the actual and the expected line."""
    values = list(example(3))
    index = index_of(values, **where)
    values[index] = changed(values[index], path, new)
    found = fault(values)
    assert index + 1 == found.line
    assert reason in str(found.detail)
    assert f"line {index + 1}: {found.detail}" == str(found)


def test_the_score_sheet_is_compared_number_by_number() -> None:
    """An error in the addition is reported with the seat and the line of the sheet."""
    values = list(example(3))
    right = values[-1]["final"][2]["blue"]
    values[-1] = changed(values[-1], ("final", 2, "blue"), right + 1)
    detail = f"final[2].blue is {right + 1} in the record, but {right} according to the rules"
    assert detail == str(fault(values).detail)


def test_an_illegal_move_is_reported_with_the_refusal() -> None:
    """A payment without a cause is refused as a wrong payment."""
    values = list(example(3))
    index = index_of(
        values, do="play", use="build", paid={"left": 0, "right": 0, "bank": 0}
    )
    values[index] = changed(values[index], ("paid", "left"), 1)
    found = fault(values)
    assert (Flaw.ILLEGAL, Refusal.WRONG_PAYMENT) == (found.flaw, found.refusal)
    assert index + 1 == found.line


def test_a_card_can_only_be_picked_from_the_discard_pile() -> None:
    """The record has the right player, but a card that was never discarded."""
    values = TYPED.read_bytes().replace(
        b'"card": "temple", "by"', b'"card": "school", "by"'
    )
    with pytest.raises(RecordFault) as caught:
        check(values.splitlines())
    assert Flaw.NO_SUCH_CARD is caught.value.flaw
    assert "school can't be in the discard pile" == str(caught.value.detail)


# Payments at a real table.


def generous(seed: str) -> Player:
    """Return a player that pays too much wherever a lenient table allows it."""
    plain = builder(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        move = plain(state, seat, faces)
        task = wonders(state).task
        play = notation.parse(move.text)
        if isinstance(task, Turn) and play.verb == "build":
            around = wonders(state).around(seat)
            quotes = Quotes(around, task.turn)
            card = catalog().buildings_by_id[play.name]
            for left, right in ((0, 2), (2, 0), (2, 2), (4, 2), (2, 4), (4, 0)):
                paid = Split(left, right, card.bank)
                if (
                    paid not in quotes.building(card).splits
                    and quotes.covers(quotes.cost_of(card), paid)
                    and sum(paid) <= around.city.coins
                ):
                    return Move(notation.text(play._replace(paid=paid)), move.slot)
        return move

    return choose


def test_an_excessive_payment_is_a_fault_unless_checking_is_lenient() -> None:
    """A lenient check lists the payment."""
    players = [generous(f"generous {seat}") for seat in range(4)]
    values = as_json(recorded(Wonders(4, lenient=True), "generous", players))
    found = fault(values)
    assert (Flaw.ILLEGAL, Refusal.NOT_CHEAPEST) == (found.flaw, found.refusal)
    result = check(file_lines(values), lenient=True)
    assert found.line == result.tolerated[0].line
    assert found.detail == result.tolerated[0].detail
    assert len(result.tolerated) > 3


def test_a_lenient_check_refuses_unaffordable_payments() -> None:
    values = list(example(4, 1))
    for index, line in enumerate(values):
        if line.get("use") == "build" and sum(line["paid"].values()):
            now = [*values]
            now[index] = changed(line, ("paid", "left"), 90)
            assert Flaw.ILLEGAL is fault(now, lenient=True).flaw


# Leaving.


@cache
def left(
    players: int, number: int, expansions: tuple[str, ...] = ()
) -> tuple[Json, ...]:
    """Return the record of a game that some seats leave; empty if it never began."""
    seed = "/".join(("left", str(players), str(number), *expansions))
    rules = random_rules(players, seed, expansions)
    crowd = [(chooser, builder, edifice_player)[number % 3](seed)] * players
    leaving = random_leavers(players, seed, expansions)
    return tuple(as_json(recorded_with_leavers(rules, crowd, leaving, seeded(seed))))


@pytest.mark.parametrize("players", only([3, 7], range(3, 8)))
@pytest.mark.parametrize("number", only([0], range(20)))
@pytest.mark.parametrize("expansions", COMBINATIONS)
def test_records_of_games_with_leavers_are_correct(
    players: int, number: int, expansions: tuple[str, ...]
) -> None:
    """The check and the independent account agree, even if hidden cards are unknown."""
    values = left(players, number, expansions)
    if not values:
        return
    assert len(values) == check(file_lines(values)).lines
    recount = Recount(values)
    recount.run()
    assert sum(len(line.get("left", ())) for line in values) == recount.seen["left"]
    assert not recount.gone & {*values[-1]["winners"]} or len(recount.active) < 2
    blind = [
        line | {"card": None} if face_down(line) else copy.deepcopy(line)
        for line in values
    ]
    for line in blind:
        if "hands" in line:
            line["hands"] = [hand and None for hand in line["hands"]]
    check(file_lines(blind))


def test_a_wrong_line_about_leaving_is_reported() -> None:
    """
    A seat can't leave twice, nor if there is no such seat. The line can be neither left
    out nor made up.
    """
    values = [*left(4, 1)]
    (where,) = (index for index, line in enumerate(values) if "left" in line)
    before, (seat,), after = values[:where], values[where]["left"], values[where + 1 :]
    for wrong, why in (
        ([{"left": [seat]}, {"left": [seat]}], f"seat {seat} has already left"),
        ([{"left": [6]}], "there is no seat 6"),
    ):
        found = fault([*before, *wrong, *after])
        assert (Flaw.ILLEGAL, Refusal.NOT_ASKED) == (found.flaw, found.refusal)
        assert why == str(found.detail)
    for seats in ([], [1, 1], ["1"], 1):
        found = fault([*before, {"left": seats}, *after])
        assert (where + 1, Flaw.MALFORMED) == (found.line, found.flaw)
    found = fault([*values, {"left": [0]}])
    assert (len(values) + 1, Flaw.OUT_OF_PLACE) == (found.line, found.flaw)
    assert where < fault([*before, *after]).line
    whole = example(3)
    for index in (
        index_of(whole, dealt=1) + 1,
        index_of(whole, dealt=3),
        len(whole) - 1,
    ):
        made_up = [*whole[:index], {"left": [1]}, *whole[index:]]
        assert index < fault(made_up).line <= len(made_up)


def test_a_seat_that_left_has_no_hand_and_cannot_win() -> None:
    """
    It gets no hand, not even an unknown one, and doesn't win with the most points (G1).
    """
    values = [*left(5, 1)]
    gone = next(line["left"] for line in values if "left" in line)
    index = next(at for at, line in enumerate(values) if [] in line.get("hands", ()))
    (hand, *_) = [hand for hand in values[index]["hands"] if hand]
    for other in (None, hand):
        found = fault(changed(values, (index, "hands", gone[0]), other))
        assert (index + 1, Flaw.DIFFERS) == (found.line, found.flaw)
        assert f"seat {gone[0]} has left, so its hand must be []" == str(found.detail)
    found = fault(changed(values, (-1, "winners"), gone))
    assert (len(values), Flaw.DIFFERS) == (found.line, found.flaw)


class Losing(LeavingDealer):
    """A table where a leaver's secrets are needed to read the box and discard pile."""

    def leave(self, *seats: Seat) -> None:
        state = wonders(self.state)
        lost = tuple(sorted({*state.box, *state.discard}))
        self.state = state.tell(Gone(seats, lost))
        self.after_answer()


def test_cards_lost_with_a_leaver_are_neither_drawn_nor_picked() -> None:
    """A record has no line for lost cards, and is correct without one."""
    lines = Counter[tuple[type[LeavingDealer], str]]()
    for number in range(30 if is_thorough() else 4):
        seed = f"lost {number}"
        rules = rules_with(4, ("leaders",))
        order = order_beginning_with(
            rules, seed, boards="roma halikarnassos babylon gizah"
        )
        leaving = {50 + number: (number % 2 + 2,)}
        for table in (LeavingDealer, Losing):
            crowd = [builder(seed)] * 4
            values = as_json(recorded_with_leavers(rules, crowd, leaving, order, table))
            assert len(values) == check(file_lines(values)).lines
            lines[table, "drawn"] += sum("drawn" in line for line in values)
            lines[table, "pick"] += sum(line.get("do") == "pick" for line in values)
    for kind in ("drawn", "pick"):
        assert lines[Losing, kind] < lines[LeavingDealer, kind]
