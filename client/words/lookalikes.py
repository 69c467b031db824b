"""Names at a table that look alike: marks to tell them apart, and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.words import text
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import TablePerson, name_key
from sealed_wonders.net.lookalikes import SIGN, are_alike, lookalikes, told_apart
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.words import _


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


def warnings(people: Sequence[LobbyPerson | TablePerson]) -> Iterator[str]:
    """
    Yield warnings about names that look alike, with the keys to tell people apart.
    """
    names = tuple(person.name for person in people)
    shown = told_apart(names)
    for places in lookalikes(names):
        said = _(
            "WARNING! These names look alike but belong to different people: {who}."
        )
        who = [
            _("{name} (key {fingerprint})").format(
                name=shown[place], fingerprint=fingerprint(people[place].identity)
            )
            for place in sorted(places, key=lambda place: shown[place])
        ]
        yield said.format(who=text.listing(who))


def explained() -> str:
    """Return what the mark means."""
    return _(
        "{sign} after a name: the name looks like another one here, or mixes letters "
        "from several alphabets. The numbers tell these people apart; check the key "
        "to recognise somebody you know."
    ).format(sign=SIGN)


def _seats(news: LobbyNews) -> tuple[str, ...]:
    return told_apart(_names(news))


def _names(news: LobbyNews) -> tuple[str, ...]:
    return (*(person.name for person in news.people), *news.bots)
