"""
Several ways to do something, of which a person chooses one: at a screen, or by a word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sealed_wonders.client.terminal.dialog import Way
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.client.terminal.trust import identity_words, make_sure
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.words import p_


def listed(title: str, ways: Sequence[Way], command: str) -> Sequence[str]:
    """Say which there are, and what is typed for each."""
    lines = [title]
    for way in ways:
        typed = f"{command} {way.word}"
        lines.append(f"  {typed}: {way.label}. {' '.join(way.means)}")
    return lines


def meant(ways: Sequence[Way], typed: str) -> Way | None:
    """Find the way that is meant by what was typed."""
    return next((way for way in ways if way.word.lower() == typed.lower()), None)


class Saying(NamedTuple):
    """What is said of giving a seat to somebody: which it is, and what it means."""

    to_bot: str
    bot_means: str
    to_person: Callable[[str], str]
    """Takes the name of somebody who looks on."""
    person_means: str


def to_takers(
    known: TableModel, said: Saying, give: Callable[[Taker | None], None]
) -> Sequence[Way]:
    """
    Give the ways by which a seat can go to somebody: a bot of the host's, or who looks on.

    Args:
        give: gives it to one of those, or a bot of the host's, which may not be there yet.
    """
    takers, host = known.handing.takers, known.host_key
    others = [taker for taker in takers if taker.owner != host]
    bot = Way(
        "bot", said.to_bot, (said.bot_means,), lambda: give(None), p_("typed", "bot")
    )
    return (bot, *(_to(taker, known, said, give) for taker in others))


def _to(
    taker: Taker,
    known: TableModel,
    said: Saying,
    give: Callable[[Taker | None], None],
) -> Way:
    name = known.called(taker.identity, taker.name)
    return Way(
        f"to {taker.identity.hex()}",
        said.to_person(name),
        (f"{said.person_means} {make_sure(taker, name, known.keyring)}",),
        lambda: give(taker),
        typed_for(taker.identity, taker.name, name),
    )


def typed_for(identity: bytes, name: str, shown: str) -> str:
    """
    Return what is typed for somebody: their name, and words where it could be another's.

    Args:
        shown: the name as it is shown, with a mark in that case.
    """
    return name if shown == name else f"{name} {identity_words(identity)}"
