"""Records replayed: what follows from the rules, and the first line that doesn't."""

from __future__ import annotations

import codecs
import copy
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.architects.reading import read
from sealed_wonders.core.architects.scoring import CATEGORIES
from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import MAX_LINES, Flaw, RecordFault
from tests.support.architects_records import (
    KINDS,
    TOKENS,
    WONDERS,
    as_json,
    example,
    left_by_some,
    others,
    recorded,
    two_equal_cards,
)
from tests.support.architects_recount import Recount
from tests.support.architects_soak import leavers
from tests.support.records import Json, at, changed, leaves, raw, spoilt
from tests.support.thorough import every, only

TYPED = Path(__file__).parents[2] / "records" / "typed_architects.jsonl"


def fault(values: Sequence[Json]) -> RecordFault:
    """Give the fault of a record that has one."""
    with pytest.raises(RecordFault) as caught:
        check(raw(values))
    return caught.value


def flaw_of(values: Sequence[Json]) -> RecordFault | None:
    try:
        check(raw(values))
    except RecordFault as found:
        return found
    return None


def typed() -> list[Json]:
    """Give a game that a person can look up in its file."""
    return [json.loads(line) for line in TYPED.read_text("utf-8").splitlines()]


def find(values: Sequence[Json], **wanted: object) -> int:
    """Give the index of the first line with these values."""
    for index, line in enumerate(values):
        if all(line.get(key) == value for key, value in wanted.items()):
            return index
    raise LookupError(wanted)


# Good ones.


@pytest.mark.parametrize("players", only([2, 3, 7], range(2, 8)))
@pytest.mark.parametrize("number", only(range(2), range(4)))
def test_what_was_played_by_the_rules_is_good(players: int, number: int) -> None:
    """Games of all sizes follow, to the last line of their sheets."""
    values = example(players, number)
    result = check(raw(values))
    assert len(values) == result.lines
    assert tuple(values[-1]["winners"]) == result.sheet.winners
    assert CATEGORIES == result.sheet.categories
    assert tuple(f"player {seat}" for seat in range(players)) == result.names
    assert () == result.tolerated


def test_a_record_typed_in_from_a_table_is_good() -> None:
    """With names of whoever sat there."""
    result = check(TYPED.read_bytes().splitlines())
    assert ("Ann", "Béla", "Chiara") == result.names
    assert (0,) == result.sheet.winners
    assert 243 == result.lines


def test_keys_and_cards_have_no_order_and_lines_may_end_in_any_way() -> None:
    """What means the same is the same, however it is typed."""
    values = [dict(reversed(line.items())) for line in copy.deepcopy(example(3, 1))]
    for line in values:
        for key in ("cards", "tokens"):
            if key in line and "battle" not in line:
                line[key].reverse()
    text = b"\n \n".join(b"  " + line.strip() + b"\r" for line in raw(values))
    whole = (codecs.BOM_UTF8 + text).splitlines(keepends=True)
    assert len(values) == check(whole).lines
    assert len(values) == check([b"\n", *text.splitlines(keepends=True)]).lines


# Spoilt ones.


def test_a_record_without_its_end_is_unfinished_wherever_it_ends() -> None:
    """The line named is the one that is missing, and what should stand there."""
    values = example(2, 1)
    for end in every(4, range(len(values))):
        found = fault(values[:end])
        assert (Flaw.UNFINISHED, end + 1) == (found.flaw, found.line)
        said = "unfinished: the record ends before "
        assert str(found.detail).startswith(said)
        if "do" not in values[end] and "after" not in values[end] and end:
            assert f"{said}{read(values[end]).title}" == str(found.detail)


def test_nothing_follows_the_end() -> None:
    """A line after the score sheet is out of place."""
    values = [*example(2), example(2)[-1]]
    found = fault(values)
    assert (Flaw.OUT_OF_PLACE, len(values)) == (found.flaw, found.line)


@pytest.mark.parametrize(
    ("players", "step"), only([(2, 12)], [(2, 12), (5, 12), (2, 1)])
)
def test_every_number_of_a_record_is_checked(players: int, step: int) -> None:
    """One more of anything, anywhere, is a fault at its line."""
    values = example(players, 1)
    for index, line in enumerate(values):
        for path in list(leaves(line))[index % step :: step]:
            number = at(line, path)
            if type(number) is int:
                now = [*values]
                now[index] = changed(line, path, number + 1)
                # Who begins is seen when somebody does.
                late = players + 4 if path == ("first",) else 0
                assert 0 <= fault(now).line - (index + 1) <= late


