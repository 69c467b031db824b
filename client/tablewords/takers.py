"""The ways to give a seat to somebody: to a bot of the host, or to a spectator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sealed_wonders.client.questions.dialog import Alternative
from sealed_wonders.client.tablewords.spokenwords import in_every_language
from sealed_wonders.client.tablewords.trust import identity_code, make_sure
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import lodging
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.words import p_


class Saying(NamedTuple):
    """The labels and consequences of giving a seat to somebody."""

    to_bot: str
    bot_means: str
    to_person: Callable[[str], str]
    """Takes the name of a spectator."""
    person_means: str
    confirmation: str = ""
    """The question to ask before it is done, if it can't be undone."""


def to_takers(
    known: TableModel, said: Saying, give: Callable[[Taker | None], None]
) -> Sequence[Alternative]:
    """
    Return the ways to give a seat to a bot of the host or to a spectator.

    Args:
        give: Gives the seat to a taker; None stands for a bot of the host, which may
            not be there yet.
    """
    takers, host = known.handing.takers, known.host_key
    others = [taker for taker in takers if taker.owner != host]
    bot = Alternative(
        "bot",
        said.to_bot,
        (said.bot_means,),
        lambda: give(None),
        p_("typed", "bot"),
        said.confirmation,
    )
    return (bot, *(_to(taker, known, said, give) for taker in others))


def _to(
    taker: Taker,
    known: TableModel,
    said: Saying,
    give: Callable[[Taker | None], None],
) -> Alternative:
    name = known.called(taker.identity, taker.name)
    word, *synonyms = typed_for(taker.identity, taker.name, name)
    return Alternative(
        f"to {taker.identity.hex()}",
        said.to_person(lodging.beside_machine(known, name, taker)),
        (f"{said.person_means} {make_sure(taker, name, known.keyring)}",),
        lambda: give(taker),
        word,
        said.confirmation,
        synonyms,
    )


def typed_for(identity: bytes, name: str, shown: str) -> Sequence[str]:
    """
    Return what can be typed for somebody: their name, with words if it isn't unique.

    The first is in the reader's language, and the rest are in the others.

    Args:
        shown: The displayed name, which has a mark in that case.
    """
    if shown == name:
        return (name,)
    return [f"{name} {it}" for it in in_every_language(identity_code(identity))]
