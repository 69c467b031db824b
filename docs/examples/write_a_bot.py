"""Let a bot of your own play thirty games, ten from each seat."""

from collections.abc import Mapping

from sealed_wonders import AnyState, Card, Move, OpenGame, Player, Seat, Slot


def thrifty(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
    """Build whatever costs nothing; otherwise, make the first legal move."""
    moves = state.moves(seat, faces)
    free = [it for it in moves if it.text.startswith("build ") and "=" not in it.text]
    return (free or moves)[0]


wins = 0.0
for deal in range(10):
    for seat in range(3):
        players: list[Player | str] = ["random", "random", "random"]
        players[seat] = thrifty
        sheet = OpenGame(players=3, seed=f"deal {deal}").play_out(players)
        wins += (seat in sheet.winners) / len(sheet.winners)
print(f"thrifty won {wins:g} of 30 games against two random players")