@given(
    st.builds(example, st.integers(2, 7), st.integers(0, 5)),
    st.randoms(use_true_random=False),
)
def test_a_fault_is_never_named_before_what_was_changed(
    values: tuple[Json, ...], dice: random.Random
) -> None:
    """Nor after the end, and always with a reason."""
    what, now = spoilt(values, dice, others)
    pairs = zip(now, values, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), 0)
    found = flaw_of(now)
    if found is not None:
        assert same + 1 <= found.line <= len(now) + 1, what
        assert found.detail


@pytest.mark.parametrize(
    ("line", "key", "new", "reason"),
    [
        # Compared with what the rules say.
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
        # Refused by them.
        ({"turn": 4}, "pile", "giza", "take giza"),
        ({"by": "science"}, "by", "crafts", "extra crafts giza"),
        ({"do": "token"}, "token", "culture", "token culture"),
        ({"do": "search"}, "pile", "giza", "search giza"),
        # Cards that can't be there.
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
def test_the_fault_says_what_is_wrong(
    line: dict[str, Json], key: str, new: Json, reason: str
) -> None:
    """Both values are shown, or both lines, or what the rules have to say."""
    values = typed()
    index = find(values, **line)
    values[index] = changed(values[index], (key,), new)
    found = fault(values)
    assert index + 1 == found.line
    assert reason in str(found.detail)


def test_a_search_may_be_known_in_part() -> None:
    """Whoever wrote it down saw the card on top, and maybe others of them."""
    values = typed()
    index = find(values, do="search", turn=43)
    *below, top = values[index]["cards"]
    assert "mil_0horn" == top
    for unknown in range(len(below) + 1):
        for cards in (
            [*[None] * unknown, *below[unknown:], top],
            [top, *below[unknown:], *[None] * unknown],
        ):
            values[index] = changed(values[index], ("cards",), cards)
            assert len(values) == check(raw(values)).lines
    # What was kept may have been any card of the pile then: it is the rest of the record
    # that doesn't follow.
    values[index + 1] = changed(values[index + 1], ("card",), "civil_2vp_cat")
    assert fault(values).line > index + 2


@pytest.mark.parametrize("place", [1, 2])
def test_of_two_equal_cards_either_may_have_been_kept(place: int) -> None:
    """A line tells which, where the other one had to be turned up."""
    values = two_equal_cards(place)
    index = find(values, do="take", by="halicarnassus", card="wood", turn=38)
    assert ["wood", "wood"] == values[index - 1]["cards"]
    turned_up = values[index + 1] == {"top": "halicarnassus", "card": "wood"}
    assert turned_up == (place == 1)
    assert len(values) == check(raw(values)).lines
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
def test_a_line_left_out_is_missed(line: dict[str, Json], due: str) -> None:
    """Whatever it tells, forced or chosen."""
    values = typed()
    index = find(values, **line)
    found = fault([*values[:index], *values[index + 1 :]])
    assert (index + 1, Flaw.OUT_OF_PLACE) == (found.line, found.flaw)
    assert str(found.detail).startswith(f"expected {due}")


def choice() -> tuple[list[Json], int]:
    """Find a stage that was built last in its turn, when there was another way to."""
    for number in range(20):
        values = list(example(3, number))
        for index, line in enumerate(values):
            if line.get("do") == "build" and "after" in values[index + 1]:
                found = fault([*values[:index], *values[index + 1 :]])
                if found.refusal is not None:
                    return values, index
    raise LookupError


def test_what_had_to_be_done_and_was_not_is_refused() -> None:
    """With several ways to do it, no line is due, but the turn can't end."""
    values, index = choice()
    found = fault([*values[:index], *values[index + 1 :]])
    assert (index + 1, Flaw.ILLEGAL) == (found.line, found.flaw)
    assert Refusal.NOT_YET is found.refusal
    wrong = changed(values[index], ("cards",), ["coin"])
    found = fault([*values[:index], wrong, *values[index + 1 :]])
    assert (index + 1, Flaw.ILLEGAL) == (found.line, found.flaw)
    assert found.refusal in (Refusal.WRONG_PAYMENT, Refusal.NOT_THERE)


def test_a_further_card_may_be_left() -> None:
    """A token only allows it: the record goes on with the end of the turn."""
    values = typed()
    index = find(values, by="science")
    found = fault([*values[:index], *values[index + 2 :]])
    # The card would have been there a turn later, and so isn't the one that was taken.
    assert found.line > index + 2


def test_the_first_of_two_faults_is_named() -> None:
    """Also where it could only be found out with the later line."""
    values = typed()
    now = [*values]
    now[1] = changed(values[1], ("card",), "stone")
    now[2] = changed(values[2], ("card",), "mil_2horn")
    assert 3 == fault(now).line
    now[1] = changed(values[1], ("top",), "giza")
    assert 2 == fault(now).line


# Files of any size and kind.


@pytest.mark.parametrize("players", range(2, 8))
def test_wonders_that_were_chosen_are_told_by_the_header(players: int) -> None:
    """And a record without that is the same game, with wonders by lot (A1.1)."""
    values = as_json(recorded(players, f"chosen {players}", draw="chosen"))
    assert "chosen" == values[0]["draw"]
    assert None is flaw_of(values)
    header = {key: value for key, value in values[0].items() if key != "draw"}
    assert None is flaw_of([header, *values[1:]])


def test_a_wonder_belongs_to_one_city_only() -> None:
    """And the wonders are those of the piles."""
    values = typed()
    now = [changed(values[0], ("seats", 1, "wonder"), "rhodes"), *values[1:]]
    found = fault(now)
    assert (3, Flaw.OUT_OF_PLACE) == (found.line, found.flaw)


def test_no_more_lines_are_read_than_a_record_can_have() -> None:
    """An endless file is given up at the line that is one too many."""
    with pytest.raises(
        RecordFault, match=f"line {MAX_LINES + 1}: more than {MAX_LINES}"
    ):
        check([b"\n"] * (MAX_LINES + 2))
    whole = raw(example(2))
    padding = [b"\n"] * (MAX_LINES - len(whole))
    assert len(whole) == check([*padding, *whole]).lines
    with pytest.raises(RecordFault, match="more than"):
        check([*padding, b"\n", *whole])


def test_the_longest_game_fits_into_a_record() -> None:
    """Every card has a line, the next one below it and an end of its turn."""
    cards, tokens, stages = 60 + 7 * 25, 15, 7 * 5
    longest = 1 + 3 * cards + 3 * tokens + 4 * stages + 7 * cards // 7
    assert longest < MAX_LINES
    assert max(len(example(7, number)) for number in range(4)) < MAX_LINES / 2


@given(st.lists(st.binary(max_size=200), max_size=5))
def test_rubbish_is_a_fault_and_nothing_worse(rubbish: list[bytes]) -> None:
    """Whatever is in a file, wherever in it, one line is named."""
    whole = raw(example(3))
    with pytest.raises(RecordFault):
        check([*whole[:20], b"?", *rubbish])


def test_ids_are_those_of_the_data() -> None:
    """None of one kind is taken for one of another."""
    assert 14 + 7 + 14 == len({*KINDS, *WONDERS, *TOKENS})


# Who leaves.


@pytest.mark.parametrize("players", only([2, 3, 7], range(2, 8)))
@pytest.mark.parametrize("number", only([0], range(60)))
def test_games_that_some_leave_are_good(players: int, number: int) -> None:
    """By the rules and by pencil and paper."""
    seed = f"left {players} {number}"
    leaving = leavers(players, "leaving", seed)
    values = as_json(left_by_some(players, seed, leaving, DRAWS[number % 2]))
    if not values:
        return
    assert len(values) == check(raw(values)).lines
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
            flaw = Flaw.OUT_OF_PLACE if over else Flaw.ILLEGAL
            assert (index + 2, flaw) == (found.line, found.flaw)


@pytest.mark.parametrize("early", range(3, 6))
def test_who_left_while_the_table_was_laid_out(early: int) -> None:
    """Before the piles were mixed, or after: then they are mixed again."""
    values = as_json(left_by_some(3, "laid out", {early: (1,), 60: (0,)}))
    assert {"left": [1]} == values[1] or early > 3
    assert len(values) == check(raw(values)).lines
