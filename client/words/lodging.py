"""Where a lent seat is played, beside its player's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.game import Seat
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby.loans import Declared
from sealed_wonders.net.words import _, p_


def where(lender: bytes, names: Mapping[bytes, str], me: bytes | None) -> str:
    """
    Return where a lent seat is played: "on Ann's machine".

    Args:
        names: Displayed names of the people at the table, by identity.
        me: Our own identity; None if we have none.
    """
    if lender == me:
        return _("on your machine")
    if lender in names:
        return _("on {who}'s machine").format(who=names[lender])
    return _("on the machine {fingerprint}").format(fingerprint=fingerprint(lender))


class Lodging(NamedTuple):
    """Where a lent seat is played, in words."""

    whole: str
    """Such as "on Ann's machine"."""
    brief: str
    """For narrow columns: "at Ann's"."""


def lodgings(known: TableModel) -> Mapping[Seat, Lodging]:
    """Return where the lent seats of a game are played, by seat."""
    names, me = known.seated, known.keyring.me
    return {
        seat: Lodging(_lodged(it.lender, names, me), _briefly(it.lender, names, me))
        for seat, it in enumerate(known.people)
        if it.lender is not None
    }


def _lodged(lender: bytes, names: Mapping[bytes, str], me: bytes | None) -> str:
    """Return where a lent seat is played, without the key of a lender who isn't there."""
    if lender == me or lender in names:
        return where(lender, names, me)
    return _("on the lender's machine")


def _briefly(lender: bytes, names: Mapping[bytes, str], me: bytes | None) -> str:
    if lender == me:
        return p_("beside a name", "at yours")
    if lender in names:
        return p_("beside a name", "at {who}'s").format(who=names[lender])
    return p_("beside a name", "lent")


def at_lodging(shown: str, lodging: Lodging | None) -> str:
    """Return a displayed name, with where the seat is played if it is lent."""
    return shown if lodging is None else _beside(shown, lodging.whole)


def with_lodging(known: TableModel, shown: str, one: Declared) -> str:
    """Return a displayed name, with whose machine plays, but without its key."""
    if one.lender is None:
        return shown
    return _beside(shown, _lodged(one.lender, known.seated, known.keyring.me))


def beside_machine(known: TableModel, shown: str, one: Declared) -> str:
    """Return a displayed name, with the machine that plays if the seat is lent."""
    return with_machine(shown, one, known.seated, known.keyring.me)


def with_machine(
    shown: str, one: Declared, names: Mapping[bytes, str], me: bytes | None
) -> str:
    """
    Return a displayed name, with the machine if the seat is lent: "Cleo (on Ann's …)".

    Args:
        names: Displayed names of the people at the table, by identity.
        me: Our own identity; None if we have none.
    """
    if one.lender is None:
        return shown
    return _beside(shown, where(one.lender, names, me))


def _beside(shown: str, where: str) -> str:
    return _("{name} ({where})").format(name=shown, where=where)
