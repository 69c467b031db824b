"""Names as they are displayed: look-alikes have marks. Also whom a typed name means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.lookalikes import are_alike, told_apart


def people(news: LobbyNews) -> Mapping[bytes, str]:
    """Return displayed names of the people at a table, by identity."""
    identities = (person.identity for person in news.people)
    return dict(zip(identities, _seats(news), strict=False))


def bots(news: LobbyNews) -> Sequence[str]:
    """Return displayed names of the bots to come."""
    return _seats(news)[len(news.people) :]


def onlookers(news: LobbyNews) -> Sequence[str]:
    """Return displayed names of the spectators."""
    return told_apart(news.onlookers, _names(news))


def meant(typed: str, shown: Sequence[str], names: Sequence[str]) -> list[int]:
    """
    Return the indices of the people that a typed name may mean.

    Args:
        shown: Names with their marks; each belongs to one person.
        names: The names themselves, in the same order.
    """
    wanted = name_key(typed)
    exact = [place for place, name in enumerate(shown) if name_key(name) == wanted]
    return exact or [at for at, name in enumerate(names) if are_alike(name, typed)]


def starting(typed: str, names: Sequence[str]) -> list[int]:
    """Return the indices of all names with a prefix, ignoring case."""
    start = typed.lower()
    return [at for at, name in enumerate(names) if name.lower().startswith(start)]


def _seats(news: LobbyNews) -> tuple[str, ...]:
    return told_apart(_names(news))


def _names(news: LobbyNews) -> tuple[str, ...]:
    return (*(person.name for person in news.people), *news.bots)
