"""Sentences about seats that change hands."""

from __future__ import annotations

from sealed_wonders.net.lobby import Person
from sealed_wonders.net.words import _


def changed_hands(
    before: Person,
    after: Person,
    names: tuple[str, str],
    me: bytes | None,
    host: bytes,
) -> str:
    """
    Return the sentence on who has a seat now, and who had it.

    Args:
        names: Displayed names of *before* and *after*.
    """
    if before.identity == me:
        said = _("{after} has your seat now. You look on.")
    elif after.identity == me:
        said = _("You have the seat of {before} now.")
    elif after.owner == host:
        said = _("{after}, a bot of the host's, has the seat of {before} now.")
    elif after.owner is not None:
        said = _("{after}, a bot, has the seat of {before} now.")
    else:
        said = _("{after} has the seat of {before} now.")
    return said.format(before=names[0], after=names[1])
