"""Sentences about seats that change hands."""

from __future__ import annotations

from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.words import _


def changed_hands(
    before: TablePerson,
    after: TablePerson,
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
        said = _("{after} has your seat now. You are watching.")
    elif after.identity == me:
        said = _("You have {before}'s seat now.")
    elif after.owner == host:
        said = _("{after}, one of the host's bots, has {before}'s seat now.")
    elif after.owner is not None:
        said = _("{after}, a bot, has {before}'s seat now.")
    else:
        said = _("{after} has {before}'s seat now.")
    return said.format(before=names[0], after=names[1])
