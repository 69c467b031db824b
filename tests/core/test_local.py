"""Whole games in one process."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.game import (
    AnyState,
    Card,
    Move,
    Seat,
    Slot,
    permutation,
    seeded,
)
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders


def test_permutations_depend_on_a_seed_and_a_label() -> None:
    """The known answers ensure that all machines deal alike."""
    assert (7, 5, 0, 4, 6, 1, 2, 3) == permutation(b"seed", "boards", 8)
    assert (0,) == permutation(b"seed", "boards", 1)
    assert () == permutation(b"seed", "boards", 0)
    assert list(range(49)) == sorted(permutation(b"seed", "age1", 49))
    assert seeded("seed")("boards", 8) == permutation(b"seed", "boards", 8)
    assert permutation(b"seed", "age1", 8) != permutation(b"seed", "boards", 8)


def test_a_player_sees_only_the_faces_that_it_may_use() -> None:
    """These are the faces of its hand, or of the pile that it looks at."""
    seen: list[tuple[int, int]] = []

    def curious(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        used = {move.slot for move in moves if move.slot is not None}
        assert used <= set(faces)
        seen.append((seat, len(faces)))
        return moves[-1]

    play(Wonders(3, "choose"), seeded("curious"), [curious] * 3)
    assert [(0, 0), (1, 0), (2, 0), (0, 7), (1, 7), (2, 7), (0, 6)] == seen[:7]
