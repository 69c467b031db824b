"""A seat: what it says, what it asks, and what it does after a crash."""

from __future__ import annotations

import pytest

from sealed_wonders.client.memory import InMemory, Memory
from sealed_wonders.client.seat import Seat
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Wire, parse
from sealed_wonders.net.log.phases import Refused
from sealed_wonders.net.suites import begin
from tests.support.lobbies import named
from tests.support.seats import Seats, any_move

RULES = Wonders(3)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_seats_play_a_whole_game_and_agree(players: int) -> None:
    """Every seat computes the same end for itself."""
    table = Seats(Wonders(players))
    table.play()

    for seat in table.seats:
        assert table.fold.digest == seat.fold.digest
        assert table.fold.state == seat.fold.state
        assert table.fold.log() == seat.fold.log()


def test_no_move_is_out_before_all_have_committed() -> None:
    """A seat that has heard all commitments but one keeps its move to itself."""
    table = Seats(RULES)
    while table.fold.phase.kind != "PICK":
        table.step()
    for seat in table.seats:
        assert seat.question is not None
        seat.answer(seat.question.moves[0])
    picks = [wire for seat in table.seats for wire in seat.take()]

    table.hear(picks[:2])

    assert [()] * 3 == [seat.take() for seat in table.seats]
    table.hear(picks[2:])
    kinds = [parse(w.env).kind for seat in table.seats for w in seat.take()]
    assert ["REVEAL"] * 3 == kinds


def test_a_move_that_is_not_open_is_refused_and_the_question_stays() -> None:
    """A slip of a program can't make a seat sign nonsense."""
    table = Seats(RULES)
    while table.seats[0].question is None:
        table.step()
    seat = table.seats[0]
    question = seat.question

    with pytest.raises(LocalProtocolError, match="not a move that is open"):
        seat.answer(Move("build castle in the air", 1))

    assert question == seat.question
    assert () == seat.take()


def test_a_question_is_answered_once() -> None:
    """Two answers would be two signatures for one place in the log."""
    table = Seats(RULES)
    while table.seats[0].question is None:
        table.step()
    seat = table.seats[0]
    assert seat.question is not None
    move = seat.question.moves[0]
    seat.answer(move)

    with pytest.raises(LocalProtocolError):
        seat.answer(move)

    assert 1 == len(seat.take())


class _Full(InMemory):
    """A store on a disk that is full, unless there is room."""

    room = False

    def remember(self, memory: Memory) -> None:
        if memory.move is not None and not self.room:
            raise OSError(28, "No space left on device")
        super().remember(memory)


def test_what_can_not_be_written_down_is_not_said_and_may_be_tried_again() -> None:
    """A disk that is full costs nobody their turn."""
    store = _Full()
    table = Seats(RULES, stores=[store, None, None])
    while table.seats[0].question is None:
        table.step()
    seat = table.seats[0]
    question = seat.question
    assert question is not None

    with pytest.raises(OSError, match="No space left"):
        seat.answer(question.moves[0])

    assert () == seat.unheard()
    assert question == seat.question
    store.room = True
    seat.answer(question.moves[0])
    assert 1 == len(seat.take())


def test_who_has_no_seat_can_not_take_one() -> None:
    """A game is for those who drew it."""
    table = Seats(RULES)

    with pytest.raises(LocalProtocolError, match="no seat"):
        Seat(named("a stranger"), begin(table.charter, RULES))


def test_an_entry_that_does_not_follow_is_the_hosts_fault() -> None:
    """A host can't slip anything in between."""
    table = Seats(RULES)
    wire = table.seats[0].take()[0]

    with pytest.raises(Refused):
        table.seats[1].receive([Wire(wire.env, bytes(64))])


def test_a_killed_seat_comes_back_at_every_phase_with_the_same_bytes() -> None:
    """
    After a crash nothing is signed anew.

    In every phase of a whole game seat 1 is made again from what it had written down
    and what the log holds, once after it spoke and once when it was heard.
    """
    store = InMemory()
    table = Seats(RULES, stores=[None, store, None])
    while not table.fold.over:
        for seat in table.seats:
            if seat.question is not None:
                seat.answer(any_move(seat.question))
        said = [seat.take() for seat in table.seats]

        again = table.seat(1, store)
        again.receive(table.wires)

        assert said[1] == again.take()
        assert said[1] == again.unheard()
        table.seats[1] = again
        table.hear([wire for wires in said for wire in wires])

    places = [parse(wire.env).phase for wire in table.wires]
    assert len(table.wires) == len(
        {(parse(wire.env).phase, parse(wire.env).seat) for wire in table.wires}
    )
    assert sorted(places) == places


def test_what_was_written_down_is_sent_again_and_never_replaced() -> None:
    """Even if the log seems to be another one: two versions would be a fraud."""
    table = Seats(RULES)
    store = InMemory()
    old = Memory(0, table.seats[0].take()[0])
    store.remember(old)

    again = table.seat(0, store)

    assert (old.wire,) == again.take()


def test_a_forgotten_nonce_is_said_and_nothing_is_made_up() -> None:
    """Without what it committed to, a seat can't reveal."""
    table = Seats(RULES)
    while table.fold.phase.kind != "REVEAL":
        table.step()

    with pytest.raises(LocalProtocolError, match="forgotten"):
        table.seat(0).receive(table.wires)
