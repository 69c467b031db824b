"""Sentences on names at a table that look alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.words import text
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lookalikes import SIGN, lookalikes, told_apart
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.words import _


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
