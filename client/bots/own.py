"""
Bots from other installed packages.

A package declares its bots in its metadata (`net.botnames`). Each name refers to a
function that creates a `Player` from a seed, like the ones here. A bot's mistakes, such
as an illegal move or any exception, are reported as that bot's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence, Text
from sealed_wonders.net.botnames import found


class BotError(Exception):
    """A bot from another package failed; carries a `Sentence`."""


def player(name: str, seed: str) -> Player:
    """
    Return a player of an installed bot.

    Raises:
        ValueError: it can't be created; carries one sentence for a person.
    """
    try:
        theirs: Player = found()[name].load()(seed)
    except Exception as error:
        raise ValueError(
            Sentence("bot {name} can't be created: {why}", name=name, why=_why(error))
        ) from error

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        try:
            move = theirs(state, seat, faces)
        except Exception as error:
            raise BotError(
                Sentence("bot {name} failed: {why}", name=name, why=_why(error))
            ) from error
        if moves and move not in moves:
            said = Sentence(
                "bot {name} chose an illegal move: {move}",
                name=name,
                move=quoted(str(getattr(move, "text", move)), 40),
            )
            raise BotError(said)
        return move

    return choose


def enduring(player: Player, tell: Callable[[Text], object]) -> Player:
    """
    Return a player that makes the default move when *player* fails, and reports why.
    """

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        try:
            return player(state, seat, faces)
        except BotError as problem:
            tell(problem.args[0])
            return state.default(seat, faces)

    return choose


def _why(error: Exception) -> str:
    """Return the type and text of an error, truncated."""
    return f"{type(error).__name__}: {error}"[:120].strip(": ")
