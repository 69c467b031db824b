"""The memory aid, on the screen and in line mode."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.terminal.wonders.screens.hands import HandsBox
from sealed_wonders.client.view.wonders.handtracker import may_remember
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.agreed import agreed
from tests.support.fakescreen import FakeScreen
from tests.support.human import Human
from tests.support.stacks import Seated, Sit


@pytest.fixture
def sit(sit: Sit) -> Sit:
    """Return a function that seats Ann at a table with or without a memory aid."""

    def make(
        *, memory_aid: bool = True, leaders: bool = False, **others: Any
    ) -> Seated:
        expansions = ("leaders",) if leaders else ()
        own = agreed(memory_aid=memory_aid, expansions=expansions)
        seated = sit(own=own, **others)
        seated.stack.base = FakeScreen(seated.stack)
        return seated

    return make


@pytest.fixture
def seated(sit: Sit) -> Seated:
    """Return Ann on the fifth turn, when she has had all three hands."""
    seated = sit()
    seated.play_until_turn(1, 5)
    return seated


def answer_to(seated: Seated, line: str) -> str:
    return "\n".join(seated.human.person.commands.ask(line))


def names(numbers: tuple[int, ...]) -> set[str]:
    some = [catalog().building(number) for number in numbers]
    return {describe.name(card) for card in some if card is not None}


def test_each_hand_of_the_others_is_listed_with_its_known_cards(seated: Seated) -> None:
    """
    The machine of a lent seat is named, and so are the hands that the program doesn't
    know.
    """
    known = seated.stack.known
    assert known.notes is not None
    assert known.sight is not None
    seated.stack.act("memory")
    seen, said = seated.look(120, 40), answer_to(seated, "hands")
    others = [
        one
        for one in known.notes.hands(known.sight.state)
        if one.holder != known.viewpoint
    ]
    assert len(others) == 2
    for one in others:
        assert f"You had this hand on turn {one.seen}." in said
        for name in names((*one.sure, *one.perhaps)):
            assert name in seen
            assert name in said
    lent = [
        it if seat == known.ours else it._replace(lender=known.keyring.me)
        for seat, it in enumerate(known.people)
    ]
    known.people = tuple(lent)
    known.notes.missed.append((1, 2))
    seated.stack.act("memory")
    seated.stack.act("memory")
    for told in (seated.look(120, 40), answer_to(seated, "hands")):
        assert "bob (on your machine) holds 3 cards." in told
        assert "You (" not in told
        missed = "Your program doesn't know the hands of this seat up to age 1, turn 2."
        assert missed in told


def test_cards_that_others_took_face_down_are_inferred(sit: Sit) -> None:
    """
    With three players, a hand that comes back shows what is missing. It is listed only
    once.
    """
    seated = sit()
    assert answer_to(seated, "hands") == "You can do that once the game has begun."
    seated.begin()
    assert answer_to(seated, "hands") == (
        "The hands for the first age haven't been dealt yet."
    )
    head = "What others played face down, as far as you can tell:"
    compared = 0
    while (seated.view.age, seated.view.turn) != (3, 1):
        if (seated.view.age, seated.view.turn) == (2, 1):
            check_guesses(seated, head)
        lines = answer_to(seated, "hands").split("\n")
        rest = lines[lines.index(head) + 1 :] if head in lines else []
        age = f"Age {seated.view.age}, t"
        for line in rest:
            if line.strip().startswith(age):
                assert f"   T{line.strip().removeprefix(age)}" not in lines
                compared += 1
        assert len(rest) == len(set(rest))
        seated.choose()
    assert compared


def check_guesses(seated: Seated, head: str) -> None:
    known = seated.stack.known
    assert known.notes is not None
    guesses = [one for one in known.notes.taken() if one.cards]
    assert guesses
    seated.stack.act("memory")
    seen, said = seated.look(120, 60), answer_to(seated, "hands")
    for told in (seen, said):
        assert head in told
        for one in guesses:
            assert all(name in told for name in names(one.cards))
    box = seated.stack.top
    assert isinstance(box, HandsBox)
    first = box.rows(75, 20)
    assert box.rows(75, 20) is first, "rows are cached for each state"
    assert box.rows(60, 20) is not first
    seated.choose()
    assert text_of(box.rows(75, 20)) != text_of(first)


@pytest.mark.usefixtures("fast_sealing")
def test_with_sealed_cards_our_own_face_down_cards_are_known(sit: Sit) -> None:
    """
    The program sees our own cards there, including those that we put face down, but no
    others.
    """
    seated = sit(suite=SEALED)
    seated.begin()
    mine = {}
    while (seated.view.age, seated.view.turn) != (1, 6):
        sells = [move for move in seated.moves if move.text == "sell"]
        turn, sold = seated.view.turn, sells[0] if sells else None
        for held in seated.view.hand:
            if sold is not None and held.slot == sold.slot:
                mine[turn] = describe.name(held.face)
        seated.choose(sold)
    known = seated.stack.known
    assert known.notes is not None
    assert known.notes.missed == []
    assert sorted(mine) == [1, 2, 3, 4, 5]
    said = answer_to(seated, "hands")
    for turn in (4, 5):
        assert f"Turn {turn}: You sold {mine[turn]}." in said


def test_a_table_can_play_without_a_memory_aid(sit: Sit) -> None:
    """Then nothing is recorded or shown, and the lobby says so."""
    seated = sit(memory_aid=False)
    said = answer_to(seated, "table")
    assert "No memory aid" in said
    assert "memory off" not in said
    seated.play_until_turn(1, 4)
    known = seated.stack.known
    assert known.notes is None
    assert not may_remember(known)
    refused = "This table plays without a memory aid."
    assert answer_to(seated, "hands") == refused
    assert seated.stack.act("memory")
    assert seated.stack.overlays == []
    assert seated.look().split("\n")[-2] == refused
    assert " hands" not in seated.look(200).split("\n")[-1]
    assert "No memory aid" in answer_to(seated, "table")


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("suite", [OPEN, SEALED])
@pytest.mark.usefixtures("fast_sealing")
def test_a_resumed_game_has_the_same_memory(
    sit: Sit, tmp_path: Path, leaders: bool, suite: int
) -> None:
    """
    With the seat's keys, the new program opens again every hand that the seat had, and
    a discard that it looked through.
    """
    seed = "8" if suite == SEALED and not leaders else ""  # Ann has Halikarnassos
    seated = sit(suite=suite, others_follow=False, leaders=leaders, seed=seed)
    seated.begin()
    steps = set()
    while (seated.view.age, seated.view.turn) != (2, 2):
        steps.add(seated.view.step)
        verb = "sell" if seated.view.turn == 3 else "stage"
        some = [it for it in seated.moves if it.text.startswith((verb, "side night"))]
        seated.choose(some[0] if some else None)
    assert leaders or "from_discard" in steps
    before = answer_to(seated, "hands")
    again = resumed(seated, tmp_path / "again")
    assert again.person.known.notes.missed == []
    assert "\n".join(again.type("hands")) == before
    assert ("Choice 1: you kept" in before) == leaders


def resumed(seated: Seated, folder: Path) -> Human:
    """Make another program of Ann's resume her game."""
    host = seated.host
    seated.human.disconnect()
    host.clients.remove(seated.human)
    again = Human(host, "ann", folder / "ann", store=seated.human.store)
    host.let_in(again)
    return again


def test_an_unknown_hand_is_not_called_unseen(seated: Seated) -> None:
    """A player who played a card of it has seen it; only the program doesn't know."""
    known = seated.stack.known
    for hand in known.notes._all:
        taken = [it for sight in hand.sights for it in sight.takings]
        hand.sights, hand.unseen = [], [*hand.unseen, *taken]
    known.notes._followed = None
    for said in (answer_to(seated, "hands"), seated.look(120, 40)):
        assert "You haven't seen this hand." not in said
    assert "Your program doesn't know this hand." in answer_to(seated, "hands")
