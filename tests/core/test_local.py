"""Whole games in one process."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.game import (
    Answer,
    AnyState,
    Card,
    Chosen,
    Looked,
    Move,
    Over,
    Seat,
    Slot,
    permutation,
    seeded,
)
from sealed_wonders.core.local import Dealer, play
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import builder, chooser


def answers(seed: str, players: int = 4) -> list[Answer]:
    dealer = Dealer(Wonders(players, "choose"), seeded(seed))
    return list(dealer.steps([chooser(seed)] * players))


def test_the_same_seed_gives_the_same_game() -> None:
    """Every answer of it, slots included; another seed gives another game."""
    assert answers("one") == answers("one")
    assert answers("one") != answers("two")


def test_permutations_belong_to_a_seed_and_a_label() -> None:
    """Known answers, so that no machine deals differently."""
    assert (7, 5, 0, 4, 6, 1, 2, 3) == permutation(b"seed", "boards", 8)
    assert (0,) == permutation(b"seed", "boards", 1)
    assert () == permutation(b"seed", "boards", 0)
    assert list(range(49)) == sorted(permutation(b"seed", "age1", 49))
    assert seeded("seed")("boards", 8) == permutation(b"seed", "boards", 8)
    assert permutation(b"seed", "age1", 8) != permutation(b"seed", "boards", 8)


def test_a_player_sees_what_it_may_use_and_no_more() -> None:
    """The faces of its own hand, or of the pile it looks at."""
    seen: list[tuple[int, int]] = []

    def curious(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        used = {move.slot for move in moves if move.slot is not None}
        assert used <= set(faces)
        seen.append((seat, len(faces)))
        return moves[-1]

    play(Wonders(3, "choose"), seeded("curious"), [curious] * 3)
    assert [(0, 0), (1, 0), (2, 0), (0, 7), (1, 7), (2, 7), (0, 6)] == seen[:7]


def test_all_choose_before_any_move_is_told() -> None:
    """A player can't see what others have chosen on the same turn."""
    states: list[AnyState] = []

    def noting(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        states.append(state)
        return state.moves(seat, faces)[0]

    play(Wonders(3, "day"), seeded("noting"), [noting] * 3)
    for first, second, third in zip(
        states[::3], states[1::3], states[2::3], strict=True
    ):
        assert first is second is third


def test_slots_are_never_used_again() -> None:
    """Every card touched gets a new one."""
    dealer = Dealer(Wonders(5, "random"), seeded("slots"))
    issued: set[Slot] = set()
    for answer in dealer.steps([builder("slots")] * 5):
        match answer:
            case Chosen(_, _, _, slot, rest):
                fresh = [*rest] if slot is None else [slot, *rest]
            case Looked(_, _, rest):
                fresh = [*rest]
            case _:
                continue
        assert not issued & set(fresh)
        issued |= set(fresh)


def test_play_gives_the_last_state() -> None:
    """It is over, and has a winner."""
    state = play(Wonders(7, "night"), seeded("last"), [builder("last")] * 7)
    assert Over() == state.ask
    assert state.score().winners
