"""
Checking records of Architects: correct records pass, and the first fault is reported.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import MAX_LINES, Flaw
from tests.support.architects_records import (
    as_json,
    example,
    plausible_mistakes,
    recorded_with_leavers,
    two_equal_cards,
)
from tests.support.architects_recount import Recount
from tests.support.records import (
    Json,
    changed,
    damaged,
    fault,
    fault_or_none,
    file_lines,
    index_of,
)
from tests.support.soak import random_leavers
from tests.support.thorough import only

TYPED = Path(__file__).parents[2] / "records" / "typed_architects.jsonl"


def typed() -> list[Json]:
    """Return a game that a person can look up in its file."""
    return [json.loads(line) for line in TYPED.read_text("utf-8").splitlines()]


# Changed records.


@given(
    st.builds(example, st.integers(2, 7), st.integers(0, 5)),
    st.randoms(use_true_random=False),
)
def test_a_fault_is_never_reported_before_the_change(
    values: tuple[Json, ...], dice: random.Random
) -> None:
    """Nor after the end, and always with a reason."""
    what, now = damaged(values, dice, plausible_mistakes)
    pairs = zip(now, values, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), 0)
    found = fault_or_none(now)
    if found is not None:
        assert same + 1 <= found.line <= len(now) + 1, what
        assert found.detail


@pytest.mark.parametrize(
    ("line", "key", "new", "reason"),
    [
        # Differs from the rules.
        ({"after": 9}, "cat", None, "cat is null in the record, but 2 according to"),
        ({"turn": 2}, "card", "wood", 'card is "wood" in the record, but "papyrus"'),
        ({"turn": 4}, "by", "science", 'by is "science" in the record, but left out'),
        ({"do": "build"}, "stage", 2, "stage is 2 in the record, but 1 according to"),
        (
            {"by": "halicarnassus"},
            "pile",
            "alexandria",
            'but "halicarnassus" according',
        ),
        # Refused by the rules.
        ({"turn": 4}, "pile", "giza", "take giza"),
        ({"by": "science"}, "by", "crafts", "extra crafts giza"),
        ({"do": "token"}, "token", "culture", "token culture"),
        ({"do": "search"}, "pile", "giza", "search giza"),
        # Impossible cards.
        ({"top": "giza"}, "card", "mil_2horn", "can no longer be face down in giza"),
        ({"open": "decor"}, "open", "tactics", "can no longer be face down in tokens"),
        ({"do": "search"}, "cards", ["wood", "mil_0horn"], "expected 5 cards, not 2"),
        ({"do": "search"}, "cards", ["wood"] * 5, "but isn't among these cards"),
        ({"by": "halicarnassus"}, "card", "stone", "isn't among the cards that were"),
        # Out of place.
        ({"do": "build"}, "seat", 0, "expected the stage that seat 1 builds in turn 5"),
        (
            {"mixed": "halicarnassus"},
            "mixed",
            "giza",
            "expected the reshuffling of halicarnassus",
        ),
        ({"battle": 29}, "battle", 28, "expected the battle in turn 29 here, not the"),
    ],
)
def test_a_fault_names_both_values_both_lines_or_the_rule(
    line: dict[str, Json], key: str, new: Json, reason: str
) -> None:
    values = typed()
    index = index_of(values, **line)
    values[index] = changed(values[index], (key,), new)
    found = fault(values)
    assert index + 1 == found.line
    assert reason in str(found.detail)


def test_the_cards_of_a_search_may_be_partly_unknown() -> None:
    """The writer saw the card on top, and possibly some of the others."""
    values = typed()
    index = index_of(values, do="search", turn=43)
    *below, top = values[index]["cards"]
    assert "mil_0horn" == top
    for unknown in range(len(below) + 1):
        for cards in (
            [*[None] * unknown, *below[unknown:], top],
            [top, *below[unknown:], *[None] * unknown],
        ):
            values[index] = changed(values[index], ("cards",), cards)
            assert len(values) == check(file_lines(values)).lines
    # The kept card may then have been any card of the pile; only the rest of the record
    # contradicts it.
    values[index + 1] = changed(values[index + 1], ("card",), "civil_2vp_cat")
    assert fault(values).line > index + 2


@pytest.mark.parametrize("place", [1, 2])
def test_of_two_equal_cards_either_may_have_been_kept(place: int) -> None:
    """The next line shows which one, if the other had to be turned up."""
    values = two_equal_cards(place)
    index = index_of(values, do="take", by="halicarnassus", card="wood", turn=38)
    assert ["wood", "wood"] == values[index - 1]["cards"]
    turned_up = values[index + 1] == {"top": "halicarnassus", "card": "wood"}
    assert turned_up == (place == 1)
    assert len(values) == check(file_lines(values)).lines
    Recount(values).run()


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ({"top": "alexandria"}, "the top card of alexandria here, not a face-up"),
        ({"open": "economy"}, "a face-up token here, not the card that seat 0 takes"),
        ({"turn": 4}, "the card that seat 0 takes in turn 4 here, not the end of"),
        ({"do": "build"}, "the stage that seat 1 builds in turn 5 here, not the end"),
        ({"do": "science"}, "the symbols that seat 0 gives up in turn 28 here"),
        ({"do": "token"}, "the token that seat 0 takes in turn 28 here, not a face-up"),
        ({"do": "search"}, "the cards that seat 0 looks through in turn 43 here, not"),
        ({"by": "alexandria"}, "the card that seat 2 takes in turn 33 here, not the"),
        ({"mixed": "alexandria"}, "the reshuffling of alexandria here, not the top"),
        ({"battle": 29}, "the battle in turn 29 here, not the end of turn 29"),
        ({"after": 3}, "the end of turn 3 here, not the card that seat 0 takes in"),
    ],
)
def test_a_missing_line_is_reported(line: dict[str, Json], due: str) -> None:
    """Whether the event was forced or chosen."""
    values = typed()
    index = index_of(values, **line)
    found = fault([*values[:index], *values[index + 1 :]])
    assert (index + 1, Flaw.OUT_OF_PLACE) == (found.line, found.flaw)
    assert str(found.detail).startswith(f"expected {due}")


def choice() -> tuple[list[Json], int]:
    """
    Return a record, and a stage built last in its turn that could have been built
    otherwise.
    """
    for number in range(20):
        values = list(example(3, number))
        for index, line in enumerate(values):
            if line.get("do") == "build" and "after" in values[index + 1]:
                found = fault([*values[:index], *values[index + 1 :]])
                if found.refusal is not None:
                    return values, index
    raise LookupError


def test_a_turn_cannot_end_without_its_mandatory_move() -> None:
    """
    If there are several ways to make the move, no particular line is missing, but the
    turn can't end.
    """
    values, index = choice()
    found = fault([*values[:index], *values[index + 1 :]])
    assert (index + 1, Flaw.ILLEGAL) == (found.line, found.flaw)
    assert Refusal.NOT_YET is found.refusal
    wrong = changed(values[index], ("cards",), ["coin"])
    found = fault([*values[:index], wrong, *values[index + 1 :]])
    assert (index + 1, Flaw.ILLEGAL) == (found.line, found.flaw)
    assert found.refusal in (Refusal.WRONG_PAYMENT, Refusal.NOT_THERE)


def test_an_extra_card_may_be_declined() -> None:
    """A token only permits the card; the record may go on with the end of the turn."""
    values = typed()
    index = index_of(values, by="science")
    found = fault([*values[:index], *values[index + 2 :]])
    # The declined card would still be there a turn later, but another one was taken.
    assert found.line > index + 2


def test_a_wonder_belongs_to_one_city_only() -> None:
    """The wonders must be those of the piles, too."""
    values = typed()
    now = [changed(values[0], ("seats", 1, "wonder"), "rhodes"), *values[1:]]
    found = fault(now)
    assert (3, Flaw.OUT_OF_PLACE) == (found.line, found.flaw)


def test_the_longest_game_fits_into_a_record() -> None:
    """
    Every card takes a line, the next card of its pile another, and its turn's end a
    third.
    """
    cards, tokens, stages = 60 + 7 * 25, 15, 7 * 5
    longest = 1 + 3 * cards + 3 * tokens + 4 * stages + 7 * cards // 7
    assert longest < MAX_LINES
    assert max(len(example(7, number)) for number in range(4)) < MAX_LINES / 2


# Leaving.


@pytest.mark.parametrize("players", only([2, 3, 7], range(2, 8)))
@pytest.mark.parametrize("number", only([0], range(60)))
def test_records_of_games_with_leavers_are_correct(players: int, number: int) -> None:
    """The check and the independent account agree."""
    seed = f"left {players} {number}"
    leaving = random_leavers(players, seed, answers=40)
    values = as_json(recorded_with_leavers(players, seed, leaving, DRAWS[number % 2]))
    if not values:
        return
    assert len(values) == check(file_lines(values)).lines
    recount = Recount(values)
    recount.run()
    assert sum(len(line.get("left", ())) for line in values) == recount.seen["left"]
    for index, line in enumerate(values):
        if "left" in line:
            without = [*values[:index], *values[index + 1 :]]
            twice = [*values[: index + 1], *values[index:]]
            assert index < fault(without).line
            found = fault(twice)
            over = "final" in values[index + 1]
            why = Flaw.OUT_OF_PLACE if over else Flaw.ILLEGAL
            assert (index + 2, why) == (found.line, found.flaw)


@pytest.mark.parametrize("early", range(3, 6))
def test_a_seat_may_leave_during_the_setup(early: int) -> None:
    """Before the piles are mixed, or after that; then they are mixed again."""
    values = as_json(recorded_with_leavers(3, "laid out", {early: (1,), 60: (0,)}))
    assert {"left": [1]} == values[1] or early > 3
    assert len(values) == check(file_lines(values)).lines
