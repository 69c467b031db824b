"""Replays: the moments of a log, and what can be known of hands afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import (
    OwnKeys,
    Replay,
    keys_at,
    nobodys,
    replay,
)
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.view.wonders.replaying import Shown, WondersMoment, moment_of
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.core.game import AnyState
from sealed_wonders.core.wonders.events import Drafted, HandsDealt, Played
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.auditing import game
from tests.support.inprocess.seats import Seats
from tests.support.replays import expanded, forged, keep_seat

VECTORS = Path(__file__).parents[2] / "vectors"
LOG = (VECTORS / "three_seats.swlog").read_bytes()


@pytest.fixture(scope="module")
def whole() -> Replay:
    return replay(LOG)


def moments(told: Replay) -> list[WondersMoment]:
    return list(map(moment_of, told.moments))


def at(told: Replay, age: int, turn: int) -> WondersMoment:
    """Give the first moment of a turn."""
    return next(one for one in moments(told) if one.turn == (age, turn))


def played(moment: WondersMoment) -> Iterator[Played]:
    return (event for event in moment.state.news if isinstance(event, Played))


def test_a_moment_for_each_thing_that_happened(whole: Replay) -> None:
    """
    Boards and sides, each age, each turn, Babylon's extra cards, and what was taken from
    the discard.
    """
    turns = [moment.turn for moment in moments(whole)]
    usual = [(age, turn) for age in (1, 2, 3) for turn in range(7)]
    assert sorted([(0, 0), *usual, (2, 7), (3, 7)]) == sorted(set(turns))
    assert sorted(turns) == turns
    looks = [turn for turn in sorted(set(turns)) if turns.count(turn) == 2]
    assert [(2, 2), (2, 5)] == looks
    assert 3 == turns.count((0, 0))
    assert (1, 0) == whole.moments[3].turn
    assert (2, 0) == whole.moments[10].turn


def test_the_end_is_the_sheet_of_the_log(whole: Replay) -> None:
    facts = json.loads((VECTORS / "three_seats.json").read_text())
    assert Verdict.GOOD is whole.report.verdict
    sheet = whole.moments[-1].state.score()
    assert facts["rows"] == [list(row) for row in sheet.rows]
    assert [one["name"] for one in facts["people"]] == list(whole.names)
    assert not whole.checked


def test_of_sealed_hands_is_known_what_was_built_of_them_later(whole: Replay) -> None:
    """Nothing else: a log opens no hand, not even when the game is over."""
    assert () == whole.open
    shown = [
        Shown(event.card, (event.age, event.turn), event.seat)
        for one in moments(whole)
        for event in played(one)
        if event.card is not None
    ]
    dealt = [
        moment
        for moment in moments(whole)
        if any(isinstance(event, HandsDealt) for event in moment.state.news)
    ]
    known = [card for moment in dealt for hand in moment.hands for card in hand.cards]
    assert sorted(shown, key=repr) == sorted(known, key=repr)
    for moment in moments(whole):
        for hand in moment.hands:
            assert hand.hidden >= 0
            assert all(card.turn and card.turn >= moment.turn for card in hand.cards)


def test_hands_pass_from_seat_to_seat(whole: Replay) -> None:
    """What a seat doesn't use is in its neighbour's hand the next turn."""
    for age, step in ((1, 1), (2, -1), (3, 1)):
        for turn in range(1, 6):
            here, there = (at(whole, age, number) for number in (turn, turn + 1))
            for seat in range(3):
                hand = here.hands[seat]
                passed = there.hands[(seat + step) % 3]
                rest = [card for card in hand.cards if card.card != hand.used]
                assert rest == list(passed.cards)
                assert passed.size == hand.size - 1


def test_of_open_cards_all_is_known() -> None:
    """Who has such a log can work out every hand, and what was used face down."""
    told = replay(game(OPEN).log())
    assert (0, 1, 2) == told.open
    face_down = 0
    for moment in moments(told):
        for hand in moment.hands:
            assert hand.hidden == 0
        for event in played(moment):
            hand = moment.hands[event.seat]
            assert hand.used is not None
            if event.turn <= 6:
                assert hand.used in {shown.card for shown in hand.cards}
            face_down += event.card is None
    assert face_down


def recruitments(told: Replay) -> Iterator[WondersMoment]:
    """Give the moments in which leaders were recruited."""
    for moment in moments(told):
        if any(event.turn == 0 for event in played(moment)):
            yield moment


@pytest.mark.usefixtures("quickly_sealed")
@pytest.mark.parametrize("suite", [OPEN, SEALED])
def test_leaders_have_hands_of_their_own(suite: int) -> None:
    """Four, three and two of them; what of them is known never leaves its seat."""
    told = expanded(suite)
    sizes = [[hand.size for hand in moment.hands] for moment in recruitments(told)]
    assert [4, 3, 2] == [min(some) for some in sizes]
    recruited = 0
    for moment in recruitments(told):
        leaders = moment.state.rules.catalog
        for event in played(moment):
            hand = moment.hands[event.seat]
            known = [shown.card for shown in hand.cards]
            assert all(leaders.leader(card) for card in known)
            assert (suite == OPEN) == (hand.hidden == 0) or hand.size == len(known)
            if event.card is not None:
                assert event.card in known
                assert hand.used == event.card
                recruited += 1
    assert recruited


def test_a_selection_is_seen_round_by_round() -> None:
    """Of open cards: what each held, and what went on to the right."""
    told = expanded()
    rounds = [
        moment
        for moment in moments(told)
        if any(isinstance(event, Drafted) for event in moment.state.news)
    ]
    assert [4, 3, 2] == [moment.hands[0].size for moment in rounds]
    for before, after in pairwise(rounds):
        kept = {
            event.seat: before.faces[event.seat][event.slot]
            for event in before.state.news
            if isinstance(event, Drafted)
        }
        for seat in range(3):
            held = {shown.card for shown in before.hands[seat].cards}
            passed = {shown.card for shown in after.hands[(seat - 1) % 3].cards}
            assert held - {kept[seat]} == passed


@pytest.mark.usefixtures("quickly_sealed")
def test_hands_of_an_age_go_round_though_leaders_are_recruited() -> None:
    """No leader ever appears in one, and none of them is lost."""
    told = expanded(SEALED)
    seen = 0
    for moment in moments(told):
        age, turn = moment.turn
        if not age or not turn or turn == 7:
            continue
        if not any(isinstance(e, Played) for e in moment.state.news):
            continue
        cards = moment.state.rules.catalog
        for hand in moment.hands:
            seen += len(hand.cards)
            assert 8 - turn == hand.size
            assert hand.hidden >= 0
            assert all(cards.building(shown.card) for shown in hand.cards)
    assert seen


def _turn(state: AnyState) -> int:
    task = wonders(state).task
    return task.turn if isinstance(task, Turn) else 0


class BrokenOff:
    """A game that was broken off, and the home of one who played in it."""

    def __init__(self, folder: Path) -> None:
        stores = [InMemory() for _ in range(3)]
        table = Seats(Wonders(3), "kept", stores, suite=SEALED)
        while _turn(table.fold.state) < 3:
            table.step()
        self.charter, self.log = table.charter, table.fold.log()
        self.hands = [sorted(seat.secrets.faces().values()) for seat in table.seats]
        self.home = Home(folder, folder)
        self.path = keep_seat(folder, self.charter, 1, stores[1])


@pytest.fixture
def kept(tmp_path: Path, quickly_sealed: None) -> BrokenOff:
    return BrokenOff(tmp_path)


def test_ones_own_hand_of_a_game_that_broke_off(kept: BrokenOff) -> None:
    """The keys are still here, since the game might be gone on with."""
    told = replay(kept.log, keys=keys_at(kept.home, own_hand=True))
    assert ((1,), 1) == (told.open, told.own)
    assert Verdict.UNFINISHED is told.report.verdict
    for moment in moments(told):
        for seat, hand in enumerate(moment.hands):
            assert (seat == 1) == (hand.hidden == 0)
            assert hand.used is not None or seat != 1 or not moment.turn[1]
    assert kept.path.exists()


def test_keys_that_dont_fit_open_nothing(kept: BrokenOff) -> None:
    """Whatever is kept, the log is shown."""
    identity = kept.charter.people[1].identity
    for broken in (b"x", kept.path.read_bytes()[:-100], b""):
        own = OwnKeys(identity, (broken,))
        told = replay(kept.log, keys=lambda charter, own=own: own)  # type: ignore[misc]
        assert ((), 1, 4) == (told.open, told.own, len(told.moments))
    kept.path.write_bytes(b"something else")
    told = replay(kept.log, keys=keys_at(kept.home, own_hand=True))
    assert ((), None) == (told.open, told.own)
    kept.path.unlink()
    told = replay(kept.log, keys=keys_at(kept.home, own_hand=True))
    assert ((), 1) == (told.open, told.own)
    assert not kept.path.exists()


def test_who_has_no_key_yet_gets_none_by_looking(tmp_path: Path) -> None:
    charter: Charter = game(OPEN).charter
    assert keys_at(Home(tmp_path, tmp_path), own_hand=True)(charter) is None
    assert nobodys(charter) is None
    assert [] == list(tmp_path.iterdir())


def test_what_is_good_of_a_log_is_shown(whole: Replay) -> None:
    """A log that ends early, or goes wrong, is shown to where it does."""
    some = file.read(LOG)
    cut = replay(file.write(some[: len(some) // 2]))
    assert Verdict.UNFINISHED is cut.report.verdict
    assert cut.checked
    n = len(cut.moments)
    assert 0 < n < len(whole.moments)
    assert [one.state for one in whole.moments[:n]] == [
        one.state for one in cut.moments
    ]
    lobby = replay(file.write(some[:4]))
    assert ((), None, ()) == (lobby.moments, lobby.charter, lobby.names)
    with pytest.raises(RemoteProtocolError):
        replay(b"nothing of the kind")


@pytest.mark.usefixtures("quickly_sealed")
def test_a_cheat_with_a_proof_is_named_without_being_asked() -> None:
    """A log that isn't whole has its proofs checked: it may be there for a cheat's sake."""
    told = forged()
    assert told.checked
    assert told.report.fault is not None
    assert told.report.fault.seat is not None
    assert 1 == len(told.moments)
