"""The lobby's sentences on 7 Wonders: Architects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealed_wonders.client.tablewords import lobby
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.words import _


def options(agreed: Options, players: str, time: str, rest: str) -> Iterator[str]:
    """Yield the game, and how players get their wonders."""
    values = dict(agreed)
    yield lobby.plain(str(values["game"]), players, time, rest)
    if values.get("draw") == "chosen":
        yield _wonders_chosen()


def from_next() -> str:
    return _("starting with the next turn")


def expansion(word: str, agreed: Mapping[str, object]) -> str:
    """Return the word unchanged, because there are no expansions."""
    return word


def cards(
    agreed: Options, *, is_sealed: bool, looks_on: bool, is_lent: bool
) -> Iterator[str]:
    """
    Yield what sealed cards mean.

    Everything that a player has is face up, so what is kept secret is the order of the
    piles. Each step of the game needs everybody, and not only the player whose turn it
    is.
    """
    if is_sealed:
        yield _piles_sealed()
        yield _piles_wait()


def _wonders_chosen() -> str:
    return _("Players choose their wonders one after the other, in seat order.")


def _piles_sealed() -> str:
    return _(
        "Cards are sealed: nobody, not even the host, knows the order of the "
        "face-down cards, and every player's program checks every move."
    )


def _piles_wait() -> str:
    """Return what it costs that nobody can open a sealed pile alone."""
    return _(
        "All the players' programs are needed to reveal a card: if one of them is "
        "disconnected, the game waits for it."
    )
